/* Truth: test is violated (B never stops). The atomic sequence of A never ends and leads to no state:
   to follow it alone would lose everything. */
byte x;
active proctype A() { byte y; atomic { y = 0; L: y = 1; goto L } }
active proctype B() { do :: x = 1 - x od }
ltl test { <>[] (x == 0) }
