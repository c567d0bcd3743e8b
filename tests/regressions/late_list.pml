/* A list of values behind the first statement: the array has them from the creation of the process
   on, and the step that stands there sets the first element alone. SPIN calls it an error and goes
   on. */
byte rounds;
active proctype p() {
  do
  :: rounds < 3 ->
     byte a[4] = { 1, 2, 3 };
     assert(a[0] == 1 && a[1] == 2 + rounds && a[3] == 3);
     a[0] = 9;
     a[1]++;
     rounds++
  :: else -> break
  od
}
active proctype q() {
  if
  :: p[0]:a[1] == 2 && p[0]:a[3] == 3
  :: p[0]:a[1] == 5
  fi
}
