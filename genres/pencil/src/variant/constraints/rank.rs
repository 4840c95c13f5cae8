//! Rows and columns ranked as numbers.

use crate::variant::constraint::{Family, Form, Kind, Symmetry, Words};
use crate::variant::grid::Grid;
use crate::variant::rules::{Rules, once_each, vars};
use tesuji_genre::Bad;
use tesuji_solver::Domain;
use tesuji_solver::rules::{Arrow, RuleSpec};

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&FULL_RANK, &FULL_RANK_TIES];

/// Rows and columns, each read from both ends.
fn lines(grid: &Grid) -> Vec<Vec<u32>> {
    let all = (0..grid.rows).map(|r| grid.row(r)).chain((0..grid.cols).map(|c| grid.col(c)));
    all.flat_map(|line| [line.clone(), line.into_iter().rev().collect()]).collect()
}

fn square(grid: &Grid) -> Result<(), Bad> {
    if grid.rows == grid.cols { Ok(()) } else { Err(Bad::new("lines are ranked in square grids")) }
}

/// The place of a row or column among all, read from both ends.
static FULL_RANK: Kind = Kind {
    name: "FullRank",
    noun: "rank",
    words: Words::new(Family::Others, "rank of {line}", "the lines rank as the clue at {line} says"),
    form: Form::Ends,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        square(to.grid())?;
        let all = lines(to.grid());
        let rank = c.number();
        if rank < 1 || rank as usize > all.len() {
            to.never();
            return Ok(());
        }
        if !to.is_second_round() {
            return Ok(());
        }
        let ties = to.design().constraints.iter().any(|c| c.kind.name == FULL_RANK_TIES.name && c.text == "any");
        let others: Vec<&Vec<u32>> = all.iter().filter(|line| line[..] != *c.line()).collect();
        let cells = once_each(&c.line().iter().chain(others.iter().copied().flatten()).copied().collect::<Vec<_>>());
        let mut place = vec![0; to.grid().cells()];
        cells.iter().enumerate().for_each(|(i, &cell)| place[cell as usize] = i as u32);
        let places = |line: &[u32]| line.iter().map(|&cell| place[cell as usize]).collect::<Vec<u32>>();
        to.add(RuleSpec::Rank {
            vars: vars(&cells),
            line: places(c.line()),
            others: others.into_iter().map(|line| places(line)).collect(),
            less: rank as u32 - 1,
            ties,
        });
        Ok(())
    },
    draw: |c, scene| {
        if let [first, second, ..] = c.line() {
            scene.outside(*first, *second, &format!("#{}", c.number()));
        }
    },
};

/// May lines be equal: any, those without a rank, or none?
static FULL_RANK_TIES: Kind = Kind {
    name: "FullRankTies",
    noun: "rule on equal ranks",
    words: Words::new(Family::Others, "rule of ties", "{it} says how equal lines rank"),
    form: Form::Choice(&["none", "only-unclued", "any"]),
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        square(to.grid())?;
        if c.text == "none" && to.is_second_round() {
            let all = lines(to.grid());
            for (i, a) in all.iter().enumerate() {
                all[..i].iter().for_each(|b| not_equal(a, b, to));
            }
        }
        Ok(())
    },
    draw: |_, _| {},
};

/// The lines differ in some place.
fn not_equal(a: &[u32], b: &[u32], to: &mut Rules<'_>) {
    if a.iter().zip(b).any(|(&x, &y)| to.are_apart(x, y)) {
        return;
    }
    let values = to.values();
    let (equal, differ) = (64, 65);
    let stay = Arrow { from: differ, values, to: differ };
    let first: Vec<Arrow> =
        values.iter().map(|v| Arrow { from: equal, values: Domain::single(v), to: v.into() }).chain([stay]).collect();
    let mut second = vec![stay];
    for v in values.iter() {
        second.push(Arrow { from: v.into(), values: Domain::single(v), to: equal });
        second.push(Arrow { from: v.into(), values: values.minus(Domain::single(v)), to: differ });
    }
    let word: Vec<u32> = a.iter().zip(b).flat_map(|(&x, &y)| [x, y]).collect();
    let arrows: Vec<Vec<Arrow>> = a.iter().flat_map(|_| [first.clone(), second.clone()]).collect();
    to.word(&word, vec![equal], &arrows, &|state| state == differ);
}
