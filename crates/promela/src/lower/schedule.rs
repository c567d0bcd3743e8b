//! Questions about who can run: those that have no answer are refused.
//!
//! With priorities a process waits for those above it that can move. Whether a process can send to
//! a channel without a buffer depends on whether some receiver may run, and that depends on who can
//! move: the question goes in a circle. `enabled` inside a process asks the same. SPIN refuses both.

use super::{Lowerer, codes};
use crate::ast::{Expr, ExprKind, Model, UnitKind};
use crate::codes::NESTING;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::visit::{Visitor, walk_expr, walk_unit};

/// Height of an expression of a process that asks `enabled`. One such question can lead to the next,
/// through guards of other processes, and each of them is evaluated by recursion.
const MAX_ASKING_HEIGHT: u32 = 64;

impl Lowerer {
    /// Checks the whole model, when all channels are known.
    pub(super) fn check_schedule(&mut self, model: &Model) {
        let mut asking = Asking::default();
        for unit in &model.units {
            if matches!(unit.kind, UnitKind::Proctype(_) | UnitKind::Init(_)) {
                walk_unit(&mut asking, unit);
            }
        }
        if let Some(span) = asking.too_tall {
            let message =
                format!("an expression with `enabled` can have at most {MAX_ASKING_HEIGHT} levels");
            self.report(Diagnostic::new(&NESTING, span, message).help("split it up"));
        }
        let Some(channel) = self.rendezvous else {
            return;
        };
        if self.program.uses_priority {
            let message = "processes with priorities cannot use a channel without a buffer";
            let error = Diagnostic::new(&codes::RENDEZVOUS_SCHEDULE, channel, message)
                .note("SPIN refuses the combination, too")
                .help("give the channel a buffer, or remove the priorities");
            self.report(error);
        }
        if let Some(asked) = asking.enabled {
            let message = "`enabled` cannot be asked where a channel has no buffer";
            let error = Diagnostic::new(&codes::RENDEZVOUS_SCHEDULE, asked, message)
                .related(channel, "this channel has no buffer")
                .note("SPIN refuses the combination, too")
                .help("give the channel a buffer");
            self.report(error);
        }
    }
}

/// What processes ask.
#[derive(Default)]
struct Asking {
    /// The first `enabled`.
    enabled: Option<Span>,
    /// How many there were.
    count: usize,
    inside: bool,
    too_tall: Option<Span>,
}

impl Visitor for Asking {
    fn expr(&mut self, expr: &Expr) {
        let outermost = !std::mem::replace(&mut self.inside, true);
        let before = self.count;
        if matches!(expr.kind, ExprKind::Enabled(_)) {
            self.enabled.get_or_insert(expr.span);
            self.count += 1;
        }
        walk_expr(self, expr);
        if outermost {
            self.inside = false;
            if self.count > before && expr.height() > MAX_ASKING_HEIGHT {
                self.too_tall.get_or_insert(expr.span);
            }
        }
    }
}
