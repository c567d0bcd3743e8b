byte g0;
active [2] proctype P1() {
  bit l7;
  g0++;
  { l7 = g0 } unless { 0; set_priority(_pid, 4) }
}
