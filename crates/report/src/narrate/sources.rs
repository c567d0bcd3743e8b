//! What a front end knows of the text of a model.

use crate::trace::{Site, Source};
use program::Span;

/// The text of a model, as far as a narrator asks for it.
pub trait Sources {
    /// All files, the model itself first. [`Site::source`] is an index into them.
    fn sources(&self) -> Vec<Source>;

    /// Where something stands, as its author would look for it.
    fn site(&self, span: Span) -> Site;

    /// `file:line` of the same place.
    fn position(&self, span: Span) -> String;

    /// The text there, on one line.
    fn text(&self, span: Span) -> String;
}
