//! How far a hunt has come, with an estimate of the rest.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two updates on a terminal.
const ON_TERMINAL: Duration = Duration::from_millis(200);
/// Time between two lines elsewhere.
const IN_LOG: Duration = Duration::from_secs(10);

pub struct Progress {
    name: String,
    started: Instant,
    shown: Instant,
    /// The pieces that were done when it began.
    before: usize,
    silent: bool,
    terminal: bool,
    open: bool,
}

impl Progress {
    pub fn new(name: impl Into<String>, before: usize, silent: bool) -> Progress {
        let now = Instant::now();
        Progress {
            name: name.into(),
            started: now,
            shown: now,
            before,
            silent,
            terminal: std::io::stderr().is_terminal(),
            open: false,
        }
    }

    /// So many of all pieces are done.
    pub fn update(&mut self, done: usize, pieces: usize) {
        let interval = if self.terminal { ON_TERMINAL } else { IN_LOG };
        if self.silent || self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        let text = line(
            &self.name,
            self.started.elapsed(),
            self.before,
            done,
            pieces,
        );
        let mut error = std::io::stderr().lock();
        // Progress that cannot be shown is no reason to stop.
        let _ = if self.terminal {
            self.open = true;
            write!(error, "\r\x1b[K{text}")
        } else {
            writeln!(error, "{text}")
        };
        let _ = error.flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.open {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Pieces differ in size, so the estimate is no more than that.
fn line(name: &str, time: Duration, before: usize, done: usize, pieces: usize) -> String {
    let share = 100.0 * done as f64 / pieces.max(1) as f64;
    let left = match done.saturating_sub(before) {
        0 => String::new(),
        new => {
            let each = time.as_secs_f64() / new as f64;
            let left = each * pieces.saturating_sub(done) as f64;
            format!(", about {left:.0} s left")
        }
    };
    format!(
        "{name}: {done} of {pieces} pieces, {share:.0} %, {} s{left}",
        time.as_secs()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_counts_what_was_done_now() {
        let text = line("hunt", Duration::from_secs(10), 50, 60, 100);
        assert_eq!(text, "hunt: 60 of 100 pieces, 60 %, 10 s, about 40 s left");
        let text = line("hunt", Duration::from_secs(0), 50, 50, 100);
        assert_eq!(text, "hunt: 50 of 100 pieces, 50 %, 0 s");
    }
}
