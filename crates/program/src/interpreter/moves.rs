//! Which moves a state has.

use super::machine::{Channel, Machine, wrapped};
use crate::action::{Action, MessageField, ReceiveMode};
use crate::expr::{Expr, Pattern};
use crate::fault::Fault;
use crate::model::{Edge, End};

/// One way in which a state can change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move {
    /// The process that moves.
    pub pid: usize,
    /// Index of the edge at its location.
    pub edge: usize,
    /// Who receives, if the edge is a rendezvous send.
    pub partner: Option<Partner>,
    /// The move exists because nothing else can move.
    pub timeout: bool,
}

/// The receiving side of a rendezvous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Partner {
    /// The process that receives.
    pub pid: usize,
    /// Index of the edge at its location.
    pub edge: usize,
}

/// All that can happen in a state.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves, youngest process first, as SPIN tries them.
    pub moves: Vec<Move>,
    /// Guards that could not be evaluated. Each is a violation; the edge counts as disabled.
    pub faults: Vec<(Move, Fault)>,
}

/// A message offered on a rendezvous channel.
pub(super) struct Offer {
    pub channel: i32,
    pub message: Vec<i32>,
}

/// Questions of the kind `enabled(p)` that may depend on each other. One more is a fault, and the
/// fault comes out of every question before it: guards pass faults on, and a rendezvous, which does
/// not, cannot be asked about (`verify`).
const MAX_QUESTIONS: u32 = 64;

impl<'p> Machine<'p> {
    /// The moves of this state.
    pub fn moves(&self) -> Moves {
        for timeout in [false, true] {
            let mut found = Moves::default();
            match self.state.holder() {
                Some(pid) => self.moves_of(pid, timeout, &mut found),
                None => {
                    for pid in (0..self.process_count()).rev() {
                        self.moves_of(pid, timeout, &mut found);
                    }
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        Moves::default()
    }

    /// Whether nothing can happen without a timeout, not even a fault.
    pub fn is_stuck(&self) -> bool {
        !(0..self.process_count()).any(|pid| self.can_go_on(pid))
    }

    /// Whether the process could take a step right now, `timeout` not holding.
    pub(super) fn can_go_on(&self, pid: usize) -> bool {
        let mut found = Moves::default();
        self.moves_of(pid, false, &mut found);
        !found.is_empty()
    }

    /// Adds the moves of one process.
    fn moves_of(&self, pid: usize, timeout: bool, found: &mut Moves) {
        let at = |edge| Move {
            pid,
            edge,
            partner: None,
            timeout,
        };
        match self.may_run(pid, timeout) {
            Ok(true) => {}
            Ok(false) => return,
            Err(fault) => return found.faults.push((at(0), fault)),
        }
        let mut enabled_before = false;
        let mut escape = 0;
        for (index, edge) in self.location_of(pid).edges.iter().enumerate() {
            if escape != 0 && edge.escape != escape {
                break;
            }
            let count = found.moves.len();
            if let Err(fault) = self.moves_of_edge(at(index), edge, enabled_before, found) {
                found.faults.push((at(index), fault));
            }
            if found.moves.len() > count {
                if enabled_before && self.proctype_of(pid).deterministic {
                    found.faults.push((at(index), Fault::NonDeterminism));
                }
                enabled_before = true;
                escape = edge.escape;
            }
        }
    }

    fn moves_of_edge(
        &self,
        this: Move,
        edge: &Edge,
        enabled_before: bool,
        found: &mut Moves,
    ) -> Result<(), Fault> {
        let (pid, timeout) = (this.pid, this.timeout);
        if edge.action.is_else() {
            if !enabled_before {
                found.moves.push(this);
            }
        } else if let Action::Send {
            channel, fields, ..
        } = &edge.action
            && let channel = self.channel(self.eval(pid, timeout, channel)?)?
            && channel.is_rendezvous()
        {
            let offer = self.offer(pid, timeout, channel, fields)?;
            self.partners(this, &offer, found);
        } else if self.enabled(pid, timeout, &edge.action)? {
            found.moves.push(this);
        }
        Ok(())
    }

    /// Whether an action can execute by itself. Rendezvous sends and `else`, which depend on more
    /// than the action, are for the caller.
    pub(super) fn enabled(
        &self,
        pid: usize,
        timeout: bool,
        action: &Action,
    ) -> Result<bool, Fault> {
        Ok(match action {
            Action::Condition(expr) => self.holds(pid, timeout, expr)?,
            Action::Send { channel, .. } => {
                let channel = self.channel(self.eval(pid, timeout, channel)?)?;
                self.require_end(pid, channel, End::Tail)?;
                self.program.lossy || !self.is_full(channel)
            }
            Action::Receive {
                channel,
                fields,
                mode,
            } => self
                .received_slot(pid, timeout, channel, fields, *mode)?
                .is_some(),
            Action::Terminate => self.can_terminate(pid),
            Action::DStep(body) => self.dstep_enabled(pid, timeout, body, None)?,
            Action::Assign(..)
            | Action::Assert(_)
            | Action::Print(_)
            | Action::Run { .. }
            | Action::SetPriority { .. }
            | Action::Else => true,
        })
    }

    /// Where the message lies that a receive would take from a buffer.
    pub(super) fn received_slot(
        &self,
        pid: usize,
        timeout: bool,
        channel: &Expr,
        fields: &[MessageField],
        mode: ReceiveMode,
    ) -> Result<Option<usize>, Fault> {
        let channel = self.channel(self.eval(pid, timeout, channel)?)?;
        self.require_end(pid, channel, End::Head)?;
        if channel.is_rendezvous() && mode.keep {
            return Err(Fault::PolledRendezvous);
        }
        self.find_message(pid, timeout, channel, &patterns(fields), mode.random)
    }

    /// The message that a rendezvous send offers: its fields as the channel would keep them.
    pub(super) fn offer(
        &self,
        pid: usize,
        timeout: bool,
        channel: Channel<'_>,
        fields: &[Expr],
    ) -> Result<Offer, Fault> {
        let message = self.eval_all(pid, timeout, fields)?;
        check_field_count(channel, message.len())?;
        Ok(Offer {
            channel: channel.id,
            message: wrapped(channel.kind, &message),
        })
    }

    /// Adds one move for each receive that can take the offer.
    fn partners(&self, send: Move, offer: &Offer, found: &mut Moves) {
        for pid in (0..self.process_count()).rev() {
            if pid == send.pid {
                continue;
            }
            match self.may_run(pid, send.timeout) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(fault) => {
                    found.faults.push((send, fault));
                    continue;
                }
            }
            let mut escape = 0;
            for (index, edge) in self.location_of(pid).edges.iter().enumerate() {
                if escape != 0 && edge.escape != escape {
                    break;
                }
                let partner = Partner { pid, edge: index };
                match self.accepts(pid, send.timeout, &edge.action, offer) {
                    Ok(true) => {
                        escape = edge.escape;
                        found.moves.push(Move {
                            partner: Some(partner),
                            ..send
                        });
                    }
                    Ok(false) => {}
                    Err(fault) => found.faults.push((send, fault)),
                }
            }
        }
    }

    /// Whether an action of process `pid` can take an offered message.
    pub(super) fn accepts(
        &self,
        pid: usize,
        timeout: bool,
        action: &Action,
        offer: &Offer,
    ) -> Result<bool, Fault> {
        match action {
            Action::Receive {
                channel, fields, ..
            } => {
                if self.eval(pid, timeout, channel)? != offer.channel {
                    return Ok(false);
                }
                self.matches(pid, timeout, &patterns(fields), &offer.message)
            }
            Action::DStep(body) => self.dstep_enabled(pid, timeout, body, Some(offer)),
            _ => Ok(false),
        }
    }

    /// Whether the process is allowed to move at all: its `provided` clause holds, and no process
    /// of higher priority can move.
    fn may_run(&self, pid: usize, timeout: bool) -> Result<bool, Fault> {
        if !self.provided(pid, timeout)? {
            return Ok(false);
        }
        if self.program.uses_priority {
            for other in 0..self.process_count() {
                if self.priority_of(other) > self.priority_of(pid)
                    && self.provided(other, timeout)?
                    && self.can_move(other, timeout)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn provided(&self, pid: usize, timeout: bool) -> Result<bool, Fault> {
        match &self.proctype_of(pid).provided {
            None => Ok(true),
            Some(expr) => self.holds(pid, timeout, expr),
        }
    }

    /// Whether some edge at the location of a process is enabled, whoever is allowed to run.
    pub(super) fn can_move(&self, pid: usize, timeout: bool) -> Result<bool, Fault> {
        if self.questions.get() >= MAX_QUESTIONS {
            return Err(Fault::EndlessEnabled(MAX_QUESTIONS));
        }
        self.questions.set(self.questions.get() + 1);
        let answer = self.some_edge_enabled(pid, timeout);
        self.questions.set(self.questions.get() - 1);
        answer
    }

    fn some_edge_enabled(&self, pid: usize, timeout: bool) -> Result<bool, Fault> {
        for (index, edge) in self.location_of(pid).edges.iter().enumerate() {
            let this = Move {
                pid,
                edge: index,
                partner: None,
                timeout,
            };
            let mut found = Moves::default();
            self.moves_of_edge(this, edge, false, &mut found)?;
            if !found.moves.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Moves {
    /// Nothing can happen.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.faults.is_empty()
    }
}

impl Action {
    /// An `else`, or a deterministic step that starts with one.
    pub fn is_else(&self) -> bool {
        match self {
            Action::Else => true,
            Action::DStep(body) => {
                matches!(&body.nodes[0].choices[..], [first] if first.action == Action::Else)
            }
            _ => false,
        }
    }
}

/// What the fields of a receive demand of a message.
pub(super) fn patterns(fields: &[MessageField]) -> Vec<&Pattern> {
    fields.iter().map(MessageField::pattern).collect()
}

/// A message must have as many fields as the channel's messages.
pub(super) fn check_field_count(channel: Channel<'_>, given: usize) -> Result<(), Fault> {
    let expected = channel.kind.fields.len();
    if given == expected {
        Ok(())
    } else {
        Err(Fault::WrongFieldCount { given, expected })
    }
}
