/* Two workers hand a token back and forth over a channel. The assertion says that nobody works
   without it. With -D MISTAKE it is given back too early: see the run that breaks the assertion. */
#define WORKERS 2

chan token = [1] of { bit };
byte working;

active [WORKERS] proctype worker()
{
    do
    :: token?_ ->
#ifdef MISTAKE
        token!1;            /* gives the token back too early */
#endif
        working++;
        assert(working == 1);
        working--;
#ifndef MISTAKE
        token!1
#endif
    od
}

init {
    token!1
}

/* stubborn check models/handover.pml
       holds: assertions, deadlock
   stubborn check -D MISTAKE models/handover.pml
       violated: assertions
       holds: deadlock */
