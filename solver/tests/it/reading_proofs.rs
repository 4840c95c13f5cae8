//! The referee of game proofs: damaged proofs are refused, and no made-up proof of a false claim is
//! accepted.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeMap;
use tesuji_solver::reading::{
    Claim, ClosedSet, DfPn, ExplicitGame, Flaw, Game, Goal, Hold, NodeId, Outcome, Proof, ProofNode, ProofTree, Side,
    Why, fixpoint, replay,
};
use tesuji_solver::{Limits, TechniqueId};

type Toy = ExplicitGame<Outcome>;
type Replies = Vec<(u32, NodeId)>;

fn below(rng: &mut ChaCha8Rng, n: u32) -> u32 {
    rng.next_u32() % n
}

fn random_game(rng: &mut ChaCha8Rng, n: u32, endless: Outcome) -> Toy {
    let mut game = ExplicitGame::new(endless);
    for _ in 0..n {
        game.add([Side::First, Side::Second][below(rng, 2) as usize]);
    }
    for at in 0..n {
        if below(rng, 4) == 0 {
            game.end(at, Outcome::ALL[below(rng, 3) as usize]);
        }
        for _ in 0..below(rng, 4) {
            game.link(at, below(rng, n));
        }
    }
    game
}

fn goals() -> [Goal<Outcome>; 4] {
    let goal = |side, value| Goal { side, value };
    [
        goal(Side::First, Outcome::Win),
        goal(Side::First, Outcome::Draw),
        goal(Side::Second, Outcome::Loss),
        goal(Side::Second, Outcome::Draw),
    ]
}

/// Every damage of every kind that fits, one at a time.
fn damaged_trees(game: &Toy, tree: &ProofTree<Toy>) -> Vec<(&'static str, ProofTree<Toy>)> {
    let mut all = Vec::new();
    let mut with = |kind: &'static str, change: &mut dyn FnMut(&mut ProofTree<Toy>)| {
        let mut copy = tree.clone();
        change(&mut copy);
        all.push((kind, copy));
    };
    with("no nodes", &mut |t| t.nodes.clear());
    with("root out of the list", &mut |t| t.root = NodeId(t.nodes.len() as u32));
    with("another claim", &mut |t| t.claim = t.claim.denied());
    if tree.nodes.len() > 1 {
        with("wrong root", &mut |t| t.root = NodeId(if t.root.0 == 0 { 1 } else { 0 }));
    }
    for (i, node) in tree.nodes.iter().enumerate() {
        with("closer that nobody gave", &mut |t| t.nodes[i].why = Why::Closer(TechniqueId::new("trust-me")));
        match &node.why {
            Why::Verdict => {
                with("play after the end", &mut |t| t.nodes[i].why = Why::Replies(Vec::new()));
                with("wrong value at a leaf", &mut |t| {
                    // A finished game whose value does not fit, or a game that goes on.
                    let bad = |p: &u32| game.verdict(p).is_none_or(|v| !tree.claim.fits(v));
                    if let Some(other) = (0..game.len() as u32).find(bad) {
                        t.nodes[i].position = other;
                    } else {
                        t.nodes.clear();
                    }
                });
            }
            Why::Closer(_) => {}
            Why::Choice(mv, to) => {
                with("verdict where play goes on", &mut |t| t.nodes[i].why = Why::Verdict);
                with("wrong side", &mut |t| t.nodes[i].why = Why::Replies(vec![(*mv, *to)]));
                with("illegal move", &mut |t| t.nodes[i].why = Why::Choice(u32::MAX, *to));
                with("cycle", &mut |t| t.nodes[i].why = Why::Choice(*mv, NodeId(i as u32)));
                with("missing child", &mut |t| t.nodes[i].why = Why::Choice(*mv, NodeId(u32::MAX)));
            }
            Why::Replies(replies) => {
                with("verdict where play goes on", &mut |t| t.nodes[i].why = Why::Verdict);
                with("wrong side", &mut |t| t.nodes[i].why = Why::Choice(replies[0].0, replies[0].1));
                for r in 0..replies.len() {
                    let mut edit = |kind, change: &mut dyn FnMut(&mut Replies)| {
                        let mut copy = replies.clone();
                        change(&mut copy);
                        with(kind, &mut |t| t.nodes[i].why = Why::Replies(copy.clone()));
                    };
                    edit("dropped reply", &mut |c| {
                        c.remove(r);
                    });
                    edit("reply twice", &mut |c| c.push(c[r]));
                    edit("illegal move", &mut |c| c.push((u32::MAX, c[r].1)));
                    edit("missing child", &mut |c| c[r].1 = NodeId(u32::MAX));
                    edit("cycle", &mut |c| c[r].1 = NodeId(i as u32));
                    if r > 0 {
                        edit("swapped subtrees", &mut |c| {
                            let first = c[0].1;
                            c[0].1 = std::mem::replace(&mut c[r].1, first);
                        });
                    }
                }
            }
        }
    }
    all
}

fn damaged_sets(game: &Toy, set: &ClosedSet<Toy>) -> Vec<(&'static str, ClosedSet<Toy>)> {
    let mut all = Vec::new();
    let mut with = |kind: &'static str, change: &mut dyn FnMut(&mut ClosedSet<Toy>)| {
        let mut copy = set.clone();
        change(&mut copy);
        all.push((kind, copy));
    };
    with("another claim", &mut |s| s.claim = s.claim.denied());
    for (i, (position, hold)) in set.members.iter().enumerate() {
        // The root missing, or a member that the others lead to.
        with("missing member", &mut |s| drop(s.members.remove(i)));
        with("member twice", &mut |s| s.members.push(s.members[i].clone()));
        with("closer that nobody gave", &mut |s| s.members[i].1 = Hold::Closer(TechniqueId::new("trust-me")));
        if i > 0 {
            with("wrong root", &mut |s| s.members.swap(0, i));
        }
        match hold {
            Hold::Move(mv) => {
                with("wrong side", &mut |s| s.members[i].1 = Hold::Every);
                with("illegal move", &mut |s| s.members[i].1 = Hold::Move(u32::MAX));
                with("verdict where play goes on", &mut |s| s.members[i].1 = Hold::Verdict);
                with("stuck where there is a move", &mut |s| s.members[i].1 = Hold::Stuck);
                let outside = |m: &u32| m != mv && set.members.iter().all(|(p, _)| p != m);
                if let Some(out) = game.legal(position).into_iter().find(outside) {
                    with("move that leaves the set", &mut |s| s.members[i].1 = Hold::Move(out));
                }
            }
            Hold::Every => {
                with("verdict where play goes on", &mut |s| s.members[i].1 = Hold::Verdict);
                with("wrong side", &mut |s| {
                    s.members[i].1 = Hold::Move(game.legal(position).first().copied().unwrap_or(u32::MAX));
                });
            }
            Hold::Verdict => {
                with("play after the end", &mut |s| s.members[i].1 = Hold::Every);
                with("stuck after the end", &mut |s| s.members[i].1 = Hold::Stuck);
            }
            Hold::Stuck => with("verdict where play goes on", &mut |s| s.members[i].1 = Hold::Verdict),
            Hold::Closer(_) => {}
        }
    }
    all
}

#[test]
fn damaged_proofs_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut refused = BTreeMap::<&str, u32>::new();
    let mut flaws = BTreeMap::<String, u32>::new();
    for _ in 0..1_000 {
        let endless = Outcome::ALL[below(&mut rng, 3) as usize];
        let n = 6 + below(&mut rng, 10);
        let game = random_game(&mut rng, n, endless);
        for goal in goals() {
            let read = DfPn::new().solve(&game, &0, goal, &Limits::default());
            let (Some(holds), Some(proof)) = (read.holds, read.proof) else { panic!("unlimited") };
            let claim = goal.claim(holds);
            let damaged: Vec<(&str, Proof<Toy>)> = match &proof {
                Proof::Tree(tree) => {
                    damaged_trees(&game, tree).into_iter().map(|(kind, t)| (kind, Proof::Tree(t))).collect()
                }
                Proof::Closed(set) => {
                    damaged_sets(&game, set).into_iter().map(|(kind, s)| (kind, Proof::Closed(s))).collect()
                }
            };
            for (kind, bad) in damaged {
                match replay(&game, &0, claim, &bad, &[]) {
                    Ok(()) => panic!("{kind} accepted: {bad:?} of {game:?}"),
                    Err(flaw) => {
                        let name = format!("{flaw:?}");
                        let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
                        *flaws.entry(name).or_default() += 1;
                    }
                }
                *refused.entry(kind).or_default() += 1;
            }
        }
    }
    eprintln!("{refused:?}\n{flaws:?}");
    assert!(refused.len() >= 16 && refused.values().all(|&n| n >= 20), "{refused:?}");
    assert!(flaws.len() >= 12, "{flaws:?}");
}

#[test]
fn a_closed_set_needs_good_endless_play() {
    let mut game = ExplicitGame::new(Outcome::Draw);
    let (a, b) = (game.add(Side::First), game.add(Side::Second));
    game.link(a, b);
    game.link(b, a);
    let members = vec![(a, Hold::Move(b)), (b, Hold::Every)];
    let draw = Goal { side: Side::First, value: Outcome::Draw }.claim(true);
    let win = Goal { side: Side::First, value: Outcome::Win }.claim(true);
    let proof = |claim| Proof::Closed(ClosedSet { claim, members: members.clone() });
    assert_eq!(replay(&game, &a, draw, &proof(draw), &[]), Ok(()));
    assert_eq!(replay(&game, &a, win, &proof(win), &[]), Err(Flaw::Endless));
}

#[test]
fn a_stuck_opponent_is_no_win() {
    let mut game = ExplicitGame::new(Outcome::Draw);
    let a = game.add(Side::Second);
    let claim = Goal { side: Side::First, value: Outcome::Win }.claim(true);
    let nodes = vec![ProofNode { position: a, why: Why::Replies(Vec::new()) }];
    let proof = Proof::Tree(ProofTree { claim, root: NodeId(0), nodes });
    assert_eq!(replay(&game, &a, claim, &proof, &[]), Err(Flaw::Stuck { at: 0 }));
}

/// A proof of anything, written by nobody.
fn invented(rng: &mut ChaCha8Rng, game: &Toy, claim: Claim<Outcome>) -> Proof<Toy> {
    let n = game.len() as u32;
    if below(rng, 2) == 0 {
        let mut members: Vec<(u32, Hold<Toy>)> = Vec::new();
        for position in 0..n {
            if position > 0 && below(rng, 3) == 0 {
                continue;
            }
            let moves = game.legal(&position);
            let hold = match moves.len() {
                0 if game.verdict(&position).is_some() => Hold::Verdict,
                0 => Hold::Stuck,
                _ if game.side(&position) != claim.prover() => Hold::Every,
                k => Hold::Move(moves[below(rng, k as u32) as usize]),
            };
            members.push((position, hold));
        }
        return Proof::Closed(ClosedSet { claim, members });
    }
    let mut order: Vec<u32> = (1..n).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, below(rng, i as u32 + 1) as usize);
    }
    order.push(0);
    let id = |p: u32| NodeId(order.iter().position(|&o| o == p).unwrap_or(0) as u32);
    let node = |&position: &u32| {
        let moves = game.legal(&position);
        let why = match moves.len() {
            0 => Why::Verdict,
            _ if game.side(&position) != claim.prover() => Why::Replies(moves.iter().map(|&m| (m, id(m))).collect()),
            k => {
                let mv = moves[below(rng, k as u32) as usize];
                Why::Choice(mv, id(mv))
            }
        };
        ProofNode { position, why }
    };
    let nodes: Vec<_> = order.iter().map(node).collect();
    Proof::Tree(ProofTree { claim, root: NodeId(n - 1), nodes })
}

#[test]
fn whatever_is_accepted_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut trees, mut sets, mut refused) = (0, 0, 0);
    for _ in 0..1_500 {
        let endless = Outcome::ALL[below(&mut rng, 3) as usize];
        let n = 2 + below(&mut rng, 4);
        let game = random_game(&mut rng, n, endless);
        let value = fixpoint(&game, [0], &Limits::default()).value(&0).expect("a complete graph");
        for goal in goals() {
            for holds in [false, true] {
                for _ in 0..12 {
                    let claim = goal.claim(holds);
                    let proof = invented(&mut rng, &game, claim);
                    match replay(&game, &0, claim, &proof, &[]) {
                        Ok(()) => {
                            assert_eq!(goal.met(value), holds, "{proof:?} of {game:?}");
                            *(if matches!(proof, Proof::Tree(_)) { &mut trees } else { &mut sets }) += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    eprintln!("accepted {trees} trees and {sets} sets, refused {refused}");
    assert!(trees > 500 && sets > 500 && refused > 10_000);
}
