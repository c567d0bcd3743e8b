//! The schemes by name, and what is known of each.

/// A way to combine reduction with a claim that reads every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    V0,
    V1,
    V0NormalForm,
    V1NormalForm,
    Offline,
    StackProjection,
    SequentialProduct,
}

/// When the verdict "holds" of a scheme is right. That of a violation is: the run is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// For claims with a stutter-invariant language.
    Invariant,
    /// Not even for those.
    Unsound,
}

impl Scheme {
    pub const ALL: [Scheme; 7] = [
        Scheme::V0,
        Scheme::V1,
        Scheme::V0NormalForm,
        Scheme::V1NormalForm,
        Scheme::Offline,
        Scheme::StackProjection,
        Scheme::SequentialProduct,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Scheme::V0 => "v0",
            Scheme::V1 => "v1",
            Scheme::V0NormalForm => "v0-nf",
            Scheme::V1NormalForm => "v1-nf",
            Scheme::Offline => "offline",
            Scheme::StackProjection => "stack-projection",
            Scheme::SequentialProduct => "sequential-product",
        }
    }

    /// What it is, in a sentence.
    pub fn what(self) -> &'static str {
        match self {
            Scheme::V0 => {
                "The set depends on the program state and on where the claim is after reading it"
            }
            Scheme::V1 => {
                "The set depends on the program state and on where the claim is before reading it"
            }
            Scheme::V0NormalForm => "As v0, with the claim in SI normal form",
            Scheme::V1NormalForm => "As v1, with the claim in SI normal form",
            Scheme::Offline => {
                "The program is reduced by a search of its own, then put beside the claim"
            }
            Scheme::StackProjection => {
                "As v1; no step of a set leads to a program state that is on the path with any \
                 claim state"
            }
            Scheme::SequentialProduct => {
                "A set for each move of the claim; no step of it leads to a state on the path with \
                 the claim state after the move"
            }
        }
    }

    pub fn soundness(self) -> Soundness {
        match self {
            Scheme::V0NormalForm | Scheme::V1NormalForm | Scheme::Offline => Soundness::Invariant,
            Scheme::V0 | Scheme::V1 | Scheme::StackProjection | Scheme::SequentialProduct => {
                Soundness::Unsound
            }
        }
    }

    /// Why it is sound, or where it was seen not to be.
    pub fn evidence(self) -> &'static str {
        match self {
            Scheme::V0 => "misses tests/soundness/siegel_fig2.pml and n3.pml",
            Scheme::V1 => "misses tests/soundness/siegel_b2.pml and n3.pml",
            Scheme::V0NormalForm => "theorem 1 and remark 1 of the paper",
            Scheme::V1NormalForm => "theorem 1 of the paper",
            Scheme::Offline => "equation 7.7 of the thesis",
            Scheme::StackProjection => "misses tests/soundness/projection.pml",
            Scheme::SequentialProduct => "misses tests/soundness/siegel_fig2.pml and n3.pml",
        }
    }

    pub fn reference(self) -> &'static str {
        match self {
            Scheme::V0 => "Peled, FMSD 8 (1996); Siegel, CAV 2019, section 3",
            Scheme::V1 => "Siegel, CAV 2019, section 6",
            Scheme::V0NormalForm | Scheme::V1NormalForm => "Siegel, CAV 2019, section 7",
            Scheme::Offline => "Brunner, master's thesis, TU Munich 2014, section 3.3",
            Scheme::StackProjection => "Brunner, section 3.4.1",
            Scheme::SequentialProduct => "Brunner, section 3.4.2 and figure 3.1",
        }
    }
}
