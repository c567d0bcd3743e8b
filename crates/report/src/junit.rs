//! JUnit's XML, as GitLab, Jenkins and most other CI systems read it: a suite for the model, a case
//! for each property.
//!
//! There is no standard. What is written here is what the common readers share. A search that was cut
//! short is an `error`, never `skipped`: readers count skipped tests as good.

use crate::outcome::{Outcome, PropertyOutcome, Verdict};
use crate::utc::utc;
use std::fmt::Write;

/// The document.
pub fn junit(outcome: &Outcome) -> String {
    let model = attribute(&outcome.model);
    let time = outcome.ended.duration_since(outcome.started);
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3}\"",
        outcome.properties.len(),
        outcome.count(Verdict::Violated),
        outcome.count(Verdict::Incomplete),
        time.unwrap_or_default().as_secs_f64()
    );
    let started = utc(outcome.started);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(xml, "<testsuites name=\"stubborn\" {counts}>");
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{model}\" {counts} skipped=\"0\" timestamp=\"{started}\">"
    );
    for property in &outcome.properties {
        case(&mut xml, outcome, property);
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

fn case(xml: &mut String, outcome: &Outcome, property: &PropertyOutcome) {
    let place = outcome.place(property);
    let line = place
        .site
        .map_or(String::new(), |site| format!(" line=\"{}\"", site.line));
    let _ = write!(
        xml,
        "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\"{line} time=\"{:.3}\"",
        attribute(&property.name),
        attribute(&outcome.model),
        attribute(place.path),
        property.seconds
    );
    let element = match property.verdict {
        Verdict::Holds => {
            xml.push_str("/>\n");
            return;
        }
        Verdict::Violated => "failure",
        Verdict::Incomplete => "error",
    };
    let message = property.message();
    let _ = writeln!(
        xml,
        ">\n      <{element} message=\"{}\" type=\"{}\">{}</{element}>\n    </testcase>",
        attribute(&message),
        attribute(&property.kind),
        text(&format!("{message}\n{}", property.story)),
    );
}

/// Text between tags.
fn text(text: &str) -> String {
    escape(text, |c| match c {
        '\n' | '\t' => Some(String::from(c)),
        _ => None,
    })
}

/// The value of an attribute. Readers make a blank of a line break that is not written as a number.
fn attribute(text: &str) -> String {
    escape(text, |c| match c {
        '"' => Some("&quot;".to_owned()),
        '\n' | '\t' => Some(format!("&#{};", u32::from(c))),
        _ => None,
    })
}

/// Escapes markup and drops what XML 1.0 has no way to write: control characters, and the last two
/// code points of the basic plane.
fn escape(text: &str, special: impl Fn(char) -> Option<String>) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match (special(c), c) {
            (Some(written), _) => escaped.push_str(&written),
            (_, '&') => escaped.push_str("&amp;"),
            (_, '<') => escaped.push_str("&lt;"),
            // Only `]]>` has to be escaped, but nobody is hurt by more.
            (_, '>') => escaped.push_str("&gt;"),
            (_, c) if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            (_, c) => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_suite_with_a_case_for_each_property() {
        let xml = junit(&sample::outcome());
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="stubborn" tests="3" failures="1" errors="1" time="1.500">
  <testsuite name="m.pml" tests="3" failures="1" errors="1" time="1.500" skipped="0" timestamp="2026-02-03T04:05:06.000Z">
    <testcase name="assertions" classname="m.pml" file="m.pml" line="7" time="0.250">
      <failure message="assertions violated: m.pml:7: assert(x &lt; 2 &amp;&amp; &quot;y&quot;) fails after 3 steps" type="safety">assertions violated: m.pml:7: assert(x &lt; 2 &amp;&amp; "y") fails after 3 steps
  1  P(0)  m.pml:3  c!1
</failure>
    </testcase>
    <testcase name="deadlock" classname="m.pml" file="m.pml" time="0.250"/>
    <testcase name="p" classname="m.pml" file="m.pml" time="1.000">
      <error message="p incomplete: there are more states than allowed" type="ltl">p incomplete: there are more states than allowed
</error>
    </testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(xml, expected);
    }

    #[test]
    fn what_cannot_be_written_is_left_out() {
        assert_eq!(
            text("a\u{0}\u{1b}[1m<b>\r\n\t&\u{ffff}"),
            "a[1m&lt;b&gt;\n\t&amp;"
        );
        assert_eq!(attribute("\"\n\t'\u{7f}"), "&quot;&#10;&#9;'");
        assert_eq!(text("]]>"), "]]&gt;");
    }
}
