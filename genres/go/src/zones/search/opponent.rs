//! Positions where the opponent of the prover moves: all of his moves on the zone have to be proved.

use super::super::certificate::ZoneGoal;
use super::super::closure::Closure;
use super::super::numbers::INFINITE;
use super::{Entry, NONE, Search, Step, Successor, Waiting};
use crate::{Board, Point, Points};

impl Search<'_> {
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
                    } else if let Some(next) = self.successor(board, Some(p), false, at.bias(p)) {
                        at.waiting.retain(|wait| wait.at != p);
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

    pub(super) fn visit_opponents(
        &mut self,
        board: &Board,
        key: u64,
        (most_proof, most_disproof): (u32, u32),
    ) -> Entry {
        // A stone of the chain that is hardest to take has to be there at all times.
        let own = self.target.points & board.stones(self.target.defender);
        let breath = |p: &Point| board.chain(*p).map(|chain| (chain.liberties.len(), chain.stones.len()));
        let zone = own.iter().max_by_key(breath).map_or(Points::EMPTY, Points::single);
        // Survival needs no pass: the prover answers it by a pass, and nothing has changed.
        let has_pass = self.goal == ZoneGoal::Capture && self.rules.pass;
        // Likely moves are looked at before the zone demands them.
        let waiting = self.waiting(board, key, false);
        let mut at = Replies { zone, seen: Points::EMPTY, open: Vec::new(), waiting, has_pass };
        if has_pass {
            at.open.extend(self.successor(board, None, false, 0));
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
                } else if entry.disproof > self.policy.short_look {
                    // Moves that no zone demands yet are worth a short look only.
                    continue;
                }
                let number = if entry.disproof >= INFINITE { INFINITE } else { entry.disproof + next.bias };
                if number < least {
                    (second, least, best) = (least, number, Some((i, entry)));
                } else {
                    second = second.min(number);
                }
            }
            if left == 0 && is_passed {
                return self.prove_replies(board, key, &at);
            }
            if let Some(&wait) = at.waiting.last()
                && wait.number < least
            {
                at.waiting.pop();
                if let Some(mut next) = self.successor(board, Some(wait.at), false, wait.bias) {
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
            let next = &at.open[i];
            let for_disproof = most_disproof
                .min(self.policy.beyond(second))
                .saturating_sub(next.bias)
                .clamp(entry.disproof + 1, INFINITE);
            let for_proof = entry.proof.saturating_add(most_proof - proof).clamp(entry.proof + 1, INFINITE);
            let (after, key) = (next.board.clone(), next.key);
            self.visit(&after, key, true, (for_proof, for_disproof));
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
    /// Likely moves that no zone demands yet.
    waiting: Vec<Waiting>,
    has_pass: bool,
}

impl Replies {
    /// The bias of a move that the zone demands.
    fn bias(&self, p: Point) -> u32 {
        self.waiting.iter().find(|wait| wait.at == p).map_or(0, |wait| wait.bias)
    }
}
