//! The rules: one for each kind of property.

use crate::outcome::PropertyOutcome;
use serde_json::{Value, json};

pub struct Rule {
    /// Stable: services remember alerts by it.
    pub id: &'static str,
    name: &'static str,
    short: &'static str,
    full: &'static str,
    help: &'static str,
}

pub const RULES: [Rule; 7] = [
    Rule {
        id: "assertions",
        name: "FailedAssertion",
        short: "An assertion fails, or the model makes a run-time error",
        full: "There is a run on which an assert statement is false, a message is sent or received \
               that a trace assertion does not allow, or the model makes a run-time error: an index \
               out of bounds, a division by zero, the use of a channel that is gone, a d_step that \
               blocks.",
        help: "The code flow is a run that ends there. Follow it from the first step, all processes \
               in the order of execution, to the one that should not have been possible.",
    },
    Rule {
        id: "deadlock",
        name: "InvalidEndState",
        short: "Nothing can happen before all processes are done",
        full: "There is a run to a state in which no process can move, and some process is neither \
               at its end nor at a statement with an end label.",
        help: "The message says what each process waits for. If waiting there for ever is right, \
               put a label whose name begins with `end` before the statement.",
    },
    Rule {
        id: "ltl",
        name: "TemporalFormula",
        short: "A formula of temporal logic is false on a run",
        full: "There is an infinite run of the model on which the formula of an ltl block or of \
               --ltl is false. A run that ends is continued by repeating its last state.",
        help: "The code flow is a run and the steps that are repeated for ever. If it only starves \
               a process that could always move, check with --fair weak.",
    },
    Rule {
        id: "never",
        name: "NeverClaim",
        short: "A run matches the never claim",
        full: "There is an infinite run that the never claim of the model, or of --claim, accepts: \
               behaviour that must not occur.",
        help: "The code flow is a run and the steps that are repeated for ever.",
    },
    Rule {
        id: "automaton",
        name: "Automaton",
        short: "The automaton of forbidden runs accepts a run",
        full: "There is an infinite run that the automaton of --claim accepts: behaviour that must \
               not occur.",
        help: "The code flow is a run and the steps that are repeated for ever.",
    },
    Rule {
        id: "accept",
        name: "AcceptanceCycle",
        short: "A run passes an accept label for ever",
        full: "There is an infinite run that passes a statement with an accept label again and \
               again.",
        help: "The code flow is a run and the steps that are repeated for ever.",
    },
    Rule {
        id: "progress",
        name: "NonProgressCycle",
        short: "A run goes on for ever without progress",
        full: "There is an infinite run that passes statements with a progress label only finitely \
               often.",
        help: "The code flow is a run and the steps that are repeated for ever. If it only starves \
               a process that could always move, check with --fair weak.",
    },
];

/// The rule that a property is an instance of, and its index.
pub fn of(property: &PropertyOutcome) -> (usize, &'static Rule) {
    let id = match (property.kind.as_str(), property.name.as_str()) {
        ("safety", "deadlock") => "deadlock",
        ("safety", _) => "assertions",
        (kind, _) => kind,
    };
    let known = RULES.iter().position(|rule| rule.id == id);
    let index = known.unwrap_or_default();
    (index, &RULES[index])
}

impl Rule {
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "shortDescription": {"text": self.short},
            "fullDescription": {"text": self.full},
            "help": {"text": self.help, "markdown": self.help},
            "defaultConfiguration": {"level": "error"},
            "properties": {
                "tags": ["correctness", "concurrency"],
                "precision": "very-high",
                "problem.severity": "error",
            },
        })
    }
}
