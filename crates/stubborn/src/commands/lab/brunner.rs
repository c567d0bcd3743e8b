//! `stubborn lab brunner`.

use super::counterexample::{Document, Shown};
use super::{Common, draw, say, say_json};
use crate::exit::Exit;
use lab::brunner::{Findings, figure};
use lab::implication::implication;
use omega::word_text::print_word;
use serde::Serialize;
use std::path::PathBuf;

/// Fig. 8.3 of Brunner's thesis: identity 8.5 fails, and so does implication 8.13 (with B1)
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    /// Draw the counterexample to 8.13
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    nodes: Vec<String>,
    word: String,
    accepted_by_completed_product: bool,
    accepted_by_formula: bool,
    accepted_by_reduced_product: bool,
    identity_8_5: &'static str,
    other_word: String,
    other_accepted_by_reduced_product: bool,
    implication_8_13: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    word_of_completed_product: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

pub fn run(args: &Args) -> Result<Exit, String> {
    let findings = figure().ok_or("the figure could not be rebuilt")?;
    let props = ["p1".to_owned(), "p2".to_owned()];
    let found = implication(args.common.threads()).map_err(|error| error.to_string())?;
    let agrees = findings.agree() && found.is_some();
    let word_of_completed = found
        .as_ref()
        .map(|found| print_word(&found.word, &["p".to_owned()]));
    let shown = found
        .map(|found| Shown::new(found.counterexample))
        .transpose()?;
    if let Some(shown) = &shown {
        draw(&args.dot, &shown.counterexample.dot())?;
    }
    if args.common.json {
        say_json(&Report {
            nodes: findings.nodes.clone(),
            word: print_word(&findings.word, &props),
            accepted_by_completed_product: findings.by_completed,
            accepted_by_formula: findings.by_formula,
            accepted_by_reduced_product: findings.by_reduced,
            identity_8_5: if findings.refutes_identity() {
                "fails"
            } else {
                "holds"
            },
            other_word: print_word(&findings.other_word, &props),
            other_accepted_by_reduced_product: findings.other_by_reduced,
            implication_8_13: if shown.is_some() { "fails" } else { "unknown" },
            word_of_completed_product: word_of_completed,
            counterexample: shown.as_ref().map(Shown::document),
        })?;
    } else {
        say(&text(&findings, &props));
        if let (Some(shown), Some(word)) = (&shown, &word_of_completed) {
            say(&format!(
                "Implication 8.13 fails elsewhere. With B1 the sequential product, reduced, is empty, and \
                 completed it has the word {word} of B1:\n{}",
                shown.text()
            ));
        }
    }
    Ok(if agrees { Exit::Holds } else { Exit::Violated })
}

fn text(findings: &Findings, props: &[String]) -> String {
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    format!(
        "Fig. 8.3: the reduced product has {} nodes, the same in {} orders: {}\n  {}\n\
         w  = {}  (8.11)\n  accepted by the completed product: {}, by the formula: {}, by the reduced product: {}\n  \
         so identity 8.5 {}\n\
         w' = {}  (8.14)\n  accepted by the reduced product: {}, so implication 8.13 holds here\n",
        findings.nodes.len(),
        findings.orders,
        yes(findings.same_in_all_orders),
        findings.nodes.join(" "),
        print_word(&findings.word, props),
        yes(findings.by_completed),
        yes(findings.by_formula),
        yes(findings.by_reduced),
        if findings.refutes_identity() {
            "fails"
        } else {
            "holds"
        },
        print_word(&findings.other_word, props),
        yes(findings.other_by_reduced),
    )
}
