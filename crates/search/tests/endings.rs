//! Runs that take no more steps that others see: each product on its own, and what a lasso says of them.

use program::interpreter::{Interpreter, Move};
use program::system::Interpreted;
use program::{Formula, Program, PropertyKind};
use promela::lower;
use search::claim::Claim;
use search::licence::{Closure, Licence};
use search::limits::{Limits, Reason};
use search::liveness::{End, Lasso, find_accepting_run};
use search::product::{Ending, Fair, LabelProduct, Letters, PlainProduct, Product, StutterProduct};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

fn program(text: &str) -> Program {
    let parsed = promela::parse_str(Path::new("m.pml"), text, &promela::Options::default());
    let (program, problems) = lower::lower(&parsed.model, &lower::Options::default());
    program.unwrap_or_else(|| panic!("{problems:?}"))
}

fn claim(program: &Program) -> Claim {
    match &program.properties[0].kind {
        PropertyKind::Ltl(formula) => Claim::of_formula(formula).expect("it has an automaton"),
        PropertyKind::Never(claim) => Claim::of_never(claim).expect("it has an automaton"),
    }
}

fn search<P: Product>(product: &mut P, limits: &Limits) -> End {
    let mut observe = |_: &_| ControlFlow::Continue(());
    let found = find_accepting_run(product, limits, &mut observe);
    found.expect("there is memory").end
}

fn lasso<P: Product>(product: &mut P) -> Option<Lasso> {
    match search(product, &Limits::default()) {
        End::Empty => None,
        End::Accepting(lasso) => Some(lasso),
        End::Incomplete(reason) => panic!("{reason}"),
    }
}

/// The run that each product of the first property finds: the plain one, and the stutter product.
fn by_claim(text: &str) -> [Option<Lasso>; 2] {
    let program = program(text);
    let claim = claim(&program);
    let letters = || Letters::identity(claim.propositions.len());
    let system = || Interpreted::new(&program, claim.propositions.clone());
    let (mut first, mut second) = (system(), system());
    let licence = Licence::Closure(Closure::new(&claim.automaton));
    [
        lasso(&mut PlainProduct::new(
            &mut first,
            &claim.automaton,
            letters(),
        )),
        lasso(&mut StutterProduct::new(&mut second, licence, letters())),
    ]
}

const FAULT: &str = "byte y, i = 7; byte a[2]; active proctype P() { y = 1; a[i] = 1 }
    ltl p { [] (y == 0) }";
const INNER_FAULT: &str =
    "byte y, i = 7; byte a[2]; active proctype P() { y = 1; atomic { i = 8; a[i] = 1 } }
    ltl p { [] (y == 0) }";
const ENDLESS: &str =
    "byte y, z; active proctype P() { y = 1; atomic { z = 1; do :: z = 2; z = 1 od } }
    ltl p { [] (y == 0) }";

#[test]
fn a_fault_ends_a_run_in_its_state() {
    for found in by_claim(FAULT) {
        let found = found.expect("there is such a run");
        let Some(Ending::Fault { path, fault }) = &found.ending else {
            panic!("{found:?}")
        };
        assert!(path.is_empty());
        assert_eq!(Move::from(*fault).pid, 0);
        let (stem, cycle, end) = found.moves();
        assert_eq!((stem.len(), cycle.len(), end), (1, 0, Some(*fault)));
    }
}

#[test]
fn a_fault_inside_ends_a_run_in_the_state_before() {
    for found in by_claim(INNER_FAULT) {
        let found = found.expect("there is such a run");
        assert!(
            matches!(&found.ending, Some(Ending::Fault { path, .. }) if path.len() == 1),
            "{found:?}"
        );
    }
}

/// What is repeated inside leads back to where it starts.
#[test]
fn a_divergence_is_a_cycle_of_moves() {
    let model = program(ENDLESS);
    let interpreter = Interpreter::new(&model);
    for found in by_claim(ENDLESS) {
        let found = found.expect("there is such a run");
        assert!(
            matches!(found.ending, Some(Ending::Divergence { .. })),
            "{found:?}"
        );
        let (stem, cycle, fault) = found.moves();
        assert!(!cycle.is_empty() && fault.is_none());
        let mut state = interpreter.initial().expect("there is a first state");
        let mut entry = None;
        for (index, &step) in stem.iter().chain(&cycle).enumerate() {
            if index == stem.len() {
                entry = Some(state.clone());
            }
            let step = Move::from(step);
            state = interpreter
                .apply(&state, &step)
                .expect("the move is possible")
                .0;
        }
        assert_eq!(entry, Some(state.clone()));
        assert!(state.holder().is_some());
    }
}

#[test]
fn what_has_ended_does_not_go_on() {
    // A letter is not repeated for a while and then another read.
    let texts = [
        "bit x; byte z; active proctype P() { do :: x = 1; x = 0 od }
         active proctype Q() { (x == 0 && 1 / z == 1) }",
        "bit x; byte z; active proctype P() { do :: x = 1; x = 0 od }
         active proctype Q() { atomic { x == 0 -> do :: z = 1 - z od } }",
    ];
    for text in texts {
        let formula = "ltl p { !( <> (x == 0 && X (x == 0)) && []<> (x == 1) ) }";
        let model = program(&format!("{text} {formula}"));
        let claim = claim(&model);
        let mut system = Interpreted::new(&model, claim.propositions.clone());
        let letters = Letters::identity(claim.propositions.len());
        let found = lasso(&mut PlainProduct::new(
            &mut system,
            &claim.automaton,
            letters,
        ));
        assert_eq!(found, None, "{text}");
    }
}

#[test]
fn labels() {
    let accepts = |text: &str| {
        let model = program(text);
        lasso(&mut LabelProduct::accept(&mut Interpreted::new(
            &model,
            Vec::new(),
        )))
        .is_some()
    };
    let stalls = |text: &str| {
        let model = program(text);
        lasso(&mut LabelProduct::progress(&mut Interpreted::new(
            &model,
            Vec::new(),
        )))
        .is_some()
    };
    assert!(accepts("byte z; active proctype P() { accept: z = 1 / z }"));
    assert!(!accepts(
        "byte z; active proctype P() { accept: skip; z = 1 / z }"
    ));
    assert!(accepts(
        "byte z; active proctype P() { accept: atomic { skip; do :: z = 1 - z od } }"
    ));
    assert!(!accepts(
        "byte z; active proctype P() { accept: skip; atomic { skip; do :: z = 1 - z od } }"
    ));
    assert!(accepts("active proctype P() { accept: false }"));
    assert!(!stalls("byte z; active proctype P() { z = 1 / z }"));
    assert!(!stalls("active proctype P() { false }"));
    assert!(stalls(
        "byte z; active proctype P() { atomic { skip; do :: z = 1 - z od } }"
    ));
    assert!(!stalls(
        "byte z; active proctype P() { progress: atomic { skip; do :: z = 1 - z od } }"
    ));
}

/// B could take part in a move of every state inside; C takes part in none.
#[test]
fn a_fair_divergence_serves_everybody() {
    let fair = |text: &str| {
        let model = program(text);
        let mut system = Interpreted::new(&model, Vec::new());
        let mut product = LabelProduct::accept(&mut system);
        lasso(&mut Fair::new(&mut product)).is_some()
    };
    let model = |loops: &str| {
        format!(
            "chan c = [0] of {{ bit }}; bit z;
             active proctype A() {{ accept: atomic {{ skip; do {loops} od }} }}
             active proctype B() {{ c?_; false }} active proctype C() {{ do :: z = 0 od }}"
        )
    };
    assert!(!fair(&model(":: true :: c!1 -> break")));
    assert!(fair(&model(":: true; true :: c!1 -> break")));
    assert!(fair(&model(":: true")));
}

/// Ways through a sequence meet after more than 64 states, by other movers.
#[test]
fn who_moved_is_not_forgotten_where_ways_meet() {
    let text = "chan c = [0] of { bit }; chan d = [0] of { bit };
        active proctype A() { byte i; accept: do :: atomic { i = 0; do :: i < 70 -> i++ :: else -> break od;
            i = 0; c!1; d?_; i = 0; i = 0 } od }
        active [2] proctype B() { do :: atomic { c?_; d!1 } od }";
    let model = program(text);
    let mut system = Interpreted::new(&model, Vec::new());
    let mut product = LabelProduct::accept(&mut system);
    assert!(lasso(&mut Fair::new(&mut product)).is_some());
}

/// A sequence of a hundred thousand steps over a large state, and hardly any time.
#[test]
fn long_sequences_look_at_the_clock() {
    let text = "int a[20000]; active proctype P() {
            int i; accept: atomic { i = 0; do :: i < 1000000 -> a[i % 20000] = i; i++ :: else -> break od }
        }";
    let model = program(text);
    let mut system = Interpreted::new(&model, Vec::new());
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let started = Instant::now();
    let end = search(&mut LabelProduct::accept(&mut system), &limits);
    assert_eq!(end, End::Incomplete(Reason::Time));
    assert!(started.elapsed() < Duration::from_secs(10));
    let limits = Limits {
        memory: Some(10 << 20),
        ..Limits::default()
    };
    let end = search(&mut LabelProduct::accept(&mut system), &limits);
    assert_eq!(end, End::Incomplete(Reason::Memory));
}

/// More states than are followed: no verdict.
#[test]
fn sequences_that_are_too_long_are_no_verdict() {
    let text = "active proctype P() {
            int i; accept: atomic { i = 0; do :: i < 2000000 -> i++ :: else -> break od }
        }";
    let model = program(text);
    let mut system = Interpreted::new(&model, Vec::new());
    let end = search(&mut LabelProduct::accept(&mut system), &Limits::default());
    assert_eq!(end, End::Incomplete(Reason::Atomic));
}

/// The words of a claim: a letter for each of `p0`, `p1`, and so on that holds.
fn matches(never: &str, prefix: &[u64], cycle: &[u64]) -> bool {
    let model = program(&format!("bit a, b; active proctype P() {{ skip }} {never}"));
    let claim = claim(&model);
    let word = omega::Lasso::new(prefix.to_vec(), cycle.to_vec()).expect("it is a word");
    omega::membership::accepts(&claim.automaton, &word)
}

#[test]
fn claims_follow_atomic_sequences_to_their_ends() {
    let long = "true; ".repeat(1_000);
    let never = format!("never {{ atomic {{ {long} a }}; accept: do :: true od }}");
    assert!(matches(&never, &[1], &[0]));
    assert!(!matches(&never, &[0], &[1]));
    let round = "never { atomic { do :: true :: a -> break od }; accept: do :: true od }";
    assert!(matches(round, &[1], &[0]));
    assert!(!matches(round, &[0], &[1]));
    let endless = "never { atomic { do :: a od }; accept: do :: true od }";
    assert!(!matches(endless, &[], &[1]));
    assert!(!matches(endless, &[], &[0]));
    // What is asked along the way is asked of one letter.
    let both = "never { atomic { a; if :: b -> skip :: else -> !a fi }; accept: do :: true od }";
    assert!(matches(both, &[3], &[0]));
    assert!(!matches(both, &[1], &[2]));
}

#[test]
fn claims_end_at_end_labels() {
    assert!(matches("never { end: a; false }", &[], &[0]));
    let later = "never { T: if :: a -> goto end1 :: else -> goto T fi; end1: false }";
    assert!(matches(later, &[0, 0, 1], &[0]));
    assert!(!matches(later, &[], &[0]));
    let inside = "never { atomic { a; end1: b }; false }";
    assert!(matches(inside, &[1], &[0]));
    assert!(!matches(inside, &[2], &[1]));
    assert!(matches("never { a; end1: }", &[1], &[0]));
}

/// `timeout` and `enabled` as a property reads them.
#[test]
fn letters_of_nobody() {
    let text = "byte x; active proctype P() { x = 1; timeout; x = 2; x == 5 }
        ltl p { [] (timeout && enabled(0) && _pid == 0) }";
    let model = program(text);
    let PropertyKind::Ltl(Formula::Always(inner)) = &model.properties[0].kind else {
        panic!("{:?}", model.properties)
    };
    let Formula::Proposition(_) = &**inner else {
        panic!("{inner:?}")
    };
    let parse = |text: &str| {
        let text = format!(
            "byte x; active proctype P() {{ x = 1; timeout; x = 2; x == 5 }} ltl p {{ {text} }}"
        );
        match program(&text).properties[0].kind.clone() {
            PropertyKind::Ltl(Formula::Proposition(expr)) => expr,
            other => panic!("{other:?}"),
        }
    };
    let asked = ["timeout", "enabled(0)", "_pid == 0", "enabled(1)"].map(parse);
    let interpreter = Interpreter::new(&model);
    let mut state = interpreter.initial().expect("there is a first state");
    let mut letters = Vec::new();
    loop {
        letters.push(interpreter.letter(&state, &asked).expect("it has a value"));
        let moves = interpreter.moves(&state).moves;
        let Some(step) = moves.first() else { break };
        state = interpreter
            .apply(&state, step)
            .expect("it can be executed")
            .0;
    }
    // Able; waiting for the timeout; able; stuck for good.
    assert_eq!(letters, [0b0110, 0b0111, 0b0110, 0b0101]);
}
