/* Readers and writers: many may read at once, but who writes must be alone.

   All stand in one line, a channel that holds process numbers. The first in the line goes in as soon as
   it may: a reader if nobody writes, a writer if nobody is inside at all. So a writer waits for
   those who are inside, and no one can overtake it.

   exclusion   a writer is alone.
   together    it never happens that two read at once. This is violated, and should be: the run that the
               checker shows is an example of what the lock is for. (To ask "can this happen?", claim
               that it cannot.) The macro EXAMPLE adds it.
   served      writer 2 gets in when it waits.

       stubborn check models/readers_writers.pml
           holds: assertions, deadlock, exclusion, served
       stubborn check -D EXAMPLE models/readers_writers.pml
           holds: assertions, deadlock, exclusion, served
           violated: together

   With -D MISTAKE readers do not queue: they go in whenever nobody writes. That is safe, and
   many libraries once did it. But readers who come and go, one always inside, keep the writers out for
   ever. No scheduler can help, so `--fair weak` does not: the writer is not passed over, it is blocked.

       stubborn check --fair weak -D MISTAKE models/readers_writers.pml
           holds: assertions, deadlock, exclusion
           violated: served

   To try: `served` holds without fairness too, but `[] <> writer[2]@inside` needs it. Why? */

#define READERS 2
#define WRITERS 2

chan line = [READERS + WRITERS] of { pid };
byte reading;
byte writing;

#define FIRST (line?[eval(_pid)])

active [READERS] proctype reader()
{
    do
    ::
#ifdef MISTAKE
        atomic { writing == 0; reading++ };
#else
        line!_pid;
        atomic { FIRST && writing == 0; line?eval(_pid); reading++ };
#endif
        reading--
    od
}

active [WRITERS] proctype writer()
{
    do
    ::  line!_pid;
waiting:
        atomic { FIRST && writing == 0 && reading == 0; line?eval(_pid); writing++ };
inside:
        writing--
    od
}

ltl exclusion { [] (writing == 0 || (writing == 1 && reading == 0)) }
ltl served    { [] (writer[2]@waiting -> <> writer[2]@inside) }
#ifdef EXAMPLE
ltl together  { [] (reading < 2) }
#endif
