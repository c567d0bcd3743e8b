byte n; chan all[2] = [1] of { byte };
proctype w(byte id; chan in; chan out) { chan own = [1] of { byte, bit }; byte seen; byte b; bit c;
L1: do :: in?b -> seen = b :: out!id :: own!id,1 :: own?b,c -> break :: seen == 1 -> goto L2 od;
L2: n++ }
init { byte p; p = run w(0, all[0], all[1]); run w(1, all[1], all[0]);
 do :: w[p]@L2 -> n = 0; break :: w[1]:seen == 1 && w[2]:b != 0 -> n = n + 1; break :: n > 1 -> run w(n, p, all[n % 2]); break :: _nr_pr == 1 -> break od }
