//! From a program to code: that of the machine, or bytecode. All that differs is who links it, so
//! that the two cannot mean different things.
//!
//! Each place (a process type and a location) gets a function of its own that adds the moves of a
//! process there; where it is needed, also one that says whether there are any, and one for the
//! receiving side of a rendezvous. Many small functions compile faster than a few large ones, and
//! finding the code for a place is one indirect call.
//!
//! Cranelift optimises for speed. Compiling takes about as long without (24 ms for the median model
//! of the corpus), and on models with long expressions the code takes half as long again.

mod bytecode;
mod channel;
mod dstep;
mod edges;
mod emitter;
mod expr;
mod guard;
mod machine;
mod perform;
mod place;
mod successor;
mod trace;
mod unit;

use crate::facts::{Facts, Folder, always_enabled};
use crate::layout::Layout;
use crate::runtime::{
    self, Bytecode, ENABLED, FAULT, Function, Functions, MAX_ANSWERS, NOTHING, Tables, no_moves,
};
use crate::{Error, Target};
use bytecode::Assembly;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};
use emitter::{Emitter, View};
use program::{Action, Coverage, Edge, Expr, Location, PlaceQuestions, ProcId, Program, Questions};
use std::mem::{ManuallyDrop, offset_of};
use unit::{PlaceFunctions, Unit};

/// Owns the code that tables point to.
pub enum Memory {
    /// Is never dropped by itself: see [`crate::compiled`].
    Native(Box<ManuallyDrop<JITModule>>),
    Bytecode(Bytecode),
}

/// Generates the code of a program.
pub fn compile(
    target: Target,
    program: &Program,
    propositions: &[Expr],
    questions: &Questions,
    layout: Layout,
) -> Result<(Memory, Tables), Error> {
    let generate = |module: &mut dyn Module| {
        let facts = Facts::new(program, propositions);
        let unit = declare(target, module, program, questions, &layout, facts)?;
        define(module, &unit, propositions, questions)?;
        Ok::<_, Error>(unit)
    };
    let (memory, tables) = match target {
        Target::Native => {
            let mut module = machine::module()?;
            let unit = generate(&mut module)?;
            module.finalize_definitions()?;
            let address = |id| machine::function(&module, id);
            let tables = tables(&address, &unit, program, questions);
            let module = Box::new(ManuallyDrop::new(module));
            (Memory::Native(module), tables)
        }
        Target::Bytecode => {
            let mut assembly = Assembly::new()?;
            let unit = generate(&mut assembly)?;
            let (code, starts) = assembly.link(&unit.runtime)?;
            let address = |id| code.function(starts[&id]);
            let tables = tables(&address, &unit, program, questions);
            (Memory::Bytecode(code), tables)
        }
    };
    Ok((memory, Tables { layout, ..tables }))
}

/// What both targets are set to.
fn settings() -> Result<settings::Flags, Error> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        // The code is checked against the interpreter by tests instead.
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
    ] {
        flags
            .set(name, value)
            .map_err(|error| Error::Compiler(error.to_string()))?;
    }
    Ok(settings::Flags::new(flags))
}

/// Declares every function that will be needed.
fn declare<'p>(
    target: Target,
    module: &mut dyn Module,
    program: &'p Program,
    questions: &Questions,
    layout: &'p Layout,
    facts: Facts,
) -> Result<Unit<'p>, Error> {
    let signature = unit::signature(module);
    let runtime = unit::declare_runtime(module)?;
    let tables = unit::define_tables(module, layout)?;
    let mut function = || -> Result<FuncId, Error> {
        let id = module.declare_anonymous_function(&signature)?;
        Ok(id)
    };
    let mut places = Vec::new();
    let tested = tested_places(program, layout, &facts);
    let folder = Folder { layout };
    // Whether a question about a place can be one about partners.
    let offered = (0..layout.places()).any(|place| {
        let mut edges = location_at(program, layout, place).edges.iter();
        tested[place as usize] && edges.any(|edge| matches!(edge.action, Action::Send { .. }))
    });
    for place in 0..layout.places() {
        let location = location_at(program, layout, place);
        let mut functions = PlaceFunctions::default();
        if !location.edges.is_empty() {
            functions.moves = Some(function()?);
        }
        if tested[place as usize] && !location.edges.is_empty() {
            functions.test = Some(function()?);
        }
        let owner = Some(layout.owner(place));
        let accepts = |edge: &Edge| folder.may_accept(program, owner, &edge.action);
        if facts.any_rendezvous && location.edges.iter().any(accepts) {
            functions.accept = Some(function()?);
            if offered {
                functions.accept_test = Some(function()?);
            }
        }
        let asked = questions.at(layout.owner(place), layout.location(place));
        if (1..=MAX_ANSWERS).contains(&asked.len()) {
            functions.ask = Some(function()?);
        }
        places.push(functions);
    }
    let mut provided = Vec::new();
    for proctype in &program.proctypes {
        provided.push(match proctype.provided {
            Some(_) => Some(function()?),
            None => None,
        });
    }
    let letter = function()?;
    let follow = match program.trace {
        Some(_) => Some(function()?),
        None => None,
    };
    let instances = program.instances.iter();
    let sizes = instances.map(|i| layout.frames[i.proctype as usize].size());
    let longest = layout.globals.size() + sizes.sum::<u32>();
    let vectors = match target {
        Target::Native => cfg!(any(target_arch = "x86_64", target_arch = "aarch64")),
        Target::Bytecode => true,
    };
    Ok(Unit {
        program,
        layout,
        longest: (!facts.uses_run).then_some(longest),
        facts,
        runtime,
        tables,
        places,
        provided,
        letter,
        follow,
        block: if vectors { types::I8X16 } else { types::I64 },
    })
}

fn location_at<'p>(program: &'p Program, layout: &Layout, place: u32) -> &'p Location {
    let proctype = program.proctype(layout.owner(place));
    proctype.location(layout.location(place))
}

/// Places of which somebody asks whether a process there can move.
fn tested_places(program: &Program, layout: &Layout, facts: &Facts) -> Vec<bool> {
    let all = facts.uses_enabled;
    let mut tested = vec![all; layout.places() as usize];
    for (id, proctype) in program.proctypes.iter().enumerate() {
        for edge in proctype.locations.iter().flat_map(|l| &l.edges) {
            let target = proctype.locations.get(edge.target as usize);
            if edge.atomic && target.is_some_and(|l| facts.uses_provided || !always_enabled(l)) {
                tested[layout.place_of(id as ProcId, edge.target) as usize] = true;
            }
        }
    }
    tested
}

/// Generates every function that was declared.
fn define(
    module: &mut dyn Module,
    unit: &Unit<'_>,
    propositions: &[Expr],
    questions: &Questions,
) -> Result<(), Error> {
    let mut definer = Definer {
        module,
        unit,
        builder: FunctionBuilderContext::new(),
    };
    for (place, functions) in unit.places.iter().enumerate() {
        let place = place as u32;
        let proctype = unit.layout.owner(place);
        let location = location_at(unit.program, unit.layout, place);
        if let Some(id) = functions.moves {
            definer.function(id, |emitter, values| {
                let parameters = emitter.parameters(proctype, values);
                emitter.moves(&parameters, location);
            })?;
        }
        if let Some(id) = functions.test {
            definer.function(id, |emitter, values| {
                let parameters = emitter.parameters(proctype, values);
                emitter.test(&parameters, location);
            })?;
        }
        if let Some(id) = functions.accept {
            definer.function(id, |emitter, values| {
                let parameters = emitter.parameters(proctype, values);
                emitter.accept(&parameters, location);
            })?;
        }
        if let Some(id) = functions.accept_test {
            definer.function(id, |emitter, values| {
                let parameters = emitter.parameters(proctype, values);
                emitter.accept_test(&parameters, location);
            })?;
        }
        if let Some(id) = functions.ask {
            let asked = questions.at(proctype, unit.layout.location(place));
            definer.function(id, |emitter, values| {
                let parameters = emitter.parameters(proctype, values);
                answer(emitter, &parameters.mover.view, asked);
            })?;
        }
    }
    for (id, function) in unit.provided.iter().enumerate() {
        let condition = unit.program.proctypes[id].provided.as_ref();
        if let (Some(function), Some(condition)) = (*function, condition) {
            definer.function(function, |emitter, values| {
                let parameters = emitter.parameters(id as ProcId, values);
                provided(emitter, &parameters.mover.view, condition);
            })?;
        }
    }
    definer.function(unit.letter, |emitter, values| {
        letter(emitter, values, propositions);
    })?;
    if let (Some(function), Some(assertion)) = (unit.follow, &unit.program.trace) {
        definer.function(function, |emitter, values| emitter.trace(values, assertion))?;
    }
    Ok(())
}

struct Definer<'a, 'p> {
    module: &'a mut dyn Module,
    unit: &'a Unit<'p>,
    builder: FunctionBuilderContext,
}

impl Definer<'_, '_> {
    fn function(
        &mut self,
        id: FuncId,
        body: impl FnOnce(&mut Emitter<'_>, &[Value]),
    ) -> Result<(), Error> {
        let mut context = self.module.make_context();
        context.func.signature = unit::signature(self.module);
        let builder = FunctionBuilder::new(&mut context.func, &mut self.builder);
        let (mut emitter, values) = Emitter::new(builder, self.unit, self.module);
        body(&mut emitter, &values);
        emitter.finish();
        self.module.define_function(id, &mut context)?;
        Ok(())
    }
}

fn provided(emitter: &mut Emitter<'_>, view: &View, condition: &Expr) {
    let (fault, no) = (emitter.block(), emitter.block());
    emitter.fault = fault;
    emitter.require_truth(view, condition, no);
    emitter.return_constant(ENABLED);
    emitter.b.switch_to_block(no);
    emitter.return_constant(NOTHING);
    emitter.b.switch_to_block(fault);
    emitter.return_constant(FAULT);
}

fn letter(emitter: &mut Emitter<'_>, values: &[Value], propositions: &[Expr]) {
    let view = View {
        state: values[1],
        local: None,
        pid: emitter.constant(0),
        timeout: values[4],
    };
    let fault = emitter.block();
    emitter.fault = fault;
    let mut letter = emitter.wide(0);
    for (bit, proposition) in propositions.iter().enumerate() {
        let truth = emitter.truth(&view, proposition);
        let truth = emitter.b.ins().uextend(types::I64, truth);
        let truth = emitter.b.ins().ishl_imm_u(truth, bit as i64);
        letter = emitter.b.ins().bor(letter, truth);
    }
    emitter.context_store(letter, offset_of!(runtime::Context, letter));
    emitter.return_constant(NOTHING);
    emitter.b.switch_to_block(fault);
    emitter.return_constant(FAULT);
}

/// Evaluates each question by itself: one that faults has no answer, and the next is asked.
fn answer(emitter: &mut Emitter<'_>, view: &View, questions: &PlaceQuestions) {
    let answered = |index: usize| offset_of!(runtime::Context, answered) + index * size_of::<i32>();
    for (index, question) in questions.iter().enumerate() {
        let (fault, next) = (emitter.block(), emitter.block());
        emitter.fault = fault;
        let value = emitter.value(view, question);
        emitter.context_store(
            value,
            offset_of!(runtime::Context, answers) + index * size_of::<i32>(),
        );
        let yes = emitter.constant(1);
        emitter.context_store(yes, answered(index));
        emitter.jump(next);
        emitter.b.switch_to_block(fault);
        let no = emitter.constant(0);
        emitter.context_store(no, answered(index));
        emitter.jump(next);
        emitter.b.switch_to_block(next);
    }
    emitter.return_constant(ENABLED);
}

/// Collects what the runtime needs. The layout is the caller's to fill in.
fn tables(
    address: &dyn Fn(FuncId) -> Function,
    unit: &Unit<'_>,
    program: &Program,
    questions: &Questions,
) -> Tables {
    let layout = unit.layout;
    let facts = |place: u32| {
        let owner = layout.owner(place);
        let location = location_at(program, layout, place);
        runtime::Facts {
            owner,
            number: location.number,
            end: location.end,
            accept: location.accept,
            progress: location.progress,
        }
    };
    let moves =
        |functions: &PlaceFunctions| functions.moves.map_or(Function::Native(no_moves), address);
    let size = |place: u32| layout.frames[layout.owner(place) as usize].size();
    let functions = |functions: &PlaceFunctions| Functions {
        test: functions.test.map(address),
        accept: functions.accept.map(address),
        accept_test: functions.accept_test.map(address),
        ask: functions.ask.map(address),
    };
    let kinds = |frame: &program::Frame| -> Vec<u32> {
        frame
            .channels
            .iter()
            .map(|slot| slot.channel_type)
            .collect()
    };
    let exclusive = |(proctype, id): (&program::Proctype, ProcId)| {
        let held = proctype.exclusive.iter();
        held.map(|held| (held.end, layout.home_of(id, held)))
            .collect()
    };
    let trace = program.trace.iter().flat_map(|trace| &trace.locations);
    let coverage = Coverage::new(program);
    let first_edge = |place: u32| coverage.first_edge(layout.owner(place), layout.location(place));
    Tables {
        layout: layout.clone(),
        facts: (0..layout.places()).map(facts).collect(),
        moves: unit.places.iter().map(moves).collect(),
        sizes: (0..layout.places()).map(size).collect(),
        owners: (0..layout.places())
            .map(|place| layout.owner(place) as u8)
            .collect(),
        first_edges: (0..layout.places()).map(first_edge).collect(),
        largest_frame: layout.largest_frame() as usize,
        functions: unit.places.iter().map(functions).collect(),
        questions: questions.clone(),
        provided: unit.provided.iter().map(|id| id.map(address)).collect(),
        letter: address(unit.letter),
        uses_provided: unit.facts.uses_provided,
        uses_priority: program.uses_priority,
        uses_timeout: unit.facts.uses_timeout,
        local_channels: unit.facts.local_channels,
        exclusive: program.proctypes.iter().zip(0..).map(exclusive).collect(),
        uses_exclusive: program.proctypes.iter().any(|t| !t.exclusive.is_empty()),
        channel_kinds: program.proctypes.iter().map(|p| kinds(&p.frame)).collect(),
        global_channels: kinds(&program.globals),
        trace_ends: trace.map(|location| location.end).collect(),
    }
}
