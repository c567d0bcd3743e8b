//! Who and what takes part in a run: processes as they come and go, and what their variables and
//! channels are worth now.

use super::words::display_name;
use crate::trace::{Process, Scalar, Value, Variable, VariableKind};
use program::interpreter::{Interpreter, View};
use program::{Frame, Initializer, Meaning, ProcId, Program, State};

/// Everybody and everything that a run has shown so far.
pub struct Cast<'a> {
    interpreter: Interpreter<'a>,
    pub processes: Vec<Process>,
    pub variables: Vec<Variable>,
    /// What the values of each variable are to people.
    natures: Vec<Nature<'a>>,
    /// The values now, of each variable.
    values: Vec<Option<Raw>>,
    globals: Vec<Member>,
    /// The living, by their numbers.
    alive: Vec<Living>,
}

/// A process that is alive.
struct Living {
    /// Its index in `processes`.
    process: usize,
    proctype: ProcId,
    members: Vec<Member>,
}

/// Something of a frame that has a value.
#[derive(Clone)]
struct Member {
    /// Its index in `variables`; none as long as it is not shown.
    index: Option<usize>,
    what: What,
}

#[derive(Clone)]
enum What {
    /// The variable with this index in the frame.
    Variable(usize),
    /// A variable that was declared with a channel of its own. It stands for that channel, which
    /// is shown, so it is itself shown only from when it has another value than at first.
    Owner(usize, Vec<i32>),
    /// The contents of the channel with this index in the frame.
    Channel(usize),
}

/// A value as it is in the state. What numbers mean may change with the processes that there are,
/// and that is no change of the variable.
#[derive(Clone, PartialEq, Eq)]
enum Raw {
    Numbers(Vec<i32>),
    Messages(Vec<Vec<i32>>),
}

/// What values are to people.
#[derive(Clone, Copy)]
enum Nature<'a> {
    Numbers(Meaning),
    /// Messages with these fields.
    Messages(&'a [Meaning]),
}

/// A channel that there is.
pub(super) struct Channel<'a> {
    pub name: String,
    pub meanings: &'a [Meaning],
}

impl<'a> Cast<'a> {
    /// Those of the first state.
    pub fn new(program: &'a Program, initial: &State) -> Cast<'a> {
        let interpreter = Interpreter::new(program);
        let mut cast = Cast {
            interpreter,
            processes: Vec::new(),
            variables: Vec::new(),
            natures: Vec::new(),
            values: Vec::new(),
            globals: Vec::new(),
            alive: Vec::new(),
        };
        let view = interpreter.view(initial);
        cast.globals = cast.members(&view, &program.globals, None);
        cast.arrive(initial, &view, None);
        cast.look(&view);
        cast
    }

    fn program(&self) -> &'a Program {
        self.interpreter.program()
    }

    /// The process that has this number now, by its index in `processes`.
    pub fn process(&self, pid: usize) -> usize {
        self.alive.get(pid).map_or(0, |living| living.process)
    }

    /// `name(pid)` of a process.
    pub fn name(&self, process: usize) -> String {
        name(&self.processes, process)
    }

    /// The values now.
    pub fn values(&self) -> Vec<Option<Value>> {
        let now = self.values.iter().enumerate();
        now.map(|(index, raw)| raw.as_ref().map(|raw| self.value(index, raw)))
            .collect()
    }

    /// Notes who is alive after a step.
    pub(super) fn update(&mut self, step: usize, after: &State) {
        let view = self.interpreter.view(after);
        while self.alive.len() > after.process_count()
            && let Some(gone) = self.alive.pop()
        {
            self.processes[gone.process].died = Some(step);
            for index in gone.members.iter().filter_map(|member| member.index) {
                self.values[index] = None;
            }
        }
        self.arrive(after, &view, Some(step));
    }

    /// The variables that have another value after a step, which [`Cast::update`] has seen.
    pub(super) fn changes(&mut self, after: &State) -> Vec<(usize, Value)> {
        let view = self.interpreter.view(after);
        let changed = self.look(&view);
        let value = |&index: &usize| {
            let raw = self.values[index].as_ref();
            raw.map(|raw| (index, self.value(index, raw)))
        };
        changed.iter().filter_map(value).collect()
    }

    /// Adds the processes of a state that are new.
    fn arrive(&mut self, state: &State, view: &View<'_>, born: Option<usize>) {
        let processes = self.interpreter.processes(state);
        for new in processes.iter().skip(self.alive.len()) {
            let proctype = self.program().proctype(new.proctype);
            let process = self.processes.len();
            self.processes.push(Process {
                pid: new.pid,
                name: display_name(&proctype.name).to_owned(),
                born,
                died: None,
            });
            let owner = Some((new.pid, process));
            let members = self.members(view, &proctype.frame, owner);
            self.alive.push(Living {
                process,
                proctype: new.proctype,
                members,
            });
        }
    }

    /// What a new frame has. The owner is a process, by its number and index.
    fn members(
        &mut self,
        view: &View<'_>,
        frame: &'a Frame,
        owner: Option<(usize, usize)>,
    ) -> Vec<Member> {
        let (pid, process) = owner.unzip();
        let mut members = Vec::new();
        for (at, variable) in frame.variables.iter().enumerate() {
            if variable.hidden {
                continue;
            }
            let owns = |initial: &program::Initial| {
                initial.offset == variable.offset
                    && matches!(initial.value, Initializer::Channel(_))
            };
            if variable.channel && frame.initial.iter().any(owns) {
                let what = What::Owner(at, view.variable(pid, variable));
                members.push(Member { index: None, what });
                continue;
            }
            let index = self.show_variable(variable.name.clone(), process, variable);
            let what = What::Variable(at);
            members.push(Member { index, what });
        }
        for (at, slot) in frame.channels.iter().enumerate() {
            let kind = &self.program().channel_types[slot.channel_type as usize];
            if kind.capacity > 0 {
                let name = slot.name.clone();
                let nature = Nature::Messages(&slot.meanings);
                let index = self.show(name, process, VariableKind::Channel, nature);
                let what = What::Channel(at);
                members.push(Member { index, what });
            }
        }
        members
    }

    /// Adds a variable that has no value yet.
    fn show(
        &mut self,
        name: String,
        process: Option<usize>,
        kind: VariableKind,
        nature: Nature<'a>,
    ) -> Option<usize> {
        self.natures.push(nature);
        self.variables.push(Variable {
            name,
            process,
            kind,
        });
        self.values.push(None);
        Some(self.variables.len() - 1)
    }

    fn show_variable(
        &mut self,
        name: String,
        process: Option<usize>,
        variable: &program::Variable,
    ) -> Option<usize> {
        let kind = match variable.length {
            Some(_) => VariableKind::Array,
            None => VariableKind::Scalar,
        };
        self.show(name, process, kind, Nature::Numbers(variable.meaning()))
    }

    /// Reads all values; those that are not what they were, by their index.
    fn look(&mut self, view: &View<'_>) -> Vec<usize> {
        let mut changed = Vec::new();
        let program = self.program();
        let mut globals = std::mem::take(&mut self.globals);
        self.look_at(view, None, &program.globals, &mut globals, &mut changed);
        self.globals = globals;
        for pid in 0..self.alive.len() {
            let living = &mut self.alive[pid];
            let owner = Some((pid, living.process));
            let frame = &program.proctype(living.proctype).frame;
            let mut members = std::mem::take(&mut living.members);
            self.look_at(view, owner, frame, &mut members, &mut changed);
            self.alive[pid].members = members;
        }
        changed
    }

    fn look_at(
        &mut self,
        view: &View<'_>,
        owner: Option<(usize, usize)>,
        frame: &Frame,
        members: &mut [Member],
        changed: &mut Vec<usize>,
    ) {
        let (pid, process) = owner.unzip();
        let mut contents = view.channel_contents(pid);
        for member in members {
            let raw = match &member.what {
                What::Variable(at) => Raw::Numbers(view.variable(pid, &frame.variables[*at])),
                What::Owner(at, first) => {
                    let variable = &frame.variables[*at];
                    let now = view.variable(pid, variable);
                    if member.index.is_none() && now == *first {
                        continue;
                    }
                    if member.index.is_none() {
                        let name = format!("chan {}", variable.name);
                        member.index = self.show_variable(name, process, variable);
                    }
                    Raw::Numbers(now)
                }
                What::Channel(at) => Raw::Messages(std::mem::take(&mut contents[*at])),
            };
            let Some(index) = member.index else { continue };
            if self.values[index].as_ref() != Some(&raw) {
                self.values[index] = Some(raw);
                changed.push(index);
            }
        }
    }

    /// A value of a variable in the words of the model.
    fn value(&self, index: usize, raw: &Raw) -> Value {
        let kind = self.variables[index].kind;
        match (raw, self.natures[index]) {
            (Raw::Messages(messages), Nature::Messages(meanings)) => {
                let message = |fields: &Vec<i32>| self.fields(meanings, fields);
                Value::Messages(messages.iter().map(message).collect())
            }
            (Raw::Numbers(numbers), Nature::Numbers(meaning)) => {
                let scalar = |&number: &i32| self.scalar(meaning, number);
                match (kind, numbers.as_slice()) {
                    (VariableKind::Scalar, [number]) => Value::Scalar(scalar(number)),
                    _ => Value::Array(numbers.iter().map(scalar).collect()),
                }
            }
            // A channel has messages, and nothing else has.
            (Raw::Messages(_), Nature::Numbers(_)) | (Raw::Numbers(_), Nature::Messages(_)) => {
                Value::Array(Vec::new())
            }
        }
    }

    /// The fields of a message in the words of the model.
    pub(super) fn fields(&self, meanings: &[Meaning], fields: &[i32]) -> Vec<Scalar> {
        let meanings = meanings
            .iter()
            .copied()
            .chain(std::iter::repeat(Meaning::Number));
        let fields = fields.iter().zip(meanings);
        fields
            .map(|(&number, meaning)| self.scalar(meaning, number))
            .collect()
    }

    fn scalar(&self, meaning: Meaning, number: i32) -> Scalar {
        let name = match meaning {
            Meaning::Number => None,
            Meaning::Symbol(table) => self.symbol(table, number),
            Meaning::Channel => self.channel(number).map(|channel| channel.name),
        };
        name.map_or(Scalar::Number(number), Scalar::Symbol)
    }

    fn symbol(&self, table: u32, number: i32) -> Option<String> {
        let names = self.program().symbols.get(table as usize)?;
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        names.get(index).cloned()
    }

    /// The channel that has this number now.
    pub(super) fn channel(&self, number: i32) -> Option<Channel<'a>> {
        let mut at = usize::try_from(number).ok()?.checked_sub(1)?;
        let program = self.program();
        let channel = |frame: &'a Frame, at: usize| {
            let slot = frame.channels.get(at)?;
            Some((slot.name.clone(), &slot.meanings[..]))
        };
        if let Some((name, meanings)) = channel(&program.globals, at) {
            return Some(Channel { name, meanings });
        }
        at -= program.globals.channels.len();
        for living in &self.alive {
            let frame = &program.proctype(living.proctype).frame;
            if let Some((name, meanings)) = channel(frame, at) {
                let name = format!("{}:{name}", self.name(living.process));
                return Some(Channel { name, meanings });
            }
            at -= frame.channels.len();
        }
        None
    }

    /// How many channels there are now.
    pub(super) fn channel_count(&self) -> usize {
        let program = self.program();
        let of = |living: &Living| program.proctype(living.proctype).frame.channels.len();
        program.globals.channels.len() + self.alive.iter().map(of).sum::<usize>()
    }
}

/// `name(pid)` of a process, by its index.
pub(crate) fn name(processes: &[Process], process: usize) -> String {
    match processes.get(process) {
        Some(process) => format!("{}({})", process.name, process.pid),
        None => "?".to_owned(),
    }
}
