byte x; byte y;
active proctype low() priority 1 { do :: x < 3 -> x++ :: x == 3 -> x = 0; set_priority(_pid, 4) :: y > 2 -> set_priority(0, 1); y = 0 od }
active proctype mid() priority 3 { do :: x == 2 && get_priority(0) < 5 -> y++ ; if :: y > 3 -> break :: else fi od }
active proctype late() priority 5 { do :: y == 1 -> y = 2 :: y == 4 -> set_priority(1, x); break od }
