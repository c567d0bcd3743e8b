chan c = [1] of { byte, byte };
active proctype P1() { c!1,2 }
active proctype P2() { c?[_] }
