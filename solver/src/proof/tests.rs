//! Proofs on random networks with a known solution: accepted, irreducible, smallest; and refused
//! when damaged.

use super::{Braid, CheckLimits, CoreLimits, Damage, Proof, Prover, Step, braid_rating, check, damage};
use crate::rules::RuleSpec;
use crate::trial::TrialNet;
use crate::trial::fixtures::{latin, pattern, sparse};
use crate::{Domain, Limits, Literal, Network, Part, Truth, Value, Var};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};

struct Sample {
    net: Network,
    solution: Vec<Value>,
    domains: Vec<Domain>,
    proofs: Vec<Proof>,
}

/// Proofs of depth `k` or less for all candidates that have one, on random candidates of a 6×6
/// grid.
fn samples(count: usize, k: u8, inequality: bool) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let boxes = Some((2, 3));
    let mut out = Vec::new();
    while out.len() < count {
        let mut net = latin(6, boxes);
        let solution = pattern(6, boxes);
        if inequality {
            for (a, b) in [(0, 9), (8, 35), (12, 28), (1, 14), (4, 13)] {
                if solution[a] == solution[b] {
                    continue;
                }
                let (a, b) = if solution[a] < solution[b] { (a, b) } else { (b, a) };
                net.add(RuleSpec::Inequality { below: Var(a as u32), above: Var(b as u32) }).unwrap();
            }
        }
        assert!(net.holds(&solution));
        let domains = sparse(&net, &solution, 130, &mut rng);
        let table = TrialNet::new(&net);
        let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
        let domains = prover.domains();
        let open: Vec<Literal> = net
            .vars()
            .flat_map(|var| domains[var.index()].iter().map(move |value| Literal { var, value }))
            .filter(|l| solution[l.var.index()] != l.value)
            .collect();
        let proofs: Vec<Proof> = open.iter().filter_map(|&l| prover.refute(l, k)).collect();
        if !proofs.is_empty() {
            out.push(Sample { net, solution, domains, proofs });
        }
    }
    out
}

#[test]
fn proofs_are_accepted_and_minimal_ones_irreducible() {
    let mut depths = BTreeMap::<u8, u32>::new();
    for (k, inequality) in [(1, false), (2, false), (2, true)] {
        for s in samples(6, k, inequality) {
            let table = TrialNet::new(&s.net);
            let mut prover = Prover::new(&table, &s.domains, &Limits::default()).unwrap();
            for proof in &s.proofs {
                let verdict = check(proof, &s.net, &s.domains, &CheckLimits::default());
                assert!(verdict.is_ok(), "{verdict:?} {proof:?}");
                let small = prover.minimise(proof).unwrap();
                assert!(small.core.len() <= proof.core.len());
                assert_eq!(prover.is_irreducible(&small), Some(true), "{small:?}");
                let verdict = check(&small, &s.net, &s.domains, &CheckLimits::default()).unwrap();
                assert_eq!(verdict.by_prune, 0, "6×6 scopes are small");
                // The same by `prune` alone.
                let by_prune = check(&small, &s.net, &s.domains, &CheckLimits { assignments: 0 }).unwrap();
                assert!(by_prune.by_prune > 0);
                *depths.entry(proof.depth()).or_default() += 1;
            }
        }
    }
    assert!(depths[&1] > 20 && depths[&2] > 5, "{depths:?}");
}

#[test]
fn damaged_proofs_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut refused = BTreeMap::<Damage, u32>::new();
    for k in [1, 2] {
        for s in samples(6, k, false) {
            for proof in &s.proofs {
                for kind in Damage::ALL {
                    let Some(bad) = damage(proof, kind, &s.net, &s.solution, &mut rng) else { continue };
                    let verdict = check(&bad, &s.net, &s.domains, &CheckLimits::default());
                    assert!(verdict.is_err(), "{kind:?} accepted: {bad:?} from {proof:?}");
                    *refused.entry(kind).or_default() += 1;
                }
            }
        }
    }
    assert_eq!(refused.len(), Damage::ALL.len(), "every kind occurred: {refused:?}");
}

#[test]
fn nothing_true_is_ever_refuted() {
    for s in samples(4, 2, true) {
        let table = TrialNet::new(&s.net);
        let mut prover = Prover::new(&table, &s.domains, &Limits::default()).unwrap();
        for var in s.net.vars() {
            let own = Literal { var, value: s.solution[var.index()] };
            assert_eq!(prover.refute(own, 2), None);
        }
    }
}

/// All subsets of the truths of the least size that refute the goal, one by one.
fn smallest_by_trying(prover: &mut Prover<'_, '_>, truths: &[Truth], goal: Literal) -> Option<BTreeSet<Vec<Truth>>> {
    let n = truths.len();
    let mut found = BTreeSet::new();
    let sets = |size: usize| -> Vec<Vec<Truth>> {
        let pairs = || (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        match size {
            1 => truths.iter().map(|&t| vec![t]).collect(),
            2 => pairs().map(|(a, b)| vec![truths[a], truths[b]]).collect(),
            _ => pairs().flat_map(|(a, b)| (b + 1..n).map(move |c| vec![truths[a], truths[b], truths[c]])).collect(),
        }
    };
    for size in 1..=3 {
        let hits = sets(size).into_iter().filter(|core| prover.from_core(goal, core).is_some());
        found.extend(hits);
        if !found.is_empty() {
            return Some(found);
        }
    }
    None
}

#[test]
fn smallest_cores_are_all_the_smallest() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let net = latin(4, None);
    let solution = pattern(4, None);
    let table = TrialNet::new(&net);
    let mut sizes = BTreeSet::new();
    for _ in 0..6 {
        let domains = sparse(&net, &solution, 170, &mut rng);
        let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
        // Settled truths can't take part.
        let now = prover.domains();
        let mut truths: Vec<Truth> = table.truths().to_vec();
        truths.retain(|t| t.literals(&net, &|v| now[v.index()]).len() > 1);
        truths.sort_unstable();
        let goals = prover.refutable(1);
        for goal in goals.into_iter().take(3) {
            let ours = prover.smallest_cores(goal, &CoreLimits::default());
            if ours.size() > 3 {
                continue;
            }
            assert!(ours.complete);
            let by_trying = smallest_by_trying(&mut prover, &truths, goal).unwrap();
            assert_eq!(ours.cores.iter().cloned().collect::<BTreeSet<_>>(), by_trying);
            sizes.insert(ours.size());
        }
    }
    assert!(sizes.len() > 1, "several sizes met: {sizes:?}");
}

/// All sets of at most three truths that refute the goal and of which no part does, one by one.
fn irreducible_by_trying(prover: &mut Prover<'_, '_>, truths: &[Truth], goal: Literal) -> BTreeSet<Vec<Truth>> {
    let mut found: BTreeSet<Vec<Truth>> = BTreeSet::new();
    for size in 1..=3 {
        let mut sets: Vec<Vec<Truth>> = vec![Vec::new()];
        for _ in 0..size {
            let longer = |set: Vec<Truth>| {
                let last = set.last().copied();
                let rest = truths.iter().copied().filter(|t| last.is_none_or(|l| l < *t));
                rest.map(|t| set.iter().copied().chain([t]).collect()).collect::<Vec<Vec<Truth>>>()
            };
            sets = sets.into_iter().flat_map(longer).collect();
        }
        for core in sets {
            let has_part = found.iter().any(|f| f.iter().all(|t| core.contains(t)));
            if !has_part && prover.from_core(goal, &core).is_some() {
                found.insert(core);
            }
        }
    }
    found
}

/// Also where a part of the truths leaves others empty that are not in the core, and where only
/// some truths take part.
#[test]
fn irreducible_cores_are_all_there_are() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut sizes, mut mixed) = (BTreeSet::new(), 0);
    for boxes in [None, Some((2, 2))] {
        let net = latin(4, boxes);
        let solution = pattern(4, boxes);
        let table = TrialNet::new(&net);
        for _ in 0..3 {
            let domains = sparse(&net, &solution, 150, &mut rng);
            let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
            let now = prover.domains();
            let mut truths: Vec<Truth> = table.truths().to_vec();
            truths.retain(|t| t.literals(&net, &|v| now[v.index()]).len() > 1);
            truths.sort_unstable();
            let limits = CoreLimits { fires: u64::MAX, keep: usize::MAX, ..CoreLimits::default() };
            for goal in prover.refutable(1).into_iter().take(2) {
                let by_trying = irreducible_by_trying(&mut prover, &truths, goal);
                let ours = prover.irreducible_cores(goal, 3, None, &limits);
                assert!(ours.complete);
                assert_eq!(ours.cores.iter().cloned().collect::<BTreeSet<_>>(), by_trying);
                sizes.extend(ours.cores.iter().map(Vec::len));
                mixed += usize::from(ours.cores.iter().any(|c| c.len() > ours.size()));
                let cells: Vec<bool> = table.truths().iter().map(|t| matches!(t, Truth::Cell(_))).collect();
                let pure = prover.irreducible_cores(goal, 3, Some(&cells), &limits);
                let is_cell = |t: &Truth| matches!(t, Truth::Cell(_));
                let wanted: BTreeSet<_> = by_trying.into_iter().filter(|c| c.iter().all(is_cell)).collect();
                assert_eq!(pure.cores.into_iter().collect::<BTreeSet<_>>(), wanted);
                let cut = prover.irreducible_cores(goal, 3, None, &CoreLimits { fires: 1, ..limits });
                assert!(!cut.complete && cut.fires <= 1);
            }
        }
    }
    assert!(sizes.len() > 1 && mixed > 0, "several sizes met: {sizes:?}");
}

/// A cage that can't hold is one truth, found before any proof by two.
#[test]
fn a_rule_as_a_whole_is_a_core_of_one() {
    let mut net = latin(4, Some((2, 2)));
    // Three cells that add up to 3 are all 1.
    let cage = net.add(RuleSpec::Sum { vars: vec![Var(0), Var(5), Var(10)], total: 3 }).unwrap();
    let table = TrialNet::new(&net);
    let mut prover = Prover::unsettled(&table, net.domains(), &Limits::default());
    let goal = Literal { var: Var(0), value: 4 };
    let cores = prover.irreducible_cores(goal, 2, None, &CoreLimits::default());
    let whole = Truth::Rule { rule: cage, part: Part::Whole };
    assert_eq!(cores.cores.first(), Some(&vec![whole]));
    let proof = prover.from_core(goal, &cores.cores[0]).unwrap();
    assert_eq!(proof.core, [whole]);
    assert!(check(&proof, &net, net.domains(), &CheckLimits::default()).is_ok());
}

#[test]
fn the_braid_rating_of_what_singles_solve_is_0() {
    let net = latin(4, None);
    let mut domains = net.domains().to_vec();
    for (d, v) in domains.iter_mut().zip(pattern(4, None)).take(12) {
        *d = Domain::single(v);
    }
    let table = TrialNet::new(&net);
    assert_eq!(braid_rating(&table, &domains, 4, &Limits::default()), Braid::Length(0));
    assert_eq!(braid_rating(&table, net.domains(), 4, &Limits::default()), Braid::Beyond);
    domains[1] = domains[0];
    assert_eq!(braid_rating(&table, &domains, 4, &Limits::default()), Braid::Contradiction);
}

#[test]
fn a_hand_written_proof_of_a_pointing_pair() {
    // Row 1 of a 4×4 sudoku: 1 stands in the first box, so not in the rest of the row.
    let net = latin(4, Some((2, 2)));
    let mut domains = net.domains().to_vec();
    for i in [4, 5] {
        domains[i] = Domain::range(2, 4);
    }
    let rules: Vec<_> = net.rule_ids().collect();
    let region = *rules.iter().find(|&&r| net.rule(r).scope() == [Var(0), Var(1), Var(4), Var(5)]).unwrap();
    let row = rules[0];
    assert_eq!(net.rule(row).scope(), [Var(0), Var(1), Var(2), Var(3)]);
    let one = Domain::single(1);
    let truth = Truth::Rule { rule: region, part: Part::Value(1) };
    let gone = |var| Step::Prune { what: crate::Removal { var: Var(var), values: one }, truth: None, rule: Some(row) };
    let proof = Proof {
        goal: crate::Removal { var: Var(3), values: one },
        steps: vec![gone(0), gone(1), Step::Clash { truth }],
        core: vec![truth],
    };
    assert!(check(&proof, &net, &domains, &CheckLimits::default()).is_ok());
    let table = TrialNet::new(&net);
    let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
    let cores = prover.smallest_cores(Literal { var: Var(3), value: 1 }, &CoreLimits::default());
    // The other reading: the second row has no place for 1 outside the other box.
    let claiming = Truth::Rule { rule: rules[2], part: Part::Value(1) };
    assert_eq!(net.rule(rules[2]).scope(), [Var(4), Var(5), Var(6), Var(7)]);
    let mut expected = [vec![truth], vec![claiming]];
    expected.sort();
    assert_eq!(cores.cores, expected);
    assert!(cores.complete);
}
