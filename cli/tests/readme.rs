//! Every command of the README is run, and prints what the README says.

mod shown;

use shown::{are_like, is_like, run, shown};
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

/// The test can fail.
#[test]
fn patterns_tell_lines_apart() {
    let like = |patterns: &[&str], lines: &[&str]| {
        are_like(&patterns.iter().map(|p| p.to_string()).collect::<Vec<_>>(), lines)
    };
    assert!(like(&["a", "…", "d"], &["a", "b", "c", "d"]) && like(&["a", "…"], &["a"]) && like(&["x…z"], &["xyz"]));
    assert!(!like(&["a"], &["a", "b"]) && !like(&["a", "…", "c"], &["a", "b"]) && !like(&["x…z"], &["xy"]));
    assert!(
        !like(&["…", "b"], &["a"]) && !like(&["a…a"], &["a"]) && is_like("a…b…c", "a1b2c") && !is_like("a…b…c", "a1c")
    );
}

#[test]
fn commands_are_found_with_what_stands_below_them() {
    let page = "text\n```\n$ tesuji a\nx\n$ tesuji b\n```\n```\ncargo run\n```\n";
    let found: Vec<(String, usize)> = shown(page).into_iter().map(|s| (s.words.join(" "), s.lines.len())).collect();
    assert_eq!(found, [("tesuji a".to_string(), 1), ("tesuji b".to_string(), 0)]);
}
