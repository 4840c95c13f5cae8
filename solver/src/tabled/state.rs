//! The state of a run: one block of words, saved and loaded by copying.

use crate::RuleId;

/// Where the parts of a state stand in its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Room {
    /// Candidates come first, a word a variable.
    pub(super) vars: usize,
    /// Words of a set of sites.
    pub(super) sites: usize,
    /// Where the sites to ask, those in play, the rules in play, the variables written down and
    /// those with a last value begin.
    pub(super) dirty: usize,
    pub(super) active: usize,
    rules: usize,
    placed: usize,
    pending: usize,
    len: usize,
}

impl Room {
    pub(super) fn new(vars: usize, sites: usize, rules: usize) -> Room {
        let dirty = vars;
        let active = dirty + sites;
        let at_rules = active + sites;
        let placed = at_rules + rules.div_ceil(64);
        let pending = placed + vars.div_ceil(64);
        // The last word counts what is written down.
        let len = pending + vars.div_ceil(64) + 1;
        Room { vars, sites, dirty, active, rules: at_rules, placed, pending, len }
    }
}

/// A run as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    room: Room,
    words: Vec<u64>,
}

impl State {
    pub(super) fn new(room: Room) -> State {
        State { room, words: vec![0; room.len] }
    }

    /// Becomes a copy, and keeps its own room.
    #[inline]
    pub(super) fn load(&mut self, from: &State) {
        self.room = from.room;
        self.words.clone_from(&from.words);
    }

    /// The candidates of a variable, from its lowest value on.
    #[inline]
    pub(super) fn get(&self, var: usize) -> u64 {
        self.words[var]
    }

    #[inline]
    pub(super) fn set(&mut self, var: usize, candidates: u64) {
        self.words[var] = candidates;
    }

    /// The candidates of all variables.
    #[inline]
    pub(super) fn candidates(&self) -> &[u64] {
        &self.words[..self.room.vars]
    }

    #[inline]
    pub(super) fn is_on(&self, rule: RuleId) -> bool {
        has(&self.words[self.room.rules..], rule.index())
    }

    /// Switches a rule on; `false` if it was.
    pub(super) fn switch_on(&mut self, rule: RuleId) -> bool {
        let was = self.is_on(rule);
        insert(&mut self.words[self.room.rules..], rule.index());
        !was
    }

    /// Puts a site into play.
    pub(super) fn activate(&mut self, site: usize) {
        insert(&mut self.words[self.room.active..], site);
    }

    /// Puts a site on the list of those to ask.
    #[inline]
    pub(super) fn mark(&mut self, site: usize) {
        insert(&mut self.words[self.room.dirty..], site);
    }

    /// Puts sites on the list of those to ask.
    #[inline]
    pub(super) fn mark_all(&mut self, sites: &[u64]) {
        let dirty = &mut self.words[self.room.dirty..self.room.active];
        dirty.iter_mut().zip(sites).for_each(|(dirty, sites)| *dirty |= sites);
    }

    /// Takes the first of these sites that is in play and on the list; passes over those of `but`.
    #[inline]
    pub(super) fn next(&mut self, among: &[u64], but: Option<&[u64]>) -> Option<usize> {
        let Room { dirty, active, sites, .. } = self.room;
        let (asked, active) = self.words[dirty..active + sites].split_at_mut(sites);
        for (word, ((dirty, active), among)) in asked.iter_mut().zip(active).zip(among).enumerate() {
            let mut bits = *dirty & *active & among;
            if let Some(but) = but {
                bits &= !but[word];
            }
            if bits != 0 {
                let bit = bits.trailing_zeros();
                *dirty &= !(1 << bit);
                return Some(word * 64 + bit as usize);
            }
        }
        None
    }

    pub(super) fn is_placed(&self, var: usize) -> bool {
        has(&self.words[self.room.placed..], var)
    }

    /// Notes that a variable is written down.
    #[inline]
    pub(super) fn place(&mut self, var: usize) {
        if !self.is_placed(var) {
            insert(&mut self.words[self.room.placed..], var);
            if let Some(count) = self.words.last_mut() {
                *count += 1;
            }
        }
    }

    /// Are all variables written down?
    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.words.last().is_some_and(|&count| count == self.room.vars as u64)
    }

    /// Notes that a variable has a last value.
    #[inline]
    pub(super) fn note_last(&mut self, var: usize) {
        insert(&mut self.words[self.room.pending..], var);
    }

    /// Takes the first variable with a last value that is not written down.
    #[inline]
    pub(super) fn next_last(&mut self) -> Option<usize> {
        let Room { placed, pending, .. } = self.room;
        let (before, after) = self.words.split_at_mut(pending);
        let count = pending - placed;
        for (word, (pending, placed)) in after[..count].iter_mut().zip(&before[placed..]).enumerate() {
            *pending &= !placed;
            if *pending != 0 {
                let bit = pending.trailing_zeros();
                *pending &= !(1 << bit);
                return Some(word * 64 + bit as usize);
            }
        }
        None
    }
}

#[inline]
fn insert(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

#[inline]
fn has(bits: &[u64], number: usize) -> bool {
    bits[number / 64] >> (number % 64) & 1 == 1
}
