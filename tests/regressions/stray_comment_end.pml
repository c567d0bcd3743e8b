/* Comments do not /* nest: the first end of one ends it, and other ends are ignored. */ */
*/
byte x;
active proctype p() {
  x = 2
  */ x = x */ * 3;
  assert(x == 6)
}
