//! Positions where the prover moves: one of his moves has to be proved.

use super::super::certificate::ZoneGoal;
use super::super::closure::Closure;
use super::super::numbers::INFINITE;
use super::{Entry, Search, Step, Successor, Waiting};
use crate::Board;

impl Search<'_> {
    pub(super) fn visit_provers(&mut self, board: &Board, key: u64, (most_proof, most_disproof): (u32, u32)) -> Entry {
        let mut open: Vec<Successor> = Vec::new();
        if self.goal == ZoneGoal::Survive {
            open.extend(self.successor(board, None, true, 1));
        }
        let mut waiting = self.waiting(board, key, true);
        loop {
            let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
            let (mut sum, mut most) = (0_u32, 0_u32);
            for (i, next) in open.iter().enumerate() {
                let entry = self.value(&next.board, false, next.key);
                if entry.proof == 0 {
                    return self.prove_move(board, key, next, entry.proved);
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
            if let Some(&wait) = waiting.last() {
                if wait.number <= least {
                    waiting.pop();
                    open.extend(self.provers_move(board, wait));
                    continue;
                }
                second = second.min(wait.number);
                most = most.max(1);
                sum = (sum + (waiting.len() as u32).min(self.policy.waiting_in_sum)).max(most);
            }
            let Some((i, entry)) = best else { return self.put(key, INFINITE, 0) };
            let (proof, disproof) = (least, self.soften(sum, most).max(1));
            if proof >= most_proof || disproof >= most_disproof || self.is_over {
                return self.put(key, proof, disproof);
            }
            let next = &open[i];
            let for_proof =
                most_proof.min(self.policy.beyond(second)).saturating_sub(next.bias).clamp(entry.proof + 1, INFINITE);
            let for_disproof =
                entry.disproof.saturating_add(most_disproof - disproof).clamp(entry.disproof + 1, INFINITE);
            let (after, key) = (next.board.clone(), next.key);
            self.visit(&after, key, false, (for_proof, for_disproof));
        }
    }

    /// The position after a move of the prover's. A stone that may be taken at once is less likely.
    fn provers_move(&self, board: &Board, wait: Waiting) -> Option<Successor> {
        let mut next = self.successor(board, Some(wait.at), true, wait.bias)?;
        let is_in_atari = next.board.chain(wait.at).is_some_and(|chain| chain.liberties.len() == 1);
        if is_in_atari && next.taken.is_empty() {
            next.bias += self.policy.self_atari;
        }
        Some(next)
    }

    fn prove_move(&mut self, board: &Board, key: u64, next: &Successor, proved: u32) -> Entry {
        let after = self.zone(proved);
        let closure = Closure { board, rules: &self.rules };
        let zone = match next.at {
            None => after,
            Some(p) => closure.before_move(p, &next.board, &next.taken, self.prover(), &after),
        };
        self.prove(board, key, zone, Step::Move(next.at, proved))
    }
}
