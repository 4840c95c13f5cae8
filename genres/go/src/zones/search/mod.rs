//! A proof-number search on the whole board that makes zone certificates.
//!
//! One goal a search. The prover's moves are chosen (by a guide, then by distance); the opponent's
//! are those that the zone demands: what lies outside of the zone of a proof can't matter, so that
//! it need not be looked at. A position that is repeated helps nobody who has something to prove,
//! so that every proof is a tree. That the prover's moves fail refutes nothing, since not all of
//! them are tried.

mod opponent;
mod prover;

use super::certificate::ZoneGoal;
use super::guide::{Guide, Word};
use super::life::alive;
use super::numbers::{INFINITE, Target};
use super::policy::{ZonePolicy, ZoneRules};
use crate::{Board, Color, Point, Points};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use tesuji_solver::reading::PlainState;
use tesuji_solver::{Clock, Limits};

/// A step of a proof, by numbers of [`Proved`] positions.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Taken,
    Alive,
    Move(Option<Point>, u32),
    Replies(Vec<(Point, u32)>, Option<u32>),
}

/// A position that is proved.
#[derive(Clone, Debug)]
pub(super) struct Proved {
    pub(super) zone: Points,
    /// Stones of the zone, by colours.
    pub(super) stones: [Points; 2],
    pub(super) ko: Option<Point>,
    pub(super) step: Step,
}

const NONE: u32 = u32::MAX;

/// The numbers of a position.
#[derive(Clone, Copy)]
struct Entry {
    proof: u32,
    disproof: u32,
    /// Its number among the proved ones.
    proved: u32,
}

impl Entry {
    const REFUTED: Entry = Entry { proof: INFINITE, disproof: 0, proved: NONE };
}

/// A move and the position after it.
struct Successor {
    at: Option<Point>,
    board: Board,
    taken: Points,
    key: u64,
    /// This is added to its number: its proof number for the prover's moves, else the other one.
    bias: u32,
    /// The zone before the move, once the position after it is proved.
    zone: Option<Points>,
    /// Does the zone demand an answer to it?
    is_needed: bool,
}

/// A move that is not looked at before its number is the least.
#[derive(Clone, Copy)]
struct Waiting {
    number: u32,
    bias: u32,
    at: Point,
}

/// The search.
pub(super) struct Search<'a> {
    pub(super) target: Target,
    pub(super) goal: ZoneGoal,
    pub(super) policy: ZonePolicy,
    pub(super) rules: ZoneRules,
    pub(super) guide: &'a dyn Guide,
    pub(super) proved: Vec<Proved>,
    table: HashMap<u64, Entry, PlainState>,
    path: HashSet<u64, PlainState>,
    /// The moves of each position that was visited, the likeliest last.
    waits: HashMap<u64, Rc<[Waiting]>, PlainState>,
    /// Positions expanded.
    pub(super) nodes: u64,
    clock: Clock,
    is_over: bool,
    depth: u32,
}

/// The key of a position with the prover to move differs from that with the opponent to move.
const PROVERS_TURN: u64 = 0x5bd1_e995_9e37_79b9;

impl<'a> Search<'a> {
    pub(super) fn new(target: Target, goal: ZoneGoal, guide: &'a dyn Guide, limits: &Limits) -> Search<'a> {
        Search {
            target,
            goal,
            policy: ZonePolicy::STANDARD,
            rules: ZoneRules::ALL,
            guide,
            proved: Vec::new(),
            table: HashMap::default(),
            path: HashSet::default(),
            waits: HashMap::default(),
            nodes: 0,
            clock: limits.start(),
            is_over: false,
            depth: 0,
        }
    }

    pub(super) fn prover(&self) -> Color {
        match self.goal {
            ZoneGoal::Capture => self.target.defender.other(),
            ZoneGoal::Survive => self.target.defender,
        }
    }

    /// The number of the proof of a position; `None` where none is found within the limits.
    pub(super) fn solve(&mut self, board: &Board, is_provers: bool) -> Option<u32> {
        let mut board = board.clone();
        if !is_provers {
            board.set_ko(None);
        }
        let key = key(&board, is_provers);
        let mut entry = self.value(&board, is_provers, key);
        while entry.proof != 0 && entry.disproof != 0 && !self.is_over {
            entry = self.visit(&board, key, is_provers, (INFINITE, INFINITE));
        }
        (entry.proof == 0).then_some(entry.proved)
    }

    fn put(&mut self, key: u64, proof: u32, disproof: u32) -> Entry {
        let entry = Entry { proof, disproof, proved: NONE };
        self.table.insert(key, entry);
        entry
    }

    fn prove(&mut self, board: &Board, key: u64, zone: Points, step: Step) -> Entry {
        let stones = [Color::Black, Color::White].map(|color| board.stones(color) & zone);
        let ko = board.ko().filter(|&p| zone.contains(p));
        self.proved.push(Proved { zone, stones, ko, step });
        let entry = Entry { proof: 0, disproof: INFINITE, proved: (self.proved.len() - 1) as u32 };
        self.table.insert(key, entry);
        entry
    }

    fn zone(&self, proved: u32) -> Points {
        self.proved[proved as usize].zone
    }

    fn value(&mut self, board: &Board, is_provers: bool, key: u64) -> Entry {
        if self.path.contains(&key) {
            return Entry::REFUTED;
        }
        match self.table.get(&key) {
            Some(entry) => *entry,
            None => self.evaluate(board, is_provers, key),
        }
    }

    /// A position that is met for the first time.
    fn evaluate(&mut self, board: &Board, is_provers: bool, key: u64) -> Entry {
        let is_capture = self.goal == ZoneGoal::Capture;
        let (target, defender) = (self.target.points, self.target.defender);
        let left = target & board.stones(defender);
        let Some(one) = left.first() else {
            return match is_capture {
                true => self.prove(board, key, target, Step::Taken),
                false => self.put(key, INFINITE, 0),
            };
        };
        let is_attackers_turn = is_capture == is_provers;
        if is_attackers_turn
            && let Some(chain) = board.chain(one).copied()
            && left.within(&chain.stones)
            && chain.liberties.len() == 1
            && let Some(last) = chain.liberties.first().filter(|&p| board.ko() != Some(p))
        {
            if !is_capture {
                return self.put(key, INFINITE, 0);
            }
            let mut after = board.clone();
            if after.play(last, defender.other()).is_ok() {
                after.set_ko(None);
                let taken = self.prove(&after, self::key(&after, false), target, Step::Taken);
                let zone = target | chain.stones | board.beside(&chain.stones);
                return self.prove(board, key, zone, Step::Move(Some(last), taken.proved));
            }
        }
        if let Some(zone) = alive(board, defender, &target, &self.policy) {
            return match is_capture {
                true => self.put(key, INFINITE, 0),
                false => self.prove(board, key, zone, Step::Alive),
            };
        }
        let (capture, escape) = self.target.numbers(board, is_attackers_turn);
        let (proof, disproof) = if is_capture { (capture, escape) } else { (escape, capture) };
        let captured = match self.guide.look(board, is_attackers_turn) {
            Word::Open(None) => return self.put(key, proof, disproof),
            Word::Open(Some((capture, life))) => {
                let number = |cost: u32| (1 + cost / self.policy.costs_of_guide).min(self.policy.guided);
                let (capture, life) = (number(capture), number(life));
                let (proof, disproof) = if is_capture { (capture, life) } else { (life, capture) };
                return self.put(key, proof, disproof);
            }
            Word::Captured => true,
            Word::Survives => false,
        };
        match captured == is_capture {
            true => self.put(key, proof.div_ceil(2), disproof + self.policy.guided),
            false => self.put(key, proof + self.policy.guided, disproof.div_ceil(2)),
        }
    }

    fn successor(&self, board: &Board, at: Option<Point>, is_provers: bool, bias: u32) -> Option<Successor> {
        let color = if is_provers { self.prover() } else { self.prover().other() };
        let mut after = board.clone();
        let taken = match at {
            None => {
                after.pass();
                Points::EMPTY
            }
            Some(p) => after.play(p, color).ok()?,
        };
        if is_provers {
            // No ban binds the opponent.
            after.set_ko(None);
        }
        let key = key(&after, !is_provers);
        Some(Successor { at, board: after, taken, key, bias, zone: None, is_needed: true })
    }

    fn visit(&mut self, board: &Board, key: u64, is_provers: bool, most: (u32, u32)) -> Entry {
        self.nodes += 1;
        self.is_over |= self.clock.check(self.nodes).is_some();
        if self.depth >= self.policy.deepest {
            return self.put(key, INFINITE, 0);
        }
        self.depth += 1;
        self.path.insert(key);
        let entry = match is_provers {
            true => self.visit_provers(board, key, most),
            false => self.visit_opponents(board, key, most),
        };
        self.path.remove(&key);
        self.depth -= 1;
        entry
    }

    /// The sum of numbers, of which what is beyond the greatest counts in part.
    fn soften(&self, sum: u32, most: u32) -> u32 {
        if most >= INFINITE {
            return INFINITE;
        }
        let (part, of) = self.policy.shared_work;
        let rest = u64::from(sum.saturating_sub(most)) * u64::from(part) / u64::from(of);
        (u64::from(most) + rest).min(u64::from(INFINITE - 1)) as u32
    }

    /// The moves near the target, the likeliest last: found at the first visit to a position.
    fn waiting(&mut self, board: &Board, key: u64, is_provers: bool) -> Vec<Waiting> {
        if let Some(known) = self.waits.get(&key) {
            return known.to_vec();
        }
        let waiting = self.moves(board, is_provers);
        self.waits.insert(key, waiting.clone().into());
        waiting
    }

    /// Moves by their distance from the target, and by what the guide knows.
    fn moves(&self, board: &Board, is_provers: bool) -> Vec<Waiting> {
        let near = self.target.near(board, &self.policy);
        let own = match self.goal {
            ZoneGoal::Capture => (self.target.chains(board).1.len() as u32).min(8),
            ZoneGoal::Survive => 4,
        };
        let number = |distance: u32| match distance {
            0 => 0,
            _ if is_provers => own + distance * self.policy.unguided_step - 1,
            _ => distance * self.policy.unguided_step,
        };
        let wait = |&(at, distance): &(Point, u32)| Waiting { number: number(distance), bias: distance.min(1), at };
        let mut waiting: Vec<Waiting> = near.iter().map(wait).collect();
        self.take_the_guides(board, is_provers, &mut waiting);
        if !is_provers {
            // The zone demands the others, if they matter.
            waiting.retain(|wait| wait.number <= self.policy.likely_reply);
        }
        waiting.sort_by_key(|wait| std::cmp::Reverse((wait.number, wait.at)));
        waiting
    }

    /// Moves that the guide has looked at wait by what it found; the others longer.
    fn take_the_guides(&self, board: &Board, is_provers: bool, waiting: &mut Vec<Waiting>) {
        let is_attackers = (self.goal == ZoneGoal::Capture) == is_provers;
        let told = self.guide.moves(board, is_attackers);
        let Some(least) = told.iter().map(|&(_, cost)| cost).min() else { return };
        waiting.iter_mut().for_each(|wait| wait.number += self.policy.untold);
        for (at, cost) in told {
            let cost = ((cost - least) / self.policy.costs_of_guide).min(self.policy.greatest_cost);
            waiting.retain(|wait| wait.at != at);
            waiting.push(Waiting { number: cost, bias: cost / self.policy.cost_of_bias, at });
        }
    }
}

fn key(board: &Board, is_provers: bool) -> u64 {
    board.hash() ^ if is_provers { PROVERS_TURN } else { 0 }
}
