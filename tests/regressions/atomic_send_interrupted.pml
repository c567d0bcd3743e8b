/* An atomic sequence that comes to a send without a partner is interrupted, and then others see
   what it did so far. So the step by which the partner gets ready is not independent of the
   sequence: a reduction that takes it first does not find the assertion violated. */
byte g;
chan c = [0] of { bit };

active proctype Sender() {
  atomic {
    g = 1;
    c!0;
    g = 0
  }
}

active proctype Receiver() {
  byte ready;
  ready = 1;
  c?_
}

active proctype Observer() {
  assert(g == 0)
}
