//! The genres of the sudoku family state by lists of constraints what their rules say: row by row,
//! house by house, cage by cage, in the order in which steps are found.

use std::collections::BTreeSet;
use tesuji_genre::Genre;
use tesuji_genre::clue::ClueGenre;
use tesuji_pencil::{ANTI_KNIGHT, JIGSAW, KILLER, SUDOKU, SUDOKU_X, VARIANT, read_line};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Network, RuleId, Var};

/// A puzzle as its definition says it.
#[derive(Clone, Default)]
struct Said {
    n: usize,
    /// The region of each cell.
    region: Vec<usize>,
    diagonals: bool,
    knight: bool,
    cages: Vec<(Vec<usize>, Option<u32>)>,
}

impl Said {
    fn boxed(rows: usize, cols: usize) -> Said {
        let n = rows * cols;
        let region = (0..n * n).map(|cell| cell / n / rows * rows + cell % n / cols).collect();
        Said { n, region, ..Said::default() }
    }

    /// The rules, by loops of their own.
    fn network(&self) -> Network {
        let n = self.n;
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
            house((0..n * n).filter(|&cell| self.region[cell] == region).collect(), HouseKind::Region);
        }
        if self.diagonals {
            house((0..n).map(|i| i * n + i).collect(), HouseKind::Diagonal);
            house((0..n).map(|i| i * n + n - 1 - i).collect(), HouseKind::Diagonal);
        }
        for cell in (0..n * n).filter(|_| self.knight) {
            for (down, right) in [(1, -2), (1, 2), (2, -1), (2, 1)] {
                let (row, col) = (cell / n + down, (cell % n) as i64 + right);
                let other = row * n + col.max(0) as usize;
                if row < n && (0..n as i64).contains(&col) && self.region[cell] != self.region[other] {
                    house(vec![cell, other], HouseKind::Other);
                }
            }
        }
        for (cage, sum) in &self.cages {
            let vars: Vec<Var> = cage.iter().map(|&cell| Var(cell as u32)).collect();
            if vars.len() > 1 {
                net.add_house(RuleSpec::AllDifferent { vars: vars.clone() }, HouseKind::Other).expect("a house");
            }
            if let Some(total) = *sum {
                net.add(RuleSpec::Cage { vars, total }).expect("a cage");
            }
        }
        net
    }

    /// The puzzle in the one-line notation.
    fn text(&self) -> String {
        let n = self.n;
        let sign = |region: &usize| char::from_digit(*region as u32 + 1, 36).expect("a sign");
        let mut text = ".".repeat(n * n) + ";" + &self.region.iter().map(sign).collect::<String>();
        text += if self.knight { ";k" } else { "" };
        text += if self.diagonals { ";x" } else { "" };
        for (cage, sum) in &self.cages {
            let cells: Vec<String> = cage.iter().map(|&cell| format!("r{}c{}", cell / n + 1, cell % n + 1)).collect();
            let sum = sum.map_or("?".to_string(), |sum| sum.to_string());
            text += &format!(";{sum}={}", cells.join(","));
        }
        text
    }

    fn assert_stated(&self) {
        let text = self.text();
        let sheet = read_line(&text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        let (want, got) = (self.network(), sheet.design.network(&sheet.sums).expect("a network"));
        assert_eq!(want.domains(), got.domains());
        let all = |net: &Network| {
            let rule = |id: RuleId| format!("{:?} {:?}", net.rule(id), net.house_kind(id));
            net.rule_ids().map(rule).collect::<Vec<_>>()
        };
        assert_eq!(all(&want), all(&got), "{text}");
    }
}

#[test]
fn constraints_state_the_rules_of_the_definitions() {
    let shapes = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (5, 7)];
    let mut all: Vec<Said> = shapes.map(|(rows, cols)| Said::boxed(rows, cols)).to_vec();
    for n in [4, 5] {
        // Rows as regions, and such with two corners traded.
        let mut said = Said { n, region: (0..n * n).map(|cell| cell / n).collect(), ..Said::default() };
        all.push(said.clone());
        (said.region[n], said.region[1], said.region[0]) = (0, 0, 0);
        (said.region[n - 1], said.region[2 * n - 1]) = (1, 1);
        all.push(said);
    }
    for said in all {
        for (diagonals, knight) in [(false, false), (true, false), (false, true), (true, true)] {
            Said { diagonals, knight, ..said.clone() }.assert_stated();
        }
    }
    let cages =
        vec![(vec![0, 1, 9], Some(15)), (vec![2], Some(4)), (vec![3, 4], None), (vec![13, 22, 31, 40, 41], Some(25))];
    let killer = Said { cages, ..Said::boxed(3, 3) };
    killer.assert_stated();
    Said { diagonals: true, knight: true, ..killer }.assert_stated();
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

/// A genre that refuses a text names one that reads it, or that has such constraints.
#[test]
fn refusals_lead_to_a_genre_that_takes_the_text() {
    let grid = format!("5{}", ".".repeat(80));
    let genres: [&'static dyn Genre; 5] = [&SUDOKU, &SUDOKU_X, &ANTI_KNIGHT, &JIGSAW, &KILLER];
    let mut refused = 0;
    for parts in ["", ";x", ";k", ";x;k"] {
        let text = format!("{grid}{parts}");
        for genre in genres {
            let Err(bad) = genre.parse(&text) else { continue };
            refused += 1;
            let named = genres.iter().find(|other| bad.what.contains(&format!("{} reads", other.name())));
            match named {
                Some(other) => assert!(other.parse(&text).is_ok() || bad.what.contains("killer has"), "{text}: {bad}"),
                None => assert!(bad.what.contains("genre variant has"), "{text}: {bad}"),
            }
        }
    }
    assert!(refused > 6, "{refused}");
    let both = ".Diagonal~1.Diagonal~-1.AntiKnight.~R1C1_5";
    assert!(Genre::parse(&VARIANT, both).is_ok(), "the notation that the refusal names");
}
