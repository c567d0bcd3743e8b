/* A state space of any size: seven counters, and as many states as the product of their moduli.
   FIRST and SECOND scale it; the number of steps of a state stays the same. */
#ifndef FIRST
#define FIRST 5
#endif
#ifndef SECOND
#define SECOND 1
#endif
#define count(modulus) byte c; do :: c = (c + 1) % modulus od
active [5] proctype digit() { count(10) }
active proctype first() { count(FIRST) }
active proctype second() { count(SECOND) }
