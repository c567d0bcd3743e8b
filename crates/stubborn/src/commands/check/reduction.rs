//! `--reduction`: what may be left out of a search.
//!
//! Beside the reductions that are meant to be used there are the schemes of the literature, which
//! are there to be compared; the unsound ones say so in every report.

use super::property::Wanted;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use program::{Expr, Program, Questions};
use search::driver::Reduced;
use search::reduction::Proviso;
use search::schemes::{Preference, Scheme, Soundness};
use serde::{Serialize, Serializer};
use std::ffi::OsStr;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Leave out steps wherever a theorem allows it.
    Auto,
    /// As auto, with the condition that no cycle leaves out a step met by the search path.
    Stack,
    /// As auto, with the same condition met by the program's text alone.
    Static,
    /// Every step of every state; properties of infinite runs read every state of every run.
    Off,
    /// An experiment with claims.
    Scheme(Scheme),
}

/// One reduction of the list.
struct Entry {
    name: &'static str,
    what: &'static str,
    sound: &'static str,
    reference: &'static str,
}

/// Printed by the name that is none.
const LIST: &str = "list";

impl Reduction {
    fn all() -> impl Iterator<Item = Reduction> {
        let used = [
            Reduction::Auto,
            Reduction::Static,
            Reduction::Stack,
            Reduction::Off,
        ];
        used.into_iter().chain(Scheme::ALL.map(Reduction::Scheme))
    }

    fn entry(self) -> Entry {
        let (name, what, sound, reference) = match self {
            Reduction::Auto => (
                "auto",
                "Steps are left out wherever a theorem allows it: today, static",
                "always",
                "docs/reduction.md",
            ),
            Reduction::Static => (
                "static",
                "The claim moves when what it reads changes; a set has no step that cuts a loop \
                 of its process",
                "always",
                "Kurshan, Levin, Minea, Peled, Yenigün, FMSD 21 (2002)",
            ),
            Reduction::Stack => (
                "stack",
                "The claim moves when what it reads changes; no step of a set leads to the path \
                 of the search",
                "always",
                "docs/reduction.md",
            ),
            Reduction::Off => (
                "off",
                "Every step of every state; the claim reads every state",
                "always",
                "docs/reduction.md",
            ),
            Reduction::Scheme(scheme) => (
                scheme.name(),
                scheme.what(),
                scheme.evidence(),
                scheme.reference(),
            ),
        };
        Entry {
            name,
            what,
            sound,
            reference,
        }
    }

    pub fn name(self) -> &'static str {
        self.entry().name
    }

    pub fn scheme(self) -> Option<Scheme> {
        match self {
            Reduction::Scheme(scheme) => Some(scheme),
            _ => None,
        }
    }

    /// The reduction of a property of infinite runs without a claim. The schemes differ in how they
    /// treat the claim; without one, what they have in common is the condition on the path.
    pub fn without_claim(self) -> Reduction {
        match self {
            Reduction::Scheme(_) => Reduction::Stack,
            other => other,
        }
    }

    /// The reduction of a search for bad states, which no scheme speaks of.
    pub fn of_safety(self) -> Reduction {
        match self {
            Reduction::Scheme(_) => Reduction::Static,
            other => other,
        }
    }

    /// How much of a program is searched.
    pub fn of(self, program: &Program) -> Option<Reduced<'_>> {
        let proviso = match self.without_claim() {
            Reduction::Off => return None,
            Reduction::Stack => Proviso::Stack,
            // Needs no lookups before the choice, and leaves fewer states on nearly all models.
            _ => Proviso::Static,
        };
        Some(Reduced { program, proviso })
    }

    /// The program that is executed when it is reduced: one that forgets what nobody reads again.
    pub fn forgetful(self, program: &Program, wanted: &[Wanted]) -> Option<Program> {
        let read: Vec<Expr> = wanted.iter().flat_map(Wanted::reads).cloned().collect();
        (self != Reduction::Off).then(|| reduce::forget::forgetful(program, &read))
    }

    /// What must be known of states for it.
    pub fn questions(self, program: &Program) -> Questions {
        match self {
            Reduction::Off => Questions::default(),
            _ => reduce::questions(program),
        }
    }
}

impl Serialize for Reduction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The table of `--reduction list`.
fn list() -> String {
    let mut text = String::new();
    for reduction in Reduction::all() {
        let Entry {
            name,
            what,
            sound,
            reference,
        } = reduction.entry();
        let sound = match reduction.scheme().map(Scheme::soundness) {
            None => format!("sound, {sound}"),
            Some(Soundness::Invariant) => {
                format!("sound for stutter-invariant claims ({sound}); refuses others")
            }
            Some(Soundness::Unsound) => {
                format!("UNSOUND: the verdict \"holds\" can be wrong ({sound})")
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}\n    {what}\n    {sound}\n    {reference}");
    }
    text
}

/// Reads the name of a reduction.
#[derive(Clone)]
pub struct ReductionParser;

impl TypedValueParser for ReductionParser {
    type Value = Reduction;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Reduction, clap::Error> {
        if value == LIST {
            // The list is help, wanted whatever else is on the command line or missing from it:
            // so it is shown as the help of a command that has nothing else.
            let help = Command::new(LIST).override_help(list());
            help.try_get_matches_from([LIST, "--help"])?;
        }
        let names = Reduction::all().map(Reduction::name).chain([LIST]);
        let parser = PossibleValuesParser::new(names);
        let name = parser.parse_ref(command, arg, value)?;
        let found = Reduction::all().find(|reduction| reduction.name() == name);
        Ok(found.unwrap_or(Reduction::Auto))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Reduction::all().map(Reduction::name).chain([LIST]);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Reads `--reduction-order`.
pub fn preference(text: &str) -> Result<Preference, String> {
    match text {
        "first" => Ok(Preference::First),
        "last" => Ok(Preference::Last),
        seed => {
            let seed = seed.parse().map(Preference::Seed);
            seed.map_err(|_| "it is `first`, `last` or a number".to_owned())
        }
    }
}
