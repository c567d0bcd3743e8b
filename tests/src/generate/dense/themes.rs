//! What a program is about.

use super::Random;
use std::collections::BTreeSet;

/// Something that a program may have much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// Indices and divisors that may be wrong, also behind conditions that are false.
    Fault,
    /// Elements of arrays that belong to one process, and local variables.
    Own,
    /// Messages.
    Message,
    /// `d_step`, and such that begin with one of several receives.
    DStep,
    Atomic,
    /// Atomic sequences that may have no end.
    Endless,
    /// Atomic sequences of many steps, and rendezvous inside of them.
    Long,
    /// Processes that die and are created again, with other parameters.
    Rebirth,
    /// A process type that nobody creates.
    Unborn,
    Unless,
    Timeout,
    Enabled,
    /// Variables and labels of other processes.
    Remote,
    /// The same of processes that may be of another type, or not there.
    Stray,
    Priority,
    Provided,
    Hidden,
    Record,
    Subtype,
    Macro,
    Inline,
    Exclusive,
    Trace,
    Goto,
    /// Accept and progress labels.
    Label,
    Formula,
    Never,
}

impl Theme {
    pub const ALL: [Theme; 27] = [
        Theme::Fault,
        Theme::Own,
        Theme::Message,
        Theme::DStep,
        Theme::Atomic,
        Theme::Endless,
        Theme::Long,
        Theme::Rebirth,
        Theme::Unborn,
        Theme::Unless,
        Theme::Timeout,
        Theme::Enabled,
        Theme::Remote,
        Theme::Stray,
        Theme::Priority,
        Theme::Provided,
        Theme::Hidden,
        Theme::Record,
        Theme::Subtype,
        Theme::Macro,
        Theme::Inline,
        Theme::Exclusive,
        Theme::Trace,
        Theme::Goto,
        Theme::Label,
        Theme::Formula,
        Theme::Never,
    ];

    /// In how many of a hundred programs.
    fn percent(self) -> usize {
        match self {
            Theme::Formula => 70,
            Theme::Never | Theme::Message => 45,
            Theme::Fault | Theme::Own | Theme::Atomic | Theme::Label => 40,
            Theme::DStep | Theme::Rebirth | Theme::Goto | Theme::Remote => 25,
            Theme::Unborn | Theme::Timeout | Theme::Unless | Theme::Record => 15,
            Theme::Stray | Theme::Endless | Theme::Long | Theme::Priority | Theme::Provided => 8,
            Theme::Enabled | Theme::Hidden | Theme::Subtype | Theme::Exclusive => 8,
            Theme::Macro | Theme::Inline | Theme::Trace => 8,
        }
    }

    /// Whether SPIN can be asked about a program with these themes. It does not look whether the process
    /// that is referred to is of the right type, and it does not store what is hidden.
    pub fn suit_spin(themes: &BTreeSet<Theme>) -> bool {
        let has = |theme| themes.contains(&theme);
        let refers = has(Theme::Remote) || has(Theme::Stray);
        let differs = has(Theme::Hidden) || has(Theme::Stray) || refers && has(Theme::Rebirth);
        !differs
    }

    /// The themes of a program.
    pub(super) fn some(random: &mut Random) -> BTreeSet<Theme> {
        let mut themes: BTreeSet<Theme> = BTreeSet::new();
        for theme in Theme::ALL {
            if random.chance(theme.percent()) {
                themes.insert(theme);
            }
        }
        if themes.contains(&Theme::Rebirth) || themes.contains(&Theme::DStep) {
            themes.insert(Theme::Message);
        }
        if themes.contains(&Theme::Priority) {
            // What a rendezvous is about makes no sense without one.
            themes.remove(&Theme::Long);
        }
        themes
    }
}
