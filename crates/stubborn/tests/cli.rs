//! The command line as a user sees it: what is printed, and the exit codes.

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
