#define high (x == 1)

byte x;

active proctype toggle() {
    do
    :: x = 1 - x
    od
}
