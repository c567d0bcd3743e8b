//! A check that the tests of the formats write down: a violation with a rendezvous between two
//! processes, a property that holds, one that was not decided.

use crate::outcome::{Outcome, PropertyOutcome, Verdict};
use crate::trace::{
    Act, Event, Message, Process, Property, Scalar, Site, Source, Step, Trace, Value, Variable,
    VariableKind,
};
use std::time::{Duration, UNIX_EPOCH};

pub fn outcome() -> Outcome {
    let started = UNIX_EPOCH + Duration::from_secs(1_770_091_506);
    let property = |name: &str, kind: &str, verdict, detail: &str| PropertyOutcome {
        name: name.to_owned(),
        kind: kind.to_owned(),
        verdict,
        detail: detail.to_owned(),
        states: 12,
        transitions: 20,
        depth: 5,
        memory_bytes: 4096,
        seconds: 0.25,
        reduced: true,
        together_with: Vec::new(),
        trace: None,
        story: String::new(),
    };
    let detail = "m.pml:7: assert(x < 2 && \"y\") fails after 3 steps";
    let violated = PropertyOutcome {
        trace: Some(trace(detail)),
        story: "  1  P(0)  m.pml:3  c!1\n".to_owned(),
        ..property("assertions", "safety", Verdict::Violated, detail)
    };
    let incomplete = PropertyOutcome {
        states: 100,
        seconds: 1.0,
        ..property(
            "p",
            "ltl",
            Verdict::Incomplete,
            "there are more states than allowed",
        )
    };
    Outcome {
        model: "m.pml".to_owned(),
        properties: vec![
            violated,
            property("deadlock", "safety", Verdict::Holds, ""),
            incomplete,
        ],
        started,
        ended: started + Duration::from_millis(1500),
        arguments: vec!["check".to_owned(), "m.pml".to_owned()],
        exit_code: 1,
    }
}

/// `P` sends 1 to `Q`, which then sets x to 2; the assertion of `P` fails.
fn trace(detail: &str) -> Trace {
    let site = |line, column, end_column| Site {
        source: 0,
        line,
        column,
        end_line: line,
        end_column,
    };
    let act = |process, statement: &str, site| Act {
        process,
        statement: statement.to_owned(),
        site,
    };
    let step = |act, changes| Step {
        act,
        partner: None,
        edge: 0,
        partner_edge: None,
        number: 0,
        partner_number: None,
        atomic: false,
        changes,
        messages: Vec::new(),
        output: String::new(),
        fault: None,
        state: None,
    };
    let process = |pid, name: &str| Process {
        pid,
        name: name.to_owned(),
        born: None,
        died: None,
    };
    let message = |process, event| Message {
        process,
        channel: "c".to_owned(),
        event,
        fields: vec![Scalar::Number(1)],
        sent: None,
    };
    let handshake = Step {
        partner: Some(act(1, "c?y", site(5, 3, 6))),
        partner_edge: Some(0),
        messages: vec![message(0, Event::Sent), message(1, Event::Received)],
        ..step(
            act(0, "c!1", site(3, 3, 6)),
            vec![(1, Value::Scalar(Scalar::Number(1)))],
        )
    };
    let sets = Step {
        atomic: true,
        ..step(
            act(1, "x = 2", site(6, 3, 8)),
            vec![(0, Value::Scalar(Scalar::Number(2)))],
        )
    };
    let asserts = step(act(0, "assert(x < 2 && \"y\")", site(7, 3, 22)), Vec::new());
    let variable = |name: &str, process| Variable {
        name: name.to_owned(),
        process,
        kind: VariableKind::Scalar,
    };
    let zero = || Some(Value::Scalar(Scalar::Number(0)));
    Trace {
        model: "m.pml".to_owned(),
        property: Property {
            name: "assertions".to_owned(),
            kind: "safety".to_owned(),
            detail: detail.to_owned(),
            site: Some(site(7, 3, 22)),
        },
        sources: vec![Source {
            path: "m.pml".to_owned(),
            text: "byte x;\n\n  c!1\n\n  c?y\n  x = 2\n  assert(x < 2 && \"y\")\n".to_owned(),
        }],
        processes: vec![process(0, "P"), process(1, "Q")],
        variables: vec![variable("x", None), variable("y", Some(1))],
        initial: vec![zero(), zero()],
        steps: vec![handshake, sets, asserts],
        cycle: None,
        waiting: Vec::new(),
        fairness: Vec::new(),
        automaton: None,
    }
}
