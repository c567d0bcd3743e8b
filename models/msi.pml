/* MSI: caches that stay coherent, by a directory.

   Each processor has a cache that can hold one line of memory: Modified (it may read and write, and nobody
   else has the line), Shared (it may read, others may too) or Invalid. A cache that needs more than
   it has asks the directory, `home`, which knows who holds the line and serves one request at a time:

   - to share: the owner, if there is one, hands its data back and keeps a shared copy;
   - to modify: all others who hold the line are told to invalidate it; when each of them has
     answered, the one who asked gets the line for itself.

   A cache answers `home` before it lets its processor go on, also while its own request is under way: in
   the meantime it may lose the copy that it asked to modify. A shared copy can be dropped without a word,
   so `home` may ask a cache to invalidate what it no longer has.

   coherence   while one cache is Modified, all others are Invalid.
   assertions  a processor reads what was written last, by whomever.
   deadlock    somebody can always move.
   served      when cache 0 has asked to modify, it gets what it wants. That holds under weak fairness: home
               takes requests in the order in which they came, and everybody answers.

       stubborn check --fair weak models/msi.pml
           holds: assertions, deadlock, coherence, served

   With -D MISTAKE home sends the invalidations and grants the line at once, before the answers are in.
   For a while an old copy lives beside the new one.

       stubborn check --fair weak -D MISTAKE models/msi.pml
           violated: assertions, coherence
           holds: deadlock, served

   To try: -D N=3, a million states. Is it enough if the channels to the caches hold one message? None
   (`[0]`, a rendezvous)? */

#ifndef N
#define N 2
#endif

#define NOBODY N

mtype = { invalid, shared, modified };              /* states of a line */
mtype = { get_shared, get_modified };               /* requests */
mtype = { give_shared, give_modified, downgrade, invalidate };      /* from home */

chan requests = [N] of { mtype, byte };             /* what, and who asks */
chan to_cache[N] = [2] of { mtype, bit };           /* what, and data */
chan answers = [N] of { bit };                      /* data of whom home has asked */

mtype state[N] = invalid;
bit written;                /* the value written last: only the assertion reads it */

active [N] proctype cache()
{
    bit line;
    bool asked;             /* a request is under way */

    do
    /* What home says. */
    :: to_cache[_pid]?give_shared, line ->
        state[_pid] = shared;
        asked = false
    :: to_cache[_pid]?give_modified, line ->
        state[_pid] = modified;
        asked = false
    :: to_cache[_pid]?downgrade, _ ->
        state[_pid] = shared;
        answers!line
    :: to_cache[_pid]?invalidate, _ ->
        state[_pid] = invalid;
        answers!line

    /* What the processor does, as long as home says nothing. */
    :: empty(to_cache[_pid]) && state[_pid] != invalid ->
        assert(line == written)                     /* read */
    :: empty(to_cache[_pid]) && state[_pid] == modified ->
        atomic { line = 1 - line; written = line }  /* write */
    :: empty(to_cache[_pid]) && state[_pid] == invalid && !asked ->
        asked = true;
        requests!get_shared, _pid
    :: empty(to_cache[_pid]) && state[_pid] != modified && !asked ->
        asked = true;
asks_to_modify:
        requests!get_modified, _pid
    :: empty(to_cache[_pid]) && state[_pid] == shared && !asked ->
        state[_pid] = invalid                       /* make room */
    od
}

active proctype home()
{
    bit memory;
    bit data;
    byte owner = NOBODY;    /* who has the line modified */
    bool holds[N];          /* who may have it at all */
    byte who;
    byte i;
    byte open;              /* invalidations that are not answered */

    do
    :: requests?get_shared, who ->
        if
        :: owner != NOBODY ->
            to_cache[owner]!downgrade, 0;
            answers?memory;
            owner = NOBODY
        :: else
        fi;
        holds[who] = true;
        to_cache[who]!give_shared, memory

    :: requests?get_modified, who ->
        for (i : 0 .. N - 1) {
            if
            :: holds[i] && i != who ->
                to_cache[i]!invalidate, 0;
                holds[i] = false;
                open++
            :: else
            fi
        }
#ifdef MISTAKE
        to_cache[who]!give_modified, memory;
#endif
        do
        :: open > 0 ->
            answers?data;
            open--;
            if
            :: owner != NOBODY -> memory = data     /* it was the only one to be asked */
            :: else
            fi
        :: else -> break
        od;
        owner = who;
        holds[who] = true;
#ifndef MISTAKE
        to_cache[who]!give_modified, memory
#endif
    od
}

/* All caches are alike, so that it is enough to look at the first one. */
#if N == 2
#define OTHERS_INVALID (state[1] == invalid)
#else
#define OTHERS_INVALID (state[1] == invalid && state[2] == invalid)
#endif

ltl coherence { [] (state[0] == modified -> OTHERS_INVALID) }
ltl served    { [] (cache[0]@asks_to_modify -> <> (state[0] == modified)) }
