//! Proofs of random enclosed positions, replayed by the rules; and the same proofs damaged, which
//! must be refused.
//!
//! ```text
//! cargo run --release -p tesuji-go --example go_lab -- proofs \
//!     [--count N] [--empty E] [--nodes N] [--seed S]
//! ```
//!
//! Counts until there are N proof trees (of captures); the closed sets (of life) that come with
//! them are checked as well. A position counts by each side to move first; one that the nodes don't
//! decide is skipped.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeMap;
use tesuji_go::read::{Area, Exits, LifeGame, sample};
use tesuji_go::{DfPnReader, Role};
use tesuji_solver::Limits;
use tesuji_solver::Stop;
use tesuji_solver::reading::{Hold, NodeId, Proof, ProofTree, Why};

/// The ways to damage a proof that make it wrong for sure.
fn damaged(proof: &Proof<LifeGame>, rng: &mut ChaCha8Rng) -> Vec<(&'static str, Proof<LifeGame>)> {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let mut all = Vec::new();
    match proof {
        Proof::Tree(tree) => {
            let mut add = |what, change: &mut dyn FnMut(&mut ProofTree<LifeGame>)| {
                let mut copy = tree.clone();
                change(&mut copy);
                all.push((what, Proof::Tree(copy)));
            };
            let of = |wanted: fn(&Why<LifeGame>) -> bool| -> Vec<usize> {
                (0..tree.nodes.len()).filter(|&i| wanted(&tree.nodes[i].why)).collect()
            };
            let replies = of(|why| matches!(why, Why::Replies(_)));
            let choices = of(|why| matches!(why, Why::Choice(..)));
            let closers = of(|why| matches!(why, Why::Closer(_)));
            if !replies.is_empty() {
                let at = replies[below(replies.len())];
                add("a reply left out", &mut |tree| {
                    if let Why::Replies(list) = &mut tree.nodes[at].why {
                        list.remove(below(list.len()));
                    }
                });
                add("a position called captured", &mut |tree| tree.nodes[at].why = Why::Verdict);
            }
            if !choices.is_empty() {
                let at = choices[below(choices.len())];
                add("a move that leads back", &mut |tree| {
                    if let Why::Choice(_, to) = &mut tree.nodes[at].why {
                        *to = NodeId(at as u32);
                    }
                });
            }
            if !closers.is_empty() {
                let at = closers[below(closers.len())];
                add("a lemma called capture", &mut |tree| tree.nodes[at].why = Why::Verdict);
                let stones = cells_of(tree.nodes[at].position.defender);
                let gone = stones[below(stones.len())];
                add("a stone gone", &mut |tree| tree.nodes[at].position.defender &= !(1 << gone));
            }
            add("the claim turned round", &mut |tree| tree.claim.holds = !tree.claim.holds);
        }
        Proof::Closed(set) => {
            let closers: Vec<_> =
                (0..set.members.len()).filter(|&i| matches!(set.members[i].1, Hold::Closer(_))).collect();
            if !closers.is_empty() {
                let mut copy = set.clone();
                copy.members[closers[below(closers.len())]].1 = Hold::Verdict;
                all.push(("two eyes called the end", Proof::Closed(copy)));
            }
            if set.members.len() > 1 {
                let mut copy = set.clone();
                copy.members.remove(1 + below(set.members.len() - 1));
                all.push(("a member left out", Proof::Closed(copy)));
            }
            let mut copy = set.clone();
            copy.claim.holds = !copy.claim.holds;
            all.push(("the claim turned round", Proof::Closed(copy)));
        }
    }
    all
}

fn cells_of(set: u64) -> Vec<u8> {
    tesuji_go::read::cells(set).collect()
}

/// Proofs of random enclosed positions, replayed; and damaged ones, which must be refused.
#[derive(clap::Args)]
pub struct Args {
    /// Proof trees
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// Empty points of a position, at most
    #[arg(long, default_value_t = 10)]
    empty: usize,
    /// Positions to read one
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs it.
pub fn run(args: Args) {
    let Args { count, empty, nodes, seed } = args;
    let limits = Limits::default().with_nodes(nodes);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let fast = DfPnReader::new();
    let (mut trees, mut sets, mut skipped, mut wrong, mut accepted) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let (mut nodes, mut members, mut largest) = (0_u64, 0_u64, 0);
    let mut refused = BTreeMap::<&str, u64>::new();
    let mut drawn = 0_u64;
    while trees < count {
        drawn += 1;
        // Every other one a larger group of several chains.
        let question =
            if drawn.is_multiple_of(2) { sample::group(&mut rng, empty) } else { sample::enclosed(&mut rng, empty) };
        let Some(question) = question else { continue };
        for first in Role::ALL {
            let proved = fast.prove(&question, first, &limits).expect("small");
            if proved.reading.stop != Stop::Exhausted {
                skipped += 1;
                continue;
            }
            if let Err(why) = proved.check(&question, first).expect("small") {
                wrong += 1;
                println!("{} {first} first, {}: {why}", question.picture(), proved.reading.outcome);
            }
            let exits = if proved.reading.outcome.lives() { Exits::Blocked } else { Exits::Free };
            let game = LifeGame { area: Area::of(&question, exits).expect("small") };
            for mut certificate in proved.certificates {
                match &certificate.proof {
                    Proof::Tree(tree) => {
                        trees += 1;
                        nodes += tree.nodes.len() as u64;
                        largest = largest.max(tree.nodes.len());
                    }
                    Proof::Closed(set) => {
                        sets += 1;
                        members += set.members.len() as u64;
                    }
                }
                let root = game.area.state(&question, first, certificate.supply);
                for (what, proof) in damaged(&certificate.proof, &mut rng) {
                    certificate.proof = proof;
                    if certificate.check(&game, &root).is_err() {
                        *refused.entry(what).or_default() += 1;
                    } else {
                        accepted += 1;
                        println!("{} {first} first: accepted, {what}", question.picture());
                    }
                }
            }
        }
    }
    println!(
        "{trees} trees ({nodes} positions, the largest {largest}) and {sets} closed sets ({members} positions) replayed, \
         {wrong} flawed; damaged: {refused:?} refused, {accepted} accepted; {skipped} not decided"
    );
    if wrong + accepted > 0 {
        std::process::exit(1);
    }
}
