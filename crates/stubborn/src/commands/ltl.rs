//! `stubborn ltl`: from a formula to an automaton.

use super::automaton_format::Format;
use super::{caret, invariance, text};
use crate::exit::Exit;
use crate::output::{eprintln, print};
use omega::limit::DEFAULT_STATES;
use omega::ltl::{Dialect, Formula, Formulas, Syntax};
use omega::stutter::invariance::of_formula;
use omega::{Translation, translate};

const EXAMPLES: &str = "\
Examples:
  stubborn ltl '[] (request -> <> reply)'
  stubborn ltl 'G(x == 3 -> F {len(q) > 0})' --to never
  stubborn ltl '!([] p)' --to dot | dot -Tsvg > never.svg
  echo 'GFa & GFb' | stubborn ltl - --tgba --to stats
  stubborn ltl 'G(p -> X p)' --stutter

Operators, tightest first; binary ones associate to the left, as SPIN's do:
  !  X next  <> F eventually  [] G always
  U until   W weakuntil   V R release   M (strong release)
  && &   ^ xor   || |   -> implies   <-> equivalent
A proposition is a name, an expression such as len(q) > 0, or anything in {braces} or \"quotes\".
The models of the formula are accepted; for a claim that finds violations, negate it.";

/// Translate an LTL formula into an automaton
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The formula, or `-` to read it from standard input
    #[arg(required_unless_present = "file")]
    formula: Option<String>,
    /// Read the formula from a file
    #[arg(long, short = 'F', value_name = "FILE", conflicts_with = "formula")]
    file: Option<String>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Hoa)]
    to: Format,
    /// Say whether the formula is stutter-invariant; if not, two words show it, and the exit code
    /// is 1
    #[arg(long, conflicts_with = "to")]
    stutter: bool,
    /// One acceptance mark, on states (the default)
    #[arg(long, conflicts_with = "tgba")]
    buchi: bool,
    /// Several acceptance marks, on edges: transition-based generalized Büchi
    #[arg(long)]
    tgba: bool,
    /// Only SPIN's operators: G, F, R, M are names, and & | ^ belong to expressions
    #[arg(long)]
    spin: bool,
}

pub fn run(args: &Args) -> Exit {
    let text = match read(args) {
        Ok(text) => text,
        Err(message) => {
            eprintln!("error: {message}");
            return Exit::Usage;
        }
    };
    let dialect = if args.spin {
        Dialect::Spin
    } else {
        Dialect::Any
    };
    let mut formulas = Formulas::new();
    let formula = match formulas.parse(&text, dialect) {
        Ok(formula) => formula,
        Err(error) => {
            caret::report(&text, error.span, &error.message, error.hint.as_deref());
            return Exit::Usage;
        }
    };
    if args.stutter {
        return stutter(&mut formulas, formula);
    }
    let kind = if args.tgba {
        Translation::Generalized
    } else {
        Translation::Buchi
    };
    let automaton = match translate(&mut formulas, formula, kind) {
        Ok(automaton) => automaton,
        Err(error) => {
            eprintln!("error: {error}");
            return Exit::Usage;
        }
    };
    let syntax = match args.to {
        Format::Never => Syntax::Spin,
        _ => Syntax::Field,
    };
    let name = formulas.print(formula, syntax);
    match args.to.print(&automaton, Some(&name)) {
        Ok(text) => {
            print!("{text}");
            Exit::Holds
        }
        Err(error) => {
            eprintln!("error: {error}");
            Exit::Usage
        }
    }
}

fn stutter(formulas: &mut Formulas, formula: Formula) -> Exit {
    let invariance = match of_formula(formulas, formula, DEFAULT_STATES) {
        Ok(invariance) => invariance,
        Err(error) => {
            eprintln!("error: {error}");
            return Exit::Incomplete;
        }
    };
    let props: Vec<String> = formulas.props().iter().map(|p| p.text.clone()).collect();
    let text = invariance::describe(&invariance, &props);
    print!("{text}");
    if invariance.is_invariant() {
        Exit::Holds
    } else {
        Exit::Violated
    }
}

fn read(args: &Args) -> Result<String, String> {
    match (&args.file, args.formula.as_deref()) {
        (Some(file), _) => text::read(file),
        (None, Some("-")) => text::read("-"),
        (None, formula) => Ok(formula.unwrap_or_default().to_string()),
    }
}
