//! Siegel's SI normal form ("What's wrong with on-the-fly partial order reduction", CAV 2019,
//! Definition 12 and Theorem 2).
//!
//! An automaton in this form has an accepting run on a word iff it has one on every equivalent
//! word *that makes the same choices*, which is what reduction on the fly needs of it. The stutter
//! product gets the same effect without a larger automaton; the normal form is here for other
//! tools, which read automata and nothing else.
//!
//! "Letter" means a class of letters that the automaton does not tell apart ([`Alphabet`]).

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, Builder, Edge, State};
use crate::buchi::state_based;
use crate::guard::Guard;
use crate::limit::{MAX_CLASSES, TooLarge, check_table};
use crate::stutter::StutterRelation;
use crate::trim::trim;
use hashbrown::HashMap;

/// The states of the construction of Theorem 2; letters are indices of classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Start,
    /// `(q, a, 0)`: in `q`, after the first `a` of a block.
    First(State, usize),
    /// `(q, a, 1)`: in the accepting state `q`, later in that block, no longer accepting.
    Later(State, usize),
    /// `(a, 2)`: the last block, which never ends.
    Forever(usize),
}

/// An automaton in SI normal form, trimmed, that accepts the same words as `automaton` **provided
/// that its language is stutter-invariant**. (If it is not, the form still accepts whatever is
/// equivalent to a stutter-free word of the language.) It has at most `limit` states before trimming.
pub fn normal_form(automaton: &Automaton, limit: usize) -> Result<Automaton, TooLarge> {
    let automaton = trim(&state_based(automaton));
    let alphabet = Alphabet::of_guards(&automaton, MAX_CLASSES)?;
    check_table(automaton.num_states(), alphabet.len())?;
    let mut construction = Construction {
        relation: StutterRelation::new(&automaton),
        builder: Builder::with_guards(automaton.props().to_vec(), alphabet.guards().clone(), 1),
        automaton: &automaton,
        alphabet: &alphabet,
        ids: HashMap::new(),
        work: Vec::new(),
        limit,
    };
    let start = construction.id(Name::Start)?;
    construction.builder.add_initial(start);
    while let Some((name, id)) = construction.work.pop() {
        construction.expand(name, id)?;
    }
    Ok(trim(&construction.builder.finish()))
}

struct Construction<'a> {
    automaton: &'a Automaton,
    alphabet: &'a Alphabet,
    relation: StutterRelation<'a>,
    builder: Builder,
    ids: HashMap<Name, State>,
    work: Vec<(Name, State)>,
    limit: usize,
}

impl Construction<'_> {
    fn id(&mut self, name: Name) -> Result<State, TooLarge> {
        if let Some(&id) = self.ids.get(&name) {
            return Ok(id);
        }
        if self.ids.len() == self.limit {
            return Err(TooLarge {
                what: "states",
                limit: self.limit,
            });
        }
        let id = self.builder.add_state();
        self.ids.insert(name, id);
        self.work.push((name, id));
        Ok(id)
    }

    fn accepting(&self, state: State) -> bool {
        self.automaton.state_marks(state) != 0
    }

    /// The edges of the construction that leave `name`; the numbers are those of the paper.
    fn expand(&mut self, name: Name, src: State) -> Result<(), TooLarge> {
        let (marks, states, own) = match name {
            Name::Start => (0, self.automaton.initial().to_vec(), None),
            Name::First(q, a) => (u64::from(self.accepting(q)), vec![q], Some(a)),
            Name::Later(q, a) => (0, vec![q], Some(a)),
            Name::Forever(a) => (1, Vec::new(), Some(a)),
        };
        for letter in 0..self.alphabet.len() {
            let mut targets = Vec::new();
            if own == Some(letter) {
                // (11), (12), (13), (15)
                targets.push(match name {
                    Name::First(q, a) if self.accepting(q) => Name::Later(q, a),
                    stays => stays,
                });
            } else {
                // (8), (9), (10), (14), (16), (17)
                let (_, representative) = self.alphabet.class(letter);
                for &q in &states {
                    let steps = self.automaton.successors(q, representative);
                    targets.extend(steps.map(|e| Name::First(e.dst, letter)));
                    if self.relation.accepts_forever(q, representative) {
                        targets.push(Name::Forever(letter));
                    }
                }
            }
            let (guard, _) = self.alphabet.class(letter);
            for target in targets {
                let dst = self.id(target)?;
                self.builder.add_edge(src, guard, marks, dst);
            }
        }
        Ok(())
    }
}

/// Why an automaton is not in SI normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// There is more than one mark, or a state with marked and unmarked edges.
    NotStateBased,
    /// There is not exactly one initial state, or an edge leads to it.
    Initial,
    /// Edges with different letters lead to the state (condition 1).
    IncomingLetters(State),
    /// The state has not exactly one edge with its own letter (condition 2).
    OwnLetter(State),
    /// The state is not accepting and has no loop (condition 3).
    NoLoop(State),
    /// The state has no loop, and the state that its own letter leads to is accepting or goes on
    /// differently (condition 4).
    NoTwin(State),
}

/// Checks Definition 12. A state that no edge leads to has no letter of its own, and is not looked
/// at: it can be removed.
pub fn check(automaton: &Automaton) -> Result<(), Defect> {
    if automaton.num_marks() != 1 || !automaton.is_state_based() {
        return Err(Defect::NotStateBased);
    }
    let mut incoming: HashMap<State, Guard> = HashMap::new();
    for e in automaton.edges() {
        if *incoming.entry(e.dst).or_insert(e.guard) != e.guard {
            return Err(Defect::IncomingLetters(e.dst));
        }
    }
    match automaton.initial() {
        [start] if !incoming.contains_key(start) => {}
        _ => return Err(Defect::Initial),
    }
    let mut states: Vec<(State, Guard)> = incoming.into_iter().collect();
    states.sort_unstable();
    states
        .into_iter()
        .try_for_each(|(s, letter)| check_state(automaton, s, letter))
}

fn check_state(automaton: &Automaton, s: State, letter: Guard) -> Result<(), Defect> {
    let mut guards = automaton.guards().clone();
    let overlaps =
        |guards: &mut crate::guard::Guards, e: &Edge| !guards.and(e.guard, letter).is_false();
    let own: Vec<&Edge> = automaton
        .out(s)
        .iter()
        .filter(|e| overlaps(&mut guards, e))
        .collect();
    let [own] = own[..] else {
        return Err(Defect::OwnLetter(s));
    };
    if own.guard != letter {
        return Err(Defect::OwnLetter(s));
    }
    if own.dst == s {
        return Ok(());
    }
    if automaton.state_marks(s) == 0 {
        return Err(Defect::NoLoop(s));
    }
    let ways = |s: State| -> Vec<(State, Guard)> {
        let out = automaton.out(s).iter();
        out.map(|e| (e.dst, e.guard)).collect()
    };
    if automaton.state_marks(own.dst) != 0 || ways(s) != ways(own.dst) {
        return Err(Defect::NoTwin(s));
    }
    Ok(())
}
