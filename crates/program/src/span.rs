//! Where in the user's text something comes from.

/// A range of bytes of the sources, as the front end that made the model numbers them. Only the
/// front end can turn it into a file, a line and a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
    /// How the text came to be here: the front end's number of an expansion, zero for none.
    pub context: u32,
}
