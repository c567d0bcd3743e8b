use super::*;
use std::path::Path;

fn run(text: &str) -> (String, Vec<&'static str>) {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let file = sources.add_file(Path::new("t.pml"), text.into()).unwrap();
    let mut output = Vec::new();
    let mut interner = Interner::default();
    let settings = Settings::default();
    Preprocessor::new(&mut sources, &mut diagnostics, &mut interner, &settings)
        .run(file, &mut output);
    let words: Vec<&str> = output.iter().map(|token| &*token.text).collect();
    let codes = diagnostics.iter().map(|d| d.code.id).collect();
    (words.join(" "), codes)
}

#[track_caller]
fn expands(text: &str, expected: &str) {
    assert_eq!(run(text), (expected.to_owned(), vec![]));
}

#[track_caller]
fn reports(text: &str, codes: &[&str]) {
    assert_eq!(run(text).1, codes);
}

#[test]
fn objects_and_functions() {
    expands("#define N 3\nbyte a[N];", "byte a [ 3 ] ;");
    expands(
        "#define F(x, y) x + y * x\nF(1, (2, 3))",
        "1 + ( 2 , 3 ) * 1",
    );
    expands("#define F(x) x\nF F (1)", "F 1");
    expands("#define F() 7\nF() F( )", "7 7");
    expands("#define A B\n#define B 2\nA", "2");
    expands("#define LONG a + \\\n  b\nLONG", "a + b");
}

#[test]
fn a_macro_is_not_expanded_in_its_own_body() {
    expands("#define x x + 1\nx", "x + 1");
    expands("#define a b\n#define b a\na b", "a b");
    expands("#define f(x) x(1)\nf(f)", "f ( 1 )");
}

/// The examples of C11 6.10.3.5.
#[test]
fn examples_of_the_standard() {
    let example3 = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n\
        #define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n\
        #define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n\
        #define str(x) # x\n";
    expands(
        &format!("{example3}f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;",
    );
    expands(
        &format!("{example3}g(x+(3,4)-w) | h 5) & m\n\t(f)^m(m);"),
        "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;",
    );
    expands(
        &format!("{example3}p() i[q()] = {{ q(1), r(2,3), r(4,), r(,5), r(,) }};"),
        "int i [ ] = { 1 , 23 , 4 , 5 , } ;",
    );
    expands(
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n\
         #define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
        "\"x ## y\"",
    );
}

#[test]
fn strings_and_pasting() {
    expands("#define S(x) #x\nS(a  + \"b\\n\")", r#""a + \"b\\n\"""#);
    expands("#define G(a,b) a##b\nG(x,1) G(,y) G(-,>)", "x1 y ->");
    reports("#define G(a,b) a##b\nG(x,+)", &["P0017"]);
    expands(
        "#define V(f, ...) p(f, __VA_ARGS__)\nV(1, 2, 3)",
        "p ( 1 , 2 , 3 )",
    );
}

#[test]
fn strings_and_comments_are_not_expanded() {
    expands("#define N 3\n\"N\" /* N */ // N\nN", "\"N\" 3");
    expands("#if 0\nit's \"open\n#endif\nx", "x");
}

#[test]
fn conditionals() {
    expands("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b");
    expands(
        "#ifdef X\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif",
        "c",
    );
    expands("#define X\n#ifndef X\na\n#endif\nb", "b");
    expands(
        "#define N 4\n#if defined(N) && N > 3 && !defined M\na\n#endif",
        "a",
    );
    expands("#if (1 ? 2 : 1/0) == 2 && (0 && 1/0) == 0\na\n#endif", "a");
    expands(
        "#if -1 > 0u && 0x10 == 020 && 'a' == 97 && !!5\na\n#endif",
        "a",
    );
    expands("#if UNKNOWN || -7 / 2 != -3\na\n#endif", "");
    expands("#define HAS defined(Y)\n#if !HAS\na\n#endif", "a");
    expands("# 1 \"x\"\n#line 5\n#pragma once\n#\na", "a");
}

#[test]
fn wrong_directives() {
    reports("#if 1\n", &["P0013"]);
    reports("#endif", &["P0013"]);
    reports("#if 1\n#else\n#else\n#endif", &["P0013"]);
    reports("#if 1 +\n#endif", &["P0014"]);
    reports("#if 1/0\n#endif", &["P0014"]);
    reports("#defin X", &["P0012"]);
    reports("#define", &["P0012"]);
    reports("#define F(a\n", &["P0012"]);
    reports("#define F(a) #b", &["P0012"]);
    reports("#error no\n", &["P0015"]);
    reports("#include \"no such file\"", &["P0010"]);
    reports("#include", &["P0012"]);
    reports("/* open", &["P0019"]);
    reports("#define A 1\n#define A 1\n#define A 2", &["W0001"]);
}

#[test]
fn wrong_calls() {
    reports("#define F(a) a\nF(1, 2)", &["P0016"]);
    reports("#define F(a) a\nF(1", &["P0016"]);
}

#[test]
fn growth_is_bounded() {
    let mut text = String::from("#define m0 x\n");
    for i in 1..100 {
        text.push_str(&format!("#define m{i} m{} m{}\n", i - 1, i - 1));
    }
    text.push_str("m99");
    assert_eq!(run(&text).1, ["P0018"]);
    let mut calls = String::from("#define f(x) x x\n");
    calls.push_str(&"f(".repeat(60));
    calls.push_str(&")".repeat(60));
    assert_eq!(run(&calls).1, Vec::<&str>::new());
    let deep = format!("#define f(x) x\n{}1{}", "f(".repeat(5000), ")".repeat(5000));
    assert_eq!(run(&deep).1, ["P0018"]);
    let parens = format!("#if {}1\n#endif", "(".repeat(100_000));
    assert_eq!(run(&parens).1, ["P0014"]);
}

#[test]
fn lines_are_those_of_the_call() {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let text = "#define M a \\\n b\n#define E\n#define F(x) x\nM\nE c F(\nd) e";
    let file = sources.add_file(Path::new("t.pml"), text.into()).unwrap();
    let mut output = Vec::new();
    Preprocessor::new(
        &mut sources,
        &mut diagnostics,
        &mut Interner::default(),
        &Settings::default(),
    )
    .run(file, &mut output);
    let starts: Vec<(&str, bool)> = output.iter().map(|t| (&*t.text, t.newline)).collect();
    assert_eq!(
        starts,
        [
            ("a", true),
            ("b", false),
            ("c", true),
            ("d", false),
            ("e", false)
        ]
    );
    let site = |index: usize| {
        sources
            .location(sources.site(output[index].span))
            .unwrap()
            .line
    };
    assert_eq!((site(0), site(1)), (5, 5));
    assert_eq!(sources.text(output[3].span), "d");
}
