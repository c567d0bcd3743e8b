/* The same with an atomic sequence that may go on for ever.
   Truth: p violated, by the run that stays inside before B moves; q violated. */
byte y;
active proctype A() { byte z; atomic { z = 1; do :: z = 3 - z :: break od } }
active proctype B() { y = 1 }
ltl p { <> (y == 1) }
ltl q { [] (y == 0) }
