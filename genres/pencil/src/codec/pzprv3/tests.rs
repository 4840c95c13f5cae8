//! States that people write by hand, read into clues, regions and marks.

use super::*;
use crate::board::Side;
use crate::clue::Clue;

const SHADING: &[&str] = &["shading"];

/// The value that a mark leaves, if it is one.
fn value(mark: Option<Domain>) -> Option<Value> {
    mark.and_then(|domain| domain.value())
}

#[test]
fn clues_and_shading_stand_in_one_grid() {
    let form = StateForm::unmarked_as(0).with(Grid::marks(Lattice::Cells, clue_or_shade));
    let filled = form.read(SHADING, "pzprv3/shading/2/3/5 # ./+ . -/").expect("a state");
    let clues: Vec<_> = filled.puzzle.clues.into_iter().collect();
    assert_eq!(clues, [(Place::Cell(0), Clue::Number(5)), (Place::Cell(5), Clue::Unknown)]);
    let marks: Vec<_> = filled.marks.into_values().map(value).collect();
    assert_eq!(marks, [None, Some(1), None, Some(0), None, None]);
}

#[test]
fn a_text_that_ends_early_is_an_empty_board() {
    let form = StateForm::unmarked_as(0).with(RegionIds { borders_since: 1 }).with(Grid::marks(Lattice::Edges, line));
    let filled = form.read(SHADING, "pzprv3/shading/2/2").expect("a state");
    assert_eq!(filled.puzzle.board.regions().map(|r| r.len()), Some(1));
    assert_eq!(filled.marks.len(), 12);
    assert!(filled.marks.values().all(Option::is_none));
}

#[test]
fn edges_are_told_columns_first() {
    let form = StateForm::unmarked_as(0).with(Grid::marks(Lattice::Inner, line));
    let filled = form.read(SHADING, "pzprv3\nshading\n2\n2\n1\n0\n-1 2\n").expect("a state");
    let board = &filled.puzzle.board;
    let at = |cell, direction| value(filled.marks[&Place::Edge(board.edge(cell, direction) as u16)]);
    use crate::board::Direction::{Down, Right};
    assert_eq!([at(0, Right), at(2, Right), at(0, Down), at(1, Down)], [Some(1), None, Some(0), Some(2)]);
}

#[test]
fn a_board_of_one_column_has_empty_rows_between_its_columns() {
    let form =
        StateForm::unmarked_as(0).with(Grid::marks(Lattice::Inner, line)).with(Grid::clues(Lattice::Cells, clue));
    let filled = form.read(SHADING, "pzprv3/shading/2/1///1/./3/").expect("a state");
    assert_eq!(filled.marks.values().copied().map(value).collect::<Vec<_>>(), [Some(1)]);
    assert_eq!(filled.puzzle.clues.keys().collect::<Vec<_>>(), [&Place::Cell(1)]);
}

#[test]
fn lines_of_numbers_are_read_towards_the_board() {
    let form = StateForm::unmarked_as(0).with(Framed::marks(Frame::Lines, shade));
    let text = "pzprv3/shading/3/3/. . . 1 ./. . 2 1 ./. 2 # # ./1 1 # . +/. . . # ./";
    let filled = form.read(SHADING, text).expect("a state");
    let line = |side, i| filled.puzzle.clues.get(&Place::Outside(side, i)).cloned();
    assert_eq!(line(Side::Top, 0), Some(Clue::Numbers(vec![Some(2)])));
    assert_eq!(line(Side::Top, 1), Some(Clue::Numbers(vec![Some(1), Some(1)])));
    assert_eq!(line(Side::Left, 1), Some(Clue::Numbers(vec![Some(1), Some(1)])));
    assert_eq!(line(Side::Left, 2), None);
    assert_eq!(value(filled.marks[&Place::Cell(5)]), Some(0));
    let error = form.read(SHADING, "pzprv3/shading/3/3/. . . ./").expect_err("a frame of two");
    assert_eq!(error.at.as_deref(), Some("row 1 of the board"));
}

#[test]
fn numbers_outside_stand_on_all_sides() {
    let form = StateForm::of_numbers().with(Framed::marks(Frame::Around, clue_or_number));
    let filled = form.read(SHADING, "pzprv3/shading/1/2/. 3 . ./4 q1 2 5/. . 6 ./").expect("a state");
    let outside = |side, i| filled.puzzle.clues.get(&Place::Outside(side, i)).and_then(Clue::number);
    let found = [outside(Side::Top, 0), outside(Side::Left, 0), outside(Side::Right, 0), outside(Side::Bottom, 1)];
    assert_eq!(found, [Some(3), Some(4), Some(5), Some(6)]);
    assert_eq!(filled.puzzle.clues.get(&Place::Cell(0)), Some(&Clue::Number(1)));
    assert_eq!(value(filled.marks[&Place::Cell(1)]), Some(2));
}

#[test]
fn what_does_not_belong_is_named_with_its_place() {
    let form = StateForm::unmarked_as(0).with(Grid::marks(Lattice::Cells, clue_or_shade));
    for (text, place) in [
        ("pzprv3/other/2/2/", "name"),
        ("pzprv3/shading/x/2/", "rows"),
        ("pzprv3/shading/2/999/", "size"),
        ("pzprv3/shading/2/2/f/. ./. ./", "variation"),
        ("pzprv3/shading/2/2/. ./. !/", "r2c2"),
        ("pzprv3/shading/2/2/. ./. . ./", "row 2 of the marks"),
        ("pzprv3/shading/2/2/. ./. ./. ./", "row 7 of the state"),
    ] {
        let error = form.read(SHADING, text).expect_err(text);
        assert_eq!(error.at.as_deref(), Some(place), "{text}");
    }
    assert_eq!(form.read(SHADING, "shading/2/2").expect_err("no state").column, Some(1));
}

#[test]
fn walls_are_cells_out_of_play() {
    let form = StateForm::unmarked_as(0).with(Grid::marks(Lattice::Cells, clue_or_shade)).with(ClueHoles);
    let filled = form.read(SHADING, "pzprv3/shading/1/4/# - 2 ./").expect("a state");
    assert_eq!(filled.puzzle.board.cells().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(filled.puzzle.clues.into_iter().collect::<Vec<_>>(), [(Place::Cell(2), Clue::Number(2))]);
    assert_eq!(value(filled.marks[&Place::Cell(0)]), Some(1));
}

#[test]
fn runs_around_a_cell_are_read_in_order() {
    let numbers = |word| match runs_or_shade(word) {
        Some(Word::Clue(Clue::Numbers(list))) => Some(list),
        _ => None,
    };
    assert_eq!(numbers("3,1,-"), Some(vec![Some(3), Some(1), None]));
    assert_eq!((numbers("x"), numbers("3,")), (None, None));
    assert_eq!(runs_or_shade("#"), Some(Word::Mark(1)));
}

#[test]
fn edges_may_have_their_own_value_without_a_mark() {
    let form = StateForm::unmarked_as(0).with_unmarked_edges(3);
    assert_eq!([form.unmarked(Place::Cell(0)), form.unmarked(Place::Edge(0))], [Some(0), Some(3)]);
}
