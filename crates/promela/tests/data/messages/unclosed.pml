byte x;
proctype p() {
	do
	:: x == 1 -> x = 2
	:: x == 2 -> if :: x = 3
	od
}
active proctype q() {
	atomic {
		x = 1
}
init {
	run p()
}
