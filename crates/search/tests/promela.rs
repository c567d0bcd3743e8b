//! What labels and claims mean in Promela, where it is not obvious. Each verdict is SPIN's
//! (6.5.2, `-DNOREDUCE`), found by running it on the same text.

mod common {
    pub mod text;
}

use common::text::parse_text;
use omega::{Automaton, Builder};
use program::system::Interpreted;
use program::{Expr, Program, Region, Scalar};
use search::driver::{Check, Claim, Counterexample, Method, Order, Property, Verdict, check};
use search::limits::Limits;
use search::product::{Fairness, Letters};
use std::ops::ControlFlow;

fn verdict(program: &Program, propositions: Vec<Expr>, property: Property) -> Check {
    let mut system = Interpreted::new(program, propositions);
    let mut observe = |_: &_| ControlFlow::Continue(());
    let limits = Limits::default();
    let order = Order::default();
    let checks = check(
        &mut system,
        &[property],
        order,
        None,
        Fairness::None,
        &limits,
        &mut observe,
    );
    checks.unwrap().remove(0)
}

fn accept(text: &str) -> Verdict {
    verdict(&parse_text(text), Vec::new(), Property::Accept).verdict
}

fn progress(text: &str) -> Verdict {
    verdict(&parse_text(text), Vec::new(), Property::Progress).verdict
}

#[test]
fn a_run_that_ends_makes_no_progress_and_needs_none() {
    let ends = "byte x; active proctype P() { x = 1; x = 2 }";
    assert_eq!(progress(ends), Verdict::Holds);
    let blocks = "byte x; active proctype P() { do :: x < 3 -> x++ od }";
    assert_eq!(progress(blocks), Verdict::Holds);
}

#[test]
fn a_run_that_ends_at_an_accept_label_stays_there() {
    let blocks = "byte x; active proctype P() { x = 1; accept: x == 9 }";
    assert_eq!(accept(blocks), Verdict::Violated);
    let passes = "byte x; active proctype P() { accept: x = 1; x == 9 }";
    assert_eq!(accept(passes), Verdict::Holds);
}

#[test]
fn labels_inside_atomic_sequences_are_not_seen() {
    let accepts = "byte x; active proctype P() { do :: atomic { x = 1; accept: x = 2; x = 0 } od }";
    assert_eq!(accept(accepts), Verdict::Holds);
    let progresses =
        "byte x; active proctype P() { do :: atomic { x = 1; progress: x = 2; x = 0 } od }";
    assert_eq!(progress(progresses), Verdict::Violated);
}

/// The words in which the proposition holds at some time.
fn eventually() -> Automaton {
    let mut b = Builder::new(vec!["p".into()], 1);
    let p = b.guards().var(0);
    let not_p = b.guards().not(p);
    b.add_states(2);
    b.add_initial(0);
    b.add_edge(0, not_p, 0, 0);
    b.add_edge(0, p, 0, 1);
    let always = b.guards().or(p, not_p);
    b.add_edge(1, always, 1, 1);
    b.finish()
}

/// `x == 1` for the first global variable.
fn x_is_one() -> Expr {
    let x = program::Place {
        region: Region::Global,
        offset: 0,
        scalar: Scalar::BYTE,
        indices: Vec::new(),
    };
    Expr::Binary(
        program::BinaryOp::Eq,
        Box::new(Expr::Load(x)),
        Box::new(Expr::Const(1)),
    )
}

#[test]
fn claims_do_not_look_inside_atomic_sequences() {
    let automaton = eventually();
    let claim = |method| {
        Property::Never(Claim {
            automaton: &automaton,
            propositions: &[],
            letters: Letters::identity(1),
            method,
        })
    };
    let hidden = "byte x; active proctype P() { do :: atomic { x = 1; x = 2; x = 0 } od }";
    let blocked = "byte x; active proctype P() { do :: atomic { x = 1; x == 2; x = 0 } od }";
    for method in [Method::Plain, Method::Closure] {
        let of = |text| verdict(&parse_text(text), vec![x_is_one()], claim(method));
        assert_eq!(of(hidden).verdict, Verdict::Holds);
        let found = of(blocked);
        assert_eq!(found.verdict, Verdict::Violated);
        let Some(Counterexample::Lasso(lasso)) = found.counterexample else {
            panic!("a claim is violated by a lasso");
        };
        assert!(lasso.cycle.iter().all(|leg| leg.moves.is_empty()));
    }
}
