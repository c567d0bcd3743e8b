//! The traces that the tests look at.

use report::Trace;
use report::trace::{Event, Message, Process, Site, Waiting};

use crate::builder::{Builder, array, contents, message, number, symbol};

const WORKERS: &str = "\
/* Two workers hand a token back and forth;
   the second one keeps it. */
chan token = [2] of { byte };
byte working, done[2];
ltl fair { [] (working -> <> !working) }

active [2] proctype worker()
{
    byte got;
    do
    :: token?got ->
        working = 1;
        done[_pid]++;
        token!got + 1
    od
}

init {
    token!1
}
";

/// Two workers, a channel, a loop of six steps after a stem of three, an automaton of three states.
pub fn workers() -> Trace {
    let mut builder = Builder::new("workers.pml", WORKERS);
    builder.property(
        "fair",
        "ltl",
        "A run that never stops working violates [] (working -> <> !working).",
    );
    builder.trace.property.site = Some(Site {
        source: 0,
        line: 5,
        column: 1,
        end_line: 5,
        end_column: 40,
    });
    let workers = [builder.process("worker", 0), builder.process("worker", 1)];
    let init = builder.process("init", 2);
    let token = builder.variable("token", None, Some(contents(&[])));
    let working = builder.variable("working", None, Some(number(0)));
    let done = builder.variable("done", None, Some(array(&[0, 0])));
    let got = workers.map(|worker| builder.variable("got", Some(worker), Some(number(0))));

    let step = builder.step(init, "token!1");
    step.changes.push((token, contents(&[1])));
    step.messages.push(message(init, Event::Sent, "token", 1));
    step.state = Some(0);
    builder.step(init, "}").state = Some(1);
    builder.trace.processes[init].died = Some(1);
    builder.step(workers[0], "do").state = Some(2);

    let mut sender = 0;
    for (turn, &worker) in workers.iter().enumerate() {
        let receive = builder.trace.steps.len();
        let step = builder.step(worker, "token?got");
        step.changes = vec![(token, contents(&[])), (got[turn], number(1))];
        let mut received = message(worker, Event::Received, "token", 1);
        received.sent = Some(sender);
        step.messages.push(received);
        step.state = Some(2);
        let step = builder.step(worker, "working = 1");
        step.atomic = true;
        let counted = if turn == 0 { [1, 0] } else { [1, 1] };
        step.changes = vec![(working, number(1)), (done, array(&counted))];
        step.state = Some(1);
        let step = builder.step(worker, "token!got + 1");
        step.changes = vec![(token, contents(&[1]))];
        step.messages.push(message(worker, Event::Sent, "token", 1));
        step.state = Some(2);
        sender = receive + 2;
    }
    builder.trace.cycle = Some(3);
    builder.trace.fairness = vec![
        "worker(0): moves in the loop".to_owned(),
        "worker(1): moves in the loop".to_owned(),
    ];
    builder.automaton(
        3,
        1,
        &[
            (0, 0, "true", &[]),
            (0, 1, "working", &[]),
            (1, 2, "working", &[0]),
            (2, 1, "working", &[]),
            (2, 2, "working && len(token) == 0", &[0]),
        ],
    );
    builder.trace
}

const MEETING: &str = "\
mtype = { hello, bye };
chan meet = [0] of { mtype, byte };
chan post = [1] of { byte };
mtype mood;

proctype guest(byte n)
{
    meet?hello, n;
    post!n;
    post!n + 1
}

init {
    byte x = 3;
    run guest(7);
    printf(\"invited\\n\");
    meet!hello, x;
    x = 10 / (x - 3)
}
";

/// A rendezvous, a birth, a death, something printed, a message lost, one that stays, a fault.
pub fn meeting() -> Trace {
    let mut builder = Builder::new("meeting.pml", MEETING);
    builder.property("safety", "safety", "Division by zero in init.");
    let init = builder.process("init", 0);
    let guest = 1;
    builder.trace.processes.push(Process {
        pid: 1,
        name: "guest".to_owned(),
        born: Some(0),
        died: Some(5),
    });
    let mood = builder.variable("mood", None, Some(symbol("hello")));
    let post = builder.variable("post", None, Some(contents(&[])));
    let x = builder.variable("x", Some(init), Some(number(3)));
    let n = builder.variable("n", Some(guest), None);

    builder.step(init, "run guest(7)").changes = vec![(n, number(7))];
    builder.step(init, "printf(\"invited\\n\")").output = "invited\n".to_owned();
    let partner = builder.act(guest, "meet?hello, n");
    let step = builder.step(init, "meet!hello, x");
    step.partner = Some(partner);
    step.changes = vec![(n, number(3)), (mood, symbol("bye"))];
    let fields = ["hello", "3"].map(|text| report::trace::Scalar::Symbol(text.to_owned()));
    for (process, event) in [(init, Event::Sent), (guest, Event::Received)] {
        step.messages.push(Message {
            process,
            channel: "meet".to_owned(),
            event,
            fields: fields.to_vec(),
            sent: None,
        });
    }
    let step = builder.step(guest, "post!n");
    step.changes = vec![(post, contents(&[3]))];
    step.messages.push(message(guest, Event::Sent, "post", 3));
    let step = builder.step(guest, "post!n + 1");
    step.messages.push(message(guest, Event::Lost, "post", 4));
    builder.step(guest, "}");
    let step = builder.step(init, "x = 10 / (x - 3)");
    step.fault = Some("division by zero".to_owned());
    debug_assert_eq!(x, 2);
    builder.trace
}

const STUCK: &str = "\
chan left = [1] of { byte }, right = [1] of { byte };

active proctype one()
{
    byte got;
    left?got;
    right!got
}

active proctype two()
{
    byte got;
end:
    right?got;
    left!got
}
";

/// A deadlock: one process waits, the other may.
pub fn stuck() -> Trace {
    let mut builder = Builder::new("stuck.pml", STUCK);
    builder.property("safety", "safety", "Invalid end state: one(0) waits.");
    let [one, two] = ["one", "two"].map(|name| builder.process(name, usize::from(name == "two")));
    builder.step(one, "byte got");
    for (process, statement, ended) in [(one, "left?got", false), (two, "right?got", true)] {
        let act = builder.act(process, statement);
        builder.trace.waiting.push(Waiting { act, ended });
    }
    builder.trace
}

/// A ring of stations that pass numbers on for ever: as many steps as wanted.
pub fn ring(stations: usize, steps: usize) -> Trace {
    let text = "chan link[8] = [4] of { int };\n\n\
        active [8] proctype station()\n{\n    int held;\n    do\n    \
        :: link[_pid]?held\n    :: held++\n    :: link[(_pid + 1) % 8]!held\n    od\n}\n";
    let mut builder = Builder::new("ring.pml", text);
    builder.property("never_passes", "ltl", "The number is passed on for ever.");
    let processes: Vec<usize> = (0..stations)
        .map(|pid| builder.process("station", pid))
        .collect();
    let links: Vec<usize> = (0..stations)
        .map(|index| builder.variable(&format!("link[{index}]"), None, Some(contents(&[]))))
        .collect();
    let visits = builder.variable("visits", None, Some(array(&vec![0; stations])));
    let held: Vec<usize> = processes
        .iter()
        .map(|&process| builder.variable("held", Some(process), Some(number(0))))
        .collect();
    let mut counts = vec![0; stations];
    let mut sent = None;
    for index in 0..steps {
        let who = index / 3 % stations;
        let value = (index / 3) as i32;
        match index % 3 {
            0 => {
                let step = builder.step(processes[who], "link[_pid]?held");
                step.changes = vec![(links[who], contents(&[])), (held[who], number(value))];
                let mut received = message(who, Event::Received, &format!("link[{who}]"), value);
                received.sent = sent;
                step.messages.push(received);
            }
            1 => {
                counts[who] += 1;
                let step = builder.step(processes[who], "held++");
                step.changes = vec![(held[who], number(value + 1)), (visits, array(&counts))];
            }
            _ => {
                let to = (who + 1) % stations;
                let step = builder.step(processes[who], "link[(_pid + 1) % 8]!held");
                step.changes = vec![(links[to], contents(&[value + 1]))];
                let channel = format!("link[{to}]");
                step.messages
                    .push(message(who, Event::Sent, &channel, value + 1));
                sent = Some(index);
            }
        }
    }
    builder.trace.cycle = Some(steps - steps / 5);
    builder.trace
}

/// Text that would be markup, the end of a script or a marker of the template if it were let.
pub const HOSTILE: &str = "</script><script>document.title='owned'</script>\
    <!--<script><img src=x onerror=\"document.title='owned'\">{script}{trace}{style}&lt;\u{2028}\u{2029}\u{1f600}";

pub fn hostile() -> Trace {
    let mut builder = Builder::new(HOSTILE, &format!("{HOSTILE}\nskip\n"));
    builder.property(HOSTILE, HOSTILE, HOSTILE);
    let process = builder.process(HOSTILE, 0);
    let variable = builder.variable(HOSTILE, Some(process), Some(symbol(HOSTILE)));
    let step = builder.step(process, HOSTILE);
    step.changes = vec![(variable, symbol("calm"))];
    step.messages
        .push(message(process, Event::Lost, HOSTILE, 1));
    step.output = HOSTILE.to_owned();
    step.fault = Some(HOSTILE.to_owned());
    builder.trace.fairness = vec![HOSTILE.to_owned()];
    builder.automaton(1, 1, &[(0, 0, HOSTILE, &[0])]);
    builder.trace
}
