//! Says why a property holds that was not put to the test.

use crate::commands::model::Model;
use omega::Letter;
use omega::vacuity::Constants;
use program::dump;
use search::claim::Claim;

/// In one sentence, which conditions of a claim never change where it looks, so that nothing else
/// in it matters.
pub fn describe(model: &Model, claim: &Claim, constants: Constants) -> String {
    let named = |letter: Letter, value: &str| -> Vec<String> {
        let conditions = claim.propositions.iter().enumerate();
        conditions
            .filter(|(bit, _)| letter >> bit & 1 == 1)
            .map(|(_, expr)| format!("{} is {value}", dump::expression(&model.program, expr)))
            .collect()
    };
    let mut reasons = named(constants.never, "never true");
    reasons.extend(named(constants.always, "always true"));
    if reasons.is_empty() {
        return "vacuously: no run of any model can violate it".to_owned();
    }
    format!(
        "vacuously: where it looks, {}, and nothing else in it matters",
        reasons.join(" and ")
    )
}
