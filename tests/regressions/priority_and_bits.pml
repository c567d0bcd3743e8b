/* A bit beside a priority: SPIN's usual compression of states leaves the bit out. */
proctype P0() priority 1 { skip }
active proctype P1() {
  bit l;
  do
  :: l = 1 - l
  od
}
