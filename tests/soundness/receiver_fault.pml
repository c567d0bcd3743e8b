/* What the receiver demands of the message has no value.
   Truth: assertions violated; p violated, because the run ends with y = 1. */
byte y, i = 7; byte a[2]; chan c = [0] of { byte };
active proctype S() { y = 1; c!0; y = 2 }
active proctype R() { c?eval(a[i]) }
ltl p { [] (y == 0) }
ltl q { [] (y < 2) }
