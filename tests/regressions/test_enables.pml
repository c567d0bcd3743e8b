/* A constant that makes a guard come out true, behind one that does not. */
byte v, w;
active proctype Two() { v = 2; v = 1 }
active proctype One() { v == 1; w = 1 }
active proctype Zero() { v == 2; w == 0; v = 0; assert(w == 1) }
