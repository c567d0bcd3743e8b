//! Embedded C is recognised and refused: a verifier that runs foreign code cannot know what a
//! state is, nor which actions commute.

use super::Parser;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

/// Words that start embedded C.
pub const WORDS: &[&str] = &["c_code", "c_decl", "c_expr", "c_state", "c_track"];

impl Parser<'_> {
    /// Reports and skips the construct that starts here.
    pub(super) fn embedded_c(&mut self) {
        let word = self.current().text.clone();
        let span = self.bump();
        let instead = match &*word {
            "c_expr" => "write the condition in Promela",
            "c_code" => "write the statements in Promela; a d_step makes them one step",
            _ => "declare the data in Promela: it is then part of the state",
        };
        self.error_at(
            span,
            Diagnostic::new(
                &codes::EMBEDDED_C,
                span,
                format!("`{word}` embeds C, which is not supported"),
            )
            .label("C code is neither compiled nor run")
            .note(
                "what C code reads and writes is unknown, so no verdict about it could be trusted",
            )
            .help(instead),
        );
        if matches!(&*word, "c_state" | "c_track") {
            while self.at(TokenKind::String) {
                self.bump();
            }
            return;
        }
        if self.at(TokenKind::LBracket) {
            self.skip_group();
        }
        if self.at(TokenKind::LBrace) {
            self.skip_group();
        }
    }
}
