/* Of skips in a row inside an option SPIN keeps the first and the last. */
active proctype P() {
  do
  :: skip; skip; skip; skip; break
  :: true; printf("x\n"); skip; 1; break
  od
}
