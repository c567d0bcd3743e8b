//! What is in the file.

use report::html::page;
use serde_json::Value;

use crate::traces;

/// What stands between the tags of the embedded trace.
fn embedded(page: &str) -> &str {
    let (_, after) = page
        .split_once("<script type=\"application/json\" id=\"trace\">")
        .expect("the trace is embedded");
    after.split_once("</script>").expect("its element ends").0
}

#[test]
fn the_embedded_trace_is_the_trace() {
    for trace in [traces::workers(), traces::meeting(), traces::hostile()] {
        let page = page(&trace);
        let read: Value = serde_json::from_str(embedded(&page)).expect("it is JSON");
        let written = serde_json::to_value(&trace).expect("a trace is data");
        assert_eq!(read, written);
    }
}

#[test]
fn nothing_of_the_model_is_markup() {
    let [page, calm] = [traces::hostile(), traces::workers()].map(|trace| page(&trace));
    for tag in ["<script", "</script", "<!--", "<img", "<title"] {
        let count = |page: &str| page.matches(tag).count();
        assert_eq!(count(&page), count(&calm), "{tag}");
    }
    assert!(!embedded(&page).contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
}

#[test]
fn the_same_trace_gives_the_same_page() {
    assert_eq!(page(&traces::meeting()), page(&traces::meeting()));
}

#[test]
fn the_page_needs_nothing_else() {
    let page = page(&traces::workers());
    assert!(page.contains("default-src 'none'"), "the policy is there");
    for foreign in [
        "http://",
        "https://",
        "//cdn",
        "@import",
        "url(http",
        "eval(",
        "innerHTML",
        "import(",
    ] {
        let allowed = page.matches("http://www.w3.org/2000/svg").count();
        let expected = if foreign == "http://" { allowed } else { 0 };
        assert_eq!(page.matches(foreign).count(), expected, "{foreign}");
    }
}

#[test]
fn what_is_around_the_trace_is_small() {
    let trace = traces::workers();
    let page = page(&trace);
    let around = page.len() - embedded(&page).len();
    assert!(around < 120_000, "{around} bytes");
}

#[test]
fn a_step_costs_what_it_changes() {
    let [short, long] = [1_000, 2_000].map(|steps| page(&traces::ring(8, steps)).len());
    let each = (long - short) / 1_000;
    assert!(each < 400, "{each} bytes");
}
