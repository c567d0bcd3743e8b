/* Truth: never holds: x is never 5, and the other ways of the claim lead to no end. */
byte x; active proctype P() { x = 1; x = 2 }
never { T0: if :: x == 5 -> goto end0 :: else -> goto T0 fi; end0: false }
