//! Long chains of operators are grouped anew; their values must not change by that. The values are
//! computed here from the left, and asserted by a program that the interpreter executes.

use program::explore::{self, Kind};
use promela::{Options, lower, parse_str};
use std::path::Path;

/// The kinds of what goes wrong in a model.
fn found(text: &str) -> Vec<Kind> {
    let parsed = parse_str(Path::new("model.pml"), text, &Options::default());
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let (program, diagnostics) = lower::lower(&parsed.model, &lower::Options::default());
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    program::verify::verify(&program).unwrap();
    let options = explore::Options::default();
    let exploration = explore::explore(&program, &options, &mut |_| true);
    let found = exploration.counterexamples.iter();
    found.map(|found| found.problem.kind()).collect()
}

/// A small generator of numbers, the same in every run (xorshift64*, Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }
}

fn apply(op: &str, a: i32, b: i32) -> i32 {
    match op {
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.wrapping_div(b),
        "%" => a.wrapping_rem(b),
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "&&" => i32::from(a != 0 && b != 0),
        _ => i32::from(a != 0 || b != 0),
    }
}

/// A chain of operators of one precedence, some operands in parentheses, and its value.
fn chain(ops: &[&str], length: usize, depth: u32, random: &mut Random) -> (String, i32) {
    let term = |random: &mut Random| {
        if depth > 0 && random.below(40) == 0 {
            let (text, value) = chain(ops, length / 10, depth - 1, random);
            // A divisor that is never zero.
            match value {
                0 => ("1".to_owned(), 1),
                _ => (format!("({text})"), value),
            }
        } else {
            let value = 1 + random.below(30) as i32;
            (value.to_string(), value)
        }
    };
    let (mut text, mut value) = term(random);
    for _ in 0..length {
        let op = ops[random.below(ops.len() as u64) as usize];
        let (more, next) = term(random);
        text += &format!(" {op} {more}");
        value = apply(op, value, next);
    }
    (text, value)
}

#[test]
fn grouping_keeps_values() {
    let mut random = Random(0x5eed);
    for ops in [
        &["+", "-"][..],
        &["*", "/", "%"],
        &["*"],
        &["&"],
        &["|"],
        &["^"],
        &["-"],
    ] {
        for length in [10, 63, 64, 65, 200, 1000] {
            let (text, value) = chain(ops, length, 2, &mut random);
            // The literal of the smallest number is not one.
            let wanted = format!("({} - 1)", i64::from(value) + 1);
            let model =
                format!("int x; active proctype p() {{ x = {text}; assert(x == {wanted}) }}");
            assert_eq!(found(&model), [], "{ops:?} {length}: {value}");
        }
    }
    let sum = " + 1".repeat(100_000);
    let model = format!("int x; active proctype p() {{ x = 0{sum}; assert(x == 100000) }}");
    assert_eq!(found(&model), []);
}

/// `&&` and `||` evaluate what they would from the left, and nothing else: the fault behind the
/// operand that decides is not reached, the one in front of it is.
#[test]
fn grouping_keeps_short_circuits() {
    for (op, neutral, decisive) in [("&&", "1", "0"), ("||", "0", "1")] {
        let run = format!(" {op} {neutral}").repeat(300);
        let fault = "(1 / zero)";
        for (text, kinds) in [
            (
                format!("{neutral}{run} {op} {decisive} {op} {fault}{run}"),
                &[][..],
            ),
            (
                format!("{neutral}{run} {op} {fault}{run} {op} {decisive}"),
                &[Kind::Fault],
            ),
            (format!("{fault}{run} {op} {decisive}"), &[Kind::Fault]),
        ] {
            let model = format!("byte zero, x; active proctype p() {{ x = ({text}) }}");
            assert_eq!(found(&model), kinds, "{}", &model[..80]);
        }
    }
}

/// Questions that depend on each other, one more than are answered: a fault, not a guess.
#[test]
fn too_many_questions_are_a_fault() {
    let chain = |length: usize| {
        let asks = (0..length)
            .map(|n| format!("active proctype p{n}() {{ enabled({}) && false }}\n", n + 1));
        let last = "active proctype last() { end: false }\n".to_owned();
        asks.chain([last]).collect::<String>()
    };
    assert!(!found(&chain(60)).contains(&Kind::Fault));
    assert!(found(&chain(70)).contains(&Kind::Fault));
    let circle = "active proctype p() { enabled(1) } active proctype q() { !enabled(0) }";
    assert!(found(circle).contains(&Kind::Fault));
}
