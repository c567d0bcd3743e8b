init { do :: 1; (0 >= 0); 0 od }
