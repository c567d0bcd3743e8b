/* The condition under which P may run has no value when i is 7.
   Truth: assertions violated; p violated, because the run ends with y = 1. */
byte y, i; byte a[2];
active proctype P() provided (a[i] == 0) { y = 1; i = 7; y = 2 }
ltl p { <> (y == 2) }
ltl q { [] (y == 0) }
