//! No technique ever removes a value of the solution: every instance of every technique at the
//! states of the grading path.

use super::puzzles::{SEVEN, boxes, grid, jigsaw, random_puzzle, solve};
use std::ops::ControlFlow;
use tesuji_solver::grade::{apply, next_step, start};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Board, Catalog, Domain, HouseKind, Network, Store, Value, Var};

/// Every instance at the state; returns how many.
fn check_state(at: &Store<'_>, catalog: &Catalog, solution: &[Value]) -> usize {
    let board = Board::new(at);
    let mut seen = 0;
    for technique in catalog.list() {
        let _ = technique.find_all(&board, &mut |d| {
            seen += 1;
            let id = technique.id();
            assert!(!d.removes.is_empty() || !d.places.is_empty(), "{id}: nothing follows");
            for r in &d.removes {
                assert!(!r.values.contains(solution[r.var.index()]), "{id} removes the solution: {d:?}");
                assert!(r.values.minus(board.domain(r.var)).is_empty(), "{id} removes what is not there: {d:?}");
            }
            for l in &d.places {
                assert_eq!(solution[l.var.index()], l.value, "{id} places a wrong value: {d:?}");
            }
            for l in d.because.pattern.iter().chain(&d.because.extra) {
                // Avoidable rectangles show values that are written down.
                let written = at.is_placed(l.var) && at.domain(l.var).value() == Some(l.value);
                assert!(board.has(*l) || written, "{id}: {l:?} of its pattern is no candidate: {d:?}");
            }
            assert!(!d.because.say.is_empty(), "{id} does not say why");
            ControlFlow::Continue(())
        });
    }
    seen
}

/// The grading path, with all instances at every state after a pattern step and at every `every`-th
/// other.
fn check_path(net: &Network, solution: &[Value], every: usize) -> usize {
    let catalog = Catalog::standard();
    let mut at = start(net).unwrap();
    let (mut seen, mut steps) = (check_state(&at, &catalog, solution), 0);
    while let Some(step) = next_step(&at, &catalog) {
        let pattern = step.places.is_empty();
        apply(&mut at, &step).unwrap();
        steps += 1;
        if pattern || steps % every == 0 {
            seen += check_state(&at, &catalog, solution);
        }
    }
    seen
}

fn check_random(net: &Network, seeds: std::ops::Range<u64>, least: usize) {
    let mut seen = 0;
    for seed in seeds {
        let (puzzle, solution) = random_puzzle(net, seed, least);
        seen += check_path(&puzzle, &solution, 12);
    }
    assert!(seen > 0, "no instance was checked");
}

#[test]
fn random_sudokus() {
    check_random(&boxes(3, 3), 0..6, 22);
}

#[test]
fn other_box_shapes() {
    check_random(&boxes(2, 2), 0..4, 0);
    check_random(&boxes(2, 3), 0..4, 0);
    check_random(&boxes(2, 4), 0..2, 0);
}

#[test]
fn jigsaws_and_latin_squares() {
    check_random(&jigsaw(SEVEN), 0..3, 0);
    check_random(&grid(6, &[]), 0..4, 0);
}

#[test]
fn diagonals_and_other_rules() {
    let mut diagonal = boxes(2, 3);
    for cells in [[0, 7, 14, 21, 28, 35], [5, 10, 15, 20, 25, 30]] {
        let vars = cells.map(Var).to_vec();
        diagonal.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Diagonal).unwrap();
    }
    check_random(&diagonal, 0..4, 0);
    // Inequalities between neighbours of a latin square, and pairs of cells that must differ (a
    // knight's move apart).
    let (_, solution) = random_puzzle(&grid(6, &[]), 77, 36);
    let mut futoshiki = grid(6, &[]);
    for a in (0..35u32).filter(|a| a % 6 != 5 && a % 3 == 0) {
        let (below, above) = if solution[a as usize] < solution[a as usize + 1] { (a, a + 1) } else { (a + 1, a) };
        futoshiki.add(RuleSpec::Inequality { below: Var(below), above: Var(above) }).unwrap();
    }
    check_random(&futoshiki, 0..3, 0);
    let mut knight = grid(6, &[]);
    for (a, b) in (0..36u32).flat_map(|a| [(a, a + 8), (a, a + 13)]) {
        if b < 36 && solution[a as usize] != solution[b as usize] && (a % 6).abs_diff(b % 6) <= 2 {
            knight.add(RuleSpec::AllDifferent { vars: vec![Var(a), Var(b)] }).unwrap();
        }
    }
    check_random(&knight, 0..3, 0);
}

/// A few lines of each external file, when it is there.
#[test]
fn external_samples() {
    let data = std::env::var("TESUJI_DATA").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").into());
    let folder = std::path::Path::new(&data).join("sudoku");
    let Ok(files) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: no folder {} (external puzzles)", folder.display());
        return;
    };
    let mut files: Vec<_> =
        files.flatten().map(|f| f.path()).filter(|p| p.extension().is_some_and(|e| e == "txt")).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|l| l.len() >= 81).collect();
        for line in lines.iter().step_by(lines.len() / 2 + 1) {
            let mut net = boxes(3, 3);
            for (i, c) in line.chars().take(81).enumerate() {
                if let Some(d) = c.to_digit(10).filter(|&d| d > 0) {
                    net.set_domain(Var(i as u32), Domain::single(d as Value));
                }
            }
            if let Some([solution]) = solve(&net).as_deref() {
                check_path(&net, solution, 20);
            }
        }
    }
}
