/* More states than can be visited while a test waits: 200^6. */
active [6] proctype P() {
    byte n;
    do
    :: n < 199 -> n++
    :: n > 0 -> n--
    od
}
