//! Choosing: which steps of a state are enough.
//!
//! For each process that can move, the smallest set of processes that contains it and is closed
//! under [`demand`](crate::demand); of these sets, those with fewer steps first. Everything that
//! depends on the program alone is computed once and looked up: which process a place and the
//! answers about it stand for, what it demands there, and whom a demand concerns.

use crate::anonymous::is_end;
use crate::demand::{Demand, Situation, answered, without_death};
use crate::process::{Instance, StepFacts, World};
use crate::property::{Conditions, Property};
use crate::questions::questions;
use hashbrown::{Equivalent, HashMap};
use program::interpreter::Move;
use program::{
    Answer, Answers, End, Expr, ProcId, Process, Program, Questions, Step, TransitionSystem,
};

/// Processes among which a choice is made, at most. Beyond that, every step is taken.
const MOST_PROCESSES: usize = 64;
/// Situations that are remembered, at most. Beyond that they are forgotten: what is chosen in a state
/// must not depend on those seen before, or a run could not be found again.
const MOST_SITUATIONS: usize = 1 << 16;

/// Chooses steps of the states of one program for one property.
pub struct Stubborn<'p> {
    world: World<'p>,
    conditions: Conditions,
    /// The program has features that make everything depend on everything.
    hopeless: bool,
    questions: Questions,
    instances: Vec<Instance>,
    /// The first node of each instance; nodes are its locations.
    bases: Vec<u32>,
    nodes: u32,
    by_key: HashMap<Key, usize>,
    /// By process type: any process of it, for those that are created later.
    anyone: Vec<Instance>,
    by_situation: HashMap<Place, usize>,
    situations: Vec<SituationDemands>,
    by_demand: HashMap<Demand, usize>,
    concerned: Vec<Concerned>,
    state: Current,
}

/// A process: its type, its number, and what never changes in it.
type Key = (ProcId, usize, Vec<Answer>);

/// A process in a state: its node, what is enabled, the answers about it, and the ends of channels
/// that processes have to themselves.
#[derive(PartialEq, Eq, Hash)]
struct Place(u32, u64, Vec<Answer>, Vec<(usize, End)>);

/// The same, for looking it up.
#[derive(Hash)]
struct PlaceRef<'a>(u32, u64, &'a [Answer], &'a [(usize, End)]);

impl Equivalent<Place> for PlaceRef<'_> {
    fn equivalent(&self, key: &Place) -> bool {
        (self.0, self.1) == (key.0, key.1) && self.2 == key.2 && self.3 == key.3
    }
}

/// Whether a step is one of a set of processes. A rendezvous is one of both of its processes, or of
/// none: they demand each other.
fn is_in(step: &Step, set: u64) -> bool {
    set >> Move::from(*step).pid & 1 == 1
}

/// What a process demands, by the numbers of the demands.
struct SituationDemands {
    always: usize,
    any: Vec<Vec<usize>>,
}

/// By node, whether a process there may ever do something that a demand is about: if it is not the
/// youngest, and if it is.
struct Concerned {
    demand: Demand,
    nodes: Vec<[Option<bool>; 2]>,
}

/// Whom a process wants in its set: these, and of each of some lists any one.
#[derive(Clone, Copy)]
struct Wanted {
    always: u64,
    lists: (usize, usize),
}

/// The state for which a choice is made.
#[derive(Default)]
struct Current {
    processes: Vec<Process>,
    answers: Answers,
    /// By process: its instance, its node, and what is enabled.
    instances: Vec<usize>,
    nodes: Vec<u32>,
    enabled: Vec<u64>,
    /// Ends of channels that processes have to themselves, in order of the processes.
    owned: Vec<(usize, End)>,
    /// By process: whom it wants in its set, once that was needed.
    wanted: Vec<Option<Wanted>>,
    /// Lists of processes of which any will do: where they start and end among the options.
    lists: Vec<(usize, usize)>,
    options: Vec<u64>,
    /// The processes that can move, as long as they are few.
    movable: u64,
    /// By process: what it was last, and which instance that is.
    recent: Vec<Option<(Key, usize)>>,
    /// Sets that are enough, and their steps.
    sets: Vec<(u64, usize)>,
}

/// Sets of steps, each enough, the smallest first; none if all steps are needed.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    indices: Vec<u32>,
    ends: Vec<usize>,
    passage: Option<u32>,
}

impl Choices {
    pub fn clear(&mut self) {
        self.indices.clear();
        self.ends.clear();
        self.passage = None;
    }

    /// A step that is enough alone, that no property can see, and that is not one of those that cut
    /// the cycles of its process. A search may go on at once from where it leads and forget the
    /// state: as some cycle of a process would have to be closed, that comes to an end.
    pub fn passage(&self) -> Option<u32> {
        self.passage
    }

    /// Adds a set of steps.
    pub fn push(&mut self, steps: impl IntoIterator<Item = u32>) {
        self.indices.extend(steps);
        self.ends.push(self.indices.len());
    }

    /// The sets, as indices of steps in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.indices[start..end])
    }
}

impl<'p> Stubborn<'p> {
    pub fn new(program: &'p Program, property: &Property, conditions: Conditions) -> Self {
        let world = World::new(program, property, &conditions);
        let types = 0..program.proctypes.len() as ProcId;
        let anyone = types.map(|id| Instance::new(&world, id, None, Vec::new()));
        Stubborn {
            anyone: anyone.collect(),
            hopeless: world.sees_everything || program.uses_priority || program.uses_last,
            questions: questions(program),
            world,
            conditions,
            instances: Vec::new(),
            bases: Vec::new(),
            nodes: 0,
            by_key: HashMap::new(),
            by_situation: HashMap::new(),
            situations: Vec::new(),
            by_demand: HashMap::new(),
            concerned: Vec::new(),
            state: Current::default(),
        }
    }

    /// What a system must be able to answer.
    pub fn questions(&self) -> Questions {
        self.questions.clone()
    }

    /// Chooses among the steps of the state that the system expanded last. There was no fault.
    pub fn choose<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        steps: &[Step],
        out: &mut Choices,
    ) {
        out.clear();
        let timeout = |step: &Step| Move::from(*step).timeout;
        if self.hopeless || steps.first().is_none_or(timeout) {
            return;
        }
        self.look(system, steps);
        let count = self.state.processes.len();
        if count > MOST_PROCESSES {
            return;
        }
        if steps.len() == 1 {
            out.passage = self.is_passage(&steps[0]).then_some(0);
            return;
        }
        if self.state.movable.count_ones() == 1 {
            return;
        }
        if let Some(death) = self.silent_death(steps) {
            out.push([death]);
            out.passage = Some(death);
            return;
        }
        let mut sets = std::mem::take(&mut self.state.sets);
        sets.clear();
        let (mut seeds, mut lost) = (self.state.movable, 0);
        while seeds != 0 {
            let pid = seeds.trailing_zeros();
            seeds &= seeds - 1;
            let Some(set) = self.closure(system, pid as usize, lost) else {
                lost |= 1 << pid;
                continue;
            };
            if sets.iter().any(|&(known, _)| known == set) || !self.is_allowed(steps, set) {
                continue;
            }
            let size = steps.iter().filter(|step| is_in(step, set)).count();
            sets.push((set, size));
        }
        sets.sort_by_key(|&(_, size)| size);
        for &(set, _) in &sets {
            let indices = (0..steps.len()).filter(|&index| is_in(&steps[index], set));
            out.push(indices.map(|index| index as u32));
        }
        self.state.sets = sets;
        let single = out.iter().next().filter(|set| set.len() == 1);
        let single = single.map(|set| set[0]);
        out.passage = single.filter(|&index| self.is_passage(&steps[index as usize]));
    }

    /// Whether deaths are followed alone, as [`anonymous`](crate::anonymous) allows.
    pub fn deaths_are_silent(&self) -> bool {
        self.world.resources.is_anonymous()
    }

    /// The death of a process, if it is enough alone.
    fn silent_death(&self, steps: &[Step]) -> Option<u32> {
        let last = self.state.processes.len().checked_sub(1)?;
        let Process { proctype, location } = self.state.processes[last];
        let place = self.world.program.proctype(proctype).location(location);
        let dies = |step: &Step| Move::from(*step).pid == last;
        let found = self.deaths_are_silent() && is_end(place);
        let index = steps.iter().position(dies).filter(|_| found)?;
        Some(index as u32)
    }

    /// Notes where the processes are and what they can do.
    fn look<S: TransitionSystem>(&mut self, system: &mut S, steps: &[Step]) {
        if self.situations.len() > MOST_SITUATIONS {
            self.by_situation.clear();
            self.situations.clear();
            self.by_demand.clear();
            self.concerned.clear();
        }
        self.state.processes.clear();
        system.processes(&mut self.state.processes);
        let count = self.state.processes.len();
        self.state.wanted.clear();
        self.state.wanted.resize(count, None);
        self.state.lists.clear();
        self.state.options.clear();
        self.state.enabled.clear();
        self.state.enabled.resize(count, 0);
        self.state.movable = 0;
        for &step in steps {
            let step = Move::from(step);
            let partner = step.partner.map(|partner| (partner.pid, partner.edge));
            for (pid, edge) in [(step.pid, step.edge)].into_iter().chain(partner) {
                // Locations with more edges than bits are not told apart.
                self.state.enabled[pid] |= 1 << edge.min(63);
                self.state.movable |= 1_u64.checked_shl(pid as u32).unwrap_or(0);
            }
        }
        self.state.instances.clear();
        self.state.nodes.clear();
        self.state.owned.clear();
        for pid in 0..count {
            let instance = self.instance(system, pid);
            self.state.instances.push(instance);
            let node = self.bases[instance] + self.state.processes[pid].location;
            self.state.nodes.push(node);
            let owned = &self.instances[instance].owned;
            self.state.owned.extend_from_slice(owned);
        }
    }

    /// The instance that a process is.
    fn instance<S: TransitionSystem>(&mut self, system: &mut S, pid: usize) -> usize {
        let Process { proctype, location } = self.state.processes[pid];
        let lasting = &self.questions.at(proctype, location).lasting;
        self.state.answers.clear();
        if !lasting.is_empty() {
            system.ask(pid, &mut self.state.answers);
        }
        let answers = self.state.answers.lasting();
        // A process is mostly the one that had this number in the state before.
        let recent = self.state.recent.get(pid).and_then(Option::as_ref);
        if let Some((known, instance)) = recent
            && known.0 == proctype
            && known.2 == answers
        {
            return *instance;
        }
        let key = (proctype, pid, answers.to_vec());
        if self.state.recent.len() <= pid {
            self.state.recent.resize(pid + 1, None);
        }
        if let Some(&known) = self.by_key.get(&key) {
            self.state.recent[pid] = Some((key, known));
            return known;
        }
        let values = answered(lasting, answers);
        let instance = Instance::new(&self.world, proctype, Some(pid as i32), values);
        self.instances.push(instance);
        self.bases.push(self.nodes);
        self.nodes += self.world.program.proctype(proctype).locations.len() as u32;
        self.by_key.insert(key, self.instances.len() - 1);
        self.instances.len() - 1
    }

    /// The smallest set of processes that contains one of them and is closed under demand, as far
    /// as a greedy choice finds it; none if that has every process that can move. `lost` are
    /// processes for which there was none.
    fn closure<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        pid: usize,
        lost: u64,
    ) -> Option<u64> {
        let (mut set, mut done) = (1_u64 << pid, 0_u64);
        while set != done {
            let pid = (set & !done).trailing_zeros() as usize;
            done |= 1 << pid;
            let wanted = self.wanted(system, pid);
            set |= wanted.always;
            let movable = self.state.movable;
            if set & lost != 0 || set & movable == movable {
                return None;
            }
            for &(start, end) in &self.state.lists[wanted.lists.0..wanted.lists.1] {
                let options = self.state.options[start..end].iter();
                let best = options.min_by_key(|&&option| (option & !set).count_ones());
                set |= best.copied().unwrap_or(0);
            }
        }
        (set & self.state.movable != self.state.movable).then_some(set)
    }

    /// Whom a process wants in its set.
    fn wanted<S: TransitionSystem>(&mut self, system: &mut S, pid: usize) -> Wanted {
        if let Some(known) = self.state.wanted[pid] {
            return known;
        }
        let situation = self.situation(system, pid);
        let mut wanted = Wanted {
            always: self.concerned(self.situations[situation].always, pid),
            lists: (self.state.lists.len(), self.state.lists.len()),
        };
        // If everybody is wanted already, the rest does not matter.
        if wanted.always & self.state.movable != self.state.movable & !(1 << pid) {
            for list in 0..self.situations[situation].any.len() {
                let start = self.state.options.len();
                for index in 0..self.situations[situation].any[list].len() {
                    let demand = self.situations[situation].any[list][index];
                    let option = self.concerned(demand, pid);
                    self.state.options.push(option);
                }
                self.state.lists.push((start, self.state.options.len()));
            }
            wanted.lists.1 = self.state.lists.len();
        }
        self.state.wanted[pid] = Some(wanted);
        wanted
    }

    /// The processes but `pid` that a demand concerns.
    fn concerned(&mut self, demand: usize, pid: usize) -> u64 {
        let mut set = 0;
        for other in (0..self.state.nodes.len()).filter(|&other| other != pid) {
            let node = self.state.nodes[other] as usize;
            let youngest = usize::from(other + 1 == self.state.nodes.len());
            let known = self.concerned[demand].nodes.get(node);
            let known = known.and_then(|known| known[youngest]);
            let concerned = known.unwrap_or_else(|| self.find_out(demand, other));
            set |= u64::from(concerned) << other;
        }
        set
    }

    /// Whether a demand concerns what a process may ever do: itself, or one that it creates.
    fn find_out(&mut self, demand: usize, pid: usize) -> bool {
        let (instance, node) = (self.state.instances[pid], self.state.nodes[pid] as usize);
        let location = self.state.processes[pid].location;
        let youngest = pid + 1 == self.state.nodes.len();
        let Concerned { demand, nodes } = &mut self.concerned[demand];
        let concerns = |footprint: &_| demand.concerns(footprint);
        let resources = &self.world.resources;
        let outlived = |footprint: &_| demand.concerns(&without_death(resources, footprint));
        let instance = &self.instances[instance];
        let mut found = match youngest {
            true => instance.may_meet(&self.world, location, &concerns),
            false => instance.may_meet(&self.world, location, &outlived),
        };
        let mut created = instance.creates(&self.world, location);
        let mut next = 0;
        while !found && next < created.len() {
            let id = created[next];
            let child = &self.anyone[id as usize];
            let entry = self.world.program.proctype(id).entry;
            found = child.may_meet(&self.world, entry, &concerns);
            for id in child.creates(&self.world, entry) {
                if !created.contains(&id) {
                    created.push(id);
                }
            }
            next += 1;
        }
        if nodes.len() <= node {
            nodes.resize(self.nodes as usize, [None; 2]);
        }
        nodes[node][usize::from(youngest)] = Some(found);
        found
    }

    /// The situation of a process.
    fn situation<S: TransitionSystem>(&mut self, system: &mut S, pid: usize) -> usize {
        let Process { proctype, location } = self.state.processes[pid];
        let questions = self.questions.at(proctype, location);
        self.state.answers.clear();
        if !questions.now.is_empty() || !questions.truths.is_empty() {
            system.ask(pid, &mut self.state.answers);
        }
        let (node, enabled) = (self.state.nodes[pid], self.state.enabled[pid]);
        let answers = self.state.answers.all();
        let place = PlaceRef(node, enabled, answers, &self.state.owned);
        match self.by_situation.get(&place) {
            Some(&known) => known,
            None => {
                let key = Place(node, enabled, answers.to_vec(), self.state.owned.clone());
                let now = answered(&questions.now, self.state.answers.now());
                let truths = answered(&questions.truths, self.state.answers.truths());
                let new = self.new_situation(pid, &now, &truths);
                self.situations.push(new);
                self.by_situation.insert(key, self.situations.len() - 1);
                self.situations.len() - 1
            }
        }
    }

    fn new_situation(
        &mut self,
        pid: usize,
        now: &[(Expr, i32)],
        truths: &[(Expr, i32)],
    ) -> SituationDemands {
        let demands = Situation {
            world: &self.world,
            instance: &self.instances[self.state.instances[pid]],
            location: self.state.processes[pid].location,
            enabled: self.state.enabled[pid],
            now,
            truths,
            owned: &self.state.owned,
        }
        .demands();
        let mut number = |demand: Demand| {
            let next = self.concerned.len();
            *self.by_demand.entry(demand).or_insert_with_key(|demand| {
                self.concerned.push(Concerned {
                    demand: demand.clone(),
                    nodes: Vec::new(),
                });
                next
            })
        };
        SituationDemands {
            always: number(demands.always),
            any: demands
                .any
                .into_iter()
                .map(|list| list.into_iter().map(&mut number).collect())
                .collect(),
        }
    }

    /// Whether the steps of a set of processes satisfy the conditions on proper sets.
    fn is_allowed(&self, steps: &[Step], set: u64) -> bool {
        let mut own = steps.iter().filter(|step| is_in(step, set));
        own.all(|step| {
            let facts = self.facts(step);
            !(self.conditions.invisible && facts.visible
                || self.conditions.no_sticky && facts.sticky
                || self.conditions.fair && facts.disturbs)
        })
    }

    /// Whether a step that is enough alone is a [passage](Choices::passage).
    fn is_passage(&self, step: &Step) -> bool {
        let facts = self.facts(step);
        !facts.visible && !facts.sticky
    }

    /// Facts about a step: those of its edges together.
    fn facts(&self, step: &Step) -> StepFacts {
        let of = |pid: usize, edge: usize| {
            let location = self.state.processes[pid].location;
            self.instances[self.state.instances[pid]].facts((location, edge))
        };
        let step = Move::from(*step);
        let facts = of(step.pid, step.edge);
        step.partner.map_or(facts, |partner| {
            let other = of(partner.pid, partner.edge);
            StepFacts {
                visible: facts.visible || other.visible,
                disturbs: facts.disturbs || other.disturbs,
                sticky: facts.sticky || other.sticky,
            }
        })
    }
}
