//! Whole models: those of this repository, and SPIN's own examples where Debian's package is
//! installed. `data/differences.csv` lists each model on which we and SPIN differ, and why.

use crate::spin;
use promela::{Options, parse_file};
use std::path::{Path, PathBuf};

struct Difference {
    file: String,
    spin: bool,
    here: bool,
}

fn differences() -> Vec<Difference> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/differences.csv");
    let data = std::fs::read_to_string(path).unwrap();
    data.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.splitn(4, ',').collect();
            assert!(!fields[3].is_empty(), "{line} has no reason");
            Difference {
                file: fields[0].to_owned(),
                spin: fields[1] == "accept",
                here: fields[2] == "accept",
            }
        })
        .collect()
}

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut directories = vec![
        root.join("corpus"),
        root.join("soundness"),
        PathBuf::from("/usr/share/doc/spin/examples"),
    ];
    let mut models = Vec::new();
    while let Some(directory) = directories.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path
                .extension()
                .is_some_and(|ext| ["pml", "pm", "prom", "promela"].iter().any(|&e| ext == e))
            {
                models.push(path);
            }
        }
    }
    models.sort();
    assert!(models.len() >= 140, "the corpus is missing");
    models
}

fn difference<'a>(list: &'a [Difference], model: &Path) -> Option<&'a Difference> {
    list.iter()
        .find(|difference| model.ends_with(&difference.file))
}

#[test]
fn models_parse() {
    let list = differences();
    for model in models() {
        let parsed = parse_file(&model, &Options::default());
        let expected = difference(&list, &model).is_none_or(|difference| difference.here);
        assert_eq!(!parsed.has_errors(), expected, "{}", model.display());
    }
}

/// SPIN is asked again for every model, in two threads: the list of differences is complete, and
/// none of them has gone away.
#[test]
fn the_listed_differences_are_all() {
    if !spin::is_installed() {
        return;
    }
    let list = differences();
    let models = models();
    let (first, second) = models.split_at(models.len() / 2);
    std::thread::scope(|scope| {
        for half in [first, second] {
            scope.spawn(|| half.iter().for_each(|model| compare(&list, model)));
        }
    });
}

fn compare(list: &[Difference], model: &Path) {
    let spin = spin::accepts_file(model, &[]) || spin::accepts_file(model, &["-o7"]);
    let here = !parse_file(model, &Options::default()).has_errors();
    match difference(list, model) {
        Some(listed) => {
            assert_eq!(
                (spin, here),
                (listed.spin, listed.here),
                "{}",
                model.display()
            );
        }
        None => assert_eq!(spin, here, "{}", model.display()),
    }
}
