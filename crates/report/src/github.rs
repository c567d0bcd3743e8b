//! Annotations and a summary for GitHub Actions.
//!
//! A workflow command is a line on standard output: `::error file=F,line=N,title=T::message`. Line
//! breaks and percent signs are escaped, and in the values of properties colons and commas too.

use crate::outcome::{Outcome, PropertyOutcome, Verdict};
use std::fmt::Write;

/// Lines of a run that an annotation has.
const LINES: usize = 40;

/// A command for each property that does not hold, one on each line.
pub fn annotations(outcome: &Outcome) -> String {
    let mut lines = String::new();
    for property in &outcome.properties {
        let command = match property.verdict {
            Verdict::Holds => continue,
            Verdict::Violated => "error",
            Verdict::Incomplete => "warning",
        };
        let place = outcome.place(property);
        let _ = write!(lines, "::{command} file={}", value(place.path));
        if let Some(site) = place.site {
            let _ = write!(
                lines,
                ",line={},endLine={},col={},endColumn={}",
                site.line, site.end_line, site.column, site.end_column
            );
        }
        let title = format!("{} {}", property.name, property.verdict.name());
        let _ = write!(lines, ",title={}::", value(&title));
        let story = shortened(&property.story);
        let message = match (property.detail.as_str(), story.as_str()) {
            ("", "") => title,
            ("", text) | (text, "") => text.to_owned(),
            (detail, story) => format!("{detail}\n{story}"),
        };
        lines.push_str(&data(&message));
        lines.push('\n');
    }
    lines
}

/// The first lines of a run: an annotation is shown beside the code, and the log has the rest.
fn shortened(story: &str) -> String {
    let lines: Vec<&str> = story.trim_end().lines().collect();
    let mut text = lines[..lines.len().min(LINES)].join("\n");
    if let Some(more) = lines.len().checked_sub(LINES).filter(|&more| more > 0) {
        let _ = write!(text, "\n… and {more} lines more");
    }
    text
}

/// A table in Markdown for the page of a job.
pub fn summary(outcome: &Outcome) -> String {
    let mut page = format!("### `{}`\n\n", outcome.model.replace(['`', '\n'], " "));
    page.push_str("| property | verdict | states | time | |\n|---|---|---:|---:|---|\n");
    for property in &outcome.properties {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {:.2} s | {} |",
            cell(&property.name),
            mark(property),
            property.states,
            property.seconds,
            cell(&property.detail)
        );
    }
    page.push('\n');
    page
}

fn mark(property: &PropertyOutcome) -> &'static str {
    match property.verdict {
        Verdict::Holds => ":white_check_mark: holds",
        Verdict::Violated => ":x: **violated**",
        Verdict::Incomplete => ":warning: incomplete",
    }
}

/// Text in a cell: on one line, and without markup.
fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | ':' | '@' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn value(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_command_for_each_property_that_does_not_hold() {
        assert_eq!(
            annotations(&sample::outcome()),
            "::error file=m.pml,line=7,endLine=7,col=3,endColumn=22,title=assertions violated\
             ::m.pml:7: assert(x < 2 && \"y\") fails after 3 steps%0A  1  P(0)  m.pml:3  c!1\n\
             ::warning file=m.pml,title=p incomplete::there are more states than allowed\n"
        );
    }

    #[test]
    fn no_text_ends_a_command() {
        assert_eq!(value("a,b:c%\n"), "a%2Cb%3Ac%25%0A");
        let mut outcome = sample::outcome();
        outcome.properties[2].detail = "x\r\n::error::y".to_owned();
        assert_eq!(annotations(&outcome).lines().count(), 2);
    }

    #[test]
    fn a_long_run_is_cut() {
        let mut outcome = sample::outcome();
        outcome.properties[0].story = "a step\n".repeat(LINES + 3);
        let text = annotations(&outcome);
        assert_eq!(text.matches("a step").count(), LINES);
        assert!(text.contains("%0A… and 3 lines more\n"), "{text}");
    }

    #[test]
    fn a_row_for_each_property() {
        let page = summary(&sample::outcome());
        let rows: Vec<&str> = page.lines().skip(4).collect();
        assert_eq!(
            rows,
            [
                "| assertions | :x: **violated** | 12 | 0.25 s | \
                 m.pml\\:7\\: assert(x &lt; 2 &amp;&amp; \"y\") fails after 3 steps |",
                "| deadlock | :white_check_mark: holds | 12 | 0.25 s |  |",
                "| p | :warning: incomplete | 100 | 1.00 s | there are more states than allowed |",
                "",
            ]
        );
    }
}
