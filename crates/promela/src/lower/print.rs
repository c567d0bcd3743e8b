//! What `printf` and `printm` print.

use super::types::Base;
use super::{Lowerer, codes};
use crate::ast::{self, ExprKind, StringLiteral};
use program::Expr;
use program::action::{Format, Piece, Print};

impl Lowerer {
    /// Takes a format apart. Escapes are SPIN's: `\n`, `\t`, and any other character as itself.
    pub(super) fn printf(&mut self, format: &StringLiteral, args: &[ast::Expr]) -> Print {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = args.iter();
        let mut missing = false;
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
                    let Some(arg) = rest.next() else {
                        missing = true;
                        continue;
                    };
                    let value = self.expr(arg);
                    let Some(format) = self.format(letter, arg) else {
                        let shown = letter.map_or(String::new(), String::from);
                        let message = format!("`%{shown}` is not a format of printf");
                        self.error(&codes::PRINT_ARGUMENTS, format.span, message);
                        continue;
                    };
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(Piece::Value(format, value));
                }
                other => text.push(other),
            }
        }
        if missing {
            let message = "the format asks for more values than are given";
            self.error(&codes::PRINT_ARGUMENTS, format.span, message);
        }
        for extra in rest {
            let message = "the format has no place for this value";
            self.error(&codes::PRINT_ARGUMENTS, extra.span, message);
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Print { pieces }
    }

    fn format(&mut self, letter: Option<char>, arg: &ast::Expr) -> Option<Format> {
        Some(match letter? {
            'd' => Format::Decimal,
            'u' => Format::Unsigned,
            'o' => Format::Octal,
            'x' => Format::Hex,
            'c' => Format::Character,
            'e' => Format::Symbol(self.symbols_of(arg)),
            _ => return None,
        })
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
