/* A and B hand control to each other for ever. Neither goes round inside its own atomic sequence.
   Truth: p violated, by all runs; with weak fairness too, because C is blocked meanwhile. */
byte y; chan c = [0] of { bit }; chan d = [0] of { bit };
active proctype A() { do :: atomic { d?_; c!1 } od }
active proctype B() { do :: atomic { c?_; d!1 } od }
active proctype C() { y = 1; d!1 }
ltl p { [] (y == 0) }
