/* The same, left on x == 0, which is so in the first state.
   Truth: never violated. */
byte x; active proctype P() { x = 1; do :: x = 3 - x od }
never { atomic { do :: true :: x == 0 -> break od }; accept: do :: x > 0 od }
