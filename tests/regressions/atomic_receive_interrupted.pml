/* An atomic sequence that comes to an empty channel is interrupted, and then others see what it did
   so far. So the send that fills the channel is not independent of the sequence: a reduction that
   takes it first does not find the assertion violated. */
byte g;
chan c = [1] of { bit };

active proctype Receiver() {
  atomic {
    g = 1;
    c?_;
    g = 0
  }
}

active proctype Sender() {
  c!0
}

active proctype Observer() {
  assert(g == 0)
}
