//! The formats in which an automaton can be printed.

use clap::ValueEnum;
use omega::Automaton;
use omega::format::{NeverError, to_dot, to_hoa, to_never};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The Hanoi Omega-Automata format
    Hoa,
    /// A never claim for SPIN
    Never,
    /// A drawing for Graphviz
    Dot,
    /// Sizes and properties
    Stats,
}

impl Format {
    /// The text of `automaton`; `name` is what it came from.
    pub fn print(self, automaton: &Automaton, name: Option<&str>) -> Result<String, NeverError> {
        Ok(match self {
            Format::Hoa => to_hoa(automaton, name),
            Format::Never => to_never(automaton, name)?,
            Format::Dot => to_dot(automaton, name),
            Format::Stats => stats(automaton),
        })
    }
}

fn stats(a: &Automaton) -> String {
    let yes_no = |yes| if yes { "yes" } else { "no" };
    let lines = [
        ("states", a.num_states().to_string()),
        ("edges", a.edges().len().to_string()),
        ("marks", a.num_marks().to_string()),
        ("propositions", a.props().len().to_string()),
        ("deterministic", yes_no(a.is_deterministic()).into()),
        ("state-based", yes_no(a.is_state_based()).into()),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect()
}
