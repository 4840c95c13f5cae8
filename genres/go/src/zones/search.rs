//! A proof-number search on the whole board that makes zone certificates.
//!
//! One goal a search. The prover's moves are chosen (by a guide, then by distance); the opponent's
//! are those that the zone demands: what lies outside of the zone of a proof can't matter, so that
//! it need not be looked at. A position that is repeated helps nobody who has something to prove,
//! so that every proof is a tree. That the prover's moves fail refutes nothing, since not all of
//! them are tried.

use super::certificate::ZoneGoal;
use super::closure::Closure;
use super::guide::Guide;
use super::life::alive;
use super::numbers::{INFINITE, Target};
use super::policy::{ZonePolicy, ZoneRules};
use crate::{Board, Color, Point, Points};
use std::collections::{HashMap, HashSet};
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
    /// This is added to its proof number.
    bias: u32,
    /// The zone before the move, once the position after it is proved.
    zone: Option<Points>,
    /// Does the zone demand an answer to it?
    is_needed: bool,
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
            entry = self.visit(&board, is_provers, key, INFINITE, INFINITE);
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
        match self.guide.is_captured(board, is_attackers_turn) {
            None => self.put(key, proof, disproof),
            Some(captured) if captured == is_capture => self.put(key, proof.div_ceil(2), disproof + self.policy.guided),
            Some(_) => self.put(key, proof + self.policy.guided, disproof.div_ceil(2)),
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

    fn visit(&mut self, board: &Board, is_provers: bool, key: u64, most_proof: u32, most_disproof: u32) -> Entry {
        self.nodes += 1;
        self.is_over |= self.clock.check(self.nodes).is_some();
        if self.depth >= self.policy.deepest {
            return self.put(key, INFINITE, 0);
        }
        self.depth += 1;
        self.path.insert(key);
        let entry = match is_provers {
            true => self.visit_provers(board, key, most_proof, most_disproof),
            false => self.visit_opponents(board, key, most_proof, most_disproof),
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

    fn visit_provers(&mut self, board: &Board, key: u64, most_proof: u32, most_disproof: u32) -> Entry {
        let mut open: Vec<Successor> = Vec::new();
        // Those that are further away wait until their number is the least.
        let mut waiting: Vec<(u32, Point)> = Vec::new();
        let own = match self.goal {
            ZoneGoal::Capture => (self.target.chains(board).1.len() as u32).min(8),
            ZoneGoal::Survive => 4,
        };
        for (p, distance) in self.target.near(board, &self.policy) {
            if distance > 0 {
                waiting.push((own + distance * 3 - 1, p));
            } else if let Some(mut next) = self.successor(board, Some(p), true, 0) {
                let is_in_atari = next.board.chain(p).is_some_and(|c| c.liberties.len() == 1);
                next.bias = if is_in_atari && next.taken.is_empty() { 2 } else { 0 };
                open.push(next);
            }
        }
        if self.goal == ZoneGoal::Survive {
            open.extend(self.successor(board, None, true, 1));
        }
        waiting.sort_by_key(|&wait| std::cmp::Reverse(wait));
        loop {
            let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
            let (mut sum, mut most) = (0_u32, 0_u32);
            for (i, next) in open.iter().enumerate() {
                let entry = self.value(&next.board, false, next.key);
                if entry.proof == 0 {
                    let after = self.zone(entry.proved);
                    let zone = match next.at {
                        None => after,
                        Some(p) => Closure { board, rules: &self.rules }.before_move(
                            p,
                            &next.board,
                            &next.taken,
                            self.prover(),
                            &after,
                        ),
                    };
                    return self.prove(board, key, zone, Step::Move(next.at, entry.proved));
                }
                let number = if entry.proof >= INFINITE { INFINITE } else { entry.proof + next.bias };
                sum = sum.saturating_add(entry.disproof).min(INFINITE);
                most = most.max(entry.disproof);
                if number < least {
                    (second, least, best) = (least, number, Some((i, entry)));
                } else {
                    second = second.min(number);
                }
            }
            if let Some(&(number, p)) = waiting.last() {
                if number <= least {
                    waiting.pop();
                    if let Some(mut next) = self.successor(board, Some(p), true, 1) {
                        let is_in_atari = next.board.chain(p).is_some_and(|c| c.liberties.len() == 1);
                        next.bias = if is_in_atari && next.taken.is_empty() { 3 } else { 1 };
                        open.push(next);
                    }
                    continue;
                }
                second = second.min(number);
                most = most.max(1);
                sum = (sum + (waiting.len() as u32).min(4)).max(most);
            }
            let Some((i, entry)) = best else { return self.put(key, INFINITE, 0) };
            let (proof, disproof) = (least, self.soften(sum, most).max(1));
            if proof >= most_proof || disproof >= most_disproof || self.is_over {
                return self.put(key, proof, disproof);
            }
            let next = &open[i];
            let for_proof = most_proof
                .min(second.saturating_add(second / 2).saturating_add(2))
                .saturating_sub(next.bias)
                .clamp(entry.proof + 1, INFINITE);
            let for_disproof =
                entry.disproof.saturating_add(most_disproof - disproof).clamp(entry.disproof + 1, INFINITE);
            let (after, key) = (next.board.clone(), next.key);
            self.visit(&after, false, key, for_proof, for_disproof);
        }
    }

    /// Makes the zone of an opponent's position as large as what is proved so far demands. Says
    /// whether a pass is answered.
    fn grow(&mut self, board: &Board, at: &mut Replies) -> bool {
        let prover = self.prover();
        loop {
            let (before, mut is_changed) = (at.zone, false);
            let mut has_pass = !at.has_pass;
            for i in 0..at.open.len() {
                if at.open[i].zone.is_none() {
                    let entry = self.value(&at.open[i].board, true, at.open[i].key);
                    if entry.proof != 0 {
                        continue;
                    }
                    let after = self.zone(entry.proved);
                    let next = &at.open[i];
                    // A move that the proof after it does not look at might as well be a pass.
                    if at.has_pass
                        && at.open[0].zone.is_none()
                        && next.taken.is_empty()
                        && next.at.is_some_and(|p| !after.contains(p))
                    {
                        self.table.insert(at.open[0].key, entry);
                        at.open[0].zone = Some(after);
                        is_changed = true;
                    }
                    let next = &at.open[i];
                    let zone = match next.at {
                        None => after,
                        Some(p) => Closure { board, rules: &self.rules }.before_reply(p, &next.taken, &after),
                    };
                    is_changed |= next.is_needed;
                    at.open[i].zone = Some(zone);
                }
                if let Some(zone) = at.open[i].zone.filter(|_| at.open[i].is_needed) {
                    at.zone |= zone;
                    has_pass |= at.has_pass && i == 0;
                }
            }
            if has_pass {
                let closure = Closure { board, rules: &self.rules };
                closure.hold_chains(prover, &mut at.zone);
                let demanded = (at.zone & board.empty()) - at.seen;
                at.seen |= demanded;
                for p in demanded.iter() {
                    is_changed = true;
                    if let Some(next) = at.open.iter_mut().find(|next| next.at == Some(p)) {
                        next.is_needed = true;
                    } else if let Some(next) = self.successor(board, Some(p), false, 0) {
                        at.waiting.retain(|&(_, q)| q != p);
                        at.open.push(next);
                    } else {
                        closure.add_suicide(p, prover.other(), &mut at.zone);
                    }
                }
            }
            if at.zone == before && !is_changed {
                return has_pass;
            }
        }
    }

    fn visit_opponents(&mut self, board: &Board, key: u64, most_proof: u32, most_disproof: u32) -> Entry {
        // A stone of the chain that is hardest to take has to be there at all times.
        let own = self.target.points & board.stones(self.target.defender);
        let breath = |p: &Point| board.chain(*p).map(|chain| (chain.liberties.len(), chain.stones.len()));
        let zone = own.iter().max_by_key(breath).map_or(Points::EMPTY, Points::single);
        // Survival needs no pass: the prover answers it by a pass, and nothing has changed.
        let has_pass = self.goal == ZoneGoal::Capture && self.rules.pass;
        let mut at = Replies { zone, seen: Points::EMPTY, open: Vec::new(), waiting: Vec::new(), has_pass };
        if has_pass {
            at.open.extend(self.successor(board, None, false, 0));
        }
        // Likely moves are looked at before the zone demands them.
        for (p, distance) in self.target.near(board, &self.policy) {
            match distance {
                0 => {
                    if let Some(mut next) = self.successor(board, Some(p), false, 0) {
                        next.is_needed = false;
                        at.open.push(next);
                    }
                }
                1 => at.waiting.push((3, p)),
                _ => {}
            }
        }
        loop {
            let is_passed = self.grow(board, &mut at);
            let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
            let (mut sum, mut most, mut left) = (0_u32, 0_u32, 0);
            let is_known = at.open.iter().any(|next| next.zone.is_some() && next.is_needed);
            for (i, next) in at.open.iter().enumerate() {
                if next.zone.is_some() {
                    continue;
                }
                let entry = self.value(&next.board, true, next.key);
                if entry.disproof == 0 {
                    return self.put(key, INFINITE, 0);
                }
                if entry.proof == 0 {
                    continue;
                }
                if next.is_needed {
                    left += 1;
                }
                if next.is_needed || !is_known {
                    sum = sum.saturating_add(entry.proof).min(INFINITE);
                    most = most.max(entry.proof);
                } else if entry.disproof > 3 {
                    // Moves that no zone demands yet are worth a short look only.
                    continue;
                }
                if entry.disproof < least {
                    (second, least, best) = (least, entry.disproof, Some((i, entry)));
                } else {
                    second = second.min(entry.disproof);
                }
            }
            if left == 0 && is_passed {
                return self.prove_replies(board, key, &at);
            }
            if let Some(&(number, p)) = at.waiting.last()
                && number < least
            {
                at.waiting.pop();
                if let Some(mut next) = self.successor(board, Some(p), false, 0) {
                    next.is_needed = false;
                    at.open.push(next);
                }
                continue;
            }
            let (proof, disproof) = (self.soften(sum, most).max(1), least);
            let Some((i, entry)) = best.filter(|_| proof < most_proof && disproof < most_disproof && !self.is_over)
            else {
                return self.put(key, proof, disproof.max(1));
            };
            let for_disproof = most_disproof
                .min(second.saturating_add(second / 2).saturating_add(2))
                .clamp(entry.disproof + 1, INFINITE);
            let for_proof = entry.proof.saturating_add(most_proof - proof).clamp(entry.proof + 1, INFINITE);
            let next = &at.open[i];
            let (after, key) = (next.board.clone(), next.key);
            self.visit(&after, true, key, for_proof, for_disproof);
        }
    }

    fn prove_replies(&mut self, board: &Board, key: u64, at: &Replies) -> Entry {
        let proved = |next: &Successor| self.table.get(&next.key).map_or(NONE, |entry| entry.proved);
        let needed = at.open.iter().filter(|next| next.is_needed);
        let moves: Vec<(Point, u32)> =
            needed.filter_map(|next| Some((next.at?, proved(next)))).filter(|&(p, _)| at.zone.contains(p)).collect();
        let elsewhere = at.open.first().filter(|_| at.has_pass).map(proved);
        self.prove(board, key, at.zone, Step::Replies(moves, elsewhere))
    }
}

/// An opponent's position that is being searched.
struct Replies {
    zone: Points,
    /// Points of the zone whose moves are looked at.
    seen: Points,
    /// The pass first, where there is one.
    open: Vec<Successor>,
    waiting: Vec<(u32, Point)>,
    has_pass: bool,
}

fn key(board: &Board, is_provers: bool) -> u64 {
    board.hash() ^ if is_provers { PROVERS_TURN } else { 0 }
}
