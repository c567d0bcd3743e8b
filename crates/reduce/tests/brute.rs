//! Brute force refutes selectors that are wrong, each for its reason, and none that is right.

use program::interpreter::Move;
use program::system::Interpreted;
use program::{
    Answers, Expr, Place, PlaceQuestions, Program, Questions, Region, Step, TransitionSystem,
};
use reduce::brute::{
    Chosen, Demands, Failure, FullGraph, Proviso, Refutation, Tested, Unfinished, Visible, check,
    reduced,
};
use reduce::{Choices, Conditions, Property, Stubborn};
use std::path::Path;

const LIMIT: usize = 1_000;

fn program(text: &str) -> Program {
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), text, &options);
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let lowered = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    lowered.0.expect("the model has a meaning")
}

/// The first global variable.
fn first_global(program: &Program) -> Expr {
    global(program, 0)
}

fn global(program: &Program, index: usize) -> Expr {
    let variable = &program.globals.variables[index];
    Expr::Load(Place {
        region: Region::Global,
        offset: variable.offset,
        indices: Vec::new(),
        scalar: variable.scalar,
    })
}

/// Tests a selector that follows the steps of processes in this order of preference: of the first
/// that can move, those alone.
fn prefer(text: &str, order: &[usize], demands: Demands) -> Result<Tested, Box<Refutation>> {
    let program = program(text);
    let mut system = Interpreted::new(&program, vec![first_global(&program)]);
    let graph = FullGraph::new(&mut system, LIMIT).expect("the model is small");
    let select = |_: &mut Interpreted<'_>, steps: &[Step]| {
        let of = |pid: usize| -> Vec<Step> {
            let steps = steps.iter().copied();
            steps.filter(|&step| Move::from(step).pid == pid).collect()
        };
        let sets = order.iter().map(|&pid| of(pid));
        sets.into_iter().find(|set| !set.is_empty())
    };
    let chosen = reduced(&mut system, LIMIT, select).expect("the model is small");
    check(&graph, &chosen, &demands)
}

fn refuted(text: &str, order: &[usize], demands: Demands) -> Refutation {
    *prefer(text, order, demands).expect_err("the selector is wrong")
}

const C1: Demands = Demands {
    invisible: Visible {
        letter: false,
        accept: false,
        progress: false,
    },
    fair: false,
    silent_deaths: false,
    proviso: Proviso::None,
};
const C2: Demands = Demands {
    invisible: Visible {
        letter: true,
        accept: true,
        progress: true,
    },
    fair: false,
    silent_deaths: false,
    proviso: Proviso::None,
};

/// C1 where the dead are forgotten.
const SILENT: Demands = Demands {
    silent_deaths: true,
    ..C1
};

/// A process that ends, one that does not, and a first one that waits for something.
fn burying(wait: &str) -> String {
    let others = "byte x; proctype P() { skip } proctype N() { end: false }";
    format!("{others} init {{ run P(); run N(); {wait}; x = 1 }}")
}

#[test]
fn a_death_that_is_counted_is_noticed() {
    let refutation = refuted(&burying("_nr_pr == 2"), &[1], SILENT);
    assert_eq!(refutation.failure, Failure::Differs);
}

#[test]
fn a_death_that_nobody_counts_is_not() {
    for wait in ["skip", "_nr_pr == 1"] {
        let tested = prefer(&burying(wait), &[1], SILENT).expect("nobody notices");
        assert!(tested.proper > 0);
        // Numbers are noticed where they are looked at: on the whole graph.
        refuted(&burying(wait), &[1], C1);
    }
}

#[test]
fn a_number_that_is_used_again_is_noticed() {
    let text = "byte x; proctype P() { skip } proctype Q() { x = _pid } \
                init { run P(); run Q(); x != 0; assert(x == 2) }";
    let refutation = refuted(text, &[1], SILENT);
    assert_eq!(refutation.failure, Failure::Differs);
}

#[test]
fn a_death_that_an_else_waits_for_is_noticed() {
    let text = "byte x; proctype P() { x = 1 } \
                init { run P(); if :: _nr_pr == 1 :: else -> assert(x == 0) fi }";
    let refutation = refuted(text, &[1], SILENT);
    assert!(
        matches!(refutation.failure, Failure::Disables | Failure::Differs),
        "{refutation}"
    );
}

#[test]
fn the_order_of_two_writes_matters() {
    let text = "byte x; active proctype A() { x = 1 } active proctype B() { x = 2 }";
    let refutation = refuted(text, &[0], C1);
    assert_eq!(refutation.failure, Failure::Differs);
    assert_eq!(refutation.inside.map(|one| one.moves[0].0.pid), Some(0));
    assert_eq!(refutation.outside.map(|one| one.moves[0].0.pid), Some(1));
}

#[test]
fn what_matters_may_come_later() {
    let text = "byte x; active proctype A() { x = 1 }
        active proctype B() { byte y; y = 1; y = 2; x = 2 }";
    let refutation = refuted(text, &[0], C1);
    assert_eq!(refutation.failure, Failure::Differs);
    assert_eq!(refutation.path.len(), 2, "{refutation}");
    let shown = refutation.to_string();
    assert!(
        shown.contains("process 1 (type 1) at 0 by edge 0"),
        "{shown}"
    );
}

#[test]
fn a_guard_can_be_disabled() {
    let text = "byte x; active proctype A() { x == 0 } active proctype B() { x = 1 }";
    let refutation = refuted(text, &[0], C1);
    assert_eq!(refutation.failure, Failure::Disabled);
    assert_eq!(refutation.path.len(), 1);
    assert_eq!(refuted(text, &[1], C1).failure, Failure::Disables);
}

#[test]
fn an_assertion_can_be_broken_by_others() {
    let text = "byte x; active proctype A() { assert(x == 0) } active proctype B() { x = 1 }";
    assert_eq!(refuted(text, &[0], C1).failure, Failure::Asserts);
    assert_eq!(refuted(text, &[1], C1).failure, Failure::Asserts);
}

#[test]
fn a_fault_is_an_outcome() {
    let text = "byte x, y; active proctype A() { y = 1 / (1 - x) } active proctype B() { x = 1 }";
    assert_eq!(refuted(text, &[0], C1).failure, Failure::Disabled);
    assert_eq!(refuted(text, &[1], C1).failure, Failure::Disables);
}

#[test]
fn an_atomic_sequence_is_one_operation_until_it_blocks() {
    let text = "byte g; chan c = [1] of { bit };
        active proctype A() { atomic { g = 1; c?_; g = 0 } } active proctype B() { c!0 }";
    assert_eq!(refuted(text, &[1], C1).failure, Failure::Disables);
    let text = "byte g; chan c = [2] of { bit };
        active proctype A() { atomic { c!1; c?_; g = 0 } } active proctype B() { byte y; y = 1 }";
    prefer(text, &[1], C1).expect("they have nothing in common");
}

#[test]
fn what_a_property_sees_comes_in_order() {
    let text = "byte x, y; active proctype A() { x = 1 } active proctype B() { y = 1 }";
    let tested = prefer(text, &[0], C1).expect("the two are independent");
    assert!(tested.proper > 0);
    assert_eq!(refuted(text, &[0], C2).failure, Failure::Visible);
    prefer(text, &[1], C2).expect("the property does not read what the other writes");
}

#[test]
fn labels_can_be_seen() {
    let text = "byte x; active proctype A() { byte y; y = 1; accept: y = 2 }
        active proctype B() { byte y; y = 1; progress: y = 2 }";
    assert_eq!(refuted(text, &[0], C2).failure, Failure::Visible);
    assert_eq!(refuted(text, &[1], C2).failure, Failure::Visible);
    prefer(text, &[0, 1], C1).expect("the two are independent");
}

#[test]
fn nothing_is_ignored_for_ever() {
    let text = "byte x; active proctype A() { byte y; do :: y = 1 - y od }
        active proctype B() { x = 1 }";
    let with = |proviso| Demands { proviso, ..C1 };
    prefer(text, &[0], C1).expect("the two are independent");
    let cycle = refuted(text, &[0], with(Proviso::NoProperCycle));
    assert_eq!(cycle.failure, Failure::Cycle);
    assert_eq!(cycle.path.len(), 2, "{cycle}");
    let ignoring = refuted(text, &[0], with(Proviso::NothingIgnored));
    assert_eq!(ignoring.failure, Failure::Ignoring);
    // Once B is done, A alone is all there is.
    prefer(text, &[1], with(Proviso::NoProperCycle)).expect("B cannot go round");
    prefer(text, &[1], with(Proviso::NothingIgnored)).expect("B comes to its end");
}

/// J and K flip a bit each, and I waits for one of them.
const WAITING: &str = "bit p, x, y;
    active proctype J() { do :: x = 1 - x od }
    active proctype K() { do :: y = 1 - y od }
    active proctype I() { do :: (x || y) -> p = 1 - p od }";

/// Enough for runs that need not be fair: where one bit is up, the other process goes first. Then the
/// two are never low together again, and I cannot starve.
#[test]
fn a_set_can_be_enough_but_for_fairness() {
    let program = program(WAITING);
    let bits: Vec<Expr> = (1..3).map(|index| global(&program, index)).collect();
    let places = program.proctypes[0].locations.iter();
    let bits = PlaceQuestions {
        truths: bits,
        ..PlaceQuestions::default()
    };
    let questions = Questions::new(vec![places.map(|_| bits.clone()).collect()]);
    let letters = vec![first_global(&program)];
    let mut system = Interpreted::with_questions(&program, letters, questions);
    let graph = FullGraph::new(&mut system, LIMIT).expect("the model is small");
    let select = |system: &mut Interpreted<'_>, steps: &[Step]| {
        let mut bits = Answers::default();
        system.ask(0, &mut bits);
        let first = match bits.truths() {
            [Some(1), Some(0)] => 1,
            [Some(0), Some(1)] => 0,
            _ => return None,
        };
        let steps = steps.iter().copied();
        Some(
            steps
                .filter(|&step| Move::from(step).pid == first)
                .collect(),
        )
    };
    let chosen = reduced(&mut system, LIMIT, select).expect("the model is small");
    let demands = Demands {
        proviso: Proviso::NoProperCycle,
        ..C2
    };
    let tested = check(&graph, &chosen, &demands).expect("all runs are there but fair ones");
    assert!(tested.proper > 0);
    let fair = Demands {
        fair: true,
        ..demands
    };
    let refutation = *check(&graph, &chosen, &fair).expect_err("I cannot starve any more");
    assert_eq!(refutation.failure, Failure::Disturbs);
    assert_eq!(refutation.outside.map(|one| one.moves[0].0.pid), Some(2));
}

#[test]
fn of_a_process_all_steps_are_chosen() {
    let text = "byte x, y, z;
        active proctype A() { do :: y = 1 :: z = 1 od } active proctype B() { x = 1 }";
    let program = program(text);
    let mut system = Interpreted::new(&program, Vec::new());
    let graph = FullGraph::new(&mut system, LIMIT).expect("the model is small");
    let chosen = reduced(&mut system, LIMIT, |_, steps| {
        let mut steps = steps.iter().copied();
        steps
            .find(|&step| Move::from(step).pid == 0)
            .map(|step| vec![step])
    });
    let chosen = chosen.expect("the model is small");
    check(&graph, &chosen, &C1).expect("the two steps commute");
    let fair = Demands { fair: true, ..C1 };
    let refutation = *check(&graph, &chosen, &fair).expect_err("one of them may be taken for ever");
    assert_eq!(refutation.failure, Failure::Split);
}

/// Each of these lets one process change whether another can move; what the reduction offers for
/// fair runs must not.
const DISTURBING: [&str; 9] = [
    WAITING,
    "chan c = [1] of { byte }; byte z;
     active proctype A() { byte y; do :: y = 1 - y; c!y od } active proctype B() { byte y; do :: c?y od }",
    "chan c = [0] of { byte }; byte z;
     active proctype A() { byte y; do :: y = 1 - y; y = 1 - y; c!y od }
     active proctype B() { byte y; do :: c?y; y = 0; y = 1 od }",
    "byte g; active proctype A() { byte y; y = 1; y = 2 unless g == 1; y = 3 }
     active proctype B() { byte y; y = 1; g = 1; y = 2 }",
    "byte g; active proctype A() provided (g == 0) { byte y; y = 1; y = 2 }
     active proctype B() { byte y; y = 1; g = 1; y = 2; g = 0 }",
    "byte z; proctype C() { byte y; y = 1; y = 2 }
     active proctype A() { byte y; y = 1; run C(); y = 2 } active proctype B() { byte y; y = 1; y = 2 }",
    "byte z; active proctype A() { byte y; y = 1; here: y = 2; y = 3 }
     active proctype B() { byte y; y = 1; A[0]@here; y = 2 }",
    "byte g; active proctype A() { byte y; if :: g == 0 -> y = 1 :: timeout -> y = 2 fi; y = 3 }
     active proctype B() { g = 1; byte y; y = 1; y = 2 } active proctype C() { byte y; y = 1; y = 2 }",
    "chan c = [2] of { byte }; byte z;
     active proctype A() { byte y; atomic { y = 1; c!y }; y = 2; y = 3 }
     active proctype B() { byte y; y = 1; if :: empty(c) -> y = 2 :: nempty(c) -> y = 3 fi; y = 4 }",
];

#[test]
fn nobody_is_disturbed_where_fairness_counts() {
    for text in DISTURBING {
        let conditions = Conditions {
            invisible: true,
            fair: true,
            ..Conditions::default()
        };
        let fair = Demands { fair: true, ..C1 };
        let tested = stubborn_for(text, conditions, false, fair);
        let tested = tested.unwrap_or_else(|refutation| panic!("{text}\n{refutation}"));
        assert!(tested.sets > tested.proper, "{text}");
    }
    // Without the condition, sets of these models are refuted.
    let fair = Demands { fair: true, ..C1 };
    let unfair = |text: &&&str| stubborn_for(text, Conditions::default(), false, fair).is_err();
    let refuted = DISTURBING.iter().filter(unfair).count();
    assert!(
        refuted >= 2,
        "only {refuted} models show what the condition is for"
    );
}

#[test]
fn what_is_no_choice_at_all_is_refuted() {
    let program = program("byte x; active proctype A() { x = 1; x = 2 }");
    let mut system = Interpreted::new(&program, Vec::new());
    let graph = FullGraph::new(&mut system, LIMIT).expect("the model is small");
    let chosen = reduced(&mut system, LIMIT, |_, _| None).expect("the model is small");
    let tested = check(&graph, &chosen, &C2).expect("all steps are always enough");
    assert_eq!((tested.sets, tested.proper), (graph.len(), 0));
    let failure = |change: fn(&mut Chosen)| {
        let mut chosen = chosen.clone();
        change(&mut chosen[0]);
        check(&graph, &chosen, &C1).map_err(|refutation| refutation.failure)
    };
    assert_eq!(failure(|set| set.steps.clear()), Err(Failure::Empty));
    assert_eq!(failure(|set| set.state.push(7)), Err(Failure::Unreachable));
    let nobody = Step::new(9, 9);
    let no_such = |set: &mut Chosen| set.steps.push(Step::new(9, 9));
    assert_eq!(failure(no_such), Err(Failure::NoSuchStep(nobody)));
}

#[test]
fn a_limit_is_never_passed_in_silence() {
    let text = "byte x; active proctype A() { do :: x++ od }";
    let program = program(text);
    let mut system = Interpreted::new(&program, Vec::new());
    let full = FullGraph::new(&mut system, 100).map(|graph| graph.len());
    assert_eq!(full, Err(Unfinished::States(100)));
    let walked = reduced(&mut system, 100, |_, _| None);
    assert_eq!(walked, Err(Unfinished::States(100)));
    let endless = "byte x; active proctype A() { atomic { do :: x = 1 - x od } }";
    let program = self::program(endless);
    let mut system = Interpreted::new(&program, Vec::new());
    let full = FullGraph::new(&mut system, 100).map(|graph| graph.len());
    assert!(matches!(full, Err(Unfinished::Paths(_))), "{full:?}");
}

/// Models in which processes demand each other.
const DEMANDING: [&str; 4] = [
    "byte turn; bool want[2]; byte inside;
     active [2] proctype P() {
       do :: want[_pid] = true; turn = 1 - _pid;
             (!want[1 - _pid] || turn == _pid);
             inside++; assert(inside == 1); inside--;
             want[_pid] = false
       od }",
    "chan c = [1] of { byte };
     active [2] proctype S() { c!_pid }
     active proctype R() { byte x; c?x; c?x }",
    "chan c = [0] of { byte };
     active [2] proctype S() { byte y; y = 1; c!_pid }
     active [2] proctype R() { byte x; x = 1; c?x }",
    "byte made;
     proctype Child(byte n) { made = made + n }
     active [2] proctype P() { byte y; y = 1; run Child(_pid); made = 2 * made }",
];

/// The first set that the reduction offers; if `broken`, only the steps of one process of it.
fn stubborn(text: &str, conditions: Conditions, broken: bool) -> Result<Tested, Box<Refutation>> {
    stubborn_for(text, conditions, broken, C1)
}

fn stubborn_for(
    text: &str,
    conditions: Conditions,
    broken: bool,
    demands: Demands,
) -> Result<Tested, Box<Refutation>> {
    let program = program(text);
    let property = Property::default();
    let mut stubborn = Stubborn::new(&program, &property, conditions);
    let mut system = Interpreted::with_questions(&program, Vec::new(), stubborn.questions());
    let graph = FullGraph::new(&mut system, LIMIT).expect("the model is small");
    let mut choices = Choices::default();
    let select = |system: &mut Interpreted<'_>, steps: &[Step]| {
        stubborn.choose(system, steps, &mut choices);
        let set: Option<Vec<Step>> = choices
            .iter()
            .next()
            .map(|set| set.iter().map(|&index| steps[index as usize]).collect());
        if !broken {
            return set;
        }
        let mut set = set.unwrap_or_else(|| steps.to_vec());
        let first = Move::from(*set.first()?).pid;
        set.retain(|&step| Move::from(step).pid == first);
        Some(set)
    };
    let chosen = reduced(&mut system, LIMIT, select).expect("the model is small");
    check(&graph, &chosen, &demands)
}

#[test]
fn a_demanded_process_cannot_be_left_out() {
    for text in DEMANDING {
        let tested = stubborn(text, Conditions::default(), false);
        let tested = tested.unwrap_or_else(|refutation| panic!("{text}\n{refutation}"));
        assert!(tested.sets > tested.proper, "{text}");
        stubborn(text, Conditions::default(), true).expect_err(text);
    }
}

/// What the generator of programs does not produce.
const CORNERS: [&str; 19] = [
    "chan c = [2] of { byte }; chan d = [2] of { byte };
     trace { do :: c!1; d!1 od }
     active proctype A() { byte y; y = 1; c!1 } active proctype B() { byte y; y = 1; d!1 }",
    "chan c = [2] of { byte };
     notrace { c!1; c?1 }
     active proctype A() { c!1; c!2 } active proctype B() { byte y; c?y; y = 2; c?y }",
    "byte g; chan c = [1] of { byte };
     active D_proctype A() { byte y; y = 1; if :: g == 1 -> y = 2 :: c?y fi }
     active proctype B() { g = 1 } active proctype C() { c!1 }",
    "byte g; active proctype A() { byte y; y = 1; y = 2 unless g == 1; g = 2 }
     active proctype B() { byte y; y = 1; g = 1 } active proctype C() { byte y; y = 1; y = 2 }",
    "byte g; chan c[3] = [1] of { byte };
     proctype P(chan own; byte n) { byte y; own!n; own?y; g = y }
     init { atomic { run P(c[0], 1); run P(c[1], 2); run P(c[2], 3) } }",
    "byte g[3]; chan back = [0] of { chan };
     active proctype A() { chan mine = [1] of { byte }; byte y; back!mine; mine?y; g[y % 3] = 1 }
     active proctype B() { chan his; byte y; y = 1; back?his; his!y }
     active proctype C() { byte y; y = 1; g[_pid] = y }",
    "byte g, x; chan c = [0] of { byte };
     active proctype A() { atomic { x = 1; c!1 } } active proctype B() { c?g }
     active proctype C() { byte y; y = 1; g = 5 }",
    "byte g; chan c = [0] of { byte };
     active proctype B() { byte y; y = 1; c?_ }
     active proctype A() { atomic { g = 1; c!1; g = 0 } } active proctype C() { assert(g == 0) }",
    "byte g; chan c = [0] of { byte };
     active proctype B() { byte y; if :: c?_ :: y = 1 fi; y = 2 }
     active proctype A() { atomic { g = 1; c!1; g = 0 } } active proctype C() { assert(g == 0) }",
    "byte g, h; chan c = [0] of { byte };
     active proctype D() { h = 1 } active proctype B() { byte y; y = 1; c?eval(h) }
     active proctype A() { atomic { g = 1; c!1; g = 0 } } active proctype C() { assert(g == 0) }",
    "chan c = [3] of { byte };
     active proctype A() { c!2; c!!1 } active proctype B() { byte y; c?y; y = 2 }",
    "chan back = [0] of { chan };
     active proctype C() { byte y; y = 1 }
     active proctype B() { chan his; back?his; his!1 }
     active proctype A() { chan mine = [1] of { byte }; back!mine }",
    "chan c = [1] of { byte };
     active proctype A() { byte y; { y = 1; y = 2 } unless { c!1 } }
     active proctype B() { byte y; c!0; c?y; y = 2 }",
    "byte g[2]; chan c = [1] of { byte, byte };
     active proctype A() { byte l; c!1, 7; if :: c?l, g[l] :: g[l] == 9 fi }
     active proctype B() { byte y; y = 1; g[1] = 5 }",
    "byte g[2];
     active proctype A() { byte l; if :: d_step { l = 1; g[l] = 7 } :: g[l] == 9 fi }
     active proctype B() { byte y; y = 1; g[1] = 5 }",
    "byte g, x;
     active proctype A() provided (g == 1) { x = 2 }
     active proctype C() { x = 1 } active proctype B() { byte y; y = 1; g = 1 }",
    "byte g, x, z;
     active proctype A() provided (g == 1) { z == 0; x = 2 }
     active proctype C() { x = 1 } active proctype B() { byte y; y = 1; g = 1 }",
    "active proctype A() { byte x; x = 1; x = 2 }
     proctype B() { byte y = A:x; assert(y != 1) }
     init { byte y; y = 1; run B() }",
    "chan q = [1] of { byte }; chan hand = [1] of { chan };
     active proctype A() { byte y; xr q; q?y }
     active proctype B() { chan his; byte y; hand?his; his?y }
     active proctype C() { hand!q; q!1 }",
];

#[test]
fn corners_of_the_language_are_safe() {
    for text in CORNERS {
        let tested = stubborn(text, Conditions::default(), false);
        let tested = tested.unwrap_or_else(|refutation| panic!("{text}\n{refutation}"));
        assert!(tested.proper > 0, "{text}");
    }
}
