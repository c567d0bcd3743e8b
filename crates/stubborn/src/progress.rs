//! A line that says how far a long search has come.
//!
//! How many states there are is not known before the end, and neither the depth nor the number of
//! states that wait foretells it. So no share of the work is shown, but what is known: states,
//! their rate, the depth, the memory; and the time that is left if there is a limit.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two updates on a terminal.
const ON_TERMINAL: Duration = Duration::from_millis(200);
/// Time between two lines elsewhere, such as in the log of a CI job.
const IN_LOG: Duration = Duration::from_secs(10);
/// Longest part of a property's name that is shown; the line must not wrap on a terminal.
const NAME: usize = 24;

/// Shows progress on standard error.
pub struct Progress {
    /// What is being checked.
    name: String,
    limit: Option<Duration>,
    started: Instant,
    /// When a line was shown last, and the states known then.
    shown: (Instant, u64),
    terminal: bool,
    silent: bool,
    line_open: bool,
}

impl Progress {
    /// `limit` is the longest time that each search may take.
    pub fn new(silent: bool, limit: Option<Duration>) -> Progress {
        let now = Instant::now();
        Progress {
            name: String::new(),
            limit,
            started: now,
            shown: (now, 0),
            terminal: std::io::stderr().is_terminal(),
            silent,
            line_open: false,
        }
    }

    /// A search begins.
    pub fn begin(&mut self, name: &str) {
        self.name = name.chars().take(NAME).collect();
        if self.name.len() < name.len() {
            self.name.push('…');
        }
        self.started = Instant::now();
        self.shown = (self.started, 0);
    }

    /// Shows how many states were stored, how deep the search is, and the bytes it uses.
    pub fn update(&mut self, states: u64, depth: u64, memory: u64) {
        let interval = if self.terminal { ON_TERMINAL } else { IN_LOG };
        let (shown, before) = self.shown;
        let since = shown.elapsed();
        if self.silent || since < interval {
            return;
        }
        self.shown = (Instant::now(), states);
        // A second search for the same property starts from nothing again.
        let rate = states.saturating_sub(before) as f64 / since.as_secs_f64();
        let text = self.line(states, rate, depth, memory, self.started.elapsed());
        let mut error = std::io::stderr().lock();
        // Progress that cannot be shown is no reason to stop.
        let _ = if self.terminal {
            self.line_open = true;
            write!(error, "\r\x1b[K{text}")
        } else {
            writeln!(error, "{text}")
        };
        let _ = error.flush();
    }

    fn line(&self, states: u64, rate: f64, depth: u64, memory: u64, time: Duration) -> String {
        let left = self.limit.map_or(String::new(), |limit| {
            format!(", at most {} s left", limit.saturating_sub(time).as_secs())
        });
        format!(
            "{}: {states} states, {rate:.0} a second, depth {depth}, {:.0} MB, {} s{left}",
            self.name,
            memory as f64 / 1e6,
            time.as_secs()
        )
    }

    /// Removes the line.
    pub fn finish(&mut self) {
        if self.line_open {
            let mut error = std::io::stderr().lock();
            let _ = write!(error, "\r\x1b[K");
            let _ = error.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_time_is_the_only_estimate() {
        let mut progress = Progress::new(true, None);
        progress.begin("assertions, deadlock and more");
        let line = |progress: &Progress| {
            progress.line(1_000_000, 2.5e6, 70, 48_000_000, Duration::from_secs(3))
        };
        assert_eq!(
            line(&progress),
            "assertions, deadlock and…: 1000000 states, 2500000 a second, depth 70, 48 MB, 3 s"
        );
        progress.limit = Some(Duration::from_secs(60));
        progress.begin("p");
        assert!(line(&progress).ends_with("3 s, at most 57 s left"));
    }
}
