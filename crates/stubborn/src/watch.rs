//! Limits that hold whatever the checker is doing.
//!
//! A search looks at the clock and at Ctrl-C and ends in good order. But a model is read, analysed and
//! compiled before it, and a counterexample is confirmed after it, and not all of that can be made to
//! look: the code generator is not ours. So the work is done by a thread of its own, which tells what
//! it knows as soon as it knows it, and who waits goes on without it when the time is over.

use crate::interrupt;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long after its end the work may take to end in good order.
const GRACE: Duration = Duration::from_millis(700);
/// How often it is looked whether the work is to end.
const LOOK: Duration = Duration::from_millis(50);
/// Stack of the thread that works. Only what is used of it is ever taken from the system.
const STACK: usize = 1 << 30;

/// When work must have ended.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    end: Option<Instant>,
}

/// Why the rest of some work is not waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Late {
    Time,
    Interrupted,
}

impl Deadline {
    /// This long from now on, or never.
    pub fn after(time: Option<Duration>) -> Deadline {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Deadline { end }
    }

    /// When it is, if there is a limit.
    pub fn end(self) -> Option<Instant> {
        self.end
    }

    /// What is left, if there is a limit.
    pub fn left(self) -> Option<Duration> {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end.map(left)
    }
}

impl std::fmt::Display for Late {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Late::Time => "the time is over",
            Late::Interrupted => "interrupted",
        })
    }
}

/// Says what the work knows so far.
pub struct Teller<N>(Sender<N>);

impl<N> Teller<N> {
    pub fn tell(&self, news: N) {
        // Nobody listens any more if the time is over; then the program is about to end.
        let _ = self.0.send(news);
    }
}

/// Does some work in a thread of its own, and hears what it tells. The thread is left to itself, with
/// all that it has not told, if it does not end in time or when that is asked for.
pub fn work<N: Send + 'static>(
    deadline: Deadline,
    work: impl FnOnce(&Teller<N>) + Send + 'static,
    mut hear: impl FnMut(N),
) -> Result<(), Late> {
    let (sender, receiver) = channel();
    let teller = Teller(sender);
    let builder = thread::Builder::new().stack_size(STACK);
    let worker = match builder.spawn(move || work(&teller)) {
        Ok(worker) => worker,
        Err(error) => {
            crate::output::eprintln!("error: no thread: {error}");
            return Err(Late::Interrupted);
        }
    };
    let mut interrupted = None;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(news) => hear(news),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let over = |end: Instant| end.elapsed() > GRACE;
        if deadline.end.is_some_and(over) {
            return Err(Late::Time);
        }
        if interrupt::requested() && over(*interrupted.get_or_insert_with(Instant::now)) {
            return Err(Late::Interrupted);
        }
    }
    match worker.join() {
        Ok(()) => Ok(()),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_in_time_is_kept() {
        let mut heard = Vec::new();
        let end = work(
            Deadline::after(Some(Duration::from_millis(20))),
            |teller: &Teller<u32>| {
                teller.tell(1);
                thread::sleep(Duration::from_secs(3600));
                teller.tell(2);
            },
            |news| heard.push(news),
        );
        assert_eq!((heard, end), (vec![1], Err(Late::Time)));
    }

    #[test]
    fn work_that_ends_has_told_everything() {
        let mut heard = Vec::new();
        let end = work(
            Deadline::after(None),
            |teller: &Teller<u32>| (0..100).for_each(|news| teller.tell(news)),
            |news| heard.push(news),
        );
        assert_eq!(end, Ok(()));
        assert_eq!(heard, (0..100).collect::<Vec<_>>());
    }
}
