/* While A stays inside, B could take its message in every state, and never does. The run that takes none is not fair
   to B; every other comes to y = 1.
   Truth: p violated; p holds with weak fairness. */
byte y, z; chan c = [0] of { bit };
active proctype A() { atomic { z = 1; do :: true :: c!1 -> break od } }
active proctype B() { c?_; y = 1 }
ltl p { <> (y == 1) }
