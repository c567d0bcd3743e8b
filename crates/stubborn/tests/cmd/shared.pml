byte both, mine;

active proctype P() {
    do :: both++; mine = 1 - mine
    od
}

active proctype Q() {
    do :: both = 0; byte own = 1 - own
    od
}
