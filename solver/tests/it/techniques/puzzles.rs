//! Networks of several shapes, and random puzzles on them.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Limits, Literal, Network, PlainSolver, Solver, Stop, Store, Value, Var};

/// An `n`×`n` grid with rows and columns, and the given regions (of `n` cells each).
pub fn grid(n: u32, regions: &[Vec<u32>]) -> Network {
    let mut net = Network::with_vars((n * n) as usize, Domain::range(1, n as Value));
    let mut house = |kind, cells: Vec<u32>| {
        let vars = cells.into_iter().map(Var).collect();
        net.add_house(RuleSpec::AllDifferent { vars }, kind).unwrap();
    };
    for h in 0..n {
        house(HouseKind::Line(0), (0..n).map(|i| h * n + i).collect());
    }
    for h in 0..n {
        house(HouseKind::Line(1), (0..n).map(|i| i * n + h).collect());
    }
    for region in regions {
        house(HouseKind::Region, region.clone());
    }
    net
}

/// Boxes of `rows`×`columns` cells.
pub fn boxes(rows: u32, columns: u32) -> Network {
    let n = rows * columns;
    let cell = |b: u32, i: u32| (b / rows * rows + i / columns) * n + b % rows * columns + i % columns;
    grid(n, &(0..n).map(|b| (0..n).map(|i| cell(b, i)).collect()).collect::<Vec<_>>())
}

/// Regions from a picture: one letter a cell.
pub fn jigsaw(picture: &str) -> Network {
    let letters: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
    let n = letters.len().isqrt() as u32;
    let mut names = letters.clone();
    names.sort_unstable();
    names.dedup();
    let of = |name: char| (0..n * n).filter(|&i| letters[i as usize] == name).collect();
    grid(n, &names.into_iter().map(of).collect::<Vec<_>>())
}

/// A jigsaw of 7×7 cells.
pub const SEVEN: &str = "AAAABBB AAACCBB DDCCCBB DDDCCEE FDDGGEE FFFGGGE FFFGGEE";

fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    (random.next_u64() % n as u64) as usize
}

fn shuffled(random: &mut ChaCha8Rng, n: usize) -> Vec<usize> {
    let mut list: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        list.swap(i, below(random, i + 1));
    }
    list
}

/// Solutions up to two; `None` when the search gave up.
pub fn solve(net: &Network) -> Option<Vec<Vec<Value>>> {
    let answer = PlainSolver.solve(net, None, &Limits::solutions(2).with_nodes(200_000));
    matches!(answer.stop, Stop::Exhausted | Stop::Enough).then_some(answer.solutions)
}

/// A puzzle with one solution on the network's rules, with about `least` givens or as few as one
/// pass of removals leaves, and the solution.
pub fn random_puzzle(net: &Network, seed: u64, least: usize) -> (Network, Vec<Value>) {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    // A random solution: random values in random cells until the rest is forced or contradicts.
    let solution = loop {
        let mut at = Store::new(net);
        let order = shuffled(random, net.len());
        let fine = order.iter().take(net.len() / 3).all(|&i| {
            let values: Vec<Value> = at.domain(Var(i as u32)).iter().collect();
            let literal = Literal { var: Var(i as u32), value: values[below(random, values.len())] };
            at.assign(literal).is_ok() && tesuji_solver::propagate::propagate_changed(&mut at).is_ok()
        });
        if !fine {
            continue;
        }
        let answer = PlainSolver.solve(net, Some(at.domains()), &Limits::solutions(1).with_nodes(2_000));
        if let Some(one) = answer.solutions.into_iter().next() {
            break one;
        }
    };
    let mut puzzle = net.clone();
    for (i, &v) in solution.iter().enumerate() {
        puzzle.set_domain(Var(i as u32), Domain::single(v));
    }
    let mut givens = net.len();
    for i in shuffled(random, net.len()) {
        let var = Var(i as u32);
        puzzle.set_domain(var, net.domains()[i]);
        if solve(&puzzle).is_some_and(|s| s.len() == 1) && givens > least {
            givens -= 1;
        } else {
            puzzle.set_domain(var, Domain::single(solution[i]));
        }
    }
    (puzzle, solution)
}
