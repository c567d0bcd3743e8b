/* Two-phase commit: all participants of a transaction commit, or none of them does.

   First phase: every participant votes. One that votes no aborts at once; one that votes yes gives its
   word and waits. Second phase: the coordinator counts the votes, decides to commit if all of them are
   yes, and tells everybody.

   agreement   never has one committed and another aborted.
   validity    nobody commits unless all have voted yes.
   decided     some day everybody has committed or aborted.
   deadlock    everybody comes to its end.

       stubborn check models/two_phase_commit.pml
           holds: assertions, deadlock, agreement, validity, decided

   With -D MISTAKE a participant that waits may lose its patience and abort by itself. It has voted yes,
   so the coordinator may have told the others to commit.

       stubborn check -D MISTAKE models/two_phase_commit.pml
           violated: agreement
           holds: assertions, deadlock, validity, decided

   Patience is the price of agreement. With -D CRASH the coordinator may stop at any point: agreement and
   validity hold still, but participants that have given their word wait for ever. Two-phase commit is
   safe and can block; that is no mistake in the model but a theorem about the protocol.

       stubborn check -D CRASH models/two_phase_commit.pml
           holds: assertions, agreement, validity
           violated: deadlock, decided

   To try: both macros at once. */

#ifndef N
#define N 3
#endif

mtype = { yes, no, commit, abort };

chan votes = [N] of { mtype };
chan decisions[N] = [1] of { mtype };

byte refusals;              /* participants that voted no */
byte committed;
byte aborted;

active [N] proctype participant()
{
    mtype decision;

    if
    :: true ->
        refusals++;
        votes!no;
        aborted++;
        goto done           /* whatever is decided, it can only be to abort */
    :: true ->
        votes!yes
    fi;

    if
    :: decisions[_pid]?decision
#ifdef MISTAKE
    :: true -> decision = abort
#endif
    fi;

    if
    :: decision == commit -> committed++
    :: decision == abort -> aborted++
    fi;
done:
    skip
}

/* A coordinator that may crash has a way out before each of its steps. */
#ifdef CRASH
#define OR_CRASH :: goto crashed
#else
#define OR_CRASH
#endif

active proctype coordinator()
{
    mtype vote;
    mtype decision = commit;
    byte counted;
    byte told;

    do
    :: counted < N ->
        if
        :: votes?vote
        OR_CRASH
        fi;
        if
        :: vote == no -> decision = abort
        :: else
        fi;
        counted++
    :: else -> break
    od;

    do
    :: told < N ->
        if
        :: decisions[told]!decision
        OR_CRASH
        fi;
        told++
    :: else -> break
    od;
crashed:
    skip
}

ltl agreement { [] !(committed > 0 && aborted > 0) }
ltl validity  { [] (committed > 0 -> refusals == 0) }
ltl decided   { <> (committed + aborted == N) }
