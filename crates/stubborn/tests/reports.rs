//! Reports for continuous integration, written by the program.

mod common;
#[path = "../../report/src/sarif/tests/schema.rs"]
mod schema;

use common::{Answer, run, stubborn};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("stubborn-{}-{name}", std::process::id()))
}

/// What a check writes with this flag, and its exit code.
fn report(flag: &str, name: &str, arguments: &[&str]) -> (String, Option<i32>) {
    let path = scratch(name);
    let file = path.to_str().expect("the name is text");
    let answer = run(&[&["check", "--no-warnings", flag, file], arguments].concat());
    let text = fs::read_to_string(&path).expect("it was written");
    fs::remove_file(path).expect("it is ours");
    (text, answer.code)
}

fn sarif(name: &str, arguments: &[&str]) -> (Value, Option<i32>) {
    let (text, code) = report("--sarif", name, arguments);
    let log: Value = serde_json::from_str(&text).expect("it is JSON");
    let rules = include_str!("../../report/tests/data/sarif-schema-2.1.0.json");
    let rules: Value = serde_json::from_str(rules).expect("the schema is JSON");
    assert_eq!(schema::offences(&rules, &log), [""; 0], "{log:#}");
    (log, code)
}

#[test]
fn logs_are_valid_for_every_kind_of_property() {
    let (log, code) = sarif("kinds.sarif", &["all_kinds.pml"]);
    assert_eq!(code, Some(1));
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    let results = run["results"].as_array().expect("there are results");
    let rules: Vec<&str> = results
        .iter()
        .filter_map(|result| result["ruleId"].as_str())
        .collect();
    let expected = [
        "assertions",
        "deadlock",
        "ltl",
        "never",
        "accept",
        "progress",
    ];
    assert_eq!(rules, expected);
    for result in results {
        assert_eq!(result["level"], "error");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "all_kinds.pml");
        let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert!(
            steps.as_array().is_some_and(|steps| !steps.is_empty()),
            "{result:#}"
        );
    }
    let line = &results[0]["locations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!(line, 11, "the assertion");
    let (again, _) = sarif("again.sarif", &["all_kinds.pml"]);
    for (index, result) in results.iter().enumerate() {
        let other = &again["runs"][0]["results"][index];
        assert_eq!(result["partialFingerprints"], other["partialFingerprints"]);
    }
}

/// Orders of execution of all threads together are those of the run.
#[test]
fn threads_make_up_the_run() {
    let model = "../../../../models/handover.pml";
    let (log, _) = sarif("threads.sarif", &["-D", "MISTAKE", model]);
    let threads = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
    let threads = threads.as_array().expect("there are threads");
    assert!(threads.len() > 1);
    let mut orders = Vec::new();
    for thread in threads {
        let steps = thread["locations"].as_array().expect("there are steps");
        let own: Vec<u64> = steps
            .iter()
            .filter_map(|step| step["executionOrder"].as_u64())
            .collect();
        assert!(own.is_sorted());
        orders.extend(own);
    }
    orders.sort_unstable();
    orders.dedup();
    let all: Vec<u64> = (0..orders.len() as u64).collect();
    assert_eq!(orders, all);
}

#[test]
fn a_search_that_was_cut_short_is_open() {
    let (log, code) = sarif("cut.sarif", &["--states", "10", "large.pml"]);
    assert_eq!(code, Some(3));
    let run = &log["runs"][0];
    assert_eq!(run["results"][0]["kind"], "open");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let (xml, _) = report("--junit", "cut.xml", &["--states", "10", "large.pml"]);
    assert!(xml.contains("failures=\"0\" errors=\"2\""), "{xml}");
    assert!(!xml.contains("<skipped"), "{xml}");
}

#[test]
fn a_case_for_each_property() {
    let (xml, code) = report("--junit", "kinds.xml", &["all_kinds.pml"]);
    assert_eq!(code, Some(1));
    assert_eq!(xml.matches("<testcase ").count(), 7, "{xml}");
    assert_eq!(xml.matches("<failure ").count(), 6, "{xml}");
    assert!(xml.contains("x = 2"), "the run is there");
    let ends = [("<testcase ", "</testcase>"), ("<failure ", "</failure>")];
    assert!(
        ends.iter()
            .all(|(start, end)| xml.find(start) < xml.find(end))
    );
}

/// Annotations come by themselves in a workflow; the summary is appended.
#[test]
fn workflows_are_annotated() {
    let summary = scratch("summary.md");
    fs::write(&summary, "before\n").expect("it can be written");
    let command = |arguments: &[&str]| {
        let mut command = stubborn(arguments);
        let output = command
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_STEP_SUMMARY", &summary)
            .output();
        Answer::from(output.expect("the program starts"))
    };
    let answer = command(&["check", "-q", "--property", "assertions", "all_kinds.pml"]);
    assert_eq!(answer.code, Some(1));
    let errors = |text: &str| text.lines().filter(|line| line.starts_with("::")).count();
    assert_eq!(errors(&answer.out), 1, "{}", answer.out);
    assert!(
        answer.out.contains("::error file=all_kinds.pml,line=11,"),
        "{}",
        answer.out
    );
    let page = fs::read_to_string(&summary).expect("it was written");
    assert!(page.starts_with("before\n### `all_kinds.pml`\n"), "{page}");
    let json = command(&["check", "--json", "--states", "10", "large.pml"]);
    assert!(
        serde_json::from_str::<Value>(&json.out).is_ok(),
        "nothing but one document"
    );
    assert!(
        json.err.contains("::warning file=large.pml,title="),
        "{}",
        json.err
    );
    fs::remove_file(summary).expect("it is ours");
    let outside = run(&[
        "check",
        "-q",
        "--github",
        "--property",
        "assertions",
        "all_kinds.pml",
    ]);
    assert_eq!(errors(&outside.out), 1);
    assert_eq!(errors(&run(&["check", "all_kinds.pml"]).out), 0);
}
