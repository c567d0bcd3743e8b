/* SPIN 6.5.2 takes an assignment back by computing its index again, in the state after it: here
   a[0] = 1 is taken back as a[1] = 0, and a[0] stays 1 in what is explored next.
   Truth: holds, a[0] is 0 whenever the second option is taken. SPIN: assertion violated. */
byte a[2];
active proctype p() {
  if
  :: a[a[0] % 2] = 1
  :: assert(a[0] == 0)
  fi
}
