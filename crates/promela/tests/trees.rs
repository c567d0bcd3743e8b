//! What texts are read as: the tree, by its dump.

use promela::dump::dump;
use promela::{Options, parse_str};
use std::path::Path;

#[track_caller]
fn tree(text: &str) -> String {
    let parsed = parse_str(Path::new("case.pml"), text, &Options::default());
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    dump(&parsed.model)
}

/// The statements of `init`, one per line.
#[track_caller]
fn body(text: &str) -> Vec<String> {
    let full = tree(&format!(
        "byte x, y, a[3]; chan c = [1] of {{ byte }}; mtype = {{ ack }};\n\
         proctype p(byte n) {{ byte v; L: skip }}\ninit {{\n{text}\n}}"
    ));
    let start = full.find("init\n").unwrap();
    full[start..]
        .lines()
        .skip(1)
        .map(|line| line[2..].to_owned())
        .collect()
}

#[test]
fn newlines_separate_where_spin_separates() {
    assert_eq!(body("x\n-1"), ["expr x", "expr (- 1)"]);
    assert_eq!(body("x\n(y)"), ["expr x", "expr y"]);
    assert_eq!(body("x\n!y"), ["expr x", "expr (! y)"]);
    assert_eq!(body("c!x\n(y)"), ["send c!x", "expr y"]);
    assert_eq!(body("x = 1\ny = 2"), ["assign x = 1", "assign y = 2"]);
    assert_eq!(body("x -\n1"), ["expr (x - 1)"]);
    assert_eq!(body("(x\n-1)"), ["expr (x - 1)"]);
    assert_eq!(body("x = 1 /*\n*/ y = 2"), ["assign x = 1", "assign y = 2"]);
}

/// A line that SPIN would refuse shows that the file is of the older style, in all its lines.
#[test]
fn newlines_mean_nothing_in_an_old_file() {
    let old = "x == 1\n&& y == 1;\n";
    assert_eq!(
        body(&format!("{old} x = y\n- 1")),
        ["expr ((x == 1) && (y == 1))", "assign x = (y - 1)"]
    );
    assert_eq!(body(&format!("{old} c\n!x"))[1..], ["send c!x"]);
    // Unless the newlines are needed elsewhere.
    assert_eq!(
        body(&format!("{old} x = y\n- 1\nx = 2"))[1..],
        ["assign x = y", "expr (- 1)", "assign x = 2"]
    );
}

#[test]
fn operators_group_as_in_spin() {
    let formula = |text: &str| {
        let full = tree(&format!(
            "byte a, b, d; ltl f {{ {text} }} init {{ a = b + d }}"
        ));
        full.lines()
            .find_map(|line| line.strip_prefix("ltl f ").map(str::to_owned))
            .unwrap()
    };
    assert_eq!(
        body("x + y * 2 == 3 && !x | y"),
        ["expr (((x + (y * 2)) == 3) && ((! x) | y))"]
    );
    assert_eq!(
        body("x - 1 - 1 << 2 < 3"),
        ["expr ((((x - 1) - 1) << 2) < 3)"]
    );
    assert_eq!(formula("a -> b -> d"), "((a -> b) -> d)");
    assert_eq!(formula("[] a -> <> b U d"), "(([] a) -> ((<> b) U d))");
    assert_eq!(formula("a U b V d W a"), "(((a U b) V d) W a)");
    assert_eq!(
        formula("!a && b || d <-> X a"),
        "((((! a) && b) || d) <-> (X a))"
    );
    assert_eq!(
        formula("always a implies eventually (b until d)"),
        "(([] a) -> (<> (b U d)))"
    );
    assert_eq!(formula("[]<>a"), "([] (<> a))");
    assert_eq!(formula("[] a == 1"), "(([] a) <-> 1)");
}

#[test]
fn channel_operations() {
    assert_eq!(
        body("c!ack(x, 1); c!!x; c?ack(x); c??<x>; c?(x, _); c?eval(x + 1), -1"),
        [
            "send c!ack, x, 1",
            "send c!!x",
            "receive c?ack, x",
            "receive c??<x>",
            "receive c?x, _",
            "receive c?eval((x + 1)), -1",
        ]
    );
    assert_eq!(body("c?[ack, x] && x"), ["expr (c?[ack, x] && x)"]);
}

#[test]
fn processes_and_references() {
    assert_eq!(body("run p(1) priority 3"), ["expr (run p(1) priority 3)"]);
    assert_eq!(
        body("p@L && p[1]@L; p:v == p[x]:v"),
        ["expr (p@L && p[1]@L)", "expr (p:v == p[x]:v)"]
    );
    assert_eq!(body("x = (y -> p:v : 2)"), ["assign x = (y -> p:v : 2)"]);
    assert_eq!(
        body("q: x = 1; goto q"),
        ["label q", "assign x = 1", "goto q"]
    );
}

#[test]
fn structured_statements() {
    assert_eq!(
        body("L: { x = 1 } unless { y = 1 }; goto L"),
        [
            "label L",
            "unless",
            "  body",
            "    block",
            "      assign x = 1",
            "  escape",
            "    block",
            "      assign y = 1",
            "goto L",
        ]
    );
    assert_eq!(
        body("for (x : 0 .. 2) { a[x] = 1 } for (x in a) { skip } select (x : 1 .. y)"),
        [
            "for x : 0 .. 2",
            "  assign a[x] = 1",
            "for x in a",
            "  expr skip",
            "select x : 1 .. y",
        ]
    );
    assert_eq!(
        body("if :: x -> y = 1 :: else fi"),
        [
            "if",
            "  option",
            "    expr x",
            "    assign y = 1",
            "  option",
            "    else"
        ]
    );
}

#[test]
fn inlines_are_expanded_by_token() {
    let text = "byte x, y;\ninline g(b) { b++ }\n\
                inline f(a, b) { byte t; t = a; a = b; g(a); b = t }\n\
                inline h(a) { return a * 2 }\ninit { f(x, y) x = h(y + 1) }";
    let full = tree(text);
    let start = full.find("init\n").unwrap();
    assert_eq!(
        full[start..].lines().collect::<Vec<_>>(),
        [
            "init",
            "  inline f",
            "    byte t",
            "    assign t = x",
            "    assign x = y",
            "    inline g",
            "      increment x",
            "    assign y = t",
            "  inline h -> x",
            // Arguments are text: no parentheses appear by themselves.
            "    assign x = (y + (1 * 2))",
        ]
    );
}

#[test]
fn units() {
    let text = "#define N 2\nmtype:m = { one, two } hidden unsigned u : 3 = 1;\n\
        typedef T { byte f[N]; mtype:m g }\nT t; byte z[2] = { 1, 2 };\n\
        chan c[N] = [0] of { T, mtype:m }\n\
        active [N] proctype p(chan d) priority 2 provided (u == 1) { d!1; xr d; t.f[1] = z[0] }\n\
        init priority 3 { c[0]!t,one }\nnever { do :: u od }\nnotrace { c[0]!1 }";
    assert_eq!(
        tree(text).lines().collect::<Vec<_>>(),
        [
            "mtype:m one two",
            "hidden unsigned u : 3 = 1",
            "typedef T",
            "  byte f[2]",
            "  mtype:m g",
            "T t",
            "byte z[2] = {1, 2}",
            "chan c[2] = [0] of {T, mtype:m}",
            "active[2] proctype p priority 2 provided (u == 1)",
            "  param chan d",
            "  send d!1",
            "  xr d",
            "  assign t.f[1] = z[0]",
            "init priority 3",
            "  send c[0]!t, one",
            "never -",
            "  do",
            "    option",
            "      expr u",
            "notrace",
            "  send c[0]!1",
        ]
    );
}
