/* Truth: violated. What is dead at the end of a round differs after the first one: a search that forgets
   dead variables closes the cycle before the program does. */
byte g, x;
active proctype A() {
    byte y, z;
    y = 5;
    do :: g = 1 - g; if :: y = 1 :: y = 2 fi; x = y; z = y od
}
active proctype B() { byte k; do :: k = 1 :: k = 2 od }
ltl p { <>(g == 7) }
