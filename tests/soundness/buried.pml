/* Truth: invalid end state. SPIN 6.5.2 with reduction: errors: 0. */
proctype P() { skip }
proctype N() { end: false }
init { run P(); run N(); _nr_pr == 2 }
