//! The genres of the sudoku family state by lists of constraints what their rules say: row by row,
//! house by house, cage by cage, in the order in which steps are found.

use std::collections::BTreeSet;
use tesuji_genre::clue::ClueGenre;
use tesuji_pencil::{ANTI_KNIGHT, Grid, JIGSAW, KILLER, SUDOKU, SUDOKU_X};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Network, RuleId, Var};

/// The rules as the genres' definitions say them, by loops of their own.
fn by_definition(grid: &Grid, sums: &[Option<u16>]) -> Network {
    let n = grid.n;
    let mut net = Network::with_vars(n * n, Domain::range(1, n as u8));
    let mut house = |cells: Vec<usize>, kind: HouseKind| {
        let vars = cells.into_iter().map(|cell| Var(cell as u32)).collect();
        net.add_house(RuleSpec::AllDifferent { vars }, kind).expect("a house");
    };
    for row in 0..n {
        house((0..n).map(|col| row * n + col).collect(), HouseKind::Line(0));
    }
    for col in 0..n {
        house((0..n).map(|row| row * n + col).collect(), HouseKind::Line(1));
    }
    for region in 0..n {
        house((0..n * n).filter(|&cell| usize::from(grid.region[cell]) == region).collect(), HouseKind::Region);
    }
    if grid.diagonals {
        house((0..n).map(|i| i * n + i).collect(), HouseKind::Diagonal);
        house((0..n).map(|i| i * n + n - 1 - i).collect(), HouseKind::Diagonal);
    }
    if grid.knight {
        for cell in 0..n * n {
            for (down, right) in [(1, -2), (1, 2), (2, -1), (2, 1)] {
                let (row, col) = (cell / n + down, (cell % n) as i64 + right);
                let other = row * n + col.max(0) as usize;
                if row < n && (0..n as i64).contains(&col) && grid.region[cell] != grid.region[other] {
                    house(vec![cell, other], HouseKind::Other);
                }
            }
        }
    }
    for (cage, sum) in grid.cages.iter().zip(sums) {
        let vars: Vec<Var> = cage.iter().map(|&cell| Var(cell)).collect();
        if vars.len() > 1 {
            net.add_house(RuleSpec::AllDifferent { vars: vars.clone() }, HouseKind::Other).expect("a house");
        }
        if let Some(total) = sum {
            net.add(RuleSpec::Cage { vars, total: (*total).into() }).expect("a cage");
        }
    }
    net
}

fn assert_same(grid: &Grid, sums: &[Option<u16>]) {
    let (want, got) = (by_definition(grid, sums), grid.network(sums).expect("a network"));
    assert_eq!(want.domains(), got.domains());
    let all = |net: &Network| {
        let rule = |id: RuleId| format!("{:?} {:?}", net.rule(id), net.house_kind(id));
        net.rule_ids().map(rule).collect::<Vec<_>>()
    };
    assert_eq!(all(&want), all(&got), "{}", grid.size());
}

#[test]
fn constraints_state_the_rules_of_the_definitions() {
    let mut grids: Vec<Grid> = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (5, 7)]
        .map(|(rows, cols)| Grid::boxed(rows, cols).expect("boxes"))
        .to_vec();
    for n in [3_u32, 5] {
        // Rows as regions, and such with one cell traded.
        let mut label: Vec<u32> = (0..n * n).map(|cell| cell / n).collect();
        grids.push(Grid::irregular(n as usize, &label).expect("regions"));
        label.swap(0, n as usize);
        label.swap(1, n as usize);
        grids.extend(Grid::irregular(n as usize, &label).ok());
    }
    for grid in &mut grids {
        for (diagonals, knight) in [(false, false), (true, false), (false, true), (true, true)] {
            (grid.diagonals, grid.knight) = (diagonals, knight);
            assert_same(grid, &[]);
        }
    }
    let mut grid = Grid::boxed(3, 3).expect("boxes");
    grid.cages = vec![vec![0, 1, 9], vec![2], vec![3, 4], vec![13, 22, 31, 40, 41]];
    assert_same(&grid, &[Some(15), Some(4), None, Some(25)]);
    (grid.diagonals, grid.knight) = (true, true);
    assert_same(&grid, &[Some(15), None, Some(3), None]);
}

/// The names of a puzzle's rules, and of its last two together.
fn names<G: ClueGenre>(genre: &G, text: &str) -> BTreeSet<String> {
    let puzzle = ClueGenre::parse(genre, text).unwrap_or_else(|bad| panic!("{text}: {bad}")).puzzle;
    let layout = genre.layout(&puzzle.structure, &puzzle.clues).expect("a network");
    let mut all: BTreeSet<String> = layout.network.rule_ids().map(|id| layout.names.rule(id)).collect();
    let mut last: Vec<RuleId> = layout.network.rule_ids().collect();
    last.reverse();
    last.truncate(2);
    all.insert(layout.names.rules(&last));
    all
}

#[test]
fn rules_are_called_as_players_do() {
    let has = |all: BTreeSet<String>, wanted: &[&str]| {
        for &name in wanted {
            assert!(all.contains(name), "{name} is not in {all:?}");
        }
    };
    let empty = |n: usize| ".".repeat(n * n);
    let boxes = ["row 6", "column 1", "box 6", "boxes 6 and 5"];
    has(names(&SUDOKU, &format!("3x2/{}", empty(6))), &boxes);
    has(names(&SUDOKU_X, &empty(4)), &["the falling diagonal", "the rising diagonal"]);
    has(names(&ANTI_KNIGHT, &empty(8)), &["the knight's move r1c4 and r3c5"]);
    has(names(&JIGSAW, &format!("{};1112142244324333", empty(4))), &["region 4", "regions 4 and 3"]);
    has(
        names(&KILLER, &format!("{};?=r1c1,r1c2,r2c1;?=r3c3,r3c4;9=r4c1,r4c2,r4c3", empty(4))),
        &["the cage r1c12 and r2c1", "the cage r3c34", "the cages r4c123 and r4c123"],
    );
    let big = ClueGenre::parse(&SUDOKU, &empty(16)).expect("read").puzzle;
    let layout = SUDOKU.layout(&big.structure, &big.clues).expect("a network");
    assert_eq!(layout.names.vars(&[0, 2, 32, 34, 40].map(Var)), "r1c(1,3) and r3c(1,3,9)");
    assert_eq!(layout.names.value(12), "C");
}
