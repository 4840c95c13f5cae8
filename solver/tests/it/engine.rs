//! The learning engine keeps its laws for every rule kind, and finds exactly what brute force and
//! the reference find.

use proptest::prelude::*;
use tesuji_solver::engine::laws::{check_posting, check_rewinding};
use tesuji_solver::engine::{LearningSolver, Policy, Session};
use tesuji_solver::laws::{brute_force, each_small_rule, random_network};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Literal, Network, SimpleSolver, Solver, Stop, Value, Var};

/// One domain for all variables that holds all the given ones.
fn hull(domains: &[Domain]) -> Vec<Domain> {
    let union = domains.iter().fold(Domain::EMPTY, |u, &d| u | d);
    vec![union; domains.len()]
}

#[test]
fn small_postings_keep_their_laws() {
    let mut n = 0_usize;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if let Err(breach) = check_posting(spec, &hull(domains), domains) {
            panic!("{breach}");
        }
    });
    assert!(n > 10_000);
}

#[test]
fn small_postings_rewind() {
    let mut n = 0_u64;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if n.is_multiple_of(23)
            && let Err(breach) = check_rewinding(spec, domains, n, 12)
        {
            panic!("{breach}");
        }
    });
}

/// Counts from eight variables on have counter trees.
#[test]
fn counter_trees_keep_their_laws() {
    let mut seed = 1_u64;
    for n in 8..=10_u32 {
        for (low, high) in (0..=n).flat_map(|l| (l..=n).map(move |h| (l, h))) {
            let spec = RuleSpec::Count { vars: (0..n).map(Var).collect(), values: Domain::single(1), low, high };
            let initial = vec![Domain::range(0, 1); n as usize];
            for _ in 0..6 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let cut = |i: usize| [1, 2, 3, 3][(seed >> (20 + 2 * i) & 3) as usize];
                let domains: Vec<Domain> = (0..n as usize).map(|i| Domain(cut(i))).collect();
                if let Err(breach) = check_posting(&spec, &initial, &domains) {
                    panic!("{breach}");
                }
            }
        }
    }
}

fn assert_all_found(net: &Network, policy: Policy) {
    let truth = brute_force(net);
    let solver = LearningSolver { policy };
    let mut all = solver.solve(net, None, &Limits::solutions(usize::MAX));
    all.solutions.sort();
    assert_eq!((all.stop, &all.solutions), (Stop::Exhausted, &truth), "{net:?}");
    for wanted in 1..3 {
        let some = solver.solve(net, None, &Limits::solutions(wanted));
        assert_eq!(some.solutions.len(), truth.len().min(wanted), "{net:?}");
        assert!(some.solutions.iter().all(|s| truth.contains(s)));
        let stop = if truth.len() < wanted { Stop::Exhausted } else { Stop::Enough };
        assert_eq!(some.stop, stop);
    }
}

/// A policy under which restarts and halvings happen on the smallest networks.
fn restless() -> Policy {
    Policy { least_conflicts: 1, restart_factor: 0.5, learnt: 1, learnt_growth: 1.0, ..Policy::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn learning_finds_what_brute_force_finds(seed: u64, vars in 1..6_u32, width in 1..5_u32, rules in 0..7_u32) {
        let net = random_network(seed, vars, width, rules);
        assert_all_found(&net, Policy::default());
        assert_all_found(&net, Policy { probe: false, ..restless() });
        assert_all_found(&net, Policy { decide_values: false, probe: false, ..restless() });
    }

    /// A kept session answers every question as a fresh search does, and its cores are real.
    #[test]
    fn sessions_answer_as_fresh_searches_do(
        seed: u64, vars in 2..6_u32, width in 2..5_u32, rules in 1..7_u32,
        questions in proptest::collection::vec(proptest::collection::vec((0..6_u32, 0..5_u8, any::<bool>()), 0..4), 1..6),
        restless_too: bool,
    ) {
        let net = random_network(seed, vars, width, rules);
        let policy = if restless_too { restless() } else { Policy::default() };
        let mut session = Session::within(&net, net.domains(), policy);
        for question in questions {
            let candidate = |&(var, value, sign): &(u32, u8, bool)| (Literal { var: Var(var % vars), value }, sign);
            let question: Vec<_> = question.iter().map(candidate).collect();
            let assume: Vec<_> = question
                .iter()
                .map(|&(c, sign)| if sign { session.is(c) } else { !session.is(c) })
                .collect();
            let restricted = |which: &dyn Fn(usize) -> bool| {
                let mut net = net.clone();
                for (i, &(c, sign)) in question.iter().enumerate().filter(|(i, _)| which(*i)) {
                    let _ = i;
                    let single = Domain::single(c.value);
                    let keep = if sign { single } else { Domain(!single.0) };
                    net.set_domain(c.var, net.domains()[c.var.index()] & keep);
                }
                brute_force(&net)
            };
            let truth = restricted(&|_| true);
            for wanted in [1, 2, usize::MAX] {
                let mut answer = session.solve(&assume, &Limits::solutions(wanted));
                answer.solutions.sort();
                answer.solutions.dedup();
                prop_assert_eq!(answer.solutions.len(), truth.len().min(wanted));
                prop_assert!(answer.solutions.iter().all(|s| truth.contains(s)));
                let stop = if truth.len() < wanted { Stop::Exhausted } else { Stop::Enough };
                prop_assert_eq!(answer.stop, stop);
            }
            if truth.is_empty() {
                let core = session.core().to_vec();
                prop_assert!(core.iter().all(|l| assume.contains(l)));
                prop_assert!(restricted(&|i| core.contains(&assume[i])).is_empty(), "the core has a solution");
            }
        }
    }

    #[test]
    fn larger_postings_keep_their_laws(
        seed: u64, vars in 2..7_u32, width in 2..7_u32, cut in proptest::collection::vec(any::<u64>(), 7),
    ) {
        let net = random_network(seed, vars, width, 4);
        for id in net.rule_ids() {
            let spec = net.spec(id);
            let scope = net.rule(id).scope().to_vec();
            let place = |v: Var| Var(scope.iter().position(|&s| s == v).unwrap_or(0) as u32);
            let spec: RuleSpec = spec.map_vars(place);
            let initial = vec![Domain::range(0, width as u8 - 1); scope.len()];
            let domains: Vec<Domain> = initial.iter().zip(&cut).map(|(&d, &c)| {
                let left = d & Domain(c | c >> 32);
                if left.is_empty() { d } else { left }
            }).collect();
            if let Err(breach) = check_posting(&spec, &initial, &domains) {
                panic!("{breach}");
            }
            if let Err(breach) = check_rewinding(&spec, &initial, seed, 20) {
                panic!("{breach}");
            }
        }
    }
}

/// A latin square of side `n`, empty.
fn latin(n: u32) -> Network {
    let mut net = Network::with_vars((n * n) as usize, Domain::range(1, n as u8));
    for i in 0..n {
        let row = (0..n).map(|k| Var(n * i + k)).collect();
        let column = (0..n).map(|k| Var(n * k + i)).collect();
        net.add(RuleSpec::AllDifferent { vars: row }).expect("well formed");
        net.add(RuleSpec::AllDifferent { vars: column }).expect("well formed");
    }
    net
}

#[test]
fn every_limit_says_which_it_was_and_the_session_goes_on() {
    let net = latin(4);
    let mut session = Session::within(&net, net.domains(), Policy { probe: false, ..Policy::default() });
    let all = Limits::solutions(usize::MAX);
    assert_eq!(session.solve(&[], &all.clone().with_nodes(5)).stop, Stop::Nodes);
    assert_eq!(session.solve(&[], &all.clone().with_memory(10)).stop, Stop::Memory);
    assert_eq!(session.solve(&[], &Limits { solutions: 0, ..all.clone() }).stop, Stop::Enough);
    let mut seen = 0;
    let (stop, _) = session.for_each(&[], &all, &mut |_| {
        seen += 1;
        if seen == 7 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    assert_eq!((stop, seen), (Stop::Interrupted, 7));
    // Nothing of the searches that were cut off is left: 576 latin squares of order 4.
    for _ in 0..3 {
        let answer = session.solve(&[], &all);
        assert_eq!((answer.solutions.len(), answer.stop), (576, Stop::Exhausted));
    }
    let timed = session.solve(&[], &all.with_time(std::time::Duration::ZERO));
    assert!(matches!(timed.stop, Stop::Time | Stop::Exhausted));
    assert_eq!(session.solve(&[], &Limits::solutions(usize::MAX)).solutions.len(), 576);
}

/// A search that ends between the choice of a literal and its decision forgets no atom: later ones
/// decide all of them.
#[test]
fn searches_that_decide_nothing_leave_nothing_undecided() {
    for seed in 0..200 {
        let net = random_network(seed, 7, 3, 3);
        let mut session = Session::within(&net, net.domains(), Policy { probe: false, ..Policy::default() });
        let mut expected = brute_force(&net);
        expected.sort_unstable();
        for nodes in (0..4).chain(0..9) {
            let answer = session.solve(&[], &Limits::solutions(usize::MAX).with_nodes(nodes));
            assert!(answer.solutions.iter().all(|s| expected.contains(s)), "seed {seed}, {nodes} nodes");
        }
        assert_eq!(all_under(&mut session, &[]), expected, "seed {seed}");
    }
}

/// The fast engine and the learning engine in turns find each solution once, whatever the lengths
/// of the turns.
#[test]
fn engines_in_turns_find_each_solution_once() {
    use tesuji_solver::fast::{Engine, HandOver};
    let net = latin(4);
    for kernel_nodes in [1, 7, 40] {
        let turns =
            HandOver { solutions: usize::MAX, kernel_nodes, learning_nodes: 5, growth: 2, ..HandOver::default() };
        for engine in [Engine::compile(&net), Engine::learning(&net, Policy::default())] {
            let engine = engine.with_hand_over(turns);
            let limits = Limits::solutions(1_000_000);
            let mut answer = engine.solve(net.domains(), &limits);
            assert_eq!((answer.solutions.len(), answer.stop), (576, Stop::Exhausted));
            answer.solutions.sort();
            answer.solutions.dedup();
            assert_eq!(answer.solutions.len(), 576);
            let count = engine.count(net.domains(), &limits);
            assert_eq!((count.solutions, count.stop), (576, Stop::Exhausted));
            let some = engine.solve(net.domains(), &Limits::solutions(60));
            assert_eq!((some.solutions.len(), some.stop), (60, Stop::Enough));
            let few = engine.solve(net.domains(), &limits.with_nodes(30));
            assert_eq!(few.stop, Stop::Nodes);
        }
    }
}

/// A request to stop from outside is not taken for enough solutions.
#[test]
fn an_interrupt_ends_the_turns_as_an_interrupt() {
    use tesuji_solver::{Interrupt, fast::Engine};
    let net = latin(5);
    let interrupt = Interrupt::default();
    interrupt.raise();
    let limits = Limits::solutions(100).with_interrupt(interrupt);
    let answer = Engine::compile(&net).solve(net.domains(), &limits);
    assert!(matches!(answer.stop, Stop::Interrupted | Stop::Enough), "{:?}", answer.stop);
    assert_eq!(answer.stop == Stop::Enough, answer.solutions.len() == 100);
}

#[test]
fn selectors_switch_clauses() {
    let net = latin(3);
    let mut session = Session::new(&net);
    let is = |session: &Session, var, value| session.is(Literal { var: Var(var), value });
    let clues = [(0, 1), (4, 1), (1, 2), (3, 1)];
    let selectors: Vec<_> = clues
        .iter()
        .map(|&(var, value)| {
            let (selector, lit) = (session.add_selector(), is(&session, var, value));
            session.add_clause(&[!selector, lit]);
            selector
        })
        .collect();
    let all = Limits::solutions(usize::MAX);
    assert_eq!(session.solve(&[], &all).solutions.len(), 12);
    assert_eq!(session.solve(&selectors[..1], &all).solutions.len(), 4);
    assert_eq!(session.solve(&selectors[..3], &all).solutions.len(), 1);
    // Cells 0 and 3 stand in one column.
    let answer = session.solve(&selectors, &all);
    assert_eq!((answer.solutions.len(), answer.stop), (0, Stop::Exhausted));
    let core = session.core().to_vec();
    assert!(core.contains(&selectors[0]) && core.contains(&selectors[3]) && core.len() == 2, "{core:?}");
    assert_eq!(session.solve(&[], &all).solutions.len(), 12);
    // The same assumption twice, and an assumption with its opposite.
    let one = is(&session, 0, 1);
    assert_eq!(session.solve(&[one, one], &all).solutions.len(), 4);
    assert_eq!(session.solve(&[one, !one], &all).solutions.len(), 0);
    assert_eq!(session.core().len(), 2);
}

#[test]
fn the_same_question_costs_the_same_every_time() {
    let effort = |net: &Network| {
        let mut session = Session::new(net);
        session.solve(&[], &Limits::solutions(50));
        format!("{:?}", session.effort())
    };
    for seed in 0..20 {
        let net = random_network(seed, 7, 4, 6);
        assert_eq!(effort(&net), effort(&net));
    }
}

/// Mixed kinds on graphs: a grid whose chosen cells obey several rules at once, against the
/// reference solver.
fn grid_network(seed: u64, rows: u32, columns: u32) -> Network {
    let mut net = Network::with_vars((rows * columns) as usize, Domain::range(0, 1));
    let vars: Vec<Var> = (0..rows * columns).map(Var).collect();
    let mut edges = Vec::new();
    let mut diagonals = Vec::new();
    let mut border = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        let at = r * columns + c;
        if c + 1 < columns {
            edges.push([at, at + 1]);
        }
        if r + 1 < rows {
            edges.push([at, at + columns]);
            if c + 1 < columns {
                diagonals.push([at, at + columns + 1]);
                diagonals.push([at + 1, at + columns]);
            }
        }
        if r == 0 || c == 0 || r + 1 == rows || c + 1 == columns {
            border.push(at);
        }
    }
    let (zero, one) = (Domain::single(0), Domain::single(1));
    let pick = |n: u64| (seed / n) as u32;
    let mut specs = Vec::new();
    match seed % 7 {
        0 => specs.push(RuleSpec::Connected { vars: vars.clone(), values: one, edges: edges.clone() }),
        1 => {
            specs.push(RuleSpec::Connected { vars: vars.clone(), values: zero, edges: edges.clone() });
            for e in &edges {
                let not = |i: usize| (Literal { var: Var(e[i]), value: 1 }, false);
                specs.push(RuleSpec::Clause { literals: vec![not(0), not(1)] });
            }
        }
        2 => specs.push(RuleSpec::Region {
            vars: vars.clone(),
            values: one,
            edges: edges.clone(),
            root: pick(6) % (rows * columns),
            size: 2 + pick(60) % 4,
        }),
        3 => specs.push(RuleSpec::Regions {
            vars: vars.clone(),
            values: one,
            edges: edges.clone(),
            size: 2 + pick(6) % 2,
            at_least: pick(12) % 2 == 0,
            except: if pick(24) % 2 == 0 { vec![] } else { vec![3 + pick(48) % 3] },
        }),
        4 => specs.push(RuleSpec::Islands {
            vars: vars.clone(),
            values: one,
            edges: edges.clone(),
            roots: vec![[0, pick(7) % 4], [rows * columns - 1, pick(28) % 5]],
        }),
        5 => specs.push(RuleSpec::SingleLoop {
            vars: vars.clone(),
            values: one,
            ends: edges.iter().copied().cycle().skip(pick(6) as usize % edges.len()).take(vars.len()).collect(),
        }),
        _ => {
            for r in 0..rows {
                let lengths = if (seed >> (6 + r)) & 1 == 1 { vec![1, 1] } else { vec![2] };
                let line = (0..columns).map(|c| Var(r * columns + c)).collect();
                specs.push(RuleSpec::Runs { vars: line, values: one, lengths });
            }
            specs.push(RuleSpec::Connected { vars: vars.clone(), values: one, edges: edges.clone() });
        }
    }
    if seed % 7 != 5 {
        let most = 3 + pick(36) % 6;
        specs.push(RuleSpec::Count { vars: vars.clone(), values: one, low: pick(300) % 4, high: most });
        if pick(900) % 2 == 0 {
            specs.push(RuleSpec::Acyclic { vars, values: one, edges: diagonals, border });
        }
    }
    for spec in specs {
        net.add(spec).expect("well formed");
    }
    net
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn rules_on_grids_have_the_solutions_of_brute_force(seed: u64, wide: bool) {
        // The larger grids have thousands of solutions, for which restarts at every conflict take
        // too long.
        let net = grid_network(seed, 3, if wide { 4 } else { 3 });
        assert_all_found(&net, Policy { counter_from: 3, ..Policy::default() });
        if !wide {
            assert_all_found(&net, Policy { probe: false, counter_from: 3, ..restless() });
        }
    }

    #[test]
    fn rules_on_grids_keep_their_laws(seed: u64, cut: u64) {
        let net = grid_network(seed, 3, 4);
        for id in net.rule_ids() {
            let scope = net.rule(id).scope().to_vec();
            let place = |v: Var| Var(scope.iter().position(|&s| s == v).unwrap_or(0) as u32);
            let spec = net.spec(id).map_vars(place);
            let initial = vec![Domain::range(0, 1); scope.len()];
            let domains: Vec<Domain> = (0..scope.len()).map(|i| Domain([1, 2, 3, 3][(cut >> (2 * i) & 3) as usize])).collect();
            if let Err(breach) = check_posting(&spec, &initial, &domains) {
                panic!("{breach}");
            }
            if let Err(breach) = check_rewinding(&spec, &initial, seed, 25) {
                panic!("{breach}");
            }
        }
    }
}

/// Tables with more tuples than a word has bits.
#[test]
fn long_tables_are_posted_as_they_prune() {
    let vars: Vec<Var> = (0..4).map(Var).collect();
    let digits = |n: u32| (0..4).map(|i| (n >> (2 * i) & 3) as Value).collect::<Vec<Value>>();
    let fits = |t: &Vec<Value>| (7 * u32::from(t[0]) + 5 * u32::from(t[1]) + 2 * u32::from(t[2] ^ t[3])) % 3 == 1;
    let tuples: Vec<Vec<Value>> = (0..256).map(digits).filter(fits).collect();
    assert!(tuples.len() > 64, "{}", tuples.len());
    let spec = RuleSpec::Table { vars, tuples };
    let initial = [Domain::range(0, 3); 4];
    for seed in 0..200_u64 {
        let mix = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let domains: Vec<Domain> = (0..4).map(|i| Domain(mix >> (8 * i + 7) & 0xf | 1 << (mix >> i & 3))).collect();
        check_posting(&spec, &initial, &domains).unwrap_or_else(|b| panic!("{domains:?}: {b}"));
        check_rewinding(&spec, &initial, seed, 40).unwrap_or_else(|b| panic!("{seed}: {b}"));
    }
}

/// All solutions under the assumptions, sorted.
fn all_under(session: &mut Session, assume: &[tesuji_solver::engine::Lit]) -> Vec<Vec<Value>> {
    let answer = session.solve(assume, &Limits::solutions(100_000));
    assert_eq!(answer.stop, Stop::Exhausted);
    let mut found = answer.solutions;
    found.sort_unstable();
    found
}

/// Switched on, off and on again, with what was learnt in between.
#[test]
fn rules_of_every_kind_can_be_switched() {
    let (mut n, mut kinds) = (0_usize, std::collections::BTreeSet::new());
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if !n.is_multiple_of(41) {
            return;
        }
        let mut net = Network::new();
        for domain in hull(domains) {
            net.add_var(domain);
        }
        let free = brute_force(&net);
        let Ok(rule) = net.add(spec.clone()) else { return };
        kinds.insert(format!("{:?}", net.rule(rule).kind()));
        let mut expected = brute_force(&net);
        expected.sort_unstable();
        let (mut session, selectors) = Session::switched(&net, &[rule], Policy::default());
        for _ in 0..2 {
            assert_eq!(all_under(&mut session, &selectors), expected, "{spec:?} on");
            assert_eq!(all_under(&mut session, &[]).len(), free.len(), "{spec:?} off");
        }
    });
    assert!(kinds.len() > 15, "{kinds:?}");
}

#[test]
fn sets_of_switched_rules_have_the_solutions_of_these_rules() {
    for seed in 0..60 {
        let net = random_network(seed, 5, 3, 5);
        let ids: Vec<_> = net.rule_ids().collect();
        let (mut session, selectors) = Session::switched(&net, &ids, Policy::default());
        for step in 0..12_u64 {
            let set = (seed * 7 + step * 11) % 32;
            let on = |i: usize| set >> i & 1 == 1;
            let mut some = Network::new();
            for &domain in net.domains() {
                some.add_var(domain);
            }
            for (i, id) in ids.iter().enumerate().filter(|(i, _)| on(*i)) {
                some.add(net.spec(*id).clone()).unwrap_or_else(|e| panic!("rule {i}: {e}"));
            }
            let mut expected = brute_force(&some);
            expected.sort_unstable();
            let assume: Vec<_> = selectors.iter().enumerate().filter(|(i, _)| on(*i)).map(|(_, &l)| l).collect();
            assert_eq!(all_under(&mut session, &assume), expected, "seed {seed}, set {set:b}");
        }
    }
}

/// Values are counted among more than 63 variables.
#[test]
fn occurrences_among_many_variables() {
    for (times, expected) in [(1 << 2, 4), (1 << 3, 0), (1 << 1 | 1 << 2, 4)] {
        let mut net = Network::with_vars(70, Domain::range(0, 1));
        let vars: Vec<Var> = net.vars().collect();
        for &var in &vars[..66] {
            net.add(RuleSpec::Clause { literals: vec![(Literal { var, value: 1 }, false)] }).expect("well formed");
        }
        let groups = vec![vec![66, 67], vec![68, 69]];
        net.add(RuleSpec::Occurrences { vars, times: vec![(1, times)], groups }).expect("well formed");
        for solver in [&LearningSolver::default() as &dyn Solver, &SimpleSolver] {
            let answer = solver.solve(&net, None, &Limits::solutions(10));
            assert_eq!((answer.solutions.len(), answer.stop.is_complete()), (expected, true), "{times:b}");
        }
    }
}
