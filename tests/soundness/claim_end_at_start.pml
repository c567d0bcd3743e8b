/* The claim begins at an end label.
   Truth: never violated. */
byte x; active proctype P() { x = 1 }
never { end0: x == 7; false }
