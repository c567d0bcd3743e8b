/* Peterson's lock: mutual exclusion for two processes, with nothing but shared variables.

   A worker says that it wants to enter, then lets the other one go first. It waits until the other
   does not want to, or is the one who was polite last.

   exclusion   never are both in their critical sections: something bad does not happen.
   served      a worker that waits gets in some day: something good happens. Only an infinite run
               can break that, so the checker would show a loop.
   again       both get in again and again.

   `served` holds without any help: the other worker can pass once at most, then it is stuck until
   the waiting one has moved. `again` is violated for a cheap reason: nothing says that a worker
   who could start does so. With `--fair weak`, a process that can always move moves some day.

       stubborn check models/peterson.pml
           holds: assertions, deadlock, exclusion, served
           violated: again
       stubborn check --fair weak models/peterson.pml
           holds: assertions, deadlock, exclusion, served, again

   With -D MISTAKE a worker is polite first and says that it wants to enter second. It is easy to
   believe that the order does not matter.

       stubborn check --fair weak -D MISTAKE models/peterson.pml
           violated: exclusion
           holds: assertions, deadlock, served, again

   To try: leave out `turn`. Which property fails then, and how? */

#define OTHER (1 - _pid)

bool wants[2];
byte turn;                  /* who may go first if both want to */

active [2] proctype worker()
{
    do
    ::
#ifdef MISTAKE
        turn = OTHER;
        wants[_pid] = true;
#else
        wants[_pid] = true;
        turn = OTHER;
#endif
waiting:
        !wants[OTHER] || turn == _pid;
critical:
        skip;
        wants[_pid] = false
    od
}

/* worker[0]@critical is true while process 0, a worker, stands at the label. */
#define waits0 (worker[0]@waiting)
#define waits1 (worker[1]@waiting)
#define cs0    (worker[0]@critical)
#define cs1    (worker[1]@critical)

ltl exclusion { [] !(cs0 && cs1) }
ltl served    { [] (waits0 -> <> cs0) && [] (waits1 -> <> cs1) }
ltl again     { [] <> cs0 && [] <> cs1 }
