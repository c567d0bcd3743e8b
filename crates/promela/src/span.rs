//! Where text comes from: files, byte spans, and the chain of expansions between a token and
//! the place where the user wrote it.
//!
//! All files share one space of byte offsets, so a [`Span`] is three integers and names its file
//! by itself. A token that a macro or an inline produced keeps the span of its *spelling* (in the
//! definition, or in the argument) and an [`ExpansionId`], whose chain of call sites leads back
//! to text that nothing expanded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All sources of one model together stay below this many bytes.
pub const MAX_SOURCE_BYTES: usize = 256 << 20;

/// A range of bytes in one file, seen through zero or more expansions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
    pub expansion: ExpansionId,
}

impl Span {
    pub fn new(lo: u32, hi: u32) -> Self {
        Span {
            lo,
            hi,
            expansion: ExpansionId::NONE,
        }
    }

    pub fn in_expansion(self, expansion: ExpansionId) -> Self {
        Span { expansion, ..self }
    }

    /// The empty span right behind this one: where something is missing.
    pub fn end(self) -> Self {
        Span {
            lo: self.hi,
            ..self
        }
    }
}

impl From<Span> for program::Span {
    fn from(span: Span) -> program::Span {
        program::Span {
            lo: span.lo,
            hi: span.hi,
            context: span.expansion.index(),
        }
    }
}

impl From<program::Span> for Span {
    fn from(span: program::Span) -> Span {
        Span {
            lo: span.lo,
            hi: span.hi,
            expansion: ExpansionId::from_index(span.context),
        }
    }
}

/// One entry of the expansion table; `NONE` stands for text that was written where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(u32);

impl ExpansionId {
    pub const NONE: ExpansionId = ExpansionId(0);

    /// A number that [`ExpansionId::from_index`] turns back into the same expansion.
    pub fn index(self) -> u32 {
        self.0
    }

    pub fn from_index(index: u32) -> ExpansionId {
        ExpansionId(index)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionKind {
    /// The body of a `#define` took the place of `call`.
    Macro,
    /// The body of an `inline` took the place of `call`.
    Inline,
    /// An argument took the place of the parameter at `call`, inside a body.
    Argument,
}

/// One step of an expansion chain.
#[derive(Clone, Debug)]
pub struct Expansion {
    pub kind: ExpansionKind,
    /// The macro, the inline, or the parameter.
    pub name: Arc<str>,
    /// The text that was replaced; its own expansion is the next link of the chain.
    pub call: Span,
    /// Number of links from here to unexpanded text.
    depth: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileId(u32);

/// One text: a file, or the definitions of the command line.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub path: PathBuf,
    pub text: Arc<str>,
    /// Offset of the first byte in the common space.
    base: u32,
    /// Offset (within this file) of the first byte of each line.
    lines: Vec<u32>,
}

/// A position for people: lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub path: PathBuf,
    pub line: u32,
    pub column: u32,
}

/// Every file read for one model, and every expansion made in it.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
}

/// The sources together exceed [`MAX_SOURCE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcesTooLarge;

impl SourceMap {
    pub fn add_file(&mut self, path: &Path, text: Arc<str>) -> Result<FileId, SourcesTooLarge> {
        // One byte between files keeps an empty span at the end of one out of the next.
        let base = self
            .files
            .last()
            .map_or(0, |file| file.base as usize + file.text.len() + 1);
        if base + text.len() >= MAX_SOURCE_BYTES {
            return Err(SourcesTooLarge);
        }
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1))
            .collect();
        self.files.push(SourceFile {
            path: path.to_owned(),
            text,
            base: base as u32,
            lines,
        });
        Ok(FileId(self.files.len() as u32 - 1))
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Files in the order in which they were read; the model itself comes first.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file a span lies in; `None` only when no file was read at all.
    pub fn file_of(&self, span: Span) -> Option<&SourceFile> {
        let next = self.files.partition_point(|file| file.base <= span.lo);
        next.checked_sub(1).map(|index| &self.files[index])
    }

    /// The text a span covers, as it is spelled in its file.
    pub fn text(&self, span: Span) -> &str {
        self.file_of(span)
            .and_then(|file| file.text.get(file.local(span)))
            .unwrap_or("")
    }

    /// Line and column of the first byte of the spelling.
    pub fn location(&self, span: Span) -> Option<Location> {
        let file = self.file_of(span)?;
        let at = file.local(span).start;
        let line = file.lines.partition_point(|&start| start as usize <= at);
        let start = file.lines[line - 1] as usize;
        let column = file.text.get(start..at).map_or(0, |s| s.chars().count());
        Some(Location {
            path: file.path.clone(),
            line: line as u32,
            column: column as u32 + 1,
        })
    }

    /// Records one expansion step.
    pub fn add_expansion(
        &mut self,
        kind: ExpansionKind,
        name: Arc<str>,
        call: Span,
    ) -> ExpansionId {
        self.expansions.push(Expansion {
            kind,
            name,
            call,
            depth: self.depth(call.expansion) + 1,
        });
        ExpansionId(self.expansions.len() as u32)
    }

    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        let index = (id.0 as usize).checked_sub(1)?;
        self.expansions.get(index)
    }

    /// The expansions between a span and unexpanded text, innermost first.
    pub fn chain(&self, span: Span) -> impl Iterator<Item = &Expansion> {
        std::iter::successors(self.expansion(span.expansion), |step| {
            self.expansion(step.call.expansion)
        })
    }

    /// The unexpanded text behind a span: the outermost call, or the span itself.
    pub fn root(&self, span: Span) -> Span {
        self.chain(span).last().map_or(span, |step| step.call)
    }

    /// Where a statement stands for the user: macros count as their call (the C preprocessor
    /// numbers lines that way), inlines as the text of their body.
    pub fn site(&self, span: Span) -> Span {
        self.chain(span)
            .take_while(|step| step.kind != ExpansionKind::Inline)
            .last()
            .map_or(span, |step| step.call)
    }

    /// The smallest span that covers both, in the innermost context that both share.
    pub fn join(&self, a: Span, b: Span) -> Span {
        let (mut a, mut b) = (a, b);
        while a.expansion != b.expansion {
            let (da, db) = (self.depth(a.expansion), self.depth(b.expansion));
            if da >= db {
                a = self.expansion(a.expansion).map_or(a, |step| step.call);
            }
            if db >= da {
                b = self.expansion(b.expansion).map_or(b, |step| step.call);
            }
        }
        let same_file = match (self.file_of(a), self.file_of(b)) {
            (Some(x), Some(y)) => x.base == y.base,
            _ => false,
        };
        // A construct that starts in one file and ends in another is shown by its start.
        if !same_file {
            return a;
        }
        Span {
            lo: a.lo.min(b.lo),
            hi: a.hi.max(b.hi),
            expansion: a.expansion,
        }
    }

    /// The part of `span`'s chain that lies in `context`; the span itself if it never gets there.
    pub fn lift_to(&self, span: Span, context: ExpansionId) -> Span {
        if span.expansion == context {
            return span;
        }
        self.chain(span)
            .map(|step| step.call)
            .find(|call| call.expansion == context)
            .unwrap_or(span)
    }

    fn depth(&self, id: ExpansionId) -> u32 {
        self.expansion(id).map_or(0, |step| step.depth)
    }
}

impl SourceFile {
    /// The offsets of a span within this file.
    pub fn local(&self, span: Span) -> std::ops::Range<usize> {
        let end = self.text.len();
        let at = |offset: u32| (offset.saturating_sub(self.base) as usize).min(end);
        at(span.lo)..at(span.hi).max(at(span.lo))
    }

    /// The span of a range of this file.
    pub fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.base + range.start as u32, self.base + range.end as u32)
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.lines.get(index)? as usize;
        let rest = &self.text[start..];
        let line = rest.split('\n').next().unwrap_or(rest);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> SourceMap {
        let mut map = SourceMap::default();
        map.add_file(Path::new("m.pml"), text.into()).unwrap();
        map
    }

    #[test]
    fn locations_count_characters_from_one() {
        let map = map("ab\néx\n");
        let at = map.location(Span::new(5, 6)).unwrap();
        assert_eq!((at.line, at.column), (2, 2));
    }

    #[test]
    fn files_do_not_overlap() {
        let mut map = map("abc");
        let second = map.add_file(Path::new("n.h"), "xyz".into()).unwrap();
        let span = map.file(second).span(1..2);
        assert_eq!(map.text(span), "y");
        assert_eq!(map.text(Span::new(3, 3)), "");
        assert_eq!(
            map.file_of(Span::new(3, 3)).unwrap().path,
            Path::new("m.pml")
        );
    }

    #[test]
    fn joins_meet_in_the_common_context() {
        // text:           0123456789
        let mut map = map("#d (b) call");
        let call = Span::new(7, 11);
        let body = map.add_expansion(ExpansionKind::Macro, "m".into(), call);
        let open = Span::new(3, 4).in_expansion(body);
        let close = Span::new(5, 6).in_expansion(body);
        assert_eq!(map.join(open, close), Span::new(3, 6).in_expansion(body));
        assert_eq!(map.join(Span::new(0, 1), close), Span::new(0, 11));
        assert_eq!(map.root(open), call);
    }

    #[test]
    fn sites_leave_macros_but_not_inlines() {
        let mut map = map("0123456789");
        let inline = map.add_expansion(ExpansionKind::Inline, "f".into(), Span::new(0, 1));
        let call = Span::new(4, 5).in_expansion(inline);
        let body = map.add_expansion(ExpansionKind::Macro, "m".into(), call);
        assert_eq!(map.site(Span::new(7, 8).in_expansion(body)), call);
        assert_eq!(
            map.root(Span::new(7, 8).in_expansion(body)),
            Span::new(0, 1)
        );
    }
}
