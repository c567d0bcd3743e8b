//! Data files: comma-separated values under a heading; only the last cell of a row has commas.

use crate::engine::Answer;
use crate::models;
use crate::spin::Kind;
use std::fs;
use std::io;

/// The rows below the heading of a file in `data/`, each cut into as many cells as it has.
pub fn read(name: &str) -> io::Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(models::root().join("data").join(name))?;
    let mut lines = text.lines();
    let columns = lines.next().map_or(1, |heading| heading.split(',').count());
    let filled = lines.filter(|line| !line.is_empty());
    let cells = |line: &str| line.splitn(columns, ',').map(str::to_owned).collect();
    Ok(filled.map(cells).collect())
}

/// The answer that two cells stand for: a count, and `none` or kinds of errors joined by `+`.
pub fn answer(states: &str, errors: &str) -> Option<Answer> {
    let kind = |word| match word {
        "assertion" => Some(Kind::Assertion),
        "invalid_end" => Some(Kind::InvalidEnd),
        _ => None,
    };
    let words = errors.split('+').filter(|word| *word != "none");
    Some(Answer::Explored {
        states: states.parse().ok()?,
        kinds: words.map(kind).collect::<Option<_>>()?,
    })
}
