/* Treiber's lock-free stack, and the ABA problem.

   The stack is a linked list; `top` names its first node. To pop, a process reads `top`, reads which node
   comes next, and makes that the new top by compare-and-swap: only if `top` still is what it was. To push
   is the same the other way round. Nobody waits for anybody: if a swap fails, somebody else's has
   succeeded, and one tries again.

   Here the stack is a pool of free nodes. Each process takes a node, uses it and gives it back. Process 0
   does that twice, the others once.

   assertions  a node that is popped belongs to nobody else.
   deadlock    all processes come to their end.
   finishes    every run comes to its end, whatever the scheduler does: a swap fails only because another
               one has succeeded, and there are only so many. No fairness is needed.

   A swap compares names, and a name may come back: a process reads that A is on top and B below it.
   Meanwhile others pop A, pop B, and push A again. A is on top once more, so the swap of the first
   process succeeds and makes B the top, which belongs to somebody. The remedy is a version that
   changes with every swap and is compared with the name. The version here counts as far as there can be
   swaps; on a real machine it wraps, and one hopes that this takes long enough.

       stubborn check models/treiber_stack.pml
           holds: assertions, deadlock, finishes

   With -D MISTAKE the version stays as it is. Three processes, two nodes and one that comes back are enough,
   and a run that goes wrong takes thirty steps: hard to hit with a test.

       stubborn check -D MISTAKE models/treiber_stack.pml
           violated: assertions
           holds: deadlock, finishes

   To try: `--shortest` with the mistake. Does it take three processes (-D N=2), and a second
   round (-D ROUNDS=1)? How many states does `--reduction off` need? */

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 2                /* of process 0 */
#endif

#define NIL   0                 /* no node */
#define NODES 2                 /* numbered from 1 */

byte top = NODES;
byte version;                   /* lies beside `top` and is read and swapped together with it */
byte below[NODES + 1] = { NIL, NIL, 1 };    /* the next node down the stack; 2 lies on 1 */
bool owned[NODES + 1];          /* whether somebody has popped the node: only the assertion reads it */
byte finished;                  /* processes that are done */

#ifdef MISTAKE
#define NEW_VERSION version
#else
#define NEW_VERSION version + 1
#endif

/* One step, as in hardware: if `top` and `version` are what was read, put in another top. Then leave the
   loop around it. `d_step` makes one step of several; it can be taken if its first statement can. */
inline compare_and_swap(expected, tag, replacement)
{
    if
    :: d_step {
            top == expected && version == tag;
            top = replacement;
            version = NEW_VERSION
        };
        break
    :: else
    fi
}

active [N] proctype user()
{
    byte rounds = (_pid == 0 -> ROUNDS : 1);
    byte node;
    byte next;
    byte tag;

    do
    :: rounds > 0 ->
        rounds--;

        /* pop */
        do
        :: d_step { top != NIL; node = top; tag = version };
            next = below[node];
            compare_and_swap(node, tag, next)
        :: top == NIL ->
            goto come_back      /* nothing to be had in this round */
        od;

        assert(!owned[node]);
        owned[node] = true;
        owned[node] = false;

        /* push */
        do
        :: d_step { next = top; tag = version };
            below[node] = next;
            compare_and_swap(next, tag, node)
        od;
come_back:
        skip
    :: else -> break
    od;
    finished++
}

ltl finishes { <> (finished == N) }
