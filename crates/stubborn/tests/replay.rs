//! `check --trace` and `replay` together: what one writes the other executes, in every format.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory that is gone with the test.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("stubborn-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // The system clears it away some day.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn stubborn(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stubborn"));
    command.args(arguments).current_dir(directory);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The last line that a run is judged by.
fn verdict(output: &Output) -> String {
    text(&output.stdout)
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned()
}

const HANDSHAKE: &str = "mtype = { ask, reply };
chan c = [0] of { mtype, byte };
byte total[2];
proctype client(byte id) {
  byte n;
  c!ask,id;
  atomic { n = id + 1; total[id] = n };
  assert(total[0] + total[1] < 3)
}
init {
  mtype m; byte k;
  atomic { run client(0); run client(1) };
  do :: c?m,k -> skip :: timeout -> break od
}
";

const FORMATS: [&str; 3] = ["json", "itf.json", "trail"];

/// Runs of every kind, in every format, and from each format to every other.
#[test]
fn every_format_is_replayed_and_converted() {
    let directory = Directory::new("formats");
    let models: [(&str, &str, &[&str], &[&str]); 5] = [
        ("assertion", HANDSHAKE, &["--property", "assertions"], &[]),
        (
            "deadlock",
            "chan c = [0] of { byte }; init { c!1 }",
            &[],
            &[],
        ),
        (
            "fault",
            "byte a[2]; byte i = 1; init { i++; a[i] = 1 }",
            &[],
            &[],
        ),
        (
            "cycle",
            "byte x; active proctype t() { do :: x = 1 - x od } ltl p { <> (x == 2) }",
            &["--property", "p"],
            &[],
        ),
        (
            "halt",
            "byte x; init { x = 1 }",
            &["--ltl", "<> (x == 2)"],
            &["--ltl", "<> (x == 2)"],
        ),
    ];
    for (name, model, check, replay) in models {
        let model = directory.file(&format!("{name}.pml"), model);
        for format in FORMATS {
            let run = format!("{name}.{format}");
            let arguments = [
                &["check", "--no-warnings", "--trace", &run],
                check,
                &[&model],
            ];
            let checked = stubborn(&directory.0, &arguments.concat());
            assert_eq!(checked.status.code(), Some(1), "{}", text(&checked.stderr));
            for other in FORMATS {
                let converted = format!("{name}.{format}.{other}");
                let arguments = [
                    &["replay", "--no-warnings", "--trace", &converted],
                    replay,
                    &[&model, &run],
                ];
                let replayed = stubborn(&directory.0, &arguments.concat());
                let said = (text(&replayed.stdout), text(&replayed.stderr));
                assert_eq!(replayed.status.code(), Some(1), "{said:?}");
                // The same in the words of `check`.
                let first = text(&checked.stdout);
                let line = verdict(&replayed);
                assert!(first.lines().any(|found| found == line), "{line}\n{first}");
            }
        }
        // Whichever way a run went, it is the same.
        for other in FORMATS {
            let read = |format: &str| {
                let path = directory.0.join(format!("{name}.{format}.{other}"));
                fs::read_to_string(path).unwrap()
            };
            assert_eq!(read("json"), read("trail"), "{name}");
            assert_eq!(read("json"), read("itf.json"), "{name}");
        }
    }
}

#[test]
fn what_is_no_run_of_the_model_is_refused() {
    let directory = Directory::new("refused");
    let model = directory.file("model.pml", HANDSHAKE);
    let other = directory.file("other.pml", "byte x; init { x = 1; assert(x == 0) }");
    for format in FORMATS {
        let run = format!("run.{format}");
        stubborn(
            &directory.0,
            &["check", "--no-warnings", "--trace", &run, &model],
        );
        let whole = fs::read(directory.0.join(&run)).unwrap();
        let half = &whole[..whole.len() / 2];
        // Half a trail is a trail, if its last line is whole.
        let half = match format {
            "trail" => [half, b":"].concat(),
            _ => half.to_vec(),
        };
        let bad: [&[u8]; 6] = [b"", b"\0\xff\xfe", b"junk", b"{}", b"[1, 2]", &half];
        let mut cases: Vec<String> = (0..)
            .zip(bad)
            .map(|(number, bytes)| directory.file(&format!("bad{number}.{format}"), bytes))
            .collect();
        cases.push(format!("missing.{format}"));
        for case in &cases {
            let refused = stubborn(&directory.0, &["replay", &model, case]);
            let said = text(&refused.stderr);
            assert_eq!(refused.status.code(), Some(2), "{case}: {said}");
            assert!(said.contains("error"), "{case}: {said}");
            assert!(!said.contains("panicked"), "{case}: {said}");
        }
        let refused = stubborn(&directory.0, &["replay", &other, &run]);
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("not a run of the model"), "{said}");
        assert!(said.contains("these moves are possible"), "{said}");
    }
    let refused = stubborn(&directory.0, &["replay", &model, "run.txt"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--format"));
}

#[test]
fn a_run_is_gone_through_step_by_step() {
    let directory = Directory::new("step");
    let model = directory.file("model.pml", "byte x; init { x = 1; x = 2; assert(x == 0) }");
    stubborn(&directory.0, &["check", "--trace", "run.json", &model]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_stubborn"))
        .args(["replay", "--step", &model, "run.json"])
        .current_dir(&directory.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"\n\nb\ng 2\nv\ng 77\n?\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let shown: Vec<&str> = said.lines().filter(|line| line.contains("x = ")).collect();
    let numbers: Vec<bool> = shown.iter().map(|line| line.contains("x = 2")).collect();
    // Steps with their changes: 1, 2, back to 1, 2 again, and then the variables.
    let expected = [false, false, true, true, false, false, true, true, true];
    assert_eq!(numbers, expected, "{said}");
    assert!(said.contains("there are steps 0 to 3"), "{said}");
}
