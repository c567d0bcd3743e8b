c_decl { typedef struct { int n; } T; }
c_state "T t" "Global"
byte x, y;
init {
	c_code { now.x = '}'; };
	if
	:: c_expr { now.x > 1 } -> STDIN?y
	:: else -> scanf("%d", y)
	fi
}
