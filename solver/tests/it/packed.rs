//! Grades on packed candidates beside those on boards: steps, points, looks and what is left are
//! equal.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_solver::fast::Engine;
use tesuji_solver::grade::{StandardGrader, start};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Catalog, Domain, HouseKind, Limits, Network, RuleKind, Store, Tier, Value, Var};

/// Rows, columns, and regions by their cells.
fn network(n: u32, region: &dyn Fn(u32) -> u32, diagonals: bool) -> Network {
    let mut net = Network::with_vars((n * n) as usize, Domain::range(1, n as Value));
    let mut house = |kind, cells: Vec<u32>| {
        let vars = cells.into_iter().map(Var).collect();
        net.add_house(RuleSpec::AllDifferent { vars }, kind).expect("a house of the grid");
    };
    (0..n).for_each(|h| house(HouseKind::Line(0), (0..n).map(|i| h * n + i).collect()));
    (0..n).for_each(|h| house(HouseKind::Line(1), (0..n).map(|i| i * n + h).collect()));
    for h in 0..n {
        house(HouseKind::Region, (0..n * n).filter(|&cell| region(cell) == h).collect());
    }
    if diagonals {
        house(HouseKind::Diagonal, (0..n).map(|i| i * n + i).collect());
        house(HouseKind::Diagonal, (0..n).map(|i| i * n + n - 1 - i).collect());
    }
    net
}

/// Boxes with these numbers of rows and columns.
fn boxed(rows: u32, cols: u32) -> Network {
    let n = rows * cols;
    network(n, &|cell| cell / n / rows * rows + cell % n / cols, false)
}

fn catalog() -> Catalog {
    Catalog::standard().for_kinds(&[RuleKind::AllDifferent])
}

/// A minimal puzzle of the network, or one with some clues more.
fn drawn(engine: &Engine, seed: u64, more: usize) -> Vec<Domain> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let net = engine.network();
    let solution = engine.random_solution(net.domains(), &mut rng, &Limits::default()).solutions.remove(0);
    let mut domains: Vec<Domain> = solution.iter().map(|&value| Domain::single(value)).collect();
    let mut order: Vec<usize> = (0..domains.len()).collect();
    (1..order.len()).rev().for_each(|i| order.swap(i, rng.next_u32() as usize % (i + 1)));
    let mut out = Vec::new();
    for &cell in &order {
        let given = std::mem::replace(&mut domains[cell], net.domains()[cell]);
        if engine.is_unique(&domains, &Limits::default()) == Some(true) {
            out.push(cell);
        } else {
            domains[cell] = given;
        }
    }
    out.iter().take(more).for_each(|&cell| domains[cell] = Domain::single(solution[cell]));
    domains
}

/// A puzzle on the network, its givens written down.
fn posed<'n>(net: &'n Network, domains: &[Domain]) -> Store<'n> {
    let mut given = net.clone();
    for (cell, &domain) in domains.iter().enumerate() {
        given.set_domain(Var(cell as u32), domain);
    }
    let at = start(&given).expect("givens that fit");
    let mut own = Store::from_domains(net, at.domains().to_vec()).of_puzzle(domains);
    at.placed().iter().for_each(|var| own.mark_placed(var));
    own
}

/// Grades in three ways, which must say the same; the tier.
fn compare(net: &Network, domains: &[Domain], catalog: &Catalog, counts: &mut BTreeMap<String, u32>) -> Tier {
    let grader = StandardGrader::new(catalog);
    let (mut plain, mut packed, mut told) = (posed(net, domains), posed(net, domains), posed(net, domains));
    let by_boards = grader.clone().on_boards().grade(&mut plain).expect("no contradiction");
    let silent = grader.clone().without_steps().grade(&mut packed).expect("no contradiction");
    let with_steps = grader.grade(&mut told).expect("no contradiction");
    assert!(silent.steps.is_empty());
    assert_eq!(by_boards.steps, with_steps.steps, "{domains:?}");
    for grade in [&silent, &with_steps] {
        assert_eq!(by_boards.counts, grade.counts, "{domains:?}");
        let of = |g: &tesuji_solver::grade::Grade| (g.solved, g.tier, g.score, g.effort);
        assert_eq!(of(&by_boards), of(grade), "{domains:?}");
    }
    for at in [&packed, &told] {
        assert_eq!((plain.domains(), plain.placed()), (at.domains(), at.placed()), "{domains:?}");
    }
    by_boards.counts.iter().for_each(|(id, n)| *counts.entry(id.to_string()).or_default() += n);
    by_boards.tier
}

fn compare_drawn(net: &Network, seeds: std::ops::Range<u64>) -> (BTreeMap<String, u32>, BTreeMap<Tier, u32>) {
    let (engine, catalog) = (Engine::compile(net), catalog());
    let (mut counts, mut tiers) = (BTreeMap::new(), BTreeMap::new());
    for seed in seeds {
        let puzzle = drawn(&engine, seed, seed as usize % 3);
        *tiers.entry(compare(net, &puzzle, &catalog, &mut counts)).or_default() += 1;
    }
    (counts, tiers)
}

#[test]
fn drawn_puzzles_of_nine_values() {
    let (counts, tiers) = compare_drawn(&boxed(3, 3), 0..120);
    eprintln!("{tiers:?} {counts:?}");
    assert!(tiers.len() >= 5, "too few tiers to compare: {tiers:?}");
    assert!(counts.len() >= 25, "too few techniques to compare: {counts:?}");
}

#[test]
fn drawn_puzzles_of_other_shapes() {
    // Two regions in each two rows, column by column; the last row is one itself.
    let jigsaw = |cell: u32| {
        let (row, col) = (cell / 7, cell % 7);
        if row == 6 { 6 } else { row / 2 * 2 + (col * 2 + row % 2) / 7 }
    };
    compare_drawn(&network(7, &jigsaw, false), 0..30);
    compare_drawn(&boxed(2, 2), 0..20);
    compare_drawn(&boxed(2, 3), 0..40);
    compare_drawn(&boxed(2, 4), 0..40);
    compare_drawn(&network(9, &|cell| cell / 27 * 3 + cell % 9 / 3, true), 0..40);
}

#[test]
fn restricted_catalogs() {
    let net = boxed(3, 3);
    let engine = Engine::compile(&net);
    let all = catalog();
    for (number, left_out) in ["naked-single", "hidden-single", "pointing", "w-wing", "aic"].into_iter().enumerate() {
        let less = all.filter(|technique| technique.id().as_str() != left_out);
        for seed in 0..6 {
            let puzzle = drawn(&engine, 1_000 + 10 * number as u64 + seed, 0);
            compare(&net, &puzzle, &less, &mut BTreeMap::new());
            compare(&net, &puzzle, &less.taking_over(), &mut BTreeMap::new());
        }
    }
}

/// Puzzles with several solutions, and with none.
#[test]
fn puzzles_that_are_not_proper() {
    let net = boxed(3, 3);
    let engine = Engine::compile(&net);
    let grader = StandardGrader::new(&catalog());
    for seed in 0..40 {
        let mut puzzle = drawn(&engine, 2_000 + seed, 0);
        let given = puzzle.iter().position(|domain| domain.is_single()).expect("a given");
        let value = puzzle[given].value().expect("a given");
        // Without a given there are several solutions; with another value there is none.
        let other = if seed % 2 == 0 { Domain::range(1, 9) } else { Domain::single(value % 9 + 1) };
        puzzle[given] = other;
        let mut one = net.clone();
        puzzle.iter().enumerate().for_each(|(cell, &domain)| one.set_domain(Var(cell as u32), domain));
        let Ok(at) = start(&one) else { continue };
        let (mut plain, mut packed) = (at.clone(), at);
        let by_boards = grader.clone().on_boards().grade(&mut plain);
        let own = grader.grade(&mut packed);
        assert_eq!(by_boards.as_ref().err(), own.as_ref().err(), "{puzzle:?}");
        if let (Ok(by_boards), Ok(own)) = (by_boards, own) {
            assert_eq!((by_boards.steps, by_boards.effort), (own.steps, own.effort), "{puzzle:?}");
            assert_eq!(plain.domains(), packed.domains(), "{puzzle:?}");
        }
    }
}

/// Other people's puzzles, where they are there: the folder of `TESUJI_DATA`, or that beside the
/// workspace.
#[test]
fn published_puzzles() {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let folder = std::env::var_os("TESUJI_DATA").map_or_else(beside, PathBuf::from).join("sudoku");
    let net = boxed(3, 3);
    let all = catalog();
    let sets = [
        ("17_clue.txt", 30),
        ("top2365.txt", 6),
        ("sudoku_exchange_diabolical_2020_rated.txt", 20),
        ("forum_hardest_1905_11plus.txt", 2),
    ];
    for (file, take) in sets {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            eprintln!("skipped: {file} is not in {}", folder.display());
            continue;
        };
        let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#')).collect();
        for line in lines.iter().step_by((lines.len() / take).max(1)) {
            let cell =
                |c: char| c.to_digit(10).filter(|&d| d > 0).map_or(Domain::range(1, 9), |d| Domain::single(d as Value));
            let puzzle: Vec<Domain> = line.chars().take(81).map(cell).collect();
            compare(&net, &puzzle, &all, &mut BTreeMap::new());
        }
    }
}
