/* Every kind of property, each violated: see the tests of the JSON document. */
byte x;
chan never_sent = [0] of { byte };

active proctype toggle() {
accept_here:
    do
    :: x < 2 -> x = 1 - x
    :: x == 0 ->
        x = 2;
        assert(x != 2);
        never_sent?x
    :: x == 3 ->
progress_here:
        skip
    od
}

ltl settles { <> [] (x == 2) }
ltl small { [] (x < 9) }

never {
    do
    :: true
    :: x == 1 -> break
    od;
accept_all:
    do
    :: true
    od
}
