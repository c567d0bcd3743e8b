chan c = [0] of { byte }; byte x;
active proctype a() { { do :: x < 4 -> x++ :: c!x od } unless { { x == 3 -> skip; x = 0 } unless { c?eval(x) -> x = 5 } } ; atomic { c?x; x = 1; c!2 ; x = 3 } }
active proctype b() { byte v; do :: c!3 :: c?v :: atomic { v > 1 -> c?v; v++ } od unless { x == 5 -> skip } }
active proctype f() { byte v; do :: c?v -> v = v / (v - 3) :: c!v od unless timeout }
