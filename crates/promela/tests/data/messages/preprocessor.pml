#include "missing.h"
#defin N 3
#define F(a, b) a + b
#if N +
#endif
#ifdef X
byte x = F(1);
#else
byte x = F(1, 2, 3);
#endif
#elif
init { x = 'ab'; x = 1 }
#ifndef Y
/* open
