/* Five lines on which SPIN 6.5.2 answers "errors: 0", though there is an error.

   Process `setter` sets p and ends. Process `spinner` goes round for ever and touches nothing that anybody
   else can see. The never claim describes what must not happen: p is false at first, for one state or
   more, and then true for ever (a run on which p is true from the start is not meant). If the setter runs at once, that is what happens: the claim is violated.

   How one can miss it. Partial order reduction follows a step alone if nobody can see it and nothing depends
   on it: here the step of the spinner. The setter is put off, and since that must not go on for ever, it
   is let go when the search closes a cycle. The cycle is one of the product, of program and claim:

   - if the claim stays in its first state, the step of the spinner closes a cycle, so the setter is
     let go. But then p is true, and the claim is where it must be false: a dead end;
   - if the claim goes on to its second state, the step of the spinner leads to a new state, so the
     setter is put off. But there p must be true, and is not: a dead end.

   The bad run needs the claim to go on and the setter to move at the same time, and this is what is never
   tried. Siegel found it in 2019 ("What's wrong with on-the-fly partial order reduction", CAV 2019,
   figure 2), 25 years after the theorem that allowed it.

       stubborn check models/siegel.pml
           holds: assertions, deadlock
           violated: never

   In Stubborn the claim moves only when something changes that it reads; docs/reduction.md and
   docs/stuttering.md say why that is enough. The old scheme can be tried, and is marked as what it is:

       stubborn check --reduction list models/siegel.pml
       stubborn check --reduction v0 --property never models/siegel.pml

   SPIN, with its reduction and without:

       spin -a siegel.pml && gcc -o pan pan.c            && ./pan -a
       spin -a siegel.pml && gcc -DNOREDUCE -o pan pan.c && ./pan -a

   With -D FIXED the setter does not set p, and there is nothing to find.

       stubborn check -D FIXED models/siegel.pml
           holds: assertions, deadlock, never */

bit p = 0;

active proctype setter()
{
#ifdef FIXED
    skip
#else
    p = 1
#endif
}

active proctype spinner()
{
    bit x = 0;

    do
    :: x = 1 - x
    od
}

never {
before:
    do
    :: !p
    :: !p -> break
    od;
accept_after:
    do
    :: p
    od
}
