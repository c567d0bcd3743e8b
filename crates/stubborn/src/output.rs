//! Standard output and standard error, for people who close them and disks that are full.
//!
//! The macros of the standard library panic when they cannot write. Here a closed pipe means that
//! nobody wants to read more: the rest is dropped in silence and the exit code is what it would have
//! been. Any other mistake means that the answer is lost: it is said once on standard error, and the
//! exit code is that of bad usage ([`finish`]). Colours are dropped where there is no terminal.

use crate::exit::Exit;
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::Mutex;

/// Why standard output takes no more.
static LOST: Mutex<Option<ErrorKind>> = Mutex::new(None);

macro_rules! print {
    ($($argument:tt)*) => { $crate::output::out(format_args!($($argument)*)) };
}

macro_rules! println {
    () => { $crate::output::out(format_args!("\n")) };
    ($($argument:tt)*) => {
        $crate::output::out(format_args!("{}\n", format_args!($($argument)*)))
    };
}

macro_rules! eprintln {
    () => { $crate::output::err(format_args!("\n")) };
    ($($argument:tt)*) => {
        $crate::output::err(format_args!("{}\n", format_args!($($argument)*)))
    };
}

pub(crate) use {eprintln, print, println};

/// Writes to standard output.
pub fn out(text: Arguments<'_>) {
    if lost().is_none() {
        note(anstream::stdout().write_fmt(text));
    }
}

/// Makes standard output show what was written.
pub fn flush() {
    if lost().is_none() {
        note(io::stdout().flush());
    }
}

/// Writes to standard error. If that fails, nobody is left to tell.
pub fn err(text: Arguments<'_>) {
    let _ = anstream::stderr().write_fmt(text);
}

/// The exit code, when all is written.
pub fn finish(exit: Exit) -> Exit {
    flush();
    match lost() {
        None | Some(ErrorKind::BrokenPipe) => exit,
        Some(error) => {
            eprintln!("error: standard output cannot be written: {error}");
            Exit::Usage
        }
    }
}

fn lost() -> Option<ErrorKind> {
    *LOST.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn note(result: io::Result<()>) {
    if let Err(error) = result {
        let mut lost = LOST.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *lost = Some(error.kind());
    }
}
