/* A run that ends in a fault at an accept label, or inside an atomic sequence that begins there, is accepting; one that ends
   after the label is not.
   Truth: accept violated; assertions violated. */
byte z, i = 7; byte a[2];
active proctype P() { z = 1; accept: atomic { z = 2; a[i] = 1 } }
