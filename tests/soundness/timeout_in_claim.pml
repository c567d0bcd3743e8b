/* `timeout` holds where nothing else can happen: where P waits for it with x = 1, and where it has ended its work.
   Truth: never violated, p violated, q holds. */
byte x;
active proctype P() { x = 1; timeout; x = 2; x == 5 }
never { do :: x == 1 && timeout -> break :: else od; accept: do :: true od }
ltl p { [] (x == 1 -> !timeout) }
ltl q { [] (timeout -> x > 0) }
