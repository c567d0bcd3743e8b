//! An automaton that a command line names.

use crate::commands::text;
use lab::buchi::Buchi;
use omega::buchi::state_based;
use omega::{Automaton, Letter};

/// An automaton as it was written, and as the lab takes it.
pub struct Read {
    /// With one mark, on states.
    pub automaton: Automaton,
    pub small: Buchi,
    /// By letter of the small automaton, one of those that it stands for.
    pub letters: Vec<Letter>,
}

/// Reads a file in HOA format or with a never claim, or takes a known automaton.
pub fn read(name: &str) -> Result<Read, String> {
    let automaton = match name.strip_prefix("builtin:") {
        Some(known) => omega::builtin::builtin(known).ok_or_else(|| {
            format!("no automaton is called {known}; see `stubborn automaton --help`")
        })?,
        None => {
            let text = text::read(name)?;
            omega::format::from_text(&text).map_err(|error| {
                format!("{name}:{}:{}: {}", error.line, error.column, error.message)
            })?
        }
    };
    let small = Buchi::of_automaton(&automaton).map_err(|error| error.to_string())?;
    let (small, letters) = small.ok_or_else(|| {
        format!(
            "{name} has more than 8 states or tells more than 4 letters apart, too many for the lab"
        )
    })?;
    Ok(Read {
        automaton: state_based(&automaton),
        small,
        letters,
    })
}
