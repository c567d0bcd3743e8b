//! Translates the formulas of `peers.csv` and prints the sizes beside those of other translators.
//!
//! ```text
//! cargo run --release -p bench-ltl              the sums, and the rows where Spot is smaller
//! cargo run --release -p bench-ltl -- --all     every row
//! ```

use omega::ltl::{Dialect, Formulas};
use omega::{Automaton, Translation, translate};
use std::time::{Duration, Instant};

/// See README.md for where the figures are from.
const PEERS: &str = include_str!("../peers.csv");

const TOOLS: [&str; 5] = ["spin-nxt", "ltl2ba", "ltl3ba", "ltl2tgba-B", "ltl2tgba"];

struct Row<'a> {
    name: String,
    formula: &'a str,
    /// For each tool, states and edges; `None` where it timed out.
    peers: [Option<(usize, usize)>; 5],
}

struct Ours {
    buchi: Automaton,
    generalized: Automaton,
    time: Duration,
}

fn main() {
    let all = std::env::args().any(|a| a == "--all");
    let rows: Vec<Row> = PEERS.lines().skip(1).filter_map(row).collect();
    let ours: Vec<Ours> = rows.iter().map(|r| measure(r.formula)).collect();
    println!(
        "{:<16}{:>6}{:>10}{:>9}  formula",
        "row", "ours", "Spot -B", "ms"
    );
    for (row, our) in rows.iter().zip(&ours) {
        let (states, spot) = (our.buchi.num_states(), row.peers[3].map_or(0, |p| p.0));
        if all || states > spot {
            let ms = our.time.as_secs_f64() * 1e3;
            println!(
                "{:<16}{states:>6}{spot:>10}{ms:>9.1}  {}",
                row.name, row.formula
            );
        }
    }
    println!();
    println!(
        "{:<30}{:>8}{:>8}",
        format!("sum of {} rows", rows.len()),
        "states",
        "edges"
    );
    let sum = |f: &dyn Fn(&Ours) -> usize| ours.iter().map(f).sum::<usize>();
    let line =
        |name: &str, states: usize, edges: usize| println!("{name:<30}{states:>8}{edges:>8}");
    line(
        "stubborn, Büchi",
        sum(&|o| o.buchi.num_states()),
        sum(&|o| o.buchi.edges().len()),
    );
    line(
        "stubborn, generalized",
        sum(&|o| o.generalized.num_states()),
        sum(&|o| o.generalized.edges().len()),
    );
    for (i, tool) in TOOLS.iter().enumerate() {
        let answered: Vec<_> = rows.iter().filter_map(|r| r.peers[i]).collect();
        let name = match rows.len() - answered.len() {
            0 => tool.to_string(),
            missing => format!("{tool} ({missing} rows missing)"),
        };
        let states = answered.iter().map(|p| p.0).sum();
        line(&name, states, answered.iter().map(|p| p.1).sum());
    }
    let total: Duration = ours.iter().map(|o| o.time).sum();
    let slowest = ours.iter().map(|o| o.time).max().unwrap_or_default();
    println!();
    println!("time: {total:.2?} in all, {slowest:.2?} for the slowest row");
}

/// `id,polarity,formula,stutter_invariant,has_next,` then the states and the edges of each tool.
fn row(line: &str) -> Option<Row<'_>> {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |i: usize| fields.get(i)?.parse::<usize>().ok();
    let sign = if fields.get(1) == Some(&"negated") {
        "!"
    } else {
        ""
    };
    Some(Row {
        name: format!("{sign}{}", fields.first()?),
        formula: fields.get(2)?,
        peers: std::array::from_fn(|i| Some((number(5 + i)?, number(10 + i)?))),
    })
}

fn measure(text: &str) -> Ours {
    let read = |kind| {
        let mut formulas = Formulas::new();
        let f = formulas
            .parse(text, Dialect::Any)
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        translate(&mut formulas, f, kind).unwrap_or_else(|e| panic!("{text}: {e}"))
    };
    let start = Instant::now();
    let buchi = read(Translation::Buchi);
    let time = start.elapsed();
    Ours {
        buchi,
        generalized: read(Translation::Generalized),
        time,
    }
}
