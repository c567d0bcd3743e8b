/* Producers and consumers with a bounded buffer and three semaphores.

   `vacant` counts the empty slots and `ready` the full ones, so a producer waits while the buffer is
   full and a consumer while it is empty. `mutex` protects the buffer itself. A semaphore is a
   number: to acquire it is to wait until it is positive and to subtract one, in one step; to
   release it is to add one.

   assertions  nothing is overwritten before it was consumed, and nothing is consumed twice.
   deadlock    somebody can always move.
   bounded     the two counts never exceed the size of the buffer.
   progress    no run goes on for ever in which nothing is consumed from some point on.

       stubborn check models/producer_consumer.pml
           holds: assertions, deadlock, bounded, progress

   With -D MISTAKE a producer takes the mutex first and then waits for a vacant slot. When the buffer is
   full it waits with the mutex in its hand, and no consumer can make room.

       stubborn check -D MISTAKE models/producer_consumer.pml
           violated: deadlock
           holds: assertions, bounded, progress

   To try: does the order of the two releases matter? And with which numbers of producers, consumers
   and slots is the mutex needed at all? */

#define PRODUCERS 2
#define CONSUMERS 2
#define SIZE      2

#define NOTHING 0

byte buffer[SIZE];
byte first;                 /* the oldest item */
byte last;                  /* where the next one goes */

byte vacant = SIZE;
byte ready = 0;
byte mutex = 1;

inline acquire(semaphore)
{
    atomic { semaphore > 0; semaphore-- }
}

inline release(semaphore)
{
    semaphore++
}

active [PRODUCERS] proctype producer()
{
    do
    ::
#ifdef MISTAKE
        acquire(mutex);
        acquire(vacant);
#else
        acquire(vacant);
        acquire(mutex);
#endif
        assert(buffer[last] == NOTHING);
        buffer[last] = 1 + _pid;
        last = (last + 1) % SIZE;
        release(mutex);
        release(ready)
    od
}

active [CONSUMERS] proctype consumer()
{
    do
    ::  acquire(ready);
        acquire(mutex);
progress_consume:
        assert(buffer[first] != NOTHING);
        buffer[first] = NOTHING;
        first = (first + 1) % SIZE;
        release(mutex);
        release(vacant)
    od
}

ltl bounded { [] (vacant + ready <= SIZE) }
