/* A handshake hands the exclusive right of an atomic sequence to the receiver, or loses it. */
chan c = [0] of { byte };
byte x;
active proctype S() { atomic { c!1; x = 1; c!2; x = 2 } }
active proctype R() { byte y; c?y; atomic { c?y; y = 7 } }
active proctype Other() { x = 9 }
