/* A model of any size: N counters modulo 10, and one modulo M: M * 10^N states, N + 1 steps each. */
#ifndef N
#define N 5
#endif
#ifndef M
#define M 1
#endif

active [N] proctype digit() {
    byte n;
    do :: n = (n + 1) % 10
    od
}

active proctype rest() {
    byte n;
    do :: n = (n + 1) % M
    od
}
