/* The end label is inside an atomic sequence, which is not left: x is not 1 in the first state.
   Truth: never violated. */
byte x; active proctype P() { x = 1 }
never { atomic { x == 0; end0: x == 1 }; false }
