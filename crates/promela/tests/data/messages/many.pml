byte x, y;
itn z;
mtype = { ack, nak };
chan c = [2] of { mtype, byte };
proctype p(int a, int b)
{
  x = 1 y = 2;
  if (x == 1) -> y = 2 fi;
  do
  :: x == 1 -> y = 2
  :: esle -> break
  od
  x += 3;
  if :: (x = 2) -> skip :: !full(c) -> skip fi;
  foo(3);
  prinft("hello");
  c!ack(3;
  assert(x = 1);
  while (x < 3) { x++ }
  x = 0x10;
  goto done
}
active proctype q() {
  int i;
  for (i : 0 .. 3) { x = x + i }
  atomic { x = 1; y = 2
  x = @ 3;
  printf("open);
  c_code { now.x = 3; };
}
init {
  break;
  run p(1, 2)
  od
}
