//! What a program does and does not do, so that code for the rest need not be made.

use crate::layout::{Home, Layout};
use program::access::can_fault;
use program::interpreter::{binary, unary};
use program::{Action, Edge, Expr, Location, Place, ProcId, Program, Region};

/// Facts about a whole program.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Some expression asks for `timeout`.
    pub uses_timeout: bool,
    /// Some process is created later than at the start.
    pub uses_run: bool,
    /// Somebody asks whether a process is enabled, or there are priorities.
    pub uses_enabled: bool,
    /// Some process type has a condition on its moves.
    pub uses_provided: bool,
    /// Some process type has channels of its own.
    pub local_channels: bool,
    /// Types of channels that exist, each once.
    pub channel_kinds: Vec<u32>,
    /// Some of these are rendezvous channels.
    pub any_rendezvous: bool,
    /// Some of these have buffers.
    pub any_buffered: bool,
}

impl Facts {
    /// Looks at the whole program, and at what properties ask of it.
    pub fn new(program: &Program, propositions: &[Expr]) -> Facts {
        let mut facts = Facts {
            uses_enabled: program.uses_priority,
            ..Facts::default()
        };
        let mut look = |expr: &Expr| match expr {
            Expr::Timeout => facts.uses_timeout = true,
            Expr::Enabled(_) => facts.uses_enabled = true,
            _ => {}
        };
        for proctype in &program.proctypes {
            proctype.walk(&mut look);
        }
        let mut look = |expr: &Expr| facts.uses_enabled |= matches!(expr, Expr::Enabled(_));
        propositions.iter().for_each(|expr| expr.walk(&mut look));
        facts.uses_run = edges(program).any(|edge| matches!(edge.action, Action::Run { .. }));
        facts.uses_provided = program.proctypes.iter().any(|p| p.provided.is_some());
        facts.local_channels = program
            .proctypes
            .iter()
            .any(|proctype| !proctype.frame.channels.is_empty());
        let frames = program.proctypes.iter().map(|proctype| &proctype.frame);
        for slot in frames
            .chain([&program.globals])
            .flat_map(|frame| &frame.channels)
        {
            if !facts.channel_kinds.contains(&slot.channel_type) {
                facts.channel_kinds.push(slot.channel_type);
            }
            let capacity = program.channel_types[slot.channel_type as usize].capacity;
            facts.any_rendezvous |= capacity == 0;
            facts.any_buffered |= capacity != 0;
        }
        facts
    }
}

/// Every edge of every process type.
pub fn edges(program: &Program) -> impl Iterator<Item = &Edge> {
    let locations = program.proctypes.iter().flat_map(|p| &p.locations);
    locations.flat_map(|location| &location.edges)
}

/// Whether a process that is here and allowed to move can do so in every state.
pub fn always_enabled(location: &Location) -> bool {
    location.edges.iter().any(|edge| {
        edge.action.is_else()
            || matches!(
                edge.action,
                Action::Assign(..)
                    | Action::Assert(_)
                    | Action::Print(_)
                    | Action::Run { .. }
                    | Action::SetPriority { .. }
            )
    })
}

/// Expressions whose value is known before the program runs.
pub struct Folder<'a> {
    pub layout: &'a Layout,
}

impl Folder<'_> {
    /// The value of an expression of this process type, if it is the same in all states.
    pub fn fold(&self, proctype: Option<ProcId>, expr: &Expr) -> Option<i32> {
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Load(place) => self.fold_place(proctype, place),
            Expr::Unary(op, a) => Some(unary(*op, self.fold(proctype, a)?)),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.fold(proctype, a)?, self.fold(proctype, b)?);
                binary(*op, a, b).ok()
            }
            _ => None,
        }
    }

    /// Whether an action of this process type might take a message from a rendezvous channel.
    pub fn may_accept(&self, program: &Program, proctype: Option<ProcId>, action: &Action) -> bool {
        match action {
            Action::Receive { channel, .. } => {
                let id = self.fold(proctype, channel);
                let index = id.and_then(|id| usize::try_from(id).ok()?.checked_sub(1));
                let known = index.and_then(|index| program.globals.channels.get(index));
                known.is_none_or(|slot| {
                    program.channel_types[slot.channel_type as usize].capacity == 0
                })
            }
            Action::DStep(body) => {
                let mut entry = body.nodes[0].choices.iter();
                entry.any(|choice| match choice.action {
                    Action::DStep(_) => false,
                    _ => self.may_accept(program, proctype, &choice.action),
                })
            }
            _ => false,
        }
    }

    fn fold_place(&self, proctype: Option<ProcId>, place: &Place) -> Option<i32> {
        let region = match place.region {
            Region::Global => &self.layout.globals,
            Region::Local => &self.layout.frames[proctype? as usize],
            Region::Remote { .. } => return None,
        };
        let mut offset = place.offset;
        for index in &place.indices {
            let value = self.fold(proctype, &index.value)?;
            let value = u32::try_from(value).ok().filter(|&v| v < index.bound)?;
            offset += value * index.stride;
        }
        match region.get(offset)?.home {
            Home::Constant(value) => Some(value),
            Home::Field(_) => None,
        }
    }
}

/// Operands of `&&` and `||` up to this size are evaluated without a branch.
const PLAIN: usize = 24;

/// Whether evaluating an expression cannot fault and takes few steps, so that it may be evaluated where
/// the program would not.
pub fn is_plain(expr: &Expr) -> bool {
    let (mut waiting, mut steps) = (vec![expr], 0);
    while let Some(expr) = waiting.pop() {
        steps += 1;
        let simple = matches!(
            expr,
            Expr::Const(_)
                | Expr::Pid
                | Expr::ProcessCount
                | Expr::Last
                | Expr::Timeout
                | Expr::Load(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Conditional(..)
        );
        if !simple || steps > PLAIN {
            return false;
        }
        expr.operands(&mut |operand| waiting.push(operand));
    }
    !can_fault(expr, &Expr::as_const)
}

/// Whether the value of an expression can change when a process merely changes its location.
pub fn depends_on_control(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |expr| {
        found |= match expr {
            Expr::Enabled(_) | Expr::PcValue(_) | Expr::AtLabel { .. } | Expr::NonProgress => true,
            Expr::Load(place) => matches!(place.region, Region::Remote { .. }),
            _ => false,
        };
    });
    found
}
