//! Reads a command line of spin: options of spin itself, and after `-run` those of its verifiers.

use super::tables::{AFTER_RUN, BEFORE_RUN, Effect, Flag, Value};

/// What a command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Job {
    pub task: Task,
    pub model: Option<String>,
    /// Flags of ours that say how the model is read.
    pub reading: Vec<String>,
    /// Flags of ours for the search.
    pub searching: Vec<String>,
    /// Flags of ours for a simulation.
    pub simulating: Vec<String>,
    pub wanted: Wanted,
    /// The formula to translate, or the file that has it.
    pub formula: Option<Formula>,
    pub trail: Trail,
    /// What the user should know.
    pub notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    #[default]
    Simulate,
    Verify,
    Generate,
    Replay,
    Formula,
    /// Show the model as it was read.
    Inlined,
    Version,
    Help,
}

/// What a verifier looks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Acceptance cycles.
    pub accept: bool,
    /// Non-progress cycles.
    pub progress: bool,
    pub safety_only: bool,
    pub no_claim: bool,
    /// The claim, by its name.
    pub claim: Option<String>,
    /// A file that has the claim.
    pub claim_file: Option<String>,
    pub ignore_assertions: bool,
    pub ignore_ends: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Formula {
    Text(String),
    File(String),
}

/// Which trail is followed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Trail {
    pub number: Option<String>,
    pub file: Option<String>,
}

impl Job {
    /// The model.
    pub fn model(&self) -> Result<&str, String> {
        let missing = || "which model? spin -run model.pml".to_owned();
        self.model.as_deref().ok_or_else(missing)
    }
}

/// Reads a command line, without the name of the program.
pub fn read(line: &[String]) -> Result<Job, String> {
    let mut job = Job::default();
    let mut running = false;
    let mut words = line.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        if matches!(word, "-run" | "-search") {
            running = true;
            job.task = Task::Verify;
            continue;
        }
        if !word.starts_with('-') || word == "-" {
            if let Some(first) = job.model.replace(word.to_owned()) {
                return Err(format!(
                    "two models, `{first}` and `{word}`: one is checked at a time"
                ));
            }
            continue;
        }
        let table: &[Flag] = if running { &AFTER_RUN } else { &BEFORE_RUN };
        let (flag, glued) = find(table, word).ok_or_else(|| unknown(word, running))?;
        let mut next = |fits: fn(&str) -> bool| words.next_if(|word| fits(word));
        let value = match flag.value {
            Value::None => "",
            Value::Optional => glued,
            Value::Number if glued.is_empty() => next(is_number).unwrap_or_default(),
            Value::Number => glued,
            Value::Word if glued.is_empty() => next(|_| true).unwrap_or_default(),
            Value::Word => glued,
        };
        if flag.value == Value::Number && !is_number(value) {
            return Err(format!("`{word}` needs a number: {}5", flag.name));
        }
        if flag.value == Value::Word && value.is_empty() {
            return Err(format!("`{word}` needs a value"));
        }
        match flag.effect {
            Effect::Do(effect) => effect(&mut job, value),
            Effect::Skip(why) => job.notes.push(format!("`{word}` is passed over: {why}")),
            Effect::Quiet => {}
            Effect::Refuse(instead) => return Err(format!("`{word}` cannot be had: {instead}")),
        }
    }
    Ok(job)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The option that a word is, and what follows its name: the one with the longest name.
fn find<'t, 'w>(table: &'t [Flag], word: &'w str) -> Option<(&'t Flag, &'w str)> {
    let fitting = table.iter().filter_map(|flag| {
        let rest = word.strip_prefix(flag.name)?;
        let fits = match flag.value {
            Value::None => rest.is_empty(),
            Value::Number => rest.is_empty() || is_number(rest),
            Value::Optional | Value::Word => true,
        };
        fits.then_some((flag, rest))
    });
    fitting.max_by_key(|(flag, _)| flag.name.len())
}

fn unknown(word: &str, running: bool) -> String {
    if running && word.starts_with("-D") {
        return format!(
            "`{word}` after -run is for the C compiler of SPIN's verifiers, and there is none here; to \
             define a macro of the model, put it before -run"
        );
    }
    let other: &[Flag] = if running { &BEFORE_RUN } else { &AFTER_RUN };
    if find(other, word).is_some_and(|(flag, _)| !matches!(flag.effect, Effect::Refuse(_))) {
        let place = if running { "before" } else { "after" };
        return format!("`{word}` goes {place} -run");
    }
    let table: &[Flag] = if running { &AFTER_RUN } else { &BEFORE_RUN };
    let names = table.iter().map(|flag| flag.name);
    match promela::suggest::nearest(word, names) {
        Some(near) => format!("there is no option `{word}`; did you mean `{near}`?"),
        None => format!("there is no option `{word}`; docs/from-spin.md lists those of spin"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(line: &str) -> Result<Job, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        read(&words)
    }

    #[test]
    fn values_are_glued_or_follow() {
        for line in ["-run -m500 -w24 a.pml", "-search -m 500 -w 24 a.pml"] {
            let job = job(line).expect("it is right");
            assert_eq!(job.task, Task::Verify);
            assert_eq!(job.model.as_deref(), Some("a.pml"));
            assert_eq!(job.searching, ["--depth", "500"], "{line}");
        }
        let simulation = job("-p -n3 -u 9 a.pml").expect("it is right");
        let expected = ["--verbose", "--seed", "3", "--steps", "9"];
        assert_eq!(simulation.simulating, expected);
        let defined = job("-DN=3 -run a.pml").expect("it is right");
        assert_eq!(defined.reading, ["-DN=3"]);
    }

    /// The same letter means something else after -run.
    #[test]
    fn options_depend_on_where_they_stand() {
        assert_eq!(job("-a a.pml").map(|job| job.task), Ok(Task::Generate));
        assert_eq!(job("-run -a a.pml").map(|job| job.wanted.accept), Ok(true));
        assert_eq!(
            job("-m a.pml").map(|job| job.reading),
            Ok(vec!["--lossy".into()])
        );
        assert_eq!(
            job("-run -l a.pml").map(|job| job.wanted.progress),
            Ok(true)
        );
        assert_eq!(job("-l a.pml").map(|job| job.wanted.progress), Ok(false));
        assert_eq!(
            job("-t3 a.pml").map(|job| job.trail.number),
            Ok(Some("3".into()))
        );
    }

    #[test]
    fn nothing_is_passed_over_in_silence() {
        for line in [
            "-run -q a.pml",
            "-run -J a.pml",
            "-run -DN=3 a.pml",
            "-run -zzz a.pml",
            "-noreduce a.pml",
            "-e a.pml",
            "-run a.pml b.pml",
            "-run -mfew a.pml",
            "-n a.pml",
        ] {
            assert!(job(line).is_err(), "{line}");
        }
        for line in [
            "-run -w24 a.pml",
            "-run -DBITSTATE a.pml",
            "-run -DVECTORSZ=4096 a.pml",
        ] {
            assert_eq!(job(line).map(|job| job.notes.len()), Ok(1), "{line}");
        }
        assert!(job("-run -saftey a.pml").unwrap_err().contains("-safety"));
        assert!(job("-noreduce a.pml").unwrap_err().contains("after -run"));
    }
}
