//! Random programs of a process that creates others and may wait until they are gone: when they die and
//! how many there are is what these programs are about. Most of them are such that nobody can tell who
//! is dead; some nearly are.

use super::random::Random;

/// What the processes may do.
const STEPS: [&str; 16] = [
    "x = (x + 1) % 3",
    "x = 0",
    "x == 1",
    "y = 1 - y",
    "y == 1",
    "skip",
    "c!x",
    "c?x",
    "r!1",
    "r?_",
    "assert(x != 2 || y == 0)",
    "atomic { x == 1; y = 1; x = 2 }",
    "atomic { y = 0; x = 1 }",
    "d_step { x = 2; y = 0 }",
    "if :: x == 0 -> y = 1 :: else fi",
    "if :: x == 2 :: y == 1 -> x = 0 fi",
];

/// How the first process may wait, so that nobody can tell.
const WAITS: [&str; 6] = [
    "_nr_pr == 1",
    "nr == _nr_pr",
    "1 == _nr_pr && x == 1",
    "if :: _nr_pr == 1 -> y = 1 :: x == 1 -> x = 2 fi",
    "do :: _nr_pr == nr -> break :: y == 1 -> y = 0 od",
    "d_step { _nr_pr == 1; y = 1 }",
];

/// What tells after all.
const TELLS: [&str; 10] = [
    "_nr_pr == 2",
    "_nr_pr != 1",
    "_nr_pr == y + 1",
    "if :: _nr_pr == 1 -> x = 2 :: else -> y = 1 fi",
    "do :: _nr_pr == 1 -> break :: else -> x = 0 od",
    "atomic { y = 1; _nr_pr == 1; x = 2 }",
    "{ x = 1; y = 0 } unless { _nr_pr == 1 }",
    "x = _nr_pr % 3",
    "assert(_nr_pr < 4)",
    "x = _pid % 3",
];

/// The text of a program.
pub fn family(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0xfa31);
    let mut text =
        String::from("byte x, y;\nchan c = [1] of { byte };\nchan r = [0] of { byte };\n");
    // Another one that is there from the start, before or after the one that creates.
    let other = "active proctype A() { x = 1; y = 1 }\n";
    let (before, after) = match random.below(8) {
        0 => (other, ""),
        1 => ("", other),
        _ => ("", ""),
    };
    text += before;
    let types = random.between(1, 3);
    for number in 0..types {
        let mut body = steps(&mut random, 3, 8);
        if number > 0 && random.chance(30) {
            let child = random.below(number);
            let place = random.below(body.len() + 1);
            body.insert(place, format!("run P{child}()"));
        }
        if random.chance(10) {
            body.push("end: false".to_owned());
        }
        text += &format!("proctype P{number}() {{ {} }}\n", joined(&body));
    }
    let mut body = steps(&mut random, 1, 10);
    let count = random.between(2, 3);
    for _ in 0..count {
        body.push(format!("run P{}()", random.below(types)));
        body.append(&mut steps(&mut random, 1, 10));
    }
    if random.chance(80) {
        body.push(random.word(&WAITS).to_owned());
        body.append(&mut steps(&mut random, 2, 0));
    }
    if random.chance(10) {
        // Too late: there may be others already.
        let place = random.below(body.len() + 1);
        body.insert(place, "nr = _nr_pr".to_owned());
    }
    let first = random.word(&["nr = _nr_pr; ", "nr = 1; ", ""]);
    text + &format!("init {{ byte nr; {first}{} }}\n{after}", joined(&body))
}

/// Up to so many steps, and one of those that tell in so many of a hundred cases.
fn steps(random: &mut Random, most: usize, telling: usize) -> Vec<String> {
    let count = random.below(most + 1);
    let mut steps: Vec<String> = (0..count).map(|_| random.word(&STEPS).to_owned()).collect();
    if random.chance(telling) {
        steps.push(random.word(&TELLS).to_owned());
    }
    steps
}

fn joined(steps: &[String]) -> String {
    match steps {
        [] => "skip".to_owned(),
        _ => steps.join("; "),
    }
}
