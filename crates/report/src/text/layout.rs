//! Where on the line everything goes.

use super::rows::{Chain, Edge, Note, Row, StepRow};
use std::fmt::Write;

/// Statements longer than this have what they changed on the next line.
const MAX_STATEMENT: usize = 36;
/// Lines are not longer than this if that can be helped.
const WIDTH: usize = 100;

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const YELLOW: &str = "\x1b[33m";
const RED: &str = "\x1b[1;31m";
const RESET: &str = "\x1b[0m";
/// Of the names of processes, in turn.
const PROCESSES: [&str; 6] = [
    "\x1b[1;36m",
    "\x1b[1;35m",
    "\x1b[1;34m",
    "\x1b[1;32m",
    "\x1b[1;33m",
    "\x1b[1;37m",
];

/// The rows as lines.
pub fn write(rows: &[Row], colour: bool) -> String {
    let mut page = Page {
        columns: Columns::of(rows),
        colour,
        gutter: "  ",
        text: String::new(),
    };
    for row in rows {
        page.row(row);
    }
    page.text
}

/// The widths of columns.
struct Columns {
    number: usize,
    place: usize,
    statement: usize,
}

const NUMBER: &str = "step";
const PLACE: &str = "line";
const STATEMENT: &str = "statement";

impl Columns {
    fn of(rows: &[Row]) -> Columns {
        let steps = || {
            rows.iter().filter_map(|row| match row {
                Row::Step(step) => Some(step),
                _ => None,
            })
        };
        let last = steps().filter_map(|step| step.number).max().unwrap_or(0);
        let places = steps().map(|step| width(&step.place)).max().unwrap_or(0);
        let statements = steps().map(|step| width(&step.statement));
        let fitting = statements.filter(|&width| width <= MAX_STATEMENT).max();
        Columns {
            number: last.to_string().len().max(NUMBER.len()),
            place: places.max(PLACE.len()),
            statement: fitting.unwrap_or(0).max(STATEMENT.len()),
        }
    }

    /// Where what changed begins, after the gutter.
    fn notes(&self) -> usize {
        self.number + 3 + self.place + 2 + self.statement + 3
    }
}

struct Page {
    columns: Columns,
    colour: bool,
    /// What stands at the left of every row.
    gutter: &'static str,
    text: String,
}

impl Page {
    fn row(&mut self, row: &Row) {
        match row {
            Row::Titles => {
                let Columns { number, place, .. } = self.columns;
                let titles = format!("{NUMBER:>number$}   {PLACE:>place$}  {STATEMENT}");
                let titles = format!("{titles:width$}changes", width = self.columns.notes());
                self.line(DIM, &titles);
            }
            Row::Who(process, name) => self.line(PROCESSES[process % PROCESSES.len()], name),
            Row::Step(step) => self.step(step),
            Row::Loop(edge, text) => {
                let corner = if *edge == Edge::Begin {
                    "╭╴"
                } else {
                    "╰╴"
                };
                self.gutter = "";
                self.line(YELLOW, &format!("{corner}{text}"));
                self.gutter = if *edge == Edge::Begin { "│ " } else { "  " };
            }
            Row::Fold(text) => self.line(YELLOW, text),
            Row::Remark(title, lines) => {
                self.line(BOLD, title);
                for line in lines {
                    self.line("", &format!("  {line}"));
                }
            }
        }
    }

    fn step(&mut self, row: &StepRow) {
        let Columns {
            number,
            place,
            statement,
        } = self.columns;
        let shown = row
            .number
            .map_or(String::new(), |number| number.to_string());
        let chain = match row.chain {
            Chain::None => ' ',
            Chain::First => '┌',
            Chain::Middle => '│',
            Chain::Last => '└',
        };
        let counter = self.paint(
            DIM,
            &format!("{shown:>number$} {chain} {:>place$}", row.place),
        );
        let start = format!("{counter}  {:statement$}", row.statement);
        let mut lines = self.fill(&row.notes).into_iter();
        let fits = width(&row.statement) <= statement;
        let first = if fits { lines.next() } else { None };
        match first {
            Some(first) => self.line("", &format!("{start}   {first}")),
            None => self.line("", start.trim_end()),
        }
        let indent = self.columns.notes();
        for line in lines {
            self.line("", &format!("{:indent$}{line}", ""));
        }
    }

    /// Notes, as many on a line as there is room for.
    fn fill(&self, notes: &[Note]) -> Vec<String> {
        let room = WIDTH.saturating_sub(self.columns.notes());
        let mut lines: Vec<(usize, String)> = Vec::new();
        for note in notes {
            let (style, text) = match note {
                Note::Change(text) => ("", text),
                Note::Aside(text) => (DIM, text),
                Note::Wrong(text) => (RED, text),
            };
            let (long, painted) = (width(text), self.paint(style, text));
            match lines.last_mut() {
                Some((used, line)) if *used + 3 + long <= room => {
                    *used += 3 + long;
                    let _ = write!(line, "   {painted}");
                }
                _ => lines.push((long, painted)),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }

    fn line(&mut self, style: &str, text: &str) {
        let gutter = self.paint(YELLOW, self.gutter.trim_end());
        let after = &self.gutter[self.gutter.trim_end().len()..];
        let text = self.paint(style, text);
        let _ = writeln!(self.text, "{gutter}{after}{text}");
    }

    fn paint(&self, style: &str, text: &str) -> String {
        if self.colour && !style.is_empty() && !text.is_empty() {
            format!("{style}{text}{RESET}")
        } else {
            text.to_owned()
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
