/* Ends of channels that one process has to itself: kept, broken and claimed twice; by name, by
 * parameter, by a variable that changes later, by an element; in steps, sequences and after death. */
chan q = [2] of { byte };
chan r[2] = [1] of { byte };
chan swap = [1] of { chan };
byte turns;

active proctype Keeper() {
	byte x;
	xr q; xs r;
	do
	:: q?x; r[x % 2]!x
	:: turns > 3 -> break
	od
}

active proctype Sender() {
	xs q;
	do
	:: turns < 3 -> q!turns; turns++
	:: turns >= 3 -> break
	od;
	turns++
}

proctype Short(chan c; byte late) {
	byte x;
	xr c;
	if
	:: late -> c?x; c = q
	:: else
	fi
}

proctype Poker() {
	chan c;
	byte x;
	do
	:: swap?c;
		if
		:: c?x
		:: c?<x>
		:: d_step { c??1; x = 2 }
		:: atomic { x = 1; c!x }
		:: c!!3
		:: else
		fi
	:: swap!q
	:: swap!r[0]
	:: swap!r[1]
	od
}

init {
	run Short(r[0], 0);
	run Short(r[1], 1);
	if
	:: run Short(r[0], 1)
	:: run Poker()
	:: run Short(q, 0)
	:: skip
	fi
}
