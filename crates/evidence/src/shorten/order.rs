//! Fewer switches from one process to another: steps that commute change places.

use super::script::Placed;
use super::{Budget, EFFORT, Evidence, interpreter};
use crate::Record;
use program::State;
use program::interpreter::{Interpreter, Move};
use std::ops::Range;

/// Runs whose replay costs more are left as they are: nobody reads them from end to end.
const LONG: usize = EFFORT / 16;

/// Steps between which nobody else can move: one, or those of an atomic sequence.
#[derive(Clone)]
struct Unit {
    pid: usize,
    steps: Vec<Placed>,
}

/// The same steps in another order, as far as the budget goes. The state in which the run ends, or
/// its cycle begins, is the same.
///
/// A unit is moved to the last earlier one of its process, or that one to it. Both leave at most as
/// many switches as there were.
pub fn group<E: Evidence>(mut evidence: E, budget: &mut Budget) -> E {
    let stem = evidence.stem();
    if evidence.cost(evidence.records().len()) > LONG {
        return evidence;
    }
    for part in [0..stem - evidence.fixed(), stem..evidence.records().len()] {
        let mut before = usize::MAX;
        while switches(evidence.records()) < before {
            before = switches(evidence.records());
            let mut sorter = Sorter::new(evidence, part.clone(), budget);
            sorter.pull();
            sorter.push();
            evidence = sorter.evidence;
        }
    }
    evidence
}

/// How often another process moves than before.
pub fn switches(records: &[Record]) -> usize {
    let pairs = records.windows(2);
    let differ = |pair: &&[Record]| pair[0].step.pid != pair[1].step.pid;
    pairs.filter(differ).count()
}

/// Changes the order of a part of a run.
struct Sorter<'b, E> {
    evidence: E,
    /// The first record of the part.
    start: usize,
    units: Vec<Unit>,
    budget: &'b mut Budget,
}

impl<'b, E: Evidence> Sorter<'b, E> {
    fn new(evidence: E, part: Range<usize>, budget: &'b mut Budget) -> Sorter<'b, E> {
        Sorter {
            start: part.start,
            units: units(&evidence, part),
            evidence,
            budget,
        }
    }

    /// Moves units up to the unit of their process before them.
    fn pull(&mut self) {
        for at in 0..self.units.len() {
            let pid = self.units[at].pid;
            let mut later = at + 1..self.units.len();
            let next = later.find(|&later| self.units[later].pid == pid);
            if let Some(next) = next.filter(|&next| next > at + 1) {
                self.attempt(at + 1..next + 1, |units| units.rotate_right(1));
            }
        }
    }

    /// Moves units down to the unit of their process after them.
    fn push(&mut self) {
        for at in (0..self.units.len()).rev() {
            let pid = self.units[at].pid;
            let earlier = (0..at).rev().find(|&other| self.units[other].pid == pid);
            if let Some(earlier) = earlier.filter(|&earlier| earlier + 1 < at) {
                self.attempt(earlier..at, |units| units.rotate_left(1));
            }
        }
    }

    /// Changes the order of some units, if that leads to the same state and is evidence.
    fn attempt(&mut self, range: Range<usize>, change: impl FnOnce(&mut [Unit])) {
        let length = |units: &[Unit]| units.iter().map(|unit| unit.steps.len()).sum::<usize>();
        let start = self.start + length(&self.units[..range.start]);
        let end = start + length(&self.units[range.clone()]);
        let mut changed = self.units[range.clone()].to_vec();
        change(&mut changed);
        if let Some(evidence) = self.with(start..end, &changed) {
            self.evidence = evidence;
            self.units[range].clone_from_slice(&changed);
        }
    }

    /// The evidence with these units in place of some records.
    fn with(&mut self, place: Range<usize>, units: &[Unit]) -> Option<E> {
        let evidence = &self.evidence;
        let records = evidence.records();
        if !self.budget.spend(evidence.cost(place.len())) {
            return None;
        }
        let (before, after) = (&records[place.start].before, &records[place.end - 1].after);
        let moves = replay(&interpreter(evidence), before, units, after)?;
        if !self.budget.spend(evidence.cost(records.len())) {
            return None;
        }
        let mut all = super::moves(records);
        all[place].copy_from_slice(&moves);
        let (stem, cycle) = all.split_at(evidence.stem());
        let again = evidence.again(stem, cycle)?;
        (again.records().len() == records.len()).then_some(again)
    }
}

/// The moves of units that lead from one state to another; nobody holds control between them.
fn replay(
    interpreter: &Interpreter<'_>,
    before: &State,
    units: &[Unit],
    after: &State,
) -> Option<Vec<Move>> {
    let mut state = before.clone();
    let mut moves = Vec::new();
    for unit in units {
        for (index, placed) in unit.steps.iter().enumerate() {
            let (step, next) = placed.execute(interpreter, &state)?;
            let last = index + 1 == unit.steps.len();
            if last != next.holder().is_none() && next != *after {
                return None;
            }
            moves.push(step);
            state = next;
        }
    }
    (state == *after).then_some(moves)
}

/// The units of a part of a run.
fn units<E: Evidence>(evidence: &E, part: Range<usize>) -> Vec<Unit> {
    let interpreter = interpreter(evidence);
    let mut units: Vec<Unit> = Vec::new();
    let mut inside = false;
    for record in &evidence.records()[part] {
        let placed = Placed::new(&interpreter, &record.before, record.step);
        match units.last_mut() {
            Some(unit) if inside => unit.steps.push(placed),
            _ => units.push(Unit {
                pid: record.step.pid,
                steps: vec![placed],
            }),
        }
        inside = record.after.holder().is_some();
    }
    units
}
