//! `show --html`: pages to print.
#![allow(missing_docs)]

mod run;

use run::piped;

const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";
const HITORI: &str = "hitori/4/4/1114142333214213";

#[test]
fn puzzles_come_first_and_their_solutions_after() {
    let lines = format!("{SLITHERLINK}\n{HITORI}\n");
    let page = piped(&["show", "--html", "-", "--per-page", "1", "--steps"], &lines).code(0).stdout();
    let (puzzles, rest) = page.split_once("<h2>Solutions</h2>").expect("a page of solutions");
    let (solutions, steps) = rest.split_once("<h2>Steps</h2>").expect("steps");
    assert_eq!(puzzles.matches("<svg").count(), 2);
    assert_eq!(puzzles.matches("class=\"page\"").count(), 3, "two pages of puzzles and the one that follows");
    assert_eq!(solutions.matches("<svg").count(), 2);
    assert!(steps.contains("<li>"), "{steps}");
    assert!(!page.contains("http://") || !page.contains("src="), "nothing is loaded from elsewhere");
}

#[test]
fn a_puzzle_with_several_solutions_says_so() {
    let page = piped(&["show", "--html", "-"], "https://puzz.link/p?slither/4/4/p\n").code(0).stdout();
    assert!(page.contains("1: several solutions"), "{page}");
}

#[test]
fn pages_hold_one_puzzle_at_least_and_go_to_a_file() {
    piped(&["show", "--html", "-", "--per-page", "0"], HITORI).code(2);
    piped(&["show", "--per-page", "3"], HITORI).code(2);
}
