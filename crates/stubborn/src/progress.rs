//! A line that says how far a long search has come.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two updates on a terminal.
const ON_TERMINAL: Duration = Duration::from_millis(200);
/// Time between two lines elsewhere, such as in the log of a CI job.
const IN_LOG: Duration = Duration::from_secs(10);

/// Shows progress on standard error.
pub struct Progress {
    started: Instant,
    shown: Instant,
    terminal: bool,
    silent: bool,
    line_open: bool,
}

impl Progress {
    pub fn new(silent: bool) -> Progress {
        let now = Instant::now();
        let terminal = std::io::stderr().is_terminal();
        Progress {
            started: now,
            shown: now,
            terminal,
            silent,
            line_open: false,
        }
    }

    /// Shows how many states were stored, how deep the search is, and the bytes it uses.
    pub fn update(&mut self, states: u64, depth: u64, memory: u64) {
        let interval = if self.terminal { ON_TERMINAL } else { IN_LOG };
        if self.silent || self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        let seconds = self.started.elapsed().as_secs_f64();
        let text = format!(
            "{states} states, {:.0} a second, depth {depth}, {:.0} MB, {seconds:.0} s",
            states as f64 / seconds,
            memory as f64 / 1e6
        );
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

    /// Removes the line.
    pub fn finish(&mut self) {
        if self.line_open {
            let mut error = std::io::stderr().lock();
            let _ = write!(error, "\r\x1b[K");
            let _ = error.flush();
        }
    }
}
