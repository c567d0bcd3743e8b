//! Reading never claims: what SPIN, ltl2ba and Spot print, and what people write in that style.
//!
//! Supported: labels, `goto`, `skip`, `break`, `if`, `do`, `else`, conditions, `assert`, and
//! `atomic` or `d_step` around conditions and assertions. Conditions are Boolean combinations of
//! host-language expressions, read by the parser of formulas.

use super::FormatError;
use super::never_graph::{END, Graph, Location, Step};
use crate::automaton::Automaton;
use crate::guard::{Guard, Guards};
use crate::ltl::{Dialect, Formula, Formulas, Node};
use crate::word::MAX_PROPS;
use hashbrown::HashMap;
use std::ops::Range;

/// How deep `if`, `do` and `atomic` may nest.
const MAX_DEPTH: usize = 200;

/// Reads one never claim.
pub fn from_never(text: &str) -> Result<Automaton, FormatError> {
    let clean = without_comments(text)?;
    let tokens = lex(&clean);
    let mut claim = Claim {
        text: &clean,
        tokens: &tokens,
        at: 0,
        graph: Graph::new(),
        labels: HashMap::new(),
        formulas: Formulas::new(),
        guards: Guards::new(),
        values: HashMap::new(),
    };
    let start = claim.claim()?;
    let props = claim.formulas.props().iter().map(|p| p.text.clone());
    Ok(claim.graph.automaton(start, props.collect(), claim.guards))
}

/// Comments become blanks, so that every span stays what it is.
fn without_comments(text: &str) -> Result<String, FormatError> {
    let mut clean = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(i) = text[at..].find('/') {
        let start = at + i;
        let len = match text[start + 1..].chars().next() {
            Some('/') => text[start..].find('\n').unwrap_or(text.len() - start),
            Some('*') => match text[start + 2..].find("*/") {
                Some(len) => len + 4,
                None => {
                    let message = "this comment is never closed";
                    return Err(FormatError::new(text, start..start + 2, message));
                }
            },
            _ => {
                clean.push_str(&text[at..=start]);
                at = start + 1;
                continue;
            }
        };
        clean.push_str(&text[at..start]);
        let blank = |b: u8| if b == b'\n' { '\n' } else { ' ' };
        clean.extend(text[start..start + len].bytes().map(blank));
        at = start + len;
    }
    clean.push_str(&text[at..]);
    Ok(clean)
}

/// Words, `::`, `->`, and single characters.
fn lex(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let len = match c {
            _ if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("::") || rest.starts_with("->") => 2,
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() {
            tokens.push(at..at + len);
        }
        at += len;
    }
    tokens
}

struct Claim<'a> {
    text: &'a str,
    tokens: &'a [Range<usize>],
    at: usize,
    graph: Graph,
    /// For each label, its location and where it is used; and whether it is defined.
    labels: HashMap<&'a str, Label>,
    formulas: Formulas,
    guards: Guards,
    values: HashMap<Formula, Guard>,
}

struct Label {
    location: Location,
    used: Range<usize>,
    defined: bool,
}

/// What surrounds a statement.
#[derive(Clone, Copy)]
struct Context {
    /// Where the statement leads.
    next: Location,
    /// Where `break` leads.
    exit: Option<Location>,
    /// The choice of which this may be the first statement, for `else`.
    choice: Option<Location>,
    depth: usize,
}

impl<'a> Claim<'a> {
    fn claim(&mut self) -> Result<Location, FormatError> {
        if self.peek() != "never" {
            let error = self.expected("`never { … }` or `HOA: v1`");
            return Err(error.hint("a claim stands alone in its file; macros are not expanded"));
        }
        self.at += 1;
        if self.peek() != "{" {
            self.at += 1;
        }
        self.expect("{")?;
        let context = Context {
            next: END,
            exit: None,
            choice: None,
            depth: 0,
        };
        let start = self.sequence(context)?;
        self.expect("}")?;
        while self.peek() == ";" {
            self.at += 1;
        }
        if self.at < self.tokens.len() {
            return Err(self.expected("the end of the file after the claim"));
        }
        match self.labels.iter().find(|(_, l)| !l.defined) {
            Some((name, label)) => {
                let message = format!("the label `{name}` is not defined");
                Err(FormatError::new(self.text, label.used.clone(), message))
            }
            None => Ok(start),
        }
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens
            .get(at)
            .map_or("", |span| &self.text[span.clone()])
    }

    fn peek(&self) -> &'a str {
        self.word(self.at)
    }

    fn span(&self) -> Range<usize> {
        let end = self.text.len()..self.text.len();
        self.tokens.get(self.at).cloned().unwrap_or(end)
    }

    fn expected(&self, what: &str) -> FormatError {
        let message = match self.peek() {
            "" => format!("expected {what}, found the end of the file"),
            found => format!("expected {what}, found `{found}`"),
        };
        FormatError::new(self.text, self.span(), message)
    }

    fn expect(&mut self, word: &str) -> Result<(), FormatError> {
        if self.peek() != word {
            return Err(self.expected(&format!("`{word}`")));
        }
        self.at += 1;
        Ok(())
    }

    /// Statements up to a closing `}`, `fi`, `od` or `::`; returns where they begin.
    fn sequence(&mut self, context: Context) -> Result<Location, FormatError> {
        if context.depth > MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH}");
            return Err(FormatError::new(self.text, self.span(), message));
        }
        let first = self.graph.location();
        let mut here = first;
        let mut choice = context.choice;
        loop {
            while matches!(self.peek(), ";" | "->") {
                self.at += 1;
            }
            if matches!(self.peek(), "}" | "fi" | "od" | "::" | "") {
                self.graph.stands_for(here, context.next);
                return Ok(first);
            }
            let next = self.graph.location();
            let begin = self.labelled(Context {
                next,
                choice,
                ..context
            })?;
            self.graph.stands_for(here, begin);
            here = next;
            choice = None;
        }
    }

    /// A statement with its labels.
    fn labelled(&mut self, context: Context) -> Result<Location, FormatError> {
        let (mut accepting, mut end) = (false, false);
        let mut names = Vec::new();
        while self.word(self.at + 1) == ":" && is_name(self.peek()) {
            let (name, span) = (self.peek(), self.span());
            let label = self.label(name, span.clone());
            if std::mem::replace(&mut label.defined, true) {
                let message = format!("the label `{name}` is defined twice");
                return Err(FormatError::new(self.text, span, message));
            }
            names.push(label.location);
            accepting |= name.starts_with("accept");
            end |= name.starts_with("end");
            self.at += 2;
        }
        let jump = matches!(self.peek(), "goto" | "break" | "}" | "fi" | "od" | "::");
        let mut begin = match self.peek() {
            // A label may be the last thing in the claim: it names what comes after.
            "}" | "fi" | "od" | "::" => context.next,
            _ => self.statement(context)?,
        };
        if accepting || end {
            if jump {
                // The label is on the jump, not on where it leads.
                let here = self.graph.location();
                self.graph.stands_for(here, begin);
                begin = here;
            }
            if accepting {
                self.graph.set_accepting(begin);
            }
            if end {
                self.graph.set_end(begin);
            }
        }
        for name in names {
            self.graph.stands_for(name, begin);
        }
        Ok(begin)
    }

    fn label(&mut self, name: &'a str, used: Range<usize>) -> &mut Label {
        self.labels.entry(name).or_insert_with(|| Label {
            location: self.graph.location(),
            used,
            defined: false,
        })
    }

    fn statement(&mut self, context: Context) -> Result<Location, FormatError> {
        match self.peek() {
            "goto" => {
                self.at += 1;
                let (name, span) = (self.peek(), self.span());
                if !is_name(name) {
                    return Err(self.expected("a label"));
                }
                self.at += 1;
                Ok(self.label(name, span).location)
            }
            "break" => match context.exit {
                Some(exit) => {
                    self.at += 1;
                    Ok(exit)
                }
                None => Err(self.expected("a statement (there is no loop to leave)")),
            },
            "if" => self.choice(context, "fi"),
            "do" => self.choice(context, "od"),
            "atomic" | "d_step" => {
                self.at += 1;
                self.expect("{")?;
                let begin = self.indivisible(context.next)?;
                self.expect("}")?;
                Ok(begin)
            }
            "else" => {
                let Some(choice) = context.choice else {
                    return Err(self.expected("a statement (`else` begins an option)"));
                };
                self.at += 1;
                let begin = self.graph.location();
                self.graph.step(begin, Step::Else(choice), context.next);
                Ok(begin)
            }
            _ => self.indivisible_one(context.next),
        }
    }

    /// `if … fi` or `do … od`.
    fn choice(&mut self, context: Context, close: &str) -> Result<Location, FormatError> {
        self.at += 1;
        let choice = self.graph.location();
        let inner = Context {
            next: if close == "od" { choice } else { context.next },
            exit: if close == "od" {
                Some(context.next)
            } else {
                context.exit
            },
            choice: Some(choice),
            depth: context.depth + 1,
        };
        if self.peek() != "::" {
            return Err(self.expected("`::`"));
        }
        while self.peek() == "::" {
            self.at += 1;
            let option = self.sequence(inner)?;
            self.graph.stands_for(choice, option);
        }
        self.expect(close)?;
        Ok(choice)
    }

    fn indivisible_one(&mut self, next: Location) -> Result<Location, FormatError> {
        let begin = self.graph.location();
        let guard = self.simple(begin, Guard::TRUE)?;
        self.graph.step(begin, Step::When(guard), next);
        Ok(begin)
    }

    /// Conditions and assertions that are one step together, perhaps with a jump at the end.
    fn indivisible(&mut self, mut next: Location) -> Result<Location, FormatError> {
        let begin = self.graph.location();
        let mut guard = Guard::TRUE;
        loop {
            match self.peek() {
                ";" | "->" => self.at += 1,
                "}" => break,
                "goto" => {
                    self.at += 1;
                    let (name, span) = (self.peek(), self.span());
                    if !is_name(name) {
                        return Err(self.expected("a label"));
                    }
                    self.at += 1;
                    next = self.label(name, span).location;
                    break;
                }
                "if" | "do" | "atomic" | "d_step" | "else" | "break" => {
                    return Err(self.expected("a condition or an assertion"));
                }
                _ => guard = self.simple(begin, guard)?,
            }
        }
        self.graph.step(begin, Step::When(guard), next);
        Ok(begin)
    }

    /// A condition or an assertion: what must hold after `guard` for the claim to go on. To fail
    /// an assertion is to have found an error.
    fn simple(&mut self, begin: Location, guard: Guard) -> Result<Guard, FormatError> {
        if self.peek() == "assert" {
            self.at += 1;
            let condition = self.condition()?;
            let failed = self.guards.minus(guard, condition);
            self.graph.step(begin, Step::When(failed), END);
            return Ok(self.guards.and(guard, condition));
        }
        if self.peek() == "skip" {
            self.at += 1;
            return Ok(guard);
        }
        let condition = self.condition()?;
        Ok(self.guards.and(guard, condition))
    }

    /// The maximal run of tokens up to a separator outside of brackets, as a Boolean formula.
    fn condition(&mut self) -> Result<Guard, FormatError> {
        let first = self.span();
        let mut depth = 0usize;
        let mut end = first.start;
        while let Some(span) = self.tokens.get(self.at) {
            match &self.text[span.clone()] {
                "(" | "[" | "{" => depth += 1,
                "}" | ")" | "]" if depth > 0 => depth -= 1,
                ";" | "->" | "::" | "}" | "od" | "fi" if depth == 0 => break,
                _ => {}
            }
            end = span.end;
            self.at += 1;
        }
        let text = &self.text[first.start..end];
        let within = |e| FormatError::within(self.text, first.start, e);
        let f = self.formulas.parse(text, Dialect::Spin).map_err(within)?;
        if self.formulas.props().len() > MAX_PROPS {
            let message = format!("more than {MAX_PROPS} propositions");
            return Err(FormatError::new(self.text, first.start..end, message));
        }
        self.value(f).ok_or_else(|| {
            let message = "a temporal operator in a never claim";
            let error = FormatError::new(self.text, first.start..end, message);
            error.hint("a claim reads one state at a time: only &&, ||, ! and -> combine")
        })
    }

    /// The letters that satisfy a formula without temporal operators.
    fn value(&mut self, f: Formula) -> Option<Guard> {
        for g in self.formulas.subformulas(f) {
            if self.values.contains_key(&g) {
                continue;
            }
            let of = |values: &HashMap<Formula, Guard>, a: &Formula| values[a];
            let value = match self.formulas.node(g) {
                Node::False => Guard::FALSE,
                Node::True => Guard::TRUE,
                Node::Prop(p) => self.guards.var(*p),
                Node::Not(a) => self.guards.not(of(&self.values, a)),
                Node::And(fs) => fs.iter().fold(Guard::TRUE, |all, a| {
                    self.guards.and(all, of(&self.values, a))
                }),
                Node::Or(fs) => fs.iter().fold(Guard::FALSE, |any, a| {
                    self.guards.or(any, of(&self.values, a))
                }),
                Node::Implies(a, b) => {
                    let not_a = self.guards.not(of(&self.values, a));
                    self.guards.or(not_a, of(&self.values, b))
                }
                Node::Equiv(a, b) | Node::Xor(a, b) => {
                    let differ = self.guards.xor(of(&self.values, a), of(&self.values, b));
                    match self.formulas.node(g) {
                        Node::Xor(..) => differ,
                        _ => self.guards.not(differ),
                    }
                }
                _ => return None,
            };
            self.values.insert(g, value);
        }
        self.values.get(&f).copied()
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
