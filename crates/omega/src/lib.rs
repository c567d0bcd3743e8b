//! LTL, generalized Büchi automata, and stuttering. Knows nothing of programs.
