//! `stubborn automaton`: what can be asked of an automaton, and what can be made of it.

use super::invariance;
use crate::exit::Exit;
use anstream::{eprintln, println};
use clap::ValueEnum;
use omega::Automaton;
use omega::boolean::{Pair, intersection};
use omega::builtin::{BUILTINS, builtin};
use omega::complement::complement;
use omega::emptiness::accepted_word;
use omega::inclusion::{Difference, counterexample, difference};
use omega::limit::{DEFAULT_STATES, TooLarge};
use omega::membership::accepts;
use omega::stutter::closure::closure;
use omega::stutter::invariance::{Invariance, of_automaton};
use omega::stutter::normal_form::normal_form;
use omega::word_text::{parse_word, print_word};

/// Translate, change or question an automaton
///
/// The automaton is changed first (at most one way), then questioned (one question), or printed.
/// Exit code: 0 for yes and for a printed automaton, 1 for no, 2 for bad input, 3 if the answer
/// would take more than --limit states.
#[derive(clap::Args)]
#[command(after_long_help = words_help())]
#[command(group(clap::ArgGroup::new("change")))]
#[command(group(clap::ArgGroup::new("question").conflicts_with("to")))]
pub struct Args {
    /// A file with an automaton in HOA format or a never claim, `-` for standard input, or
    /// builtin:NAME
    file: String,
    /// Make the smallest stutter-invariant language that contains it
    #[arg(long, group = "change")]
    closure: bool,
    /// Bring it into SI normal form (Siegel, CAV 2019); its language must be stutter-invariant
    #[arg(long, group = "change")]
    normal_form: bool,
    /// Make an automaton for the words that it rejects
    #[arg(long, group = "change")]
    complement: bool,
    /// Make an automaton for the words that FILE accepts too
    #[arg(long, value_name = "FILE", group = "change")]
    intersect: Option<String>,
    /// Is its language stutter-invariant? If not, two words show it
    #[arg(long, group = "question")]
    stutter: bool,
    /// Is the word u v^ω accepted?
    #[arg(long, value_name = "u;v", group = "question")]
    accepts: Option<String>,
    /// Does FILE accept the same words?
    #[arg(long, value_name = "FILE", group = "question")]
    equals: Option<String>,
    /// Is every word of FILE accepted?
    #[arg(long, value_name = "FILE", group = "question")]
    includes: Option<String>,
    /// Is no word accepted?
    #[arg(long, group = "question")]
    empty: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Hoa)]
    to: Format,
    /// Give up when a construction or search needs more states
    #[arg(long, value_name = "STATES", default_value_t = DEFAULT_STATES)]
    limit: usize,
}
