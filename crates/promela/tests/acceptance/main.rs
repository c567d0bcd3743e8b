//! What SPIN parses parses here: small texts and whole models.

mod corpus;
mod grammar;
mod meaning;
mod spin;
