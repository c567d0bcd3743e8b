/* SPIN 6.5.2 takes a receive back by putting the values of its arguments into the channel again,
   and evaluates `eval(g)` only after `g` was received: the message becomes (1,1).
   Truth: holds, the only message is (1,0). SPIN: assertion violated. */
byte g, h;
chan c = [1] of { byte, byte };
active proctype sender() { c!1,0 }
active proctype receiver() {
  if
  :: c?g,eval(g)
  :: c?g,h; assert(g == 1 && h == 0)
  fi
}
