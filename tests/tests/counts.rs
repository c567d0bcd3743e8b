//! Every model on which SPIN finishes: we store as many states, and find the same errors.

use std::collections::BTreeMap;
use suite::compare::{Comparison, compare};
use suite::spin::{Limits, Spin};
use suite::{engine, models, pool, table};

/// At least so many of a hundred models agree, whatever is listed as a difference.
const AGREEMENT: usize = 95;

/// Fewer models than this were compared only if something is wrong with the suite itself.
const FEWEST: usize = 60;

#[test]
fn models_have_as_many_states_as_spin_stores() {
    let listed =
        table::read("count_differences.csv").expect("the table of known differences can be read");
    let mut listed: BTreeMap<String, String> = listed
        .into_iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    let spin = Spin::new(Limits::MODELS);
    let models = models::all();
    let results = pool::map(&models, |model| {
        let outcome = spin.explore(&model.path).expect("SPIN can be run");
        // Ours is run only where there is something to compare it with.
        if outcome.is_in_scope() {
            let ours = engine::explore_file(&model.path, 2 * Limits::MODELS.states);
            Some(compare(&outcome, &ours))
        } else {
            None
        }
    });
    let (mut compared, mut same) = (0, 0);
    let mut wrong = Vec::new();
    for (model, result) in models.iter().zip(results) {
        let Some(result) = result else { continue };
        compared += 1;
        let reason = listed.remove(&model.name);
        match (result, reason) {
            (Comparison::Different(difference), None) => {
                wrong.push(format!("{}: {difference}", model.name));
            }
            (Comparison::Different(_), Some(_)) => {}
            (_, Some(_)) => wrong.push(format!("{}: listed, but agrees", model.name)),
            (_, None) => same += 1,
        }
    }
    for name in listed.keys() {
        wrong.push(format!("{name}: listed, but not compared"));
    }
    println!("{same} of {compared} models agree with SPIN");
    assert!(
        wrong.is_empty(),
        "{same} of {compared} agree; not these:\n{}",
        wrong.join("\n")
    );
    assert!(compared >= FEWEST, "only {compared} models were compared");
    assert!(
        same * 100 >= compared * AGREEMENT,
        "only {same} of {compared} agree"
    );
}
