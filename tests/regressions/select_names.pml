/* `select` over constants is one step for a plain name, and a loop for one with an underscore. */
byte plain, with_line;
active proctype P() {
  select(plain : 1 .. 3);
  select(with_line : 1 .. 3)
}
