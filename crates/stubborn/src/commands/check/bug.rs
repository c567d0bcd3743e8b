//! A counterexample that the interpreter does not confirm: what the user is asked to send.

use super::finding::{Answer, Broken, Finding};
use super::property::Wanted;
use crate::output::eprintln;

/// What is said instead of a verdict.
pub fn detail(broken: &Broken) -> String {
    format!(
        "internal error: the run of {} moves that was found is not confirmed by the interpreter ({}); \
         please report this, with the model",
        broken.moves, broken.reason
    )
}

/// Asks the user to report what must not happen.
pub fn report(found: &[(Wanted, Finding)]) {
    for (property, finding) in found {
        if let Answer::Broken(broken) = &finding.answer {
            let words = std::env::args_os();
            let command: Vec<String> = words
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            eprintln!("{}", request(&property.name, broken, &command));
        }
    }
}

fn request(property: &str, broken: &Broken, command: &[String]) -> String {
    let command: Vec<String> = command.iter().map(|word| quoted(word)).collect();
    format!(
        "\x1b[1;31minternal error\x1b[0m: a run was found that the interpreter does not confirm\n\
         This is a mistake in stubborn; nothing is said of the property. Please report it, with the\n\
         model and what follows:\n  \
         version   {}\n  \
         command   {}\n  \
         property  {property}\n  \
         reason    {}\n  \
         moves     {}",
        env!("CARGO_PKG_VERSION"),
        command.join(" "),
        broken.reason,
        broken.moves
    )
}

/// A word of a command line, so that a shell reads it as one.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::Unconfirmed;

    #[test]
    fn the_user_is_told_what_to_send() {
        let broken = Broken {
            reason: Unconfirmed::ImpossibleMove(3),
            moves: 17,
        };
        let command = ["stubborn", "check", "--ltl", "[] it's", "m.pml"].map(str::to_owned);
        let text = request("ltl {[] it's}", &broken, &command);
        for part in [
            env!("CARGO_PKG_VERSION"),
            r"command   stubborn check --ltl '[] it'\''s' m.pml",
            "property  ltl {[] it's}",
            "reason    move 3 of the run is not possible",
            "moves     17",
        ] {
            assert!(text.contains(part), "{text}\nhas no {part}");
        }
        assert!(detail(&broken).contains("17 moves"));
    }
}
