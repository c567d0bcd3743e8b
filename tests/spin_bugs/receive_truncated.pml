/* SPIN 6.5.2 takes a receive back by putting the variable's value into the channel again, and a
   bit cannot hold what it received: after `c?g` was tried, the message is 0, and `c?b` gets 0.
   Truth: violated, b is 2 after `c?b`. SPIN: errors: 0. */
bit g;
byte b;
chan c = [1] of { byte };
active proctype sender() { c!2 }
active proctype receiver() {
  if
  :: c?g
  :: c?b
  fi;
  assert(b != 2)
}
