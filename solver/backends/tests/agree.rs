//! Every backend finds the solutions that brute force over `holds` finds.

use std::time::Duration;
use tesuji_backends::sat::{BatSatEngine, SatBackend, VarisatEngine};
use tesuji_backends::{NAMES, SatSession, Unavailable, all, by_name};
use tesuji_solver::laws::{brute_force, each_small_rule, random_network};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Network, PlainSolver, RuleKind, Solver, Stop, Value, Var};

/// The backends, each with how many of `n` cases it takes (the slower ones fewer).
fn backends(n: usize) -> Vec<(Box<dyn Solver>, usize)> {
    let list = all().into_iter().filter(|s| !matches!(s.name(), "simple" | "plain" | "fast"));
    let list: Vec<_> = list
        .map(|s| {
            let share = match s.name() {
                "milp" => n / 8,
                "cpsat" => n / 16,
                _ => n,
            };
            (s, share)
        })
        .collect();
    if !list.iter().any(|(s, _)| s.name() == "cpsat") {
        println!("SKIPPED: cpsat: {}", by_name("cpsat").err().map_or_else(String::new, |e| e.to_string()));
    }
    assert!(list.len() >= 3);
    list
}

fn check(solver: &dyn Solver, net: &Network, truth: &[Vec<Value>]) {
    let mut got = solver.solve(net, None, &Limits::solutions(usize::MAX));
    got.solutions.sort();
    assert_eq!(got.solutions, truth, "{} on {net:?}", solver.name());
    assert_eq!(got.stop, Stop::Exhausted, "{} on {net:?}", solver.name());
    let two = solver.solve(net, None, &Limits::solutions(2));
    assert_eq!(two.solutions.len(), truth.len().min(2), "{} on {net:?}", solver.name());
    let expected = if truth.len() < 2 { Stop::Exhausted } else { Stop::Enough };
    assert_eq!(two.stop, expected, "{} on {net:?}", solver.name());
}

#[test]
fn small_rules_are_encoded_as_they_hold() {
    let mut cases = Vec::new();
    let mut n = 0_usize;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if n.is_multiple_of(97) {
            cases.push((spec.clone(), domains.to_vec()));
        }
    });
    let kinds: std::collections::BTreeSet<RuleKind> =
        cases.iter().map(|(s, _)| s.build().expect("well formed").kind()).collect();
    assert_eq!(kinds.len(), RuleKind::ALL.len());
    for (solver, share) in backends(cases.len()) {
        let step = cases.len() / share;
        for (spec, domains) in cases.iter().step_by(step) {
            let mut net = Network::new();
            for &d in domains {
                net.add_var(d);
            }
            net.add(spec.clone()).expect("well formed");
            assert_eq!(solver.supports(&net), Ok(()), "{} on {spec:?}", solver.name());
            check(&*solver, &net, &brute_force(&net));
        }
    }
}

#[test]
fn random_networks_have_the_same_solutions_everywhere() {
    let (mut none, mut one, mut many) = (0, 0, 0);
    for (solver, share) in backends(400) {
        for seed in 0..share as u64 {
            let net = random_network(seed, 3 + (seed % 4) as u32, 2 + (seed % 5) as u32, 1 + (seed % 6) as u32);
            let truth = brute_force(&net);
            if truth.len() > 60 {
                continue;
            }
            match truth.len() {
                0 => none += 1,
                1 => one += 1,
                _ => many += 1,
            }
            check(&*solver, &net, &truth);
        }
    }
    assert!(none > 40 && one > 40 && many > 40, "{none} {one} {many}");
}

/// The rules of sudoku with boxes of `h` rows and `w` columns.
fn sudoku(h: u32, w: u32) -> Network {
    let n = h * w;
    let mut net = Network::with_vars((n * n) as usize, Domain::range(1, n as Value));
    for i in 0..n {
        let (r0, c0) = (i / h * h, i % h * w);
        let row = (0..n).map(|j| Var(i * n + j)).collect();
        let column = (0..n).map(|j| Var(j * n + i)).collect();
        let block = (0..n).map(|j| Var((r0 + j / w) * n + c0 + j % w)).collect();
        for vars in [row, column, block] {
            net.add(RuleSpec::AllDifferent { vars }).expect("well formed");
        }
    }
    net
}

/// Domains of a puzzle made of the first solution under a seeded diagonal, thinned out while it
/// stays unique.
fn puzzle(net: &Network, seed: u32) -> (Vec<Domain>, Vec<Value>) {
    let mut seeded = net.domains().to_vec();
    let n = seeded[0].len();
    for i in 0..n {
        seeded[(i * (n + 1)) as usize] = Domain::single(1 + ((i * 5 + seed) % n) as Value);
    }
    // The diagonal of the middle boxes may clash; then fewer cells are seeded.
    let full = loop {
        if let Some(s) = PlainSolver.solve(net, Some(&seeded), &Limits::solutions(1)).solutions.pop() {
            break s;
        }
        let last = seeded.iter().rposition(|d| d.is_single()).expect("an empty grid has solutions");
        seeded[last] = net.domains()[last];
    };
    let mut domains: Vec<Domain> = full.iter().map(|&v| Domain::single(v)).collect();
    for i in 0..domains.len() {
        // A fixed walk over all cells (37 shares no factor with 16, 36 or 81).
        let at = (i * 37 + seed as usize) % domains.len();
        let given = std::mem::replace(&mut domains[at], net.domains()[at]);
        if PlainSolver.solve(net, Some(&domains), &Limits::solutions(2)).solutions.len() != 1 {
            domains[at] = given;
        }
    }
    (domains, full)
}

#[test]
fn sudokus_of_nine() {
    let net = sudoku(3, 3);
    for seed in 0..3 {
        let (unique, full) = puzzle(&net, seed);
        let mut several = unique.clone();
        let given = several.iter().position(|d| d.is_single()).expect("has givens");
        several[given] = net.domains()[given];
        let mut none = unique.clone();
        let open = none.iter().position(|d| !d.is_single()).expect("has open cells");
        none[open] = none[open].minus(Domain::single(full[open]));
        for (solver, _) in backends(1) {
            let answer = solver.solve(&net, Some(&unique), &Limits::solutions(2));
            assert_eq!(answer.solutions, std::slice::from_ref(&full), "{}", solver.name());
            assert_eq!(answer.stop, Stop::Exhausted, "{}", solver.name());
            let answer = solver.solve(&net, Some(&several), &Limits::solutions(2));
            assert_eq!(answer.solutions.len(), 2, "{}", solver.name());
            assert_eq!(answer.stop, Stop::Enough, "{}", solver.name());
            assert!(answer.solutions.iter().all(|s| net.holds(s)) && answer.solutions[0] != answer.solutions[1]);
            let answer = solver.solve(&net, Some(&none), &Limits::solutions(2));
            assert!(answer.solutions.is_empty() && answer.stop == Stop::Exhausted, "{}", solver.name());
        }
    }
}

fn session_answers_like_fresh<B: SatBackend>() {
    let net = sudoku(2, 3);
    let mut session = SatSession::<B>::new(&net);
    for seed in 0..24 {
        let (mut domains, full) = puzzle(&net, seed);
        for n in [1, 2, 5] {
            let answer = session.solve(Some(&domains), &Limits::solutions(n));
            assert_eq!(answer.solutions, std::slice::from_ref(&full));
            assert_eq!(answer.stop == Stop::Exhausted, n > 1);
        }
        for given in (0..36).filter(|i| (i + seed as usize).is_multiple_of(5)) {
            domains[given] = net.domains()[given];
        }
        let all = Limits::solutions(40);
        let mut reused = session.solve(Some(&domains), &all);
        let mut plain = PlainSolver.solve(&net, Some(&domains), &all);
        assert_eq!(reused.stop, plain.stop);
        assert_eq!(reused.solutions.len(), plain.solutions.len());
        if plain.stop == Stop::Exhausted {
            reused.solutions.sort();
            plain.solutions.sort();
            assert_eq!(reused.solutions, plain.solutions);
        }
        domains[7] = Domain::EMPTY;
        let answer = session.solve(Some(&domains), &all);
        assert!(answer.solutions.is_empty() && answer.stop == Stop::Exhausted);
    }
}

#[test]
fn a_session_answers_many_puzzles() {
    session_answers_like_fresh::<VarisatEngine>();
    session_answers_like_fresh::<BatSatEngine>();
    #[cfg(feature = "cadical")]
    session_answers_like_fresh::<tesuji_backends::sat::CadicalEngine>();
}

/// More pigeons than holes, stated as inequalities of pairs so that no encoding sees through it at
/// once.
fn pigeons(n: u32) -> Network {
    let mut net = Network::with_vars(n as usize, Domain::range(1, n as Value - 1));
    for a in 0..n {
        for b in 0..a {
            net.add(RuleSpec::AllDifferent { vars: vec![Var(b), Var(a)] }).expect("well formed");
        }
    }
    net
}

#[test]
fn a_time_limit_ends_the_search_and_says_so() {
    let net = pigeons(14);
    let limits = Limits::solutions(1).with_time(Duration::from_millis(150));
    for (solver, _) in backends(1) {
        let start = std::time::Instant::now();
        let answer = solver.solve(&net, None, &limits);
        assert!(answer.solutions.is_empty(), "{}", solver.name());
        println!("{}: {:?} after {:?}", solver.name(), answer.stop, start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(30), "{} took {:?}", solver.name(), start.elapsed());
        match solver.name() {
            // Programming with cardinalities may see through it.
            "milp" | "cpsat" => assert!(matches!(answer.stop, Stop::Time | Stop::Exhausted), "{:?}", answer.stop),
            name => assert_eq!(answer.stop, Stop::Time, "{name}"),
        }
    }
}

#[test]
fn an_interrupted_session_goes_on() {
    fn go<B: SatBackend>() {
        let mut session = SatSession::<B>::new(&pigeons(12));
        let short = Limits::solutions(1).with_time(Duration::from_millis(30));
        assert_eq!(session.solve(None, &short).stop, Stop::Time);
        let mut apart: Vec<Domain> = (1..12).map(Domain::single).collect();
        apart.push(Domain::range(1, 11));
        assert_eq!(session.solve(Some(&apart), &short).stop, Stop::Exhausted);
        assert_eq!(session.solve(None, &short).stop, Stop::Time);
    }
    go::<VarisatEngine>();
    go::<BatSatEngine>();
}

#[test]
fn conflict_limits_are_kept_and_repeatable() {
    let solver = by_name("batsat").expect("built in");
    let limits = Limits::solutions(1).with_nodes(500);
    let first = solver.solve(&pigeons(12), None, &limits);
    assert_eq!(first.stop, Stop::Nodes);
    assert_eq!(first, solver.solve(&pigeons(12), None, &limits));
    assert!((500..600).contains(&first.stats.nodes), "{:?}", first.stats);
}

#[test]
fn nothing_is_asked_of_nothing() {
    for solver in all() {
        let none = Limits::solutions(0);
        assert_eq!(solver.solve(&sudoku(2, 2), None, &none).stop, Stop::Enough, "{}", solver.name());
        let answer = solver.solve(&Network::new(), None, &Limits::solutions(2));
        assert_eq!(answer.solutions, [Vec::<Value>::new()], "{}", solver.name());
        assert_eq!(answer.stop, Stop::Exhausted, "{}", solver.name());
        let mut barred = Network::with_vars(1, Domain::range(0, 1));
        barred.add(RuleSpec::Table { vars: vec![], tuples: vec![] }).expect("well formed");
        assert!(solver.solve(&barred, None, &Limits::solutions(2)).solutions.is_empty(), "{}", solver.name());
    }
}

#[test]
fn names_lead_to_solvers() {
    for name in NAMES {
        match by_name(name) {
            Ok(solver) => assert_eq!(solver.name(), *name),
            Err(e) => assert!(matches!(*name, "cadical" | "cpsat"), "{name}: {e}"),
        }
    }
    let unknown = by_name("oracle").err();
    assert_eq!(unknown, Some(Unavailable::Unknown { name: "oracle".into() }));
}
