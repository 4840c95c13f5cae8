//! The search itself: one loop over an explicit stack.

use super::table::{Entry, INFINITE, Number, Table};
use super::{DfPn, Read, ReadStats};
use crate::reading::hasher::PlainState;
use crate::reading::{Claim, Game, Goal, Proof, Side};
use crate::{Clock, Limits, Stop, TechniqueId};
use std::collections::HashSet;

/// Why a search from a root ended without an answer.
pub(super) enum Halt {
    Limit(Stop),
    /// Nothing new for too long.
    Circling,
}

/// Why a position needs no search.
pub(super) enum Leaf {
    Verdict,
    Closer(TechniqueId),
}

pub(super) struct Search<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) settings: &'a DfPn<'a, G>,
    /// What the forcer would prove.
    pub(super) forced: Claim<G::Value>,
    pub(super) forcer: Side,
    pub(super) limits: &'a Limits,
    pub(super) clock: Clock,
    pub(super) table: Table<G::Position>,
    pub(super) stats: ReadStats,
}

struct Child<P> {
    position: P,
    pn: Number,
    dn: Number,
    /// Leads back into the path: the forcer's failure here, whatever the table says.
    repeats: bool,
}

struct Frame<P> {
    position: P,
    /// The forcer is to move.
    forcer: bool,
    children: Vec<Child<P>>,
    /// The child being searched.
    current: usize,
    pn_limit: Number,
    dn_limit: Number,
    effort: u64,
}

/// Visits without anything new after which the search is taken to move in circles.
const CIRCLING: u64 = 100_000;
/// Visits without anything new after which limits are widened (and doubled each time again):
/// numbers on a cyclic graph can send the search to and fro without end; with wide limits it
/// becomes depth-first, which settles something.
const PATIENCE: u64 = 256;
/// Searches from the root before the whole graph is analysed.
const ROUNDS: u64 = 64;
/// Times the table's capacity that may be visited while it is too small for the search.
const THRASHING: u64 = 10_000;

/// Sum of numbers that stays below [`INFINITE`] unless a term is infinite.
fn sum(numbers: impl Iterator<Item = Number>) -> Number {
    numbers.fold(0, |total: Number, n| match n {
        INFINITE => INFINITE,
        _ if total == INFINITE => INFINITE,
        n => total.saturating_add(n).min(INFINITE - 1),
    })
}

impl<P> Frame<P> {
    /// Proof and disproof number from the children's.
    fn numbers(&self) -> (Number, Number) {
        if self.children.is_empty() {
            // No move and no verdict: endless, which is the forcer's failure.
            return (INFINITE, 0);
        }
        let (pn, dn) = (self.children.iter().map(|c| c.pn), self.children.iter().map(|c| c.dn));
        if self.forcer { (pn.min().unwrap_or(INFINITE), sum(dn)) } else { (sum(pn), dn.min().unwrap_or(INFINITE)) }
    }

    /// The child to search next and its limits, widened by `slack`.
    fn select(&self, pn: Number, dn: Number, slack: Number) -> (usize, Number, Number) {
        let key = |c: &Child<P>| if self.forcer { (c.pn, c.dn) } else { (c.dn, c.pn) };
        let (mut best, mut second) = (0, INFINITE);
        for (i, child) in self.children.iter().enumerate().skip(1) {
            if key(child) < key(&self.children[best]) {
                second = key(&self.children[best]).0;
                best = i;
            } else {
                second = second.min(key(child).0);
            }
        }
        let chosen = &self.children[best];
        // A little more than the second-best, so that the search does not switch at every step.
        let reach = match second {
            INFINITE => INFINITE,
            _ if slack >= 1 << 31 => INFINITE,
            s => s.saturating_add(s / 2).saturating_add(2).saturating_add(slack).min(INFINITE - 1),
        };
        // What the chosen child may add to the sum before the sum reaches the limit.
        let rest = |limit: Number, total: Number, own: Number| match limit {
            INFINITE => INFINITE,
            limit => limit.saturating_sub(total).saturating_add(own).clamp(1, INFINITE - 1),
        };
        if self.forcer {
            (best, self.pn_limit.min(reach), rest(self.dn_limit, dn, chosen.dn))
        } else {
            (best, rest(self.pn_limit, pn, chosen.pn), self.dn_limit.min(reach))
        }
    }
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(settings: &'a DfPn<'a, G>, game: &'a G, goal: Goal<G::Value>, limits: &'a Limits) -> Self {
        let forced = goal.claim(!goal.met(game.endless()));
        Search {
            game,
            settings,
            forced,
            forcer: forced.prover(),
            limits,
            clock: limits.start(),
            table: Table::new(limits.memory, game.position_bytes()),
            stats: ReadStats::default(),
        }
    }

    pub(super) fn run(mut self, root: &G::Position) -> Read<G> {
        loop {
            self.stats.rounds += 1;
            let before = self.table.progress;
            match self.descend(root) {
                Ok(true) => {
                    let proof = self.proof_tree(root);
                    return self.answer(Some(true), proof, Stop::Exhausted, root);
                }
                Ok(false) => {
                    if let Some(proof) = self.closed_set(root) {
                        return self.answer(Some(false), Some(proof), Stop::Exhausted, root);
                    }
                    if self.table.progress == before || self.stats.rounds >= ROUNDS {
                        return self.whole_graph(root);
                    }
                }
                Err(Halt::Limit(stop)) => return self.answer(None, None, stop, root),
                Err(Halt::Circling) => return self.whole_graph(root),
            }
        }
    }

    /// Wraps up, in terms of the goal. `forced`: does the forcer succeed?
    pub(super) fn answer(
        mut self,
        forced: Option<bool>,
        proof: Option<Proof<G>>,
        stop: Stop,
        root: &G::Position,
    ) -> Read<G> {
        self.stats.swept = self.table.swept;
        let (pn, dn) = match forced {
            Some(true) => (0, INFINITE),
            Some(false) => (INFINITE, 0),
            None => self.table.get(root).map_or((1, 1), |e| (e.pn, e.dn)),
        };
        let holds = forced.map(|f| f == self.forced.holds);
        let numbers = if self.forced.holds { (pn, dn) } else { (dn, pn) };
        Read { holds, proof, stop, numbers, stats: self.stats }
    }

    /// Is the position decided without search? `true`: for the forcer.
    pub(super) fn leaf(&self, at: &G::Position) -> Option<(bool, Leaf)> {
        if let Some(value) = self.game.verdict(at) {
            return Some((self.forced.fits(value), Leaf::Verdict));
        }
        self.settings.closers.iter().find_map(|closer| {
            let met = self.forced.goal.decided(closer.close(self.game, at)?)?;
            Some((met == self.forced.holds, Leaf::Closer(closer.id().clone())))
        })
    }

    /// What the table knows of a position, or what it gets at first sight.
    fn known(&mut self, at: &G::Position) -> (Number, Number) {
        if let Some(e) = self.table.get(at) {
            return (e.pn, e.dn);
        }
        let (pn, dn) = match self.leaf(at) {
            Some((true, _)) => (0, INFINITE),
            Some((false, _)) => (INFINITE, 0),
            None => (1, 1),
        };
        self.table.store(at, Entry { pn, dn, certain: dn == 0, effort: 0 });
        (pn, dn)
    }

    fn frame(
        &mut self,
        position: G::Position,
        path: &HashSet<G::Position, PlainState>,
        pn_limit: Number,
        dn_limit: Number,
    ) -> Frame<G::Position> {
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let children = moves.into_iter().map(|mv| {
            let child = self.game.play(&position, mv);
            let repeats = child == position || path.contains(&child);
            let (pn, dn) = if repeats { (INFINITE, 0) } else { self.known(&child) };
            Child { position: child, pn, dn, repeats }
        });
        let children = children.collect();
        let forcer = self.game.side(&position) == self.forcer;
        Frame { position, forcer, children, current: 0, pn_limit, dn_limit, effort: 1 }
    }

    /// Searches from `root` until it is proved (`true`) or disproved along the way it was searched.
    pub(super) fn descend(&mut self, root: &G::Position) -> Result<bool, Halt> {
        let (pn, dn) = self.known(root);
        if pn == 0 || dn == 0 {
            return Ok(pn == 0);
        }
        let mut path: HashSet<G::Position, PlainState> = HashSet::default();
        let mut stack = vec![self.frame(root.clone(), &path, INFINITE, INFINITE)];
        path.insert(root.clone());
        let (mut quiet, mut resolved) = (0_u64, self.table.resolved);
        while let Some(top) = stack.last_mut() {
            for child in top.children.iter_mut().filter(|c| !c.repeats) {
                // An entry that was dropped leaves the numbers as this frame last saw them.
                if let Some(e) = self.table.get(&child.position) {
                    (child.pn, child.dn) = (e.pn, e.dn);
                }
            }
            let (pn, dn) = top.numbers();
            if pn == 0 || dn == 0 || pn >= top.pn_limit || dn >= top.dn_limit {
                self.table.store(&top.position, Entry { pn, dn, certain: false, effort: top.effort });
                path.remove(&top.position);
                let effort = top.effort;
                stack.pop();
                match stack.last_mut() {
                    None => return Ok(pn == 0),
                    Some(parent) => {
                        parent.effort += effort;
                        let child = &mut parent.children[parent.current];
                        (child.pn, child.dn) = (pn, dn);
                    }
                }
                continue;
            }
            quiet = if self.table.resolved == resolved { quiet + 1 } else { 0 };
            resolved = self.table.resolved;
            let slack = match quiet / PATIENCE {
                0 => 0,
                times => 1 << times.saturating_add(3).min(31),
            };
            let (best, pn_limit, dn_limit) = top.select(pn, dn, slack);
            top.current = best;
            let position = top.children[best].position.clone();
            self.stats.nodes += 1;
            if let Some(stop) = self.clock.check(self.stats.nodes) {
                self.table.store(root, root_entry(&stack));
                return Err(Halt::Limit(stop));
            }
            if self.table.swept > 0 && self.stats.nodes / THRASHING > self.table.capacity() as u64 {
                return Err(Halt::Limit(Stop::Memory));
            }
            if quiet > CIRCLING {
                return Err(Halt::Circling);
            }
            let frame = self.frame(position.clone(), &path, pn_limit, dn_limit);
            path.insert(position);
            stack.push(frame);
        }
        Err(Halt::Circling)
    }
}

/// The root's numbers as they stand when a limit bites.
fn root_entry<P>(stack: &[Frame<P>]) -> Entry {
    let (pn, dn) = stack.first().map_or((1, 1), Frame::numbers);
    Entry { pn, dn, certain: false, effort: u64::MAX }
}
