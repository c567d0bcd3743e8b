//! A counterexample as a page for the browser.
//!
//! One file that needs nothing else: no network (its policy forbids it), no server, no build step.
//! The trace is embedded as data; the scripts beside this file draw it. They are joined into one
//! module in the order of [`SCRIPTS`], so each uses what stands in those before it. Nothing of the
//! model ever becomes markup: text is inserted as text.

use crate::Trace;

const PAGE: &str = include_str!("page.html");

const STYLES: [&str; 4] = [
    include_str!("style/theme.css"),
    include_str!("style/frame.css"),
    include_str!("style/panels.css"),
    include_str!("style/print.css"),
];

const SCRIPTS: [&str; 16] = [
    include_str!("script/dom.js"),
    include_str!("script/data.js"),
    include_str!("script/arrows.js"),
    include_str!("script/values.js"),
    include_str!("script/filter.js"),
    include_str!("script/place.js"),
    include_str!("script/header.js"),
    include_str!("script/chips.js"),
    include_str!("script/list.js"),
    include_str!("script/chart.js"),
    include_str!("script/timeline.js"),
    include_str!("script/now.js"),
    include_str!("script/source.js"),
    include_str!("script/layout.js"),
    include_str!("script/automaton.js"),
    include_str!("script/controls.js"),
];

/// The page of a trace.
pub fn page(trace: &Trace) -> String {
    let title = format!("{}: {}", trace.model, trace.property.name);
    fill(
        PAGE,
        &[
            ("{title}", &text(&title)),
            ("{style}", &STYLES.concat()),
            ("{trace}", &embedded(trace)),
            ("{script}", &SCRIPTS.concat()),
        ],
    )
}

/// The template with each marker replaced by its text. Markers stand in the given order, and are
/// looked for in the template alone: what is inserted may contain anything.
fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let inserted: usize = parts.iter().map(|(_, part)| part.len()).sum();
    let mut page = String::with_capacity(template.len() + inserted);
    let mut rest = template;
    for (marker, part) in parts {
        let (before, after) = rest
            .split_once(marker)
            .expect("the template has every marker, in this order");
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Text as the content of an element.
fn text(raw: &str) -> String {
    raw.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The trace as JSON that can stand in a `script` element.
///
/// Outside of strings JSON has none of these characters, and inside of them each can be written as
/// an escape. Without `<` there is neither an end tag nor the start of a comment; the two separators
/// end a line in old scripts.
fn embedded(trace: &Trace) -> String {
    let json = serde_json::to_string(trace).expect("a trace has nothing that JSON cannot express");
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            _ => safe.push(character),
        }
    }
    safe
}
