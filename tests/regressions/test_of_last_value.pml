/* A step that writes a constant first and something else last. */
byte u, v, w;
active proctype Sets() { u = 7; d_step { v = 0; v = u } }
active proctype Waits() { v == 0; w = 1; v == 0; w = 2 }
active proctype Sees() { w == 1 && v == 7 -> assert(false) }
