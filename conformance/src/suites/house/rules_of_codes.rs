//! Which rules the failure codes of pzprjs name, by genre.

use tesuji_solver::Value;

/// Codes of states that nothing is filled in of, or not all. `bkMixedNum`: a border is missing
/// between two numbers of fillomino, whose areas are told by their numbers here; the cells without
/// a number are what is unfinished.
pub(super) const UNFINISHED: &[&str] = &[
    "bkMixedNum",
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

/// Codes of states whose puzzle can't be: it is refused with the place.
pub(super) const NO_PUZZLE: &[&str] = &["anNoArrow"];

/// The rules that a code names. A state must contradict them together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// What the rules are called.
    pub words: &'static [&'static str],
    /// What cells without a mark count as where the code is about the marks alone.
    pub unmarked: Option<Value>,
}

/// Genre, code, and what the rules that it names are called.
const RULES: &[(&str, &str, &[&str])] = &[
    ("akari", "nmAkariNe", &["the number at"]),
    ("aqre", "bkShadeNe", &["the number of"]),
    ("aqre", "cs3", &["the four cells from"]),
    ("country-road", "bkNoLine", &["the border of"]),
    ("country-road", "bkPassTwice", &["the border of"]),
    ("country-road", "lnBranch", &["the cell"]),
    ("country-road", "lnDeadEnd", &["the cell"]),
    ("fillomino", "bkSizeGt", &["the areas of size"]),
    ("fillomino", "bkSizeLt", &["the areas of size"]),
    ("galaxies", "bdPassStar", &["what is given"]),
    ("galaxies", "bkNotSymSt", &["the symmetry around"]),
    ("gokigen", "slLoop", &["the ban on loops"]),
    ("hashi", "lcDivided", &["all islands"]),
    ("heyawake", "bkUnshadeConsecGt3", &["the line through three rooms at"]),
    ("heyawake", "cuDivideRB", &["the unshaded cells"]),
    ("hitori", "cuDivideRB", &["the unshaded cells"]),
    ("kakuro", "nmDupRow", &["the run right of", "the run below"]),
    ("lits", "bkShadeDivide", &[""]),
    ("lits", "bkShadeLt4", &[""]),
    ("lits", "cs2x2", &["the square at"]),
    ("lits", "csDivide", &["the shaded cells"]),
    ("masyu", "lnCross", &["the cell"]),
    ("masyu", "lnDeadEnd", &["the cell"]),
    ("masyu", "mashuBStrig", &["the black circle at"]),
    ("masyu", "mashuWStNbr", &["the white circle at"]),
    ("nonogram", "exNoMatch", &["row", "column"]),
    ("norinori", "bkNoShade", &[""]),
    ("norinori", "csGt2", &["the domino at"]),
    ("norinori", "csLt2", &["the domino at"]),
    ("nurikabe", "bkSizeNe", &["the islands"]),
    ("nurikabe", "cs2x2", &["the square at"]),
    ("nurikabe", "csDivide", &["the sea"]),
    ("ripple", "bkDupNum", &["the"]),
    ("shikaku", "bdDeadEnd", &["the borders at"]),
    ("shikaku", "bkNoNum", &["the rectangle of"]),
    ("shikaku", "bkNotRect", &["the borders at"]),
    ("simple-loop", "lnBranch", &["the cell"]),
    ("simple-loop", "lnDeadEnd", &["the cell"]),
    ("slitherlink", "lnCross", &["the lines at"]),
    ("slitherlink", "lnPlLoop", &["the loop"]),
    ("starbattle", "bkStarLt", &[""]),
    ("starbattle", "starAround", &["the ban on touching at"]),
    ("tapa", "ceTapaNe", &["the clue at"]),
    ("tapa", "csDivide", &["the wall"]),
    ("yajilin", "ceEmpty", &["the cell"]),
    ("yajilin", "csAdjacent", &["the ban on touching at"]),
    ("yajilin", "lnCross", &["the cell"]),
    ("yajilin", "lnDeadEnd", &["the cell"]),
    ("yinyang", "ms2x2", &["the square at"]),
    ("yinyang", "msDivide", &["the black circles"]),
    ("cave", "csConnOut", &["the rock"]),
    ("cave", "cuDivide", &["the cave"]),
    ("cave", "nmSumViewNe", &["the number at"]),
    ("creek", "cuDivide", &["the unshaded cells"]),
    ("kropki", "nmDivEq2", &["the dot on", "no dot on"]),
    ("kropki", "nmDupRow", &["row", "column"]),
    ("kropki", "nmSubEq1", &["the dot on", "no dot on"]),
    ("kurodoko", "cuDivideRB", &["the unshaded cells"]),
    ("mines", "nmMinesNe", &["the number at"]),
    ("numberlink", "lnCross", &["the cell"]),
    ("numberlink", "lnDeadEnd", &["the cell"]),
    ("numberlink", "nmConnDiff", &["", "what is given"]),
    ("numberlink", "nmNoLine", &["the number at"]),
    ("nurimisaki", "cu2x2", &["the square at"]),
    ("nurimisaki", "cuDivide", &["the unshaded cells"]),
    ("nurimisaki", "nonCirclePromontory", &["the ways on from"]),
    ("shakashaka", "cuNotRectx", &["the white angles at"]),
    ("shakashaka", "nmTriangleLt", &["the number at"]),
    ("skyscrapers", "nmDupRow", &["row", "column"]),
    ("tents", "nmTentLt", &[""]),
    ("tents", "nmTentNone", &["the tree at", "the pairs of trees and tents from"]),
    ("tents", "tentAround", &["the ban on touching around"]),
];

/// Codes that are about the marks alone, with the value that other cells count as.
const MARKS_ALONE: &[(&str, &str, Value)] = &[("yinyang", "msDivide", 0)];

/// What the rules are called that a code names in a genre; `None`: the code is not listed.
pub(super) fn rules(genre: &str, code: &str) -> Option<Named> {
    let &(_, _, words) = RULES.iter().find(|(g, c, _)| (*g, *c) == (genre, code))?;
    let alone = MARKS_ALONE.iter().find(|(g, c, _)| (*g, *c) == (genre, code));
    Some(Named { words, unmarked: alone.map(|&(_, _, value)| value) })
}
