/* Only the youngest process can die, and its number is given again. */
byte last;
proctype Q(byte n) { last = n }
active proctype P() { run Q(1); run Q(2); (_nr_pr == 1); last = run Q(3); (_nr_pr == 1); last = run Q(4) }
