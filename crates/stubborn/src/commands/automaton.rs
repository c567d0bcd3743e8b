//! `stubborn automaton`: what can be asked of an automaton, and what can be made of it.

use super::automaton_format::Format;
use super::{caret, invariance, text};
use crate::exit::Exit;
use crate::output::{eprintln, print};
use omega::Automaton;
use omega::boolean::{Pair, intersection};
use omega::buchi::state_based;
use omega::builtin::{BUILTINS, builtin};
use omega::complement::complement;
use omega::emptiness::accepted_word;
use omega::format::from_text;
use omega::inclusion::{Difference, counterexample, difference};
use omega::limit::{DEFAULT_STATES, TooLarge};
use omega::membership::accepts;
use omega::stutter::closure::closure;
use omega::stutter::invariance::{Invariance, of_automaton};
use omega::stutter::normal_form::normal_form;
use omega::word_text::{parse_word, print_word};

/// Print, change or question an automaton
///
/// The automaton is changed first, if that is asked for, and then questioned or printed.
///
/// Exit code: 0 for yes and for a printed automaton, 1 for no, 2 for bad input, 3 if the answer
/// would need more than --limit states.
#[derive(clap::Args)]
#[command(after_long_help = after_help())]
#[command(group(clap::ArgGroup::new("change")))]
#[command(group(clap::ArgGroup::new("question").conflicts_with("to")))]
pub struct Args {
    /// A file with an automaton in HOA format or a never claim, `-` for standard input, or
    /// builtin:NAME
    file: String,
    /// Make it accept all words that are stutter-equivalent to one that it accepts
    #[arg(long, group = "change")]
    closure: bool,
    /// Bring it into SI normal form (Siegel, CAV 2019); its language must be stutter-invariant
    #[arg(long, group = "change")]
    normal_form: bool,
    /// Make it accept exactly the words that it rejects
    #[arg(long, group = "change")]
    complement: bool,
    /// Make it accept only what FILE accepts too
    #[arg(long, value_name = "FILE", group = "change")]
    intersect: Option<String>,
    /// Is its language stutter-invariant? If not, two words show it
    #[arg(long, group = "question")]
    stutter: bool,
    /// Is the word u v^ω accepted? How words are written is explained below
    #[arg(long, value_name = "u;v", group = "question")]
    accepts: Option<String>,
    /// Does FILE accept the same words?
    #[arg(long, value_name = "FILE", group = "question")]
    equals: Option<String>,
    /// Is every word that FILE accepts accepted?
    #[arg(long, value_name = "FILE", group = "question")]
    includes: Option<String>,
    /// Is no word accepted?
    #[arg(long, group = "question")]
    empty: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Hoa)]
    to: Format,
    /// Give up when a construction or a search needs more states
    #[arg(long, value_name = "STATES", default_value_t = DEFAULT_STATES)]
    limit: usize,
}

fn after_help() -> String {
    let mut help = String::from(
        "Examples:
  stubborn automaton claim.hoa --to never
  stubborn automaton builtin:B3 --stutter
  stubborn automaton claim.never --complement --accepts '{p} ; {}'
  stubborn ltl '[] <> p' | stubborn automaton - --equals claim.hoa

Words:
  u;v stands for the letters of u, followed by those of v again and again. Letters are separated
  by white space. A letter is the set of propositions that hold, as in {p,q} or {}, or a
  conjunction of literals, as in p&!q; propositions that it does not mention are false. Names with
  special characters are quoted: {\"x == 1\"}. Example: --accepts '{p} {p,q} ; {}'

Built-in automata:
",
    );
    for (name, what) in BUILTINS {
        help.push_str(&format!("  builtin:{name:<8} {what}\n"));
    }
    help
}

/// Why the command ends without an answer: what to say, unless it was said, and the exit code.
struct Failure(Option<String>, Exit);

impl Failure {
    fn usage(message: impl std::fmt::Display) -> Self {
        Failure(Some(message.to_string()), Exit::Usage)
    }
}

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Self {
        Failure(Some(format!("{error}; see --limit")), Exit::Incomplete)
    }
}

pub fn run(args: &Args) -> Exit {
    try_run(args).unwrap_or_else(|Failure(message, exit)| {
        if let Some(message) = message {
            eprintln!("\x1b[1;31merror\x1b[0m: {message}");
        }
        exit
    })
}

fn try_run(args: &Args) -> Result<Exit, Failure> {
    let original = read(&args.file)?;
    let automaton = match change(args, &original)? {
        Changed::To(automaton) => *automaton,
        Changed::Refused(exit) => return Ok(exit),
    };
    if let Some(text) = &args.accepts {
        let bad = |error| Failure::usage(format!("--accepts: {error}"));
        let word = parse_word(text, automaton.props()).map_err(bad)?;
        return Ok(answer("accepted", accepts(&automaton, &word), None));
    }
    if args.stutter {
        let invariance = of_automaton(&automaton, args.limit)?;
        return Ok(show(&invariance, &automaton));
    }
    if args.empty {
        let word = accepted_word(&automaton);
        let word = word.map(|w| format!("accepted: {}", print_word(&w, automaton.props())));
        return Ok(answer("empty", word.is_none(), word));
    }
    if let Some(file) = &args.equals {
        let pair = Pair::new(&automaton, &read(file)?)?;
        let word = difference(&pair.left, &pair.right, args.limit)?.map(|difference| {
            let (who, word) = match &difference {
                Difference::OnlyLeft(word) => (&args.file, word),
                Difference::OnlyRight(word) => (file, word),
            };
            let word = print_word(word, pair.right.props());
            format!("only {who} accepts: {word}")
        });
        return Ok(answer("equal", word.is_none(), word));
    }
    if let Some(file) = &args.includes {
        let pair = Pair::new(&read(file)?, &automaton)?;
        let word = counterexample(&pair.left, &pair.right, args.limit)?.map(|w| {
            format!(
                "only {file} accepts: {}",
                print_word(&w, pair.right.props())
            )
        });
        return Ok(answer("included", word.is_none(), word));
    }
    // Other tools have one mark, on states, and no word for anything else.
    let printed = match args.to {
        Format::Never => args.to.print(&state_based(&automaton), None),
        _ => args.to.print(&automaton, None),
    };
    print!("{}", printed.map_err(Failure::usage)?);
    Ok(Exit::Holds)
}

/// One line for a yes or a no, and another one for the evidence.
fn answer(question: &str, yes: bool, evidence: Option<String>) -> Exit {
    let evidence = evidence
        .map(|line| format!("  {line}\n"))
        .unwrap_or_default();
    print!("{question}: {}\n{evidence}", if yes { "yes" } else { "no" });
    if yes { Exit::Holds } else { Exit::Violated }
}

fn show(invariance: &Invariance, automaton: &Automaton) -> Exit {
    print!("{}", invariance::describe(invariance, automaton.props()));
    if invariance.is_invariant() {
        Exit::Holds
    } else {
        Exit::Violated
    }
}

enum Changed {
    To(Box<Automaton>),
    /// The change makes no sense for this automaton, which was said.
    Refused(Exit),
}

fn change(args: &Args, automaton: &Automaton) -> Result<Changed, Failure> {
    let limit = args.limit;
    let changed = if args.closure {
        closure(automaton, limit)?
    } else if args.complement {
        complement(automaton, limit)?
    } else if let Some(file) = &args.intersect {
        intersection(automaton, &read(file)?, limit)?
    } else if args.normal_form {
        match of_automaton(automaton, limit) {
            Ok(Invariance::Invariant) => {}
            Ok(dependent) => {
                eprintln!("error: only a stutter-invariant language has a normal form");
                return Ok(Changed::Refused(show(&dependent, automaton)));
            }
            Err(error) => eprintln!(
                "warning: whether the language is stutter-invariant was not decided ({error}); \
                 if it is not, the normal form accepts other words"
            ),
        }
        normal_form(automaton, limit)?
    } else {
        automaton.clone()
    };
    Ok(Changed::To(Box::new(changed)))
}

/// The automaton that a name on the command line stands for.
fn read(name: &str) -> Result<Automaton, Failure> {
    if let Some(known) = name.strip_prefix("builtin:") {
        return builtin(known).ok_or_else(|| {
            let names = BUILTINS.map(|(name, _)| name).join(", ");
            Failure::usage(format!("no automaton is called {known}; there are {names}"))
        });
    }
    let text = text::read(name).map_err(Failure::usage)?;
    from_text(&text).map_err(|error| {
        let place = format!("{name}:{}:{}: {}", error.line, error.column, error.message);
        caret::report(&text, error.span, &place, error.hint.as_deref());
        Failure(None, Exit::Usage)
    })
}
