//! What actions touch: the one analysis of what is read, written, and may fault.
//!
//! Everything that decides which states are told apart or which steps are left out rests on what an
//! action may touch: the independence of actions, the read and write sets of the transition cache, the
//! packing of states, the variables that are dead. All of them ask here, so that they cannot mean
//! different things. (The brute-force checker of reductions does not: it executes.)
//!
//! The answers are *may*-answers, for every state: what a short circuit or a fault keeps from being
//! evaluated counts as touched. What an access means for a certain process (which array element, which
//! channel) is up to whoever asks, with what is known [when](Moment) it happens.
//!
//! For example, `a[i] = b && c?[1]` reads `i`, `b` and, by looking at it, channel `c`; it writes `a[i]`,
//! and it may fault: `i` may be out of bounds.

use crate::action::{Action, DStep, MessageField, Piece, ReceiveMode};
use crate::expr::{BinaryOp, Expr, Index, Pattern, Place, Region};
use crate::model::{Frame, ProcId, Program};
use std::ops::Range;

/// When something is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// In the state in which the action begins.
    Entry,
    /// Perhaps after a part of the action was done: variables may have other values by then.
    Later,
}

/// Something that an action may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access<'p> {
    /// The value of a variable. Where it lies is said by expressions that are accesses of their own.
    Read(&'p Place),
    Write(&'p Place),
    Send {
        channel: &'p Expr,
        fields: &'p [Expr],
        sorted: bool,
    },
    Receive {
        channel: &'p Expr,
        fields: &'p [MessageField],
        mode: ReceiveMode,
    },
    /// Looks at what is in a channel: `len`, `empty`, `c?[…]`.
    Inspect(&'p Expr),
    /// How many processes there are.
    Count,
    /// Which processes there are: a reference to another by its number or its type.
    Existence,
    /// Whether a process of a type is at a label.
    Label(ProcId, u32),
    /// Whether some process is at a progress label.
    Progress,
    /// Where all processes are and what they could do: `timeout`, `enabled`, `_last`, priorities.
    Everything,
    /// Creates a process, whose first values are evaluated ([`first_values`]).
    Create(ProcId),
    /// The process ceases to exist.
    Die,
}

/// Calls `visit` with all that an expression touches.
pub fn of_expr<'p>(expr: &'p Expr, visit: &mut dyn FnMut(Access<'p>)) {
    expr.walk(&mut |expr| of_node(expr, visit));
}

/// Calls `visit` with all that an action touches, and when.
pub fn of_action<'p>(action: &'p Action, visit: &mut dyn FnMut(Moment, Access<'p>)) {
    if let Action::DStep(body) = action {
        return of_dstep(body, visit);
    }
    expressions(action, &mut |moment, expr| {
        of_expr(expr, &mut |access| visit(moment, access));
    });
    of_deed(action, visit);
}

/// Calls `visit` with all that decides whether an action is enabled, or a fault.
pub fn of_guard<'p>(action: &'p Action, visit: &mut dyn FnMut(Moment, Access<'p>)) {
    for entry in action.entries() {
        match entry {
            Action::Condition(expr) => of_expr(expr, &mut |access| visit(Moment::Entry, access)),
            Action::Send { channel, .. } => {
                of_expr(channel, &mut |access| visit(Moment::Entry, access));
                of_deed(entry, visit);
            }
            Action::Receive {
                channel,
                fields,
                mode,
            } => {
                of_expr(channel, &mut |access| visit(Moment::Entry, access));
                for field in fields {
                    if let MessageField::Match(Pattern::Equals(expr)) = field {
                        of_expr(expr, &mut |access| visit(Moment::Entry, access));
                    }
                }
                let receive = Access::Receive {
                    channel,
                    fields,
                    mode: *mode,
                };
                visit(Moment::Entry, receive);
            }
            Action::Terminate | Action::SetPriority { .. } => of_deed(entry, visit),
            Action::Assign(..)
            | Action::Assert(_)
            | Action::Print(_)
            | Action::Run { .. }
            | Action::Else
            | Action::DStep(_) => {}
        }
    }
}

/// The expressions from which a new frame gets its first values. They are evaluated as the new
/// process.
pub fn first_values(frame: &Frame) -> impl Iterator<Item = &Expr> {
    frame
        .initial
        .iter()
        .filter_map(|initial| match &initial.value {
            crate::model::Initializer::Value(expr) => Some(expr),
            crate::model::Initializer::Channel(_) => None,
        })
}

/// What an expression touches apart from the expressions inside it.
fn of_node<'p>(expr: &'p Expr, visit: &mut dyn FnMut(Access<'p>)) {
    match expr {
        Expr::Const(_) | Expr::Pid | Expr::Unary(..) | Expr::Binary(..) | Expr::Conditional(..) => {
        }
        Expr::Load(place) => {
            visit(Access::Read(place));
            if matches!(place.region, Region::Remote { .. }) {
                visit(Access::Existence);
            }
        }
        Expr::Channel(_, channel) | Expr::Poll { channel, .. } => visit(Access::Inspect(channel)),
        Expr::ProcessCount => visit(Access::Count),
        Expr::NonProgress => visit(Access::Progress),
        Expr::AtLabel {
            proctype, label, ..
        } => {
            visit(Access::Label(*proctype, *label));
            visit(Access::Existence);
        }
        Expr::Last | Expr::Timeout | Expr::Enabled(_) | Expr::PcValue(_) | Expr::Priority(_) => {
            visit(Access::Everything);
        }
    }
}

/// What an action that is no deterministic step touches by what it does, expressions aside.
fn of_deed<'p>(action: &'p Action, visit: &mut dyn FnMut(Moment, Access<'p>)) {
    match action {
        Action::Assign(place, _) => visit(Moment::Entry, Access::Write(place)),
        Action::Send {
            channel,
            fields,
            sorted,
        } => {
            let send = Access::Send {
                channel,
                fields,
                sorted: *sorted,
            };
            visit(Moment::Entry, send);
        }
        Action::Receive {
            channel,
            fields,
            mode,
        } => {
            let receive = Access::Receive {
                channel,
                fields,
                mode: *mode,
            };
            visit(Moment::Entry, receive);
            for field in fields {
                if let MessageField::Store(place) = field {
                    visit(Moment::Later, Access::Write(place));
                }
            }
        }
        Action::Run {
            proctype, result, ..
        } => {
            visit(Moment::Entry, Access::Create(*proctype));
            if let Some(place) = result {
                visit(Moment::Entry, Access::Write(place));
            }
        }
        Action::SetPriority { .. } => visit(Moment::Entry, Access::Everything),
        Action::Terminate => visit(Moment::Entry, Access::Die),
        Action::Condition(_)
        | Action::Assert(_)
        | Action::Print(_)
        | Action::Else
        | Action::DStep(_) => {}
    }
}

fn of_dstep<'p>(body: &'p DStep, visit: &mut dyn FnMut(Moment, Access<'p>)) {
    for (node, choices) in body.nodes.iter().enumerate() {
        let earliest = body.moment(node);
        for choice in &choices.choices {
            of_action(&choice.action, &mut |moment, access| {
                visit(moment.max(earliest), access);
            });
        }
    }
}

impl DStep {
    /// When the choices of a node are tried: those of the first in the state in which the step begins,
    /// unless it can come back there.
    pub fn moment(&self, node: usize) -> Moment {
        match node == 0 && !self.returns_to_entry() {
            true => Moment::Entry,
            false => Moment::Later,
        }
    }
}

/// The outermost expressions of an action that is no deterministic step, and when each is evaluated.
fn expressions<'p>(action: &'p Action, visit: &mut dyn FnMut(Moment, &'p Expr)) {
    let mut now = |expr| visit(Moment::Entry, expr);
    match action {
        Action::Condition(expr) | Action::Assert(expr) => now(expr),
        Action::Assign(place, expr) => {
            place.expressions().for_each(&mut now);
            now(expr);
        }
        Action::Print(print) => {
            for piece in &print.pieces {
                if let Piece::Value(_, expr) = piece {
                    now(expr);
                }
            }
        }
        Action::Send {
            channel, fields, ..
        } => {
            now(channel);
            fields.iter().for_each(now);
        }
        Action::Receive {
            channel, fields, ..
        } => {
            now(channel);
            // Fields are stored one after the other.
            for field in fields {
                match field {
                    MessageField::Match(Pattern::Equals(expr)) => visit(Moment::Later, expr),
                    MessageField::Match(Pattern::Any) => {}
                    MessageField::Store(place) => {
                        place
                            .expressions()
                            .for_each(|expr| visit(Moment::Later, expr));
                    }
                }
            }
        }
        Action::Run {
            arguments, result, ..
        } => {
            arguments.iter().for_each(&mut now);
            let result = result.iter().flat_map(Place::expressions);
            result.for_each(now);
        }
        Action::SetPriority { pid, priority } => {
            now(pid);
            now(priority);
        }
        Action::Else | Action::Terminate | Action::DStep(_) => {}
    }
}

/// Whether evaluating an expression can be a fault, given what is known of the values of expressions.
pub fn can_fault(expr: &Expr, value: &dyn Fn(&Expr) -> Option<i32>) -> bool {
    let mut can = false;
    expr.walk(&mut |expr| {
        can |= match expr {
            Expr::Load(place) => {
                let remote = matches!(place.region, Region::Remote { .. });
                remote || place.indices.iter().any(|index| !is_within(index, value))
            }
            Expr::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) => {
                value(divisor).is_none_or(|divisor| divisor == 0)
            }
            // Whether there is such a channel, and it can be looked at in this way.
            Expr::Channel(..) | Expr::Poll { .. } => true,
            Expr::Enabled(_) => true,
            Expr::Const(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::Last
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::PcValue(_)
            | Expr::Priority(_)
            | Expr::AtLabel { .. } => false,
        }
    });
    can
}

/// Whether an index is known to be within its bounds.
fn is_within(index: &Index, value: &dyn Fn(&Expr) -> Option<i32>) -> bool {
    let most = match value(&index.value) {
        Some(value) => u32::try_from(value).ok(),
        None => upper_bound(&index.value),
    };
    most.is_some_and(|most| most < index.bound)
}

/// The largest value of an expression that is never negative.
pub fn upper_bound(expr: &Expr) -> Option<u32> {
    use BinaryOp::*;
    match expr {
        Expr::Const(value) => u32::try_from(*value).ok(),
        Expr::Load(place) if !place.scalar.signed && place.scalar.bits < 32 => {
            Some((1 << place.scalar.bits) - 1)
        }
        Expr::Pid | Expr::Last => Some(254),
        Expr::ProcessCount => Some(255),
        Expr::Binary(Lt | Le | Gt | Ge | Eq | Ne | And | Or, ..) => Some(1),
        Expr::Binary(BitAnd, a, b) => match (upper_bound(a), upper_bound(b)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
        Expr::Binary(Rem, a, b) => match (upper_bound(a), &**b) {
            (Some(_), Expr::Const(b)) if *b > 0 => Some(*b as u32 - 1),
            _ => None,
        },
        _ => None,
    }
}

/// The offsets of a place in its region, given the indices that are known. An index that is out of
/// bounds is a fault: nothing is accessed then, and nothing is assumed.
pub fn offsets(place: &Place, value: impl Fn(&Expr) -> Option<i32>) -> Vec<u32> {
    let mut offsets = vec![place.offset];
    for index in &place.indices {
        let known = value(&index.value).and_then(|value| u32::try_from(value).ok());
        let range = match known {
            Some(known) if known < index.bound => known..known + 1,
            _ => 0..index.bound,
        };
        offsets = range
            .flat_map(|i| offsets.iter().map(move |at| at + i * index.stride))
            .collect();
    }
    offsets
}

/// The bytes of frames that some action of a program writes. Parameters are written by the creation
/// of a process, which is no action of its own.
#[derive(Clone, Debug)]
pub struct Written {
    globals: Vec<bool>,
    /// By process type.
    frames: Vec<Vec<bool>>,
}

impl Written {
    /// Looks at every action of a program.
    pub fn new(program: &Program) -> Written {
        let frame = |frame: &Frame| vec![false; frame.size as usize];
        let mut written = Written {
            globals: frame(&program.globals),
            frames: program.proctypes.iter().map(|p| frame(&p.frame)).collect(),
        };
        for (id, proctype) in (0..).zip(&program.proctypes) {
            for edge in proctype.locations.iter().flat_map(|l| &l.edges) {
                of_action(&edge.action, &mut |_, access| {
                    if let Access::Write(place) = access {
                        written.place(id, place);
                    }
                });
            }
        }
        written
    }

    /// Whether some action writes one of these bytes of the globals.
    pub fn has_global(&self, bytes: Range<u32>) -> bool {
        any(&self.globals, bytes)
    }

    /// Whether some action of a process type writes one of these bytes of its frame.
    pub fn has_local(&self, owner: ProcId, bytes: Range<u32>) -> bool {
        any(&self.frames[owner as usize], bytes)
    }

    fn place(&mut self, owner: ProcId, place: &Place) {
        let set = match place.region {
            Region::Global => &mut self.globals,
            Region::Local => &mut self.frames[owner as usize],
            Region::Remote { .. } => return,
        };
        for at in offsets(place, |_| None) {
            let bytes = at as usize..(at + place.scalar.size()) as usize;
            set[bytes].fill(true);
        }
    }
}

fn any(set: &[bool], bytes: Range<u32>) -> bool {
    set[bytes.start as usize..bytes.end as usize].contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{DChoice, DNode};
    use crate::scalar::Scalar;
    use crate::span::Span;

    fn global(offset: u32) -> Place {
        Place {
            region: Region::Global,
            offset,
            indices: Vec::new(),
            scalar: Scalar::BYTE,
        }
    }

    /// `a[index]`, an array of two elements from this offset on.
    fn element(offset: u32, index: Expr) -> Place {
        Place {
            indices: vec![Index {
                value: index,
                bound: 2,
                stride: 1,
            }],
            ..global(offset)
        }
    }

    fn load(offset: u32) -> Expr {
        Expr::Load(global(offset))
    }

    /// Offsets, each with when it is touched.
    type Touched = Vec<(Moment, u32)>;

    /// What an action reads and writes, and how much else it touches.
    fn accesses(action: &Action) -> (Touched, Touched, usize) {
        let (mut reads, mut writes, mut others) = (Vec::new(), Vec::new(), 0);
        of_action(action, &mut |moment, access| match access {
            Access::Read(place) => reads.push((moment, place.offset)),
            Access::Write(place) => writes.push((moment, place.offset)),
            _ => others += 1,
        });
        (reads, writes, others)
    }

    fn receive(channel: u32, store: Place) -> Action {
        Action::Receive {
            channel: load(channel),
            fields: vec![MessageField::Store(store)],
            mode: ReceiveMode {
                random: false,
                keep: false,
            },
        }
    }

    #[test]
    fn an_assignment_reads_its_index_and_value_at_once() {
        let assign = Action::Assign(element(4, load(0)), load(1));
        let (reads, writes, others) = accesses(&assign);
        assert_eq!(reads, [(Moment::Entry, 0), (Moment::Entry, 1)]);
        assert_eq!((writes, others), (vec![(Moment::Entry, 4)], 0));
    }

    #[test]
    fn where_a_field_is_stored_may_depend_on_fields_before_it() {
        let (reads, writes, others) = accesses(&receive(9, element(4, load(0))));
        assert_eq!(reads, [(Moment::Entry, 9), (Moment::Later, 0)]);
        assert_eq!((writes, others), (vec![(Moment::Later, 4)], 1));
    }

    #[test]
    fn a_step_may_begin_with_any_of_its_first_choices() {
        let choice = |action: Action| DChoice {
            action,
            next: None,
            span: Span::default(),
        };
        let first = vec![choice(receive(1, global(5))), choice(receive(2, global(5)))];
        let body = DStep {
            nodes: vec![DNode { choices: first }],
        };
        let step = Action::DStep(Box::new(body));
        assert_eq!(step.entries().count(), 2);
        let mut channels = Vec::new();
        of_guard(&step, &mut |_, access| {
            if let Access::Receive { channel, .. } = access {
                channels.push(channel.clone());
            }
        });
        assert_eq!(channels, [load(1), load(2)]);
    }

    #[test]
    fn what_happens_after_the_first_node_happens_later() {
        let choice = |action: Action, next| DChoice {
            action,
            next,
            span: Span::default(),
        };
        let nodes = |back: Option<u32>| {
            let first = choice(Action::Assign(global(0), load(1)), Some(1));
            let second = choice(Action::Assign(global(2), load(3)), back);
            let node = |choice| DNode {
                choices: vec![choice],
            };
            let nodes = vec![node(first), node(second)];
            Action::DStep(Box::new(DStep { nodes }))
        };
        let (reads, ..) = accesses(&nodes(None));
        assert_eq!(reads, [(Moment::Entry, 1), (Moment::Later, 3)]);
        let (reads, ..) = accesses(&nodes(Some(0)));
        assert_eq!(reads, [(Moment::Later, 1), (Moment::Later, 3)]);
    }

    #[test]
    fn faults_are_seen_behind_short_circuits() {
        let not_known = |expr: &Expr| expr.as_const();
        let both = |a, b| Expr::Binary(BinaryOp::And, Box::new(a), Box::new(b));
        let out = Expr::Load(element(4, load(0)));
        assert!(can_fault(&both(load(1), out.clone()), &not_known));
        assert!(!can_fault(&both(load(1), load(2)), &not_known));
        let within = Expr::Load(element(4, Expr::Const(1)));
        assert!(!can_fault(&within, &not_known));
        assert!(can_fault(
            &Expr::Load(element(4, Expr::Const(2))),
            &not_known
        ));
        let knows = |expr: &Expr| (*expr == load(0)).then_some(1);
        assert!(!can_fault(&out, &knows));
        let divide = |by| Expr::Binary(BinaryOp::Rem, Box::new(load(0)), Box::new(by));
        assert!(can_fault(&divide(load(1)), &not_known));
        assert!(can_fault(&divide(Expr::Const(0)), &not_known));
        assert!(!can_fault(&divide(Expr::Const(3)), &not_known));
    }

    #[test]
    fn an_unknown_index_may_be_any_element() {
        let place = element(4, load(0));
        assert_eq!(offsets(&place, |_| None), [4, 5]);
        assert_eq!(offsets(&place, |_| Some(1)), [5]);
        assert_eq!(offsets(&place, |_| Some(7)), [4, 5]);
    }
}
