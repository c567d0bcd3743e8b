chan c = [0] of { byte, byte }; chan q = [3] of { byte, int }; byte g; int a[4]; byte k = 2;
active proctype s() { byte i; do :: c!i,g :: atomic { g < 3 -> g++; c!g,1 } :: i < 6 -> i++ :: else -> i = 0 od }
active proctype r() { byte u, v; do
 :: d_step { c?u,v -> a[u] = v; do :: v > 0 -> v-- :: else -> break od; g = v }
 :: d_step { c?eval(u),v -> if :: v > 1 -> g = 10 / (v - 2) :: else -> a[v + k] = 5 fi }
 :: d_step { u > 4 -> u = 0; v = 3 % (g + 0); c!1,2 }
 :: d_step { else -> q!u,v ; u++ }
 od unless { g == 3 -> g = 0 } }
active proctype p() { byte x; int y; do :: q?x,y :: q??1,y :: q?<x,y> :: q??<2,y> :: q!!x,y :: q?[1,y] -> y = 1 :: q??[x,0] -> y = 0 :: x = len(q) :: nfull(q) && full(q) -> skip :: g == 3 && empty(q) -> break od }
