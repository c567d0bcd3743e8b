/* The atomic loop of the claim reads the first state, however often it goes round: there x is 0. It leaves it only on x == 1.
   Truth: never holds. */
byte x; active proctype P() { x = 1; do :: x = 3 - x od }
never { atomic { do :: true :: x == 1 -> break od }; accept: do :: true od }
