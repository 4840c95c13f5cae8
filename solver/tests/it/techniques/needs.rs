//! Needs by ablation under a ceiling, and the two phases.

use super::puzzles::{boxes, random_puzzle};
use super::shapes::{gone, without};
use std::collections::BTreeSet;
use std::time::Duration;
use tesuji_solver::grade::{STALL, StandardGrader, grade, lowest_tier, needs, next_step, rate, start};
use tesuji_solver::{Catalog, Limits, Phase, Stop, TechniqueId, Tier};

#[test]
fn the_catalog_is_ordered_and_its_names_are_unique() {
    let catalog = Catalog::standard();
    let ids: Vec<&str> = catalog.list().iter().map(|t| t.id().as_str()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    for id in &ids {
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{id}");
    }
    let place = |id: &str| ids.iter().position(|i| *i == id).unwrap();
    let order = ["full-house", "hidden-single", "locked-pair", "pointing", "claiming", "naked-pair", "hidden-pair"];
    assert!(order.windows(2).all(|w| place(w[0]) < place(w[1])), "{ids:?}");
    let first_pattern = catalog.list().iter().position(|t| t.phase() == Phase::Pattern).unwrap();
    assert!(catalog.list()[first_pattern..].iter().all(|t| t.phase() == Phase::Pattern));
}

/// Against the definition, written out: A solves, A less X stalls, for every X of A.
#[test]
fn needs_are_exactly_what_ablation_says() {
    let standard = Catalog::standard().filter(|t| t.tier() <= Tier::Hard);
    let (mut some, mut solved) = (0, 0);
    for seed in 20..28 {
        let (net, _) = random_puzzle(&boxes(2, 3), seed, 0);
        let at = start(&net).unwrap();
        let found = needs(&at, &standard, None, &Limits::default()).unwrap();
        let Some(lowest) = lowest_tier(&at, &standard).unwrap() else {
            assert!(!found.solved && found.needs.is_empty());
            continue;
        };
        solved += 1;
        assert_eq!((found.ceiling, found.solved), (lowest, true));
        let solves = |c: &Catalog| grade(&mut at.clone(), c).unwrap().solved;
        let allowed = standard.up_to(lowest);
        assert!(solves(&allowed));
        assert!(
            Tier::ALL.iter().filter(|t| **t < lowest).all(|&t| !solves(&standard.up_to(t))),
            "a lower tier solves it"
        );
        let want: Vec<TechniqueId> = allowed
            .list()
            .iter()
            .map(|t| t.id().clone())
            .filter(|id| !solves(&allowed.without(std::slice::from_ref(id))))
            .collect();
        assert_eq!(found.needs.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), want);
        for (id, stall) in &found.needs {
            some += 1;
            assert!(stall.placed.len() < net.len() && stall.candidates() > 0, "{id}");
        }
    }
    assert!(solved > 0 && some > 0, "nothing was compared");
}

#[test]
fn what_a_grade_adds_up_to() {
    let catalog = Catalog::standard();
    let (net, solution) = random_puzzle(&boxes(3, 3), 5, 24);
    let mut at = start(&net).unwrap();
    let grade = grade(&mut at, &catalog).unwrap();
    assert!(grade.limit.is_none() && grade.trial_depth.is_none());
    assert_eq!(grade.counts.values().sum::<u32>() as usize, grade.steps.len());
    let of = |id: &TechniqueId| catalog.get(id).unwrap();
    assert_eq!(grade.score, grade.steps.iter().map(|s| of(&s.technique).score()).sum::<u32>());
    let hardest = grade.steps.iter().map(|s| of(&s.technique).tier()).max().unwrap();
    assert_eq!(grade.tier, if grade.solved { hardest } else { Tier::Master });
    if grade.solved {
        assert_eq!(at.values().unwrap(), solution);
    }
}

/// The more there is to see at every step, the less the effort.
#[test]
fn givens_make_it_easier() {
    let catalog = Catalog::standard();
    let (net, solution) = random_puzzle(&boxes(3, 3), 5, 24);
    let mut easier = net.clone();
    for v in net.vars().filter(|v| v.0 % 3 == 0) {
        easier.set_domain(v, tesuji_solver::Domain::single(solution[v.index()]));
    }
    let effort = |net| grade(&mut start(net).unwrap(), &catalog).unwrap().effort;
    assert!(0 < effort(&easier) && effort(&easier) < effort(&net));
    // An empty 4×4 grid less its last cell: one open cell, in sight as a full house at once.
    let (mut last, solution) = random_puzzle(&boxes(2, 2), 1, 16);
    last.set_domain(tesuji_solver::Var(7), tesuji_solver::Domain::range(1, 4));
    assert_eq!(solution.len(), 16);
    assert_eq!(effort(&last), 100, "one look");
}

#[test]
fn limits_end_a_run_and_say_so() {
    let (net, _) = random_puzzle(&boxes(3, 3), 5, 30);
    let catalog = Catalog::standard();
    let run = |limits| StandardGrader::new(&catalog).with_limits(limits).grade(&mut start(&net).unwrap()).unwrap();
    let short = run(Limits::default().with_nodes(3));
    assert_eq!((short.steps.len(), short.solved, short.limit), (3, false, Some(Stop::Nodes)));
    assert_eq!(run(Limits::default().with_time(Duration::ZERO)).limit, Some(Stop::Time));
}

#[test]
fn hints_take_the_first_technique_in_order() {
    let net = boxes(3, 3);
    // 4 in box 1 only in row 1: locked candidates are all there is.
    let at = without(&net, 4, [9, 10, 11, 18, 19, 20]);
    let step = next_step(&at, &Catalog::standard()).unwrap();
    assert_eq!((step.technique.as_str(), step.removes), ("pointing", gone(4, &[3, 4, 5, 6, 7, 8])));
    assert!(
        next_step(&at, &Catalog::standard().without(&[TechniqueId::new("pointing"), TechniqueId::new("claiming")]))
            .is_none_or(|s| s.technique.as_str() != "pointing")
    );
}

/// Against the catalog cut down: what solves without chains has none, what stalls rates as a stall,
/// and a puzzle with a chain cannot be solved by the techniques that come before chains.
#[test]
fn the_longest_chain_is_one_that_was_needed() {
    let standard = Catalog::standard();
    let before = standard.filter(|t| {
        let id = t.id().as_str();
        let chain = id.ends_with("-chain") || id.ends_with("-loop") || id.ends_with("aic");
        !chain && t.score() < 200 && !id.starts_with("simple-colors")
    });
    let (mut with, mut plain) = (0, 0);
    for seed in 0..12 {
        let (net, _) = random_puzzle(&boxes(3, 3), seed, 0);
        let whole = rate(&mut start(&net).unwrap(), &standard, Limits::default()).unwrap();
        let cut = rate(&mut start(&net).unwrap(), &before, Limits::default()).unwrap();
        let solved = grade(&mut start(&net).unwrap(), &before).unwrap().solved;
        assert_eq!(whole.chain == 0, solved, "seed {seed}: {whole:?}");
        assert_eq!(cut.chain, if solved { 0 } else { STALL }, "seed {seed}");
        assert!(whole.chain == 0 || whole.chain >= 4, "a chain has two strong links: {whole:?}");
        assert_eq!(whole.effort, grade(&mut start(&net).unwrap(), &standard).unwrap().effort);
        (with, plain) = (with + u32::from(!solved), plain + u32::from(solved));
        let none = Limits::default().with_nodes(0);
        assert!(rate(&mut start(&net).unwrap(), &standard, none).unwrap().limit.is_some());
    }
    assert!(with > 0 && plain > 0, "{with} with chains, {plain} without");
}
