/* Truth: accept holds: the label is passed once, and the run ends behind it; assertions violated. */
byte z, i = 7; byte a[2];
active proctype P() { z = 1; accept: z = 2; a[i] = 1 }
