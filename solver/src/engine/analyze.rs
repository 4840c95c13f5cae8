//! Conflict analysis: the first unique implication point, and the core of failed assumptions.

use super::clauses::ClauseId;
use super::core::Engine;
use super::literal::{Atom, Lit};
use super::reason::Why;

/// What analysis has found out about an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Mark {
    /// Nothing.
    #[default]
    Unseen,
    /// It is part of the conflict side.
    Seen,
    /// It follows from literals that are seen.
    Redundant,
    /// It does not.
    Needed,
}

/// Scratch memory of the analysis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    pub marks: Vec<Mark>,
    /// Atoms with a mark.
    pub touched: Vec<Atom>,
    /// True literals whose negations are the learnt clause; the asserting one first.
    pub cut: Vec<Lit>,
    buffer: Vec<Lit>,
    levels: Vec<u32>,
}

impl Analysis {
    pub fn grow(&mut self, atoms: usize) {
        self.marks.resize(atoms, Mark::Unseen);
    }

    #[inline]
    pub fn mark(&mut self, atom: Atom, mark: Mark) {
        if self.marks[atom.index()] == Mark::Unseen {
            self.touched.push(atom);
        }
        self.marks[atom.index()] = mark;
    }

    pub fn unmark_all(&mut self) {
        for atom in self.touched.drain(..) {
            self.marks[atom.index()] = Mark::Unseen;
        }
    }
}

/// Where the reason of a literal stands.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// Nowhere: it was given, decided or assumed.
    None,
    /// The negations of the other literals of a clause.
    Clause(ClauseId),
    /// One literal.
    One(Lit),
    /// Start and length in the cache of reasons.
    Cached(u32, u32),
}

impl Engine {
    /// Finds the reason of a true literal, asking its propagator if need be.
    pub fn source(&mut self, lit: Lit) -> Source {
        let atom = lit.atom();
        match self.trail.why(atom) {
            Why::Given | Why::Stated(_) | Why::Decision => Source::None,
            Why::Clause(clause) => Source::Clause(clause),
            Why::OtherValue(other) => Source::One(other),
            Why::LastValue | Why::Propagator { .. } => {
                if let Some((start, len)) = self.reasons.span(atom.index()) {
                    return Source::Cached(start, len);
                }
                let mut because = std::mem::take(&mut self.analysis.buffer);
                because.clear();
                self.explain(lit, &mut because);
                let (start, len) = self.reasons.store(atom.index(), &because);
                self.analysis.buffer = because;
                Source::Cached(start, len)
            }
        }
    }

    /// The `i`-th literal of a reason.
    #[inline]
    pub fn nth(&self, source: Source, i: usize) -> Option<Lit> {
        match source {
            Source::None => None,
            Source::Clause(clause) => (i + 1 < self.clauses.len(clause)).then(|| !self.clauses.literal(clause, i + 1)),
            Source::One(lit) => (i == 0).then_some(lit),
            Source::Cached(start, len) => ((i as u32) < len).then(|| self.reasons.literal(start + i as u32)),
        }
    }

    /// Works out why a literal on the trail holds.
    pub fn explain(&mut self, lit: Lit, because: &mut Vec<Lit>) {
        match self.trail.why(lit.atom()) {
            Why::Given | Why::Stated(_) | Why::Decision => {}
            Why::Clause(clause) => because.extend(self.clauses.literals(clause).filter(|&l| l != lit).map(|l| !l)),
            Why::OtherValue(other) => because.push(other),
            Why::LastValue => {
                let atoms = self.trail.atoms();
                if let Some(var) = atoms.var(lit.atom()) {
                    because.extend(atoms.of(var).map(|a| !Atom(a).positive()).filter(|&l| l != !lit));
                }
            }
            Why::Propagator { id, code } => {
                let past = self.trail.before(self.trail.time(lit.atom()));
                self.propagators.get_mut(id).explain(lit, code, past, because);
                debug_assert!(
                    because.iter().all(|&l| past.is_true(l)),
                    "a reason is older than what it explains: {because:?} for {lit:?}"
                );
                self.effort.explanations += 1;
                self.effort.explained_literals += because.len() as u64;
            }
        }
    }

    /// Learns a clause from [`conflict`](Self::conflict), goes back as far as it says, and asserts
    /// its first literal. `false`: there is no solution, whatever is assumed.
    pub fn learn(&mut self) -> bool {
        self.effort.conflicts += 1;
        let level = self.conflict_level();
        if level == 0 {
            self.consistent = false;
            return false;
        }
        self.back_to(level);
        self.find_first_uip(level);
        self.minimise();
        self.analysis.unmark_all();
        let back = self.second_level();
        let levels = self.count_levels();
        self.restart.learnt(levels, &self.policy);
        self.activity.decay(self.policy.decay);
        self.assert_cut(back, levels, true);
        true
    }

    /// The newest level of the conflict's literals.
    fn conflict_level(&self) -> u32 {
        self.conflict.iter().map(|l| self.trail.level_of(l.atom())).max().unwrap_or(0)
    }

    /// Resolves the conflict with reasons until one literal of the level is left.
    fn find_first_uip(&mut self, level: u32) {
        let mut cut = std::mem::take(&mut self.analysis.cut);
        cut.clear();
        cut.push(Lit::TRUE);
        let mut open = 0;
        for i in 0..self.conflict.len() {
            open += self.see(self.conflict[i], level, &mut cut);
        }
        let mut at = self.trail.events().len();
        loop {
            at -= 1;
            let lit = self.trail.events()[at];
            if self.analysis.marks[lit.atom().index()] != Mark::Seen {
                continue;
            }
            open -= 1;
            if open == 0 {
                cut[0] = lit;
                break;
            }
            let source = self.source(lit);
            if let Source::Clause(clause) = source
                && self.clauses.is_learnt(clause)
            {
                self.clauses.touch(clause, self.effort.conflicts as u32);
            }
            let mut i = 0;
            while let Some(because) = self.nth(source, i) {
                open += self.see(because, level, &mut cut);
                i += 1;
            }
        }
        self.analysis.cut = cut;
    }

    /// Notes a literal of the conflict side; 1 if it is of the conflict's level.
    #[inline]
    fn see(&mut self, lit: Lit, level: u32, cut: &mut Vec<Lit>) -> u32 {
        let atom = lit.atom();
        let its = self.trail.level_of(atom);
        if its == 0 || self.analysis.marks[atom.index()] != Mark::Unseen {
            return 0;
        }
        self.analysis.mark(atom, Mark::Seen);
        self.activity.bump(atom);
        if its == level {
            return 1;
        }
        cut.push(lit);
        0
    }

    /// Puts a literal of the newest level among the others second, and gives that level (0 if there
    /// are no others).
    pub fn second_level(&mut self) -> u32 {
        let cut = &mut self.analysis.cut;
        let level = |l: &Lit| self.trail.level_of(l.atom());
        let Some(second) = (1..cut.len()).max_by_key(|&i| (level(&cut[i]), usize::MAX - i)) else { return 0 };
        cut.swap(1, second);
        level(&cut[1])
    }

    fn count_levels(&mut self) -> u32 {
        let levels = &mut self.analysis.levels;
        levels.clear();
        levels.extend(self.analysis.cut.iter().map(|l| self.trail.level_of(l.atom())));
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// Adds the clause of the negated cut and asserts its first literal at level `back`.
    pub fn assert_cut(&mut self, back: u32, levels: u32, learnt: bool) {
        let mut clause = std::mem::take(&mut self.analysis.cut);
        clause.iter_mut().for_each(|l| *l = !*l);
        self.back_to(back);
        self.effort.learnt_literals += clause.len() as u64;
        if let [unit] = clause[..] {
            self.trail.set(unit, Why::Given);
        } else {
            let now = if learnt { self.effort.conflicts as u32 } else { 0 };
            let id = self.clauses.add(&clause, learnt, levels, now);
            self.trail.set(clause[0], Why::Clause(id));
        }
        self.analysis.cut = clause;
    }

    /// The assumptions from which the negation of `lit` follows, `lit` being one of them, as a set
    /// of literals that can't all be assumed.
    pub fn failed_assumptions(&mut self, lit: Lit) -> Vec<Lit> {
        let mut core = vec![lit];
        if self.trail.level_of(lit.atom()) == 0 {
            return core;
        }
        self.analysis.mark(lit.atom(), Mark::Seen);
        let root = self.trail.root_end() as usize;
        for at in (root..self.trail.events().len()).rev() {
            let event = self.trail.events()[at];
            if self.analysis.marks[event.atom().index()] != Mark::Seen {
                continue;
            }
            if self.trail.why(event.atom()) == Why::Decision {
                // The negation of `lit` may itself have been assumed.
                core.push(event);
                continue;
            }
            let source = self.source(event);
            let mut i = 0;
            while let Some(because) = self.nth(source, i) {
                if self.trail.level_of(because.atom()) > 0 {
                    self.analysis.mark(because.atom(), Mark::Seen);
                }
                i += 1;
            }
        }
        self.analysis.unmark_all();
        core.sort_unstable();
        core.dedup();
        core
    }
}
