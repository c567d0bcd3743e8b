//! Properties that the command line adds to those of the model: formulas, and claims in files.
//!
//! Everything that speaks of the model is read as if it stood at the end of the model's text, so
//! macros, `mtype` names and references to other processes mean there what they mean in the
//! model. A formula is three additions, of which only the middle one was written by the user:
//! what opens the block, the formula, what closes the block. So every place in a diagnostic is a
//! place in the user's text.

use super::property::{Source, Target, Wanted};
use crate::commands::model::Reading;
use crate::commands::{caret, text};
use crate::exit::Exit;
use crate::output::eprintln;
use omega::Automaton;
use omega::format::from_hoa;
use program::{Expr, Formula, Program, PropertyKind};
use promela::Addition;
use promela::ast::UnitKind;
use promela::span::{SourceMap, Span};
use search::claim::Claim;

/// Files of a source map before the additions: the model, and the definitions of the command line.
const FILES_BEFORE: usize = 2;

/// What the command line adds.
#[derive(Default)]
pub struct Request {
    additions: Vec<Addition>,
    items: Vec<Item>,
}

struct Item {
    /// The name under which results are reported.
    name: String,
    content: Content,
}

enum Content {
    Formula(Block),
    /// Never claims, in the addition with this index.
    Claims(usize),
    /// An automaton, and an expression for each of its propositions.
    Automaton(Box<Automaton>, Vec<Block>),
}

/// A formula: the index of the addition that opens it. The next one is its text, the one after that
/// closes it.
#[derive(Clone, Copy)]
struct Block(usize);

impl Request {
    /// Reads the formulas of `--ltl` and the files of `--claim`.
    pub fn read(formulas: &[String], claims: &[String]) -> Result<Request, Exit> {
        let mut request = Request::default();
        for formula in formulas {
            let block = request.block("--ltl", formula);
            let line: Vec<&str> = formula.split_whitespace().collect();
            request.items.push(Item {
                name: format!("ltl {{{}}}", line.join(" ")),
                content: Content::Formula(block),
            });
        }
        for file in claims {
            let content = request.claim(file)?;
            request.items.push(Item {
                name: format!("claim {file}"),
                content,
            });
        }
        Ok(request)
    }

    fn claim(&mut self, file: &str) -> Result<Content, Exit> {
        let text = text::read(file).map_err(|message| {
            eprintln!("error: {message}");
            Exit::Usage
        })?;
        if !text.trim_start().starts_with("HOA:") {
            self.additions.push(Addition {
                name: file.to_owned(),
                text,
            });
            return Ok(Content::Claims(self.additions.len() - 1));
        }
        let automaton = from_hoa(&text).map_err(|error| {
            let place = format!("{file}:{}:{}: {}", error.line, error.column, error.message);
            caret::report(&text, error.span, &place, error.hint.as_deref());
            Exit::Usage
        })?;
        let name = format!("AP of {file}");
        let props = automaton.props().iter();
        let blocks = props.map(|prop| self.block(&name, prop)).collect();
        Ok(Content::Automaton(Box::new(automaton), blocks))
    }

    fn block(&mut self, name: &str, text: &str) -> Block {
        let block = Block(self.additions.len());
        for text in ["ltl {", text, "}"] {
            self.additions.push(Addition {
                name: name.to_owned(),
                text: text.to_owned(),
            });
        }
        block
    }

    /// What is to be read with the model.
    pub fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// The addition that a span lies in. In the sources, files that are included come last.
    fn addition_of(&self, sources: &SourceMap, span: Span) -> Option<usize> {
        let file = sources.file_of(span)?;
        let mut files = sources.files().iter().skip(FILES_BEFORE);
        let index = files.position(|other| std::ptr::eq(file, other))?;
        (index < self.additions.len()).then_some(index)
    }

    fn blocks(&self) -> impl Iterator<Item = Block> {
        self.items.iter().flat_map(|item| match &item.content {
            Content::Formula(block) => std::slice::from_ref(block).to_vec(),
            Content::Claims(_) => Vec::new(),
            Content::Automaton(_, blocks) => blocks.clone(),
        })
    }

    /// What is wrong with the end of a block is wrong with the end of its formula.
    pub fn relocate(&self, reading: &mut Reading) {
        let sources = &reading.sources;
        let closed = |span: Span| {
            let at = self.addition_of(sources, span)?;
            let block = self.blocks().find(|block| block.0 + 2 == at)?;
            sources.files().get(FILES_BEFORE + block.0 + 1)
        };
        for diagnostic in &mut reading.diagnostics {
            let primary = closed(diagnostic.primary.span);
            if let Some(formula) = primary {
                let end = formula.text.trim_end().len();
                diagnostic.primary.span = formula.span(end..end);
            }
            let others = diagnostic.related.len();
            let related = &mut diagnostic.related;
            related.retain(|label| closed(label.span).is_none());
            if primary.is_some() || related.len() < others {
                let found = diagnostic.message.rfind(", found `}`");
                let end = found.unwrap_or(diagnostic.message.len());
                diagnostic.message.truncate(end);
                diagnostic.message.push_str(" at the end of the formula");
            }
        }
    }

    /// Refuses texts that are more than a formula, or something else than a claim. They would
    /// change the model.
    pub fn refuse_more(&self, reading: &Reading) -> Result<(), Exit> {
        for unit in &reading.model.units {
            let span = reading.sources.root(unit.span);
            let Some(at) = self.addition_of(&reading.sources, span) else {
                continue;
            };
            let is_claim = matches!(unit.kind, UnitKind::Never(_) | UnitKind::Ltl(_));
            let is_block = self.blocks().any(|block| block.0 == at);
            let in_claims = self.claims().any(|claims| claims == at);
            if is_claim && (is_block || in_claims) {
                continue;
            }
            let message = if in_claims {
                "only never claims and ltl blocks can stand in a file of claims"
            } else {
                "the formula ended before this"
            };
            let addition = &self.additions[at];
            let place = reading.sources.file_of(span).map(|file| file.local(span));
            let message = format!("{}: {message}", addition.name);
            caret::report(&addition.text, place.unwrap_or_default(), &message, None);
            return Err(Exit::Usage);
        }
        Ok(())
    }

    fn claims(&self) -> impl Iterator<Item = usize> {
        self.items.iter().filter_map(|item| match item.content {
            Content::Claims(at) => Some(at),
            _ => None,
        })
    }

    /// The properties of the model itself, by their index, and those that were added.
    pub fn resolve(
        self,
        program: &Program,
        sources: &SourceMap,
    ) -> Result<(Vec<usize>, Vec<Wanted>), Exit> {
        let at = |property: &program::Property| {
            self.addition_of(sources, sources.root(Span::from(property.span)))
        };
        let places: Vec<Option<usize>> = program.properties.iter().map(at).collect();
        let indices = |place| {
            let all = places.iter().enumerate();
            let there = all.filter(|(_, other)| **other == place);
            there.map(|(index, _)| index).collect::<Vec<_>>()
        };
        let mut added = Vec::new();
        for Item { name, content } in self.items {
            match content {
                Content::Formula(block) => {
                    let found = indices(Some(block.0));
                    added.extend(stated(name, program, &found));
                }
                Content::Claims(addition) => {
                    let found = indices(Some(addition));
                    if found.is_empty() {
                        eprintln!("error: {name}: there is no never claim in it");
                        return Err(Exit::Usage);
                    }
                    added.extend(stated(name, program, &found));
                }
                Content::Automaton(automaton, blocks) => {
                    let found = blocks.iter().flat_map(|block| indices(Some(block.0)));
                    let propositions = found.zip(automaton.props()).map(|(index, text)| {
                        condition(program, index).ok_or_else(|| {
                            eprintln!("error: {name}: `{text}` is a formula, not a condition");
                            Exit::Usage
                        })
                    });
                    let propositions = propositions.collect::<Result<Vec<_>, _>>()?;
                    let claim = Claim::of_automaton(*automaton, propositions);
                    let source = Source::Automaton(Box::new(claim));
                    let kind = "automaton";
                    let target = Target::Temporal { kind, source };
                    added.push(Wanted { name, target });
                }
            }
        }
        Ok((indices(None), added))
    }
}

/// Properties of the program under a name of the command line; several are told apart by their
/// own.
fn stated(name: String, program: &Program, indices: &[usize]) -> Vec<Wanted> {
    let wanted = |&index: &usize| Wanted {
        name: match indices.len() {
            1 => name.clone(),
            _ => format!("{name}: {}", program.properties[index].name),
        },
        target: Target::stated(program, index),
    };
    indices.iter().map(wanted).collect()
}

/// The condition that a block of the program states, unless it is a temporal formula.
fn condition(program: &Program, index: usize) -> Option<Expr> {
    match &program.properties[index].kind {
        PropertyKind::Ltl(Formula::Proposition(expr)) => Some(expr.clone()),
        _ => None,
    }
}
