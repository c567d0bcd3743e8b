/* Hello: two processes add one to a counter, and a third looks at the result.

   In Promela a statement is one step: `counter++` cannot be interrupted. On most machines it is two,
   a load and a store, and with -D MISTAKE it is here too. Then both may load the same value, and
   one addition is lost. The checker tries all orders of steps; the run that it shows is one in
   which that happens.

       stubborn check models/hello.pml
           holds: assertions, deadlock
       stubborn check -D MISTAKE models/hello.pml
           violated: assertions
           holds: deadlock

   To try: put `atomic { ... }` around the two statements of the mistake. */

byte counter;
byte finished;              /* how many have added */

active [2] proctype adder()
{
#ifdef MISTAKE
    byte loaded;

    loaded = counter;
    counter = loaded + 1;
#else
    counter++;
#endif
    finished++
}

/* A condition that stands alone as a statement waits until it is true. */
active proctype observer()
{
    finished == 2;
    assert(counter == 2)
}
