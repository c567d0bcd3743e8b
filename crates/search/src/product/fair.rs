//! Weak fairness: of the runs of a product, only those count in which no process can move from some
//! point on for ever and never does.
//!
//! Each process has a mark beside those of the property. An edge carries it if the process moves
//! there, or cannot move in the state that the edge leaves: it is blocked, or it does not exist. So
//! a run has the mark infinitely often exactly if it is fair to the process, and a cycle with every
//! mark is a bad run that is fair. A search for cycles with several marks does this without more
//! states (J.-M. Couvreur, A. Duret-Lutz, D. Poitrenaud, "On-the-fly emptiness checks for
//! generalized Büchi automata", SPIN 2005); SPIN keeps a copy of the states for each process
//! instead.
//!
//! *Who moves.* Both sides of a rendezvous, and everybody who moves inside an atomic sequence: that
//! is one step. States inside it are not seen, so nobody is blocked by it. A process whose next move
//! is a run-time error can move, and where the program takes no more steps nobody can: a run that halts or
//! ends in a fault is fair to everybody, and those that stay inside an atomic sequence for ever are known to the
//! product only if they are fair ([`Interest::Movers`]).
//!
//! *The stutter product keeps this.* That a property is invariant under stuttering is a matter of
//! words, fairness one of runs. But every run of that product is a run of the program with states of
//! the automaton beside it, step by step, and theorem A takes an accepted word back to the same
//! run. So marks that are decided by the steps of the program alone mean there what they mean in the
//! program.

use super::{Around, Edges, Product, Stepwise};
use crate::expansion::Interest;
use crate::limits::{Reason, Watch};
use omega::Marks;
use program::Step;
use program::interpreter::Move;

/// Which infinite runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    #[default]
    None,
    /// Those that are weakly fair to every process.
    Weak,
}

/// A product in which only weakly fair runs count.
pub struct Fair<'a, P> {
    product: &'a mut P,
    /// The mark of process 0: those of the property are below.
    first: u32,
}

impl<'a, P: Stepwise> Fair<'a, P> {
    pub fn new(product: &'a mut P) -> Self {
        let first = Marks::BITS - product.all_marks().leading_zeros();
        product.expansion_mut().set_interest(Interest::Movers);
        Fair { product, first }
    }

    /// The marks of all processes.
    fn everybody(&self) -> Marks {
        Marks::MAX.checked_shl(self.first).unwrap_or(0)
    }

    /// The marks of those who take part in a move. Processes beyond the last mark have none.
    fn movers(&self, step: Step) -> Marks {
        let step = Move::from(step);
        let mark = |pid: usize| 1_u64.checked_shl(self.first + pid as u32).unwrap_or(0);
        mark(step.pid) | step.partner.map_or(0, |partner| mark(partner.pid))
    }

    /// Marks the edges from this index on, which leave the state that was expanded last.
    fn mark(&self, from: usize, out: &mut Edges) -> Result<(), Reason> {
        let expansion = self.product.expansion();
        let room = (Marks::BITS - self.first) as usize;
        let mut enabled = 0;
        for step in expansion.possible() {
            let Move { pid, partner, .. } = Move::from(step);
            // One that is blocked needs no mark here, but this one would.
            if pid >= room || partner.is_some_and(|partner| partner.pid >= room) {
                return Err(Reason::Processes);
            }
            enabled |= self.movers(step);
        }
        let blocked = self.everybody() & !enabled;
        for edge in out.from(from) {
            let moves = edge.step.into_iter().flat_map(|step| expansion.back(step));
            let movers = moves.fold(0, |marks, step| marks | self.movers(step));
            edge.marks |= blocked | movers;
        }
        Ok(())
    }
}

impl<P: Stepwise> Product for Fair<'_, P> {
    fn set_watch(&mut self, watch: Watch) {
        self.product.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.product.all_marks() | self.everybody()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.product.initial(out)
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let from = out.len();
        self.product.edges(state, out)?;
        self.mark(from, out)
    }

    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let from = out.len();
        self.product.enough(state, on_path, out)?;
        self.mark(from, out)
    }
}

impl<P: Stepwise> Around for Fair<'_, P> {
    type Inner = P;

    fn inner(&self) -> &Self::Inner {
        self.product
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        self.product
    }
}
