/* A run that ends in a fault is fair to everybody, B included, who could have gone on.
   Truth: p violated, with weak fairness too; assertions violated. */
byte y, z;
active proctype A() { z = 1 / z }
active proctype B() { byte b; do :: b < 3 -> b++ :: else -> y = 1; break od }
ltl p { <> (y == 1) }
