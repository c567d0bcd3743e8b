/* The atomic sequence of A touches nothing that the property reads and nothing of B's, so its step could be a
   proper set. But one of its ways ends the run, and what B does is never seen after it.
   Truth: p violated by the run that ends before B moves; q violated by the one in which B moves. */
byte y;
active proctype A() { byte a[2]; byte i; atomic { i = 1; if :: i = 7; a[i] = 1 :: skip fi } }
active proctype B() { y = 1 }
ltl p { <> (y == 1) }
ltl q { [] (y == 0) }
