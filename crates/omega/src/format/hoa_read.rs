//! Reading the Hanoi Omega-Automata format: Büchi and generalized Büchi automata, with marks on
//! states or edges, labels on either, implicit labels, and aliases.

use super::FormatError;
use super::hoa_label::Labels;
use super::hoa_lexer::{Kind, Token, lex, unquote};
use crate::automaton::{Automaton, Builder, MAX_MARKS, Marks, State};
use crate::guard::Guard;
use crate::word::MAX_PROPS;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// States cost memory whether or not the file describes them.
const MAX_STATES: u32 = 10_000_000;

/// Reads one automaton.
pub fn from_hoa(text: &str) -> Result<Automaton, FormatError> {
    let tokens = lex(text)?;
    let reader = Reader {
        text,
        tokens: &tokens,
        at: 0,
    };
    reader.automaton()
}

/// The tokens and where the reader is.
pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
}

#[derive(Default)]
struct Header {
    states: Option<u32>,
    start: Vec<(State, Range<usize>)>,
    props: Option<Vec<String>>,
    /// For each acceptance set of the file, the mark that stands for it here; and their number.
    acceptance: Option<Acceptance>,
    aliases: HashMap<String, Guard>,
}

enum Acceptance {
    /// The sets that must be seen infinitely often. None: every run accepts.
    All(Vec<u32>),
    /// No run accepts.
    Nothing,
}

impl<'a> Reader<'a> {
    fn automaton(mut self) -> Result<Automaton, FormatError> {
        let mut labels = Labels::default();
        let header = self.header(&mut labels)?;
        let automaton = self.body(header, labels)?;
        match self.peek() {
            None => Ok(automaton),
            Some(token) => {
                let span = token.span.clone();
                let error = self.error(span, "a second automaton in the same file");
                Err(error.hint("split the file: only one automaton is read"))
            }
        }
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn next_is(&self, symbol: char) -> bool {
        self.peek().map(|t| t.kind) == Some(Kind::Symbol(symbol))
    }

    /// Skips `symbol` if it is next.
    pub(super) fn eat(&mut self, symbol: char) -> bool {
        let found = self.next_is(symbol);
        self.at += usize::from(found);
        found
    }

    pub(super) fn advance(&mut self) -> Option<&'a Token> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    pub(super) fn text(&self, token: &Token) -> &'a str {
        &self.text[token.span.clone()]
    }

    pub(super) fn error(&self, span: Range<usize>, message: impl Into<String>) -> FormatError {
        FormatError::new(self.text, span, message)
    }

    pub(super) fn expected(&self, what: &str) -> FormatError {
        match self.peek() {
            Some(token) => {
                let found = self.text(token);
                let message = format!("expected {what}, found `{found}`");
                self.error(token.span.clone(), message)
            }
            None => {
                let end = self.text.len();
                self.error(
                    end..end,
                    format!("expected {what}, found the end of the file"),
                )
            }
        }
    }

    pub(super) fn expect(&mut self, symbol: char) -> Result<(), FormatError> {
        match self.eat(symbol) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    fn integer(&mut self, what: &str) -> Result<(u32, Range<usize>), FormatError> {
        match self.peek() {
            Some(&Token {
                kind: Kind::Integer(n),
                ref span,
            }) => {
                self.at += 1;
                Ok((n, span.clone()))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A state; a conjunction of states is universal branching, which is not read.
    fn state(&mut self) -> Result<(State, Range<usize>), FormatError> {
        let state = self.integer("a state")?;
        if let Some(token) = self.peek().filter(|t| t.kind == Kind::Symbol('&')) {
            let error = self.error(token.span.clone(), "alternating automata are not supported");
            return Err(error.hint("convert it first, for instance with Spot's autfilt"));
        }
        Ok(state)
    }

    fn header(&mut self, labels: &mut Labels) -> Result<Header, FormatError> {
        let mut header = Header::default();
        match self.advance().map(|t| self.text(t)) {
            Some("HOA:") => {}
            _ => {
                self.at = 0;
                return Err(self.expected("`HOA: v1`"));
            }
        }
        match self.peek() {
            Some(token) if self.text(token) == "v1" => self.at += 1,
            _ => return Err(self.expected("version `v1`")),
        }
        loop {
            let Some(token) = self.peek() else {
                return Err(self.expected("`--BODY--`"));
            };
            match token.kind {
                Kind::Body => {
                    self.at += 1;
                    return Ok(header);
                }
                Kind::Header => {
                    self.at += 1;
                    self.header_item(self.text(token), token, &mut header, labels)?;
                }
                _ => return Err(self.expected("a header or `--BODY--`")),
            }
        }
    }

    fn header_item(
        &mut self,
        name: &str,
        token: &Token,
        header: &mut Header,
        labels: &mut Labels,
    ) -> Result<(), FormatError> {
        let again = match name {
            "States:" => header.states.is_some(),
            "AP:" => header.props.is_some(),
            "Acceptance:" => header.acceptance.is_some(),
            _ => false,
        };
        if again {
            return Err(self.error(token.span.clone(), format!("`{name}` occurs twice")));
        }
        match name {
            "States:" => {
                let (count, span) = self.integer("the number of states")?;
                if count > MAX_STATES {
                    return Err(self.error(span, format!("more than {MAX_STATES} states")));
                }
                header.states = Some(count);
            }
            "Start:" => header.start.push(self.state()?),
            "AP:" => header.props = Some(self.props()?),
            "Acceptance:" => header.acceptance = Some(self.acceptance()?),
            "Alias:" => {
                let Some(alias) = self.peek().filter(|t| t.kind == Kind::Alias) else {
                    return Err(self.expected("`@` and a name"));
                };
                self.at += 1;
                let count = header.props.as_ref().map_or(MAX_PROPS, Vec::len);
                let guard = labels.expression(self, count, &header.aliases)?;
                header.aliases.insert(self.text(alias).to_string(), guard);
            }
            // Names in capitals change the meaning; the others are remarks.
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let message = format!("the header `{name}` is not supported");
                return Err(self.error(token.span.clone(), message));
            }
            _ => {
                while self
                    .peek()
                    .is_some_and(|t| !matches!(t.kind, Kind::Header | Kind::Body))
                {
                    self.at += 1;
                }
            }
        }
        Ok(())
    }

    fn props(&mut self) -> Result<Vec<String>, FormatError> {
        let (count, span) = self.integer("the number of propositions")?;
        if count as usize > MAX_PROPS {
            let message = format!("more than {MAX_PROPS} propositions");
            return Err(self.error(span, message));
        }
        let mut props = Vec::new();
        for _ in 0..count {
            let Some(token) = self.peek().filter(|t| t.kind == Kind::String) else {
                return Err(self.expected("the name of a proposition, in quotes"));
            };
            let prop = unquote(self.text(token));
            if props.contains(&prop) {
                return Err(self.error(token.span.clone(), "this proposition occurs twice"));
            }
            props.push(prop);
            self.at += 1;
        }
        Ok(props)
    }

    /// A conjunction of `Inf(i)`, `t` and `f`, with parentheses.
    fn acceptance(&mut self) -> Result<Acceptance, FormatError> {
        let (count, span) = self.integer("the number of acceptance sets")?;
        if count > MAX_MARKS {
            return Err(self.error(span, format!("more than {MAX_MARKS} acceptance sets")));
        }
        let mut sets: Vec<u32> = Vec::new();
        let mut nothing = false;
        let mut open = 0usize;
        loop {
            while self.eat('(') {
                open += 1;
            }
            match self.peek().map(|t| self.text(t)) {
                Some("t") => self.at += 1,
                Some("f") => {
                    self.at += 1;
                    nothing = true;
                }
                Some("Inf") => {
                    self.at += 1;
                    self.expect('(')?;
                    let (set, span) = self.integer("an acceptance set")?;
                    if set >= count {
                        return Err(self.error(span, format!("there are only {count} sets")));
                    }
                    self.expect(')')?;
                    sets.push(set);
                }
                _ => return Err(self.unsupported_acceptance()),
            }
            while open > 0 && self.eat(')') {
                open -= 1;
            }
            if self.eat('&') {
                continue;
            }
            if self.next_is('|') {
                return Err(self.unsupported_acceptance());
            }
            if open > 0 {
                return Err(self.expected("`)`"));
            }
            sets.sort_unstable();
            sets.dedup();
            return Ok(match nothing {
                true => Acceptance::Nothing,
                false => Acceptance::All(sets),
            });
        }
    }

    fn unsupported_acceptance(&self) -> FormatError {
        let error = self.expected("`Inf(…)`, `t` or `f`, joined by `&`");
        error.hint("only Büchi and generalized Büchi acceptance is read; autfilt --gba converts")
    }

    fn body(&mut self, header: Header, mut labels: Labels) -> Result<Automaton, FormatError> {
        let props = header.props.unwrap_or_default();
        let Some(acceptance) = header.acceptance else {
            return Err(self.expected("an `Acceptance:` header before the body"));
        };
        let (needed, accepts) = match acceptance {
            Acceptance::All(sets) => (sets, true),
            Acceptance::Nothing => (Vec::new(), false),
        };
        let mut body = Body {
            count: header.states,
            defined: HashSet::new(),
            edges: Vec::new(),
            // Where nothing need be seen, one mark is everywhere, or nowhere.
            base: Marks::from(needed.is_empty() && accepts),
            needed,
        };
        loop {
            match self.peek().map(|t| (t.kind, self.text(t))) {
                Some((Kind::Header, "State:")) => {
                    self.at += 1;
                    self.state_item(&mut body, &mut labels, props.len(), &header.aliases)?;
                }
                Some((Kind::End, _)) => {
                    self.at += 1;
                    break;
                }
                Some((Kind::Abort, _)) => return Err(self.expected("`--END--`")),
                _ => return Err(self.expected("`State:` or `--END--`")),
            }
        }
        let count = body.num_states(&header.start);
        for (s, span) in header.start.iter().chain(body.edges.iter().map(|e| &e.dst)) {
            if *s >= count {
                let message = format!("state {s} does not exist: there are {count}");
                return Err(self.error(span.clone(), message));
            }
        }
        let num_marks = body.needed.len().max(1) as u32;
        let mut b = Builder::with_guards(props, labels.into_guards(), num_marks);
        b.add_states(count as usize);
        header.start.iter().for_each(|&(s, _)| b.add_initial(s));
        for e in body.edges {
            b.add_edge(e.src, e.guard, e.marks, e.dst.0);
        }
        Ok(b.finish())
    }

    /// `State: [label] 3 "name" {sets}` and its edges.
    fn state_item(
        &mut self,
        body: &mut Body,
        labels: &mut Labels,
        num_props: usize,
        aliases: &HashMap<String, Guard>,
    ) -> Result<(), FormatError> {
        let on_state = labels.bracketed(self, num_props, aliases)?;
        let (src, span) = self.integer("the number of the state")?;
        if src >= body.count.unwrap_or(MAX_STATES) {
            return Err(self.error(span, format!("state {src} is beyond the declared number")));
        }
        if !body.defined.insert(src) {
            return Err(self.error(span, format!("state {src} is described twice")));
        }
        if self.peek().is_some_and(|t| t.kind == Kind::String) {
            self.at += 1;
        }
        let state_marks = self.sets(body)?;
        let mut implicit = 0u64;
        while self
            .peek()
            .is_some_and(|t| matches!(t.kind, Kind::Integer(_)) || t.kind == Kind::Symbol('['))
        {
            let on_edge = labels.bracketed(self, num_props, aliases)?;
            let dst = self.state()?;
            let guard = match (on_state, on_edge) {
                (None, Some(guard)) | (Some(guard), None) => guard,
                (Some(_), Some(_)) => {
                    return Err(self.error(dst.1, "both the state and the edge have a label"));
                }
                // The i-th unlabelled edge reads the i-th letter.
                (None, None) => {
                    let letter = implicit;
                    implicit += 1;
                    match labels.letter(num_props, letter) {
                        Some(guard) => guard,
                        None => return Err(self.error(dst.1, "more edges than letters")),
                    }
                }
            };
            let marks = state_marks | self.sets(body)?;
            body.edges.push(RawEdge {
                src,
                guard,
                marks,
                dst,
            });
        }
        Ok(())
    }

    /// `{0 2}`, or nothing; as marks.
    fn sets(&mut self, body: &Body) -> Result<Marks, FormatError> {
        let mut marks = body.base;
        if self.eat('{') {
            while !self.eat('}') {
                let (set, _) = self.integer("an acceptance set or `}`")?;
                if let Ok(mark) = body.needed.binary_search(&set) {
                    marks |= 1 << mark;
                }
            }
        }
        Ok(marks)
    }
}

struct Body {
    /// What `States:` declared.
    count: Option<u32>,
    defined: HashSet<State>,
    edges: Vec<RawEdge>,
    /// Marks that every edge has.
    base: Marks,
    /// The acceptance sets that count, ascending: the i-th is mark i.
    needed: Vec<u32>,
}

struct RawEdge {
    src: State,
    guard: Guard,
    marks: Marks,
    dst: (State, Range<usize>),
}

impl Body {
    fn num_states(&self, start: &[(State, Range<usize>)]) -> u32 {
        let mentioned = self
            .defined
            .iter()
            .copied()
            .chain(start.iter().map(|s| s.0))
            .chain(self.edges.iter().map(|e| e.dst.0))
            .max();
        let inferred = mentioned.map_or(0, |s| s.saturating_add(1)).min(MAX_STATES);
        self.count.unwrap_or(inferred)
    }
}
