/* SPIN 6.5.2 compares numbers of locations in `p[1]@here`, without a look at whether process 1 is
   a p. Truth: holds, there is no p. SPIN: assertion violated. */
proctype p() { here: skip }
active [2] proctype q() { assert(!p[1]@here); skip }
