//! Any bytes: reading, parsing, checking, dumping and rendering neither panic nor hang.

#![no_main]

use libfuzzer_sys::fuzz_target;
use promela::render::{Style, render};
use promela::{Options, dump::dump, parse_str};
use std::path::Path;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    // The directory does not exist, so `#include` finds nothing of the machine it runs on.
    let path = Path::new("no such directory/fuzz.pml");
    let parsed = parse_str(path, &text, &Options::default());
    dump(&parsed.model);
    for diagnostic in parsed.diagnostics.iter().take(20) {
        render(diagnostic, &parsed.sources, Style::Plain);
    }
});
