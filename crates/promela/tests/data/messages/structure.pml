chan c = [1] of { byte };
byte x;
active proctype p() {
	again: x = 1;
	if
	:: c?x -> goto agian
	:: else -> break
	:: else
	fi;
	atomic { start: x = 2 };
	again: d_step { x = 1; goto start };
	goto start
}
trace { x == 1; c!x }
