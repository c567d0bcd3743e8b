//! The tutorial shows what the tool prints. `TRYCMD=overwrite` brings it up to date.

#[test]
fn the_tutorial_is_true() {
    // Its commands are for a reader who stands in the directory of the project.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the project has a directory");
    trycmd::TestCases::new().case("docs/tutorial.md");
}
