//! `stubborn lab hk`.

use super::{Common, say, say_json};
use crate::exit::Exit;
use lab::closure::{Verdict, erratum, examples};
use omega::word_text::print_word;
use serde::Serialize;

/// Holzmann and Kupferman's closure as printed and repaired, and their programs P1 to P3
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report {
    word: String,
    accepted_by_system: bool,
    accepted_as_printed: bool,
    accepted_as_corrected: bool,
    programs: Vec<Program>,
}

#[derive(Serialize)]
struct Program {
    name: &'static str,
    word: String,
    verdict: &'static str,
}

pub fn run(args: &Args) -> Result<Exit, String> {
    let erratum = erratum().ok_or("the closure could not be built")?;
    let examples = examples().ok_or("the example could not be built")?;
    let props = ["p".to_owned(), "q".to_owned()];
    let programs = examples.map(|example| Program {
        name: example.name,
        word: print_word(&example.word, &props),
        verdict: match example.verdict {
            Verdict::Correct => "correct",
            Verdict::ClaimNotClosed => "the claim is not closed under stuttering",
            Verdict::Incorrect => "incorrect",
        },
    });
    let report = Report {
        word: print_word(&erratum.word, &props[..1]),
        accepted_by_system: erratum.by_system,
        accepted_as_printed: erratum.as_printed,
        accepted_as_corrected: erratum.corrected,
        programs: programs.into(),
    };
    if args.common.json {
        say_json(&report)?;
    } else {
        say(&text(&report));
    }
    let expected = erratum.as_printed && !erratum.corrected && !erratum.equivalent;
    Ok(if expected {
        Exit::Holds
    } else {
        Exit::Violated
    })
}

fn text(report: &Report) -> String {
    let yes = |yes: bool| if yes { "accepts" } else { "rejects" };
    let mut out = format!(
        "A system whose only word is (!p p) for ever, and the word {}:\n  the system {} it, the closure as \
         printed {} it, the repaired one {} it\n\
         The claim a b c c c..., with a = {{}}, b = {{p}}, c = {{q}}:\n",
        report.word,
        yes(report.accepted_by_system),
        yes(report.accepted_as_printed),
        yes(report.accepted_as_corrected),
    );
    for program in &report.programs {
        out.push_str(&format!(
            "  {} = {}: {}\n",
            program.name, program.word, program.verdict
        ));
    }
    out
}
