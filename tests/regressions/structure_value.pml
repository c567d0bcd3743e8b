/* A value for a whole structure, or for an array of them, is ignored: fields start with what the
   typedef says. */
typedef Inner { byte z };
typedef Ref { byte a; byte b = 7; byte c[2]; Inner n };
Ref r[4] = 255;
Ref s = 3;
Ref t[2] = { 1, 2 };
active proctype p() {
  Ref u[2] = 9;
  assert(r[0].a == 0 && r[3].b == 7 && r[1].c[1] == 0 && r[2].n.z == 0);
  assert(s.a == 0 && s.b == 7 && t[1].a == 0 && t[0].b == 7);
  assert(u[1].a == 0 && u[1].b == 7)
}
