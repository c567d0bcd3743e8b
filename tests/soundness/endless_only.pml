/* Here A does nothing else. A set that has only A's step leads nowhere, and B's assertion is lost with it.
   Truth: assertion violated; p and q violated. */
byte y;
active proctype A() { byte z; atomic { z = 1; do :: z = 3 - z od } }
active proctype B() { y = 1; assert(false) }
ltl p { <> (y == 1) }
ltl q { [] (y == 0) }
