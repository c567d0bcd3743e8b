byte x;
chan c = [1] of { byte };
active proctype P() { do :: x < 2 -> x++ :: timeout -> x = 0 :: c?_ od }
active proctype Q() { if :: x == 2 -> c!1 :: else -> c!2 fi; c!3; end: false }
