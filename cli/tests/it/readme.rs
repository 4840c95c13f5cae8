//! Every command of the README is run, and prints what the README says.

use crate::shown;

use shown::{run, shown};
use std::fs;

#[test]
fn every_command_prints_what_the_readme_says() {
    shown::check("README.md", 10);
}

/// The README's puzzles have a solution to print.
#[test]
fn every_address_of_the_readme_has_one_solution() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let page = fs::read_to_string(page).expect("the README");
    let addresses: Vec<String> =
        shown(&page).into_iter().flat_map(|one| one.words).filter(|word| word.matches('/').count() > 2).collect();
    assert!(!addresses.is_empty());
    let folder = tempfile::tempdir().expect("a folder");
    for address in addresses {
        for solver in ["simple", "sat"] {
            let words = ["tesuji", "solve", "--solver", solver, &address].map(str::to_string);
            let (code, printed) = run(&words, folder.path());
            assert!(code == Some(0) && printed.contains("1 unique"), "{address} by {solver}\n{printed}");
        }
    }
}
