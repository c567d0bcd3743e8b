/* SPIN runs both. */
byte x;
init { x = x + 1 }
init { x = x + 2; assert(x != 3) }
