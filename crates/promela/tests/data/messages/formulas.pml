byte x, y;
ltl a { [] (x == 1 }
ltl b { <> }
ltl c { [] x + <> y }
ltl d { x U }
ltl { always eventually x = 1 }
init { x = y }
