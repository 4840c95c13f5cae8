//! Whole graphs of small boards, as bits; shares nothing with the search or the checker, and is
//! fast enough for thousands of boards.

use std::collections::HashMap;
use tesuji_solver::reading::PlainState;

/// A board of at most 25 points.
#[derive(Clone, Copy)]
pub(super) struct Small {
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Stones of the attacker and of the defender, where the side to move is banned, whose turn it is.
type At = (u32, u32, Option<u32>, bool);

impl Small {
    fn beside(self, set: u32) -> u32 {
        let all = (1_u32 << (self.width * self.height)) - 1;
        let column = (0..self.height).fold(0, |c, y| c | 1 << (y * self.width));
        let left = (set & !column) >> 1;
        let right = (set & !(column << (self.width - 1))) << 1;
        (left | right | set << self.width | set >> self.width) & all
    }

    fn flood(self, seed: u32, mask: u32) -> u32 {
        let mut at = seed & mask;
        loop {
            let next = at | self.beside(at) & mask;
            if next == at {
                return at;
            }
            at = next;
        }
    }

    /// Own and other stones after a move, and where the other side may not retake at once.
    fn play(self, own: u32, other: u32, p: u32) -> Option<(u32, u32, Option<u32>)> {
        let stone = 1_u32 << p;
        if (own | other) & stone != 0 {
            return None;
        }
        let own = own | stone;
        let all = (1_u32 << (self.width * self.height)) - 1;
        let mut taken = 0;
        let mut rest = self.beside(stone) & other;
        while rest != 0 {
            let chain = self.flood(rest & rest.wrapping_neg(), other);
            rest &= !chain;
            if self.beside(chain) & all & !own & !other == 0 {
                taken |= chain;
            }
        }
        let other = other & !taken;
        let chain = self.flood(stone, own);
        let liberties = self.beside(chain) & all & !own & !other;
        if liberties == 0 {
            return None;
        }
        let is_ko = taken.count_ones() == 1 && chain == stone && liberties == taken;
        Some((own, other, is_ko.then(|| taken.trailing_zeros())))
    }

    /// Is the target captured by force? The side that `bound` names is bound by bans, the other one
    /// ignores them. `None` where there are more positions than `most`.
    pub(super) fn is_captured(
        self,
        attacker: u32,
        defender: u32,
        target: u32,
        attackers_turn: bool,
        attacker_is_bound: bool,
        most: usize,
    ) -> Option<bool> {
        let root: At = (attacker, defender, None, attackers_turn);
        let mut index: HashMap<At, usize, PlainState> = HashMap::from_iter([(root, 0)]);
        let mut all: Vec<At> = vec![root];
        let (mut before, mut open): (Vec<Vec<usize>>, Vec<usize>) = (vec![Vec::new()], Vec::new());
        let mut next = 0;
        while next < all.len() {
            let (a, d, ko, turn) = all[next];
            let mut after: Vec<At> = Vec::new();
            if d & target != 0 {
                after.push((a, d, None, !turn));
                for p in 0..self.width * self.height {
                    let (own, other) = if turn { (a, d) } else { (d, a) };
                    if turn == attacker_is_bound && ko == Some(p) {
                        continue;
                    }
                    if let Some((own, other, ko)) = self.play(own, other, p) {
                        // A ban is kept only where it binds the side that moves next.
                        let ko = ko.filter(|_| turn != attacker_is_bound);
                        after.push(if turn { (own, other, ko, false) } else { (other, own, ko, true) });
                    }
                }
            }
            open.push(after.len());
            for at in after {
                let place = *index.entry(at).or_insert_with(|| {
                    all.push(at);
                    before.push(Vec::new());
                    all.len() - 1
                });
                before[place].push(next);
            }
            if all.len() > most {
                return None;
            }
            next += 1;
        }
        let mut won: Vec<bool> = all.iter().map(|at| at.1 & target == 0).collect();
        let mut todo: Vec<usize> = (0..all.len()).filter(|&i| won[i]).collect();
        while let Some(at) = todo.pop() {
            for &from in &before[at] {
                if won[from] {
                    continue;
                }
                open[from] -= 1;
                if all[from].3 || open[from] == 0 {
                    won[from] = true;
                    todo.push(from);
                }
            }
        }
        Some(won[0])
    }
}
