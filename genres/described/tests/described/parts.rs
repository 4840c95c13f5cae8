//! Rules about parts: numbers of divisions that are known from elsewhere, and what is refused.

use tesuji_described::read;
use tesuji_genre::{Genre, View};
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Limits, Solver};

const DIVISION: &str = r#"
[genre]
name = "division"
about = "Areas"
[board]
sizes = ["SIZE"]
[values]
"x" = "open"
"-" = "border"
[vars]
link = "all"
[[parts]]
name = "areas"
joined = "link = open"
[[rule]]
name = "the borders"
each = "a in areas"
require = "whole(a)"
[[rule]]
name = "the area"
each = "a in areas"
require = "CLAIM"
"#;

const SHADING: &str = r##"
[genre]
name = "shading"
about = "Shaded cells"
[board]
sizes = ["SIZE"]
[values]
"." = "unshaded"
"#" = "shaded"
[vars]
cell = "all"
[[parts]]
name = "groups"
joined = "shaded"
by = "corners"
[[rule]]
name = "the group"
each = "g in groups"
require = "CLAIM"
"##;

/// How many fillings of a board without clues there are.
fn fillings(file: &str, size: &str, claim: &str) -> usize {
    let genre = read(&file.replace("SIZE", size).replace("CLAIM", claim)).unwrap_or_else(|bad| panic!("{bad}"));
    let (rows, cols) = size.split_once('x').expect("a size");
    let name = Genre::name(genre);
    let puzzle = Genre::parse(genre, &format!("{name}/{cols}/{rows}/")).unwrap_or_else(|bad| panic!("{bad}"));
    let View::Clues(view) = genre.view(&puzzle.puzzle).expect("a network") else { panic!("a network") };
    let limits = Limits::solutions(usize::MAX);
    LearningSolver::default().solve(&view.network, Some(&view.domains), &limits).solutions.len()
}

/// Tilings by dominoes, divisions of the square into rectangles, divisions into connected areas.
#[test]
fn divisions_are_as_many_as_is_known() {
    for (size, claim, known) in [
        ("2x3", "size(a) = 2", 3),
        ("2x4", "size(a) = 2", 5),
        ("4x4", "size(a) = 2", 36),
        ("3x3", "size(a) = 2", 0),
        ("2x2", "rectangle(a)", 8),
        ("2x3", "rectangle(a)", 34),
        ("3x3", "rectangle(a)", 322),
        ("2x2", "size(a) >= 1", 12),
        ("2x3", "size(a) >= 1", 74),
        ("3x3", "size(a) >= 1", 1434),
        ("3x3", "rectangle(a) and tall(a) = wide(a)", 6),
        ("2x2", "size(a) = 4 or size(a) = 1", 2),
        ("2x2", "size(a) % 2 = 0", 3),
        ("2x2", "not rectangle(a) or size(a) = 1", 5),
    ] {
        assert_eq!(fillings(DIVISION, size, claim), known, "{size}: {claim}");
    }
}

/// Kings that touch no other king: the numbers of arrangements on small boards are known.
#[test]
fn groups_are_joined_by_corners() {
    for (size, known) in [("2x2", 5), ("3x3", 35), ("4x4", 314)] {
        assert_eq!(fillings(SHADING, size, "size(g) = 1"), known, "{size}");
    }
}

#[test]
fn what_is_said_of_parts_otherwise_is_refused_with_its_place() {
    let file = DIVISION.replace("SIZE", "4x4");
    for (claim, words) in [
        ("size(a) = areas", "numbers are expected"),
        ("shape(a) = 2", "no function \"shape\""),
        ("tall(a) + 1 < wide(a)", "two numbers of the same part"),
        ("not whole(a)", "not can't stand before this"),
    ] {
        let bad = read(&file.replace("CLAIM", claim)).err().unwrap_or_else(|| panic!("{claim} is read"));
        assert!(bad.to_string().contains(words), "{claim}: {bad}");
        assert!(bad.line.is_some(), "{claim}: {bad}");
    }
    let file = file.replace("CLAIM", "size(a) = 2").replace("link = open", "cell = open");
    assert!(read(&file).is_err_and(|bad| bad.to_string().contains("link = VALUE")));
}
