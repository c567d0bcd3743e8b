//! The log of a check: valid by the schema, and saying what it should.

mod schema;

use super::*;
use crate::sample;
use crate::trace::Waiting;

/// The rules of the standard that the log of the sample breaks.
fn offences(log: &Value) -> Vec<String> {
    let schema = include_str!("../../tests/data/sarif-schema-2.1.0.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    schema::offences(&schema, log)
}

#[test]
fn the_log_is_valid() {
    let mut outcome = sample::outcome();
    assert_eq!(offences(&sarif(&outcome, "1.2.3")), [""; 0]);
    let trace = outcome.properties[0].trace.as_mut().expect("it has one");
    trace.cycle = Some(1);
    trace.steps[2].fault = Some("index out of bounds".to_owned());
    assert_eq!(offences(&sarif(&outcome, "1.2.3")), [""; 0]);
    let trace = outcome.properties[0].trace.as_mut().expect("it has one");
    let act = trace.steps[0].act.clone();
    trace.waiting = vec![Waiting { act, ended: false }];
    let log = sarif(&outcome, "1.2.3");
    assert_eq!(offences(&log), [""; 0]);
    let waits = &log["runs"][0]["results"][0]["relatedLocations"][0];
    assert_eq!(waits["message"]["text"], "P(0) waits: c!1");
    outcome.properties.clear();
    assert_eq!(offences(&sarif(&outcome, "1.2.3")), [""; 0]);
}

/// The validator sees what is wrong: without that, the test above says nothing.
#[test]
fn a_log_that_is_wrong_is_refused() {
    let log = sarif(&sample::outcome(), "1.2.3");
    let broken = |path: &str, value: Value| {
        let mut log = log.clone();
        *log.pointer_mut(path).expect("it is there") = value;
        assert!(!offences(&log).is_empty(), "{path}");
    };
    let result = "/runs/0/results/0";
    broken("/version", json!("2.0.0"));
    broken(&format!("{result}/level"), json!("fatal"));
    broken(&format!("{result}/message"), json!("a string"));
    broken(&format!("{result}/message"), json!({}));
    broken(&format!("{result}/locations/0"), json!({"line": 3}));
    broken(
        &format!("{result}/locations/0/physicalLocation/region/startLine"),
        json!(0),
    );
    broken("/runs/0/tool/driver/name", json!(7));
    broken(
        "/runs/0/tool/driver/rules/1",
        log["runs"][0]["tool"]["driver"]["rules"][0].clone(),
    );
    broken("/runs/0/invocations/0/startTimeUtc", json!("yesterday"));
    broken("/runs/0/results/0/codeFlows/0/threadFlows", json!([]));
}

#[test]
fn a_thread_for_each_process() {
    let log = sarif(&sample::outcome(), "1.2.3");
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0];
    let threads = flow["threadFlows"].as_array().expect("there are threads");
    let order = |thread: &Value| -> Vec<u64> {
        let locations = thread["locations"].as_array().expect("there are some");
        locations
            .iter()
            .filter_map(|at| at["executionOrder"].as_u64())
            .collect()
    };
    let orders: Vec<Vec<u64>> = threads.iter().map(order).collect();
    assert_eq!(orders, [vec![0, 2], vec![0, 1]]);
    let second = &threads[1]["locations"][1];
    assert_eq!(second["state"], json!({"x": {"text": "2"}}));
    assert_eq!(second["nestingLevel"], 1);
    assert_eq!(second["importance"], "important");
    assert_eq!(second["location"]["message"]["text"], "2. Q(1): x = 2");
    assert_eq!(threads[0]["initialState"], json!({"x": {"text": "0"}}));
    let received = &threads[1]["locations"][0];
    assert_eq!(
        received["location"]["message"]["text"],
        "1. Q(1): c?y (received 1 on c)"
    );
    assert_eq!(received["state"], json!({"Q(1):y": {"text": "1"}}));
}

#[test]
fn what_was_not_decided_is_open() {
    let log = sarif(&sample::outcome(), "1.2.3");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("there are results");
    assert_eq!(results.len(), 2, "what holds is not listed");
    assert_eq!(results[0]["ruleId"], "assertions");
    assert_eq!(results[0]["level"], "error");
    assert_eq!(results[1]["kind"], "open");
    assert_eq!(results[1]["ruleId"], "ltl");
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["exitCode"], 1);
    assert_eq!(invocation["startTimeUtc"], "2026-02-03T04:05:06.000Z");
    let notes = invocation["toolExecutionNotifications"].as_array();
    assert_eq!(notes.map(Vec::len), Some(1));
}

/// Every kind of property has a rule of its own.
#[test]
fn a_rule_for_each_kind() {
    let mut outcome = sample::outcome();
    let property = &mut outcome.properties[2];
    for kind in ["ltl", "never", "automaton", "accept", "progress"] {
        property.kind = kind.to_owned();
        let (index, rule) = rules::of(property);
        assert_eq!((RULES[index].id, rule.id), (kind, kind));
    }
    assert_eq!(rules::of(&outcome.properties[0]).1.id, "assertions");
    assert_eq!(rules::of(&outcome.properties[1]).1.id, "deadlock");
}
