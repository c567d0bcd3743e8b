/* Bits are cut to one bit alone, but not in arrays; and a lone bit of a message is a byte. */
bit lone;
bit many[2];
chan one = [1] of { bit };
chan two = [1] of { bit, bit };
byte x, y;
active proctype P() {
  lone = 2;
  many[0] = 2;
  one!2;
  two!2,3;
  one?x;
  two?x,y;
  assert(lone == many[0])
}
