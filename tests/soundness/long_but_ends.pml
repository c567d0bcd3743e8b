/* An atomic sequence of 600 steps, and one whose ways meet again and again. Both end.
   Truth: p holds. */
byte y, z;
active proctype P() {
    short i;
    atomic { i = 0; do :: i < 300 -> i++ :: else -> break od };
    atomic { i = 0; do :: i < 12 -> if :: z = 1 :: z = 2 fi; i++ :: else -> break od };
    y = 1
}
ltl p { <> (y == 1) }
