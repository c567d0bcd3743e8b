//! Errors in short texts, with the place marked below the line.

use crate::output::eprintln;
use std::ops::Range;

/// Longest excerpt of a line that is shown.
const WIDTH: usize = 76;

/// Writes `error: message`, the line of `text` with `span` underlined, and the hint.
pub fn report(text: &str, span: Range<usize>, message: &str, hint: Option<&str>) {
    eprintln!("\x1b[1;31merror\x1b[0m: {message}");
    let (line, marks) = excerpt(text, span);
    eprintln!("  {line}\n  \x1b[1;31m{marks}\x1b[0m");
    if let Some(hint) = hint {
        eprintln!("  hint: {hint}");
    }
}

/// The part of the line around `span`, and the carets to go below it.
fn excerpt(text: &str, span: Range<usize>) -> (String, String) {
    let start = text.floor_char_boundary(span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
    // A tab or other control character would shift what is below it.
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let line: Vec<char> = text[line_start..line_end].chars().map(visible).collect();
    let column = text[line_start..start].chars().count();
    let end = text.floor_char_boundary(span.end.clamp(start, line_end));
    let length = text[start..end].chars().count().max(1);
    let from = if line.len() <= WIDTH {
        0
    } else {
        column.saturating_sub(WIDTH / 2)
    };
    let to = line.len().min(from + WIDTH);
    let before = if from > 0 { "…" } else { "" };
    let after = if to < line.len() { "…" } else { "" };
    let shown: String = line[from.min(to)..to].iter().collect();
    let indent = column - from + before.chars().count();
    let carets = length.min(WIDTH - (column - from).min(WIDTH - 1));
    (
        format!("{before}{shown}{after}"),
        format!("{}{}", " ".repeat(indent), "^".repeat(carets)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_marked() {
        let (line, marks) = excerpt("a\nb é c", 4..6);
        assert_eq!((line.as_str(), marks.as_str()), ("b é c", "  ^"));
        let inside_a_character = excerpt("a\nb é c", 5..6);
        assert_eq!(inside_a_character, (line, marks));
        let (line, marks) = excerpt("a &&", 4..4);
        assert_eq!((line.as_str(), marks.as_str()), ("a &&", "    ^"));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}X{}", "a".repeat(1000), "b".repeat(1000));
        let (line, marks) = excerpt(&text, 1000..2001);
        assert!(line.chars().count() <= WIDTH + 2);
        let column = marks.chars().take_while(|&c| c == ' ').count();
        assert_eq!(line.chars().nth(column), Some('X'));
    }
}
