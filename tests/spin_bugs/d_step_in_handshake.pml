/* SPIN 6.5.2 lets a process run a d_step between the two halves of the handshake of two others, if
   the d_step starts with a printf, an assertion or a receive: such code does not ask whether a
   handshake is under way.
   Truth: holds, a rendezvous channel never has a message in it. SPIN: assertion violated. */
chan c = [0] of { bit };
active proctype s() { c!0 }
active proctype r() { c?_ }
active proctype watch() {
  d_step { assert(len(c) == 0); skip }
}
