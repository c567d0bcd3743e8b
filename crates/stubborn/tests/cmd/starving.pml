/* J and K flip a bit each; I waits for one of them. */
bit x, y, p;
active proctype J() { do :: x = 1 - x od }
active proctype K() { do :: y = 1 - y od }
active proctype I() { do :: (x || y) -> p = 1 - p od }
ltl flips { <> x }
ltl moves { <> p }
