//! The question of the lab as a formula, and an answer to it as a counterexample.

use super::ample::Table;
use super::moves::Moves;
use super::product::Product;
use super::program::Program;
use super::search::Search;
use super::subject::Subject;
use super::symmetry;
use crate::buchi::Buchi;
use crate::choose;
use crate::hunt::Counterexample;
use crate::operation::{Independence, MAX_STATES, Operation};
use crate::path::Refuses;
use crate::program;
use crate::scheme::{Companion, Scheme};
use sat::{Cnf, Model};

/// A scheme beside one automaton, and programs of exactly so many states, all of them reached, and
/// up to so many operations.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub scheme: Scheme,
    /// The condition on the path, if that is what counts and not cycles.
    pub refuses: Option<Refuses>,
    pub independence: Independence,
    pub automaton: &'a Buchi,
    pub companion: &'a Companion,
    pub states: usize,
    pub operations: usize,
    pub letters: usize,
}

/// The variables of which an answer consists.
pub struct Encoding {
    program: Program,
    table: Table,
    search: Option<Search>,
}

impl Question<'_> {
    /// A formula that is satisfiable if and only if there is a counterexample.
    pub fn encode(&self) -> (Cnf, Encoding) {
        let mut cnf = Cnf::new();
        let program = Program::new(
            &mut cnf,
            self.states,
            self.operations,
            self.letters,
            self.independence,
        );
        symmetry::in_order_of_discovery(&mut cnf, &program);
        let mut moves = Moves::default();
        let table = Table::new(&mut cnf, &program, self.companion);
        let search = match self.refuses {
            None => {
                table.cycles(&mut cnf, &program, self.companion, &mut moves);
                None
            }
            Some(refuses) => {
                let subject = Subject {
                    program: &program,
                    companion: self.companion,
                    table: &table,
                };
                Some(Search::new(&mut cnf, subject, refuses, &mut moves))
            }
        };
        let product = Product::new(&mut cnf, &program, self.companion, &mut moves);
        product.has_a_run(&mut cnf);
        product.reduced_has_none(&mut cnf, &table);
        let encoding = Encoding {
            program,
            table,
            search,
        };
        (cnf, encoding)
    }

    /// The counterexample that a model stands for.
    pub fn decode(&self, encoding: &Encoding, model: &Model) -> Counterexample {
        let Encoding {
            program,
            table,
            search,
        } = encoding;
        let operation = |function: &Vec<Vec<sat::Lit>>| {
            let mut operation = Operation::NOWHERE;
            for (q, row) in function.iter().enumerate() {
                operation.set(q, row.iter().position(|&to| model.holds(to)));
            }
            operation
        };
        let operations = program.next.iter().map(operation).collect();
        let mut labels = [0; MAX_STATES];
        for (label, row) in labels.iter_mut().zip(&program.label) {
            let letter = row.iter().position(|&letter| model.holds(letter));
            *label = letter.unwrap_or(0) as u8;
        }
        let mut proper = Vec::new();
        for (q, by_key) in table.chosen.iter().enumerate() {
            for (key, row) in by_key.iter().enumerate() {
                let chosen = row.iter().position(|&chosen| model.holds(chosen));
                proper.extend(chosen.map(|set| (q * self.companion.keys + key, table.sets[set])));
            }
        }
        Counterexample {
            scheme: self.scheme,
            independence: self.independence,
            automaton: *self.automaton,
            program: program::Program {
                states: self.states,
                initial: 0,
                operations,
                labels,
            },
            table: choose::Table { proper },
            order: search
                .as_ref()
                .map(|search| search.order(model, self.companion)),
        }
    }
}
