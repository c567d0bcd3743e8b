active [3] proctype wide() {
    byte n;
    do
    :: n < 250 -> n++
    od
}

active proctype deep() {
    byte n;
    do
    :: n < 200 -> n++
    :: n == 200 -> assert(false)
    od
}
