/* A declaration below the head of a body is an assignment, and a location of its own. */
active proctype P() {
  byte a = 3;
  byte b = a + 1;
  a = 1;
  byte c = a;
  { byte d; d = c }
}
