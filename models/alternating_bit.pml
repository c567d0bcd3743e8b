/* The alternating bit protocol: every message arrives once and in order, over channels that lose.

   The sender repeats a message, with a bit, until an acknowledgement with the same bit comes back; then
   it goes on to the next message with the other bit. The receiver accepts a message if its bit is
   the one that it expects, and acknowledges whatever it gets. The thief makes the channels lossy: it
   can take any message away. Messages are numbered modulo 4, so that the assertion can tell a message
   that comes twice from the next one.

   assertions  the receiver accepts messages in order, none twice, none left out.
   deadlock    somebody can always move. (That would hold of the thief and the sender alone.)
   delivery    if the receiver hears something again and again and so does the sender, then messages are
               accepted again and again. The `if` is needed: a thief who takes everything lets
               nothing through, and no protocol can help that.

       stubborn check models/alternating_bit.pml
           holds: assertions, deadlock, delivery

   With -D MISTAKE the receiver does not look at the bit. It accepts a repetition as something new.

       stubborn check -D MISTAKE models/alternating_bit.pml
           violated: assertions
           holds: deadlock, delivery

   With -D CARELESS it is the sender who does not look: an old acknowledgement, of the message before
   the last one, makes it go on although its message was lost. Only one message fits into a channel at a
   time, and still there is a run. Let `--shortest` look for the shortest one.

       stubborn check -D CARELESS models/alternating_bit.pml
           violated: assertions, delivery
           holds: deadlock

   To try: longer channels, -D SIZE=4, and `[] <> receiver@fresh` without the `if`, with --ltl and
   --fair weak. Fairness is to processes, and the thief is a process like others. */

#ifndef SIZE
#define SIZE 1
#endif

#define MESSAGES 4

chan data = [SIZE] of { bit, byte };    /* to the receiver: a bit and a message */
chan acks = [SIZE] of { bit };          /* to the sender: the bit of what was received */

active proctype sender()
{
    byte message;
    bit current;
    bit heard;

    do
    :: data!current, message
    :: acks?heard ->
heard_ack:
        if
#ifdef CARELESS
        :: true ->
#else
        :: heard == current ->
#endif
            current = 1 - current;
            message = (message + 1) % MESSAGES
#ifndef CARELESS
        :: else         /* an answer to a repetition: it says nothing */
#endif
        fi
    od
}

active proctype receiver()
{
    byte message;
    byte expected;      /* only the assertion reads it */
    bit next;
    bit heard;

    do
    :: data?heard, message ->
heard_data:
        if
#ifdef MISTAKE
        :: true ->
#else
        :: heard == next ->
#endif
fresh:
            assert(message == expected);
            expected = (expected + 1) % MESSAGES;
            next = 1 - next
#ifndef MISTAKE
        :: else         /* a repetition: it was accepted before */
#endif
        fi;
        acks!heard
    od
}

active proctype thief()
{
    do
    :: data?_, _
    :: acks?_
    od
}

ltl delivery {
    ([] <> receiver@heard_data && [] <> sender@heard_ack) -> [] <> receiver@fresh
}
