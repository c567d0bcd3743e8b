//! Reading files: includes, definitions of the command line, additions, and what is no text.

use promela::dump::dump;
use promela::{Addition, Options, Parsed, parse_file, parse_file_with};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory that goes away with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("promela-reading-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on the directory being gone.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id)
        .collect()
}

fn parse(path: &Path) -> Parsed {
    parse_file(path, &Options::default())
}

#[test]
fn includes_are_relative_to_the_file_that_includes() {
    let scratch = Scratch::new("include");
    scratch.write("sub/b.h", "#include \"c.h\"\nbyte b = C;");
    scratch.write(
        "sub/c.h",
        "#ifndef GUARD\n#define GUARD\n#define C 3\n#include \"c.h\"\n#endif",
    );
    let model = scratch.write("m.pml", "#include \"sub/b.h\"\ninit { b == 1 }");
    let parsed = parse(&model);
    assert_eq!(codes(&parsed), Vec::<&str>::new());
    assert_eq!(dump(&parsed.model), "byte b = 3\ninit\n  expr (b == 1)\n");
}

#[test]
fn include_directories() {
    let scratch = Scratch::new("directories");
    scratch.write("lib/d.h", "byte d;");
    let model = scratch.write("m.pml", "#include <d.h>\ninit { d == 1 }");
    assert_eq!(codes(&parse(&model)), ["P0010"]);
    let options = Options {
        include_dirs: vec![scratch.0.join("lib")],
        ..Options::default()
    };
    assert_eq!(codes(&parse_file(&model, &options)), Vec::<&str>::new());
}

#[test]
fn cycles_of_includes_end() {
    let scratch = Scratch::new("cycle");
    let model = scratch.write(
        "m.pml",
        "#include \"m.pml\"\n#include \"m.pml\"\ninit { skip }",
    );
    let parsed = parse(&model);
    assert_eq!(codes(&parsed), ["P0011"]);
    assert!(parsed.diagnostics[0].help[0].contains("includes itself"));
}

#[test]
fn errors_in_an_included_file_are_shown_there() {
    let scratch = Scratch::new("blame");
    scratch.write("bad.h", "byte x\ninline f() { x = }\n");
    let model = scratch.write("m.pml", "#include \"bad.h\"\ninit { f() }");
    let parsed = parse(&model);
    assert_eq!(codes(&parsed), ["P0101"]);
    let span = parsed.diagnostics[0].primary.span;
    let at = parsed.sources.location(span).unwrap();
    assert!(at.path.ends_with("bad.h"));
    assert_eq!((at.line, at.column), (2, 18));
    let call = parsed.sources.location(parsed.sources.root(span)).unwrap();
    assert!(call.path.ends_with("m.pml"));
    assert_eq!((call.line, call.column), (2, 8));
}

#[test]
fn definitions_of_the_command_line() {
    let scratch = Scratch::new("define");
    let model = scratch.write(
        "m.pml",
        "#ifdef SMALL\nbyte x = N;\n#endif\ninit { x == F(2) }",
    );
    let options = Options {
        defines: ["SMALL", "N=7", "F(a)=a+a"].map(str::to_owned).to_vec(),
        ..Options::default()
    };
    let parsed = parse_file(&model, &options);
    assert_eq!(
        dump(&parsed.model),
        "byte x = 7\ninit\n  expr (x == (2 + 2))\n"
    );
    let options = Options {
        defines: vec!["1=2".to_owned()],
        ..Options::default()
    };
    let plain = scratch.write("plain.pml", "init { skip }");
    assert_eq!(codes(&parse_file(&plain, &options)), ["P0012"]);
}

#[test]
fn additions_know_the_model() {
    let scratch = Scratch::new("addition");
    let model = scratch.write("m.pml", "#define at_l p@L\nactive proctype p() { L: skip }");
    let addition = |text: &str| Addition {
        name: "--ltl".to_owned(),
        text: text.to_owned(),
    };
    let options = Options::default();
    let parsed = parse_file_with(&model, &options, &[addition("ltl q { [] at_l }")]);
    assert!(dump(&parsed.model).ends_with("ltl q ([] p@L)\n"));
    let parsed = parse_file_with(&model, &options, &[addition("ltl q { [] }")]);
    assert_eq!(codes(&parsed), ["P0101"]);
    let span = parsed.diagnostics[0].primary.span;
    assert_eq!(
        parsed.sources.location(span).unwrap().path,
        Path::new("--ltl")
    );
}

#[test]
fn texts_in_other_encodings() {
    let scratch = Scratch::new("encoding");
    let latin1 = scratch.write("latin1.pml", b"/* caf\xe9 */ init { printf(\"\xfc\") }");
    assert_eq!(codes(&parse(&latin1)), Vec::<&str>::new());
    let mark = scratch.write("mark.pml", "\u{feff}init { skip } // naïve");
    assert_eq!(codes(&parse(&mark)), Vec::<&str>::new());
    let dos = scratch.write(
        "dos.pml",
        "byte x;\r\ninit {\r\n\tx = 1\r\n\tx = x\r\n}\r\n",
    );
    assert_eq!(codes(&parse(&dos)), Vec::<&str>::new());
    let stray = scratch.write("stray.pml", "init { \u{e9} }");
    assert_eq!(codes(&parse(&stray)), ["P0105"]);
}

#[test]
fn what_is_no_model() {
    let scratch = Scratch::new("none");
    assert_eq!(codes(&parse(&scratch.0.join("missing.pml"))), ["P0001"]);
    assert_eq!(codes(&parse(&scratch.0)), ["P0001"]);
    let binary = scratch.write("binary.pml", b"\x7fELF\0\0");
    assert_eq!(codes(&parse(&binary)), ["P0002"]);
    let empty = scratch.write("empty.pml", "");
    assert_eq!(codes(&parse(&empty)), ["P0004"]);
    let comment = scratch.write("comment.pml", "// nothing\n#define N 3\n");
    assert_eq!(codes(&parse(&comment)), ["P0004"]);
}
