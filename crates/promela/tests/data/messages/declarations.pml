bytee x;
mtype = { red, green, if };
typedef Pair { int a int b }
Piar q;
chan c = [2] off { byte };
chan d = 2 of { byte };
byte a[3;
hidden proctype p() { skip }
init {
	mtype = { blue };
	int y z;
	typedef Inner { byte v };
	L: int w;
	skip
}
x = 1;
actve proctype r() { skip }
