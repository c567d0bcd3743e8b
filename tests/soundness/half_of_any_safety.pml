/* See half_of_any.pml; Blow wastes the scout.
   Truth: assertions violated. */
chan a = [0] of { int };
chan c2 = [0] of { byte };
bool x, y, b;
active proctype R() {
  byte v;
  if
  :: a?300; y = 1
  :: x = 1
  fi;
  x = 0;
  assert(!y)
}
active proctype S() { chan c; c = c2; c = a; d_step { b == 0 -> skip }; d_step { b == 0 -> skip }; if :: c!300 :: skip fi }
active [4] proctype Blow() { byte n; b = 1; n=1;n=2;n=3;n=4;n=5;n=6;n=7;n=8;n=9;n=10;n=11;n=12;n=13;n=14;n=15;n=16;n=17;n=18;n=19;n=20; end: false }
