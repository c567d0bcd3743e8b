//! The compiled program as a transition system.
#![expect(unsafe_code)]

use crate::codegen::{self, Memory};
use crate::layout::Layout;
use crate::neighbourhood::{Neighbourhoods, Scene};
use crate::runtime::questions::Asked;
use crate::runtime::{Context, Entry, FAULT, NO_HOLDER, SLACK, Tables, place_at};
use crate::{Error, Target, neighbourhood};
use program::interpreter::Interpreter;
use program::{
    Answers, Coverage, Expr, Fault, Labels, Process, ProcessFrame, Processwise, Program, Questions,
    Region, State, Step, Successors, TransitionSystem,
};
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::sync::Arc;

/// Stack of the thread that compiles: expressions can be nested deeply.
const COMPILER_STACK: usize = 64 << 20;

/// A compiled program. Clones share the code and can work in different threads.
pub struct Compiled<'p> {
    program: &'p Program,
    propositions: Vec<Expr>,
    /// Some of these depend on whether anything can happen.
    asks_for_timeout: bool,
    /// Room to find out.
    scratch: Successors,
    code: Arc<Code>,
    context: Box<Context>,
    /// The state being looked at, with slack behind it.
    state: Vec<u8>,
    coverage: Coverage,
    neighbourhoods: Neighbourhoods,
}

/// The code, and what it needs at run time.
struct Code {
    /// Owns the functions in the tables.
    memory: Memory,
    tables: Tables,
}

// SAFETY: generated code and tables never change after they were made; the module is only touched
// again when the last owner frees it.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Memory::Native(module) = &mut self.memory {
            // SAFETY: the module is not used again. No function of it is running or can be called
            // any more: the only pointers to them are in the tables, which die with it.
            unsafe { ManuallyDrop::take(module).free_memory() };
        }
    }
}

// SAFETY: the pointers in the context are either to the code, which all threads may use, or set
// afresh for each call.
unsafe impl Send for Compiled<'_> {}

impl Clone for Compiled<'_> {
    fn clone(&self) -> Self {
        Compiled {
            program: self.program,
            propositions: self.propositions.clone(),
            asks_for_timeout: self.asks_for_timeout,
            scratch: Successors::default(),
            code: self.code.clone(),
            context: new_context(&self.code),
            state: self.state.clone(),
            coverage: self.coverage.clone(),
            neighbourhoods: self.neighbourhoods.clone(),
        }
    }
}

fn new_context(code: &Code) -> Box<Context> {
    let tables = &code.tables;
    let machine = match &code.memory {
        Memory::Native(_) => None,
        Memory::Bytecode(code) => Some(code.machine()),
    };
    let mut context = Box::new(Context::new(&raw const *tables, machine));
    // More than can exist is a fault of the first state: nothing is ever expanded.
    context.enter_channels(&tables.global_channels, &tables.layout.globals.channels, 0);
    context
}

impl<'p> Compiled<'p> {
    /// Compiles a program; letters are the values of `propositions`.
    pub fn new(
        target: Target,
        program: &'p Program,
        propositions: Vec<Expr>,
    ) -> Result<Compiled<'p>, Error> {
        Compiled::with_questions(target, program, propositions, &Questions::default())
    }

    /// The same, for somebody who will ask these questions. Where a place has very many of them,
    /// they get no answer.
    pub fn with_questions(
        target: Target,
        program: &'p Program,
        propositions: Vec<Expr>,
        questions: &Questions,
    ) -> Result<Compiled<'p>, Error> {
        if propositions.len() > 64 {
            return Err(Error::Propositions);
        }
        let trace = program.trace.iter().flat_map(|trace| &trace.locations);
        let events = trace.flat_map(|location| &location.events);
        let mut local = false;
        let mut look = |expr: &Expr| {
            local |= matches!(expr, Expr::Load(place) if place.region == Region::Local);
        };
        for event in events {
            event.channel.walk(&mut look);
            event.fields.iter().for_each(|field| field.walk(&mut look));
        }
        propositions.iter().for_each(|expr| expr.walk(&mut look));
        if local {
            return Err(Error::Local);
        }
        let compile = || {
            let layout = Layout::new(program, &propositions).map_err(|_| Error::Conflict)?;
            codegen::compile(target, program, &propositions, questions, layout)
        };
        let (memory, tables) = std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(COMPILER_STACK);
            let thread = builder.spawn_scoped(scope, compile);
            let thread = thread.map_err(|error| Error::Compiler(error.to_string()))?;
            let crashed = |_| Error::Compiler("it crashed".to_owned());
            thread.join().map_err(crashed)?
        })?;
        let code = Arc::new(Code { memory, tables });
        Ok(Compiled {
            program,
            asks_for_timeout: propositions.iter().any(Expr::asks_for_timeout),
            scratch: Successors::default(),
            propositions,
            context: new_context(&code),
            code,
            state: Vec::new(),
            coverage: Coverage::new(program),
            neighbourhoods: Neighbourhoods::new(program),
        })
    }

    /// Where everything is in a packed state.
    pub fn layout(&self) -> &Layout {
        &self.code.tables.layout
    }

    /// The packed form of a state. Who holds control is lost.
    pub fn pack(&self, state: &State) -> Vec<u8> {
        self.layout().pack(self.program, state)
    }

    /// The state with this packed form, in which nobody holds control.
    pub fn unpack(&self, packed: &[u8]) -> State {
        self.layout().unpack(self.program, packed)
    }

    /// Copies a state to where it has slack, and notes its processes, channels and claims.
    fn enter(&mut self, state: &[u8]) {
        self.locate(state);
        let tables = &self.code.tables;
        if tables.uses_exclusive {
            // SAFETY: the state was located just now, and its copy has slack.
            unsafe { self.context.note_claims(tables, self.state.as_ptr()) };
        }
    }

    /// The same for processes and channels.
    fn locate(&mut self, state: &[u8]) {
        let tables = &self.code.tables;
        let length = state.len();
        if self.state.len() < length + SLACK {
            self.state.resize(2 * length + 2 * SLACK, 0);
        }
        self.state[..length].copy_from_slice(state);
        let context = &mut *self.context;
        if context.length == length as u64 && same_shape(tables, context, self.state.as_ptr()) {
            return;
        }
        context.length = length as u64;
        let (mut count, mut frame) = (0, tables.layout.globals.size());
        while (frame as usize) < length {
            // SAFETY: the buffer has slack, and a region starts here.
            let place = unsafe { place_at(tables, self.state.as_ptr(), frame) };
            context.frames[count] = frame;
            context.places[count] = place;
            frame += tables.sizes[place as usize];
            count += 1;
        }
        context.count = count as u32;
        context.channel_count = tables.global_channels.len() as u32;
        if tables.local_channels {
            for pid in 0..count {
                let (place, frame) = (context.places[pid], context.frames[pid]);
                let owner = tables.facts[place as usize].owner as usize;
                let offsets = &tables.layout.frames[owner].channels;
                context.enter_channels(&tables.channel_kinds[owner], offsets, frame);
            }
        }
    }

    /// Adds the moves of all processes, or of one, to an empty list.
    fn run(&mut self, pid: Option<usize>, out: &mut Successors) {
        let passes = if self.code.tables.uses_timeout { 2 } else { 1 };
        for timeout in 0..passes {
            if self.pass(pid, timeout, out) {
                return;
            }
        }
    }

    /// The same with or without a timeout; says whether there are any.
    fn pass(&mut self, pid: Option<usize>, timeout: u32, out: &mut Successors) -> bool {
        let tables = &self.code.tables;
        let context = &mut *self.context;
        let most = context.room_for_one(tables);
        context.out = out.room(context.entries.len() * most).as_mut_ptr();
        context.successors = out;
        let range = context.entries.as_mut_ptr_range();
        (context.entry, context.entry_end) = (range.start, range.end);
        let count = context.count;
        let asked = Asked {
            context: &mut *self.context,
            state: self.state.as_ptr(),
            timeout,
        };
        match pid {
            Some(pid) => asked.moves(pid as u32),
            None if self.code.tables.all_may_run() => {
                for pid in (0..count).rev() {
                    asked.call(self.code.tables.moves[asked.entered(pid)], pid, 0);
                }
            }
            None => (0..count).rev().for_each(|pid| asked.moves(pid)),
        }
        self.commit(out)
    }

    /// Whether nothing can happen without a timeout in the state that was entered.
    fn is_stuck(&mut self) -> bool {
        let mut moves = std::mem::take(&mut self.scratch);
        moves.clear();
        let some = self.pass(None, 0, &mut moves);
        self.scratch = moves;
        !some
    }

    /// Adds what generated code recorded to the list, and says whether that is anything.
    fn commit(&mut self, out: &mut Successors) -> bool {
        let context = &mut *self.context;
        let end = context.entry_end as usize - context.entry as usize;
        let used = context.entries.len() - end / size_of::<Entry>();
        for entry in &context.entries[..used] {
            let holder = (entry.holder != NO_HOLDER).then_some(entry.holder as u8);
            let step = Step::from_word(entry.step);
            for (pid, edge) in step.edges() {
                let place = context.places[pid] as usize;
                self.coverage
                    .note(self.code.tables.first_edges[place] + edge);
            }
            out.commit(entry.length as usize, step, holder, entry.violates != 0);
        }
        let faulted = !context.faults.is_empty() || !context.late_faults.is_empty();
        if faulted {
            out.faults.append(&mut context.faults);
            out.faults.append(&mut context.late_faults);
        }
        faulted || used > 0
    }
}

/// Whether a state as long as the one before has its processes where that one had them. If so,
/// their places are noted; if not, nothing that was noted counts.
///
/// Most states have the shape of the one before. Walking from region to region, where each must be
/// read to find the next, takes several times as long as looking where they were.
fn same_shape(tables: &Tables, context: &mut Context, state: *const u8) -> bool {
    let (frames, places) = (&context.frames, &mut context.places);
    let mut same = true;
    for pid in 0..context.count as usize {
        // SAFETY: the state is as long as the one that had regions at these offsets, and has
        // slack. Only if all owners are the same do regions start there in this state too; then
        // each is read as what it is, by induction from the first.
        let place = unsafe { place_at(tables, state, frames[pid]) };
        let owner = tables.owners.get(place as usize);
        same &= owner.is_some() && owner == tables.owners.get(places[pid] as usize);
        places[pid] = place;
    }
    same
}

impl TransitionSystem for Compiled<'_> {
    fn initial(&mut self, out: &mut Successors) {
        let step = Step::default();
        match Interpreter::new(self.program).initial() {
            Ok(state) => out.push(&self.pack(&state), step, None, false),
            Err(_) => out.faults.push(step),
        }
    }

    fn expand(&mut self, state: &[u8], out: &mut Successors) {
        self.enter(state);
        self.run(None, out);
    }

    fn expand_holder(&mut self, state: &[u8], pid: usize, out: &mut Successors) {
        self.enter(state);
        self.run(Some(pid), out);
    }

    fn is_valid_end(&mut self, state: &[u8]) -> bool {
        self.enter(state);
        let tables = &self.code.tables;
        if self.context.count == 0 {
            return true;
        }
        let trace = tables.layout.trace.map(|field| field.load(&self.state));
        let complete = trace.is_none_or(|at| tables.trace_ends[at as usize]);
        complete && self.places().all(|place| tables.facts[place].end)
    }

    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault> {
        self.enter(state);
        let stuck = self.asks_for_timeout && self.is_stuck();
        let context: *mut Context = &mut *self.context;
        let packed = self.state.as_ptr();
        let timeout = u32::from(stuck);
        let letter = self.code.tables.letter;
        // SAFETY: the function was made for this program, and the context describes the state.
        let answer = unsafe { letter.call(context, packed, 0, 0, timeout, 0) };
        if answer != FAULT {
            return Ok(self.context.letter);
        }
        // The interpreter knows which fault it is.
        let state = self.unpack(state);
        Interpreter::new(self.program).letter(&state, &self.propositions)
    }

    fn labels(&mut self, state: &[u8]) -> Labels {
        self.enter(state);
        let facts = &self.code.tables.facts;
        let mut labels = Labels::default();
        for place in self.places() {
            labels.accept |= facts[place].accept;
            labels.progress |= facts[place].progress;
        }
        labels
    }

    fn processes(&mut self, out: &mut Vec<Process>) {
        let layout = &self.code.tables.layout;
        out.extend(self.places().map(|place| Process {
            proctype: layout.owner(place as u32),
            location: layout.location(place as u32),
        }));
    }

    fn ask(&mut self, pid: usize, out: &mut Answers) {
        out.clear();
        if pid >= self.context.count as usize {
            return;
        }
        let tables = &self.code.tables;
        let place = self.context.places[pid];
        let (owner, location) = (tables.layout.owner(place), tables.layout.location(place));
        let questions = tables.questions.at(owner, location);
        let Some(function) = tables.functions[place as usize].ask else {
            // There are none, or more than are answered.
            return out.fill(questions, |_, _| None);
        };
        let asked = Asked {
            context: &mut *self.context,
            state: self.state.as_ptr(),
            timeout: 0,
        };
        asked.call(function, pid as u32, 0);
        let Context {
            answers, answered, ..
        } = &*self.context;
        out.fill(questions, |index, _| {
            (answered[index] != 0).then_some(answers[index])
        });
    }

    fn coverage(&self) -> Option<&Coverage> {
        Some(&self.coverage)
    }

    fn processwise(&mut self) -> Option<&mut dyn Processwise> {
        self.neighbourhoods.exist().then_some(self)
    }
}

impl Processwise for Compiled<'_> {
    fn frames(&mut self, state: &[u8], out: &mut Vec<ProcessFrame>) {
        self.enter(state);
        let tables = &self.code.tables;
        let starts = self.context.frames.iter().copied();
        out.extend(
            self.places()
                .zip(starts)
                .map(|(place, start)| ProcessFrame {
                    proctype: tables.layout.owner(place as u32),
                    bytes: start..start + tables.sizes[place],
                }),
        );
    }

    fn expand_process(&mut self, state: &[u8], pid: usize, out: &mut Successors) {
        self.enter(state);
        self.pass(Some(pid), 0, out);
    }

    fn neighbourhood(&mut self, state: &[u8], pid: usize, out: &mut Vec<Range<u32>>) -> bool {
        let mut frames = Vec::new();
        self.frames(state, &mut frames);
        let layout = self.layout();
        let processes = self.places().zip(frames);
        let processes = processes.map(|(place, frame)| neighbourhood::Process {
            proctype: frame.proctype,
            location: layout.location(place as u32),
            frame: frame.bytes,
        });
        let scene = Scene {
            program: self.program,
            layout,
            view: Interpreter::new(self.program).view(&self.unpack(state)),
            processes: processes.collect(),
        };
        match self.neighbourhoods.of(&scene, pid) {
            Some(bytes) => {
                out.extend(bytes);
                true
            }
            None => false,
        }
    }
}

impl Compiled<'_> {
    /// The places of the processes of the state that was entered.
    fn places(&self) -> impl Iterator<Item = usize> {
        let places = &self.context.places[..self.context.count as usize];
        places.iter().map(|&place| place as usize)
    }
}
