//! What people see: the rendered diagnostics of `data/messages/*.pml`, kept beside each in a
//! `.txt`. `UPDATE_MESSAGES=1 cargo test -p promela --test messages` writes them anew.

use promela::render::{Style, render};
use promela::{Options, parse_str};
use std::path::Path;

#[test]
fn messages_are_as_recorded() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/messages");
    let mut seen = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ext| ext != "pml") {
            continue;
        }
        seen += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let name = Path::new(path.file_name().unwrap());
        let parsed = parse_str(name, &text, &Options::default());
        let messages: String = parsed
            .diagnostics
            .iter()
            .map(|diagnostic| render(diagnostic, &parsed.sources, Style::Plain) + "\n\n")
            .collect();
        let recorded = path.with_extension("txt");
        if std::env::var_os("UPDATE_MESSAGES").is_some() {
            std::fs::write(&recorded, &messages).unwrap();
        }
        let expected = std::fs::read_to_string(&recorded).unwrap_or_default();
        assert_eq!(messages, expected, "{}", path.display());
    }
    assert!(seen >= 11);
}
