//! Texts that the command line names.

use std::io::Read;

/// The text of a file; `-` is standard input.
pub fn read(name: &str) -> Result<String, String> {
    if name != "-" {
        return std::fs::read_to_string(name)
            .map_err(|error| format!("cannot read {name}: {error}"));
    }
    let mut text = String::new();
    match std::io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("cannot read standard input: {error}")),
    }
}
