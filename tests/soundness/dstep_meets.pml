/* A d_step that begins with a receive from a rendezvous channel must ask for its sender.
   Truth: p violated; assertions hold. */
chan a = [0] of { byte };
bool x, y;
active proctype R() {
  byte v;
  if
  :: d_step { a?v; y = 1 }
  :: x = 1
  fi;
  x = 0
}
active proctype S() {
  byte k;
  k = 1; k = k + 1;
  a!k
}
ltl p { [] !y }
