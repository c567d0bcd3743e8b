/* Leader election in a ring: N nodes that know only their own number agree on one of them.

   This is the algorithm of Chang and Roberts (1979). Each node sends its number to its neighbour. A node
   passes on numbers that are larger than its own and swallows smaller ones, so the largest number alone
   gets round. Who receives its own number is the leader and sends the news round.

   `init` deals the numbers out in every possible order, so that one check is about all rings of this
   size.

   assertions  the leader is the node with the largest number, and everybody is told its number.
   deadlock    every node comes to its end.
   one_leader  there are never two leaders.
   elected     some day all nodes know who leads. Every run comes to an end, and the checker lets a run
               that has ended stay in its last state for ever; so no fairness is needed.

       stubborn check models/leader_election.pml
           holds: assertions, deadlock, one_leader, elected

   With -D MISTAKE a node passes on smaller numbers too. Then every number gets round.

       stubborn check -D MISTAKE models/leader_election.pml
           violated: assertions, one_leader
           holds: deadlock, elected

   To try: -D N=5; `stubborn explain models/leader_election.pml` says which statements cannot disturb
   others. */

#ifndef N
#define N 4
#endif

mtype = { candidate, leader };

chan ring[N] = [N] of { mtype, byte };  /* node i receives from ring[i] */

byte leaders;
byte informed;

proctype node(byte place; byte number)
{
    byte other;

    ring[(place + 1) % N]!candidate, number;
    do
    :: ring[place]?candidate, other ->
        if
        :: other > number ->
            ring[(place + 1) % N]!candidate, other
        :: other < number ->
#ifdef MISTAKE
            ring[(place + 1) % N]!candidate, other
#else
            skip            /* the number `other` is out of the race */
#endif
        :: other == number ->
            assert(number == N);
            leaders++;
            ring[(place + 1) % N]!leader, number
        fi
    :: ring[place]?leader, other ->
        assert(other == N);
        informed++;
        if
        :: other == number  /* the news has been all round */
        :: else -> ring[(place + 1) % N]!leader, other
        fi;
        break
    od
}

init
{
    bool dealt[N + 1];
    byte place;
    byte number;

    atomic {
        do
        :: place < N ->
            select (number : 1 .. N);
            /* If that number is gone, the next free one. */
            do
            :: dealt[number] -> number = number % N + 1
            :: else -> break
            od;
            dealt[number] = true;
            run node(place, number);
            place++
        :: else -> break
        od
    }
}

ltl one_leader { [] (leaders <= 1) }
ltl elected    { <> (informed == N) }
