/* A fault inside an atomic sequence ends the run in the state in which the sequence begins.
   Truth: p violated, because y is 1 there; q holds, because no state with z = 1 is ever seen. */
byte y, z, i = 7; byte a[2];
active proctype P() { y = 1; atomic { z = 1; a[i] = 1 } }
ltl p { [] (y == 0) }
ltl q { [] (z == 0) }
