//! Programs as text.

use super::ast::*;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Program {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        for Macro { name, body } in &self.macros {
            writeln!(out, "#define {name} ({body})")?;
        }
        if !self.mtypes.is_empty() {
            writeln!(out, "mtype = {{ {} }};", self.mtypes.join(", "))?;
        }
        for (name, constants) in &self.subtypes {
            writeln!(out, "mtype:{name} = {{ {} }};", constants.join(", "))?;
        }
        for typedef in &self.typedefs {
            let fields: Vec<String> = typedef.fields.iter().map(ToString::to_string).collect();
            writeln!(out, "typedef {} {{ {} }};", typedef.name, fields.join("; "))?;
        }
        for global in &self.globals {
            if self.hidden.contains(&global.name) {
                out.write_str("hidden ")?;
            }
            writeln!(out, "{global};")?;
        }
        for inline in &self.inlines {
            writeln!(
                out,
                "inline {}({}) {{",
                inline.name,
                inline.parameters.join(", ")
            )?;
            block(out, &inline.body, 1)?;
            writeln!(out, "}}")?;
        }
        for proctype in &self.proctypes {
            proctype.fmt(out)?;
        }
        for claim in &self.claims {
            claim.fmt(out)?;
        }
        Ok(())
    }
}

impl Display for Claim {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let body = match self {
            Claim::Ltl(name, formula) => return writeln!(out, "ltl {name} {{ {formula} }}"),
            Claim::Never(name, body) => {
                writeln!(out, "never {name} {{")?;
                body
            }
            Claim::Trace(word, body) => {
                writeln!(out, "{word} {{")?;
                body
            }
        };
        block(out, body, 1)?;
        out.write_str("}\n")
    }
}

impl Display for Formula {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Formula::Proposition(expression) => write!(out, "({expression})"),
            Formula::Unary(operator, operand) => write!(out, "({operator} {operand})"),
            Formula::Binary(operator, left, right) => write!(out, "({left} {operator} {right})"),
        }
    }
}

impl Display for Proctype {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match (self.name.as_str(), self.active) {
            ("init", _) => out.write_str("init")?,
            (name, 0) => write!(out, "proctype {name}({})", Parameters(&self.parameters))?,
            (name, 1) => write!(out, "active proctype {name}()")?,
            (name, count) => write!(out, "active [{count}] proctype {name}()")?,
        }
        if let Some(priority) = self.priority {
            write!(out, " priority {priority}")?;
        }
        if let Some(provided) = &self.provided {
            write!(out, " provided ({provided})")?;
        }
        out.write_str(" {\n")?;
        block(out, &self.body, 1)?;
        out.write_str("}\n")
    }
}

struct Parameters<'a>(&'a [Declaration]);

impl Display for Parameters<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        list(out, self.0, "; ")
    }
}

impl Display for Declaration {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match &self.of {
            Type::Unsigned(bits) => write!(out, "unsigned {} : {bits}", self.name)?,
            of => write!(out, "{of} {}", self.name)?,
        }
        if let Some(length) = self.length {
            write!(out, "[{length}]")?;
        }
        match (&self.initial, &self.of) {
            (Initial::Channel(capacity), Type::Channel(fields)) => {
                write!(out, " = [{capacity}] of {{ ")?;
                list(out, fields, ", ")?;
                out.write_str(" }")
            }
            (Initial::Value(value), _) => write!(out, " = {value}"),
            (Initial::List(values), _) => {
                out.write_str(" = { ")?;
                list(out, values, ", ")?;
                out.write_str(" }")
            }
            _ => Ok(()),
        }
    }
}

impl Display for Type {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.write_str(match self {
            Type::Bit => "bit",
            Type::Bool => "bool",
            Type::Byte | Type::Unsigned(_) => "byte",
            Type::Pid => "pid",
            Type::Short => "short",
            Type::Int => "int",
            Type::Mtype => "mtype",
            Type::Subtype(name) => return write!(out, "mtype:{name}"),
            Type::Struct(name) => name,
            Type::Channel(_) => "chan",
        })
    }
}

impl Display for Place {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.write_str(&self.name)?;
        if let Some(index) = &self.index {
            write!(out, "[{index}]")?;
        }
        if let Some(field) = &self.field {
            write!(out, ".{field}")?;
        }
        Ok(())
    }
}

impl Display for Expression {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Expression::Number(number) if *number < 0 => write!(out, "({number})"),
            Expression::Number(number) => write!(out, "{number}"),
            Expression::Word(word) => out.write_str(word),
            Expression::Place(place) => place.fmt(out),
            Expression::Unary(operator, operand) => write!(out, "{operator}({operand})"),
            Expression::Binary(operator, left, right) => write!(out, "({left} {operator} {right})"),
            Expression::Conditional(parts) => {
                write!(out, "({} -> {} : {})", parts[0], parts[1], parts[2])
            }
            Expression::Query(word, channel) => write!(out, "{word}({channel})"),
            Expression::Poll(channel, operator, arguments) => {
                write!(out, "{channel}{operator}[")?;
                list(out, arguments, ", ")?;
                out.write_char(']')
            }
            Expression::Run(name, arguments) => {
                write!(out, "run {name}(")?;
                list(out, arguments, ", ")?;
                out.write_char(')')
            }
        }
    }
}

impl Display for Argument {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Argument::Into(place) => place.fmt(out),
            Argument::Match(value) => value.fmt(out),
            Argument::Eval(value) => write!(out, "eval({value})"),
            Argument::Anything => out.write_char('_'),
        }
    }
}

fn list<T: Display>(out: &mut Formatter, items: &[T], separator: &str) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.write_str(separator)?;
        }
        item.fmt(out)?;
    }
    Ok(())
}

fn indent(out: &mut Formatter, depth: usize) -> fmt::Result {
    write!(out, "{:1$}", "", depth * 2)
}

fn block(out: &mut Formatter, statements: &[Statement], depth: usize) -> fmt::Result {
    if statements.is_empty() {
        indent(out, depth)?;
        out.write_str("skip\n")?;
    }
    for (index, statement) in statements.iter().enumerate() {
        indent(out, depth)?;
        one(out, statement, depth)?;
        let last = index + 1 == statements.len();
        out.write_str(match statement {
            Statement::Label(_) if last => " skip\n",
            Statement::Label(_) => "\n",
            _ if last => "\n",
            _ => ";\n",
        })?;
    }
    Ok(())
}

fn one(out: &mut Formatter, statement: &Statement, depth: usize) -> fmt::Result {
    match statement {
        Statement::Declare(declaration) => declaration.fmt(out),
        Statement::Exclusive(word, channel) => write!(out, "{word} {channel}"),
        Statement::Assign(place, value) => write!(out, "{place} = {value}"),
        Statement::Step(place, operator) => write!(out, "{place}{operator}"),
        Statement::Condition(condition) => condition.fmt(out),
        Statement::Else => out.write_str("else"),
        Statement::Skip => out.write_str("skip"),
        Statement::Assert(condition) => write!(out, "assert({condition})"),
        Statement::Print(value) => write!(out, "printf(\"%d\\n\", {value})"),
        Statement::Label(label) => write!(out, "{label}:"),
        Statement::Goto(label) => write!(out, "goto {label}"),
        Statement::Break => out.write_str("break"),
        Statement::If(options) => choice(out, "if", options, "fi", depth),
        Statement::Do(options) => choice(out, "do", options, "od", depth),
        Statement::For(place, low, high, body) => {
            write!(out, "for ({place} : {low} .. {high}) ")?;
            braces(out, "", body, depth)
        }
        Statement::ForIn(place, array, body) => {
            write!(out, "for ({place} in {array}) ")?;
            braces(out, "", body, depth)
        }
        Statement::Select(place, low, high) => write!(out, "select ({place} : {low} .. {high})"),
        Statement::Atomic(body) => braces(out, "atomic", body, depth),
        Statement::DStep(body) => braces(out, "d_step", body, depth),
        Statement::Scope(body) => braces(out, "", body, depth),
        Statement::Unless(body, escape) => {
            braces(out, "", body, depth)?;
            out.write_str(" unless ")?;
            braces(out, "", escape, depth)
        }
        Statement::Call(name, arguments) => {
            write!(out, "{name}(")?;
            list(out, arguments, ", ")?;
            out.write_char(')')
        }
        Statement::Send(channel, operator, values) => {
            write!(out, "{channel}{operator}")?;
            list(out, values, ", ")
        }
        Statement::Receive(channel, operator, stays, arguments) => {
            let (open, close) = if *stays { ("<", ">") } else { ("", "") };
            write!(out, "{channel}{operator}{open}")?;
            list(out, arguments, ", ")?;
            out.write_str(close)
        }
    }
}

fn braces(out: &mut Formatter, word: &str, body: &[Statement], depth: usize) -> fmt::Result {
    writeln!(out, "{word}{}{{", if word.is_empty() { "" } else { " " })?;
    block(out, body, depth + 1)?;
    indent(out, depth)?;
    out.write_char('}')
}

fn choice(
    out: &mut Formatter,
    open: &str,
    options: &[Block],
    close: &str,
    depth: usize,
) -> fmt::Result {
    writeln!(out, "{open}")?;
    for option in options {
        indent(out, depth)?;
        out.write_str("::\n")?;
        block(out, option, depth + 1)?;
    }
    indent(out, depth)?;
    out.write_str(close)
}
