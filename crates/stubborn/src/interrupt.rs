//! Ctrl-C: the search ends in good order and what is known is reported.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C a request instead of an end. A second one ends the program at once. Only for what
/// looks at [`requested`] now and then.
pub fn install() {
    // Without a handler Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::exit::Exit::Incomplete as i32);
        }
    });
}

/// What is set when Ctrl-C was pressed.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}

/// Whether Ctrl-C was pressed.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Whether to go on, for what observes a search.
pub fn check() -> ControlFlow<()> {
    if requested() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
