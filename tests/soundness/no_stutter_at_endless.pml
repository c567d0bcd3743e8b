/* The same for a run that stays inside an atomic sequence: it does not come back.
   Truth: p holds; q violated by the run that stays inside when x is 0. */
bit x; byte z;
active proctype P() { do :: x = 1; x = 0 od }
active proctype Q() { atomic { x == 0 -> do :: z = 1 - z od } }
ltl p { !( <> (x == 0 && X (x == 0)) && []<> (x == 1) ) }
ltl q { []<> (x == 1) }
