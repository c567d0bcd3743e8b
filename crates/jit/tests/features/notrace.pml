chan q = [1] of { byte }; chan r = [0] of { byte, bit };
notrace { q!1; q?1; r!1,0; q!2 }
active proctype s() { byte i; do :: q!i :: r!i,0 :: i < 3 -> i++ :: i == 3 -> i = 0 od }
active proctype t() { byte v; bit w; do :: q?v :: r?v,w od }
