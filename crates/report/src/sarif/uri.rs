//! Paths as URI references (RFC 3986).

use std::fmt::Write;

/// A relative path stays relative, so that services find the file in the repository; an absolute one
/// becomes a `file` URI.
pub fn uri(path: &str) -> String {
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let drive = path.as_bytes().get(1) == Some(&b':') && cfg!(windows);
    let prefix = match (path.starts_with('/'), drive) {
        (true, _) => "file://",
        (_, true) => "file:///",
        _ => "",
    };
    let mut uri = String::from(prefix);
    for byte in path.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("./models/a.pml"), "models/a.pml");
        assert_eq!(uri("../a b#1.pml"), "../a%20b%231.pml");
        assert_eq!(uri("c:é.pml"), "c%3A%C3%A9.pml");
        #[cfg(unix)]
        assert_eq!(uri("/m/a.pml"), "file:///m/a.pml");
    }
}
