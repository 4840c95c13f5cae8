//! Makes proofs: runs a trial with a record, then keeps what the contradiction rests on.

use super::Proof;
use super::trail::{Trail, Trimmed};
use crate::trial::{Clash, Halt, LitId, Queue, Silent, State, TrialNet, Trials, TruthId};
use crate::{Domain, Limits, Literal, Part, RuleId, Stop, Truth};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;
use std::sync::Arc;

/// The truths (and rules that are not all-different) that a trial may use.
#[derive(Clone, Debug)]
pub(super) struct Theory {
    pub(super) on: Vec<bool>,
    pub(super) rules: Arc<[RuleId]>,
}

/// Makes proofs on one set of candidates.
#[derive(Clone, Debug)]
pub struct Prover<'a, 'n> {
    pub(super) net: &'a TrialNet<'n>,
    pub(super) base: State,
    trials: Trials<'a, 'n>,
    pub(super) queue: Queue,
    /// Truths of an unsettled start that have one candidate left.
    pub(super) pending: Vec<TruthId>,
}

impl<'a, 'n> Prover<'a, 'n> {
    /// A prover on what singles make of the candidates of `domains` (see
    /// [`domains`](Self::domains)); `limits.nodes` counts assumptions over all its proofs.
    ///
    /// # Errors
    /// The [`Clash`] when singles alone show that the candidates contradict each other.
    pub fn new(net: &'a TrialNet<'n>, domains: &[Domain], limits: &Limits) -> Result<Self, Clash> {
        let mut base = State::new(net, domains);
        let mut trials = Trials::new(net, limits);
        trials.settle(&mut base)?;
        Ok(Prover { net, base, trials, queue: Queue::new(), pending: Vec::new() })
    }

    /// A prover on the candidates of `domains` as they are, with singles still to be drawn: these
    /// are steps of proofs.
    pub fn unsettled(net: &'a TrialNet<'n>, domains: &[Domain], limits: &Limits) -> Self {
        let base = State::new(net, domains);
        let pending = (0..net.truths().len() as TruthId).filter(|&t| base.left(t) == 1).collect();
        Prover { net, base, trials: Trials::new(net, limits), queue: Queue::new(), pending }
    }

    /// The candidates that proofs start from.
    pub fn domains(&self) -> Vec<Domain> {
        self.base.domains(self.net)
    }

    /// The state that proofs start from.
    pub fn state(&self) -> &State {
        &self.base
    }

    /// The candidates that trial level `k` refutes, one by one, without striking any; those before
    /// a limit was reached.
    pub fn refutable(&mut self, k: u8) -> Vec<Literal> {
        let open = self.base.open();
        let hit = open.into_iter().map_while(|id| Some((id, self.trials.refutes(&self.base, id, k)?)));
        let hit: Vec<LitId> = hit.filter(|(_, refuted)| *refuted).map(|(id, _)| id).collect();
        hit.into_iter().map(|id| self.net.literal(id)).collect()
    }

    /// Strikes a candidate and draws the conclusions; later proofs start from there.
    ///
    /// # Errors
    /// The [`Clash`] when the candidates then contradict each other.
    pub fn strike(&mut self, literal: Literal) -> Result<(), Clash> {
        match self.net.id(literal) {
            Some(id) => self.trials.strike(&mut self.base, id),
            None => Ok(()),
        }
    }

    /// Strikes all that trial level `k` refutes, to a fixpoint; later proofs start from there.
    ///
    /// # Errors
    /// The [`Stop`] when a limit was reached, or `Exhausted` when the candidates contradict each
    /// other.
    pub fn close(&mut self, k: u8) -> Result<(), Stop> {
        match self.trials.close(&mut self.base, k) {
            Ok(()) | Err(Halt::Solved) => Ok(()),
            Err(Halt::Clash(_)) => Err(Stop::Exhausted),
            Err(Halt::Stop(stop)) => Err(stop),
        }
    }

    /// A proof of depth at most `k` that `goal` can't be; `None` when trial level `k` does not
    /// refute it, it is no candidate, or a limit was reached.
    pub fn refute(&mut self, goal: Literal, k: u8) -> Option<Proof> {
        let theory = self.all();
        self.refute_in(goal, k, &theory, &mut None)
    }

    /// Everything that holds.
    pub(super) fn all(&self) -> Theory {
        Theory { on: vec![true; self.net.truths().len()], rules: self.net.extra().into() }
    }

    /// Only the truths of a core.
    pub(super) fn only(&self, core: &[Truth]) -> Theory {
        let mut on = vec![false; self.net.truths().len()];
        let mut rules = Vec::new();
        for &truth in core {
            match truth {
                Truth::Rule { rule, part: Part::Whole } => rules.push(rule),
                other => {
                    if let Some(id) = self.net.truth_id(other) {
                        on[id as usize] = true;
                    }
                }
            }
        }
        Theory { on, rules: rules.into() }
    }

    pub(super) fn refute_in(
        &mut self,
        goal: Literal,
        k: u8,
        theory: &Theory,
        shuffle: &mut Option<ChaCha8Rng>,
    ) -> Option<Proof> {
        let id = self.net.id(goal).filter(|&id| self.base.is_live(id))?;
        let root = self.base.restricted(&theory.on, Arc::clone(&theory.rules));
        self.case(&root, &root, id, k, shuffle).map(|t| t.proof)
    }

    /// Assumes `id` in `base` and looks for a contradiction under level `k − 1`.
    fn case(
        &mut self,
        root: &State,
        base: &State,
        id: LitId,
        k: u8,
        shuffle: &mut Option<ChaCha8Rng>,
    ) -> Option<Trimmed> {
        let mut trail = Trail::default();
        let mut at = base.clone();
        let mut queue = std::mem::take(&mut self.queue);
        queue.clear();
        let first = at.hold(self.net, id, None, &mut queue, &mut trail);
        queue.extend(self.pending.iter().copied().filter(|&t| at.left(t) == 1));
        let first = first.and_then(|()| run(self.net, &mut at, &mut queue, &mut trail, shuffle));
        self.queue = queue;
        let clash = match first {
            Err(clash) => clash,
            Ok(()) => self.deepen(root, &mut at, k.checked_sub(1)?, &mut trail, shuffle)?,
        };
        Some(trail.trim(self.net, id, clash, base, root))
    }

    /// Closes a state under levels 1 to `k`, lowest first, until a contradiction turns up.
    fn deepen(
        &mut self,
        root: &State,
        at: &mut State,
        k: u8,
        trail: &mut Trail,
        shuffle: &mut Option<ChaCha8Rng>,
    ) -> Option<Clash> {
        // The silent engine says whether there is a contradiction at all before it is looked for in
        // detail.
        if k == 0 || !matches!(self.trials.close_assumed(&mut at.clone(), k), Err(Halt::Clash(_))) {
            return None;
        }
        let mut level = 1;
        while level <= k {
            let mut struck = false;
            for id in at.open() {
                if !at.is_live(id) || at.is_known(id) || self.trials.refutes(at, id, level) != Some(true) {
                    continue;
                }
                let case = self.case(root, at, id, level, shuffle)?;
                trail.refuted(id, case);
                let mut queue = std::mem::take(&mut self.queue);
                let done =
                    at.drop_one(self.net, id, &mut queue).and_then(|()| run(self.net, at, &mut queue, trail, shuffle));
                self.queue = queue;
                if let Err(clash) = done {
                    return Some(clash);
                }
                struck = true;
                if level > 1 {
                    break;
                }
            }
            level = if struck { 1 } else { level + 1 };
        }
        None
    }

    /// Does the theory refute the goal at level `k`? No record.
    pub(super) fn refutes_in(&mut self, goal: Literal, k: u8, theory: &Theory) -> Option<bool> {
        let id = self.net.id(goal)?;
        let mut root = self.base.restricted(&theory.on, Arc::clone(&theory.rules));
        if !self.pending.is_empty() {
            return Some(self.case(&root.clone(), &root, id, k, &mut None).is_some());
        }
        if k <= 1 {
            return Some(root.assume(self.net, id, &mut self.queue, &mut Silent).is_err());
        }
        self.trials.refutes(&root, id, k)
    }
}

/// Draws conclusions until nothing is left to draw; in a random order when asked.
fn run(
    net: &TrialNet<'_>,
    at: &mut State,
    queue: &mut Vec<TruthId>,
    trail: &mut Trail,
    shuffle: &mut Option<ChaCha8Rng>,
) -> Result<(), Clash> {
    loop {
        while !queue.is_empty() {
            let i = match shuffle {
                Some(rng) => rng.next_u32() as usize % queue.len(),
                None => 0,
            };
            let t = if shuffle.is_some() { queue.swap_remove(i) } else { queue.remove(0) };
            let Some(unit) = at.last(net, t) else { return Err(Clash::Truth(t)) };
            at.hold(net, unit, Some(t), queue, trail)?;
        }
        if !at.prune(net, queue, trail)? {
            return Ok(());
        }
    }
}
