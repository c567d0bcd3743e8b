/* Where an atomic sequence ends depends on a test that another process makes come out true. */
byte v = 1, x, y;
active proctype Sets() { v = 0 }
active proctype Goes() { atomic { x = 1; v == 0; y = 1 } }
active proctype Sees() { x == 1 && y == 0 -> assert(false) }
