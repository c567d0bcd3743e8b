/* An `unsigned` without a width has 16 bits, and a width of another type is ignored. SPIN calls both
   an error and goes on. */
unsigned u;
byte b : 3;
active proctype p() {
  u = 65536 + 7;
  b = 255;
  assert(u == 7 && b == 255)
}
