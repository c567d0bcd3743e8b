//! Command lines of ours for those of spin.

use super::options::{Formula, Job, Task, Wanted};
use std::path::Path;

/// What a model states, as far as it matters for what spin would check.
pub struct Stated {
    /// Names of the ltl blocks and never claims, in the order of the text.
    pub claims: Vec<String>,
    pub accept: bool,
    pub progress: bool,
}

/// The command for everything but verification.
pub fn command(job: &Job) -> Result<Vec<String>, String> {
    let mut line = Vec::new();
    let mut add = |words: &[&str]| line.extend(words.iter().map(|word| (*word).to_owned()));
    match (job.task, &job.formula) {
        (Task::Formula, Some(Formula::Text(text))) => {
            add(&["ltl", "--spin", "--to", "never", "--", text]);
            return Ok(line);
        }
        (Task::Formula, Some(Formula::File(file))) => {
            add(&["ltl", "--spin", "--to", "never", "--file", file]);
            return Ok(line);
        }
        (Task::Replay, _) => add(&["replay"]),
        (Task::Inlined, _) => add(&["parse", "--emit", "ast"]),
        _ => add(&["simulate"]),
    }
    line.extend(job.reading.iter().cloned());
    if job.task == Task::Simulate {
        line.extend(job.simulating.iter().cloned());
    }
    let model = job.model()?;
    line.push(model.to_owned());
    if job.task == Task::Replay {
        line.push(trail(job, model));
    }
    Ok(line)
}

/// The trail that is followed. Verifiers write it where they run, whatever the directory of the model.
fn trail(job: &Job, model: &str) -> String {
    if let Some(file) = &job.trail.file {
        return file.clone();
    }
    let number = job.trail.number.as_deref().unwrap_or_default();
    let beside = format!("{model}{number}.trail");
    let here = format!("{}{number}.trail", file_name(model));
    if !Path::new(&here).exists() && Path::new(&beside).exists() {
        beside
    } else {
        here
    }
}

/// The name of a file without its directory.
pub fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name();
    name.map_or(path.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The flags of `check` that name the properties spin would look at, and what the user should know.
pub fn properties(wanted: &Wanted, stated: &Stated) -> Result<(Vec<String>, Vec<String>), String> {
    let mut notes = Vec::new();
    let mut flags = Vec::new();
    let mut property = |name: &str| flags.extend(["--property".to_owned(), name.to_owned()]);
    let claim = match (&wanted.claim, stated.claims.as_slice()) {
        _ if wanted.no_claim || wanted.progress || wanted.claim_file.is_some() => None,
        (Some(name), _) => Some(name),
        (None, []) => None,
        (None, [first]) => Some(first),
        (None, [first, others @ ..]) => {
            notes.push(format!(
                "as in spin, only the first claim, {first}, is checked and not {}; `stubborn check` \
                 checks all",
                others.join(", ")
            ));
            Some(first)
        }
    };
    let assertions = !wanted.ignore_assertions;
    // A verifier with a claim does not look at end states.
    let ends = !wanted.ignore_ends
        && claim.is_none()
        && !wanted.progress
        && (wanted.claim_file.is_none() || wanted.no_claim);
    if assertions {
        property("assertions");
    }
    if ends {
        property("deadlock");
    }
    if let Some(name) = claim {
        property(name);
    }
    if wanted.progress && !stated.progress {
        return Err(
            "the model has no progress label, so every infinite run is a non-progress cycle".into(),
        );
    }
    if wanted.progress {
        property("progress");
    }
    if wanted.accept && claim.is_none() && wanted.claim_file.is_none() {
        if stated.accept {
            property("accept");
        } else {
            notes.push("`-a` has nothing to look for: no claim, no accept label".to_owned());
        }
    }
    if let Some(file) = wanted.claim_file.as_ref().filter(|_| !wanted.no_claim) {
        flags.extend(["--claim".to_owned(), file.clone()]);
    }
    if wanted.safety_only && (claim.is_some() || wanted.progress) {
        notes.push("the whole claim is checked, infinite runs too".to_owned());
    }
    if flags.is_empty() {
        return Err("-A and -E leave nothing to check".to_owned());
    }
    Ok((flags, notes))
}

/// A command line as it can be typed.
pub fn shown(line: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    let word = |word: &String| {
        if !word.is_empty() && word.chars().all(plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let words: Vec<String> = line.iter().map(word).collect();
    format!("stubborn {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::options::read;
    use super::*;

    fn stated(claims: &[&str]) -> Stated {
        Stated {
            claims: claims.iter().map(|name| (*name).to_owned()).collect(),
            accept: true,
            progress: false,
        }
    }

    fn flags(line: &str, stated: &Stated) -> Result<String, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let job = read(&words)?;
        properties(&job.wanted, stated).map(|(flags, _)| flags.join(" "))
    }

    /// As the header of a verifier's report says: "invalid end states - (disabled by never claim)".
    #[test]
    fn what_a_verifier_looks_at() {
        let assertions = "--property assertions";
        for (line, claims, expected) in [
            (
                "-run m.pml",
                &[][..],
                "--property assertions --property deadlock".to_owned(),
            ),
            ("-run -E m.pml", &[], assertions.to_owned()),
            ("-run -A m.pml", &[], "--property deadlock".to_owned()),
            (
                "-run m.pml",
                &["p", "q"],
                format!("{assertions} --property p"),
            ),
            (
                "-run -ltl q m.pml",
                &["p", "q"],
                format!("{assertions} --property q"),
            ),
            (
                "-run -noclaim m.pml",
                &["p"],
                format!("{assertions} --property deadlock"),
            ),
            (
                "-run -noclaim -a m.pml",
                &["p"],
                format!("{assertions} --property deadlock --property accept"),
            ),
            (
                "-N n.never -run -a m.pml",
                &[],
                format!("{assertions} --claim n.never"),
            ),
        ] {
            assert_eq!(flags(line, &stated(claims)), Ok(expected), "{line}");
        }
        assert!(flags("-run -A -E m.pml", &stated(&[])).is_err());
        assert!(flags("-run -l m.pml", &stated(&[])).is_err());
    }

    #[test]
    fn other_commands() {
        let line = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            command(&read(&words).expect("it is right")).map(|line| shown(&line))
        };
        let formula = "stubborn ltl --spin --to never -- '[] p'";
        assert_eq!(line(&["-f", "[] p"]).as_deref(), Ok(formula));
        let simulation = "stubborn simulate -DN=1 --verbose d/m.pml";
        assert_eq!(
            line(&["-DN=1", "-p", "-g", "d/m.pml"]).as_deref(),
            Ok(simulation)
        );
        let replay = "stubborn replay d/m.pml m.pml2.trail";
        assert_eq!(line(&["-t2", "d/m.pml"]).as_deref(), Ok(replay));
        assert!(line(&["-p"]).is_err());
    }
}
