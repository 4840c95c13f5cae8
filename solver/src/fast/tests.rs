//! The fast engine against the reference solver, and against known counts.

use super::*;
use crate::engine::Policy;
use crate::rules::RuleSpec;
use crate::{HouseKind, PlainSolver, SimpleSolver, Solver, Stop, Var};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// An `n × n` latin square.
pub(super) fn latin(n: usize) -> Network {
    let mut net = Network::with_vars(n * n, Domain::range(1, n as u8));
    for i in 0..n {
        let row = (0..n).map(|j| Var((n * i + j) as u32)).collect();
        net.add_house(RuleSpec::AllDifferent { vars: row }, HouseKind::Line(0)).unwrap();
    }
    for i in 0..n {
        let column = (0..n).map(|j| Var((n * j + i) as u32)).collect();
        net.add_house(RuleSpec::AllDifferent { vars: column }, HouseKind::Line(1)).unwrap();
    }
    net
}

/// A grid with boxes of `h` rows by `w` columns.
pub(super) fn boxed(h: usize, w: usize) -> Network {
    let n = h * w;
    let mut net = latin(n);
    for b in 0..n {
        let (r, c) = (b / h * h, b % h * w);
        let vars = (0..n).map(|i| Var(((r + i / w) * n + c + i % w) as u32)).collect();
        net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Region).unwrap();
    }
    net
}

fn all() -> Limits {
    Limits::solutions(usize::MAX)
}

/// The widths that this CPU has.
pub(super) fn widths() -> Vec<Width> {
    [Width::Portable, Width::Sse2, Width::Avx2, Width::Avx512].into_iter().filter(|w| w.is_available()).collect()
}

/// All solutions by the fast engine at every width and by the reference, in a common order.
fn compare(net: &Network, what: &str) {
    let sorted = |mut v: Vec<Vec<Value>>| {
        v.sort();
        v
    };
    let simple = SimpleSolver.solve(net, None, &all().with_nodes(200_000));
    if simple.stop != Stop::Exhausted {
        return;
    }
    let expected = sorted(simple.solutions);
    for width in widths() {
        for probe in [Probe::Never, Probe::WhenStalled, Probe::EveryNode] {
            let engine = Engine::compile_for(net, width).with_probe(probe);
            let fast = engine.solve(net.domains(), &all());
            assert_eq!(fast.stop, Stop::Exhausted);
            assert_eq!(sorted(fast.solutions), expected, "{what}: {} with {probe:?} probing", engine.kernel());
        }
    }
    let plain = PlainSolver.solve(net, None, &all());
    assert_eq!(sorted(plain.solutions), expected, "{what}: plain");
}

#[test]
fn shapes_choose_their_kernels() {
    let name = |net: &Network| Engine::compile(net).kernel().split(',').next().unwrap_or("").to_owned();
    let width = Width::best();
    if width == Width::Portable {
        return;
    }
    for (h, w) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4), (5, 5)] {
        assert_eq!(name(&boxed(h, w)), format!("banded {}×{} {}", h.min(w), h.max(w), h * w));
    }
    assert_eq!(name(&latin(7)), "table 7");
    assert_eq!(name(&latin(20)), "table 20");
    assert_eq!(name(&latin(40)), "learning");
}

#[test]
fn known_counts() {
    let shidoku = boxed(2, 2);
    let half = boxed(2, 3);
    for width in widths() {
        let count = |net: &Network, domains: &[Domain]| {
            let c = Engine::compile_for(net, width).count(domains, &all());
            assert_eq!(c.stop, Stop::Exhausted);
            c.solutions
        };
        assert_eq!(count(&shidoku, shidoku.domains()), 288);
        assert_eq!(count(&latin(4), latin(4).domains()), 576);
        let mut first_row = half.domains().to_vec();
        (0..6).for_each(|i| first_row[i] = Domain::single(i as u8 + 1));
        assert_eq!(count(&half, &first_row) * 720, 28_200_960);
    }
    let five = latin(5);
    assert_eq!(Engine::compile(&five).count(five.domains(), &all()).solutions, 161_280);
}

#[test]
fn numbering_does_not_matter() {
    // Boxes first, rows last, variables shuffled: still banded, still 288 grids.
    let (net, mut rng) = (boxed(2, 2), ChaCha8Rng::seed_from_u64(5));
    let mut to: Vec<u32> = (0..16).collect();
    for i in (1..16).rev() {
        to.swap(i, rng.next_u32() as usize % (i + 1));
    }
    let mut other = Network::with_vars(16, Domain::range(3, 6));
    for id in net.rule_ids().collect::<Vec<_>>().into_iter().rev() {
        let vars = net.rule(id).scope().iter().map(|v| Var(to[v.index()])).collect();
        other.add(RuleSpec::AllDifferent { vars }).unwrap();
    }
    assert_eq!(Engine::compile(&other).count(other.domains(), &all()).solutions, 288);
}

/// Random clues of a solution, so that there is one, or random domains, so that there need be none.
pub(super) fn clue(net: &mut Network, rng: &mut ChaCha8Rng, open: u32) {
    let full = net.domains()[0];
    let engine = Engine::compile(net);
    let answer = engine.random_solution(net.domains(), rng, &Limits::default().with_nodes(100_000));
    let Some(solution) = answer.solutions.first() else { return };
    assert!(net.holds(solution));
    let spoil = rng.next_u32().is_multiple_of(4);
    for (i, &value) in solution.iter().enumerate() {
        if rng.next_u32() % 100 >= open {
            net.set_domain(Var(i as u32), Domain::single(value));
        } else if rng.next_u32().is_multiple_of(5) {
            let random = Domain(u64::from(rng.next_u32()) << 1) & full;
            net.set_domain(Var(i as u32), if spoil { random } else { random.with(value) });
        }
    }
}

#[test]
fn random_boxed_grids() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for (h, w, open) in [(2, 2, 80), (2, 3, 65), (3, 2, 65), (2, 4, 50), (4, 2, 50), (3, 3, 50)] {
        for _ in 0..8 {
            let mut net = boxed(h, w);
            clue(&mut net, &mut rng, open);
            compare(&net, &format!("{h}×{w}"));
        }
    }
    for (h, w) in [(2, 5), (5, 2), (3, 4), (4, 3), (4, 4)] {
        let mut net = boxed(h, w);
        clue(&mut net, &mut rng, 30);
        compare(&net, &format!("{h}×{w}"));
    }
}

#[test]
fn random_latin_squares() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for n in [1, 2, 3, 4, 5, 6, 7] {
        for _ in 0..6 {
            let mut net = latin(n);
            clue(&mut net, &mut rng, 60);
            compare(&net, &format!("latin {n}"));
        }
    }
}

/// Adds a few random rules of every other kind, true of `solution` (or not, one time in eight).
pub(super) fn further_rules(net: &mut Network, solution: &[Value], rng: &mut ChaCha8Rng) {
    let n = solution.len() as u32;
    for _ in 0..4 {
        let mut vars: Vec<Var> = Vec::new();
        while vars.len() < 2 + (rng.next_u32() % 3) as usize {
            let v = Var(rng.next_u32() % n);
            if !vars.contains(&v) {
                vars.push(v);
            }
        }
        let at = |v: &Var| solution[v.index()];
        let total: u32 = vars.iter().map(|v| u32::from(at(v))).sum();
        let off = u32::from(rng.next_u32().is_multiple_of(8));
        let mut distinct: Vec<Value> = vars.iter().map(at).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let different = distinct.len() == vars.len();
        let spec = match rng.next_u32() % 6 {
            0 if at(&vars[0]) < at(&vars[1]) => RuleSpec::Inequality { below: vars[0], above: vars[1] },
            1 => {
                let tuple: Vec<Value> = vars.iter().map(at).collect();
                let mut other = tuple.clone();
                other.rotate_left(1);
                RuleSpec::Table { vars, tuples: vec![other, tuple] }
            }
            2 => {
                let values = Domain(u64::from(rng.next_u32()));
                let low = vars.iter().filter(|v| values.contains(at(v))).count() as u32;
                RuleSpec::Count { vars, values, low: low + off, high: low + off }
            }
            3 if different => RuleSpec::Cage { vars, total: total + off },
            4 if different => RuleSpec::AllDifferent { vars },
            _ => RuleSpec::Sum { vars, total: total + off },
        };
        net.add(spec).unwrap();
    }
}

#[test]
fn random_networks_with_every_rule_kind() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for round in 0..60 {
        let mut net = match round % 4 {
            0 => boxed(2, 2),
            1 => latin(4),
            2 => boxed(2, 3),
            _ => latin(5),
        };
        let answer = FastSolver::default().solve(&net, None, &Limits::default());
        let first = answer.solutions.first().expect("an empty grid has solutions");
        // Relabelled at random, so that the rounds differ.
        let n = net.domains()[0].len() as u8;
        let shift = (rng.next_u32() % u32::from(n)) as u8;
        let solution: Vec<Value> = first.iter().map(|v| (v - 1 + shift) % n + 1).collect();
        further_rules(&mut net, &solution, &mut rng);
        for (i, &value) in solution.iter().enumerate() {
            if rng.next_u32() % 100 < 40 {
                net.set_domain(Var(i as u32), Domain::single(value));
            }
        }
        compare(&net, &format!("mixed {round}"));
    }
}

/// Both diagonals of an `n × n` grid.
pub(super) fn diagonals(net: &mut Network, n: u32) {
    for vars in [(0..n).map(|i| Var(i * n + i)).collect(), (0..n).map(|i| Var(i * n + n - 1 - i)).collect()] {
        net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Diagonal).unwrap();
    }
}

#[test]
fn diagonals_pairs_and_regions() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    for round in 0..16 {
        let (h, w) = [(2, 2), (2, 3), (3, 2), (3, 3)][round % 4];
        let n = (h * w) as u32;
        let mut net = if round.is_multiple_of(3) { latin(h * w) } else { boxed(h, w) };
        if round.is_multiple_of(2) {
            diagonals(&mut net, n);
        } else {
            for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
                for (dr, dc) in [(1, 2), (1, n - 2), (2, 1), (2, n - 1)] {
                    if r + dr < n && c + dc < n && rng.next_u32().is_multiple_of(3) {
                        let vars = vec![Var(r * n + c), Var((r + dr) * n + c + dc)];
                        net.add(RuleSpec::AllDifferent { vars }).unwrap();
                    }
                }
            }
        }
        clue(&mut net, &mut rng, if n == 9 { 50 } else { 70 });
        compare(&net, &format!("extras {round}"));
    }
}

#[test]
fn limits_are_kept_and_named() {
    let net = boxed(3, 3);
    for engine in [Engine::compile(&net), Engine::learning(&net, Policy::default())] {
        let count = |limits: &Limits| engine.count(net.domains(), limits);
        assert_eq!(count(&Limits::solutions(0)).stop, Stop::Enough);
        assert_eq!(count(&Limits::solutions(5)).stop, Stop::Enough);
        assert_eq!(count(&Limits::solutions(5)).solutions, 5);
        let nodes = count(&all().with_nodes(1000));
        assert_eq!((nodes.stop, nodes.stats.nodes), (Stop::Nodes, 1000), "{}", engine.kernel());
        assert_eq!(count(&all().with_time(std::time::Duration::from_millis(5))).stop, Stop::Time);
        let mut seen = 0;
        let stop = engine.for_each(net.domains(), &all(), &mut |_| {
            seen += 1;
            if seen == 3 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        });
        assert_eq!((seen, stop.stop), (3, Stop::Interrupted));
    }
}

#[test]
fn givens_load_as_domains_do() {
    let net = boxed(3, 3);
    let engine = Engine::compile(&net);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let answer = engine.random_solution(net.domains(), &mut rng, &Limits::default());
    let solution = &answer.solutions[0];
    for open in [10, 30, 60, 70] {
        let givens: Vec<Value> = solution.iter().map(|&v| if rng.next_u32() % 100 < open { 0 } else { v }).collect();
        let domains: Vec<Domain> =
            givens.iter().map(|&v| if v == 0 { Domain::range(1, 9) } else { Domain::single(v) }).collect();
        let limits = Limits::solutions(50);
        assert_eq!(engine.count_givens(&givens, 0, &limits), engine.count(&domains, &limits));
    }
    assert_eq!(engine.count_givens(&[10], 0, &all()).solutions, 0);
    assert_eq!(engine.count_givens(&[1, 1], 0, &all()).solutions, 0);
}

#[test]
fn random_solutions_are_valid_and_repeatable() {
    for (net, times) in [(boxed(3, 3), 20), (boxed(4, 4), 4), (latin(9), 10)] {
        let engine = Engine::compile(&net);
        let draw = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let answer = engine.random_solution(net.domains(), &mut rng, &Limits::default().with_nodes(1_000_000));
            assert_eq!(answer.stop, Stop::Enough);
            answer.solutions[0].clone()
        };
        for seed in 0..times {
            let solution = draw(seed);
            assert!(net.holds(&solution));
            assert_eq!(solution, draw(seed));
        }
        assert_ne!(draw(0), draw(1));
    }
}

#[test]
fn fast_is_a_solver() {
    let mut net = boxed(2, 2);
    net.set_domain(Var(0), Domain::single(1));
    let fast = FastSolver::default().solve(&net, None, &all());
    let plain = PlainSolver.solve(&net, None, &all());
    assert_eq!((fast.solutions.len(), plain.solutions.len()), (72, 72));
    let from: Vec<Domain> = fast.solutions[7].iter().map(|&v| Domain::single(v)).collect();
    assert_eq!(FastSolver::default().solve(&net, Some(&from), &all()).solutions, [fast.solutions[7].clone()]);
}
