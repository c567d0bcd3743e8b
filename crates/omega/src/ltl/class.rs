//! Syntactic classes of formulas, computed once when a formula is made.

use super::{Formula, Formulas, Node};

/// What the shape of a formula tells about its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// No temporal operator.
    pub boolean: bool,
    /// `f` equals `F f`: prefixing a word keeps it a model (Etessami and Holzmann, 2000).
    pub eventual: bool,
    /// `f` equals `G f`: removing a prefix keeps a word a model.
    pub universal: bool,
}

impl Class {
    /// Both kinds: only the tail of a word matters, so `X f` equals `f`.
    pub fn suspendable(self) -> bool {
        self.eventual && self.universal
    }
}

impl Formulas {
    /// The class of a formula with this outermost operator.
    pub(super) fn classify(&self, node: &Node) -> Class {
        let of = |f: &Formula| self.class(*f);
        let all = |fs: &[Formula]| {
            let meet = |a: Class, b: Class| Class {
                boolean: a.boolean && b.boolean,
                eventual: a.eventual && b.eventual,
                universal: a.universal && b.universal,
            };
            let top = Class {
                boolean: true,
                eventual: true,
                universal: true,
            };
            fs.iter().map(of).fold(top, meet)
        };
        let temporal = |eventual, universal| Class {
            boolean: false,
            eventual,
            universal,
        };
        match node {
            Node::False | Node::True => all(&[]),
            Node::Prop(_) => Class {
                boolean: true,
                eventual: false,
                universal: false,
            },
            Node::Not(a) => Class {
                boolean: of(a).boolean,
                eventual: of(a).universal,
                universal: of(a).eventual,
            },
            Node::And(fs) | Node::Or(fs) => all(fs),
            Node::Implies(a, b) => Class {
                boolean: of(a).boolean && of(b).boolean,
                eventual: of(a).universal && of(b).eventual,
                universal: of(a).eventual && of(b).universal,
            },
            Node::Equiv(a, b) | Node::Xor(a, b) => {
                let c = all(&[*a, *b]);
                Class {
                    eventual: c.suspendable(),
                    universal: c.suspendable(),
                    ..c
                }
            }
            Node::Next(a) => temporal(of(a).eventual, of(a).universal),
            Node::Finally(a) => temporal(true, of(a).universal),
            Node::Globally(a) => temporal(of(a).eventual, true),
            Node::Until(_, b) | Node::Release(_, b) => temporal(of(b).eventual, of(b).universal),
            Node::WeakUntil(a, b) => temporal(of(a).eventual && of(b).eventual, of(b).universal),
            Node::StrongRelease(a, b) => {
                temporal(of(b).eventual, of(a).universal && of(b).universal)
            }
        }
    }
}
