//! What is told of runs, and how it looks.

mod model;

use evidence::Expected;
use model::Model;
use omega::{Automaton, Builder};
use report::Trace;
use report::text::{self, Style};
use report::trace::{Event, Scalar, Value};

fn symbol(name: &str) -> Scalar {
    Scalar::Symbol(name.to_owned())
}

/// The last value that a variable gets.
fn last<'a>(trace: &'a Trace, name: &str) -> Option<&'a Value> {
    let changes = trace.steps.iter().rev().flat_map(|step| &step.changes);
    let mut of_name = changes.filter(|(index, _)| trace.variables[*index].name == name);
    of_name.next().map(|(_, value)| value)
}

fn shown(trace: &Trace) -> String {
    text::write(trace, Style::default())
}

const SYMBOLS: &str = "mtype = { req, ack };
chan c = [2] of { mtype, byte };
active proctype p() {
    mtype m; byte n;
    c!ack,7;
    c!req,8;
    c?m,n;
    assert(0)
}";

#[test]
fn symbols_have_their_names() {
    let trace = Model::new(SYMBOLS).run("0 0 0 0", Expected::Violation);
    assert_eq!(last(&trace, "m"), Some(&Value::Scalar(symbol("ack"))));
    let left = vec![vec![symbol("req"), Scalar::Number(8)]];
    assert_eq!(last(&trace, "c"), Some(&Value::Messages(left)));
    let received = &trace.steps[2].messages[0];
    assert_eq!(received.fields, [symbol("ack"), Scalar::Number(7)]);
    assert_eq!(received.event, Event::Received);
    assert_eq!(received.sent, Some(0));
}

#[test]
fn a_trace_in_a_terminal() {
    let trace = Model::new(SYMBOLS).run("0 0 0 0", Expected::Violation);
    let expected = "  step   line  statement   changes
  p(0)
     1      5  c!ack,7     c = [ack,7]
     2      6  c!req,8     c = [ack,7] [req,8]
     3      7  c?m,n       c = [req,8]   m = ack   n = 7   sent in step 1
     4      8  assert(0)   fails
";
    assert_eq!(shown(&trace), expected);
}

const RENDEZVOUS: &str = "chan c = [0] of { byte, chan };
active proctype sender() { chan back = [1] of { bit }; byte x = 4; c!x+1,back; assert(0) }
active proctype receiver() { byte n; chan d; c?n,d }";

/// A variable that stands for its own channel is not shown beside it, and one that is given a
/// channel has the name of that.
#[test]
fn channels_have_their_names() {
    let trace = Model::new(RENDEZVOUS).run("0 0", Expected::Violation);
    let step = &trace.steps[0];
    let partner = step.partner.as_ref().expect("it is a rendezvous");
    assert_eq!(partner.statement, "c?n,d");
    assert_eq!(trace.processes[partner.process].name, "receiver");
    let events: Vec<Event> = step.messages.iter().map(|message| message.event).collect();
    assert_eq!(events, [Event::Sent, Event::Received]);
    let back = symbol("sender(0):back");
    assert_eq!(last(&trace, "d"), Some(&Value::Scalar(back)));
    let named = |name: &str| trace.variables.iter().filter(|v| v.name == name).count();
    assert_eq!((named("c"), named("back")), (0, 1));
    let text = shown(&trace);
    assert!(text.contains("↳ receiver(1)  c?n,d"), "{text}");
    assert!(text.contains("the message is 5,sender(0):back"), "{text}");
    assert!(text.contains("receiver(1):n = 5"), "{text}");
}

/// A number is given again after a death, and is then another process.
#[test]
fn processes_come_and_go() {
    let model = Model::new(
        "byte n;
        proctype child(byte id) { n = id }
        init { run child(3); n == 3; _nr_pr == 1; run child(5); n == 5; assert(0) }",
    );
    let trace = model.run("0 1 0 1 0 0 1 0 0", Expected::Violation);
    let lives: Vec<_> = trace
        .processes
        .iter()
        .map(|p| (p.pid, p.born, p.died))
        .collect();
    assert_eq!(
        lives,
        [(0, None, None), (1, Some(0), Some(3)), (1, Some(5), None)]
    );
    let text = shown(&trace);
    assert!(text.contains("child(1) starts with id = 5"), "{text}");
}

/// Who reads a variable for a channel that it does not own any more is told.
#[test]
fn a_channel_variable_that_changes_is_shown() {
    let model = Model::new(
        "chan a = [1] of { bit }; chan b = [1] of { bit };
        active proctype p() { a = b; assert(0) }",
    );
    let trace = model.run("0 0", Expected::Violation);
    assert_eq!(last(&trace, "chan a"), Some(&Value::Scalar(symbol("b"))));
    assert_eq!(trace.initial.len(), trace.variables.len());
}

#[test]
fn who_waits_in_a_deadlock() {
    let model = Model::new(
        "byte x;
        active proctype p() { if :: x == 1 -> skip :: x == 2 -> skip fi }
        active proctype q() { end: x == 3 }",
    );
    let trace = model.run("", Expected::InvalidEnd);
    let waiting: Vec<(&str, bool)> = trace
        .waiting
        .iter()
        .map(|waiting| (waiting.act.statement.as_str(), waiting.ended))
        .collect();
    assert_eq!(waiting, [("x == 1 or x == 2", false), ("x == 3", true)]);
    assert_eq!(trace.property.site.map(|site| site.line), Some(2));
    let text = shown(&trace);
    assert!(
        text.contains("p(0)  waits at line 2  x == 1 or x == 2"),
        "{text}"
    );
    assert!(text.contains("q(1)  is at an end state"), "{text}");
}

const TOGGLE: &str = "bit x, y;
active proctype p() { do :: x = 1 - x od }
active proctype q() { do :: atomic { y = 1 - y; skip } od }
ltl up { x == 1 }";

/// Infinitely often up, by way of a state that waits for it.
fn often_up() -> Automaton {
    let mut builder = Builder::new(vec!["up".to_owned()], 1);
    let up = builder.guards().var(0);
    let down = builder.guards().not(up);
    let (low, high) = (builder.add_state(), builder.add_state());
    builder.add_initial(low);
    for from in [low, high] {
        builder.add_edge(from, up, 1, high);
        builder.add_edge(from, down, 0, low);
    }
    builder.finish()
}

/// The states of the automaton are a path of it, on which moves that nobody sees do not count.
#[test]
fn the_automaton_follows_the_run() {
    let model = Model::new(TOGGLE);
    let trace = model.lasso("0 1 1", "0 0 1 1 1 1", &often_up());
    let automaton = trace.automaton.as_ref().expect("there is one");
    let states: Vec<usize> = trace.steps.iter().filter_map(|step| step.state).collect();
    // After a step, it has read every state before it.
    assert_eq!(automaton.initial, 0);
    assert_eq!(states, [0, 0, 1, 1, 0, 0, 1, 1, 1]);
    let labels: Vec<&str> = automaton.edges.iter().map(|e| e.label.as_str()).collect();
    assert!(
        labels.contains(&"(x == 1)") && labels.contains(&"!(x == 1)"),
        "{labels:?}"
    );
}

#[test]
fn loops_and_atomic_sequences_are_marked() {
    let trace = Model::new(TOGGLE).lasso("0", "0 0 1 1 1 1", &often_up());
    let expected = "  step   line  statement   changes
  p(0)
     1      2  x = 1 - x   x = 1
╭╴for ever these 6 steps
│ p(0)
│    2      2  x = 1 - x   x = 0
│    3      2  x = 1 - x   x = 1
│ q(1)
│    4 ┌    3  y = 1 - y   y = 1
│    5 └    3  skip
│    6 ┌    3  y = 1 - y   y = 0
│    7 └    3  skip
╰╴and again from step 2
";
    assert_eq!(shown(&trace), expected);
}

/// Of long runs both ends are shown, and what is hidden counts all the same.
#[test]
fn long_runs_are_folded() {
    let model = Model::new("byte x; active proctype p() { do :: x < 100 -> x++ od }");
    let script = "0 ".repeat(200);
    let trace = model.run(&script, Expected::InvalidEnd);
    let text = shown(&trace);
    assert!(text.contains("steps 21 to 180 are not shown"), "{text}");
    assert!(
        text.contains("x = 10\n") && text.contains("x = 91\n"),
        "{text}"
    );
    assert!(!text.contains("x = 50"), "{text}");
    let full = Style {
        full: true,
        ..Style::default()
    };
    let text = text::write(&trace, full);
    assert!(text.contains("x = 50"), "{text}");
    assert!(text.contains("values at the end:\n    x = 100"), "{text}");
}
