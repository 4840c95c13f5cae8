//! Reading to a horizon: the least number of plies at which the rules and the closers up to a tier
//! prove a goal. In games this number is the depth half of difficulty, and a closer is needed where
//! the proof fails without it.

use super::hasher::PlainState;
use super::{Closer, Game, Goal, MAX_DEPTH, NodeId, Proof, ProofNode, ProofTree, Why};
use crate::{Clock, Limits, Stop, TechniqueId, Tier};
use std::collections::HashMap;

/// The answer of [`least_horizon`].
#[derive(Clone, Debug)]
pub struct Horizon<G: Game> {
    /// The least horizon in plies at which the goal is proved; 0: without a move.
    pub plies: Option<u32>,
    /// The greatest horizon that was searched to its end without a proof.
    pub failed: Option<u32>,
    /// The proof.
    pub proof: Option<Proof<G>>,
    /// `Enough`: proved. `Exhausted`: not within the horizons asked for. Else the limit that was
    /// reached.
    pub stop: Stop,
    /// Positions visited.
    pub nodes: u64,
}

/// The plies known to be enough and not to be enough for a position.
#[derive(Clone, Copy, Default)]
struct Known<M> {
    enough: Option<(u32, Option<M>)>,
    too_few: Option<u32>,
}

struct Search<'a, G: Game> {
    game: &'a G,
    closers: &'a [&'a dyn Closer<G>],
    tier: Tier,
    goal: Goal<G::Value>,
    clock: Clock,
    nodes: u64,
    capacity: usize,
    table: HashMap<G::Position, Known<G::Move>, PlainState>,
}

/// The least horizon, up to `most` plies (and [`MAX_DEPTH`]), at which `goal` is proved from `at`
/// by the rules and the closers of tier ≤ `tier`. A line that is open at the horizon proves
/// nothing, whatever endless play is worth.
pub fn least_horizon<G: Game>(
    game: &G,
    closers: &[&dyn Closer<G>],
    tier: Tier,
    at: &G::Position,
    goal: Goal<G::Value>,
    most: u32,
    limits: &Limits,
) -> Horizon<G> {
    let bytes = 2 * (game.position_bytes() + size_of::<Known<G::Move>>() + 1);
    let capacity = limits.memory / bytes;
    let clock = limits.start();
    let mut search = Search { game, closers, tier, goal, clock, nodes: 0, capacity, table: HashMap::default() };
    let mut answer = Horizon { plies: None, failed: None, proof: None, stop: Stop::Exhausted, nodes: 0 };
    for plies in 0..=most.min(MAX_DEPTH) {
        match search.proves(at, plies) {
            Err(stop) => {
                answer.stop = stop;
                break;
            }
            Ok(false) => answer.failed = Some(plies),
            Ok(true) => {
                answer.plies = Some(plies);
                answer.stop = Stop::Enough;
                answer.proof = search.proof(at);
                break;
            }
        }
    }
    answer.nodes = search.nodes;
    answer
}

/// The closers of tier ≤ `tier` without which the proof at this horizon fails, in the order given,
/// and why the search for them ended (limits are for each closer; one that a limit leaves open is
/// not listed).
pub fn needed_closers<G: Game>(
    game: &G,
    closers: &[&dyn Closer<G>],
    tier: Tier,
    at: &G::Position,
    goal: Goal<G::Value>,
    plies: u32,
    limits: &Limits,
) -> (Vec<TechniqueId>, Stop) {
    let mut needed = Vec::new();
    let mut stop = Stop::Exhausted;
    if least_horizon(game, closers, tier, at, goal, plies, limits).plies.is_none() {
        return (needed, stop);
    }
    for (i, closer) in closers.iter().enumerate().filter(|(_, c)| c.tier() <= tier) {
        let mut others = closers.to_vec();
        others.remove(i);
        let without = least_horizon(game, &others, tier, at, goal, plies, limits);
        match without.stop {
            Stop::Exhausted => needed.push(closer.id().clone()),
            Stop::Enough => {}
            limit => stop = limit,
        }
    }
    (needed, stop)
}

impl<G: Game> Search<'_, G> {
    /// The goal as the rules or a closer decide it.
    fn leaf(&self, at: &G::Position) -> Option<(bool, Why<G>)> {
        if let Some(value) = self.game.verdict(at) {
            return Some((self.goal.met(value), Why::Verdict));
        }
        self.closers.iter().filter(|c| c.tier() <= self.tier).find_map(|closer| {
            let met = self.goal.decided(closer.close(self.game, at)?)?;
            Some((met, Why::Closer(closer.id().clone())))
        })
    }

    fn proves(&mut self, at: &G::Position, plies: u32) -> Result<bool, Stop> {
        let known = self.table.get(at).copied().unwrap_or(Known { enough: None, too_few: None });
        if known.enough.is_some_and(|(p, _)| p <= plies) {
            return Ok(true);
        }
        if known.too_few.is_some_and(|p| p >= plies) {
            return Ok(false);
        }
        self.nodes += 1;
        if let Some(stop) = self.clock.check(self.nodes) {
            return Err(stop);
        }
        let (proved, by, plies) = match self.leaf(at) {
            Some((true, _)) => (true, None, 0),
            Some((false, _)) => (false, None, u32::MAX),
            None if plies == 0 => (false, None, 0),
            None => {
                let mut moves = Vec::new();
                self.game.moves(at, &mut moves);
                let prover = self.game.side(at) == self.goal.side;
                // The prover needs one move; the other side must have one, and all must fail.
                let (mut proved, mut by) = (!prover && !moves.is_empty(), None);
                for mv in moves {
                    if self.proves(&self.game.play(at, mv), plies - 1)? == prover {
                        (proved, by) = (prover, Some(mv));
                        break;
                    }
                }
                (proved, by.filter(|_| proved), plies)
            }
        };
        if self.table.len() >= self.capacity && !self.table.contains_key(at) {
            return Err(Stop::Memory);
        }
        let known = self.table.entry(at.clone()).or_insert(Known { enough: None, too_few: None });
        if proved {
            // The same position deeper in this very search may have been proved with fewer.
            if known.enough.is_none_or(|(p, _)| p > plies) {
                known.enough = Some((plies, by));
            }
        } else {
            known.too_few = Some(known.too_few.map_or(plies, |p| p.max(plies)));
        }
        Ok(proved)
    }

    /// The proof that the table holds. Enough plies fall along each of its lines, so it has no
    /// cycle.
    fn proof(&self, root: &G::Position) -> Option<Proof<G>> {
        let enough = |p: &G::Position| self.table.get(p).and_then(|k| k.enough);
        let mut needed: HashMap<G::Position, usize, PlainState> = HashMap::default();
        let mut order: Vec<(u32, usize, G::Position)> = Vec::new();
        let mut open = vec![root.clone()];
        while let Some(at) = open.pop() {
            if needed.contains_key(&at) {
                continue;
            }
            let (plies, by) = enough(&at)?;
            needed.insert(at.clone(), 0);
            if plies > 0 {
                match by {
                    Some(mv) => open.push(self.game.play(&at, mv)),
                    None => open.extend(self.game.legal(&at).into_iter().map(|mv| self.game.play(&at, mv))),
                }
            }
            order.push((plies, order.len(), at));
        }
        order.sort_by_key(|&(plies, found, _)| (plies, found));
        for (place, (_, _, at)) in order.iter().enumerate() {
            needed.insert(at.clone(), place);
        }
        let id = |p: &G::Position| needed.get(p).map(|&i| NodeId(i as u32));
        let mut nodes = Vec::with_capacity(order.len());
        for (plies, _, at) in &order {
            let why = match enough(at)? {
                _ if *plies == 0 => self.leaf(at)?.1,
                (_, Some(mv)) => Why::Choice(mv, id(&self.game.play(at, mv))?),
                (_, None) => {
                    let replies = self.game.legal(at).into_iter();
                    let replies: Option<Vec<_>> =
                        replies.map(|mv| id(&self.game.play(at, mv)).map(|to| (mv, to))).collect();
                    Why::Replies(replies?)
                }
            };
            nodes.push(ProofNode { position: at.clone(), why });
        }
        let tree = ProofTree { claim: self.goal.claim(true), root: id(root)?, nodes };
        Some(Proof::Tree(tree))
    }
}
