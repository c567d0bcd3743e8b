//! Ends of channels that one process has to itself (`xr`, `xs`), and what that is worth.
//!
//! The interpreter enforces the promise: as long as the process lives, whoever else *tries* to use
//! the end commits a fault, and the step does not happen. So what is assumed here is true of every
//! run by the meaning of the language, not by the word of the user: C1 is a statement about the steps
//! that there are, and none of them breaks a promise.
//!
//! To each end of a channel belong three resources, of which the second and third exist only in
//! programs with promises:
//!
//! * the *end*, which its users touch: who receives touches the head, who sends the tail;
//! * the end as its *owner* alone touches it, if the owner is known to be one. So an owner and another
//!   user have nothing in common: they are never enabled together at one channel. Who looks at the
//!   channel in another way (`len`, a sorted send, a blocked sender) touches both;
//! * the *promise*: made and ended by the creation and the death of an owner, read by every attempt of
//!   another to use the end.
//!
//! **Others gain too.** Where a process of the state owns an end, nobody's demand is about others who
//! might use it ([`relieve`]): they cannot, as long as the owner lives. That it does is what the demand
//! is about instead.
//!
//! **No fault is lost.** That a process commits one depends on where it is, on the channel that it
//! names, on what keeps the attempt from being made (escapes, `provided`), and on the promise. All of
//! that are reads of the action, so it is preserved like the fault of any other guard: let a run `w`
//! lead to the fault and let `α` be of the set that is chosen first. If no process of the set moves in
//! `w`, then `α` changes none of these reads, since it would depend on the action otherwise, and `w`
//! leads to the fault after `α` too. Else the first step of the set in `w` can be moved to its front.
//! It is here that to try must be the fault. If only success were, `α` could be the owner's receive of
//! the only message: the offender would wait for ever, and nobody would know.

use crate::footprint::Footprint;
use crate::reader::Reader;
use crate::resources::Resources;
use program::state::MAX_CHANNELS;
use program::{End, Expr};

/// What is known of a process and an end of a channel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    No,
    Perhaps,
    Yes,
}

impl Reader<'_> {
    /// The ends that the process has to itself, with the number of the channel if it is known.
    fn promises(&self) -> impl Iterator<Item = (End, Option<usize>)> {
        let exclusive = self.proctype().map_or(&[][..], |p| &p.exclusive);
        exclusive.iter().map(|exclusive| {
            let number = self.known.value(&Expr::Load(exclusive.place()));
            (exclusive.end, number.map(|number| number as usize))
        })
    }

    /// The ends that the process is known to have to itself.
    pub fn owned(&self) -> Vec<(usize, End)> {
        let known = |(end, number): (End, Option<usize>)| Some((number?, end));
        self.promises().filter_map(known).collect()
    }

    fn owner(&self, channel: usize, end: End) -> Owner {
        let mut owner = Owner::No;
        for (_, number) in self.promises().filter(|promise| promise.0 == end) {
            match number {
                None => owner = Owner::Perhaps,
                Some(number) if number == channel => return Owner::Yes,
                Some(_) => {}
            }
        }
        owner
    }

    /// What an end of a channel is to the process as one who sends or receives there. `certain` says
    /// that it is this channel, not one of several.
    pub fn used(
        &self,
        channel: usize,
        end: End,
        certain: bool,
    ) -> impl Iterator<Item = usize> + use<> {
        let owner = self.owner(channel, end);
        let common = self.resources.end(channel, end);
        let common = (owner != Owner::Yes || !certain).then_some(common);
        let own = self.resources.own_end(channel, end);
        common.into_iter().chain(own.filter(|_| owner != Owner::No))
    }

    /// What an end of a channel is to one who looks at it, or changes it in another way.
    pub fn seen(&self, channel: usize, end: End) -> impl Iterator<Item = usize> + use<> {
        let own = self.resources.own_end(channel, end);
        [self.resources.end(channel, end)].into_iter().chain(own)
    }

    /// Adds that whoever tries to use an end needs to know that it is not another's.
    pub fn trying(&self, channel: usize, end: End, out: &mut Footprint) {
        if self.owner(channel, end) != Owner::Yes {
            out.reads.extend(self.resources.promise(channel, end));
        }
    }

    /// Adds that the promises of the process begin or end. It is a fault to make one that another
    /// process has made.
    pub fn changes_promises(&self, out: &mut Footprint) {
        for (end, number) in self.promises() {
            let channels = number.map_or(1..MAX_CHANNELS + 1, |number| number..number + 1);
            for channel in channels.filter(|&channel| channel <= MAX_CHANNELS) {
                let promise = self.resources.promise(channel, end);
                out.reads.extend(promise);
                out.writes.extend(promise);
            }
        }
    }
}

/// Takes from what a process demands that it asks about those who might use ends which other
/// processes have to themselves: it asks about the promises instead.
pub fn relieve(resources: &Resources, owned: &[(usize, End)], demand: &mut Footprint) {
    for &(channel, end) in owned {
        let common = resources.end(channel, end);
        if demand.reads.contains(common) || demand.writes.contains(common) {
            demand.reads.set(common, false);
            demand.writes.set(common, false);
            demand.reads.extend(resources.promise(channel, end));
        }
    }
}
