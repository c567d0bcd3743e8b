/* What is written does not disturb the guard, but it does what comes after it in the same step. */
byte v, w;
active proctype Sets() { v = 3 }
active proctype Reads() { d_step { v < 5; w = v } }
active proctype Sees() { if :: w == 3 -> assert(v != 3) :: timeout fi }
