//! Candidates while they shrink under naked and hidden singles: trial level 0.

use super::net::{LitId, TrialNet, TruthId, ones};
use crate::{Domain, Literal, RuleId, Store, Truth};
use std::sync::Arc;

/// Why the candidates contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// No candidate of this truth is left.
    Truth(TruthId),
    /// This rule's `prune` found a conflict.
    Rule(RuleId),
}

/// Is a truth switched off, its counter starts this much higher and never gets to one.
const OFF: u8 = 128;

/// Live candidates, those known to be true, and how many candidates each truth has left.
#[derive(Clone, Debug)]
pub struct State {
    live: Box<[u64]>,
    known: Box<[u64]>,
    left: Box<[u8]>,
    rules: Arc<[RuleId]>,
}

/// Hears of every inference; compiled away when it is [`Silent`].
pub(crate) trait Listen {
    /// `gone` goes because `truth` has only `unit` left (or `unit` was assumed: no truth).
    fn excluded(&mut self, gone: LitId, unit: LitId, truth: Option<TruthId>);
    /// `gone` goes by the `prune` of `rule`.
    fn pruned(&mut self, gone: LitId, rule: RuleId);
}

/// Hears nothing.
pub(crate) struct Silent;

impl Listen for Silent {
    #[inline]
    fn excluded(&mut self, _: LitId, _: LitId, _: Option<TruthId>) {}
    #[inline]
    fn pruned(&mut self, _: LitId, _: RuleId) {}
}

/// Truths that came down to one candidate, waiting; reused between calls.
pub(crate) type Queue = Vec<TruthId>;

impl State {
    /// All candidates of `domains` that the network's initial domains have too. Nothing is
    /// propagated yet.
    pub fn new(net: &TrialNet<'_>, domains: &[Domain]) -> Self {
        let mut live = vec![0u64; net.words()];
        for id in 0..net.len() as LitId {
            let Literal { var, value } = net.literal(id);
            if domains.get(var.index()).is_some_and(|d| d.contains(value)) {
                live[id as usize / 64] |= 1 << (id % 64);
            }
        }
        let left = (0..net.truths().len() as TruthId).map(|t| {
            let count: u32 = net.members(t).iter().map(|&(w, m)| (live[w as usize] & m).count_ones()).sum();
            count as u8
        });
        State { left: left.collect(), known: vec![0; live.len()].into(), live: live.into(), rules: net.extra().into() }
    }

    /// Overwrites with another state of the same network.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &State) {
        self.live.copy_from_slice(&other.live);
        self.known.copy_from_slice(&other.known);
        self.left.copy_from_slice(&other.left);
        if !Arc::ptr_eq(&self.rules, &other.rules) {
            self.rules = Arc::clone(&other.rules);
        }
    }

    /// Is the candidate still there?
    #[inline]
    pub fn is_live(&self, id: LitId) -> bool {
        self.live[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// Is the candidate known to be true?
    #[inline]
    pub fn is_known(&self, id: LitId) -> bool {
        self.known[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// Live candidates as bits.
    pub(crate) fn live(&self) -> &[u64] {
        &self.live
    }

    /// Known candidates as bits.
    pub(crate) fn known(&self) -> &[u64] {
        &self.known
    }

    /// Live candidates that are not known to be true.
    pub fn open(&self) -> Vec<LitId> {
        let bits: Vec<u64> = self.live.iter().zip(&self.known).map(|(l, k)| l & !k).collect();
        ones(&bits).collect()
    }

    /// Has every variable one candidate, known to be true?
    pub fn is_solved(&self, net: &TrialNet<'_>) -> bool {
        self.live == self.known
            && self.live.iter().map(|w| w.count_ones() as usize).sum::<usize>() == net.network().len()
    }

    /// The domains that the live candidates make.
    pub fn domains(&self, net: &TrialNet<'_>) -> Vec<Domain> {
        let mut out = vec![Domain::EMPTY; net.network().len()];
        for id in ones(&self.live) {
            let l = net.literal(id);
            out[l.var.index()] = out[l.var.index()].with(l.value);
        }
        out
    }

    /// Draws all first conclusions.
    pub(crate) fn settle<L: Listen>(
        &mut self,
        net: &TrialNet<'_>,
        queue: &mut Queue,
        ear: &mut L,
    ) -> Result<(), Clash> {
        queue.clear();
        for t in (0..self.left.len() as TruthId).rev() {
            match self.left[t as usize] {
                0 => return Err(Clash::Truth(t)),
                1 => queue.push(t),
                _ => {}
            }
        }
        self.run(net, queue, ear)
    }

    /// Takes the candidate as true and draws the conclusions.
    pub(crate) fn assume<L: Listen>(
        &mut self,
        net: &TrialNet<'_>,
        id: LitId,
        queue: &mut Queue,
        ear: &mut L,
    ) -> Result<(), Clash> {
        queue.clear();
        self.hold(net, id, None, queue, ear)?;
        self.run(net, queue, ear)
    }

    /// Strikes the candidate and draws the conclusions.
    pub(crate) fn strike<L: Listen>(
        &mut self,
        net: &TrialNet<'_>,
        id: LitId,
        queue: &mut Queue,
        ear: &mut L,
    ) -> Result<(), Clash> {
        self.drop_one(net, id, queue)?;
        self.run(net, queue, ear)
    }

    /// Strikes the candidate and lists the truths that came down to one.
    pub(crate) fn drop_one(&mut self, net: &TrialNet<'_>, id: LitId, queue: &mut Queue) -> Result<(), Clash> {
        queue.clear();
        if self.is_live(id) {
            self.live[id as usize / 64] &= !(1 << (id % 64));
            self.gone(net, id, queue)?;
        }
        Ok(())
    }

    /// A candidate is true: those that it excludes go.
    #[inline]
    pub(crate) fn hold<L: Listen>(
        &mut self,
        net: &TrialNet<'_>,
        id: LitId,
        truth: Option<TruthId>,
        queue: &mut Queue,
        ear: &mut L,
    ) -> Result<(), Clash> {
        if self.is_known(id) {
            return Ok(());
        }
        self.known[id as usize / 64] |= 1 << (id % 64);
        let mut clash = Ok(());
        for &(w, mask) in net.links(id) {
            let mut bits = self.live[w as usize] & mask;
            self.live[w as usize] ^= bits;
            while bits != 0 {
                let gone = w * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                ear.excluded(gone, id, truth);
                let after = self.gone(net, gone, queue);
                if clash.is_ok() {
                    clash = after;
                }
            }
        }
        clash
    }

    #[inline]
    fn gone(&mut self, net: &TrialNet<'_>, id: LitId, queue: &mut Queue) -> Result<(), Clash> {
        let mut clash = Ok(());
        for &t in net.truths_of(id) {
            let left = &mut self.left[t as usize];
            *left -= 1;
            match *left {
                0 => clash = Err(Clash::Truth(t)),
                1 => queue.push(t),
                _ => {}
            }
        }
        clash
    }

    /// The candidate that a truth has left, if there is one.
    #[inline]
    pub(crate) fn last(&self, net: &TrialNet<'_>, truth: TruthId) -> Option<LitId> {
        net.members(truth).iter().find_map(|&(w, mask)| {
            let bits = self.live[w as usize] & mask;
            (bits != 0).then(|| w * 64 + bits.trailing_zeros())
        })
    }

    fn run<L: Listen>(&mut self, net: &TrialNet<'_>, queue: &mut Queue, ear: &mut L) -> Result<(), Clash> {
        loop {
            while let Some(t) = queue.pop() {
                let Some(unit) = self.last(net, t) else { return Err(Clash::Truth(t)) };
                self.hold(net, unit, Some(t), queue, ear)?;
            }
            if !self.prune(net, queue, ear)? {
                return Ok(());
            }
        }
    }

    /// The same state with only the truths of `on` and the given other rules in force. Only for
    /// states in which all truths are in force and settled.
    pub(crate) fn restricted(&self, on: &[bool], rules: Arc<[RuleId]>) -> State {
        let left = self.left.iter().zip(on).map(|(&n, &on)| if on { n } else { n + OFF });
        State { live: self.live.clone(), known: self.known.clone(), left: left.collect(), rules }
    }

    /// How many candidates a truth in force has left.
    pub(crate) fn left(&self, truth: TruthId) -> u8 {
        self.left[truth as usize]
    }

    /// One round of the other rules' `prune`; `Ok(true)` when something went.
    pub(crate) fn prune<L: Listen>(
        &mut self,
        net: &TrialNet<'_>,
        queue: &mut Queue,
        ear: &mut L,
    ) -> Result<bool, Clash> {
        let rules = Arc::clone(&self.rules);
        self.prune_by(net, &rules, queue, ear)
    }

    /// One round of the `prune` of these rules. A rule that can't hold is told as such, and what it
    /// struck before it noticed is not.
    pub(crate) fn prune_by<L: Listen>(
        &mut self,
        net: &TrialNet<'_>,
        rules: &[RuleId],
        queue: &mut Queue,
        ear: &mut L,
    ) -> Result<bool, Clash> {
        if rules.is_empty() {
            return Ok(false);
        }
        let mut any = false;
        let mut at = Store::from_domains(net.network(), self.domains(net));
        for &rule in rules {
            at.take_changed();
            if net.network().rule(rule).prune(&mut at).is_err() {
                return Err(Clash::Rule(rule));
            }
            for var in at.take_changed() {
                for id in net.literals_of(var) {
                    if self.is_live(id) && !at.domain(var).contains(net.literal(id).value) {
                        self.live[id as usize / 64] &= !(1 << (id % 64));
                        any = true;
                        ear.pruned(id, rule);
                        self.gone(net, id, queue)?;
                    }
                }
            }
        }
        Ok(any)
    }
}

impl Clash {
    /// The truth behind it: one without candidates, or a rule as a whole.
    pub fn truth(self, net: &TrialNet<'_>) -> Truth {
        match self {
            Clash::Truth(t) => net.truths()[t as usize],
            Clash::Rule(rule) => Truth::Rule { rule, part: crate::Part::Whole },
        }
    }
}
