//! Temporal properties of whole models: the verdicts that the corpus records from SPIN's unreduced
//! runs and those that the headers of the soundness models state, by every engine; every lasso is
//! replayed by the interpreter.

use evidence::{Badness, confirm_fair_lasso, confirm_lasso};
use jit::{Compiled, Target};
use program::system::Interpreted;
use program::{Program, PropertyKind, TransitionSystem};
use promela::lower;
use reduce::{Conditions, Stubborn};
use search::claim::Claim;
use search::driver::{self, Counterexample, Method, Order, Property, Reduced, Verdict};
use search::licence::StutterInvariant;
use search::limits::Limits;
use search::product::{Fairness, Letters};
use search::reduction::Proviso;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use suite::verdicts::confirm::proposal;
use suite::{models, table};

/// Larger models are for the benchmarks.
const MAX_STATES: u64 = 150_000;

fn load(path: &Path) -> Program {
    let parsed = promela::parse_file(path, &promela::Options::default());
    let (program, _) = lower::lower(&parsed.model, &lower::Options::default());
    program.unwrap_or_else(|| panic!("{} has errors", path.display()))
}

/// Whether the property is violated, as one engine and one method say.
fn violated<S: TransitionSystem>(
    program: &Program,
    claim: &Claim,
    method: Method<'_>,
    proviso: Option<Proviso>,
    fairness: Fairness,
    system: &mut S,
) -> Option<bool> {
    let property = Property::Never(driver::Claim {
        automaton: &claim.automaton,
        propositions: &claim.propositions,
        letters: Letters::identity(claim.propositions.len()),
        method,
    });
    let limits = Limits {
        states: Some(MAX_STATES),
        ..Limits::default()
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let checks = driver::check(
        system,
        &[property],
        Order::BreadthFirst,
        proviso.map(|proviso| Reduced { program, proviso }),
        fairness,
        &limits,
        &mut observe,
    );
    let check = checks.expect("there is memory").remove(0);
    match check.verdict {
        Verdict::Holds => Some(false),
        Verdict::Incomplete(_) => None,
        Verdict::Violated => {
            let Some(Counterexample::Lasso(lasso)) = check.counterexample else {
                panic!("a violation without a lasso");
            };
            let badness = Badness::Word(&claim.automaton, &claim.propositions);
            let confirm = match fairness {
                Fairness::None => confirm_lasso,
                Fairness::Weak => confirm_fair_lasso,
            };
            confirm(program, &proposal(&lasso), &badness).expect("the lasso can be replayed");
            Some(true)
        }
    }
}

/// The verdict on a named property, or on the first one; all engines and methods must agree.
fn verdict(path: &Path, name: Option<&str>, fairness: Fairness) -> Option<bool> {
    let program = load(path);
    let named = |property: &&program::Property| name.is_none_or(|name| property.name == name);
    let property = program
        .properties
        .iter()
        .find(named)
        .expect("the model has the property");
    let claim = match &property.kind {
        PropertyKind::Ltl(formula) => Claim::of_formula(formula),
        PropertyKind::Never(claim) => Claim::of_never(claim),
    };
    let claim = claim.expect("the property has an automaton");
    let mut methods = vec![Method::Plain, Method::Closure];
    if let Ok(Some(evidence)) = StutterInvariant::decide(&claim.automaton, 10_000) {
        methods.push(Method::Invariant(evidence));
    }
    let mut answers = Vec::new();
    let reads = reduce::Property::default();
    let questions = Stubborn::new(&program, &reads, Conditions::default()).questions();
    let letters = || claim.propositions.clone();
    let native = Compiled::with_questions(Target::Native, &program, letters(), &questions);
    let mut native = native.expect("native code");
    for method in methods {
        let mut interpreted = Interpreted::new(&program, letters());
        let answer = violated(&program, &claim, method, None, fairness, &mut interpreted);
        answers.push(answer);
        for proviso in [None, Some(Proviso::Static), Some(Proviso::Stack)] {
            let answer = violated(&program, &claim, method, proviso, fairness, &mut native);
            answers.push(answer);
        }
    }
    let decided: Vec<bool> = answers.iter().flatten().copied().collect();
    let agree = decided.windows(2).all(|pair| pair[0] == pair[1]);
    assert!(agree, "{}: {answers:?}", path.display());
    decided.first().copied()
}

#[test]
fn soundness_models_get_their_true_verdicts() {
    let violated = [
        "endless_atomic",
        "fair_end",
        "fair_starvation",
        "forgotten_in_a_loop",
        "n3",
        "next_under_reduction",
        "projection",
        "siegel_b2",
        "siegel_fig2",
        "two_toggles",
    ];
    for name in violated {
        let path = models::root().join("soundness").join(format!("{name}.pml"));
        assert_eq!(verdict(&path, None, Fairness::None), Some(true), "{name}");
    }
}

/// Whether the property is violated by a weakly fair run. Where J and K flip their bits, I may starve
/// all the same; where each of two processes only toggles, no fair run leaves one of them out.
const FAIR: [(&str, bool); 7] = [
    ("fair_end", true),
    ("fair_starvation", true),
    ("n3", true),
    ("next_under_reduction", true),
    ("siegel_b2", true),
    ("siegel_fig2", true),
    ("two_toggles", false),
];

#[test]
fn soundness_models_get_their_true_verdicts_under_fairness() {
    for (name, violated) in FAIR {
        let path = models::root().join("soundness").join(format!("{name}.pml"));
        let verdict = verdict(&path, None, Fairness::Weak);
        assert_eq!(verdict, Some(violated), "{name}");
    }
}

/// SPIN compares a temporal formula with a token number here: see the documentation of W0110.
const MISREAD_BY_SPIN: &str = "kolovanov_models_2-processes-peterson.pml";

#[test]
fn recorded_verdicts() {
    let table = models::root().join("corpus").join("verdicts.csv");
    let table = fs::read_to_string(table).expect("the table can be read");
    let mut compared = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.splitn(4, ',').collect();
        let [file, check, spin, _] = cells[..] else {
            panic!("{row}")
        };
        let (kind, name) = check
            .split_once(':')
            .map_or((check, None), |(k, n)| (k, Some(n)));
        if kind != "live" || file == MISREAD_BY_SPIN {
            continue;
        }
        let path = models::root().join("corpus").join(file);
        if let Some(violated) = verdict(&path, name, Fairness::None) {
            assert_eq!(violated, spin == "violated", "{file} {check}");
            compared += 1;
        }
    }
    assert!(compared >= 18, "only {compared} verdicts were compared");
}

/// What SPIN 6.5.2 answers unreduced with `-a -f -DNFAIR=4`. A listed difference that goes away fails.
#[test]
fn recorded_verdicts_under_fairness() {
    let rows = table::read("fairness.csv").expect("the table can be read");
    let known = models::all();
    let mut compared = 0;
    for row in rows {
        let [name, property, spin, difference] = &row[..] else {
            panic!("{row:?}")
        };
        // Debian's examples may not be here.
        let Some(model) = known.iter().find(|model| model.name == *name) else {
            continue;
        };
        if let Some(violated) = verdict(&model.path, Some(property), Fairness::Weak) {
            let same = violated == (spin == "violated");
            assert_eq!(same, difference.is_empty(), "{name} {property}");
            compared += 1;
        }
    }
    assert!(compared >= 14, "only {compared} verdicts were compared");
}
