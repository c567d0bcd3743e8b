//! What is shown of a trace, row by row.

use super::changes::{Changes, Names};
use super::values::message;
use crate::narrate::name;
use crate::trace::{Act, Event, Onward, Step, Trace, Variable};
use std::ops::Range;

/// Runs that are not longer than this are shown as they are.
const MAX_STEPS: usize = 60;
/// Of longer ones, so much is shown of either end: of what leads to the cycle, and of the cycle.
const ENDS: usize = 20;

/// One row.
pub enum Row {
    /// Above the columns.
    Titles,
    /// Whose steps follow: a process.
    Who(usize, String),
    Step(StepRow),
    /// What begins or ends what is repeated for ever.
    Loop(Edge, String),
    /// Steps that are not shown.
    Fold(String),
    /// Something about the run as a whole, with lines that belong to it.
    Remark(String, Vec<String>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    Begin,
    End,
}

/// One act.
pub struct StepRow {
    /// None for the second of a rendezvous.
    pub number: Option<usize>,
    pub chain: Chain,
    pub place: String,
    pub statement: String,
    pub notes: Vec<Note>,
}

/// Which part of an atomic sequence a step is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Chain {
    None,
    First,
    Middle,
    Last,
}

pub enum Note {
    Change(String),
    /// Something that is not a change: where a message came from, what was printed.
    Aside(String),
    Wrong(String),
}

/// The rows of a trace; of long ones the middle is left out unless all is to be shown.
pub fn of(trace: &Trace, full: bool) -> Vec<Row> {
    let mut writer = Writer {
        trace,
        full,
        changes: Changes::from(trace.initial.clone()),
        state: trace.automaton.as_ref().map(|automaton| automaton.initial),
        who: None,
        rows: vec![Row::Titles],
    };
    writer.steps();
    writer.end();
    writer.rows
}

struct Writer<'a> {
    trace: &'a Trace,
    full: bool,
    changes: Changes,
    /// The state of the automaton that was told last.
    state: Option<usize>,
    /// Whose steps are being shown.
    who: Option<usize>,
    rows: Vec<Row>,
}

impl Writer<'_> {
    fn steps(&mut self) {
        let count = self.trace.steps.len();
        let start = self.trace.cycle.unwrap_or(count);
        let long = count > MAX_STEPS && !self.full;
        self.part(0..start, long);
        let remark = |text: String| Row::Remark(text, Vec::new());
        match self.trace.onward() {
            None => {}
            Some(onward @ (Onward::Cycle(_) | Onward::Inside(_))) => {
                let rounds = match count - start {
                    1 => "this step".to_owned(),
                    steps => format!("these {steps} steps"),
                };
                let place = match onward {
                    Onward::Inside(_) => " inside the atomic sequence",
                    _ => "",
                };
                let begin = format!("for ever {rounds}{place}");
                self.rows.push(Row::Loop(Edge::Begin, begin));
                self.who = None;
                self.part(start..count, long);
                let back = format!("and again from step {}", start + 1);
                self.rows.push(Row::Loop(Edge::End, back));
            }
            Some(Onward::Halt) => {
                let text = "and then nothing happens for ever".to_owned();
                self.rows.push(remark(text));
            }
            Some(Onward::Fault(fault)) => {
                self.rows.push(remark(format!("then {fault} ends the run")));
            }
        }
    }

    /// Some steps, or both ends of them.
    fn part(&mut self, steps: Range<usize>, long: bool) {
        let hidden = if long && steps.len() > 2 * ENDS + 1 {
            steps.start + ENDS..steps.end - ENDS
        } else {
            steps.end..steps.end
        };
        for number in steps {
            if number == hidden.start && !hidden.is_empty() {
                let (from, to) = (hidden.start + 1, hidden.end);
                let fold = format!("… steps {from} to {to} are not shown: --full shows them …");
                self.rows.push(Row::Fold(fold));
                self.who = None;
            }
            self.step(number, !hidden.contains(&number));
        }
    }

    fn step(&mut self, number: usize, shown: bool) {
        let trace = self.trace;
        let step = &trace.steps[number];
        let names = Names::from(trace);
        let actor = step.act.process;
        let changes = self.changes.next_seen_by(names, step, Some(actor));
        if !shown {
            return;
        }
        if self.who != Some(actor) {
            self.who = Some(actor);
            self.rows
                .push(Row::Who(actor, name(&trace.processes, actor)));
        }
        let mut notes: Vec<Note> = changes.into_iter().map(Note::Change).collect();
        notes.extend(asides(step));
        if self.full
            && let Some(state) = step.state
            && self.state != step.state
        {
            self.state = step.state;
            notes.push(Note::Aside(format!("the claim is in state {state}")));
        }
        if let Some(wrong) = self.wrong(number) {
            notes.push(Note::Wrong(wrong));
        }
        let before = number.checked_sub(1).map(|before| &trace.steps[before]);
        let chain = match (before.is_some_and(|before| before.atomic), step.atomic) {
            (false, false) => Chain::None,
            (false, true) => Chain::First,
            (true, true) => Chain::Middle,
            (true, false) => Chain::Last,
        };
        let row = |number, act: &Act, statement, chain, notes| {
            Row::Step(StepRow {
                number,
                chain,
                place: self.place(act),
                statement,
                notes,
            })
        };
        let statement = step.act.statement.clone();
        match &step.partner {
            None => {
                let row = row(Some(number + 1), &step.act, statement, chain, notes);
                self.rows.push(row);
            }
            Some(partner) => {
                let passed: Vec<Note> = passes(step).map(Note::Aside).into_iter().collect();
                let first = row(Some(number + 1), &step.act, statement, chain, passed);
                let who = name(&trace.processes, partner.process);
                let statement = format!("↳ {who}  {}", partner.statement);
                let inside = match chain {
                    Chain::First | Chain::Middle => Chain::Middle,
                    Chain::None | Chain::Last => Chain::None,
                };
                let second = row(None, partner, statement, inside, notes);
                self.rows.extend([first, second]);
            }
        }
    }

    /// The line of an act; with the name of the file if that is not the model itself.
    fn place(&self, act: &Act) -> String {
        let line = act.site.line;
        match self.trace.sources.get(act.site.source) {
            Some(source) if act.site.source > 0 => {
                let file = source.path.rsplit('/').next().unwrap_or(&source.path);
                format!("{file}:{line}")
            }
            _ => line.to_string(),
        }
    }

    /// What is wrong with a step.
    fn wrong(&self, number: usize) -> Option<String> {
        let Trace {
            steps,
            cycle,
            waiting,
            property,
            ..
        } = self.trace;
        let step = &steps[number];
        let last = number + 1 == steps.len() && cycle.is_none() && waiting.is_empty();
        let wrong = last && property.is_violated();
        match &step.fault {
            Some(fault) => Some(fault.clone()),
            None => wrong.then(|| "fails".to_owned()),
        }
    }

    /// What there is to say after the last step.
    fn end(&mut self) {
        let trace = self.trace;
        if !trace.waiting.is_empty() {
            let widest = |texts: &mut dyn Iterator<Item = String>| {
                texts.map(|text| text.chars().count()).max().unwrap_or(0)
            };
            let who = |act: &Act| name(&trace.processes, act.process);
            let acts = || trace.waiting.iter().map(|waiting| &waiting.act);
            let names = widest(&mut acts().map(who));
            let places = widest(&mut acts().map(|act| self.place(act)));
            let lines = trace.waiting.iter().map(|waiting| {
                let who = who(&waiting.act);
                if waiting.ended {
                    return format!("{who:names$}  is at an end state");
                }
                let place = self.place(&waiting.act);
                let statement = &waiting.act.statement;
                format!("{who:names$}  waits at line {place:>places$}  {statement}")
            });
            let remark = Row::Remark("nothing can happen:".to_owned(), lines.collect());
            self.rows.push(remark);
        }
        if !trace.fairness.is_empty() {
            let title = "this is fair to every process:".to_owned();
            self.rows.push(Row::Remark(title, trace.fairness.clone()));
        }
        if self.full {
            // What belonged to a process is gone with it.
            let alive = |variable: &Variable| match variable.process {
                Some(process) => trace.processes[process].died.is_none(),
                None => true,
            };
            let mut values = self.changes.values().to_vec();
            for (variable, value) in trace.variables.iter().zip(&mut values) {
                value.take_if(|_| !alive(variable));
            }
            let lines = super::values(Names::from(trace), &values);
            self.rows
                .push(Row::Remark("values at the end:".to_owned(), lines));
        }
    }
}

/// What a step did besides changing values.
fn asides(step: &Step) -> Vec<Note> {
    let received = |message: &crate::trace::Message| {
        let sent = message.sent?;
        Some(Note::Aside(format!("sent in step {}", sent + 1)))
    };
    let mut notes: Vec<Note> = step.messages.iter().filter_map(received).collect();
    let printed = step.output.lines();
    notes.extend(printed.map(|line| Note::Aside(format!("prints: {line}"))));
    notes
}

/// The message of a rendezvous, unless the statement has it word for word.
fn passes(step: &Step) -> Option<String> {
    let mut sent = step.messages.iter().filter(|m| m.event == Event::Sent);
    let fields = message(&sent.next()?.fields);
    let statement: String = step.act.statement.split_whitespace().collect();
    let literal = statement.ends_with(&format!("!{fields}"));
    (!literal).then(|| format!("the message is {fields}"))
}
