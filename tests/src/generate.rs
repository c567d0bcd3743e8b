//! Random Promela programs: small, finite, and made to touch every corner of the language.
//!
//! A seed names a program for ever. The generator knows the rules that SPIN enforces at
//! translation, so that nearly all programs are accepted; it knows nothing of what they mean.

pub mod ast;
pub mod dense;
mod expression;
mod family;
pub mod features;
mod message;
mod print;
mod program;
pub mod random;
mod scope;
mod sharing;
mod statement;

pub use family::family;
pub use features::{Feature, Knobs};
pub use program::generate;

#[cfg(test)]
mod tests {
    use super::*;

    fn text(seed: u64) -> String {
        generate(seed, &Knobs::default()).to_string()
    }

    #[test]
    fn a_seed_names_one_program() {
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }

    #[test]
    fn every_construct_is_generated() {
        let programs: String = (0..500).map(text).collect();
        let constructs = [
            "bit ",
            "bool ",
            "byte ",
            "pid ",
            "short ",
            "int ",
            "unsigned ",
            "mtype ",
            "chan ",
            "typedef ",
            "inline ",
            "init {",
            "active [2]",
            "provided",
            "priority",
            "if\n",
            "do\n",
            "else",
            "for (",
            " in ",
            "select",
            "goto ",
            "break",
            "assert(",
            "printf(",
            "atomic {",
            "d_step {",
            "} unless {",
            "skip",
            "++",
            "--",
            "= [0] of",
            "= [2] of",
            "!!",
            "??",
            "?<",
            "?[",
            "eval(",
            "_",
            "len(",
            "empty(",
            "nempty(",
            "full(",
            "nfull(",
            "run P",
            "timeout",
            "_pid",
            "_nr_pr",
            "_last",
            "]@",
            " -> ",
            "end",
            "set_priority",
        ];
        for construct in constructs {
            assert!(programs.contains(construct), "no program has `{construct}`");
        }
    }

    #[test]
    fn programs_for_the_reduction_share_in_special_ways() {
        let knobs = Knobs::reduction();
        let text = |seed| generate(seed, &knobs).to_string();
        let programs: String = (0..300).map(text).collect();
        for construct in ["[_pid]", "[(_pid % ", "]:", "[_pid]@"] {
            assert!(programs.contains(construct), "no program has `{construct}`");
        }
    }

    #[test]
    fn what_is_switched_off_is_not_generated() {
        let mut knobs = Knobs::default();
        for feature in [Feature::Atomic, Feature::Run, Feature::Unless] {
            knobs.features.remove(&feature);
        }
        let programs: String = (0..200)
            .map(|seed| generate(seed, &knobs).to_string())
            .collect();
        for construct in ["atomic", "run ", "unless"] {
            assert!(!programs.contains(construct), "`{construct}` is there");
        }
    }
}
