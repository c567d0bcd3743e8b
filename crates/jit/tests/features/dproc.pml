byte x; typedef T { byte a; bit f[5]; short s }; T t[3]; hidden byte h; unsigned u : 5; int m[3];
D_proctype d() { do :: x < 3 -> x++ :: x > 1 -> x = 0 :: t[x].f[2] -> t[x].s = t[x].s - 1; break od }
active proctype e() { byte i; do :: t[i].f[x] = 1; u = u + 7 :: t[i].a = t[i].a + 50; m[i] = m[i] * 3 + t[1].s :: i < 2 -> i++ :: else -> i = 0; printf("%d %d\n", m[x], x) :: assert(u != 3) :: run d() -> x = 0; od }
