use super::*;
use crate::word::Lasso;
use proptest::prelude::*;

fn parse(text: &str) -> Result<String, LtlError> {
    let mut fs = Formulas::new();
    let f = fs.parse(text, Dialect::Any)?;
    Ok(fs.print(f, Syntax::Field))
}

#[track_caller]
fn same(a: &str, b: &str) {
    assert_eq!(parse(a), parse(b));
}

#[test]
fn precedence_is_spins() {
    same("a U b && c || d -> e", "(((a U b) && c) || d) -> e");
    same("a -> b || c && d U e", "a -> (b || (c && (d U e)))");
    same("[] a U b", "([] a) U b");
    same("!a U X b", "(!a) U (X b)");
    same("a U b U c", "(a U b) U c");
    same("a -> b -> c", "(a -> b) -> c");
    same("a <-> b -> c", "(a <-> b) -> c");
    same("a | b ^ c & d", "a | (b ^ (c & d))");
    same("GFp -> XGq", "G F p -> X G q");
    same("always a implies eventually b", "[]a -> <>b");
    same("a V b && c weakuntil d", "(a R b) & (c W d)");
    same("a stronguntil 1 /\\ true", "(a U true) && 1");
}

#[test]
fn expressions_of_the_host_language_are_propositions() {
    let mut fs = Formulas::new();
    let text = "[] (x == 3 -> <> {len(q)  > 0}) && q?[m] && (a+1)*2 < b[i].f U (c -> d : e) \
                || p[1]@l && x==3";
    let f = fs.parse(text, Dialect::Any).expect("a formula");
    let texts: Vec<&str> = fs.props().iter().map(|p| p.text.as_str()).collect();
    let expected = [
        "x == 3",
        "len(q) > 0",
        "q?[m]",
        "(a+1)*2 < b[i].f",
        "(c -> d : e)",
        "p[1]@l",
    ];
    assert_eq!(texts, expected);
    assert_eq!(fs.props()[0].span, 4..10);
    assert!(matches!(fs.node(f), Node::Or(_)));
}

#[test]
fn inside_a_model_only_spins_operators_count() {
    let mut fs = Formulas::new();
    let f = fs
        .parse("[] (G & F) == R", Dialect::Spin)
        .expect("a formula");
    assert_eq!(fs.print(f, Syntax::Spin), "[] ((G & F) == R)");
}

#[test]
fn errors_point_at_the_place() {
    let at = |text: &str| parse(text).expect_err(text).span;
    assert_eq!(at("a && "), 5..5);
    assert_eq!(at("a b"), 2..3);
    assert_eq!(at("(a"), 0..1);
    assert_eq!(at("a)"), 1..2);
    assert_eq!(at("a U U b"), 4..5);
    assert_eq!(at("!x == 3"), 1..7);
    assert_eq!(at("x = 3"), 2..3);
    assert_eq!(at("(<>a) + 1 == 2"), 1..3);
    assert_eq!(at("{ }"), 0..3);
    assert_eq!(at(""), 0..0);
}

#[test]
fn deep_formulas_need_no_stack() {
    let n = 50_000;
    for (open, close) in [
        ("(", ")"),
        ("X ", ""),
        ("a U (", ")"),
        ("a && (b || (", "))"),
    ] {
        let text = format!("{}c{}", open.repeat(n), close.repeat(n));
        let mut fs = Formulas::new();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let printed = fs.print(f, Syntax::Spin);
        assert_eq!(fs.parse(&printed, Dialect::Any), Ok(f));
        fs.negated_nnf(f);
    }
}

/// Random formulas over `a`, `b`, `c`, as text with full parentheses.
pub(crate) fn formula() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        8 => prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_string),
        1 => prop::sample::select(vec!["true", "false"]).prop_map(str::to_string),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let unary = vec!["!", "X", "F", "G"];
        let binary = vec!["&", "|", "->", "<->", "^", "U", "W", "R", "M"];
        prop_oneof![
            (prop::sample::select(unary), inner.clone()).prop_map(|(op, f)| format!("{op}({f})")),
            (inner.clone(), prop::sample::select(binary), inner)
                .prop_map(|(f, op, g)| format!("({f}) {op} ({g})")),
        ]
    })
}

/// Random lassos over three propositions.
pub(crate) fn lasso() -> impl Strategy<Value = Lasso> {
    let letters = |low| prop::collection::vec(0u64..8, low..5);
    (letters(0), letters(1)).prop_map(|(u, v)| Lasso::new(u, v).expect("a cycle"))
}

/// An arena in which `a`, `b`, `c` are propositions 0, 1, 2.
pub(crate) fn arena() -> Formulas {
    let mut fs = Formulas::new();
    for name in ["a", "b", "c"] {
        fs.prop(name, 0..0);
    }
    fs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn printing_and_reading_agree(text in formula()) {
        let mut fs = arena();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let field = fs.print(f, Syntax::Field);
        prop_assert_eq!(fs.parse(&field, Dialect::Any), Ok(f), "{}", field);
    }

    #[test]
    fn rewriting_keeps_the_meaning(
        text in formula(),
        words in prop::collection::vec(lasso(), 20),
    ) {
        let mut fs = arena();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let (pos, neg) = (fs.nnf(f), fs.negated_nnf(f));
        let simple = fs.simplify(f);
        let spin = fs.print(f, Syntax::Spin);
        let spin = fs.parse(&spin, Dialect::Any).expect("a formula");
        for w in &words {
            let holds = fs.holds(f, w);
            prop_assert_eq!(fs.holds(pos, w), holds);
            prop_assert_eq!(fs.holds(neg, w), !holds);
            prop_assert_eq!(fs.holds(spin, w), holds);
            prop_assert_eq!(fs.holds(simple, w), holds, "{}", fs.print(simple, Syntax::Field));
        }
    }

    #[test]
    fn classes_are_sound(text in formula(), words in prop::collection::vec(lasso(), 20)) {
        let mut fs = arena();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let class = fs.class(f);
        let (some, all) = (fs.finally(f), fs.globally(f));
        for w in &words {
            prop_assert!(!class.eventual || fs.holds(f, w) == fs.holds(some, w));
            prop_assert!(!class.universal || fs.holds(f, w) == fs.holds(all, w));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text: String) {
        let _ = Formulas::new().parse(&text, Dialect::Any);
        let _ = Formulas::new().parse(&text, Dialect::Spin);
    }

    #[test]
    fn no_tokens_make_the_parser_panic(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "a", "b", "(", ")", "[", "]", "{", "}", "\"", "!", "X", "U", "W", "<>", "[]", "->",
            "<", ">", "==", "=", "-", "&", "&&", "||", "?", ":", "@", ".", "c_expr", "true", "1",
            "0", "é", " ", "Fp", "R", "M", "release", ",", "~", "/", "\\",
        ]), 0..20),
    ) {
        let text = tokens.concat();
        for dialect in [Dialect::Any, Dialect::Spin] {
            let mut fs = Formulas::new();
            match fs.parse(&text, dialect) {
                Ok(f) => drop(fs.print(f, Syntax::Spin)),
                Err(e) => prop_assert!(text.get(e.span.clone()).is_some(), "{:?}", e),
            }
        }
    }
}
