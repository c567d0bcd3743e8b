//! What makes two results of different runs the same.
//!
//! The name of the property, the file, and the text of the line that is blamed: neither the number of
//! the line nor the run that was found, so that an edit elsewhere does not make it a new result.

use crate::outcome::{Place, PropertyOutcome};

/// The fingerprint, in hexadecimal.
pub fn of(property: &PropertyOutcome, place: &Place<'_>) -> String {
    let line = property.trace.as_ref().and_then(|trace| {
        let site = place.site?;
        let source = trace.sources.get(site.source)?;
        let number = usize::try_from(site.line).ok()?.checked_sub(1)?;
        source.text.lines().nth(number)
    });
    let parts = [
        property.kind.as_str(),
        &property.name,
        place.path,
        line.unwrap_or_default().trim(),
    ];
    format!("{:016x}", fnv(&parts.join("\0")))
}

/// FNV-1a: the same for ever, which the standard library's hashes are not.
fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(fnv(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv("foobar"), 0x8594_4171_f739_67e8);
    }

    /// Blank lines above, another indentation and another run do not matter; the text of the line
    /// and the property do.
    #[test]
    fn an_edit_elsewhere_changes_nothing() {
        let print = |outcome: &crate::outcome::Outcome| {
            let property = &outcome.properties[0];
            of(property, &outcome.place(property))
        };
        let before = sample::outcome();
        let mut moved = before.clone();
        let trace = moved.properties[0].trace.as_mut().expect("it has one");
        trace.sources[0].text.insert_str(0, "\n\n");
        trace.property.site.as_mut().expect("it has one").line += 2;
        trace.steps.pop();
        assert_eq!(print(&before), print(&moved));
        let trace = moved.properties[0].trace.as_mut().expect("it has one");
        trace.sources[0].text = trace.sources[0].text.replace("x < 2", "x < 3");
        assert_ne!(print(&before), print(&moved));
        let mut renamed = before.clone();
        renamed.properties[0].name = "q".to_owned();
        assert_ne!(print(&before), print(&renamed));
    }
}
