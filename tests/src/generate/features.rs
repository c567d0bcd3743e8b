//! What generated programs may contain.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

macro_rules! features {
    ($($variant:ident $name:literal,)*) => {
        /// A part of the language that can be left out of generated programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Feature { $($variant,)* }

        impl Feature {
            pub const ALL: &[Feature] = &[$(Feature::$variant,)*];
        }

        impl Display for Feature {
            fn fmt(&self, out: &mut Formatter) -> fmt::Result {
                out.write_str(match self { $(Feature::$variant => $name,)* })
            }
        }
    };
}

features! {
    Array "array",
    Atomic "atomic",
    Buffered "buffered",
    ChannelArray "channel-array",
    ChannelPassing "channel-passing",
    Conditional "conditional",
    DStep "d_step",
    Error "error",
    For "for",
    Goto "goto",
    Inline "inline",
    Last "last",
    LocalChannel "local-channel",
    Loop "loop",
    Mtype "mtype",
    Poll "poll",
    Priority "priority",
    Provided "provided",
    Remote "remote",
    Rendezvous "rendezvous",
    Run "run",
    Scope "scope",
    Select "select",
    Sorted "sorted",
    Timeout "timeout",
    Typedef "typedef",
    Unless "unless",
    Wide "wide",
    ElseChannel "else-channel",
    Focus "focus",
    Initial "initial",
    OwnIndex "own-index",
    RemoteVariable "remote-variable",
    Exclusive "exclusive",
}

impl Feature {
    /// Those that give the reduction something to do. They came later, and are on only where they
    /// are asked for: a seed names a program for ever.
    pub const REDUCTION: [Feature; 5] = [
        Feature::ElseChannel,
        Feature::Focus,
        Feature::Initial,
        Feature::OwnIndex,
        Feature::RemoteVariable,
    ];
}

impl FromStr for Feature {
    type Err = String;

    fn from_str(name: &str) -> Result<Feature, String> {
        let known = Feature::ALL.iter().copied();
        known
            .clone()
            .find(|feature| feature.to_string() == name)
            .ok_or_else(|| {
                let names: Vec<String> = known.map(|feature| feature.to_string()).collect();
                format!("no feature '{name}'; there are: {}", names.join(", "))
            })
    }
}

/// The features that are switched on, and how large programs grow.
#[derive(Clone, Debug)]
pub struct Knobs {
    pub features: BTreeSet<Feature>,
    /// At most so many process types.
    pub proctypes: usize,
    /// At most so many statements in a block.
    pub statements: usize,
    /// At most so many statements within statements.
    pub nesting: usize,
    /// How often, of a hundred times, a variable is compared with a constant or becomes one.
    pub constants: usize,
}

impl Knobs {
    /// Programs that give the reduction something to do: it gives up where there are priorities, or
    /// where who moved last matters.
    pub fn reduction() -> Knobs {
        let mut knobs = Knobs::default();
        knobs.features.extend(Feature::REDUCTION);
        knobs.features.remove(&Feature::Priority);
        knobs.features.remove(&Feature::Last);
        knobs.proctypes = 4;
        knobs.statements = 3;
        knobs.nesting = 2;
        knobs.constants = 40;
        knobs
    }

    /// The same with channels of which a process says that it alone receives from them, or sends to
    /// them. Sometimes it is wrong.
    pub fn exclusive() -> Knobs {
        let mut knobs = Knobs::reduction();
        knobs.features.insert(Feature::Exclusive);
        knobs
    }
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            features: Feature::ALL
                .iter()
                .copied()
                .filter(|feature| !Feature::REDUCTION.contains(feature))
                .filter(|&feature| feature != Feature::Exclusive)
                .collect(),
            proctypes: 3,
            statements: 4,
            nesting: 3,
            constants: 0,
        }
    }
}
