//! A lost word as a Promela program, for other model checkers.
//!
//! One process goes through the letters of the word, others take steps that only they can see. SPIN
//! leaves out steps by process, so this is the shape of program on which it can be wrong; whether it
//! is depends on the order of processes and of the edges of the claim, and on how the others idle.

use omega::format::to_never;
use omega::{Automaton, Builder, Lasso, Letter};
use std::fmt::Write;

/// What the processes do that nobody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// One step, for ever, that changes nothing.
    Stay,
    /// One variable to and fro.
    Toggle,
    /// A few steps, and an end.
    End,
    /// `Toggle` in one process and `End` in another.
    Both,
}

/// One of several ways to write a program. The verdict is the same with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    pub idle: Idle,
    /// The idle processes come before the one that makes the letters.
    pub idle_first: bool,
    /// The edges of the claim come in descending order of their targets.
    pub backwards: bool,
}

impl Variant {
    /// All of them, the simplest first.
    pub fn all() -> impl Iterator<Item = Variant> {
        [Idle::Stay, Idle::Toggle, Idle::End, Idle::Both]
            .into_iter()
            .flat_map(|idle| {
                let orders = [(false, false), (false, true), (true, false), (true, true)];
                orders.map(|(idle_first, backwards)| Variant {
                    idle,
                    idle_first,
                    backwards,
                })
            })
    }
}

/// A claim, and the letter that stands for each of its classes of letters.
pub struct Claim<'a> {
    /// A state-based Büchi automaton.
    pub automaton: &'a Automaton,
    pub letters: &'a [Letter],
}

impl Claim<'_> {
    /// A program one of whose runs has the word, with the claim. The word speaks of classes of letters
    /// and has no repetitions but of its last letter. `None` if the claim cannot be written.
    pub fn program(&self, word: &Lasso, variant: Variant) -> Option<String> {
        let names = names(self.automaton.props());
        let mut out = String::new();
        // Writing to a string cannot fail.
        for (name, prop) in names.iter().zip(self.automaton.props()) {
            if name != prop {
                let _ = writeln!(out, "/* {name} stands for {} */", prop.replace("*/", "* /"));
            }
        }
        let letter = |place: usize| self.letters.get(word.letter(place) as usize).copied();
        for (index, name) in names.iter().enumerate() {
            let _ = writeln!(out, "bit {name} = {};", letter(0)? >> index & 1);
        }
        let idle = match variant.idle {
            Idle::Stay => STAY.to_owned(),
            Idle::Toggle => TOGGLE.to_owned(),
            Idle::End => END.to_owned(),
            Idle::Both => format!("{TOGGLE}{END}"),
        };
        let visible = self.letters_process(word, &names)?;
        let processes = match variant.idle_first {
            true => [idle, visible],
            false => [visible, idle],
        };
        out.push_str(&processes.concat());
        let claim = renamed(self.automaton, names, variant.backwards);
        out.push_str(&to_never(&claim, None).ok()?);
        Some(out)
    }

    /// The process that goes from letter to letter.
    fn letters_process(&self, word: &Lasso, names: &[String]) -> Option<String> {
        let step = |place: usize| {
            let from = *self.letters.get(word.letter(place) as usize)?;
            let to = *self.letters.get(word.letter(word.next(place)) as usize)?;
            let changed = names
                .iter()
                .enumerate()
                .filter(|(i, _)| (from ^ to) >> i & 1 == 1);
            let writes: Vec<String> = changed
                .map(|(index, name)| format!("{name} = {}", to >> index & 1))
                .collect();
            Some(match &writes[..] {
                [] => String::new(),
                [one] => one.clone(),
                more => format!("d_step {{ {} }}", more.join("; ")),
            })
        };
        let steps = (0..word.positions()).map(step);
        let mut steps: Vec<String> = steps.collect::<Option<_>>()?;
        let cycle = steps.split_off(word.loop_start());
        let shown = |steps: &[String]| {
            let steps: Vec<&str> = steps
                .iter()
                .map(String::as_str)
                .filter(|s| !s.is_empty())
                .collect();
            steps.join("; ")
        };
        let (stem, cycle) = (shown(&steps), shown(&cycle));
        let body = match (stem.is_empty(), cycle.is_empty()) {
            (true, true) => "skip".to_owned(),
            (false, true) => stem,
            (true, false) => format!("do :: {cycle} od"),
            (false, false) => format!("{stem}; do :: {cycle} od"),
        };
        Some(format!("active proctype letters() {{ {body} }}\n"))
    }
}

const STAY: &str = "active proctype idle() { bit x = 0; do :: x = 0 od }\n";
const TOGGLE: &str = "active proctype idle() { bit x = 0; do :: x = 1 - x od }\n";
const END: &str = "active proctype end() { byte y = 0; y = 1; y = 2 }\n";

/// Words that are no names in Promela, or that the processes above use.
const TAKEN: &str = " active assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan d_step \
    do else empty enabled end eval false fi full get_priority goto hidden idle if in init inline int len \
    letters local ltl mtype nempty never nfull notrace np_ od of pc_value pid printf printm priority \
    proctype provided return run select set_priority short show skip timeout trace true typedef unless \
    unsigned weak until always eventually next release implies equivalent x xr xs y ";

/// The propositions if they are names, or new names.
fn names(props: &[String]) -> Vec<String> {
    let usable = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !TAKEN.contains(&format!(" {name} "))
    };
    match props.iter().all(usable) {
        true => props.to_vec(),
        false => (0..props.len()).map(|index| format!("p{index}")).collect(),
    }
}

/// The same automaton over other names; its states are numbered the other way round if it is to be
/// written backwards.
fn renamed(automaton: &Automaton, names: Vec<String>, backwards: bool) -> Automaton {
    let last = automaton.num_states().saturating_sub(1) as u32;
    let number = |state: u32| if backwards { last - state } else { state };
    let mut builder =
        Builder::with_guards(names, automaton.guards().clone(), automaton.num_marks());
    builder.add_states(automaton.num_states());
    for &state in automaton.initial() {
        builder.add_initial(number(state));
    }
    for edge in automaton.edges() {
        builder.add_edge(number(edge.src), edge.guard, edge.marks, number(edge.dst));
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use omega::buchi::state_based;
    use omega::builtin::builtin;

    const PLAIN: Variant = Variant {
        idle: Idle::Stay,
        idle_first: false,
        backwards: false,
    };

    #[test]
    fn a_word_becomes_assignments() {
        let automaton = state_based(&builtin("N3").expect("it is built in"));
        let claim = Claim {
            automaton: &automaton,
            letters: &[0, 1],
        };
        let toggling = Lasso::new(vec![], vec![0, 1]).expect("it has a cycle");
        let text = claim.program(&toggling, PLAIN).expect("it is small");
        assert!(
            text.starts_with("bit p = 0;\nactive proctype letters() { do :: p = 1; p = 0 od }\n"),
            "{text}"
        );
        let rising = Lasso::new(vec![0], vec![1]).expect("it has a cycle");
        let text = claim.program(&rising, PLAIN).expect("it is small");
        assert!(text.contains("letters() { p = 1 }"), "{text}");
    }

    #[test]
    fn propositions_that_are_no_names_get_names() {
        let of = |props: &[&str]| names(&props.iter().map(|&p| p.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["cs", "p_1"]), ["cs", "p_1"]);
        assert_eq!(of(&["cs", "x > 1"]), ["p0", "p1"]);
        assert_eq!(of(&["timeout"]), ["p0"]);
    }

    #[test]
    fn variants_differ() {
        let automaton = state_based(&builtin("N3").expect("it is built in"));
        let claim = Claim {
            automaton: &automaton,
            letters: &[0, 1],
        };
        let word = Lasso::new(vec![], vec![0, 1]).expect("it has a cycle");
        let texts: std::collections::BTreeSet<String> = Variant::all()
            .filter_map(|variant| claim.program(&word, variant))
            .collect();
        assert_eq!(texts.len(), 16);
    }
}
