//! Which rules the failure codes of pzprjs name, by genre.

/// Codes of states that nothing is filled in of, or not all.
pub(super) const UNFINISHED: &[&str] = &[
    "brNoLine",
    "brNoShade",
    "brNoTriangle",
    "brNoValidNum",
    "ceNoNum",
    "ceNoSlash",
    "ceEmpty",
    "ceNoBar",
    "ceNoLine",
];

/// Genre, code, and what the rules that it names are called. A state must contradict these rules
/// together.
const RULES: &[(&str, &str, &[&str])] = &[
    ("fillomino", "bkMixedNum", &["the areas of size"]),
    ("fillomino", "bkSizeGt", &["the areas of size"]),
    ("fillomino", "bkSizeLt", &["the areas of size"]),
    ("hitori", "cuDivideRB", &["the unshaded cells"]),
    ("masyu", "lnCross", &["the cell"]),
    ("masyu", "lnDeadEnd", &["the cell"]),
    ("masyu", "mashuBStrig", &["the black circle at"]),
    ("masyu", "mashuWStNbr", &["the white circle at"]),
    ("nonogram", "exNoMatch", &["row", "column"]),
    ("nurikabe", "bkSizeNe", &["the islands"]),
    ("nurikabe", "cs2x2", &["the square at"]),
    ("nurikabe", "csDivide", &["the sea"]),
    ("ripple", "bkDupNum", &["the region of"]),
    ("slitherlink", "lnCross", &["the lines at"]),
    ("slitherlink", "lnPlLoop", &["the loop"]),
];

/// What the rules are called that a code names in a genre; `None`: the code is not listed.
pub(super) fn rules(genre: &str, code: &str) -> Option<&'static [&'static str]> {
    RULES.iter().find(|(g, c, _)| (*g, *c) == (genre, code)).map(|(_, _, words)| *words)
}
