/* Faults of guards and of steps, processes and channels that come and go. */
byte n; chan c;
proctype child(byte depth; chan up) { chan own = [1] of { byte }; byte v = depth * 2;
  if :: depth < 3 -> run child(depth + 1, own); own?v; up!v :: depth == 3 -> up!v :: n / depth > 0 -> n = 7 % (depth - 1) fi }
active proctype root() { chan q = [2] of { byte }; byte v; c = q; run child(0, q); do :: q?v -> n = v; break :: c!1 :: v / n == 0 -> break :: _nr_pr > 4 -> v++ od }
active proctype stray() { byte v; do :: c?v -> n++ :: c?[3] -> n = 0 :: timeout -> break od }
