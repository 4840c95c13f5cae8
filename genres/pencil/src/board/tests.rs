//! Laws of geometry and of transforms.

use super::{Board, Direction, Place, Side, Size, Transform};
use proptest::prelude::*;

fn board(rows: usize, cols: usize) -> Board {
    Board::new(Size::new(rows, cols).expect("a size"))
}

fn places(board: &Board) -> Vec<Place> {
    (0..board.places()).map(|i| board.place(i).expect("a place")).collect()
}

#[test]
fn two_by_three_by_hand() {
    let board = board(2, 3);
    assert_eq!((board.edges(), board.corners(), board.horizontal_edges()), (17, 12, 9));
    assert_eq!(board.sides(4), [4, 7, 14, 15], "above, below, left, right of r2c2");
    assert_eq!(board.cells_beside(4), [Some(1), Some(4)]);
    assert_eq!(board.cells_beside(13), [None, Some(3)]);
    assert_eq!(board.ends(4), [5, 6]);
    assert_eq!(board.ends(14), [5, 9]);
    assert_eq!(board.edges_at(5).collect::<Vec<_>>(), [10, 14, 3, 4]);
    assert_eq!(board.edges_at(0).collect::<Vec<_>>(), [9, 0]);
    assert_eq!(board.cells_at(5).collect::<Vec<_>>(), [0, 1, 3, 4]);
    assert_eq!(board.squares().collect::<Vec<_>>(), [[0, 1, 3, 4], [1, 2, 4, 5]]);
    assert_eq!(board.inner_edges().collect::<Vec<_>>(), [3, 4, 5, 10, 11, 14, 15]);
    assert_eq!(board.ray(0, Direction::Right).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(board.line_of(Side::Bottom, 1), [4, 1]);
    assert_eq!(board.all_neighbours(0).collect::<Vec<_>>(), [1, 3, 4]);
}

#[test]
fn places_are_named_as_a_person_would() {
    let board = board(2, 3).with_regions(&[1, 1, 2, 3, 3, 2]).expect("regions");
    let name = |place| board.name(place);
    assert_eq!(name(Place::Cell(4)), "r2c2");
    assert_eq!(name(Place::Edge(4)), "the edge between r1c2 and r2c2");
    assert_eq!(name(Place::Edge(0)), "the edge above r1c1");
    assert_eq!(name(Place::Edge(16)), "the edge right of r2c3");
    assert_eq!(name(Place::Corner(11)), "the bottom right corner of r2c3");
    assert_eq!(name(Place::Region(2)), "the region of r2c1");
    assert_eq!(name(Place::Outside(Side::Left, 1)), "the clue left of row 2");
}

#[test]
fn holes_are_out_of_play_and_rays_end_at_them() {
    let board = board(1, 4).with_holes(vec![false, false, true, false]).expect("holes");
    assert_eq!(board.cells().collect::<Vec<_>>(), [0, 1, 3]);
    assert_eq!(board.ray(0, Direction::Right).collect::<Vec<_>>(), [1]);
    assert_eq!(board.neighbours(3).count(), 0);
    assert!(board.with_holes(vec![true]).is_err());
}

#[test]
fn borders_make_regions_and_regions_make_borders() {
    let board = board(2, 2);
    let mut border = vec![false; board.edges()];
    border[board.edge(0, Direction::Right)] = true;
    border[board.edge(0, Direction::Down)] = true;
    let board = board.with_borders(&border).expect("borders");
    let regions = board.regions().expect("regions");
    assert_eq!(regions.iter().collect::<Vec<_>>(), [&[0][..], &[1, 2, 3]]);
    assert!((0..board.edges()).all(|e| regions.is_border(&board, e) == border[e]));
}

#[test]
fn sizes_are_checked() {
    assert_eq!(Size::parse("3x14").expect("a size").to_string(), "3x14");
    for text in ["", "3", "0x3", "3x0", "3x151", "ax3", "3x-1", "3x3x3"] {
        assert!(Size::parse(text).is_err(), "{text}");
    }
}

/// A quarter turn clockwise.
const QUARTER_TURN: Transform = Transform::of_flips(true, false, true);

proptest! {
    #[test]
    fn numbers_and_points_name_places_back(rows in 1usize..8, cols in 1usize..8) {
        let board = board(rows, cols);
        for (i, place) in places(&board).into_iter().enumerate() {
            prop_assert_eq!(board.index(place), i);
            prop_assert_eq!(board.point(place).and_then(|p| board.place_at(p)), Some(place));
        }
        prop_assert_eq!(board.place(board.places()), None);
    }

    #[test]
    fn incidence_is_mutual(rows in 1usize..7, cols in 1usize..7) {
        let board = board(rows, cols);
        for cell in board.cells() {
            for direction in Direction::ALL {
                let edge = board.edge(cell, direction);
                prop_assert!(board.cells_beside(edge).contains(&Some(cell)));
                if let Some(near) = board.neighbour(cell, direction) {
                    prop_assert_eq!(board.edge(near, direction.opposite()), edge);
                    prop_assert_eq!(board.neighbour(near, direction.opposite()), Some(cell));
                }
            }
        }
        for edge in 0..board.edges() {
            for corner in board.ends(edge) {
                prop_assert!(board.edges_at(corner).any(|e| e == edge));
            }
        }
        prop_assert_eq!((0..board.corners()).map(|c| board.edges_at(c).count()).sum::<usize>(), 2 * board.edges());
    }

    #[test]
    fn transforms_keep_what_lies_beside_what(
        rows in 1usize..6,
        cols in 1usize..6,
        labels in proptest::collection::vec(0u32..4, 36),
        holes in proptest::collection::vec(any::<bool>(), 36),
    ) {
        let n = rows * cols;
        let board = board(rows, cols).with_regions(&labels[..n]).expect("regions");
        let board = board.with_holes(holes[..n].to_vec()).expect("holes");
        for transform in Transform::all() {
            let image = transform.image(&board);
            let mut seen: Vec<Place> = places(&board).iter().map(|&p| image.place(p).expect("an image")).collect();
            for cell in board.cells() {
                let to = |c: usize| match image.place(Place::Cell(c as u16)) {
                    Some(Place::Cell(c)) => usize::from(c),
                    other => panic!("{other:?}"),
                };
                prop_assert!(!image.board().is_hole(to(cell)));
                let mut near: Vec<usize> = board.neighbours(cell).map(to).collect();
                let mut mapped: Vec<usize> = image.board().neighbours(to(cell)).collect();
                near.sort_unstable();
                mapped.sort_unstable();
                prop_assert_eq!(near, mapped);
                let region = board.regions().map(|r| Place::Region(r.of(cell) as u16)).expect("a region");
                let mapped = image.board().regions().map(|r| Place::Region(r.of(to(cell)) as u16));
                prop_assert_eq!(image.place(region), mapped);
            }
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), board.places(), "no two places have one image");
        }
    }

    #[test]
    fn four_quarter_turns_and_two_mirrors_are_nothing(rows in 1usize..6, cols in 1usize..6) {
        let start = board(rows, cols).with_regions(&(0..(rows * cols) as u32).collect::<Vec<_>>()).expect("regions");
        for (transform, times) in [
            (QUARTER_TURN, 4),
            (Transform::of_flips(false, true, true), 2),
            (Transform::of_flips(false, true, false), 2),
            (Transform::of_flips(false, false, true), 2),
            (Transform::of_flips(true, false, false), 2),
            (Transform::of_flips(true, true, true), 2),
        ] {
            let mut at = start.clone();
            let mut all = places(&start);
            for _ in 0..times {
                let image = transform.image(&at);
                all = all.iter().map(|&p| image.place(p).expect("an image")).collect();
                at = image.board().clone();
            }
            prop_assert_eq!(&at, &start);
            prop_assert_eq!(all, places(&start));
        }
    }
}

#[test]
fn a_quarter_turn_is_clockwise() {
    let image = QUARTER_TURN.image(&board(2, 3));
    assert_eq!(image.board().size().to_string(), "3x2");
    assert_eq!(image.place(Place::Cell(0)), Some(Place::Cell(1)), "the top left cell goes to the top right");
    assert_eq!(image.place(Place::Outside(Side::Left, 0)), Some(Place::Outside(Side::Top, 1)));
    assert_eq!(Transform::of_size(Size::new(2, 3).expect("a size")).count(), 4);
    assert_eq!(Transform::of_size(Size::new(3, 3).expect("a size")).count(), 8);
}
