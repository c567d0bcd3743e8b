//! The page of a counterexample: what is in the file, and what a browser makes of it.

mod browser;
mod builder;
mod chromium;
mod file;
mod traces;
