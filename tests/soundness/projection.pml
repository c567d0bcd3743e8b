/* Automaton B2 of siegel_b2.pml beside a program with three processes. Truth: violated.
   Brunner's "search stack projection" (master's thesis, section 3.4.1), which the thesis expects to be
   correct, misses the run for some orders of the search. Its sets satisfy C0 to C3, but which one is
   chosen in a program state depends on the path, and so on the claim, as in V1. */
bit p = 0;
active proctype p0() { p = 1 }
active proctype p1() { bit x = 0; do :: x = 1 - x od }
active proctype p2() { byte y; y = 1; y = 2 }
never {
S0: if :: !p -> goto S1 :: !p -> goto S2 fi;
S1: if :: !p -> goto S2 :: p -> goto accept_S3 fi;
S2: if :: !p -> goto S1 fi;
accept_S3: do :: p od
}
