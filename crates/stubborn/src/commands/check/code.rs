//! Makes code of the model for the engine that is asked for, or for the best one that there is.

use super::{Choice, Engine};
use crate::output::eprintln;
use jit::{Compiled, Target};
use program::{Expr, Program, Questions};

/// What compiles a program; letters are the values of the expressions.
pub type Compiler =
    for<'p> fn(Target, &'p Program, Vec<Expr>, &Questions) -> Result<Compiled<'p>, jit::Error>;

/// What this machine can compile to.
pub fn compile<'p>(
    target: Target,
    program: &'p Program,
    propositions: Vec<Expr>,
    questions: &Questions,
) -> Result<Compiled<'p>, jit::Error> {
    Compiled::with_questions(target, program, propositions, questions)
}

/// Code of a model.
pub struct Code<'a> {
    choice: Choice,
    compiler: Compiler,
    /// The code without propositions, which most properties do not need, of the last program.
    bare: Option<(&'a Program, Engine, Compiled<'a>)>,
    /// The last note.
    said: Option<String>,
}

/// What executes the model for a property.
pub enum Executor<'a> {
    Compiled(Engine, Box<Compiled<'a>>),
    Interpreter,
}

impl<'a> Code<'a> {
    pub fn new(choice: Choice, compiler: Compiler) -> Code<'a> {
        Code {
            choice,
            compiler,
            bare: None,
            said: None,
        }
    }

    /// The engine for a property with these propositions. If it is not the best, that is said once;
    /// if it is not the one that was asked for, there is none.
    pub fn executor(
        &mut self,
        program: &'a Program,
        propositions: Vec<Expr>,
        questions: &Questions,
    ) -> Result<Executor<'a>, String> {
        let bare = propositions.is_empty();
        if bare
            && let Some((known, engine, system)) = &self.bare
            && std::ptr::eq(*known, program)
        {
            return Ok(Executor::Compiled(*engine, Box::new(system.clone())));
        }
        let engines: &[(Engine, Target)] = match self.choice {
            Choice::Auto => &[NATIVE, BYTECODE],
            Choice::Native => &[NATIVE],
            Choice::Bytecode => &[BYTECODE],
            Choice::Interpreter => return Ok(Executor::Interpreter),
        };
        let mut excuse = None;
        for &(engine, target) in engines {
            match (self.compiler)(target, program, propositions.clone(), questions) {
                Ok(system) => {
                    self.say(excuse, engine);
                    if bare {
                        self.bare = Some((program, engine, system.clone()));
                    }
                    return Ok(Executor::Compiled(engine, Box::new(system)));
                }
                Err(error) => excuse = Some(error.to_string()),
            }
        }
        match excuse {
            Some(excuse) if self.choice != Choice::Auto => Err(excuse),
            excuse => {
                self.say(excuse, Engine::Interpreter);
                Ok(Executor::Interpreter)
            }
        }
    }

    /// Says why an engine is not the best.
    fn say(&mut self, excuse: Option<String>, engine: Engine) {
        let Some(excuse) = excuse else { return };
        let note = format!("{excuse}; {} is used instead", engine.name());
        if self.said.as_ref() != Some(&note) {
            eprintln!("note: {note}");
            self.said = Some(note);
        }
    }
}

const NATIVE: (Engine, Target) = (Engine::Native, Target::Native);
const BYTECODE: (Engine, Target) = (Engine::Bytecode, Target::Bytecode);
