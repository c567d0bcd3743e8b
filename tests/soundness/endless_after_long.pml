/* The cycle inside comes after 300 steps, and behind a choice.
   Truth: p violated by the run that stays inside; q violated by the one that does not. */
byte y, z;
active proctype P() {
    short i;
    y = 1;
    atomic { i = 0; do :: i < 300 -> i++ :: else -> break od;
             if :: do :: z = 1 - z od :: skip fi };
    y = 2
}
ltl p { <> (y == 2) }
ltl q { [] (y < 2) }
