/* While A stays inside, B cannot move, so B is not treated unfairly.
   Truth: p violated, with weak fairness too. */
byte y, z, b;
active proctype A() { atomic { z = 1; do :: z = 3 - z od } }
active proctype B() { do :: b < 3 -> b++ :: else -> y = 1; break od }
ltl p { <> (y == 1) }
