//! Which rules the failure codes of pzprjs name, by genre.

use tesuji_solver::Value;

/// Codes of states that nothing is filled in of, or not all. `bkMixedNum`: a border is missing
/// between two numbers of fillomino, whose areas are told by their numbers here; the cells without
/// a number are what is unfinished. `bkPlStar`: an area of galaxies that holds several stars is not
/// divided yet. `circleUnshade`: a cell with a black circle is not shaded yet.
pub(super) const UNFINISHED: &[&str] = &[
    "bkMixedNum",
    "circleUnshade",
    "brNoLine",
    "brNoShade",
    "brNoTriangle",
    "brNoValidNum",
    "ceNoNum",
    "ceNoSlash",
    "ceEmpty",
    "ceNoBar",
    "ceNoLine",
    "bkPlStar",
    "cxNoLine",
];

/// Codes of states whose puzzle can't be: it is refused with the place.
pub(super) const NO_PUZZLE: &[&str] = &["anNoArrow"];

/// The rules that a code names. A state must contradict them together.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// The names of the rules.
    pub words: Vec<&'static str>,
    /// The value of cells without a mark where the code is about the marks alone.
    pub unmarked: Option<Value>,
}

/// Genre, code, and what the rules that it names are called.
const RULES: &str = include_str!("rules_of_codes.tsv");

/// Codes that are about the marks alone, with the value that other cells count as.
const MARKS_ALONE: &[(&str, &str, Value)] = &[("yinyang", "msDivide", 0), ("yinyang", "muDivide", 1)];

/// The names of the rules that a code stands for in a genre; `None`: the code is not listed.
pub(super) fn rules(genre: &str, code: &str) -> Option<Named> {
    let words = RULES
        .lines()
        .find_map(|row| row.strip_prefix(genre)?.strip_prefix('\t')?.strip_prefix(code)?.strip_prefix('\t'))?;
    let alone = MARKS_ALONE.iter().find(|(g, c, _)| (*g, *c) == (genre, code));
    Some(Named { words: words.split('|').collect(), unmarked: alone.map(|&(_, _, value)| value) })
}
