/* Automaton B2 of siegel_b2.pml beside a program with two processes. Truth: violated.
   Brunner's "search stack projection" (master's thesis, section 3.4.1), which the thesis expects to be
   correct, misses the run for some orders of the search. The processes share nothing, so their steps are
   independent as the thesis defines it (6.2), and the sets are a function of the program state and of the
   program states on the path. From the first state, four states of the product can be entered: x is 0 or 1, the claim is in
   S1 or S2. Beside S2 the toggle alone is followed if the other value of x is not on the path, and the claim
   goes to S1, where p must be true and is not. Where the other value is on the path, p = 1 is followed
   too, but the claim goes from S1 to S2, where p must be false. */
bit p = 0;
active proctype setter() { p = 1 }
active proctype toggle() { bit x; if :: x = 0 :: x = 1 fi; do :: x = 1 - x od }
never {
S0: if :: !p -> goto S1 :: !p -> goto S2 fi;
S1: if :: !p -> goto S2 :: p -> goto accept_S3 fi;
S2: if :: !p -> goto S1 fi;
accept_S3: do :: p od
}
