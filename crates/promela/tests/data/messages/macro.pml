#define SET(v, e) v = e; v += 1
#define BOTH SET(x, 1); SET(y, 2 +)
byte x, y;
init {
	BOTH
}
