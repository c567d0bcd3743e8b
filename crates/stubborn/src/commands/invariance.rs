//! How a decision about stuttering is shown; the commands on formulas and on automata share it.

use omega::stutter::invariance::Invariance;
use omega::word_text::print_word;

/// Says whether the language is stutter-invariant, and shows two equivalent words if it is not.
pub fn describe(invariance: &Invariance, props: &[String]) -> String {
    match invariance {
        Invariance::Invariant => "stutter-invariant: yes\n".into(),
        Invariance::Dependent(witness) => format!(
            "stutter-invariant: no, for these words differ only in repetitions\n  accepted: {}\n  \
             rejected: {}\n",
            print_word(&witness.accepted, props),
            print_word(&witness.rejected, props)
        ),
    }
}
