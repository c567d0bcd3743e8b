//! The JSON document of a check: the names and types that other tools rely on.

mod common;

use common::run;
use serde_json::Value;
use std::collections::BTreeMap;

/// A field and what it may be.
type Field = (&'static str, fn(&Value) -> bool);

/// Fields that every property has.
const FIELDS: [Field; 14] = [
    ("name", Value::is_string),
    ("kind", Value::is_string),
    ("verdict", Value::is_string),
    ("states", Value::is_u64),
    ("transitions", Value::is_u64),
    ("depth", Value::is_u64),
    ("seconds", Value::is_f64),
    ("memory_bytes", Value::is_u64),
    ("reduction", Value::is_string),
    ("engine", Value::is_string),
    ("together_with", Value::is_array),
    ("theorem", |value| value.is_string() || value.is_null()),
    ("detail", Value::is_string),
    ("trace", |value| value.is_object() || value.is_null()),
];

const OPTIONAL: [&str; 2] = ["fair", "warning"];

/// The document, and the exit code.
fn document(arguments: &[&str]) -> (Value, Option<i32>) {
    let answer = run(&[&["check", "--json", "--no-warnings"], arguments].concat());
    let document = serde_json::from_str(&answer.out).expect("nothing but one document");
    (document, answer.code)
}

fn properties(document: &Value) -> &[Value] {
    let properties = document["properties"].as_array();
    properties.expect("there are properties")
}

/// Names and types are as documented.
fn assert_shape(document: &Value) {
    let fields = document.as_object().expect("the document is an object");
    let names: Vec<&String> = fields.keys().filter(|name| *name != "unreached").collect();
    assert_eq!(names, ["model", "properties", "verdict"]);
    assert!(document.get("unreached").is_none_or(Value::is_array));
    assert!(document["model"].is_string());
    for property in properties(document) {
        for (name, fits) in FIELDS {
            assert!(fits(&property[name]), "{name} of {property:#}");
        }
        let known =
            |name: &str| FIELDS.iter().any(|(field, _)| *field == name) || OPTIONAL.contains(&name);
        let fields = property.as_object().expect("a property is an object");
        for name in fields.keys() {
            assert!(known(name), "{name} is not documented");
        }
        let violated = property["verdict"] == "violated";
        assert_eq!(property["trace"].is_object(), violated, "{property:#}");
        let steps = property["trace"]["steps"].as_array();
        for step in steps.into_iter().flatten() {
            assert!(step["action"].is_string());
            assert!(step["changes"].is_array());
        }
        let infinite = violated && property["kind"] != "safety";
        assert_eq!(
            property["trace"]["cycle"].is_u64(),
            infinite,
            "{property:#}"
        );
    }
}

#[test]
fn every_kind_of_property() {
    let (all, code) = document(&["all_kinds.pml"]);
    assert_shape(&all);
    assert_eq!(code, Some(1));
    assert_eq!(all["verdict"], "violated");
    let mut kinds = BTreeMap::new();
    for property in properties(&all) {
        let text = |field: &str| property[field].as_str().unwrap_or_default().to_owned();
        kinds.insert(text("name"), (text("kind"), text("verdict")));
    }
    for (name, kind, verdict) in [
        ("assertions", "safety", "violated"),
        ("deadlock", "safety", "violated"),
        ("settles", "ltl", "violated"),
        ("small", "ltl", "holds"),
        ("never", "never", "violated"),
        ("accept", "accept", "violated"),
        ("progress", "progress", "violated"),
    ] {
        let expected = (kind.to_owned(), verdict.to_owned());
        assert_eq!(kinds.get(name), Some(&expected), "{name}");
    }
    assert_eq!(kinds.len(), 7);
    let (hoa, code) = document(&["--claim", "both_for_ever.hoa", "toggle.pml"]);
    assert_shape(&hoa);
    assert_eq!(properties(&hoa)[0]["kind"], "automaton");
    assert_eq!((hoa["verdict"].as_str(), code), (Some("violated"), Some(1)));
}

#[test]
fn every_verdict() {
    let (holds, code) = document(&["toggle.pml"]);
    assert_shape(&holds);
    assert_eq!((holds["verdict"].as_str(), code), (Some("holds"), Some(0)));
    let (cut, code) = document(&["--states", "10", "--property", "deadlock", "large.pml"]);
    assert_shape(&cut);
    assert_eq!(
        (cut["verdict"].as_str(), code),
        (Some("incomplete"), Some(3))
    );
    assert!(properties(&cut)[0]["theorem"].is_null());
    let (fair, _) = document(&["--fair", "weak", "--property", "settles", "all_kinds.pml"]);
    assert_shape(&fair);
    assert_eq!(properties(&fair)[0]["fair"], "weak");
}
