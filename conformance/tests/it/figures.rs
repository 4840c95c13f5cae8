//! The page of figures is made of its list, and every command names something that is there.

use std::fs;
use std::path::{Path, PathBuf};
use tesuji_conformance::{figures, suites};

fn notes(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../notes").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn the_page_is_made_of_the_list() {
    let list = figures::read(&notes("figures.json")).expect("a list");
    assert!(list.len() > 20);
    let made = "make it anew: cargo run -p tesuji-conformance --example figures -- --page";
    assert!(figures::write(&list).expect("writes") == notes("figures.json"), "figures.json: {made}");
    assert!(figures::page(&list) == notes("figures.md"), "figures.md: {made}");
}

/// Figures of the ledger are those of its newest entry.
#[test]
fn figures_of_the_ledger_are_those_of_its_newest_entry() {
    let list = figures::read(&notes("figures.json")).expect("a list");
    for figure in list.iter().filter(|figure| figure.ledger.is_some()) {
        let entry = figures::newest_entry(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("an entry");
        let made = "make it anew: cargo run -p tesuji-conformance --example figures -- --only ledger --write";
        assert_eq!(figure.recorded(&entry).as_ref(), Some(&figure.figure), "{}: {made}", figure.claim);
    }
}

/// Programs, examples and suites exist under the names that the commands give.
#[test]
fn every_command_names_something_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for figure in figures::read(&notes("figures.json")).expect("a list") {
        let words: Vec<&str> = figure.command.split_whitespace().collect();
        let after = |name: &str| words.iter().position(|w| *w == name).and_then(|at| words.get(at + 1)).copied();
        let folder = |package: &str| -> PathBuf {
            let short = package.strip_prefix("tesuji-").expect("a crate of this project");
            let places = [root.join(short), root.join("genres").join(short), root.join("solver").join(short)];
            places.into_iter().find(|p| p.join("Cargo.toml").exists()).unwrap_or_else(|| panic!("no crate {package}"))
        };
        let Some(package) = after("-p") else {
            assert_eq!(words[0], "tesuji", "{}", figure.command);
            continue;
        };
        for (option, place) in [("--example", "examples"), ("--bin", "src/bin"), ("--bench", "benches")] {
            if let Some(name) = after(option) {
                let place = folder(package).join(place);
                let is_there = [format!("{name}.rs"), format!("{name}/main.rs")].iter().any(|f| place.join(f).exists());
                assert!(is_there, "{}", figure.command);
            }
        }
        if package == "tesuji-conformance"
            && let Some(suite) = after("--")
        {
            suites::by_name(suite).unwrap_or_else(|e| panic!("{}: {e}", figure.command));
        }
    }
}
