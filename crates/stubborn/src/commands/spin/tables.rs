//! What each option of spin, of the C compiler as spin calls it, and of its verifiers means here.
//!
//! From `spin --help` and the usage text of a verifier, SPIN 6.5.2.

use super::options::{Formula, Job, Task};

/// One option.
pub struct Flag {
    pub name: &'static str,
    pub value: Value,
    pub effect: Effect,
}

/// What follows the name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    None,
    /// Anything, in the same word.
    Optional,
    /// A number, in the same word or the next.
    Number,
    /// Anything but nothing, in the same word or the next.
    Word,
}

/// What an option does.
pub enum Effect {
    Do(fn(&mut Job, &str)),
    /// It does not matter here, for this reason.
    Skip(&'static str),
    /// It does not matter anywhere but on the screen.
    Quiet,
    /// It would matter, and there is nothing like it; this is what to do.
    Refuse(&'static str),
}

const fn plain(name: &'static str, effect: Effect) -> Flag {
    Flag {
        name,
        value: Value::None,
        effect,
    }
}

const fn with(name: &'static str, value: Value, effect: Effect) -> Flag {
    Flag {
        name,
        value,
        effect,
    }
}

use Effect::{Do, Quiet, Refuse, Skip};
use Value::{Number, Optional, Word};

const EXACT: &str = "states are stored exactly, and --memory limits what they take";
const GROWS: &str = "the table of states grows as it has to";
const ORDER: &str = "the order of the search does not change the verdict";
const ALONE: &str = "the search uses one processor";
const MESSAGES: &str = "-p shows what a step sends and receives";
const PICTURE: &str = "check --trace run.html draws the messages of a run";

/// Options of spin itself.
pub const BEFORE_RUN: [Flag; 55] = [
    plain("--help", Do(|job, _| job.task = Task::Help)),
    plain("-?", Do(|job, _| job.task = Task::Help)),
    plain("-V", Do(|job, _| job.task = Task::Version)),
    plain("-a", Do(|job, _| job.task = Task::Generate)),
    with(
        "-D",
        Word,
        Do(|job, value| job.reading.push(format!("-D{value}"))),
    ),
    with(
        "-E-D",
        Word,
        Do(|job, value| job.reading.push(format!("-D{value}"))),
    ),
    with(
        "-E-I",
        Word,
        Do(|job, value| job.reading.push(format!("-I{value}"))),
    ),
    with(
        "-E",
        Word,
        Refuse("the preprocessor is our own; -D and -E-I are understood"),
    ),
    with(
        "-I",
        Optional,
        Do(|job, value| match value {
            "" => job.task = Task::Inlined,
            directory => job.reading.push(format!("-I{directory}")),
        }),
    ),
    with("-P", Optional, Refuse("the preprocessor is our own")),
    with("-U", Word, Refuse("put #undef into the model")),
    plain("-m", Do(|job, _| job.reading.push("--lossy".to_owned()))),
    with(
        "-N",
        Word,
        Do(|job, value| job.wanted.claim_file = Some(value.to_owned())),
    ),
    with(
        "-f",
        Word,
        Do(|job, value| {
            job.task = Task::Formula;
            job.formula = Some(Formula::Text(value.to_owned()));
        }),
    ),
    with(
        "-F",
        Word,
        Do(|job, value| {
            job.task = Task::Formula;
            job.formula = Some(Formula::File(value.to_owned()));
        }),
    ),
    // Simulation.
    plain(
        "-i",
        Do(|job, _| job.simulating.push("--interactive".to_owned())),
    ),
    plain("-p", Do(verbose)),
    plain("-g", Do(verbose)),
    plain("-l", Do(verbose)),
    plain("-s", Do(verbose)),
    plain("-r", Do(verbose)),
    plain("-v", Quiet),
    plain("-w", Quiet),
    plain(
        "-h",
        Skip("a seed that was chosen at random is always shown"),
    ),
    plain("-b", Skip("what the model prints is always shown")),
    plain("-B", Skip("the end of a run is always shown")),
    plain("-c", Skip(MESSAGES)),
    plain("-C", Refuse(MESSAGES)),
    with("-q", Number, Skip(MESSAGES)),
    plain(
        "-T",
        Do(|job, _| job.simulating.push("--no-indent".to_owned())),
    ),
    with(
        "-n",
        Number,
        Do(|job, value| job.simulating.extend(["--seed".into(), value.into()])),
    ),
    with(
        "-u",
        Number,
        Do(|job, value| job.simulating.extend(["--steps".into(), value.into()])),
    ),
    plain("-M", Refuse(PICTURE)),
    plain("-X", Refuse(PICTURE)),
    plain("-Y", Refuse(PICTURE)),
    plain("-Z", Refuse(PICTURE)),
    // Trails.
    with(
        "-t",
        Optional,
        Do(|job, value| {
            job.task = Task::Replay;
            job.trail.number = Some(value.to_owned()).filter(|number| !number.is_empty());
        }),
    ),
    plain("-replay", Do(|job, _| job.task = Task::Replay)),
    with(
        "-k",
        Word,
        Do(|job, value| {
            job.task = Task::Replay;
            job.trail.file = Some(value.to_owned());
        }),
    ),
    with("-j", Number, Refuse("replay --step walks through a trail")),
    // What the verifier is made of.
    plain(
        "-A",
        Skip("variables that no property depends on are found by the reduction"),
    ),
    plain(
        "-o1",
        Skip("the state has what the model declares; see --reduction"),
    ),
    plain(
        "-o2",
        Skip("the state has what the model declares; see --reduction"),
    ),
    plain("-o3", Skip("statements are not merged; see --reduction")),
    plain(
        "-o4",
        Skip("there is nothing to optimise in a rendezvous here"),
    ),
    plain("-o5", Skip("no verifier is generated")),
    plain(
        "-o6",
        Refuse("priorities have the meaning of SPIN 6.2 and later"),
    ),
    plain(
        "-o7",
        Refuse("semicolons have the meaning of SPIN 6.3 and later"),
    ),
    plain(
        "-O",
        Refuse("scopes have the meaning of SPIN 5.3 and later"),
    ),
    plain("-J", Refuse("exchange the escape sequences in the model")),
    with("-S", Optional, Refuse("no verifier is generated")),
    plain(
        "-d",
        Refuse("parse --emit program lists variables and statements"),
    ),
    plain("-pp", Refuse("models are not reformatted")),
    plain(
        "-e",
        Refuse("stubborn automaton --intersect makes the product of claims"),
    ),
    plain(
        "-L",
        Refuse("stubborn automaton --intersect makes the product of claims"),
    ),
];

/// Options that may follow `-run`: of spin, of the C compiler, of the verifier.
pub const AFTER_RUN: [Flag; 75] = [
    // What is looked for.
    plain("-a", Do(|job, _| job.wanted.accept = true)),
    plain("-l", Do(|job, _| job.wanted.progress = true)),
    plain("-DNP", Do(|job, _| job.wanted.progress = true)),
    plain(
        "-f",
        Do(|job, _| job.searching.extend(["--fair".into(), "weak".into()])),
    ),
    plain("-safety", Do(|job, _| job.wanted.safety_only = true)),
    plain("-DSAFETY", Do(|job, _| job.wanted.safety_only = true)),
    plain("-noclaim", Do(|job, _| job.wanted.no_claim = true)),
    plain("-DNOCLAIM", Do(|job, _| job.wanted.no_claim = true)),
    with(
        "-ltl",
        Word,
        Do(|job, value| job.wanted.claim = Some(value.to_owned())),
    ),
    with(
        "-N",
        Word,
        Do(|job, value| job.wanted.claim = Some(value.to_owned())),
    ),
    plain("-A", Do(|job, _| job.wanted.ignore_assertions = true)),
    plain("-E", Do(|job, _| job.wanted.ignore_ends = true)),
    plain(
        "-q",
        Refuse("no check asks for empty channels at the end; assert it in the model"),
    ),
    plain("-J", Refuse("exchange the escape sequences in the model")),
    // How it is looked for.
    plain("-noreduce", Do(unreduced)),
    plain("-DNOREDUCE", Do(unreduced)),
    plain("-bfs", Do(shortest)),
    plain("-DBFS", Do(shortest)),
    plain("-i", Do(shortest)),
    plain("-I", Do(shortest)),
    plain(
        "-DREACH",
        Skip("a state is not missed because it was first met at a greater depth"),
    ),
    with(
        "-m",
        Number,
        Do(|job, value| job.searching.extend(["--depth".into(), value.into()])),
    ),
    with(
        "-Q",
        Number,
        Do(|job, value| job.searching.extend(["--time".into(), format!("{value}m")])),
    ),
    with(
        "-DMEMLIM=",
        Number,
        Do(|job, value| {
            job.searching
                .extend(["--memory".into(), format!("{value}M")]);
        }),
    ),
    plain(
        "-b",
        Skip("a run that exceeds the depth never looks like success"),
    ),
    with(
        "-c",
        Number,
        Skip("the first violation of each property is shown"),
    ),
    plain("-e", Skip("the first violation of each property is shown")),
    // How states are stored.
    with("-w", Number, Skip(GROWS)),
    with("-DVECTORSZ=", Number, Skip("a state has no largest size")),
    plain("-collapse", Skip(EXACT)),
    plain("-DCOLLAPSE", Skip(EXACT)),
    with("-DMA=", Number, Skip(EXACT)),
    plain("-DSC", Skip(EXACT)),
    plain("-hc", Skip(EXACT)),
    with("-DHC", Optional, Skip(EXACT)),
    plain("-bitstate", Skip(EXACT)),
    plain("-bit", Skip(EXACT)),
    plain("-DBITSTATE", Skip(EXACT)),
    with("-k", Number, Skip(EXACT)),
    with("-biterate", Optional, Skip(EXACT)),
    with("-swarm", Optional, Skip(EXACT)),
    with("-M", Number, Skip(EXACT)),
    with("-G", Number, Skip(EXACT)),
    // In which order, and by whom.
    with("-h", Number, Skip(ORDER)),
    plain("-hash", Skip(ORDER)),
    plain("-rhash", Skip(ORDER)),
    with("-RS", Number, Skip(ORDER)),
    plain("-p_permute", Skip(ORDER)),
    plain("-p_reverse", Skip(ORDER)),
    with("-p_rotate", Optional, Skip(ORDER)),
    plain("-t_reverse", Skip(ORDER)),
    plain("-DT_REVERSE", Skip(ORDER)),
    plain("-DP_REVERSE", Skip(ORDER)),
    plain("-bfspar", Do(shortest)),
    plain("-dfspar", Skip(ALONE)),
    with("-DNCORE=", Number, Skip(ALONE)),
    plain(
        "-bcs",
        Refuse("runs are not bounded by switches of context; --depth bounds their length"),
    ),
    with(
        "-L",
        Number,
        Refuse("runs are not bounded by switches of context; --depth bounds their length"),
    ),
    // Fairness, and what the verifier is compiled with.
    plain("-DNOFAIR", Quiet),
    with(
        "-DNFAIR=",
        Number,
        Skip("fairness knows any number of processes"),
    ),
    plain(
        "-DXUSAFE",
        Skip("nothing is claimed about channels that has to be tested"),
    ),
    plain("-DNOBOUNDCHECK", Skip("bounds of arrays are always tested")),
    plain("-DNOFIX", Skip("there is no such defect here")),
    plain(
        "-DNOSTUTTER",
        Refuse("a run that ends is continued by repeating its last state"),
    ),
    with("-O", Optional, Quiet),
    plain("-W", Quiet),
    with(
        "-link",
        Word,
        Refuse("models with embedded C code cannot be checked"),
    ),
    // Trails and what is printed.
    plain("-n", Quiet),
    plain("-v", Quiet),
    plain("-x", Skip("a trail is written over")),
    plain("-T", Skip("a trail can be written over")),
    plain("-S", Quiet),
    with("-r", Optional, Refuse("spin -t follows a trail")),
    plain(
        "-d",
        Refuse("parse --emit graph shows the graphs of the processes"),
    ),
    plain(
        "-D",
        Refuse("parse --emit graph shows the graphs of the processes"),
    ),
];

fn verbose(job: &mut Job, _: &str) {
    once(&mut job.simulating, "--verbose");
}

fn unreduced(job: &mut Job, _: &str) {
    if !job.searching.iter().any(|flag| flag == "--reduction") {
        job.searching.extend(["--reduction".into(), "off".into()]);
    }
}

fn shortest(job: &mut Job, _: &str) {
    once(&mut job.searching, "--shortest");
}

fn once(flags: &mut Vec<String>, flag: &str) {
    if !flags.iter().any(|other| other == flag) {
        flags.push(flag.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that stands twice would hide what it means.
    #[test]
    fn every_option_stands_once() {
        for table in [&BEFORE_RUN[..], &AFTER_RUN[..]] {
            let mut names: Vec<&str> = table.iter().map(|flag| flag.name).collect();
            names.sort_unstable();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all);
        }
    }
}
