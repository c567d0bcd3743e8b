/* A run that ends repeats its last letter, but no run repeats it for a while and goes on. In every run that goes on, x
   changes with each step.
   Truth: p holds. With an edge from each state in which Q can fault to itself, p would be violated. */
bit x; byte z;
active proctype P() { do :: x = 1; x = 0 od }
active proctype Q() { (x == 0 && 1 / z == 1) }
ltl p { !( <> (x == 0 && X (x == 0)) && []<> (x == 1) ) }
