//! No text makes the front end panic, overflow the stack, or hang: deep nesting, endless chains,
//! and random damage to real models.

use promela::render::{Style, render};
use promela::{Options, dump::dump, parse_str};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Parses, dumps and renders; gives the codes.
fn exercise(text: &str) -> Vec<&'static str> {
    let parsed = parse_str(Path::new("text.pml"), text, &Options::default());
    dump(&parsed.model);
    for diagnostic in parsed.diagnostics.iter().take(10) {
        assert!(!render(diagnostic, &parsed.sources, Style::Plain).is_empty());
    }
    parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id)
        .collect()
}

#[track_caller]
fn too_deep(text: &str) {
    assert_eq!(exercise(text), ["P0111"], "{}", &text[..60]);
}

#[test]
fn nesting_is_bounded() {
    const DEEP: usize = 20_000;
    let init =
        |inner: String| format!("byte x, a[2]; chan c = [1] of {{ byte }};\ninit {{ {inner} }}");
    let nest = |open: &str, middle: &str, close: &str| {
        init(format!(
            "{}{middle}{}",
            open.repeat(DEEP),
            close.repeat(DEEP)
        ))
    };
    too_deep(&nest("(", "x", ")"));
    too_deep(&nest("{", "x = 1", "}"));
    too_deep(&nest("atomic {", "x = 1", "}"));
    too_deep(&nest("if :: ", "x = 1", " fi"));
    too_deep(&nest("do :: x -> ", "break", " od"));
    too_deep(&nest("for (x : 0 .. 1) {", "skip", "}"));
    too_deep(&nest("a[", "x", "] = 1"));
    too_deep(&nest("! ", "x", ""));
    too_deep(&nest("- ", "x", ""));
    too_deep(&nest("(x / ", "x", ")"));
    too_deep(&nest("(x && ", "x", ")"));
    too_deep(&nest("(x -> 1 : ", "x", ")"));
    too_deep(&init(format!(
        "c?{}x{}",
        "(".repeat(DEEP),
        ")".repeat(DEEP)
    )));
    too_deep(&init(format!("x = 1{}", " / 1".repeat(DEEP))));
    too_deep(&init(format!("x = 1{}", " == 1".repeat(DEEP))));
    too_deep(&format!(
        "byte x; ltl {{ {} x }} init {{ skip }}",
        "[] ".repeat(DEEP)
    ));
    too_deep(&format!(
        "byte x; ltl {{ {} x }} init {{ skip }}",
        "x U ".repeat(DEEP)
    ));
}

/// Chains of these operators have no limit, flat or in parentheses.
#[test]
fn chains_are_not_nesting() {
    for op in ["+", "-", "*", "&", "|", "^", "&&", "||"] {
        let flat = format!(" {op} x").repeat(100_000);
        let text = format!("int x; init {{ x = x{flat} }}");
        assert!(exercise(&text).is_empty(), "{op}");
        let deep = 4_000;
        let right = format!("{}x{}", format!("(x {op} ").repeat(deep), ")".repeat(deep));
        let left = format!("{}x{}", "(".repeat(deep), format!(" {op} x)").repeat(deep));
        for nested in [right, left] {
            let text = format!("int x; init {{ x = {nested} }}");
            assert!(exercise(&text).is_empty(), "{op}");
        }
    }
    let formula = " && (x < 9)".repeat(100_000);
    let text = format!("byte x; ltl {{ [] (true{formula}) }} init {{ x = 1 }}");
    assert!(exercise(&text).is_empty());
    let parentheses = 4_900;
    let text = format!(
        "byte x; init {{ x = {}x{} }}",
        "(".repeat(parentheses),
        ")".repeat(parentheses)
    );
    assert!(exercise(&text).is_empty());
}

#[test]
fn length_is_not_nesting() {
    let many = "x = 1;\n".repeat(20_000);
    assert!(exercise(&format!("byte x; init {{ {many} }}")).is_empty());
    let options = ":: x == 1 -> x = 2\n".repeat(20_000);
    assert!(exercise(&format!("byte x; init {{ if {options} fi }}")).is_empty());
    let labels: String = (0..2_000).map(|n| format!("l{n}: ")).collect();
    assert!(exercise(&format!("init {{ {labels} skip }}")).is_empty());
}

#[test]
fn inlines_cannot_explode() {
    let mut text = String::from("byte x; inline f0() { x = 1; x = 2; x = 3; x = 4 }\n");
    for n in 1..40 {
        text.push_str(&format!("inline f{n}() {{ f{0}(); f{0}() }}\n", n - 1));
    }
    text.push_str("init { f39() }");
    assert_eq!(exercise(&text), ["P0209"]);
    let ring = "byte x; inline a() { b() } inline b() { a() } init { a() }";
    assert_eq!(exercise(ring), ["P0209"]);
}

/// Unbalanced and foreign texts end with errors, not with an endless loop.
#[test]
fn nonsense_is_refused() {
    for text in [
        "}",
        "{",
        ")",
        "init",
        "init {",
        "init { if",
        "init { if ::",
        "init { do :: x od od",
        "proctype",
        "proctype p",
        "proctype p(",
        "active [",
        "typedef",
        "typedef T {",
        "typedef T { od od }",
        "typedef T { :: x }",
        "typedef T { byte a -> fi } init { skip }",
        "mtype = {",
        "mtype:",
        "inline",
        "inline f(",
        "inline f() {",
        "ltl",
        "ltl {",
        "ltl p { [] ",
        "never {",
        "chan c = [",
        "chan c = [1] of {",
        "byte x[",
        "byte x =",
        "hidden",
        "init { x. }",
        "init { a[ }",
        "init { c! }",
        "init { c? }",
        "init { c?< }",
        "init { c?[ }",
        "init { run }",
        "init { for ( }",
        "init { for (x in ) { } }",
        "init { goto }",
        "init { printf( }",
        "init { printf(\"%d\", }",
        "init { assert }",
        "init { x unless }",
        "c_code {",
        "c_state \"x\"",
        "c_decl",
        "# define",
        "#if",
        "\\",
        "'",
        "\"",
        "/*",
        "##",
        "#!/bin/sh\necho hello\n",
        "int main(void) { return 0; }",
        "\u{feff}é ∀ 🦀",
    ] {
        assert!(!exercise(text).is_empty(), "{text}");
    }
}

/// A small generator of numbers, the same in every run (xorshift64*, Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        high as usize % bound.max(1)
    }
}

fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths: Vec<PathBuf> = ["corpus", "soundness"]
        .iter()
        .flat_map(|name| std::fs::read_dir(root.join(name)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned())
        .filter(|text| text.len() < 20_000)
        .collect()
}

/// The pieces that a text is damaged in: words, numbers, single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        pieces.push(&rest[..length]);
        rest = &rest[length..];
    }
    pieces
}

fn damage(random: &mut Random, texts: &[String], text: &str) -> String {
    let mut parts = pieces(text);
    let other = pieces(&texts[random.below(texts.len())]);
    for _ in 0..=random.below(4) {
        let at = random.below(parts.len());
        match random.below(6) {
            0 => {
                parts.remove(at);
            }
            1 => parts.insert(at, parts[at]),
            2 => {
                let with = random.below(parts.len());
                parts.swap(at, with);
            }
            3 => parts.truncate(at + 1),
            4 => {
                let from = random.below(other.len());
                let length = random.below(30).min(other.len() - from);
                parts.splice(at..at, other[from..from + length].iter().copied());
            }
            _ => {
                const NOISE: [&str; 12] = [
                    "{",
                    "}",
                    "(",
                    "fi",
                    "od",
                    "::",
                    "\n#if 1\n",
                    "\"",
                    "'",
                    "\u{1}",
                    "é",
                    "/*",
                ];
                parts.insert(at, NOISE[random.below(NOISE.len())]);
            }
        }
        if parts.is_empty() {
            break;
        }
    }
    parts.concat()
}

#[test]
fn damaged_models_are_survived() {
    let texts = corpus();
    let mut random = Random(0x5eed);
    let started = Instant::now();
    for round in 0..20 {
        for text in &texts {
            let damaged = damage(&mut random, &texts, text);
            let before = Instant::now();
            exercise(&damaged);
            let took = before.elapsed();
            assert!(took < Duration::from_secs(20), "{took:?} for\n{damaged}");
        }
        // Slow machines do fewer rounds.
        if round > 0 && started.elapsed() > Duration::from_secs(20) {
            break;
        }
    }
}
