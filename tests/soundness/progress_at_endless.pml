/* One that begins at a progress label is at it for ever. And a run that ends in a fault is no cycle.
   Truth: progress holds; assertions violated. */
byte z, i = 7; byte a[2];
active proctype P() { progress0: atomic { z = 1; do :: z = 3 - z od } }
active proctype Q() { progress1: skip; a[i] = 1 }
