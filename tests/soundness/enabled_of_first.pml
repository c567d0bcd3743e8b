/* A property belongs to no process, so it may ask whether process 0 is enabled. P can move until x is 2.
   Truth: p holds; q violated; r violated, because P can go on by its timeout. */
byte x;
active proctype P() { x = 1; timeout; x = 2; x == 5 }
ltl p { [] (enabled(0) || x == 2) }
ltl q { [] enabled(0) }
ltl r { [] (x == 1 -> !enabled(0)) }
