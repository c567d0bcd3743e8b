//! What a browser makes of the page: Chromium, with real keys and clicks.

use std::time::Duration;

use crate::chromium::Browser;
use crate::traces;

/// The step that is current, as each view shows it: they have to agree.
fn current_step(browser: &mut Browser) -> u64 {
    let listed = browser.text(".row[aria-current=step] .number");
    let column = browser.text("#timeline .head [aria-current=step]");
    assert_eq!(listed, column.trim_start_matches("↻ "), "list and timeline");
    listed.parse().expect("the number of a step")
}

#[test]
fn stepping_through_a_run_and_round_its_loop() {
    let mut browser = Browser::start();
    browser.open(&traces::workers(), "");
    assert_eq!(browser.text("h1"), "fair");
    assert_eq!(browser.text("#fairness summary"), "Why the run is fair");
    assert_eq!(browser.count("#fairness li"), 2);
    assert_eq!(browser.count(".lane-head"), 3);
    assert_eq!(browser.count("#chart .arrow.buffered"), 2);
    assert_eq!(browser.count("#chart .arrow.pending"), 1);
    assert_eq!(browser.count("#chart .death"), 1);
    assert_eq!(current_step(&mut browser), 0);

    browser.press(&["j", "ArrowDown", "ArrowRight"]);
    assert_eq!(current_step(&mut browser), 3);
    browser.press(&["k", "ArrowUp", "ArrowLeft", "k"]);
    assert_eq!(current_step(&mut browser), 0);

    browser.press(&["l"]);
    assert_eq!(current_step(&mut browser), 4);
    assert!(browser.text("#now").contains("round 1 of the loop"));
    assert!(browser.text("#now").contains("sent in step 1"));
    assert_eq!(
        browser.text("#source [aria-current] code"),
        "    :: token?got ->"
    );
    assert_eq!(browser.text("#source mark"), "token?got");
    assert_eq!(browser.text("#automaton .state.current text"), "2");

    browser.press(&["End"]);
    assert_eq!(current_step(&mut browser), 9);
    assert_eq!(browser.text("#automaton .state.current text"), "2");
    assert_eq!(browser.count("#automaton .ring"), 2);
    browser.press(&["j"]);
    assert_eq!(current_step(&mut browser), 4);
    assert!(browser.text("#now").contains("round 2 of the loop"));
    browser.press(&["k", "k"]);
    assert_eq!(current_step(&mut browser), 8);
    assert!(browser.text("#now").contains("round 1 of the loop"));

    browser.press(&["Home", "j", "j", "j", "n"]);
    assert_eq!(current_step(&mut browser), 4, "the next of worker(0)");
    browser.press(&["n", "n", "n"]);
    assert_eq!(
        current_step(&mut browser),
        4,
        "past worker(1), round the loop"
    );
    browser.press(&["p"]);
    assert_eq!(current_step(&mut browser), 6);
    assert_eq!(browser.complaints, [] as [&str; 0]);
    assert!(
        browser
            .requests
            .iter()
            .all(|url| url.starts_with("file://"))
    );
}

#[test]
fn rendezvous_faults_and_deadlocks() {
    let mut browser = Browser::start();
    browser.open(&traces::meeting(), "");
    browser.press(&["j"]);
    assert_eq!(browser.count("#chart .arrow.birth.current"), 1);
    browser.press(&["j", "j"]);
    assert_eq!(browser.count("#source [aria-current]"), 2, "both partners");
    assert_eq!(browser.count("#chart .event.current"), 2);
    assert_eq!(
        browser.text("#chart .arrow.rendezvous text"),
        "meet!hello, 3"
    );
    assert_eq!(browser.count("#timeline .changed.current"), 2);
    browser.press(&["j"]);
    assert_eq!(browser.text("#timeline .changed.current"), "+⟨3⟩");
    browser.press(&["j"]);
    assert!(browser.text("#now").contains("guest(1) loses 4"));
    assert_eq!(browser.count("#chart .arrow.lost.current"), 1);
    browser.press(&["j", "j"]);
    assert!(
        browser
            .text("#now")
            .contains("cannot be executed: division by zero")
    );
    assert_eq!(browser.count("#chart path.fault"), 1);
    browser.press(&["j"]);
    assert_eq!(current_step(&mut browser), 7, "the run ends there");

    browser.open(&traces::stuck(), "#step=1");
    assert_eq!(browser.count("#chart .stuck path"), 1);
    assert_eq!(browser.count("#chart .stuck circle"), 1);
    let now = browser.text("#now");
    assert!(now.contains("one(0) waits for left?got"), "{now}");
    assert!(now.contains("two(1) may end at right?got"), "{now}");
    assert!(browser.text("#source").contains("⊣ waits: one(0)"));
    assert_eq!(browser.complaints, [] as [&str; 0]);
}

/// The automaton may need several rounds to come back to its state; the trace has the first.
#[test]
fn states_of_later_rounds_are_not_made_up() {
    let mut trace = traces::workers();
    trace.steps[8].state = Some(1);
    let mut browser = Browser::start();
    browser.open(&trace, "#step=9");
    assert_eq!(browser.text("#automaton .state.current text"), "1");
    assert_eq!(browser.count("#automaton .ring"), 0);
    browser.press(&["j"]);
    assert_eq!(current_step(&mut browser), 4);
    assert_eq!(browser.count("#automaton .state.current"), 0);
    assert!(!browser.text("#now").contains("automaton"));

    // In a state that it cannot leave, the automaton stays for ever.
    let mut trace = traces::workers();
    let automaton = trace.automaton.as_mut().expect("it has one");
    automaton
        .edges
        .retain(|edge| edge.from != 2 || edge.to == 2);
    for step in &mut trace.steps {
        step.state = step.state.map(|_| 0);
    }
    trace.steps[7].state = Some(1);
    trace.steps[8].state = Some(2);
    browser.open(&trace, "#step=9");
    assert_eq!(browser.count("#automaton .ring"), 1);
    browser.press(&["j"]);
    assert_eq!(current_step(&mut browser), 4);
    assert_eq!(browser.text("#automaton .state.current text"), "2");
    assert!(browser.text("#now").contains("stays in state 2"));
    assert_eq!(browser.complaints, [] as [&str; 0]);
}

#[test]
fn filters_apply_to_every_view() {
    let mut browser = Browser::start();
    browser.open(&traces::workers(), "#step=4");
    browser.click("#filter-toggle");
    browser.click("#process-chips input[data-index='1']");
    assert_eq!(browser.count(".lane-head"), 2);
    assert_eq!(browser.count(".row.fold"), 1);
    assert_eq!(browser.text(".row.fold .remark"), "3 steps not shown");
    assert_eq!(browser.count("#timeline .line"), 4, "without worker(1).got");
    browser.press(&["End", "k"]);
    assert_eq!(current_step(&mut browser), 6, "over what is folded");

    browser.click("#filter-reset");
    assert_eq!(browser.count(".row.fold"), 0);
    browser.press(&["/"]);
    browser.press(&["d", "o", "n", "e"]);
    assert_eq!(browser.count("#timeline .line"), 1);
    assert_eq!(browser.count(".lane-head"), 3, "no process has this name");
    assert_eq!(browser.count(".row.step"), 2, "the steps that change it");
    browser.press(&["Escape", "Home", "j", "j", "j"]);
    assert_eq!(current_step(&mut browser), 5, "round the loop");
    assert_eq!(browser.complaints, [] as [&str; 0]);
}

#[test]
fn the_address_names_the_step() {
    let mut browser = Browser::start();
    browser.open(&traces::workers(), "#step=5");
    assert_eq!(current_step(&mut browser), 5);
    browser.press(&["j"]);
    let kept = "new Promise(done => setTimeout(() => done(location.hash), 300))";
    assert_eq!(browser.evaluate(kept), "#step=6");
    browser.evaluate("location.hash = '#step=2'");
    browser.settle();
    assert_eq!(current_step(&mut browser), 2);
    browser.open(&traces::meeting(), "#step=99999");
    assert_eq!(current_step(&mut browser), 7);
}

#[test]
fn themes_help_play_and_a_phone() {
    let mut browser = Browser::start();
    browser.open(&traces::workers(), "");
    let colour = "getComputedStyle(document.body).backgroundColor";
    let light = browser.evaluate(colour);
    browser.press(&["d"]);
    let dark = browser.evaluate(colour);
    assert_ne!(light, dark);
    browser.click("#theme");
    assert_eq!(browser.evaluate(colour), light);

    browser.press(&["?"]);
    assert_eq!(
        browser.evaluate("document.querySelector('#help').open"),
        true
    );
    browser.click("#help form button");
    assert_eq!(
        browser.evaluate("document.querySelector('#help').open"),
        false
    );

    browser.evaluate("document.activeElement.blur()");
    browser.press(&[" "]);
    browser.evaluate("new Promise(done => setTimeout(() => done(0), 900))");
    browser.press(&[" "]);
    assert!(current_step(&mut browser) >= 1);

    browser.resize(390, 844);
    browser.settle();
    let overflow = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(browser.evaluate(overflow), false, "nothing is cut off");
    assert_eq!(browser.complaints, [] as [&str; 0]);
}

#[test]
fn text_of_the_model_stays_text() {
    let mut browser = Browser::start();
    browser.open(&traces::hostile(), "");
    browser.press(&["j"]);
    assert!(browser.evaluate("document.title").as_str() != Some("owned"));
    assert_eq!(browser.text("h1"), traces::HOSTILE);
    assert_eq!(browser.count("img"), 0);
    assert!(browser.text("#now .fault").contains(traces::HOSTILE));
    assert_eq!(browser.text("#now pre"), traces::HOSTILE);
    assert_eq!(browser.complaints, [] as [&str; 0]);
}

#[test]
fn five_thousand_steps_stay_fluent() {
    let mut browser = Browser::start();
    let before = browser.busy();
    browser.open(&traces::ring(8, 5_000), "");
    let opening = browser.busy() - before;
    assert!(opening < Duration::from_secs(1), "opened in {opening:?}");
    assert!(
        browser.count("#chart *") < 3_000,
        "only what is in view is drawn"
    );

    let steps = 100;
    let before = browser.busy();
    browser.evaluate(&format!(
        "(async () => {{ for (let i = 0; i < {steps}; i += 1) {{ \
         const key = new KeyboardEvent('keydown', {{ key: 'j', bubbles: true }}); \
         document.body.dispatchEvent(key); \
         await new Promise(requestAnimationFrame); }} }})()"
    ));
    let each = (browser.busy() - before) / steps;
    browser.settle();
    assert_eq!(current_step(&mut browser), u64::from(steps));
    assert!(each < Duration::from_millis(50), "{each:?} for a step");
    browser.press(&["End", "j"]);
    assert_eq!(current_step(&mut browser), 4_001);

    browser.evaluate("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.count(".row"), 5_002, "everything is printed");
    browser.evaluate("dispatchEvent(new Event('afterprint'))");
    browser.settle();
    assert!(browser.count(".row") < 100);
    assert_eq!(browser.complaints, [] as [&str; 0]);
}
