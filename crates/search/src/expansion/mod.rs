//! The successors of a state as other processes see them: atomic sequences in one step.
//!
//! Inside an atomic sequence one process holds control. Such states are passed through and not
//! stored, as in SPIN. They are kept, with the move that led to each, until the state is done, so
//! that the moves of a step can be told afterwards.
//!
//! What is merged there must agree on all that is read of it. A search for bad states and moves reads
//! where steps lead; weak fairness reads who moves on the way, too.

mod divergence;
mod processes;

use crate::limits::{Reason, Watch};
use crate::reduction::Select;
use divergence::{Divergence, Interior};
use hashbrown::{HashMap, HashTable};
use processes::Processes;
use program::{Step, Successors, TransitionSystem};
use rapidhash::v3::rapidhash_v3;
use reduce::Choices;

/// States inside the atomic sequences of one step before those already seen are looked for.
/// Sequences are mostly short and straight; a set would cost more than it saves.
const SHORT: usize = 64;
/// Moves inside the atomic sequences of one state at most. With more the search is not complete.
const LONGEST: usize = 1 << 20;

/// What a search wants to know of atomic sequences beside where they lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interest {
    /// Nothing: it looks for bad states and moves.
    #[default]
    Ends,
    /// Whether a run can stay inside for ever.
    Divergence,
    /// The same for runs that are weakly fair, and who moves inside.
    Movers,
}

/// How a run goes on that takes no more steps that others see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing can happen.
    Halt,
    /// After the moves of `path`, inside an atomic sequence if there are any, this move is a fault.
    Fault { path: Vec<Step>, fault: Step },
    /// After the moves of `path`, those of `round` are repeated for ever inside an atomic sequence.
    Divergence { path: Vec<Step>, round: Vec<Step> },
}

/// One state that a move led to: the highest bit says whether it was inside an atomic sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place(u32);

const INNER: u32 = 1 << 31;

impl Place {
    fn is_inner(self) -> bool {
        self.0 & INNER != 0
    }

    fn index(self) -> usize {
        (self.0 & !INNER) as usize
    }
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It broke an assertion.
    Violation,
    /// It ends in a fault.
    Fault(Step),
}

/// The steps of one or more states. Reused, so that nothing is allocated for each.
#[derive(Default)]
pub struct Expansion {
    /// Moves from the states themselves.
    direct: Successors,
    /// Moves from inside atomic sequences, and where each started.
    inner: Successors,
    origins: Vec<Place>,
    /// Ends of steps.
    visible: Vec<Place>,
    /// Flawed moves: where they lead or, for faults, where they start.
    flaws: Vec<(Option<Place>, Flaw)>,
    /// How many of the flaws are of the state that was looked at, whatever is followed.
    looked: usize,
    /// The direct moves, for who selects.
    steps: Vec<Step>,
    seen: HashTable<u32>,
    /// Moves inside that lead to a state that was met before, and the move that led there first.
    again: HashMap<u32, u32>,
    /// By move inside: who moved up to it, if that is of interest.
    moved: Vec<Processes>,
    interest: Interest,
    /// Of the atomic sequences that were followed last.
    divergence: Divergence,
    watch: Watch,
    scratch: Vec<u8>,
}

impl Expansion {
    /// An expansion that looks at the clock while it follows long atomic sequences.
    pub fn watched(watch: Watch) -> Expansion {
        Expansion {
            watch,
            ..Expansion::default()
        }
    }

    /// The same, for somebody who wants to know this of atomic sequences.
    pub fn interested(interest: Interest) -> Expansion {
        Expansion {
            interest,
            ..Expansion::default()
        }
    }

    /// Changes what is wanted to be known of atomic sequences.
    pub fn set_interest(&mut self, interest: Interest) {
        self.interest = interest;
    }

    /// Changes what is looked at while long atomic sequences are followed.
    pub fn set_watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// Forgets everything that was found.
    pub fn clear(&mut self) {
        self.direct.clear();
        self.flaws.clear();
        self.forget_steps();
    }

    fn forget_steps(&mut self) {
        self.inner.clear();
        self.origins.clear();
        self.moved.clear();
        self.visible.clear();
        self.divergence = Divergence::default();
    }

    /// Whether some move is a fault.
    pub fn has_fault(&self) -> bool {
        let is_fault = |(_, flaw): &(_, Flaw)| matches!(flaw, Flaw::Fault(_));
        self.flaws.iter().any(is_fault)
    }

    /// Whether a run that counts can stay inside an atomic sequence for ever.
    pub fn diverges(&self) -> bool {
        self.divergence.counts
    }

    /// Whether what was followed can end in a fault or go on for ever without coming to a state that
    /// others see, be it in a run that does not count.
    pub fn may_not_return(&self) -> bool {
        self.has_fault() || self.divergence.any
    }

    /// Number of steps.
    #[inline]
    pub fn len(&self) -> usize {
        self.visible.len()
    }

    /// Number of moves.
    #[inline]
    pub fn moves(&self) -> usize {
        self.direct.len() + self.inner.len()
    }

    /// Number of flawed moves.
    #[inline]
    pub fn flaws(&self) -> usize {
        self.flaws.len()
    }

    /// Where step `index` leads.
    #[inline]
    pub fn state(&self, index: usize) -> &[u8] {
        self.at(self.visible[index]).1
    }

    #[inline]
    fn at(&self, place: Place) -> (&program::Successor, &[u8]) {
        let list = if place.is_inner() {
            &self.inner
        } else {
            &self.direct
        };
        list.get(place.index())
    }

    /// Adds the first state.
    pub fn initial<S: TransitionSystem>(&mut self, system: &mut S) -> Result<(), Reason> {
        system.initial(&mut self.direct);
        self.follow(system, 0, 0)
    }

    /// Adds the steps of a state. Says whether nothing can happen there, not even a fault.
    #[inline]
    pub fn expand<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        state: &[u8],
    ) -> Result<bool, Reason> {
        let (moves, faults) = (self.direct.len(), self.direct.faults.len());
        system.expand(state, &mut self.direct);
        let halted = self.direct.len() == moves && self.direct.faults.len() == faults;
        self.follow(system, moves, faults)?;
        Ok(halted)
    }

    /// Adds the steps of one process of a system that can be asked process by process.
    pub fn expand_process<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        state: &[u8],
        pid: usize,
    ) -> Result<(), Reason> {
        let (moves, faults) = (self.direct.len(), self.direct.faults.len());
        if let Some(system) = system.processwise() {
            system.expand_process(state, pid, &mut self.direct);
        }
        self.follow(system, moves, faults)
    }

    /// Looks at the moves of a state, which becomes the only one, without following them. Returns
    /// as [`Expansion::expand`] does.
    pub fn look<S: TransitionSystem>(&mut self, system: &mut S, state: &[u8]) -> bool {
        self.clear();
        system.expand(state, &mut self.direct);
        self.note_faults(0);
        for index in 0..self.direct.len() {
            if self.direct.get(index).0.violates {
                self.flaws
                    .push((Some(Place(index as u32)), Flaw::Violation));
            }
        }
        self.looked = self.flaws.len();
        self.direct.is_empty()
    }

    /// Asks which moves are enough of the state that was looked at.
    pub fn select<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        select: &mut dyn Select<S>,
        out: &mut Choices,
    ) {
        out.clear();
        // Where something cannot be evaluated, nothing is known of it.
        if self.direct.faults.is_empty() {
            self.steps.clear();
            self.steps
                .extend(self.direct.iter().map(|(found, _)| found.step));
            select.select(system, &self.steps, out);
        }
    }

    /// Makes some moves of the state that was looked at the only ones that are followed.
    pub fn follow_only<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        moves: impl Iterator<Item = u32>,
    ) -> Result<(), Reason> {
        self.forget_steps();
        self.flaws.truncate(self.looked);
        let mut inside = Vec::new();
        for place in moves.map(Place) {
            if self.at(place).0.holder.is_none() {
                self.visible.push(place);
            } else {
                inside.push(place);
            }
        }
        self.pass_through(system, inside.into_iter())
    }

    /// Makes a set of moves of the state that was looked at the only ones that are followed, or all.
    pub fn follow_set<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        set: Option<&[u32]>,
    ) -> Result<(), Reason> {
        match set {
            Some(set) => self.follow_only(system, set.iter().copied()),
            None => self.follow_only(system, 0..self.direct()),
        }
    }

    /// The moves of the state that was looked at, and those that end in a fault.
    pub fn first_moves(&self) -> impl Iterator<Item = Step> {
        let moves = self.direct.iter().map(|(found, _)| found.step);
        moves.chain(self.direct.faults.iter().copied())
    }

    /// Number of moves of the state that was looked at.
    pub fn direct(&self) -> u32 {
        self.direct.len() as u32
    }

    /// Number of moves inside atomic sequences.
    pub fn inner(&self) -> usize {
        self.inner.len()
    }

    fn note_faults(&mut self, faults: usize) {
        for &step in &self.direct.faults[faults..] {
            self.flaws.push((None, Flaw::Fault(step)));
        }
    }

    /// Looks at the direct moves and faults from these indices on.
    #[inline]
    fn follow<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        moves: usize,
        faults: usize,
    ) -> Result<(), Reason> {
        self.note_faults(faults);
        let mut inside = false;
        for index in moves..self.direct.len() {
            let successor = self.direct.get(index).0;
            let place = Place(index as u32);
            if successor.violates {
                self.flaws.push((Some(place), Flaw::Violation));
            }
            if successor.holder.is_none() {
                self.visible.push(place);
            } else {
                inside = true;
            }
        }
        if inside {
            let direct = (moves..self.direct.len()).map(|index| Place(index as u32));
            self.pass_through(system, direct)?;
        }
        Ok(())
    }

    /// Follows the atomic sequences that some direct moves begin.
    #[cold]
    fn pass_through<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        moves: impl Iterator<Item = Place>,
    ) -> Result<(), Reason> {
        self.seen.clear();
        self.again.clear();
        self.watch.look(self.inner.bytes())?;
        let (first, faults) = (self.inner.len(), self.flaws.len());
        for place in moves {
            self.pass(system, place);
        }
        let mut next = first;
        while next < self.inner.len() {
            if next - first > LONGEST {
                return Err(Reason::Atomic);
            }
            self.watch.look(self.inner.bytes())?;
            let known = if next - first < SHORT {
                None
            } else {
                self.met_before(next, first)
            };
            match known {
                Some(known) if self.interest != Interest::Ends => {
                    self.again.insert(next as u32, known);
                }
                Some(_) => {}
                None => self.pass(system, Place(next as u32 | INNER)),
            }
            next += 1;
        }
        if !self.again.is_empty() {
            let wanted = self.to_be_served();
            self.divergence = self.interior(first, faults).divergence(wanted);
        }
        Ok(())
    }

    /// The processes that a run must serve for ever to count.
    fn to_be_served(&self) -> Processes {
        match self.interest {
            Interest::Movers => Processes::ALL,
            Interest::Ends | Interest::Divergence => Processes::default(),
        }
    }

    /// The states inside from this one on, and their moves; flaws from `faults` on are theirs.
    fn interior(&self, first: usize, faults: usize) -> Interior {
        let node = |place: Place| place.is_inner().then(|| place.index() - first);
        let moves = (first..self.inner.len()).filter_map(|index| {
            let from = node(self.origins[index])?;
            let (successor, _) = self.inner.get(index);
            let met = self.again.get(&(index as u32));
            let to = met.map_or(index, |&met| met as usize) - first;
            Some((from, successor.holder.map(|_| to), successor.step))
        });
        let mut interior = Interior::new(self.inner.len() - first, moves);
        for (place, flaw) in &self.flaws[faults..] {
            if let (Some(node), Flaw::Fault(step)) = (place.and_then(node), flaw) {
                interior.can_move(node, *step);
            }
        }
        interior
    }

    /// How a run can go on from a state without a step that others see, and count; that state becomes the
    /// only one. To end in a fault or not at all may not count.
    pub fn ending<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        state: &[u8],
        ends_count: bool,
    ) -> Result<Option<Ending>, Reason> {
        self.clear();
        let halted = self.expand(system, state)?;
        if ends_count && halted {
            return Ok(Some(Ending::Halt));
        }
        let mut faults = self.flaws.iter().enumerate();
        let fault = faults.find_map(|(index, (_, flaw))| match flaw {
            Flaw::Fault(fault) => Some((index, *fault)),
            Flaw::Violation => None,
        });
        if let Some((index, fault)) = fault.filter(|_| ends_count) {
            let path = self.path_to_flaw(index);
            return Ok(Some(Ending::Fault { path, fault }));
        }
        let round = self.interior(0, 0).round(self.to_be_served());
        Ok(round.map(|(entry, round)| Ending::Divergence {
            path: self.path_to(Some(Place(entry as u32 | INNER))),
            round,
        }))
    }

    /// Adds the moves from the state at `place`, if a process holds control there.
    fn pass<S: TransitionSystem>(&mut self, system: &mut S, place: Place) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let (successor, bytes) = self.at(place);
        let Some(holder) = successor.holder else {
            self.scratch = scratch;
            return;
        };
        scratch.clear();
        scratch.extend_from_slice(bytes);
        let (moves, faults) = (self.inner.len(), self.inner.faults.len());
        system.expand_holder(&scratch, usize::from(holder), &mut self.inner);
        self.scratch = scratch;
        for &step in &self.inner.faults[faults..] {
            self.flaws.push((Some(place), Flaw::Fault(step)));
        }
        for index in moves..self.inner.len() {
            let successor = self.inner.get(index).0;
            let reached = Place(index as u32 | INNER);
            self.origins.push(place);
            if self.interest == Interest::Movers {
                let before = match place.is_inner() {
                    true => self.moved[place.index()],
                    false => Processes::of(self.direct.get(place.index()).0.step),
                };
                self.moved.push(before | Processes::of(successor.step));
            }
            if successor.violates {
                self.flaws.push((Some(reached), Flaw::Violation));
            }
            if successor.holder.is_none() {
                self.visible.push(reached);
            }
        }
    }

    /// The inner state from `first` on that is the same as that with this index, if it is not the
    /// first of its kind. They are the same if their futures are, and all that is of interest of their pasts.
    fn met_before(&mut self, index: usize, first: usize) -> Option<u32> {
        let Expansion {
            inner, seen, moved, ..
        } = self;
        let key = |index: usize| {
            let (successor, bytes) = inner.get(index);
            (successor.holder, bytes, moved.get(index))
        };
        let hash = |index: usize| rapidhash_v3(key(index).1);
        if seen.is_empty() {
            for early in first..index {
                seen.insert_unique(hash(early), early as u32, |&i| hash(i as usize));
            }
        }
        let same = |&other: &u32| key(other as usize) == key(index);
        if let Some(&known) = seen.find(hash(index), same) {
            return Some(known);
        }
        seen.insert_unique(hash(index), index as u32, |&i| hash(i as usize));
        None
    }

    /// The moves of step `index`.
    pub fn path(&self, index: usize) -> Vec<Step> {
        self.path_to(Some(self.visible[index]))
    }

    /// What is wrong with flawed move `index`.
    pub fn flaw(&self, index: usize) -> Flaw {
        self.flaws[index].1
    }

    /// The moves to flawed move `index`: with it, if it leads to a state, and up to it, if it is a
    /// fault.
    pub fn path_to_flaw(&self, index: usize) -> Vec<Step> {
        self.path_to(self.flaws[index].0)
    }

    /// The moves of step `index`, the last first.
    pub fn back(&self, index: usize) -> impl Iterator<Item = Step> {
        self.back_from(Some(self.visible[index]))
    }

    /// The moves that a state has, those that are not followed and those that end in a fault
    /// included.
    pub fn possible(&self) -> impl Iterator<Item = Step> {
        let moves = self.direct.iter().map(|(found, _)| found.step);
        moves.chain(self.direct.faults.iter().copied())
    }

    fn path_to(&self, place: Option<Place>) -> Vec<Step> {
        let mut path: Vec<Step> = self.back_from(place).collect();
        path.reverse();
        path
    }

    fn back_from(&self, place: Option<Place>) -> impl Iterator<Item = Step> {
        let before = |at: &Place| at.is_inner().then(|| self.origins[at.index()]);
        std::iter::successors(place, before).map(|at| self.at(at).0.step)
    }
}
