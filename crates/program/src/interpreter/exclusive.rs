//! Ends of channels that a process has to itself.
//!
//! To try to use such an end is a fault already, before it is known whether there is a message or
//! room for one. SPIN looks at the same moment, and it is what lets a search that leaves out steps
//! find the fault all the same: whether a process comes to try does not depend on what the others do
//! to the channel.

use super::machine::{Channel, Machine};
use crate::fault::Fault;
use crate::model::End;

impl Machine<'_> {
    /// Whether a process may use an end of a channel: no other has it to itself.
    pub(super) fn require_end(
        &self,
        pid: usize,
        channel: Channel<'_>,
        end: End,
    ) -> Result<(), Fault> {
        let holds = |&other: &usize| other != pid && self.has_exclusive(other, channel.id, end);
        match (0..self.process_count()).find(holds) {
            None => Ok(()),
            Some(other) => Err(Fault::Exclusive {
                pid: other,
                proctype: self.proctype_of(other).name.clone(),
                receives: end == End::Head,
            }),
        }
    }

    fn has_exclusive(&self, pid: usize, channel: i32, end: End) -> bool {
        let exclusive = &self.proctype_of(pid).exclusive;
        exclusive.iter().any(|exclusive| {
            let number = self.load(pid, false, &exclusive.place());
            exclusive.end == end && number == Ok(channel)
        })
    }

    /// Gives a process that has just been created the ends that are to be its own.
    pub(super) fn acquire_ends(&self, pid: usize) -> Result<(), Fault> {
        for exclusive in &self.proctype_of(pid).exclusive {
            let channel = self.channel(self.load(pid, false, &exclusive.place())?)?;
            if channel.is_rendezvous() {
                return Err(Fault::ExclusiveRendezvous);
            }
            self.require_end(pid, channel, exclusive.end)?;
        }
        Ok(())
    }
}
