byte g4;
active proctype P0() {
  atomic { goto end6 };
  atomic { g4 = 0; end6: skip }
}
