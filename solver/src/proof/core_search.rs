//! Depth-first search for the cores of one size, on propagation states.
//!
//! A core's truths are *fired* one after the other: a truth with one candidate left takes it as
//! true, a rule as a whole prunes. The last truth has nothing left, or the last rule can't hold.
//! Truths are offered in the order in which they come down to one candidate, and a set takes
//! them in that order, so each set is met once.

use super::cores::is_subset;
use super::prove::Prover;
use crate::trial::{Clash, Listen, LitId, Queue, State, TruthId};
use crate::{RuleId, RuleKind, Truth};
use std::collections::BTreeSet;

/// A truth, or behind all truths the number of a rule in [`extra`](crate::trial::TrialNet::extra).
pub(super) type Part = TruthId;

/// Collects the candidates that went.
#[derive(Default)]
struct Gone(Vec<LitId>);

impl Listen for Gone {
    fn excluded(&mut self, gone: LitId, _: LitId, _: Option<TruthId>) {
        self.0.push(gone);
    }
    fn pruned(&mut self, gone: LitId, _: RuleId) {
        self.0.push(gone);
    }
}

/// The search for one goal.
pub(super) struct Search<'p, 'a, 'n> {
    prover: &'p Prover<'a, 'n>,
    among: Option<&'p [bool]>,
    keep: usize,
    /// How many more truths may be fired.
    pub(super) fires: u64,
    /// States by number of fired truths; grows as deep as it gets.
    states: Vec<State>,
    /// Parts that may be fired, in the order of turning up.
    offered: Vec<Part>,
    chosen: Vec<Part>,
    emptied: Vec<TruthId>,
    gone: Gone,
    queue: Queue,
    /// What the goal alone leaves empty.
    at_once: Vec<TruthId>,
    /// Truths of the sets that are looked for now.
    size: usize,
    /// The sets found of that size.
    found: BTreeSet<Vec<Part>>,
    /// The sets found before, of fewer truths: what holds one of them is not irreducible.
    smaller: Vec<Vec<Part>>,
    /// Was everything searched, and everything that was found kept?
    pub(super) full: bool,
}

impl<'p, 'a, 'n> Search<'p, 'a, 'n> {
    /// Assumes `goal`. Only truths of `among` take part; `None`: all truths, and rules as a whole.
    pub(super) fn new(
        prover: &'p Prover<'a, 'n>,
        goal: LitId,
        among: Option<&'p [bool]>,
        (fires, keep): (u64, usize),
    ) -> Self {
        let mut search = Search {
            prover,
            among,
            keep,
            fires,
            states: vec![prover.base.clone()],
            offered: Vec::new(),
            chosen: Vec::new(),
            emptied: Vec::new(),
            gone: Gone::default(),
            queue: Queue::new(),
            at_once: Vec::new(),
            size: 0,
            found: BTreeSet::new(),
            smaller: Vec::new(),
            full: true,
        };
        let _: Result<(), Clash> = search.states[0].hold(prover.net, goal, None, &mut search.queue, &mut search.gone);
        search.look(0, goal, true);
        search.at_once = std::mem::take(&mut search.emptied);
        let waiting = prover.pending.iter().copied();
        let waiting: Vec<TruthId> = waiting.filter(|t| !search.offered.contains(t) && search.may_fire(0, *t)).collect();
        search.offered.extend(waiting);
        search
    }

    /// Adds the sets of `size` truths of which the last has nothing left when the others are fired,
    /// and that hold none of the sets found before.
    pub(super) fn run(&mut self, size: usize) {
        self.smaller.extend(std::mem::take(&mut self.found));
        self.size = size;
        if size == 1 {
            for truth in self.at_once.clone() {
                self.keep_with(Some(truth));
            }
        }
        if size > 1 || self.has_rules() {
            self.go(0, size);
        }
    }

    /// How many sets are kept so far.
    pub(super) fn kept(&self) -> usize {
        self.smaller.len() + self.found.len()
    }

    /// The sets that were kept.
    pub(super) fn sets(&self) -> impl Iterator<Item = &Vec<Part>> {
        self.smaller.iter().chain(&self.found)
    }

    fn has_rules(&self) -> bool {
        self.among.is_none() && !self.prover.net.extra().is_empty()
    }

    fn first_rule(&self) -> Part {
        self.prover.net.truths().len() as Part
    }

    fn takes_part(&self, truth: TruthId) -> bool {
        self.among.is_none_or(|on| on[truth as usize])
    }

    /// Has the truth one candidate left that is not known to be true, and takes it part?
    fn may_fire(&self, level: usize, truth: TruthId) -> bool {
        let (at, net) = (&self.states[level], self.prover.net);
        at.left(truth) == 1 && self.takes_part(truth) && at.last(net, truth).is_some_and(|l| !at.is_known(l))
    }

    /// After something went at a level: what is empty now, and where that is asked what may be
    /// fired besides.
    fn look(&mut self, level: usize, cause: LitId, offers: bool) {
        let net = self.prover.net;
        let gone = std::mem::take(&mut self.gone.0);
        let mut emptied = std::mem::take(&mut self.emptied);
        emptied.clear();
        let truths = gone.iter().flat_map(|&l| net.truths_of(l)).copied();
        emptied.extend(truths.filter(|&t| self.states[level].left(t) == 0 && self.takes_part(t)));
        emptied.sort_unstable();
        emptied.dedup();
        self.emptied = emptied;
        if offers {
            let mut queue = std::mem::take(&mut self.queue);
            queue.sort_unstable();
            queue.dedup();
            queue.retain(|&t| self.may_fire(level, t) && !self.is_idle(t));
            self.offered.extend(&queue);
            self.queue = queue;
            if self.has_rules() {
                self.offer_rules(&gone, cause);
            }
        }
        self.queue.clear();
        self.gone.0 = gone;
        self.gone.0.clear();
    }

    /// A cell without peers excludes nothing by its last value.
    fn is_idle(&self, truth: TruthId) -> bool {
        let net = self.prover.net;
        match net.truths()[truth as usize] {
            Truth::Cell(var) => !net.extra().is_empty() && net.network().houses().peers(var).is_empty(),
            Truth::Rule { .. } => false,
        }
    }

    fn offer_rules(&mut self, gone: &[LitId], cause: LitId) {
        let (net, first) = (self.prover.net, self.first_rule());
        for &id in gone.iter().chain([&cause]) {
            for rule in net.network().rules_of(net.literal(id).var) {
                if net.network().rule(*rule).kind() == RuleKind::AllDifferent {
                    continue;
                }
                let Ok(at) = net.extra().binary_search(rule) else { continue };
                let part = first + at as Part;
                if !self.offered.contains(&part) {
                    self.offered.push(part);
                }
            }
        }
    }

    /// Fires a part on a copy of the state of `level`, as the state of the next one, under the
    /// rules chosen so far. Is it a rule that can't hold?
    fn fire(&mut self, level: usize, part: Part, offers: bool) -> bool {
        let net = self.prover.net;
        if self.states.len() == level + 1 {
            let copy = self.states[level].clone();
            self.states.push(copy);
        } else {
            let (before, after) = self.states.split_at_mut(level + 1);
            after[0].copy_from(&before[level]);
        }
        let (at, first) = (&mut self.states[level + 1], net.truths().len() as Part);
        let mut cause = 0;
        if part < first {
            let Some(unit) = at.last(net, part) else { return false };
            cause = unit;
            let _: Result<(), Clash> = at.hold(net, unit, Some(part), &mut self.queue, &mut self.gone);
        }
        let rules: Vec<RuleId> =
            self.chosen.iter().filter(|p| **p >= first).map(|p| net.extra()[(p - first) as usize]).collect();
        let mut empty = None;
        while !rules.is_empty() {
            match at.prune_by(net, &rules, &mut self.queue, &mut self.gone) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Clash::Rule(_)) => {
                    self.gone.0.clear();
                    self.queue.clear();
                    return true;
                }
                Err(Clash::Truth(truth)) => {
                    empty = Some(truth);
                    break;
                }
            }
        }
        let cause = if part < first { cause } else { self.gone.0.first().copied().unwrap_or(cause) };
        self.look(level + 1, cause, offers);
        if let Some(truth) = empty.filter(|t| !self.emptied.contains(t)) {
            self.emptied.push(truth);
        }
        false
    }

    /// Adds `more` truths to the chosen ones, from those offered beyond the last chosen one on.
    fn go(&mut self, start: usize, more: usize) {
        let (level, end, first) = (self.chosen.len(), self.offered.len(), self.first_rule());
        let is_ruled = self.chosen.iter().any(|p| *p >= first);
        for i in start..end {
            let part = self.offered[i];
            if part < first && ((more == 1 && !is_ruled) || !self.may_fire(level, part)) {
                continue;
            }
            if self.fires == 0 || self.kept() >= self.keep {
                self.full = false;
                return;
            }
            self.fires -= 1;
            self.chosen.push(part);
            let goes_on = more > 2 || (more == 2 && self.has_rules());
            if self.fire(level, part, goes_on) {
                if more == 1 {
                    self.keep_with(None);
                }
            } else {
                if more == 2 {
                    for e in std::mem::take(&mut self.emptied) {
                        self.keep_with(Some(e));
                    }
                }
                if goes_on {
                    self.go(i + 1, more - 1);
                }
            }
            self.offered.truncate(end);
            self.chosen.pop();
        }
    }

    fn keep_with(&mut self, last: Option<TruthId>) {
        let mut core: Vec<Part> = self.chosen.iter().copied().chain(last).collect();
        core.sort_unstable();
        core.dedup();
        let is_new = core.len() == self.size
            && !self.found.contains(&core)
            && !self.smaller.iter().any(|part| is_subset(part, &core));
        if is_new && self.kept() >= self.keep {
            self.full = false;
        } else if is_new {
            self.found.insert(core);
        }
    }
}
