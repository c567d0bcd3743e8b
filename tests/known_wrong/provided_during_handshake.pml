/* SPIN asks a receiver's `provided` clause while the message of the handshake lies in the channel,
   where len(c) is 1. We ask it before the handshake, where it is 0, and the receiver never moves. */
chan c = [0] of { byte };
active proctype S() { c!0 }
active proctype R() provided (len(c)) { c?_ }
