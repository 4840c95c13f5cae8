//! Uniqueness techniques fire only where the swap keeps every rule.

use crate::puzzles::{boxes, grid};
use crate::shapes::{gone, outcomes};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Network, Removal, Store, Var};

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
