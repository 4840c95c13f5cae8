//! Rules that binairo and unruly share: two values, half of each line has one and half the other,
//! no three alike in a row.

use super::listed;
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::{Class, Rules, TathamId};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Row, RuleStep, RuleView};
use tesuji_solver::{Domain, Technique, Tier, Value};

pub(super) const ROW: u16 = 0;
pub(super) const COLUMN: u16 = 1;
pub(super) const TRIPLE: u16 = 2;
/// Two lines, where they may not be equal.
pub(super) const EQUAL: u16 = 3;

pub(super) const CLASSES: &[Class] = &[
    Class::row("row").law("{} has as many of one kind as of the other"),
    Class::column("column").law("{} has as many of one kind as of the other"),
    Class::at_place("the three cells beginning at").law("no three in a row are alike"),
    Class::at_place("the two lines compared at").law("no two lines are equal"),
];

/// Each line has as many cells of one value as of the other, and no three alike in a row.
pub(super) fn rules(board: &Board, to: &mut Rules<'_>) {
    for (class, from, vars) in to.lines(ROW, COLUMN) {
        let half = vars.len() / 2;
        to.count(class, from, vars, Domain::single(1), (half, half));
    }
    for cell in board.cells() {
        for way in [Direction::Right, Direction::Down] {
            let three: Vec<usize> = std::iter::once(cell).chain(board.ray(cell, way).take(2)).collect();
            if three.len() == 3 {
                let vars = to.cells(three);
                to.count(TRIPLE, Place::Cell(cell as u16), vars, Domain::single(1), (1, 2));
            }
        }
    }
}

/// Do the outer two of three cells have one value each?
fn is_gap(rule: &RuleView<'_>) -> bool {
    let RuleSpec::Count { vars, .. } = rule.spec else { return false };
    let is_single = |var| (rule.domain)(var).is_single();
    vars.len() == 3 && is_single(vars[0]) && is_single(vars[2])
}

/// The techniques of both, in grading order.
pub(super) fn techniques() -> Vec<Arc<dyn Technique>> {
    let gap = Row::new("gap", "Gap Between Two Alike", Tier::Beginner, 3);
    vec![
        Arc::new(RuleStep::new(gap, &[TRIPLE], "would be alike").when(is_gap)),
        listed::rule(("pair", "Pair", Tier::Beginner, 3), &[TRIPLE], "would be alike"),
        listed::rule(
            ("line-complete", "Line Complete", Tier::Easy, 5),
            &[ROW, COLUMN],
            "has all its cells of one kind",
        ),
        listed::with(("row-and-threes", "Row Without Threes", Tier::Easy, 8), ROW, &[TRIPLE]),
        listed::with(("column-and-threes", "Column Without Threes", Tier::Easy, 8), COLUMN, &[TRIPLE]),
        listed::pair(("row-and-column", "Row and Column", Tier::Medium, 18), ROW, COLUMN, &[TRIPLE]),
        listed::pair(("two-rows", "Two Rows", Tier::Hard, 35), ROW, ROW, &[COLUMN, TRIPLE]),
        listed::pair(("two-columns", "Two Columns", Tier::Hard, 35), COLUMN, COLUMN, &[ROW, TRIPLE]),
    ]
}

/// Refuses odd sides.
pub(super) fn check(size: Size) -> Result<(), Bad> {
    if size.rows() % 2 + size.cols() % 2 > 0 {
        return Err(Bad::new("even numbers of rows and columns are expected").at("size"));
    }
    Ok(())
}

/// The one value that a given cell can have.
pub(super) fn given(place: Place, value: Option<Value>) -> Vec<(Place, Domain)> {
    value.map(|v| (place, Domain::single(v))).into_iter().collect()
}

/// Each letter tells how many cells lie before the next one given: small white, capital black; `z`
/// and `Z` are 25 cells without one. `clue` is told whether it is white.
pub(super) fn read_tatham(id: &TathamId<'_>, clue: &dyn Fn(bool) -> Clue) -> Result<Puzzle, Bad> {
    let (mut clues, mut at) = (BTreeMap::new(), 0);
    for c in id.text.chars() {
        let gap = match c {
            'a'..='z' => c as usize - 'a' as usize,
            'A'..='Z' => c as usize - 'A' as usize,
            _ => return Err(Bad::new(format!("{c:?}: a letter is expected")).at("cells")),
        };
        at += gap;
        if gap < 25 {
            clues.insert(at, clue(c.is_ascii_lowercase()));
            at += 1;
        }
    }
    // The last letter gives the place behind the last cell.
    let cells = id.size.cells();
    if at != cells + 1 || clues.remove(&cells).is_none() {
        return Err(Bad::new(format!("the ID describes {at} places; {} are expected", cells + 1)).at("cells"));
    }
    let clues = clues.into_iter().map(|(cell, clue)| (Place::Cell(cell as u16), clue)).collect();
    Ok(Puzzle { board: Arc::new(Board::new(id.size)), clues })
}
