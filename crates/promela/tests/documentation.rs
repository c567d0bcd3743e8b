//! `docs/diagnostics.md` lists every code, and its examples do what it says.

use promela::diagnostic::Code;
use promela::{Options, codes, lower, parse_str};
use std::path::Path;

struct Section {
    id: String,
    title: String,
    examples: Vec<String>,
}

fn sections() -> Vec<Section> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut sections: Vec<Section> = Vec::new();
    let mut example: Option<String> = None;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let (id, title) = heading.split_once(": ").unwrap();
            sections.push(Section {
                id: id.to_owned(),
                title: title.to_owned(),
                examples: Vec::new(),
            });
        } else if line == "```promela" {
            example = Some(String::new());
        } else if line == "```" {
            let section = sections.last_mut().unwrap();
            section.examples.push(example.take().unwrap());
        } else if let Some(example) = &mut example {
            example.push_str(line);
            example.push('\n');
        }
    }
    sections
}

/// What only files can show, or only a text that is too long to print.
const WITHOUT_EXAMPLE: [&str; 7] = [
    "P0001", "P0002", "P0003", "P0011", "P0018", "P0111", "P0429",
];

/// The codes of the parser, then those of names, types and meaning.
fn all_codes() -> impl Iterator<Item = &'static Code> {
    codes::ALL.iter().chain(lower::codes::ALL).copied()
}

#[test]
fn every_code_is_documented_in_order() {
    let documented: Vec<(String, String)> = sections()
        .into_iter()
        .map(|section| (section.id, section.title))
        .collect();
    let known: Vec<(String, String)> = all_codes()
        .map(|code| (code.id.to_owned(), code.title.to_owned()))
        .collect();
    for pair in &known {
        assert!(documented.contains(pair), "{pair:?} is not documented");
    }
    let order: Vec<&(String, String)> = documented.iter().filter(|p| known.contains(p)).collect();
    assert_eq!(order, known.iter().collect::<Vec<_>>());
}

fn ids(text: &str) -> Vec<&'static str> {
    let parsed = parse_str(Path::new("example.pml"), text, &Options::default());
    let mut ids: Vec<&'static str> = parsed.diagnostics.iter().map(|d| d.code.id).collect();
    if !parsed.has_errors() {
        let (_, more) = lower::lower(&parsed.model, &lower::Options::default());
        ids.extend(more.iter().map(|d| d.code.id));
    }
    ids
}

#[test]
fn examples_have_their_code_and_remedies_do_not() {
    let mut wrong = Vec::new();
    for section in sections() {
        if !all_codes().any(|code| code.id == section.id) {
            continue;
        }
        if WITHOUT_EXAMPLE.contains(&&*section.id) {
            assert!(section.examples.is_empty());
            continue;
        }
        let [bad, good] = &section.examples[..] else {
            panic!("{} needs two examples", section.id);
        };
        if ids(bad) != [section.id.as_str()] || !ids(good).is_empty() {
            wrong.push((section.id, ids(bad), ids(good)));
        }
    }
    assert_eq!(wrong, []);
}
