//! Data files: comma-separated values with a heading; a reason, always last, may have commas.

use std::fs;
use std::io;
use std::path::Path;

/// The rows below the heading, each cut into as many cells as the heading has.
pub fn read(path: &Path) -> io::Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(path)?;
    let mut lines = text.lines();
    let columns = lines.next().map_or(1, |heading| heading.split(',').count());
    let filled = lines.filter(|line| !line.is_empty());
    let cells = |line: &str| line.splitn(columns, ',').map(str::to_owned).collect();
    Ok(filled.map(cells).collect())
}
