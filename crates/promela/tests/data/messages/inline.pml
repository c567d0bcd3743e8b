byte x;
inline twice(a) {
	a = a * 2;
	assert(a = 4)
}
inline outer(b) {
	twice(b)
}
init {
	outer(x);
	twice(x, 1);
	twise(x)
}
