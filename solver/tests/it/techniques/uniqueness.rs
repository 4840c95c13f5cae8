//! Uniqueness techniques fire only where the swap keeps every rule.

use super::puzzles::{boxes, grid};
use super::shapes::{gone, outcomes};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Network, Removal, Store, Value, Var};

/// r1c1, r1c4, r2c1 hold 5 and 9; r2c4 more.
fn rectangle(net: &Network) -> Store<'_> {
    let mut at = Store::new(net);
    for cell in [0, 3, 9] {
        at.restrict(Var(cell), Domain::from_iter([5, 9])).unwrap();
    }
    at
}

fn both(cell: u32) -> Vec<Removal> {
    vec![Removal { var: Var(cell), values: Domain::from_iter([5, 9]) }]
}

#[test]
fn two_boxes_are_deadly_four_are_not() {
    let net = boxes(3, 3);
    assert_eq!(outcomes(&rectangle(&net), "unique-rectangle-1"), [both(12)]);
    let mut at = Store::new(&net);
    for cell in [0, 3, 36] {
        at.restrict(Var(cell), Domain::from_iter([5, 9])).unwrap();
    }
    assert!(outcomes(&at, "unique-rectangle-1").is_empty(), "four boxes: the swap changes each box");
    // In a latin square there are no boxes to change.
    let latin = grid(9, &[]);
    let mut at = Store::new(&latin);
    for cell in [0, 3, 36] {
        at.restrict(Var(cell), Domain::from_iter([5, 9])).unwrap();
    }
    assert_eq!(outcomes(&at, "unique-rectangle-1"), [both(39)]);
}

#[test]
fn a_given_cell_is_never_part() {
    let mut net = boxes(3, 3);
    assert_eq!(outcomes(&rectangle(&net), "unique-rectangle-1").len(), 1);
    // A cell that the puzzle itself denies one of the values can't be swapped.
    net.set_domain(Var(12), Domain::from_iter([1, 2, 5]));
    assert!(outcomes(&rectangle(&net), "unique-rectangle-1").is_empty());
}

#[test]
fn other_rules_at_the_cells_silence_them() {
    let mut net = boxes(3, 3);
    net.add(RuleSpec::Inequality { below: Var(12), above: Var(22) }).unwrap();
    assert!(outcomes(&rectangle(&net), "unique-rectangle-1").is_empty(), "an inequality sees the swap");
    let mut net = boxes(3, 3);
    net.add(RuleSpec::AllDifferent { vars: vec![Var(0), Var(11)] }).unwrap();
    assert!(outcomes(&rectangle(&net), "unique-rectangle-1").is_empty(), "so does a cell a knight's move away");
    let mut net = boxes(3, 3);
    net.add(RuleSpec::AllDifferent { vars: vec![Var(0), Var(3), Var(80)] }).unwrap();
    assert_eq!(outcomes(&rectangle(&net), "unique-rectangle-1").len(), 1, "a rule over both ends of a side does not");
}

#[test]
fn roofs() {
    let net = boxes(3, 3);
    let floor = |at: &mut Store<'_>| {
        for cell in [0, 3] {
            at.restrict(Var(cell), Domain::from_iter([5, 9])).unwrap();
        }
    };
    // Type 2: both roof cells 5 9 7.
    let mut at = Store::new(&net);
    floor(&mut at);
    for cell in [9, 12] {
        at.restrict(Var(cell), Domain::from_iter([5, 7, 9])).unwrap();
    }
    assert_eq!(outcomes(&at, "unique-rectangle-2"), [gone(7, &[10, 11, 13, 14, 15, 16, 17])]);
    // Type 4: 5 in row 2 only at the roof.
    let mut at = Store::new(&net);
    floor(&mut at);
    for cell in [10, 11, 13, 14, 15, 16, 17] {
        at.remove(Var(cell), Domain::single(5)).unwrap();
    }
    assert_eq!(outcomes(&at, "unique-rectangle-4"), [gone(9, &[9, 12])]);
    // Type 3: the roof's 7 and 8 and a cell with 7 8 in row 2.
    let mut at = Store::new(&net);
    floor(&mut at);
    at.restrict(Var(9), Domain::from_iter([5, 7, 9])).unwrap();
    at.restrict(Var(12), Domain::from_iter([5, 8, 9])).unwrap();
    at.restrict(Var(17), Domain::from_iter([7, 8])).unwrap();
    let want: Vec<Removal> =
        [10, 11, 13, 14, 15, 16].map(|c| Removal { var: Var(c), values: Domain::from_iter([7, 8]) }).to_vec();
    assert_eq!(outcomes(&at, "unique-rectangle-3"), [want]);
}

fn restrict(at: &mut Store<'_>, cells: &[u32], values: &[Value]) {
    for &cell in cells {
        at.restrict(Var(cell), values.iter().copied().collect()).unwrap();
    }
}

fn strike(at: &mut Store<'_>, value: Value, cells: impl IntoIterator<Item = u32>) {
    for cell in cells {
        at.remove(Var(cell), Domain::single(value)).unwrap();
    }
}

#[test]
fn further_candidates_at_a_diagonal_or_three_corners() {
    let net = boxes(3, 3);
    let mut at = Store::new(&net);
    restrict(&mut at, &[0, 12], &[5, 9]);
    restrict(&mut at, &[3, 9], &[5, 7, 9]);
    assert_eq!(outcomes(&at, "unique-rectangle-5"), [gone(7, &[1, 2, 13, 14])]);
    let mut at = Store::new(&net);
    restrict(&mut at, &[0], &[5, 9]);
    restrict(&mut at, &[3, 9, 12], &[5, 7, 9]);
    assert_eq!(outcomes(&at, "unique-rectangle-5"), [gone(7, &[13, 14])]);
    // Two different further candidates, a further one beside the floor alone (type 2), or four
    // boxes are none.
    let mut at = Store::new(&net);
    restrict(&mut at, &[0, 12], &[5, 9]);
    restrict(&mut at, &[3], &[5, 7, 9]);
    restrict(&mut at, &[9], &[5, 8, 9]);
    assert!(outcomes(&at, "unique-rectangle-5").is_empty());
    let mut at = Store::new(&net);
    restrict(&mut at, &[0, 3], &[5, 9]);
    restrict(&mut at, &[9, 12], &[5, 7, 9]);
    assert!(outcomes(&at, "unique-rectangle-5").is_empty());
    let mut at = Store::new(&net);
    restrict(&mut at, &[0, 39], &[5, 9]);
    restrict(&mut at, &[3, 36], &[5, 7, 9]);
    assert!(outcomes(&at, "unique-rectangle-5").is_empty());
}

#[test]
fn a_value_with_the_rectangle_s_places_only_in_both_rows() {
    let net = boxes(3, 3);
    let mut at = Store::new(&net);
    restrict(&mut at, &[0, 12], &[5, 9]);
    strike(&mut at, 5, (1..9).filter(|c| *c != 3).chain((10..18).filter(|c| *c != 12)));
    assert_eq!(outcomes(&at, "unique-rectangle-6"), [gone(5, &[3, 9])]);
    // One row is not enough, nor are a row and a column.
    let mut at = Store::new(&net);
    restrict(&mut at, &[0, 12], &[5, 9]);
    strike(&mut at, 5, (1..9).filter(|c| *c != 3));
    assert!(outcomes(&at, "unique-rectangle-6").is_empty());
    strike(&mut at, 5, (2..9).map(|r| r * 9));
    assert!(outcomes(&at, "unique-rectangle-6").is_empty());
}

#[test]
fn a_corner_across_from_the_only_floor_cell() {
    let net = boxes(3, 3);
    let state = |floor: &[u32]| {
        let mut at = Store::new(&net);
        restrict(&mut at, floor, &[5, 9]);
        strike(&mut at, 5, (10..18).filter(|c| *c != 12));
        strike(&mut at, 5, (2..9).map(|r| r * 9 + 3));
        at
    };
    assert_eq!(outcomes(&state(&[0]), "hidden-rectangle"), [gone(9, &[12])]);
    assert_eq!(outcomes(&state(&[0, 12]), "hidden-rectangle"), [gone(9, &[12])], "two corners at a diagonal");
    // Two floor cells side by side make a type 4; without the column's link nothing follows.
    assert!(outcomes(&state(&[0, 3]), "hidden-rectangle").is_empty());
    let mut at = Store::new(&net);
    restrict(&mut at, &[0], &[5, 9]);
    strike(&mut at, 5, (10..18).filter(|c| *c != 12));
    assert!(outcomes(&at, "hidden-rectangle").is_empty());
}

fn write(at: &mut Store<'_>, values: &[(u32, Value)]) {
    for &(cell, value) in values {
        at.place(Literal { var: Var(cell), value }).unwrap();
    }
}

#[test]
fn three_values_that_are_not_given_leave_the_fourth_out() {
    let net = boxes(3, 3);
    let mut at = Store::new(&net);
    write(&mut at, &[(0, 5), (3, 9), (9, 9)]);
    assert_eq!(outcomes(&at, "avoidable-rectangle-1"), [gone(5, &[12])]);
    // A given can't be swapped, wherever the puzzle's own candidates are kept.
    for given in [0, 3, 9] {
        let mut net = boxes(3, 3);
        net.set_domain(Var(given), Domain::single(if given == 0 { 5 } else { 9 }));
        let mut at = Store::new(&net);
        write(&mut at, &[(0, 5), (3, 9), (9, 9)]);
        assert!(outcomes(&at, "avoidable-rectangle-1").is_empty(), "given: {given}");
        let mut puzzle = boxes(3, 3).domains().to_vec();
        puzzle[given as usize] = net.domains()[given as usize];
        let plain = boxes(3, 3);
        let mut at = Store::new(&plain).of_puzzle(&puzzle);
        write(&mut at, &[(0, 5), (3, 9), (9, 9)]);
        assert!(outcomes(&at, "avoidable-rectangle-1").is_empty(), "given beside the network: {given}");
    }
    // Nor can a cell that the puzzle denies one of the values; and four boxes are none.
    let mut at = Store::new(&net).of_puzzle(
        &(0..81).map(|c| if c == 12 { Domain::from_iter([1, 2, 5]) } else { Domain::range(1, 9) }).collect::<Vec<_>>(),
    );
    write(&mut at, &[(0, 5), (3, 9), (9, 9)]);
    assert!(outcomes(&at, "avoidable-rectangle-1").is_empty());
    let mut at = Store::new(&net);
    write(&mut at, &[(0, 5), (3, 9), (36, 9)]);
    assert!(outcomes(&at, "avoidable-rectangle-1").is_empty());
}

#[test]
fn two_values_that_are_not_given_and_one_further_candidate() {
    let net = boxes(3, 3);
    let state = |net: &Network| {
        let mut at = Store::new(net);
        write(&mut at, &[(0, 5), (3, 9)]);
        restrict(&mut at, &[9], &[7, 9]);
        restrict(&mut at, &[12], &[5, 7]);
        outcomes(&at, "avoidable-rectangle-2")
    };
    assert_eq!(state(&net), [gone(7, &[10, 11, 13, 14, 15, 16, 17])]);
    let mut given = boxes(3, 3);
    given.set_domain(Var(3), Domain::single(9));
    assert!(state(&given).is_empty());
    // The values the other way round are no rectangle.
    let mut at = Store::new(&net);
    write(&mut at, &[(0, 5), (3, 9)]);
    restrict(&mut at, &[9], &[7, 8]);
    restrict(&mut at, &[12], &[5, 7]);
    assert!(outcomes(&at, "avoidable-rectangle-2").is_empty());
}
