//! Random properties of a program: what the reduction must not touch.

use crate::generate::random::Random;
use program::{
    BinaryOp, ChannelTest, Expr, Index, Label, Pattern, Place, ProcId, Program, Region, Variable,
};
use reduce::Property;

/// A property that reads one or two things, from anywhere in the state. Labels that it refers to
/// are added to the program, as are accept and progress labels.
pub fn random_property(program: &mut Program, seed: u64) -> Property {
    let mut random = Random::new(seed);
    let count = random.between(1, 2);
    let mut property = Property {
        expressions: Vec::new(),
        accept: random.chance(15),
        progress: random.chance(15),
    };
    for _ in 0..count {
        property.expressions.push(proposition(program, &mut random));
    }
    for location in program.proctypes.iter_mut().flat_map(|p| &mut p.locations) {
        location.accept |= property.accept && random.chance(20);
        location.progress |= property.progress && random.chance(20);
    }
    property
}

fn proposition(program: &mut Program, random: &mut Random) -> Expr {
    loop {
        let found = match random.below(6) {
            0 | 1 => variable(program, random, None),
            2 => channel(program, random),
            3 => label(program, random),
            4 => {
                let proctype = random.below(program.proctypes.len()) as ProcId;
                variable(program, random, Some(proctype))
            }
            _ => {
                let count = Expr::Const(random.between(1, 4) as i32);
                Some(binary(BinaryOp::Lt, Expr::ProcessCount, count))
            }
        };
        if let Some(found) = found {
            return found;
        }
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// The number of a process, or none: then the oldest of its type is meant.
fn pid(random: &mut Random) -> Option<Box<Expr>> {
    let number = random.below(3) as i32;
    random.chance(70).then(|| Box::new(Expr::Const(number)))
}

fn variable(program: &Program, random: &mut Random, owner: Option<ProcId>) -> Option<Expr> {
    let frame = match owner {
        None => &program.globals,
        Some(id) => &program.proctype(id).frame,
    };
    let scalars: Vec<&Variable> = frame.variables.iter().filter(|v| !v.channel).collect();
    if scalars.is_empty() {
        return None;
    }
    let variable = *random.pick(&scalars);
    let indices = variable.length.map(|length| Index {
        value: index(program, random, length),
        bound: length,
        stride: variable.scalar.size(),
    });
    let place = Place {
        region: match owner {
            None => Region::Global,
            Some(proctype) => Region::Remote {
                proctype,
                pid: pid(random),
            },
        },
        offset: variable.offset,
        indices: indices.into_iter().collect(),
        scalar: variable.scalar,
    };
    let op = [BinaryOp::Eq, BinaryOp::Gt][random.below(2)];
    let value = Expr::Const(random.below(3) as i32);
    Some(binary(op, Expr::Load(place), value))
}

/// A constant, or the value of a global variable.
fn index(program: &Program, random: &mut Random, length: u32) -> Expr {
    let plain = |v: &&Variable| !v.channel && v.length.is_none();
    let globals: Vec<&Variable> = program.globals.variables.iter().filter(plain).collect();
    if globals.is_empty() || random.chance(70) {
        return Expr::Const(random.below(length as usize) as i32);
    }
    let variable = random.pick(&globals);
    let value = Expr::Load(Place {
        region: Region::Global,
        offset: variable.offset,
        indices: Vec::new(),
        scalar: variable.scalar,
    });
    binary(BinaryOp::Rem, value, Expr::Const(length as i32))
}

fn channel(program: &Program, random: &mut Random) -> Option<Expr> {
    let channels = &program.globals.channels;
    if channels.is_empty() {
        return None;
    }
    let number = random.below(channels.len());
    let channel = Box::new(Expr::Const(number as i32 + 1));
    let kind = &program.channel_types[channels[number].channel_type as usize];
    let tests = [ChannelTest::Full, ChannelTest::Empty, ChannelTest::Len];
    let value = Expr::Const(random.below(2) as i32);
    Some(match random.below(4) {
        0 => Expr::Poll {
            channel,
            fields: kind
                .fields
                .iter()
                .map(|_| Pattern::Equals(value.clone()))
                .collect(),
            random: random.chance(30),
        },
        test => Expr::Channel(tests[test - 1], channel),
    })
}

fn label(program: &mut Program, random: &mut Random) -> Option<Expr> {
    let proctype = random.below(program.proctypes.len());
    let body = &mut program.proctypes[proctype];
    let location = random.below(body.locations.len()) as u32;
    body.labels.push(Label {
        name: format!("here{location}"),
        location,
    });
    Some(Expr::AtLabel {
        proctype: proctype as ProcId,
        pid: pid(random),
        label: body.labels.len() as u32 - 1,
    })
}
