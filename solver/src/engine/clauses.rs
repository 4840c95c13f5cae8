//! The clause store: clauses in one arena, each watched by two of its literals.

use super::literal::Lit;
use crate::RuleId;

/// A clause: its place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClauseId(pub(crate) u32);

/// One literal of a clause whose negation wakes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub clause: ClauseId,
    /// Another literal of the clause: while it is true, there is nothing to do.
    pub blocker: Lit,
}

/// Words before the literals: length and kind, number of levels, last use or rule.
const HEADER: usize = 3;
const LEARNT: u32 = 1;
const GONE: u32 = 2;

/// Learnt clauses over at most so many levels are kept for good.
const KEPT_LEVELS: u32 = 2;

/// Clauses and their watches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    arena: Vec<u32>,
    /// By literal: clauses to look at when the literal becomes true (it is the negation of a
    /// watched literal).
    pub watches: Vec<Vec<Watch>>,
    learnt: Vec<ClauseId>,
    count: usize,
}

impl Clauses {
    pub fn grow(&mut self, atoms: usize) {
        self.watches.resize(2 * atoms, Vec::new());
    }

    /// Adds a clause of at least two literals; the first two are watched. `note` is the number of
    /// the conflict that taught it, or, of a rule's own clause, the number of the rule plus one.
    pub fn add(&mut self, literals: &[Lit], learnt: bool, levels: u32, note: u32) -> ClauseId {
        debug_assert!(literals.len() >= 2);
        let clause = ClauseId(self.arena.len() as u32);
        let kind = if learnt { LEARNT } else { 0 };
        self.arena.extend([(literals.len() as u32) << 2 | kind, levels, note]);
        self.arena.extend(literals.iter().map(|l| l.0));
        for i in 0..2 {
            self.watches[(!literals[i]).code()].push(Watch { clause, blocker: literals[1 - i] });
        }
        if learnt {
            self.learnt.push(clause);
        }
        self.count += 1;
        clause
    }

    #[inline]
    pub fn len(&self, clause: ClauseId) -> usize {
        (self.arena[clause.0 as usize] >> 2) as usize
    }

    #[inline]
    pub fn is_learnt(&self, clause: ClauseId) -> bool {
        self.arena[clause.0 as usize] & LEARNT != 0
    }

    #[inline]
    pub fn literal(&self, clause: ClauseId, i: usize) -> Lit {
        Lit(self.arena[clause.0 as usize + HEADER + i])
    }

    /// Exchanges two literals of a clause.
    #[inline]
    pub fn swap(&mut self, clause: ClauseId, i: usize, k: usize) {
        let base = clause.0 as usize + HEADER;
        self.arena.swap(base + i, base + k);
    }

    pub fn literals(&self, clause: ClauseId) -> impl Iterator<Item = Lit> + '_ {
        let base = clause.0 as usize + HEADER;
        self.arena[base..base + self.len(clause)].iter().map(|&l| Lit(l))
    }

    /// Notes that a conflict used the clause.
    #[inline]
    pub fn touch(&mut self, clause: ClauseId, now: u32) {
        self.arena[clause.0 as usize + 2] = now;
    }

    pub fn levels(&self, clause: ClauseId) -> u32 {
        self.arena[clause.0 as usize + 1]
    }

    /// The rule that stated the clause.
    pub fn rule(&self, clause: ClauseId) -> Option<RuleId> {
        let note = self.arena[clause.0 as usize + 2];
        (!self.is_learnt(clause) && note > 0).then(|| RuleId(note - 1))
    }

    /// Number of learnt clauses.
    pub fn learnt_count(&self) -> usize {
        self.learnt.len()
    }

    /// Number of clauses.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes taken, about.
    pub fn bytes(&self) -> usize {
        4 * self.arena.capacity() + 20 * self.count + 24 * self.watches.len()
    }

    fn each(&self) -> impl Iterator<Item = ClauseId> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let clause = (at < self.arena.len()).then_some(ClauseId(at as u32))?;
            at += HEADER + self.len(clause);
            Some(clause)
        })
    }

    /// Drops half of the learnt clauses, those over many levels and not used for long first.
    /// `is_reason` says which are needed as they are. Gives what becomes of each clause.
    pub fn reduce(&mut self, is_reason: impl Fn(&Clauses, ClauseId) -> bool) -> Moves {
        let mut order = self.learnt.clone();
        let key = |c: &ClauseId| (self.levels(*c), u32::MAX - self.arena[c.0 as usize + 2], c.0);
        order.sort_unstable_by_key(key);
        for &clause in &order[order.len() / 2..] {
            let is_short = self.len(clause) == 2 || self.levels(clause) <= KEPT_LEVELS;
            if !is_short && !is_reason(self, clause) {
                self.arena[clause.0 as usize] |= GONE;
            }
        }
        self.compact()
    }

    /// Drops the clauses of which `is_gone` holds.
    pub fn drop_where(&mut self, is_gone: impl Fn(&Clauses, ClauseId) -> bool) -> Moves {
        let gone: Vec<ClauseId> = self.each().filter(|&c| is_gone(self, c)).collect();
        for clause in gone {
            self.arena[clause.0 as usize] |= GONE;
        }
        self.compact()
    }

    /// Closes the gaps of the clauses that are gone.
    fn compact(&mut self) -> Moves {
        let mut moves = Moves { from: Vec::new(), to: Vec::new() };
        let all: Vec<ClauseId> = self.each().collect();
        let mut end = 0;
        for clause in all {
            let start = clause.0 as usize;
            let size = HEADER + self.len(clause);
            moves.from.push(clause.0);
            if self.arena[start] & GONE != 0 {
                moves.to.push(u32::MAX);
                self.count -= 1;
            } else {
                moves.to.push(end as u32);
                self.arena.copy_within(start..start + size, end);
                end += size;
            }
        }
        self.arena.truncate(end);
        let follow = |c: &mut ClauseId| moves.of(*c).map(|to| *c = to).is_some();
        self.learnt.retain_mut(follow);
        for list in &mut self.watches {
            list.retain_mut(|w| follow(&mut w.clause));
        }
        moves
    }
}

/// Where clauses have moved to.
pub(crate) struct Moves {
    from: Vec<u32>,
    to: Vec<u32>,
}

impl Moves {
    /// The new place of a clause; `None` if it is gone.
    pub fn of(&self, clause: ClauseId) -> Option<ClauseId> {
        let i = self.from.binary_search(&clause.0).ok()?;
        (self.to[i] != u32::MAX).then_some(ClauseId(self.to[i]))
    }
}
