//! Running the program.

use std::process::{Command, Output, Stdio};

/// The program, in a directory of models, as if no CI system were there.
pub fn stubborn(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stubborn"));
    command
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd"))
        .env_remove("GITHUB_ACTIONS")
        .env_remove("GITHUB_STEP_SUMMARY")
        .stdin(Stdio::null());
    command
}

/// What came of it.
pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
        let answer = Answer {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!answer.err.contains("panicked"), "{}", answer.err);
        answer
    }
}

/// Runs it to its end.
pub fn run(arguments: &[&str]) -> Answer {
    stubborn(arguments)
        .output()
        .expect("the program starts")
        .into()
}
