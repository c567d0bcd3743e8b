//! The command line as a user sees it: what is printed, and the exit codes.

#[test]
fn commands() {
    // A workflow that runs this test must not be annotated by its commands.
    trycmd::TestCases::new()
        .env("GITHUB_ACTIONS", "")
        .case("tests/cmd/*.trycmd");
}
