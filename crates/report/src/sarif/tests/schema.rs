//! As much of JSON Schema (draft 7) as the schema of SARIF uses.
//!
//! A keyword that is not known here is an offence, so that a newer schema cannot be half checked.

use serde_json::{Map, Value};

/// What of `document` the schema does not allow, each with its place.
pub fn offences(schema: &Value, document: &Value) -> Vec<String> {
    let mut validator = Validator {
        root: schema,
        offences: Vec::new(),
    };
    validator.check(schema, document, "");
    validator.offences
}

struct Validator<'a> {
    root: &'a Value,
    offences: Vec<String>,
}

/// Keywords that say nothing about what is valid.
const COMMENTS: [&str; 6] = [
    "$schema",
    "$id",
    "title",
    "default",
    "definitions",
    "description",
];

impl Validator<'_> {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        let Some(schema) = schema.as_object() else {
            return self.offend(at, "the schema is not an object");
        };
        for (keyword, rule) in schema {
            if !COMMENTS.contains(&keyword.as_str()) {
                self.apply(schema, keyword, rule, value, at);
            }
        }
    }

    fn apply(
        &mut self,
        schema: &Map<String, Value>,
        keyword: &str,
        rule: &Value,
        value: &Value,
        at: &str,
    ) {
        let mut require = |holds: bool| {
            if !holds {
                self.offend(at, &format!("{keyword} {rule}: {value}"));
            }
        };
        match keyword {
            "type" => require(match rule.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("boolean") => value.is_boolean(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("number") => value.is_number(),
                _ => false,
            }),
            "enum" => require(rule.as_array().is_some_and(|all| all.contains(value))),
            "minimum" => require(value.as_f64() >= rule.as_f64()),
            "maximum" => require(value.as_f64() <= rule.as_f64()),
            "minItems" => {
                require(value.as_array().map(Vec::len).map(|n| n as f64) >= rule.as_f64())
            }
            "uniqueItems" => require(value.as_array().is_some_and(|items| {
                let fresh = |(index, item)| !items[..index].contains(item);
                rule == &Value::Bool(false) || items.iter().enumerate().all(fresh)
            })),
            "required" => {
                for name in rule.as_array().into_iter().flatten() {
                    if value.get(name.as_str().unwrap_or_default()).is_none() {
                        self.offend(at, &format!("{name} is missing"));
                    }
                }
            }
            "format" => require(value.as_str().is_some_and(|text| match rule.as_str() {
                Some("date-time") => is_date_time(text),
                _ => !text.contains([' ', '\\', '<', '>', '"']),
            })),
            // Patterns are those of versions, languages, GUIDs and types of media; the log has only
            // the first, and the suite no engine for regular expressions.
            "pattern" => require(value.as_str().is_some_and(|text| {
                rule.as_str().is_some_and(|rule| rule.contains("[0-9]"))
                    && text.starts_with(|c: char| c.is_ascii_digit())
            })),
            "$ref" => {
                let target = rule.as_str().and_then(|name| name.strip_prefix('#'));
                match target.and_then(|pointer| self.root.pointer(pointer)) {
                    Some(target) => self.check(target, value, at),
                    None => self.offend(at, "a reference of the schema leads nowhere"),
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, item, &format!("{at}/{index}"));
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().into_iter().flatten() {
                    if let Some(value) = value.get(name) {
                        self.check(rule, value, &format!("{at}/{name}"));
                    }
                }
            }
            "additionalProperties" => {
                let known = schema.get("properties");
                for (name, value) in value.as_object().into_iter().flatten() {
                    let at = format!("{at}/{name}");
                    match rule {
                        _ if known.is_some_and(|known| known.get(name).is_some()) => {}
                        Value::Bool(true) => {}
                        Value::Bool(false) => self.offend(&at, "it is not known"),
                        rule => self.check(rule, value, &at),
                    }
                }
            }
            "anyOf" | "oneOf" => {
                let rules = rule.as_array().map_or(&[][..], Vec::as_slice);
                let fits = |rule: &&Value| {
                    let mut trial = Validator {
                        root: self.root,
                        offences: Vec::new(),
                    };
                    trial.check(rule, value, at);
                    trial.offences.is_empty()
                };
                let fitting = rules.iter().filter(fits).count();
                if fitting == 0 || keyword == "oneOf" && fitting > 1 {
                    self.offend(at, &format!("{fitting} of {keyword} {rule}: {value}"));
                }
            }
            _ => self.offend(at, &format!("the keyword {keyword} is not known")),
        }
    }

    fn offend(&mut self, at: &str, what: &str) {
        self.offences.push(format!("{at}: {what}"));
    }
}

/// `2026-02-03T04:05:06.789Z`, up to the numbers.
fn is_date_time(text: &str) -> bool {
    let shape = text
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c });
    shape.collect::<String>() == "0000-00-00T00:00:00.000Z"
}
