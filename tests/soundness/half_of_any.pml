/* What a send to an unknown channel offers is cut to the type of the channel that is meant, not to that of
   the last one. Truth: p violated; assertions hold. */
chan a = [0] of { int };
chan b = [0] of { byte };
bool x, y;
active proctype R() {
  if
  :: a?300 -> y = 1
  :: x = 1
  fi;
  x = 0
}
active proctype S() {
  chan c;
  c = b; c = a;
  c!300
}
ltl p { [] !y }
