#define N 3
#define N 4
chan c = [N] of { byte };
byte unused;
ltl chained { len(c) > 0 -> len(c) > 1 -> len(c) > 2 }
ltl compared { [] len(c) == 0 }
active proctype p() {
	byte only_written, got;
	Accept: do
	:: c?got
	:: else -> only_written = 1
	od;
	c!99999999999
}
proctype lonely() {
	skip
}
