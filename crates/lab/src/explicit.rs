//! A small program as the search engine takes programs.

use crate::program::Program;
use program::{Fault, Labels, Process, Step, Successors, TransitionSystem};

/// A small program as a transition system: a state is its number.
pub struct Explicit<'a> {
    program: &'a Program,
}

impl<'a> Explicit<'a> {
    pub fn new(program: &'a Program) -> Explicit<'a> {
        Explicit { program }
    }
}

fn number(state: &[u8]) -> usize {
    usize::from(state[0])
}

impl TransitionSystem for Explicit<'_> {
    fn initial(&mut self, out: &mut Successors) {
        out.push(&[self.program.initial as u8], Step::default(), None, false);
    }

    fn expand(&mut self, state: &[u8], out: &mut Successors) {
        for (op, operation) in self.program.operations.iter().enumerate() {
            if let Some(next) = operation.at(number(state)) {
                out.push(&[next as u8], Step::new(op as u8, 0), None, false);
            }
        }
    }

    /// Nobody ever holds control.
    fn expand_holder(&mut self, state: &[u8], _: usize, out: &mut Successors) {
        self.expand(state, out);
    }

    fn is_valid_end(&mut self, _: &[u8]) -> bool {
        true
    }

    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault> {
        Ok(self.program.labels[number(state)].into())
    }

    fn labels(&mut self, _: &[u8]) -> Labels {
        Labels::default()
    }

    fn processes(&mut self, _: &mut Vec<Process>) {}

    fn ask(&mut self, _: usize, out: &mut program::Answers) {
        out.clear();
    }
}
