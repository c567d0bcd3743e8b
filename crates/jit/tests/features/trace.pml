chan q = [2] of { byte, byte }; chan r = [0] of { byte };
trace { do :: q!1,3; q?1,_ :: r!2; r?2 :: q!2,3; r!1; r?_; q?_,_ od }
active proctype s() { byte i; do :: q!i,3 :: r!i :: i < 3 -> i++ :: i == 3 -> i = 0 od }
active proctype t() { byte v; byte m; do :: q?m,v :: r?v od }
