//! Planted views are found, and what is no view is not.

use super::candidates::EXAMPLES;
use super::*;
use tesuji_solver::{Literal, Var};

fn first(n: usize, is_right: bool, shapes: &[&str]) -> FirstMove {
    let mark = Literal { var: Var(n as u32), value: 1 };
    FirstMove { name: format!("m{n}"), mark, is_right, shapes: shapes.iter().map(ToString::to_string).collect() }
}

/// Eighty puzzles of four moves. The right one looks like `planted` in nine of ten; everything
/// looks like `common`.
fn planted(share: usize) -> Moves {
    (0..80).fold(Moves::default(), |all, n| {
        let right = if n % 10 < share { "planted" } else { "odd" };
        let wrong = |k: usize| first(k, false, &["common", if k == 3 { "odd" } else { "plain" }]);
        let moves = vec![first(0, true, &["common", right]), wrong(1), wrong(2), wrong(3)];
        let id = format!("id{n}");
        let judged = Judged { id, puzzle: format!("p{n}"), size: "s".into(), is_known: n % 4 == 3, moves };
        let summary = MoveSummary { puzzles: 1, ..MoveSummary::default() };
        all.merge(Moves { summary, puzzles: [(format!("{:03}{}", n, n / 2 % 2), judged)].into(), ..Moves::default() })
    })
}

#[test]
fn a_planted_view_is_found_and_checked_apart() {
    let moves = planted(9);
    assert_eq!((moves.mined(), moves.known(), moves.twice(), moves.is_known()), (60, 20, 0, false));
    let found = moves.candidates(5);
    assert_eq!(found.len(), 1, "{found:?}");
    let (view, words) = (&found[0], found[0].words());
    assert!(view.shape == "planted" && view.holds && view.examples.len() == EXAMPLES, "{view:?}");
    let places = |p: [Places; 2]| (p[0].right, p[0].wrong, p[1].right, p[1].wrong);
    // Counted by hand: n = 0 .. 79 without n % 4 == 3; the half is n / 2 % 2; planted unless n
    // % 10 == 9.
    assert_eq!((places(view.mined), places(view.checked)), ((36, 0, 40, 120), (20, 0, 20, 60)), "{words}");
    assert!(words.starts_with("right in 36 of 36 places (of all moves 25%)"), "{words}");
}

#[test]
fn what_is_right_as_often_as_elsewhere_is_no_candidate() {
    assert_eq!(planted(0).candidates(5).iter().filter(|c| c.shape == "common" || c.shape == "plain").count(), 0);
    // Too few.
    let few = Moves { puzzles: planted(9).puzzles.into_iter().take(4).collect(), ..Moves::default() };
    assert_eq!(few.candidates(5), []);
    assert_eq!(Moves::default().candidates(5), []);
}

#[test]
fn the_order_of_merging_makes_no_difference() {
    let all = planted(9);
    let parts: Vec<Moves> = all
        .puzzles
        .iter()
        .map(|(id, p)| Moves { puzzles: [(id.clone(), p.clone())].into(), ..Moves::default() })
        .collect();
    let back = parts.into_iter().rev().fold(Moves::default(), |all, one| one.merge(all));
    assert_eq!(back.candidates(9), all.candidates(9));
    // Images of one puzzle count once, and the same one of them is shown.
    let mut copy = all.clone();
    copy.puzzles.values_mut().for_each(|p| (p.id, p.puzzle) = (format!("jd{}", p.id), "copy".into()));
    let (one, two) = (all.clone().merge(copy.clone()), copy.merge(all.clone()));
    assert_eq!((one.twice(), two.twice(), one.mined()), (80, 80, all.mined()));
    assert!(one.candidates(9) == all.candidates(9) && two.candidates(9) == all.candidates(9));
    // The same record once graded and once not: it is known, in whatever order.
    let mut known = all.clone();
    known.puzzles.values_mut().for_each(|p| p.is_known = true);
    assert!(all.clone().merge(known.clone()).is_known() && known.merge(all).is_known());
}

/// By the textbook: 20 of 30 against 10 of 60 has chi squared 22.5.
#[test]
fn chi_squared_is_that_of_a_fourfold_table() {
    let above = Places { right: 20, wrong: 10 }.above(Places { right: 30, wrong: 60 });
    assert!((above - 22.5).abs() < 1e-9, "{above}");
    assert_eq!(Places { right: 1, wrong: 9 }.above(Places { right: 30, wrong: 60 }), 0.0);
    assert_eq!(Places { right: 3, wrong: 0 }.above(Places { right: 3, wrong: 0 }), 0.0);
}
