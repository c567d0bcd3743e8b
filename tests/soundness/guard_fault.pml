/* The guard has no value in the second state, and its move is the same edge of the same process as the
   assignment before it: what faults must be said, not guessed from the last move of the run.
   Truth: assertions violated; p violated, since the run ends where i is 5. */
byte a[2]; byte i;
active proctype P() { i = 5; (a[i] == 1) }
ltl p { [] (i == 0) }
