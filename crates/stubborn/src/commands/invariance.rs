//! How a decision about stuttering is shown; the commands on formulas and on automata share it.

use crate::exit::Exit;
use anstream::println;
use omega::stutter::invariance::Invariance;
use omega::word_text::print_word;

/// Says whether the language is stutter-invariant, and shows two equivalent words if it is not.
pub fn report(invariance: &Invariance, props: &[String]) -> Exit {
    match invariance {
        Invariance::Invariant => {
            println!("stutter-invariant: yes");
            Exit::Holds
        }
        Invariance::Dependent(witness) => {
            println!("stutter-invariant: no; these words differ only in the length of blocks");
            println!("  accepted: {}", print_word(&witness.accepted, props));
            println!("  rejected: {}", print_word(&witness.rejected, props));
            Exit::Violated
        }
    }
}
