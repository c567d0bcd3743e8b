/* SPIN 6.5.2 makes no transition for the state in which an atomic sequence comes to an `unless`
   that starts with a jump: the process is stuck there for ever.
   Truth: holds, p jumps and ends. SPIN: invalid end state. */
byte x;
active proctype p() {
  do
  :: atomic { x = 1; { goto out } unless { x == 5 } }
  od;
out:
  x = 2
}
