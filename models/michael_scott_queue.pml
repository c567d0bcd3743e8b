/* Michael and Scott's lock-free queue.

   The queue is a linked list with one node that counts for nothing in front: `head` names that node, the
   first value is in the node after it. `tail` names the last node, or one shortly before it: to put a
   node in takes two steps, one that links it behind the last, and one that moves `tail` on. Whoever
   finds `tail` lagging behind moves it on for the other, so nobody waits for anybody.

   Two producers put in their items, one after the other; a consumer takes out all. A node is used once.

   assertions  the items of a producer come out in the order in which it put them in.
   deadlock    all processes come to their end: no item is lost.
   finishes    every run comes to its end, whatever the scheduler does: who must try again has been
               overtaken by somebody who was done with a step, and there are only so many.

       stubborn check models/michael_scott_queue.pml
           holds: assertions, deadlock, finishes

   With -D MISTAKE a producer links its node without looking whether somebody else has linked one there
   meanwhile. Then the other's is gone.

       stubborn check -D MISTAKE models/michael_scott_queue.pml
           violated: assertions, deadlock, finishes

   To try: with the mistake, is one item for each producer enough to break the order (-D EACH=1)? Leave out
   that others move `tail` on: which property fails? */

#ifndef EACH
#define EACH 2                  /* items of a producer */
#endif
#define PRODUCERS 2
#define ITEMS (PRODUCERS * EACH)

#define NIL   0                 /* no node */
#define DUMMY 1                 /* the node in front at first */
#define FIRST 2                 /* the node of the first item of the first producer */

byte head = DUMMY;
byte tail = DUMMY;
byte next[FIRST + ITEMS];       /* the node behind each */
byte received;                  /* items that came out */

/* Each of these is one step, as in hardware, and does nothing if somebody was faster. */
inline move_tail(expected, node)
{
    if
    :: d_step { tail == expected; tail = node }
    :: else
    fi
}

#ifdef MISTAKE
#define FREE(node) true
#else
#define FREE(node) next[node] == NIL
#endif

active [PRODUCERS] proctype producer()
{
    byte item;
    byte node;
    byte last;
    byte after;

    do
    :: item < EACH ->
        node = FIRST + _pid * EACH + item;
        do
        :: last = tail;
            after = next[last];
            if
            :: after != NIL ->
                move_tail(last, after)      /* somebody has linked a node and not yet moved on */
            :: else ->
                if
                :: d_step { FREE(last); next[last] = node };
                    move_tail(last, node);
                    break
                :: else
                fi
            fi
        od;
        item++
    :: else -> break
    od
}

active proctype consumer()
{
    byte taken[PRODUCERS];      /* items of each producer so far */
    byte last;
    byte after;

    do
    :: received < ITEMS ->
        next[head] != NIL;      /* wait for an item */
        last = tail;
        after = next[head];
        if
        :: head == last ->
            move_tail(last, after)          /* never let `head` overtake `tail` */
        :: else ->
            head = after;
            assert((after - FIRST) % EACH == taken[(after - FIRST) / EACH]);
            taken[(after - FIRST) / EACH]++;
            received++
        fi
    :: else -> break
    od
}

ltl finishes { <> (received == ITEMS) }
