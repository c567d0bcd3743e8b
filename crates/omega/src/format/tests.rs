use super::*;
use crate::ltl::tests::{arena, formula, lasso};
use crate::ltl::{Dialect, Formulas};
use crate::membership::accepts;
use crate::{Lasso, Translation, translate};
use proptest::prelude::*;

fn buchi(text: &str) -> Automaton {
    let mut fs = arena();
    let f = fs.parse(text, Dialect::Any).expect("a formula");
    translate(&mut fs, f, Translation::Buchi).expect("small")
}

fn all_words() -> Vec<Lasso> {
    let letters =
        |n: u32| (0..8u64.pow(n)).map(move |i| (0..n).map(|k| i >> (3 * k) & 7).collect());
    let prefixes: Vec<Vec<u64>> = (0..2).flat_map(letters).collect();
    let cycles: Vec<Vec<u64>> = (1..3).flat_map(letters).collect();
    let word = |u: &Vec<u64>, v: &Vec<u64>| Lasso::new(u.clone(), v.clone()).expect("a cycle");
    prefixes
        .iter()
        .flat_map(|u| cycles.iter().map(move |v| word(u, v)))
        .collect()
}

/// Reads a claim whose propositions may come in another order, and compares it with a formula.
#[track_caller]
fn claim_means(claim: &str, text: &str) {
    let a = from_never(claim).expect("a claim");
    assert_eq!(a.check(), Ok(()));
    assert!(a.is_state_based());
    let mut fs = Formulas::new();
    for p in a.props() {
        fs.prop(p, 0..0);
    }
    let f = fs.parse(text, Dialect::Any).expect("a formula");
    for w in all_words() {
        assert_eq!(accepts(&a, &w), fs.holds(f, &w), "{text} on {w:?}");
    }
}

#[test]
fn what_spin_prints_is_read() {
    claim_means(
        "never  {    /* <> [] a */\nT0_init:\n\tdo\n\t:: ((a)) -> goto accept_S4\n\
         \t:: (1) -> goto T0_init\n\tod;\naccept_S4:\n\tdo\n\t:: ((a)) -> goto accept_S4\n\tod;\n}",
        "F G a",
    );
    claim_means(
        "never  {    /* <> a */\nT0_init:\n\tdo\n\
         \t:: atomic { ((a)) -> assert(!((a))) }\n\t:: (1) -> goto T0_init\n\tod;\n\
         accept_all:\n\tskip\n}",
        "F a",
    );
}

#[test]
fn what_ltl2ba_and_spot_print_is_read() {
    claim_means(
        "never { /* a U b */\nT0_init:\n\tif\n\t:: (b) -> goto accept_all\n\
         \t:: (a) -> goto T0_init\n\tfi;\naccept_all:\n\tskip\n}\n",
        "a U b",
    );
    claim_means(
        "never {\nT0_init:\n  if\n  :: ((a) && (!(b))) -> goto accept_S0\n  :: else -> goto T0_init\n\
         fi;\naccept_S0:\n if :: (true) -> goto T0_init fi;\n}",
        "G F (a & !b)",
    );
    claim_means(
        "never { do :: !a :: a && b -> break od }",
        "F (a & b) & (!a U (a & b))",
    );
    claim_means("never { accept_init: do :: true od }", "true");
    claim_means("never { false }", "false");
    claim_means("never { a; (b -> c); L: b; goto L }", "false");
    claim_means(
        "never { a; (b -> c); accept: b; goto accept }",
        "a & X(b -> c) & XXG b",
    );
}

#[test]
fn claims_are_refused_with_a_place() {
    let at = |claim: &str| {
        let e = from_never(claim).expect_err(claim);
        (e.line, e.column)
    };
    assert_eq!(at("never {\n goto L }"), (2, 7));
    assert_eq!(at("never { L: a; L: b }"), (1, 15));
    assert_eq!(at("never { if fi }"), (1, 12));
    assert_eq!(at("never { a && }"), (1, 13));
    assert_eq!(at("never { <> a }"), (1, 9));
    assert_eq!(at("never { else }"), (1, 9));
    assert_eq!(at("never { break }"), (1, 9));
    assert_eq!(at("never { a } b"), (1, 13));
    assert_eq!(at("#define p q\nnever { p }"), (1, 1));
    assert_eq!(at("never { a /* b }"), (1, 11));
    assert_eq!(at(""), (1, 1));
    let deep = "if :: ".repeat(10_000);
    assert!(from_never(&format!("never {{ {deep}")).is_err());
}

#[test]
fn all_of_hoa_that_matters_is_read() {
    let read = |header: &str, body: &str| {
        from_hoa(&format!("HOA: v1\n{header}\n--BODY--\n{body}\n--END--\n")).expect(body)
    };
    // Implicit labels: the i-th edge reads the i-th letter.
    let a = read(
        "States: 2 Start: 0 AP: 1 \"a\" acc-name: Buchi Acceptance: 1 Inf(0)",
        "State: 0 \"no\" 0 1 State: 1 {0} 0 1",
    );
    let word = |u: &[u64], v: &[u64]| Lasso::new(u.to_vec(), v.to_vec()).expect("a cycle");
    assert!(accepts(&a, &word(&[0], &[0, 1])));
    assert!(!accepts(&a, &word(&[1], &[0])));
    // Labels on states, aliases, several initial states, comments, sets that do not count.
    let a = read(
        "Start: 0 /* a /* nested */ comment */ Start: 1 AP: 2 \"a\" \"b \\\"c\\\"\" \
         Alias: @x 0&!1 Alias: @y !@x | (1) Acceptance: 3 Inf(2)&(Inf(0)) tool: \"x\" 3",
        "State: [@x] 0 {0 1} 1 State: [@y] 1 0 {2} 1 {1}",
    );
    assert_eq!(a.props()[1], "b \"c\"");
    assert_eq!(
        (a.num_marks(), a.num_states(), a.initial()),
        (2, 2, &[0, 1][..])
    );
    assert!(accepts(&a, &word(&[], &[1, 0])));
    assert!(!accepts(&a, &word(&[], &[0])));
    // Nothing to be seen, and nothing accepted.
    let t = read("States: 1 Start: 0 AP: 0 Acceptance: 0 t", "State: 0 [t] 0");
    assert!(accepts(&t, &word(&[], &[0])));
    let f = read("States: 1 Start: 0 AP: 0 Acceptance: 0 f", "State: 0 [t] 0");
    assert!(!accepts(&f, &word(&[], &[0])));
}

#[test]
fn hoa_is_refused_with_a_place() {
    let at = |header: &str, body: &str| {
        let text = format!("HOA: v1\n{header}\n--BODY--\n{body}\n--END--\n");
        let e = from_hoa(&text).expect_err(&text);
        (e.line, e.column)
    };
    let good = "States: 1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0)";
    assert_eq!(at(good, "State: 0 [1] 0"), (4, 11));
    assert_eq!(at(good, "State: 0 [0] 1"), (4, 14));
    assert_eq!(at(good, "State: 1 [0] 0"), (4, 8));
    assert_eq!(at(good, "State: 0 [0] 0&0"), (4, 15));
    assert_eq!(at(good, "State: 0 [@x] 0"), (4, 11));
    assert_eq!(at(good, "State: 0 0 0 0"), (4, 14));
    assert_eq!(at(good, "State: 0 State: 0"), (4, 17));
    assert_eq!(at("Acceptance: 1 Fin(0)", ""), (2, 15));
    assert_eq!(at("Acceptance: 2 Inf(0) | Inf(1)", ""), (2, 22));
    assert_eq!(at("AP: 65", ""), (2, 5));
    assert_eq!(at("States: 4294967295", ""), (2, 9));
    assert_eq!(at("States: 99999999999", ""), (2, 9));
    assert_eq!(at("Unknown: 1", ""), (2, 1));
    let deep = format!(
        "State: 0 [{}0{}] 0",
        "(!".repeat(100_000),
        ")".repeat(100_000)
    );
    let text = format!("HOA: v1\n{good}\n--BODY--\n{deep}\n--END--\n");
    assert!(from_hoa(&text).is_ok());
}

#[test]
fn a_parity_of_many_propositions_can_be_written() {
    let props: Vec<String> = (0..40).map(|i| format!("p{i}")).collect();
    let mut fs = Formulas::new();
    let f = fs
        .parse(&format!("G ({})", props.join(" ^ ")), Dialect::Any)
        .expect("a formula");
    let a = translate(&mut fs, f, Translation::Buchi).expect("small");
    let b = from_hoa(&to_hoa(&a, None)).expect("what was written");
    for letter in [0, 1, 3, 7, 1 << 39, (1 << 39) + 1] {
        let w = Lasso::new(vec![], vec![letter]).expect("a cycle");
        assert_eq!(accepts(&b, &w), letter.count_ones() % 2 == 1);
    }
    assert_eq!(to_never(&a, None), Err(NeverError::GuardTooLong));
    assert!(to_dot(&a, None).contains("long"));
}

#[test]
fn dot_is_quoted() {
    let dot = to_dot(&buchi("G F \"say \\ x\""), Some("\"x\""));
    assert!(dot.contains("label=\"\\\"x\\\"\""), "{dot}");
    assert!(dot.contains("say \\\\ x"), "{dot}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_is_written_can_be_read(text in formula(), words in prop::collection::vec(lasso(), 20)) {
        let mut fs = arena();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let generalized = translate(&mut fs, f, Translation::Generalized).expect("small");
        let ba = translate(&mut fs, f, Translation::Buchi).expect("small");
        let again = from_text(&to_hoa(&generalized, Some("x"))).expect("HOA");
        prop_assert_eq!(again.edges().len(), generalized.edges().len());
        let never = to_never(&ba, Some(&text)).expect("state-based");
        let claim = from_text(&never).expect("a claim");
        for w in &words {
            let holds = fs.holds(f, w);
            prop_assert_eq!(accepts(&again, w), holds);
            // The claim numbers its propositions as they occur.
            let number = |l: &u64| claim.props().iter().enumerate().fold(0, |n, (i, p)| {
                let bit = ["a", "b", "c"].iter().position(|q| q == p).expect("a known name");
                n | (l >> bit & 1) << i
            });
            let renamed = |ls: &[u64]| ls.iter().map(number).collect::<Vec<u64>>();
            let w = Lasso::new(renamed(w.prefix()), renamed(w.cycle())).expect("a cycle");
            prop_assert_eq!(accepts(&claim, &w), holds, "{}", never);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text: String, cut in 0usize..400, junk: String) {
        let _ = from_hoa(&text);
        let _ = from_never(&text);
        let a = buchi("G(a -> F b) & F c");
        for good in [to_hoa(&a, Some("x")), to_never(&a, None).expect("state-based")] {
            let cut = (0..=cut.min(good.len())).rev().find(|&i| good.is_char_boundary(i));
            let (head, tail) = good.split_at(cut.unwrap_or(0));
            let _ = from_text(head);
            let _ = from_text(&format!("{head}{junk}{tail}"));
            let _ = from_text(&format!("{head}{}", tail.get(junk.len()..).unwrap_or("")));
        }
    }

    #[test]
    fn no_tokens_make_a_reader_panic(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "0", "1", "7", "[", "]", "(", ")", "{", "}", "&", "|", "!", "t", "f", "@a", "\"p\"",
            "State:", "Start:", "States:", "AP:", "Alias:", "Acceptance:", "Inf", "--BODY--",
            "--END--", "name:", "never", "if", "fi", "do", "od", "::", "->", ";", "goto", "L", "L:",
            "skip", "assert", "atomic", "else", "break", "a", "b", "accept_x:", "&&", "||",
        ]), 0..30),
    ) {
        let text = tokens.join(" ");
        for text in [format!("HOA: v1 {text}"), format!("never {{ {text} }}"), text] {
            if let Ok(a) = from_text(&text) {
                prop_assert_eq!(a.check(), Ok(()));
            }
        }
    }
}
