/* Channels that are no words, sorted sends, random receives, and channels chosen at run time. */
chan big = [5] of { int, byte, bit }; chan small = [2] of { byte }; chan meet = [0] of { byte, short };
chan which; bit flags[70]; byte table[4]; byte row[3]; byte at;
proctype user(chan c) { byte i; int v; bit b;
  do :: c!i :: c?i :: c??1 :: i < 2 -> i++ :: len(c) == 1 -> flags[i + 60] = 1 :: full(c) -> break :: c!!i od }
active proctype talk() { byte i; int v; bit b; short s;
  do :: big!!-i,i,1 :: big!i * 1000,at,0 :: big?v,i,b :: big??v,2,b :: big??[5,i,b] -> at++
  :: meet!at,-v :: meet?i,s :: i < 3 -> i = i + 1 :: which = small :: which = meet :: which!i :: which?i
  :: at > 2 -> at = row[at]; table[at] = i; break od }
active proctype hear() { byte i; short s; do :: meet?i,s -> row[i] = 1 :: meet?2,s -> break :: meet?eval(at),s od }
init { run user(small); run user(big); run user(which) }
