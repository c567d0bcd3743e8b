//! Formulas as text, with as few parentheses as the grammar of [`super::parser`] allows (Spot's
//! differs only in associativity, and operands that could be misread are parenthesised).

use super::{Formula, Formulas, Node};

/// Whose operators to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `[] <> && || ! U V W X -> <->`, as in SPIN's `ltl` blocks.
    Spin,
    /// `G F & | ! U R W M X -> <-> ^`, as Spot and most papers write.
    Field,
}

enum Piece {
    Text(&'static str),
    /// A formula in a context that needs this much binding strength.
    Operand(Formula, u8),
}

/// Tighter than every binary operator.
const UNARY: u8 = 5;
/// An operand of a temporal binary operator, or one whose associativity matters.
const TIGHT: u8 = 4;

impl Formulas {
    pub fn print(&self, f: Formula, syntax: Syntax) -> String {
        let mut out = String::new();
        let mut stack = vec![Piece::Operand(f, 0)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Operand(f, need) => {
                    let mut pieces = self.pieces(f, syntax, &mut out);
                    if self.strength(f, syntax) < need {
                        out.push('(');
                        pieces.push(Piece::Text(")"));
                    }
                    stack.extend(pieces.into_iter().rev());
                }
            }
        }
        out
    }

    /// How tightly the outermost operator binds, as printed.
    fn strength(&self, f: Formula, syntax: Syntax) -> u8 {
        match self.node(f) {
            Node::Implies(..) | Node::Equiv(..) => 0,
            Node::Or(_) => 1,
            Node::Xor(..) if syntax == Syntax::Field => 2,
            Node::And(_) => 3,
            Node::Until(..) | Node::WeakUntil(..) | Node::Release(..) | Node::StrongRelease(..) => {
                TIGHT
            }
            _ => UNARY,
        }
    }

    /// The parts of `f` in order. A proposition is written at once: it is always the first part.
    fn pieces(&self, f: Formula, syntax: Syntax, out: &mut String) -> Vec<Piece> {
        use Piece::{Operand, Text};
        let spin = syntax == Syntax::Spin;
        let unary = |op, a| vec![Text(op), Operand(a, UNARY)];
        let binary = |a, op, b, need| vec![Operand(a, need), Text(op), Operand(b, need)];
        let chain = |fs: &[Formula], op, need| {
            let mut pieces = Vec::with_capacity(2 * fs.len());
            for &g in fs {
                pieces.push(Text(op));
                pieces.push(Operand(g, need));
            }
            pieces.split_off(1)
        };
        match self.node(f) {
            Node::False => vec![Text("false")],
            Node::True => vec![Text("true")],
            Node::Prop(p) => {
                quote(&self.props[*p as usize].text, syntax, out);
                Vec::new()
            }
            Node::Not(a) => unary("!", *a),
            Node::Next(a) => unary("X ", *a),
            Node::Finally(a) => unary(if spin { "<> " } else { "F " }, *a),
            Node::Globally(a) => unary(if spin { "[] " } else { "G " }, *a),
            Node::And(fs) => chain(fs, if spin { " && " } else { " & " }, TIGHT),
            Node::Or(fs) => chain(fs, if spin { " || " } else { " | " }, 2),
            Node::Implies(a, b) => binary(*a, " -> ", *b, 1),
            Node::Equiv(a, b) => binary(*a, " <-> ", *b, 1),
            Node::Xor(a, b) if spin => vec![
                Text("!("),
                Operand(*a, 1),
                Text(" <-> "),
                Operand(*b, 1),
                Text(")"),
            ],
            Node::Xor(a, b) => binary(*a, " ^ ", *b, 3),
            Node::Until(a, b) => binary(*a, " U ", *b, UNARY),
            Node::WeakUntil(a, b) => binary(*a, " W ", *b, UNARY),
            Node::Release(a, b) => binary(*a, if spin { " V " } else { " R " }, *b, UNARY),
            // SPIN has no strong release, but a M b is b U (a && b). Only where that is short: nested
            // ones would double at each level.
            Node::StrongRelease(a, b) if spin && self.class(*b).boolean => vec![
                Operand(*b, UNARY),
                Text(" U ("),
                Operand(*a, TIGHT),
                Text(" && "),
                Operand(*b, TIGHT),
                Text(")"),
            ],
            Node::StrongRelease(a, b) => binary(*a, " M ", *b, UNARY),
        }
    }
}

/// A name as it is; any other proposition in the brackets that the readers of `syntax` understand.
fn quote(text: &str, syntax: Syntax, out: &mut String) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = |c: char| match syntax {
        Syntax::Spin => c.is_ascii_lowercase() || c == '_',
        Syntax::Field => c.is_ascii_lowercase(),
    };
    let reserved = [
        "true",
        "false",
        "not",
        "next",
        "always",
        "eventually",
        "until",
        "stronguntil",
        "weakuntil",
        "release",
        "implies",
        "equivalent",
        "xor",
    ];
    let plain = text.starts_with(starts) && text.chars().all(is_name) && !reserved.contains(&text);
    match syntax {
        _ if plain => out.push_str(text),
        Syntax::Spin => {
            out.push('(');
            out.push_str(text);
            out.push(')');
        }
        Syntax::Field if text.contains('"') => {
            out.push('{');
            out.push_str(text);
            out.push('}');
        }
        Syntax::Field => {
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
    }
}
