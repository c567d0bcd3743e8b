//! What users do wrong, and what the world does to them: every answer is a message and an exit code.

mod common;

use common::{Answer, run, stubborn};
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A file or directory of this test.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("stubborn-{}-{name}", std::process::id()))
}

/// Every command that reads a model says what is wrong with the file, on standard error alone.
#[test]
fn files_that_are_no_models() {
    let binary = scratch("binary.pml");
    fs::write(&binary, [0x7f, b'E', b'L', b'F', 0, 1, 2, 0xff]).expect("it can be written");
    let latin = scratch("latin.pml");
    fs::write(&latin, b"byte x; /* \xe9 */ init { x = 1 \xff }").expect("it can be written");
    let empty = scratch("empty.pml");
    File::create(&empty).expect("it can be written");
    let directory = scratch("directory.pml");
    fs::create_dir_all(&directory).expect("it can be made");
    let missing = scratch("missing.pml");
    let cases = [
        (&binary, "it is a binary file"),
        (&empty, "the model is empty"),
        (&directory, "it is a directory"),
        (&missing, "No such file"),
        (&latin, "error["),
    ];
    for (path, expected) in cases {
        let path = path.to_str().expect("the name is text");
        for command in [
            &["check"][..],
            &["parse"],
            &["simulate"],
            &["explain"],
            &["spin", "-run"],
        ] {
            let answer = run(&[command, &[path]].concat());
            assert_eq!(answer.code, Some(2), "{command:?} {path}");
            assert!(answer.err.contains(expected), "{command:?}: {}", answer.err);
            assert_eq!(answer.out, "", "{command:?} {path}");
        }
    }
    for path in [binary, latin, empty] {
        fs::remove_file(path).expect("it is ours");
    }
    fs::remove_dir(directory).expect("it is ours");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let path = scratch("secret.pml");
    fs::write(&path, "init { skip }").expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("it is ours");
    // The superuser reads everything.
    let readable = File::open(&path).is_ok();
    let answer = run(&["check", path.to_str().expect("the name is text")]);
    fs::remove_file(&path).expect("it is ours");
    if readable {
        assert_eq!(answer.code, Some(0));
    } else {
        assert_eq!(answer.code, Some(2));
        assert!(answer.err.contains("ermission denied"), "{}", answer.err);
    }
}

#[test]
fn flags_that_make_no_sense() {
    for (arguments, expected) in [
        (
            &["check", "--property", "asertions", "toggle.pml"][..],
            "did you mean `assertions`?",
        ),
        (
            &["check", "--property", "nothing", "toggle.pml"],
            "it has: assertions",
        ),
        (
            &["check", "--json", "--quiet", "toggle.pml"],
            "cannot be used with",
        ),
        (
            &["check", "--shortest", "--depth-first", "toggle.pml"],
            "cannot be used with",
        ),
        (
            &[
                "check",
                "--reduction-check",
                "--reduction",
                "off",
                "toggle.pml",
            ],
            "leaves out nothing",
        ),
        (
            &["check", "--reduction-check", "--sarif", "x", "toggle.pml"],
            "have nothing to say",
        ),
        (
            &["check", "--reduction", "none", "toggle.pml"],
            "invalid value",
        ),
        (&["check", "--states=-1", "toggle.pml"], "invalid value"),
        (
            &["check", "--time", "99999999999999999999h", "toggle.pml"],
            "invalid value",
        ),
        (
            &["check", "--memory", "much", "toggle.pml"],
            "invalid value",
        ),
        (
            &["check", "--ltl", "[] (", "toggle.pml"],
            "at the end of the formula",
        ),
        (
            &["check", "--claim", "missing.hoa", "toggle.pml"],
            "missing.hoa",
        ),
        (
            &["check", "--sarif", "/dev/null/log", "toggle.pml"],
            "cannot write `/dev/null/log`",
        ),
        (&["check"], "required"),
        (&["chek"], "check"),
        (&[], "Usage"),
        (
            &["simulate", "--seed", "1", "--interactive", "toggle.pml"],
            "cannot be used with",
        ),
        (
            &["spin", "-run", "-zzz", "toggle.pml"],
            "there is no option",
        ),
        (&["spin", "-run"], "which model?"),
        (
            &["spin", "-run", "-ltl", "nothing", "toggle.pml"],
            "no property `nothing`",
        ),
    ] {
        let answer = run(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}");
        assert!(
            answer.err.contains(expected),
            "{arguments:?}: {}",
            answer.err
        );
    }
}

/// A reader that has seen enough closes the pipe; the verdict is in the exit code all the same.
#[test]
fn a_closed_pipe_is_no_mistake() {
    for (arguments, code) in [
        (&["check", "toggle.pml"][..], 0),
        (&["check", "--json", "all_kinds.pml"], 1),
        (&["check", "all_kinds.pml"], 1),
        (&["completions", "bash"], 0),
        (&["man", "check"], 0),
        (&["check", "--help"], 0),
        (&["parse", "--emit", "program", "deep.pml"], 0),
        (&["ltl", "[] p"], 0),
        (
            &[
                "simulate",
                "--seed",
                "1",
                "--steps",
                "2000",
                "--verbose",
                "toggle.pml",
            ],
            0,
        ),
    ] {
        let mut child = stubborn(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut err = String::new();
        let mut stderr = child.stderr.take().expect("it is a pipe");
        stderr.read_to_string(&mut err).expect("it is text");
        let status = child.wait().expect("the program ends");
        assert_eq!(status.code(), Some(code), "{arguments:?}: {err}");
        assert!(!err.contains("panicked"), "{err}");
    }
    // Nobody may even listen to complaints.
    let mut child = stubborn(&["check", "--property", "nothing", "toggle.pml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().expect("the program ends").code(), Some(2));
}

/// An answer that is lost is no success.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = || File::options().write(true).open("/dev/full");
    for arguments in [
        &["check", "toggle.pml"][..],
        &["check", "--json", "all_kinds.pml"],
        &["parse", "--emit", "program", "deep.pml"],
        &["ltl", "[] p"],
        &["man", "check"],
        &["--version"],
    ] {
        let child = stubborn(arguments)
            .stdout(full().expect("there is one"))
            .stderr(Stdio::piped())
            .spawn();
        let output = child.and_then(Child::wait_with_output);
        let answer = Answer::from(output.expect("the program starts"));
        assert_eq!(answer.code, Some(2), "{arguments:?}");
        let said = answer.err.contains("standard output cannot be written");
        assert!(said, "{arguments:?}: {}", answer.err);
    }
    for flag in ["--sarif", "--junit"] {
        let answer = run(&["check", flag, "/dev/full", "toggle.pml"]);
        assert_eq!(answer.code, Some(2), "{flag}");
        assert!(
            answer.err.contains("cannot write `/dev/full`"),
            "{}",
            answer.err
        );
    }
}

/// Ctrl-C in the middle of a search: what is known is reported, and the exit code says that it is not
/// everything.
#[cfg(unix)]
#[test]
fn an_interrupted_search_reports() {
    for (arguments, expected) in [
        (
            &["check", "large.pml"][..],
            "large.pml: assertions incomplete",
        ),
        (
            &["check", "--json", "large.pml"],
            "\"verdict\": \"incomplete\"",
        ),
        (
            &["check", "--engine", "interpreter", "large.pml"],
            "deadlock incomplete",
        ),
        (
            &["check", "--ltl", "[] (P[0]:n < 250)", "large.pml"],
            "incomplete",
        ),
        (&["spin", "-run", "large.pml"], "errors: unknown"),
    ] {
        let child = stubborn(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Long enough for the search to start, even on a machine that has much to do.
        std::thread::sleep(Duration::from_millis(1500));
        let asked = Instant::now();
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(
            sent.expect("there is a kill").success(),
            "{arguments:?} ended too soon"
        );
        let output = child.wait_with_output().expect("the program ends");
        assert!(asked.elapsed() < Duration::from_secs(20), "{arguments:?}");
        let answer = Answer::from(output);
        assert_eq!(answer.code, Some(3), "{arguments:?}: {}", answer.err);
        assert!(
            answer.out.contains(expected),
            "{arguments:?}: {}",
            answer.out
        );
        assert!(!answer.out.contains("errors: 0"), "{}", answer.out);
    }
}
