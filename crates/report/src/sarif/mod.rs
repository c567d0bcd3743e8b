//! SARIF 2.1.0, as code-scanning services and editors read it.
//!
//! One run of the tool, a rule for each kind of property ([`rules`]), a result for each property that
//! does not hold, its counterexample as a code flow with one thread for each process ([`flow`]).
//! Properties that hold are not listed: some readers show every result as an alert.
//!
//! A property that was not decided is a result of kind `open`, a notification, and an execution that
//! was not successful. The level of such a result is `none`: §3.27.10 of the standard leaves no other
//! for results that are not failures.

mod fingerprint;
mod flow;
mod rules;
#[cfg(test)]
mod tests;
mod uri;

use crate::outcome::{Outcome, Place, PropertyOutcome, Verdict};
use crate::trace::Site;
use crate::utc::utc;
use rules::{RULES, Rule};
use serde_json::{Value, json};
use uri::uri;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The log, as one JSON document. `version` is that of the tool.
pub fn sarif(outcome: &Outcome, version: &str) -> Value {
    let results = outcome.properties.iter();
    let results: Vec<Value> = results
        .filter_map(|property| result(outcome, property))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Stubborn",
                "version": version,
                "semanticVersion": version,
                "shortDescription": {"text": "A model checker for concurrent programs"},
                "rules": RULES.iter().map(Rule::to_json).collect::<Vec<Value>>(),
            }},
            "invocations": [invocation(outcome)],
            "artifacts": artifacts(outcome),
            "results": results,
            "columnKind": "unicodeCodePoints",
        }],
    })
}

fn invocation(outcome: &Outcome) -> Value {
    let open = |property: &&PropertyOutcome| property.verdict == Verdict::Incomplete;
    let notifications: Vec<Value> = outcome
        .properties
        .iter()
        .filter(open)
        .map(|property| {
            let (index, rule) = rules::of(property);
            json!({
                "level": "warning",
                "message": {"text": property.message()},
                "descriptor": {"id": "incomplete"},
                "associatedRule": {"id": rule.id, "index": index},
                "locations": [location(&outcome.place(property))],
            })
        })
        .collect();
    json!({
        "arguments": outcome.arguments,
        "startTimeUtc": utc(outcome.started),
        "endTimeUtc": utc(outcome.ended),
        "exitCode": outcome.exit_code,
        "executionSuccessful": notifications.is_empty(),
        "toolExecutionNotifications": notifications,
    })
}

/// Every file that a counterexample goes through, each once; the model is the first.
fn artifacts(outcome: &Outcome) -> Value {
    let mut paths = vec![outcome.model.as_str()];
    for trace in outcome.properties.iter().filter_map(|p| p.trace.as_ref()) {
        for source in &trace.sources {
            if !paths.contains(&source.path.as_str()) {
                paths.push(&source.path);
            }
        }
    }
    let artifact = |path: &str| {
        let roles = if path == outcome.model {
            "analysisTarget"
        } else {
            "referencedOnCommandLine"
        };
        json!({"location": {"uri": uri(path)}, "sourceLanguage": "promela", "roles": [roles]})
    };
    paths.into_iter().map(artifact).collect()
}

fn result(outcome: &Outcome, property: &PropertyOutcome) -> Option<Value> {
    let (kind, level) = match property.verdict {
        Verdict::Holds => return None,
        Verdict::Violated => ("fail", "error"),
        Verdict::Incomplete => ("open", "none"),
    };
    let (index, rule) = rules::of(property);
    let place = outcome.place(property);
    let mut result = json!({
        "ruleId": rule.id,
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": {"text": property.message()},
        "locations": [location(&place)],
        "partialFingerprints": {
            "propertyHash/v1": fingerprint::of(property, &place),
        },
        "properties": {
            "property": property.name,
            "states": property.states,
            "seconds": property.seconds,
        },
    });
    if let Some(trace) = &property.trace {
        result["codeFlows"] = json!([flow::of(trace)]);
        let waiting: Vec<Value> = trace.waiting.iter().map(|w| flow::wait(trace, w)).collect();
        result["relatedLocations"] = Value::Array(waiting);
    }
    Some(result)
}

fn location(place: &Place<'_>) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": uri(place.path)}});
    if let Some(site) = place.site {
        physical["region"] = region(site);
    }
    json!({"physicalLocation": physical})
}

fn region(site: Site) -> Value {
    json!({
        "startLine": site.line,
        "startColumn": site.column,
        "endLine": site.end_line,
        "endColumn": site.end_column,
    })
}
