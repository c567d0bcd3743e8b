/* An atomic sequence that cannot go on gives up its right, and takes it again. */
byte x;
active proctype P() { atomic { x = 1; x == 2; x = 3; x == 2; x = 4 } }
active [2] proctype Q() { x = 2 }
