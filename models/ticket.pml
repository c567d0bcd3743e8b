/* A ticket lock: who comes first is served first.

   A customer takes a ticket from a machine and waits until its number is called. Whoever is done calls
   the next number. Tickets are counted modulo N: at most N are out at any time, so no two of them
   are the same.

   assertions  never are two customers inside.
   in_order    if customer 0 waits while customer 1 has not even come, then 1 does not get in before
               0 does. `W` is the weak until: the formula does not ask that 0 gets in at all.
   served      customer 0 gets in when it waits. That needs no fairness: the others come to stand
               behind it in the line, and then only those before it can move.

       stubborn check models/ticket.pml
           holds: assertions, deadlock, in_order, served

   With -D MISTAKE to read the machine and to advance it are two steps (a fetch-and-add that is not
   atomic). Two customers can get the same ticket.

       stubborn check -D MISTAKE models/ticket.pml
           violated: assertions, deadlock, in_order, served

   Look at the deadlock: two customers went in with one number, so nobody holds the number that is
   called next.

   To try: more customers, -D N=5. Is a modulus of N - 1 enough? */

#ifndef N
#define N 3
#endif

byte machine;               /* the ticket that is given out next */
byte called;                /* the ticket whose holder may go in */
byte inside;                /* customers in the critical section: only the assertion reads it */

active [N] proctype customer()
{
    byte ticket;

idle:
    do
    ::
#ifdef MISTAKE
        ticket = machine;
        machine = (machine + 1) % N;
#else
        atomic { ticket = machine; machine = (machine + 1) % N }
#endif
waiting:
        called == ticket;
critical:
        inside++;
        assert(inside == 1);
        inside--;
        called = (called + 1) % N
    od
}

#define waits0 (customer[0]@waiting)
#define in0    (customer[0]@critical)
#define idle1  (customer[1]@idle)
#define in1    (customer[1]@critical)

ltl in_order { [] (waits0 && idle1 -> (!in1 W in0)) }
ltl served   { [] (waits0 -> <> in0) }
