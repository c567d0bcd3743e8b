byte turn;

active [2] proctype greeter() {
    _pid == turn;
    printf("hello from %d\n", _pid);
    turn++
}
