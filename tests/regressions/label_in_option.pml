byte g;
active proctype P1() {
  if
  :: end7: skip
  :: atomic { goto end7; g = 0 }
  fi
}
