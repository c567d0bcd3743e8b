//! Deterministic steps: control flow inside one function.

use super::emitter::Emitter;
use super::perform::{Making, Source};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use program::DStep;
use program::action::DNode;

/// Statements that a deterministic step may execute, as for the interpreter.
const MAX_STATEMENTS: i32 = 1_000_000;

impl Emitter<'_> {
    /// Runs a step to its end, on the state that is being made. Its first statement completes the
    /// offer, if there is one.
    pub fn run_dstep(&mut self, making: &Making, body: &DStep, offer: Option<Value>) {
        let statements = self.b.declare_var(types::I32);
        let zero = self.constant(0);
        self.b.def_var(statements, zero);
        let nodes: Vec<Block> = body.nodes.iter().map(|_| self.block()).collect();
        let done = self.block();
        let fault = self.fault;
        let run = Run {
            nodes: &nodes,
            done,
        };
        match offer {
            None => self.jump(nodes[0]),
            Some(offer) => {
                let one = self.constant(1);
                self.b.def_var(statements, one);
                self.dstep_node(making, &body.nodes[0], Some(offer), &run);
            }
        }
        for (node, &block) in body.nodes.iter().zip(&nodes) {
            self.b.switch_to_block(block);
            let before = self.b.use_var(statements);
            let after = self.b.ins().iadd_imm_s(before, 1);
            self.b.def_var(statements, after);
            let allowed =
                self.compare_constant(IntCC::SignedLessThanOrEqual, after, MAX_STATEMENTS);
            self.require(allowed, fault);
            self.dstep_node(making, node, None, &run);
        }
        self.b.switch_to_block(done);
    }

    /// Takes the first choice that is enabled; a fault if there is none.
    fn dstep_node(&mut self, making: &Making, node: &DNode, offer: Option<Value>, run: &Run<'_>) {
        let fault = self.fault;
        for choice in &node.choices {
            let next = self.block();
            let source = match offer {
                Some(offer) => {
                    self.guard_offer(&making.view, &choice.action, offer, next);
                    Source::Offer(offer)
                }
                None => Source::Buffer(self.guard(&making.view, &choice.action, next)),
            };
            self.perform(making, &choice.action, source);
            self.jump(
                choice
                    .next
                    .map_or(run.done, |next| run.nodes[next as usize]),
            );
            self.b.switch_to_block(next);
        }
        self.jump(fault);
    }
}

/// Where control goes inside a step.
struct Run<'a> {
    nodes: &'a [Block],
    done: Block,
}
