byte x; chan c = [1] of { byte }; chan d = [1] of { byte };
active proctype a() { do :: enabled(1) && x < 2 -> x++ :: !enabled(2) -> x = 0 :: c!x :: d!x od }
active proctype b() provided (x != 3) { byte v; do :: c?v :: x > 1 -> x++ :: pc_value(0) > 1 -> x = 3 :: enabled(2) -> skip od }
active proctype e() provided (enabled(0) || x == 3) { byte v; end: do :: d?v -> x = v :: timeout -> x = 1; :: _last == 1 -> skip od }
