/* The declaration of a record below the head of a body is a step that does nothing, and one that is
   not dropped as a superfluous skip. */
typedef Record { byte a; byte b[2] };
byte g;
active proctype P() {
  do
  :: skip; Record r; Record s[2]; byte t[3]; t[1] = 3; t[0] = 4; r.a = 1; s[1].b[1] = 7; g = 1
  od
}
