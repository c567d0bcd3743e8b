//! A system without memory: a search of it cannot remember what processes did.

use jit::Compiled;
use program::system::{Labels, Process};
use program::{Answers, Fault, Successors, TransitionSystem};

/// A system whose processes cannot be asked one by one.
pub struct Whole<'a, 'p>(pub &'a mut Compiled<'p>);

impl TransitionSystem for Whole<'_, '_> {
    fn initial(&mut self, out: &mut Successors) {
        self.0.initial(out);
    }

    fn expand(&mut self, state: &[u8], out: &mut Successors) {
        self.0.expand(state, out);
    }

    fn expand_holder(&mut self, state: &[u8], pid: usize, out: &mut Successors) {
        self.0.expand_holder(state, pid, out);
    }

    fn is_valid_end(&mut self, state: &[u8]) -> bool {
        self.0.is_valid_end(state)
    }

    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault> {
        self.0.letter(state)
    }

    fn labels(&mut self, state: &[u8]) -> Labels {
        self.0.labels(state)
    }

    fn processes(&mut self, out: &mut Vec<Process>) {
        self.0.processes(out);
    }

    fn ask(&mut self, pid: usize, out: &mut Answers) {
        self.0.ask(pid, out);
    }
}
