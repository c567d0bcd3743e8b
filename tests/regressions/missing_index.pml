/* An array without its index is its first element. SPIN calls it an error and goes on. */
typedef Pair { byte x; byte y[2] };
byte e[3];
Pair t[2];
chan c[2] = [1] of { byte };
chan d = [1] of { Pair };
proctype q(byte v) { assert(v == 2) }
active proctype p() {
  e = 1;
  e++;
  assert(e[0] == 2 && e[1] == 0);
  run q(e);
  t.y = 3;
  t.x = e;
  assert(t[0].y[0] == 3 && t[0].x == 2 && t[1].x == 0);
  c!e;
  c[0]?e;
  d!t;
  t[0].x = 0;
  d?t;
  assert(t[0].x == 2 && len(c) == 0)
}
