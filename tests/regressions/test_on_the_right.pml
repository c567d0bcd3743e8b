/* Comparisons with the constant on the left, and values that are cut to their type. */
byte v = 1, w;
active proctype Sets() { v = 260 }
active proctype Waits() { if :: 3 > v -> w = 1 :: 4 <= v -> w = 2 :: else -> w = 3 fi }
active proctype Less() { 2 < v; w == 1; v = 2; assert(w != 1) }
