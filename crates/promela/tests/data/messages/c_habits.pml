int x;
int y
proctype p(int a, int b) {
	int i;
	while (i < 3) {
		i += 1;
	}
	if (x == 1) {
		y = 2;
	} else {
		y = 3;
	}
	x = y == 1 ? 2 : 3;
	switch (x) { }
	return;
}
init {
	p(1, 2);
	x = 0xff;
	if :: x = 1 && y == 2 -> skip fi;
}
