//! A program as text and as a graph, for people who want to see what their model became.

mod expr;

use crate::action::Action;
use crate::expr::Expr;
use crate::model::{Edge, End, Frame, Location, Proctype, Program, PropertyKind};
use expr::Namer;
use std::fmt::Write;

/// The whole program as text: variables with their offsets, locations, edges.
pub fn text(program: &Program) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(program, &mut out);
    out
}

/// An expression of a claim, in which no variable is local.
pub fn expression(program: &Program, expr: &Expr) -> String {
    Namer::new(program, None).expr(expr)
}

/// The graph of each process type in the language of Graphviz.
pub fn dot(program: &Program) -> String {
    let mut out = String::from("digraph program {\n  node [shape=box, fontname=monospace];\n");
    for (id, proctype) in program.proctypes.iter().enumerate() {
        let namer = Namer::new(program, Some(proctype));
        let _ = writeln!(out, "  subgraph cluster_{id} {{");
        let _ = writeln!(out, "    label={:?};", proctype.name);
        for (number, location) in proctype.locations.iter().enumerate() {
            let shape = if location.end { ", peripheries=2" } else { "" };
            let label = location_name(number, location);
            let _ = writeln!(out, "    p{id}_{number} [label={label:?}{shape}];");
            for edge in &location.edges {
                let label = edge_label(&namer, edge);
                let style = if edge.atomic { ", style=bold" } else { "" };
                if edge.action == Action::Terminate {
                    let _ = writeln!(out, "    p{id}_{number} -> p{id}_end [label={label:?}];");
                } else {
                    let target = edge.target;
                    let _ = writeln!(
                        out,
                        "    p{id}_{number} -> p{id}_{target} [label={label:?}{style}];"
                    );
                }
            }
        }
        let _ = writeln!(out, "    p{id}_end [label=\"\", shape=point];\n  }}");
    }
    out.push_str("}\n");
    out
}

fn write_text(program: &Program, out: &mut String) -> std::fmt::Result {
    writeln!(out, "globals: {} bytes", program.globals.size)?;
    write_frame(program, &program.globals, out)?;
    for (pid, instance) in program.instances.iter().enumerate() {
        let name = &program.proctype(instance.proctype).name;
        writeln!(out, "process {pid}: {name}")?;
    }
    for proctype in &program.proctypes {
        write_proctype(program, proctype, out)?;
    }
    for property in &program.properties {
        match &property.kind {
            PropertyKind::Ltl(_) => writeln!(out, "\nltl {}", property.name)?,
            PropertyKind::Never(claim) => {
                write!(out, "\nnever claim")?;
                write_proctype(program, claim, out)?;
            }
        }
    }
    Ok(())
}

fn write_frame(program: &Program, frame: &Frame, out: &mut String) -> std::fmt::Result {
    for variable in &frame.variables {
        let length = variable
            .length
            .map_or(String::new(), |length| format!("[{length}]"));
        let sign = if variable.scalar.signed {
            "signed"
        } else {
            "unsigned"
        };
        writeln!(
            out,
            "  {:>4}  {}{length}: {} bits, {sign}",
            variable.offset, variable.name, variable.scalar.bits
        )?;
    }
    for channel in &frame.channels {
        let kind = &program.channel_types[channel.channel_type as usize];
        let fields: Vec<String> = kind
            .fields
            .iter()
            .map(|field| format!("{} bits", field.bits))
            .collect();
        writeln!(
            out,
            "  {:>4}  channel {}: {} messages of {{{}}}",
            channel.offset,
            channel.name,
            kind.capacity,
            fields.join(", ")
        )?;
    }
    Ok(())
}

fn write_proctype(program: &Program, proctype: &Proctype, out: &mut String) -> std::fmt::Result {
    let namer = Namer::new(program, Some(proctype));
    writeln!(out, "\n{}: {} bytes", proctype.name, proctype.frame.size)?;
    write_frame(program, &proctype.frame, out)?;
    for exclusive in &proctype.exclusive {
        let word = match exclusive.end {
            End::Head => "xr",
            End::Tail => "xs",
        };
        writeln!(out, "  {word} {}", namer.place(&exclusive.place()))?;
    }
    if let Some(provided) = &proctype.provided {
        writeln!(out, "  provided {}", namer.expr(provided))?;
    }
    for (number, location) in proctype.locations.iter().enumerate() {
        let entry = if number as u32 == proctype.entry {
            "  (entry)"
        } else {
            ""
        };
        writeln!(out, "  {}{entry}", location_name(number, location))?;
        for edge in &location.edges {
            let label = edge_label(&namer, edge);
            if edge.action == Action::Terminate {
                writeln!(out, "    {label}")?;
            } else {
                let atomic = if edge.atomic { "  (keeps control)" } else { "" };
                writeln!(out, "    {label}  ->  {}{atomic}", edge.target)?;
            }
        }
    }
    Ok(())
}

fn location_name(number: usize, location: &Location) -> String {
    let mut name = number.to_string();
    for label in &location.labels {
        let _ = write!(name, " {label}:");
    }
    name
}

fn edge_label(namer: &Namer<'_>, edge: &Edge) -> String {
    let action = namer.action(&edge.action);
    if edge.escape == 0 {
        action
    } else {
        format!("escape: {action}")
    }
}
