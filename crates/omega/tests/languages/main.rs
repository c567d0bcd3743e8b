//! Algorithms on ω-regular languages, each against brute force and against its neighbours.

mod boolean;
mod common;
mod formulas;
mod stutter;
