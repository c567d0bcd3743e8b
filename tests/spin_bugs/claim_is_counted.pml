/* SPIN 6.5.2 counts a claim among the processes, so that the assertion depends on whether there is a
   property.
   Truth: holds, A is the only process of the model. SPIN: assertion violated. */
byte x;
active proctype A() { assert(_nr_pr == 1) }
ltl p { [] (x == 0) }
