//! Running another program with a deadline, and stopping it as soon as its output says enough.

use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit status.
    Exited(ExitStatus),
    /// We stopped it, because a line of its output asked for that.
    Stopped,
    /// We stopped it at the deadline.
    TimedOut,
}

/// What a run printed on standard output, and how it ended.
#[derive(Debug)]
pub struct Run {
    pub text: String,
    pub end: End,
}

impl Run {
    pub fn succeeded(&self) -> bool {
        matches!(self.end, End::Exited(status) if status.success())
    }
}

/// Runs `command` for at most `limit`; stops it early at the first line for which `enough` holds.
pub fn run(
    command: &mut Command,
    limit: Duration,
    enough: impl Fn(&str) -> bool,
) -> io::Result<Run> {
    let deadline = Instant::now() + limit;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let Some(stdout) = child.stdout.take() else {
        return Err(io::Error::other("no pipe to the child"));
    };
    let (sender, lines) = mpsc::channel();
    // Ends by itself: at the child's end of file, or when the receiver is gone.
    let reader = thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        let mut line = Vec::new();
        while stdout.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    let mut text = String::new();
    let end = loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => {
                let stop = enough(&line);
                text.push_str(&line);
                if stop {
                    break kill(&mut child).map(|()| End::Stopped);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break child.wait().map(End::Exited),
            Err(RecvTimeoutError::Timeout) => break kill(&mut child).map(|()| End::TimedOut),
        }
    }?;
    drop(lines);
    // A reader that panicked has sent all it could read; there is nothing else to learn from it.
    let _ = reader.join();
    Ok(Run { text, end })
}

fn kill(child: &mut Child) -> io::Result<()> {
    child.kill()?;
    child.wait().map(drop)
}

/// Whether a program of this name can be started.
pub fn exists(program: &str) -> bool {
    let quiet = |command: &mut Command| {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
    };
    quiet(Command::new(program).arg("-v")).is_ok()
}
