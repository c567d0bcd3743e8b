/* A variable as the size of an array stands for its first value, also a local one; one that starts
   with zero, as a parameter does, stands for 8. */
byte zero;
byte z[zero];
proctype q(byte n) {
  byte a[n];
  a[7] = n;
  assert(a[7] == 2)
}
active proctype p() {
  byte n = 3;
  byte b[n];
  n = 1;
  b[2] = 1;
  z[7] = 1;
  run q(2)
}
