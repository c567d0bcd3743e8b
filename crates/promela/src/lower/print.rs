//! What `printf` and `printm` print.

use super::types::Base;
use super::{Lowerer, codes};
use crate::ast::{self, ExprKind, StringLiteral};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use program::Expr;
use program::action::{Format, Piece, Print};

impl Lowerer {
    /// Takes a format apart. Escapes are SPIN's: `\n`, `\t`, and any other character as itself.
    /// A place without a value, or of an unknown kind, is printed as it is written.
    pub(super) fn printf(&mut self, format: &StringLiteral, args: &[ast::Expr]) -> Print {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = args.iter();
        let mut characters = format.text.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => match characters.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some(other) => text.push(other),
                    None => {}
                },
                '%' => {
                    let letter = characters.next();
                    if letter == Some('%') {
                        text.push('%');
                        continue;
                    }
                    let arg = rest.next();
                    let Some(value) = arg.and_then(|arg| self.piece(letter, arg)) else {
                        self.misprinted(letter, arg.is_some(), format.span);
                        text.push('%');
                        text.extend(letter);
                        continue;
                    };
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(value);
                }
                other => text.push(other),
            }
        }
        for extra in rest {
            self.expr(extra);
            let message = "the format has no place for this value: it is not printed";
            let warning = Diagnostic::new(&codes::PRINT_ARGUMENTS, extra.span, message);
            self.report(warning);
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Print { pieces }
    }

    /// Says what is wrong with a place in a format.
    fn misprinted(&mut self, letter: Option<char>, given: bool, span: Span) {
        let shown = letter.map_or(String::new(), String::from);
        let message = if given {
            format!("`%{shown}` is not a format of printf")
        } else {
            format!("there is no value for `%{shown}`")
        };
        let warning = Diagnostic::new(&codes::PRINT_ARGUMENTS, span, message)
            .help("formats are %d, %u, %x, %o, %c and %e, each for one value");
        self.report(warning);
    }

    /// A value, printed as the letter behind `%` says; `None` if that is not known.
    fn piece(&mut self, letter: Option<char>, arg: &ast::Expr) -> Option<Piece> {
        let value = self.expr(arg);
        let format = match letter? {
            'd' => Format::Decimal,
            'u' => Format::Unsigned,
            'o' => Format::Octal,
            'x' => Format::Hex,
            'c' => Format::Character,
            'e' => Format::Symbol(self.symbols_of(arg)),
            _ => return None,
        };
        Some(Piece::Value(format, value))
    }

    /// `printm(x)`: the name of a symbolic value.
    pub(super) fn printm(&mut self, arg: &ast::Expr) -> Print {
        let value: Expr = self.expr(arg);
        let format = Format::Symbol(self.symbols_of(arg));
        Print {
            pieces: vec![Piece::Value(format, value)],
        }
    }

    /// The table of names that fits an expression: that of the variable or constant, else that
    /// of the plain `mtype`.
    fn symbols_of(&mut self, expr: &ast::Expr) -> u32 {
        if let ExprKind::Var(var) = &expr.kind {
            let name = &var.segments[0].name;
            if self.find(name).is_none()
                && let Some(&(_, table)) = self.mtypes.get(&name.text)
            {
                return table;
            }
            if self.find(name).is_some()
                && let Some((_, Base::Mtype(table))) = self.scalar_place(var)
            {
                return table;
            }
        }
        self.mtype_table(None)
    }
}
