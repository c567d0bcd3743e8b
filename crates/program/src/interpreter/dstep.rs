//! Deterministic steps: a small graph that runs to its end as one move.

use super::execute::Effects;
use super::machine::Machine;
use super::moves::Offer;
use crate::action::{Action, DStep};
use crate::fault::Fault;

/// Statements that a deterministic step may execute. SPIN would loop for ever.
const MAX_STATEMENTS: u32 = 1_000_000;

impl Machine<'_> {
    /// Whether the step can start: by itself, or with the message that is offered.
    pub(super) fn dstep_enabled(
        &self,
        pid: usize,
        timeout: bool,
        body: &DStep,
        offer: Option<&Offer>,
    ) -> Result<bool, Fault> {
        Ok(self.choice(pid, timeout, body, 0, offer)?.is_some())
    }

    /// Index of the first enabled choice of a node.
    fn choice(
        &self,
        pid: usize,
        timeout: bool,
        body: &DStep,
        node: u32,
        offer: Option<&Offer>,
    ) -> Result<Option<usize>, Fault> {
        for (index, choice) in body.nodes[node as usize].choices.iter().enumerate() {
            let enabled = match offer {
                Some(offer) => self.accepts(pid, timeout, &choice.action, offer)?,
                None => self.enabled_in_dstep(pid, timeout, &choice.action)?,
            };
            if enabled {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// A rendezvous send counts as enabled: executing it is a fault.
    fn enabled_in_dstep(&self, pid: usize, timeout: bool, action: &Action) -> Result<bool, Fault> {
        if let Action::Send { channel, .. } = action
            && self
                .channel(self.eval(pid, timeout, channel)?)?
                .is_rendezvous()
        {
            return Ok(true);
        }
        self.enabled(pid, timeout, action)
    }

    /// Runs the step to its end.
    pub(super) fn run_dstep(
        &mut self,
        pid: usize,
        timeout: bool,
        body: &DStep,
        mut offer: Option<&Offer>,
        effects: &mut Effects,
    ) -> Result<(), Fault> {
        let mut at = Some(0);
        let mut statements = 0;
        while let Some(node) = at {
            statements += 1;
            if statements > MAX_STATEMENTS {
                return Err(Fault::EndlessDStep(MAX_STATEMENTS));
            }
            let chosen = self.choice(pid, timeout, body, node, offer)?;
            let index = chosen.ok_or(Fault::BlockedInDStep)?;
            let choice = &body.nodes[node as usize].choices[index];
            if let Action::Send { channel, .. } = &choice.action
                && self
                    .channel(self.eval(pid, timeout, channel)?)?
                    .is_rendezvous()
            {
                return Err(Fault::RendezvousInDStep);
            }
            self.perform(
                pid,
                timeout,
                &choice.action,
                offer.take(),
                choice.span,
                effects,
            )?;
            at = choice.next;
        }
        Ok(())
    }
}
