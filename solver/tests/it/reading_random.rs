//! Negamax, fixpoint and df-pn agree on random cyclic graphs, and every answer's
//! proof replays.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::reading::{
    DfPn, ExplicitGame, Goal, Interval, Outcome, Proof, Side, Why, fixpoint, negamax, replay,
};
use tesuji_solver::{Limits, Stop};

fn below(rng: &mut ChaCha8Rng, n: u32) -> u32 {
    rng.next_u32() % n
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A graph of `n` positions with up to three moves each; about every fifth position is an ending, a
/// few are stuck.
fn random_game(rng: &mut ChaCha8Rng, n: u32, endless: Outcome, drawn_endings: bool) -> ExplicitGame<Outcome> {
    sparse_game(rng, n, endless, drawn_endings, 5)
}

/// The same with every `rarity`-th position an ending.
fn sparse_game(
    rng: &mut ChaCha8Rng,
    n: u32,
    endless: Outcome,
    drawn_endings: bool,
    rarity: u32,
) -> ExplicitGame<Outcome> {
    let mut game = ExplicitGame::new(endless);
    for _ in 0..n {
        game.add(SIDES[below(rng, 2) as usize]);
    }
    for at in 0..n {
        // Position 0 is the root and goes on.
        if at > 0 && below(rng, rarity) == 0 {
            let values = if drawn_endings { &Outcome::ALL[..] } else { &[Outcome::Loss, Outcome::Win] };
            game.end(at, values[below(rng, values.len() as u32) as usize]);
        } else {
            let moves = if below(rng, 30) == 0 { 0 } else { 1 + below(rng, 3) };
            for _ in 0..moves {
                game.link(at, below(rng, n));
            }
        }
    }
    game
}

/// All goals that are not trivial.
fn goals() -> [Goal<Outcome>; 4] {
    [
        Goal { side: Side::First, value: Outcome::Win },
        Goal { side: Side::First, value: Outcome::Draw },
        Goal { side: Side::Second, value: Outcome::Loss },
        Goal { side: Side::Second, value: Outcome::Draw },
    ]
}

/// Asks df-pn all goals at `root` and replays the proofs.
fn check_dfpn(game: &ExplicitGame<Outcome>, root: u32, value: Outcome, limits: &Limits, seen: &mut Seen) {
    for goal in goals() {
        let read = DfPn::new().solve(game, &root, goal, limits);
        assert_eq!(read.holds, Some(goal.met(value)), "{goal:?} at {root} of {game:?}");
        assert_eq!(read.stop, Stop::Exhausted);
        let proof = read.proof.expect("a table that was never full loses nothing");
        replay(game, &root, goal.claim(goal.met(value)), &proof, &[]).expect("an accepted proof");
        seen.proofs += 1;
        seen.closed += u32::from(matches!(proof, Proof::Closed(_)));
        seen.again += u32::from(read.stats.rounds > 1);
        seen.whole += u32::from(read.stats.whole_graph);
    }
}

#[derive(Debug, Default)]
struct Seen {
    proofs: u32,
    closed: u32,
    again: u32,
    whole: u32,
}

/// How many graphs the main comparison takes: 10,000, or what `TESUJI_RANDOM_GRAPHS` says.
fn how_many() -> u32 {
    std::env::var("TESUJI_RANDOM_GRAPHS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000)
}

#[test]
fn three_readers_agree_on_ten_thousand_cyclic_graphs() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let limits = Limits::default();
    let (mut values, mut endless_play, mut seen) = ([0_u32; 3], 0, Seen::default());
    let graphs = how_many();
    for i in 0..graphs {
        let endless = if i % 2 == 0 { Outcome::Draw } else { Outcome::ALL[below(&mut rng, 3) as usize] };
        let n = 3 + below(&mut rng, 8);
        let game = random_game(&mut rng, n, endless, true);
        let labels = fixpoint(&game, [0], &limits);
        let value = labels.value(&0).expect("a complete graph");
        values[value as usize] += 1;
        // A side that can force something can force it in fewer plies than there are positions.
        let plain = negamax(&game, &0, n, &limits);
        assert_eq!(plain.stop, Stop::Exhausted);
        match value.cmp(&endless) {
            std::cmp::Ordering::Greater => assert_eq!(plain.interval.low, value, "{game:?}"),
            std::cmp::Ordering::Less => assert_eq!(plain.interval.high, value, "{game:?}"),
            std::cmp::Ordering::Equal => {
                assert!(plain.interval.low <= value && value <= plain.interval.high, "{game:?}");
                endless_play += u32::from(plain.interval.value().is_none());
            }
        }
        // With drawn endless play the distance of a win is the least depth at which negamax sees
        // it.
        if endless == Outcome::Draw && value != Outcome::Draw {
            let distance = labels.distance(&0).expect("forced");
            assert_eq!(negamax(&game, &0, distance, &limits).interval.value(), Some(value), "{game:?}");
            assert_eq!(negamax(&game, &0, distance - 1, &limits).interval.value(), None, "{game:?}");
        }
        check_dfpn(&game, 0, value, &limits, &mut seen);
        assert_eq!(DfPn::new().outcome(&game, &0, &limits), (Interval::exact(value), Stop::Exhausted));
    }
    eprintln!("values {values:?}, endless {endless_play}, {seen:?}");
    // The sample must not be one-sided.
    // Disproofs that rested on a path were met, and put right.
    assert!(seen.again > 0, "{seen:?}");
    assert!(values.iter().all(|&v| v > graphs / 10) && endless_play > graphs / 10, "{values:?} {endless_play}");
    assert!(seen.closed > graphs / 3 && seen.proofs - seen.closed > graphs / 3, "{seen:?}");
}

#[test]
fn larger_graphs_from_many_roots() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = Seen::default();
    for _ in 0..150 {
        let n = 20 + below(&mut rng, 100);
        let endless = Outcome::ALL[below(&mut rng, 3) as usize];
        let rarity = 4 + below(&mut rng, 20);
        let game = sparse_game(&mut rng, n, endless, false, rarity);
        let labels = fixpoint(&game, 0..n, &Limits::default());
        for root in 0..n.min(12) {
            let value = labels.value(&root).expect("a complete graph");
            check_dfpn(&game, root, value, &Limits::default(), &mut seen);
        }
    }
    eprintln!("{seen:?}");
}

/// Layers of alternating turns with three ways on from each position and some ways back; the last
/// layer ends the game.
fn layered_game(rng: &mut ChaCha8Rng, layers: u32, width: u32) -> ExplicitGame<Outcome> {
    let mut game = ExplicitGame::new(Outcome::Draw);
    for at in 0..layers * width {
        game.add(SIDES[(at / width) as usize % 2]);
    }
    for at in 0..layers * width {
        let layer = at / width;
        if layer + 1 == layers {
            // Rare enough that neither side wins at once: x = (1 - (1 - x)^3)^3 near 0.25.
            game.end(at, if below(rng, 4) == 0 { Outcome::Win } else { Outcome::Loss });
            continue;
        }
        for _ in 0..3 {
            game.link(at, (layer + 1) * width + below(rng, width));
        }
        if below(rng, 10) == 0 {
            game.link(at, below(rng, (layer + 1) * width));
        }
    }
    game
}

#[test]
fn a_table_too_small_never_lies() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut decided, mut gave_up, mut swept, mut proofs) = (0, 0, 0, 0);
    for _ in 0..8 {
        let game = layered_game(&mut rng, 12, 300);
        let labels = fixpoint(&game, [0], &Limits::default());
        let value = labels.value(&0).expect("a complete graph");
        let limits = Limits::default().with_memory(1).with_nodes(30_000);
        for goal in goals() {
            let read = DfPn::new().solve(&game, &0, goal, &limits);
            swept += read.stats.swept;
            match read.holds {
                Some(holds) => {
                    decided += 1;
                    assert_eq!(holds, goal.met(value));
                    if let Some(proof) = read.proof {
                        replay(&game, &0, goal.claim(holds), &proof, &[]).expect("an accepted proof");
                        proofs += 1;
                    }
                }
                None => {
                    gave_up += 1;
                    assert!(matches!(read.stop, Stop::Nodes | Stop::Memory), "{:?}", read.stop);
                }
            }
            let roomy = DfPn::new().solve(&game, &0, goal, &Limits::default());
            assert_eq!(roomy.holds, Some(goal.met(value)));
            assert_eq!(roomy.stats.swept, 0);
            let proof = roomy.proof.expect("a table that was never full loses nothing");
            replay(&game, &0, goal.claim(goal.met(value)), &proof, &[]).expect("an accepted proof");
        }
    }
    eprintln!("decided {decided}, gave up {gave_up}, swept {swept}, proofs {proofs}");
    assert!(swept > 0 && decided > 0, "decided {decided}, swept {swept}");
}

#[test]
fn limits_stop_every_reader_and_leave_true_bounds() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut cut, mut open) = (0, 0);
    for _ in 0..200 {
        let game = random_game(&mut rng, 40, Outcome::Draw, true);
        let whole = fixpoint(&game, [0], &Limits::default());
        let value = whole.value(&0).expect("a complete graph");
        for nodes in [0, 1, 5, 15] {
            let limits = Limits::default().with_nodes(nodes);
            let part = fixpoint(&game, [0], &limits);
            for (at, known) in part.graph().positions().iter().zip(part.labels()) {
                let exact = whole.value(at).expect("a complete graph");
                assert!(known.low <= exact && exact <= known.high, "{at} of {game:?}");
                open += u32::from(known.value().is_none());
            }
            cut += u32::from(part.stop() == Stop::Nodes);
            let plain = negamax(&game, &0, 12, &limits);
            assert!(plain.interval.low <= value && value <= plain.interval.high);
            for goal in goals() {
                let read = DfPn::new().solve(&game, &0, goal, &limits);
                assert!(read.holds.is_none_or(|h| h == goal.met(value)));
                assert_eq!(read.holds.is_none(), read.stop == Stop::Nodes);
            }
        }
        let none = fixpoint(&game, [0], &Limits::default().with_memory(0));
        assert_eq!((none.stop(), none.graph().len()), (Stop::Memory, 1));
        assert_eq!(none.interval(&0), Some(Interval::UNKNOWN));
    }
    assert!(cut > 100 && open > 100);
}

#[test]
fn scores_on_cyclic_graphs() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..2_000 {
        let mut game = ExplicitGame::new(i32::try_from(below(&mut rng, 9)).unwrap_or(0) - 4);
        let n = 3 + below(&mut rng, 7);
        for _ in 0..n {
            game.add(SIDES[below(&mut rng, 2) as usize]);
        }
        for at in 0..n {
            if below(&mut rng, 3) == 0 {
                game.end(at, below(&mut rng, 9) as i32 - 4);
            }
            for _ in 0..2 {
                game.link(at, below(&mut rng, n));
            }
        }
        let value = fixpoint(&game, [0], &Limits::default()).value(&0).expect("a complete graph");
        kinds.insert(value);
        let plain = negamax(&game, &0, n, &Limits::default()).interval;
        assert!(plain.low <= value && value <= plain.high);
        let scale: Vec<i32> = (-4..=4).collect();
        assert_eq!(DfPn::new().value(&game, &0, &scale, &Limits::default()), (Interval::exact(value), Stop::Exhausted));
    }
    assert_eq!(kinds.len(), 9, "{kinds:?}");
}

/// The graph-history problem in small. Forcer (First) at r: to a or b; both lead, by the defender,
/// to each other's forcer node or on; the only win is from c, reached from b. A disproof of d found
/// on a path through b is wrong.
#[test]
fn graph_history() {
    let mut game = ExplicitGame::new(Outcome::Draw);
    let r = game.add(Side::First);
    let a = game.add(Side::Second);
    let d = game.add(Side::First);
    let b = game.add(Side::Second);
    let c = game.add(Side::First);
    let won = game.add(Side::First);
    for (from, to) in [(r, b), (r, a), (a, d), (d, b), (b, c), (c, d), (c, won)] {
        game.link(from, to);
    }
    game.end(won, Outcome::Win);
    let goal = Goal { side: Side::First, value: Outcome::Win };
    for root in [r, a, d, b, c] {
        let read = DfPn::new().solve(&game, &root, goal, &Limits::default());
        assert_eq!(read.holds, Some(true));
        let Some(Proof::Tree(tree)) = read.proof else { panic!("a win is a tree") };
        let line = tree.main_line();
        assert_eq!(line.len() as u32, tree.depth());
        assert_eq!(line.last().map(|l| l.1), Some(won));
        assert!(tree.nodes.iter().any(|n| matches!(n.why, Why::Verdict)));
    }
}
