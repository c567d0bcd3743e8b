/* The run that stays inside an atomic sequence that begins away from a progress label is a cycle without progress.
   Labels inside are not seen.
   Truth: progress violated. */
byte z;
active proctype P() { progress0: z = 1; atomic { z = 2; do :: progress1: z = 3; z = 2 od } }
