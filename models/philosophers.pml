/* The dining philosophers: everybody waits for the next one, round a table.

   N philosophers share N forks, one between each two. To eat, one needs both forks at one's sides.
   With -D MISTAKE everybody takes the left fork first. If all do that at the same time, nobody gets a
   second one: a deadlock. The remedy is an order on the forks that all respect: here the last
   philosopher takes fork 0 first, as everybody takes the lower number first. Then no circle of waiting
   can close.

   deadlock    in every state somebody can move.
   assertions  neighbours do not eat at the same time.
   progress    no infinite run passes the label `progress_eat` only finitely often: as long as anything
               happens, somebody eats now and then. Labels that start with `progress` are checked
               without being asked for.

       stubborn check models/philosophers.pml
           holds: assertions, deadlock, progress
       stubborn check -D MISTAKE models/philosophers.pml
           violated: deadlock
           holds: assertions, progress

   That somebody eats does not mean that everybody does. This is violated even with fairness, because a
   neighbour may take the fork again and again in the moments in which philosopher 0 could have it:

       stubborn check --fair weak --ltl '[] <> eats[0]' models/philosophers.pml

   To try: -D N=7, with --reduction off and without. */

#ifndef N
#define N 4
#endif

#define LEFT  _pid
#define RIGHT ((_pid + 1) % N)

bool taken[N];              /* forks: number i lies to the left of philosopher i */
bool eats[N];

/* Waiting for the fork and taking it is one step. */
inline take(fork)
{
    atomic { !taken[fork]; taken[fork] = true }
}

active [N] proctype philosopher()
{
    do
    ::
#ifndef MISTAKE
        if
        :: RIGHT < LEFT ->  /* the last one */
            take(RIGHT);
            take(LEFT)
        :: else ->
            take(LEFT);
            take(RIGHT)
        fi;
#else
        take(LEFT);
        take(RIGHT);
#endif
        eats[_pid] = true;
progress_eat:
        assert(!eats[(_pid + 1) % N] && !eats[(_pid + N - 1) % N]);
        eats[_pid] = false;
        taken[RIGHT] = false;
        taken[LEFT] = false
    od
}
