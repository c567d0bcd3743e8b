//! Expressions and actions in a notation close to Promela.

use crate::action::{Action, DStep, MessageField, Piece};
use crate::expr::{BinaryOp, ChannelTest, Expr, Pattern, Place, Region, UnaryOp};
use crate::model::{Frame, Proctype, Program, Variable};

/// Finds the names of what actions touch.
pub(super) struct Namer<'p> {
    program: &'p Program,
    local: Option<&'p Proctype>,
}

impl<'p> Namer<'p> {
    pub fn new(program: &'p Program, local: Option<&'p Proctype>) -> Namer<'p> {
        Namer { program, local }
    }

    pub fn action(&self, action: &Action) -> String {
        match action {
            Action::Condition(expr) => self.expr(expr),
            Action::Assign(place, expr) => format!("{} = {}", self.place(place), self.expr(expr)),
            Action::Assert(expr) => format!("assert({})", self.expr(expr)),
            Action::Print(print) => {
                let pieces = print.pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => format!("{text:?}"),
                    Piece::Value(_, expr) => self.expr(expr),
                });
                format!("print({})", pieces.collect::<Vec<_>>().join(", "))
            }
            Action::Send {
                channel,
                fields,
                sorted,
            } => {
                let operator = if *sorted { "!!" } else { "!" };
                format!("{}{operator}{}", self.expr(channel), self.list(fields))
            }
            Action::Receive {
                channel,
                fields,
                mode,
            } => {
                let operator = if mode.random { "??" } else { "?" };
                let fields: Vec<String> = fields
                    .iter()
                    .map(|field| match field {
                        MessageField::Match(pattern) => self.pattern(pattern),
                        MessageField::Store(place) => self.place(place),
                    })
                    .collect();
                let fields = fields.join(", ");
                let fields = if mode.keep {
                    format!("<{fields}>")
                } else {
                    fields
                };
                format!("{}{operator}{fields}", self.expr(channel))
            }
            Action::Run {
                proctype,
                arguments,
                result,
                ..
            } => {
                let name = &self.program.proctype(*proctype).name;
                let run = format!("run {name}({})", self.list(arguments));
                match result {
                    Some(place) => format!("{} = {run}", self.place(place)),
                    None => run,
                }
            }
            Action::SetPriority { pid, priority } => {
                format!("set_priority({}, {})", self.expr(pid), self.expr(priority))
            }
            Action::Else => "else".to_owned(),
            Action::Terminate => "end".to_owned(),
            Action::DStep(body) => self.dstep(body),
        }
    }

    fn dstep(&self, body: &DStep) -> String {
        let nodes = body.nodes.iter().enumerate().map(|(number, node)| {
            let choices = node.choices.iter().map(|choice| {
                let next = choice
                    .next
                    .map_or("end".to_owned(), |next| next.to_string());
                format!("{} -> {next}", self.action(&choice.action))
            });
            format!("{number}: {}", choices.collect::<Vec<_>>().join(" :: "))
        });
        format!("d_step {{ {} }}", nodes.collect::<Vec<_>>().join("; "))
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs
            .iter()
            .map(|expr| self.expr(expr))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Load(place) => self.place(place),
            Expr::Unary(op, a) => format!("{}{}", unary(*op), self.expr(a)),
            Expr::Binary(op, a, b) => {
                let (left, right) = match (&**a, &**b) {
                    (a, Expr::Const(value)) => (self.expr(a), self.constant(*value, a)),
                    (Expr::Const(value), b) => (self.constant(*value, b), self.expr(b)),
                    (a, b) => (self.expr(a), self.expr(b)),
                };
                format!("({left} {} {right})", binary(*op))
            }
            Expr::Conditional(a, b, c) => {
                format!("({} -> {} : {})", self.expr(a), self.expr(b), self.expr(c))
            }
            Expr::Channel(test, channel) => {
                let name = match test {
                    ChannelTest::Len => "len",
                    ChannelTest::Full => "full",
                    ChannelTest::NotFull => "nfull",
                    ChannelTest::Empty => "empty",
                    ChannelTest::NotEmpty => "nempty",
                };
                format!("{name}({})", self.expr(channel))
            }
            Expr::Poll {
                channel,
                fields,
                random,
            } => {
                let operator = if *random { "??" } else { "?" };
                let fields: Vec<String> = fields.iter().map(|field| self.pattern(field)).collect();
                format!("{}{operator}[{}]", self.expr(channel), fields.join(", "))
            }
            Expr::Pid => "_pid".to_owned(),
            Expr::ProcessCount => "_nr_pr".to_owned(),
            Expr::Last => "_last".to_owned(),
            Expr::Timeout => "timeout".to_owned(),
            Expr::NonProgress => "np_".to_owned(),
            Expr::Enabled(pid) => format!("enabled({})", self.expr(pid)),
            Expr::PcValue(pid) => format!("pc_value({})", self.expr(pid)),
            Expr::Priority(pid) => format!("get_priority({})", self.expr(pid)),
            Expr::AtLabel {
                proctype,
                pid,
                label,
            } => {
                let proctype = self.program.proctype(*proctype);
                let label = &proctype.labels[*label as usize].name;
                format!("{}{}@{label}", proctype.name, self.index(pid.as_deref()))
            }
        }
    }

    /// A constant beside another expression: by its name if that is a variable of symbols.
    fn constant(&self, value: i32, other: &Expr) -> String {
        let variable = match other {
            Expr::Load(place) => self.frame(place).and_then(|f| variable_at(f, place.offset)),
            _ => None,
        };
        match variable.and_then(|variable| variable.symbols) {
            Some(table) => self.program.symbol(table, value),
            None => value.to_string(),
        }
    }

    fn frame(&self, place: &Place) -> Option<&'p Frame> {
        match &place.region {
            Region::Global => Some(&self.program.globals),
            Region::Local => self.local.map(|proctype| &proctype.frame),
            Region::Remote { proctype, .. } => Some(&self.program.proctype(*proctype).frame),
        }
    }

    fn index(&self, pid: Option<&Expr>) -> String {
        pid.map_or(String::new(), |pid| format!("[{}]", self.expr(pid)))
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Any => "_".to_owned(),
            Pattern::Equals(Expr::Const(value)) => value.to_string(),
            Pattern::Equals(expr) => format!("eval({})", self.expr(expr)),
        }
    }

    pub fn place(&self, place: &Place) -> String {
        let prefix = match &place.region {
            Region::Global | Region::Local => String::new(),
            Region::Remote { proctype, pid } => {
                let name = &self.program.proctype(*proctype).name;
                format!("{name}{}:", self.index(pid.as_deref()))
            }
        };
        let frame = self.frame(place);
        let name = frame.map_or_else(|| "?".to_owned(), |frame| name_at(frame, place.offset));
        let indices: String = place
            .indices
            .iter()
            .map(|index| format!("[{}]", self.expr(&index.value)))
            .collect();
        format!("{prefix}{name}{indices}")
    }
}

/// What lies at an offset.
fn variable_at(frame: &Frame, offset: u32) -> Option<&Variable> {
    let covers = |variable: &&Variable| {
        let size = variable.scalar.size() * variable.length.unwrap_or(1);
        (variable.offset..variable.offset + size).contains(&offset)
    };
    frame.variables.iter().find(covers)
}

/// The name of what lies at an offset; an element of an array with its index.
fn name_at(frame: &Frame, offset: u32) -> String {
    match variable_at(frame, offset) {
        Some(variable) if variable.length.is_some() && offset > variable.offset => {
            let element = (offset - variable.offset) / variable.scalar.size();
            format!("{}[{element}]", variable.name)
        }
        Some(variable) => variable.name.clone(),
        None => format!("at {offset}"),
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Not => "!",
        UnaryOp::Complement => "~",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}
