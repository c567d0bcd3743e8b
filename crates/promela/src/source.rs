//! Files as text. Old models hold Latin-1 in their comments, so bytes that are not UTF-8 are read
//! as that; binary files are refused.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::span::MAX_SOURCE_BYTES;

/// Reads a regular file as text.
pub fn read(path: &Path) -> io::Result<Arc<str>> {
    let file = fs::File::open(path)?;
    let kind = file.metadata()?;
    if kind.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a directory",
        ));
    }
    let mut bytes = Vec::new();
    file.take(MAX_SOURCE_BYTES as u64).read_to_end(&mut bytes)?;
    if bytes.len() == MAX_SOURCE_BYTES {
        return Err(io::Error::other("it is too large for a model"));
    }
    decode(bytes).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "it is a binary file (it contains a zero byte)",
        )
    })
}

/// Text from bytes: UTF-8 (a byte order mark is dropped), else Latin-1; `None` if a zero byte
/// shows that it is no text.
pub fn decode(bytes: Vec<u8>) -> Option<Arc<str>> {
    if bytes.contains(&0) {
        return None;
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let latin1 = error.into_bytes();
        latin1.into_iter().map(char::from).collect()
    });
    Some(text.strip_prefix('\u{feff}').unwrap_or(&text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin1_is_read_and_binary_is_not() {
        assert_eq!(&*decode(b"caf\xe9".to_vec()).unwrap(), "café");
        assert_eq!(&*decode("café".into()).unwrap(), "café");
        assert_eq!(&*decode("\u{feff}x".into()).unwrap(), "x");
        assert_eq!(decode(vec![b'a', 0]), None);
    }
}
