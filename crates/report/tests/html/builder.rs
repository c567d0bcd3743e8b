//! Traces made by hand.

use report::Trace;
use report::trace::{
    Act, Automaton, Edge, Event, Message, Process, Property, Scalar, Site, Source, Step, Value,
    Variable, VariableKind,
};

/// A trace that grows step by step.
pub struct Builder {
    pub trace: Trace,
}

impl Builder {
    pub fn new(model: &str, text: &str) -> Self {
        let source = Source {
            path: model.to_owned(),
            text: text.to_owned(),
        };
        let property = Property {
            name: "property".to_owned(),
            kind: "safety".to_owned(),
            detail: "something is wrong".to_owned(),
            site: None,
        };
        let trace = Trace {
            model: model.to_owned(),
            property,
            sources: vec![source],
            processes: Vec::new(),
            variables: Vec::new(),
            initial: Vec::new(),
            steps: Vec::new(),
            cycle: None,
            waiting: Vec::new(),
            fairness: Vec::new(),
            automaton: None,
        };
        Builder { trace }
    }

    pub fn property(&mut self, name: &str, kind: &str, detail: &str) {
        self.trace.property.name = name.to_owned();
        self.trace.property.kind = kind.to_owned();
        self.trace.property.detail = detail.to_owned();
    }

    /// A process that is there from the start.
    pub fn process(&mut self, name: &str, pid: usize) -> usize {
        self.trace.processes.push(Process {
            pid,
            name: name.to_owned(),
            born: None,
            died: None,
        });
        self.trace.processes.len() - 1
    }

    pub fn variable(&mut self, name: &str, process: Option<usize>, value: Option<Value>) -> usize {
        let kind = match &value {
            Some(Value::Array(_)) => VariableKind::Array,
            Some(Value::Messages(_)) => VariableKind::Channel,
            _ => VariableKind::Scalar,
        };
        self.trace.variables.push(Variable {
            name: name.to_owned(),
            process,
            kind,
        });
        self.trace.initial.push(value);
        self.trace.variables.len() - 1
    }

    pub fn act(&self, process: usize, statement: &str) -> Act {
        Act {
            process,
            statement: statement.to_owned(),
            site: site(&self.trace.sources[0].text, statement),
        }
    }

    /// One more step; what is returned can be added to.
    pub fn step(&mut self, process: usize, statement: &str) -> &mut Step {
        let act = self.act(process, statement);
        self.trace.steps.push(Step {
            act,
            partner: None,
            edge: 0,
            partner_edge: None,
            number: 0,
            partner_number: None,
            atomic: false,
            changes: Vec::new(),
            messages: Vec::new(),
            output: String::new(),
            fault: None,
            state: None,
        });
        self.trace.steps.last_mut().expect("there is one now")
    }

    /// The automaton with these edges: from, to, label, marks.
    pub fn automaton(&mut self, states: usize, marks: u32, edges: &[(usize, usize, &str, &[u32])]) {
        let edges = edges.iter().map(|&(from, to, label, marks)| Edge {
            from,
            to,
            label: label.to_owned(),
            marks: marks.to_vec(),
        });
        self.trace.automaton = Some(Automaton {
            states,
            initial: 0,
            edges: edges.collect(),
            marks,
        });
    }
}

pub fn number(value: i32) -> Value {
    Value::Scalar(Scalar::Number(value))
}

pub fn symbol(name: &str) -> Value {
    Value::Scalar(Scalar::Symbol(name.to_owned()))
}

pub fn array(values: &[i32]) -> Value {
    Value::Array(values.iter().copied().map(Scalar::Number).collect())
}

/// The contents of a channel whose messages have one field.
pub fn contents(messages: &[i32]) -> Value {
    let message = |&value| vec![Scalar::Number(value)];
    Value::Messages(messages.iter().map(message).collect())
}

pub fn message(process: usize, event: Event, channel: &str, field: i32) -> Message {
    Message {
        process,
        channel: channel.to_owned(),
        event,
        fields: vec![Scalar::Number(field)],
        sent: None,
    }
}

/// Where a statement first occurs in a text; the first line if it does not.
fn site(text: &str, statement: &str) -> Site {
    let found = text
        .lines()
        .enumerate()
        .find_map(|(index, line)| Some((index, line[..line.find(statement)?].chars().count())));
    let (line, column) = found.unwrap_or((0, 0));
    let [line, column] = [line, column].map(|zero_based| zero_based as u32 + 1);
    Site {
        source: 0,
        line,
        column,
        end_line: line,
        end_column: column + statement.chars().count() as u32,
    }
}
