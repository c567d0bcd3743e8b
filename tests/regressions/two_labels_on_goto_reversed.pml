byte x;
active proctype P0() { x=1; L6: end5: goto X; x=2; X: x=3 }
init { P0[0]@end5 ; P0[0]@L6 }
