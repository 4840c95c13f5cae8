//! Enumeration against published counts.

use std::collections::BTreeSet;
use tesuji_genre::{Coverage, EnumerateRequest, Enumerated, Genre};
use tesuji_pencil::{JIGSAW, SUDOKU};
use tesuji_solver::{Limits, Stop};

fn want(size: &str) -> EnumerateRequest {
    EnumerateRequest {
        size: size.into(),
        minimal: false,
        modulo_symmetry: false,
        grids: false,
        count_only: true,
        set: Default::default(),
        limits: Limits { solutions: usize::MAX, ..Limits::default() },
    }
}

fn run(genre: &dyn Genre, want: &EnumerateRequest) -> Enumerated {
    let done = genre.enumerate(want, &mut |_| {}).unwrap();
    assert_eq!((done.coverage, done.stop), (Coverage::Complete, Stop::Exhausted));
    done
}

/// OEIS A109252, and the number of minimal ones.
#[test]
fn puzzles_of_4x4_by_clues() {
    let all = run(&SUDOKU, &want("4x4"));
    let counts =
        [25728, 284160, 1041408, 2141184, 2961024, 2958336, 2204928, 1239552, 522624, 161280, 34560, 4608, 288];
    let expected: Vec<(u32, u64)> = (4..).zip(counts).collect();
    assert_eq!(all.by.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!((all.total, all.minimal), (13_579_680, Some(85_632)));
    let minimal = run(&SUDOKU, &EnumerateRequest { minimal: true, ..want("4x4") });
    assert_eq!(minimal.by.into_iter().collect::<Vec<_>>(), [(4, 25_728), (5, 58_368), (6, 1_536)]);
}

/// 288 and 28,200,960 grids (A107739 and Jarvis, Russell); 2 and, by the same authors, 49 classes.
#[test]
fn grids() {
    let grids = |size: &str, modulo_symmetry| {
        run(&SUDOKU, &EnumerateRequest { grids: true, modulo_symmetry, ..want(size) }).total
    };
    assert_eq!(grids("4x4", false), 288);
    assert_eq!(grids("6x6", false), 28_200_960);
    assert_eq!(grids("4x4", true), 2);
}

#[test]
fn minimal_puzzles_of_4x4_modulo_symmetry() {
    let done = run(&SUDOKU, &EnumerateRequest { minimal: true, modulo_symmetry: true, ..want("4x4") });
    assert_eq!(done.by.into_iter().collect::<Vec<_>>(), [(4, 13), (5, 22), (6, 1)]);
}

#[test]
fn a_limit_makes_it_partial_and_puzzles_are_unique() {
    let mut seen = BTreeSet::new();
    let mut want = EnumerateRequest { count_only: false, minimal: true, ..want("6x6") };
    want.limits.solutions = 20;
    let done = SUDOKU.enumerate(&want, &mut |r| assert!(seen.insert(r.puzzle))).unwrap();
    assert_eq!((done.coverage, done.stop, done.total), (Coverage::Partial, Stop::Enough, 20));
    for text in seen {
        let puzzle = Genre::parse(&SUDOKU, &text).unwrap().puzzle;
        assert_eq!(Genre::solve(&SUDOKU, &puzzle, &Limits::solutions(2)).unwrap().solutions.len(), 1);
        for i in (0..36).filter(|i| &text[*i..=*i] != ".") {
            let fewer = format!("{}.{}", &text[..i], &text[i + 1..]);
            let puzzle = Genre::parse(&SUDOKU, &fewer).unwrap().puzzle;
            assert_eq!(Genre::solve(&SUDOKU, &puzzle, &Limits::solutions(2)).unwrap().solutions.len(), 2);
        }
    }
}

/// A grid of a division is a filling of the square with its regions; each division comes with its
/// own grids.
#[test]
fn jigsaws_of_4x4() {
    let mut texts = BTreeSet::new();
    let want = EnumerateRequest { grids: true, count_only: false, ..want("4x4") };
    let done = JIGSAW.enumerate(&want, &mut |r| assert!(texts.insert(r.puzzle))).unwrap();
    assert_eq!(done.total, texts.len() as u64);
    // 576 Latin squares of side 4: each is counted once for every division whose regions it fills.
    let count_only = EnumerateRequest { count_only: true, ..want };
    assert_eq!(run(&JIGSAW, &count_only).total, done.total);
    assert!(texts.iter().filter(|t| !t.contains(';')).count() == 288, "the division into boxes is among them");
}

/// Options that shape what is made are refused where all is listed.
#[test]
fn what_only_shapes_what_is_made_is_refused() {
    for (key, value) in [("clues", "4"), ("symmetry", "full"), ("density", "0.9"), ("irreducible", "yes")] {
        let set = [(key.to_string(), value.to_string())].into();
        let bad = SUDOKU.enumerate(&EnumerateRequest { set, ..want("4x4") }, &mut |_| {}).unwrap_err();
        assert!(bad.what.contains(key), "{bad}");
    }
}

/// 20! times the grids that a short count finds is more than 64 bits.
#[test]
fn what_no_count_can_hold_is_told() {
    let limits = Limits { solutions: usize::MAX, ..Limits::default() }.with_nodes(2000);
    let bad = SUDOKU.enumerate(&EnumerateRequest { grids: true, limits, ..want("20x20") }, &mut |_| {}).unwrap_err();
    assert!(bad.what.contains("2^64"), "{bad}");
}
