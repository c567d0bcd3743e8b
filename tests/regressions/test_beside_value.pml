/* One option tests a variable that another one reads. */
byte v, w;
active proctype Sets() { v = 3 }
active proctype Reads() { if :: v < 5 :: w = v fi }
active proctype Sees() { w == 3 -> assert(false) }
