//! Large rules that follow the trials of a board: each looks at what changed alone.

use crate::rule::{Incremental, Start};
use crate::{Conflict, Network, RuleId, Store, Var};

/// Variables of a rule, up to which its `prune` is as fast.
pub(super) const LARGE: usize = 30;

/// The large rules that can follow, each from the candidates of a moment.
#[derive(Debug)]
pub(super) struct Followers<'n> {
    list: Vec<Follower<'n>>,
}

#[derive(Debug)]
struct Follower<'n> {
    rule: RuleId,
    pruning: Box<dyn Incremental + 'n>,
    /// The moment whose candidates it started from.
    moment: u32,
    /// The state of the rule on these candidates.
    start: Start,
    /// Changed variables of the trial under way that it has read, if it was asked.
    read: Option<usize>,
}

impl<'n> Followers<'n> {
    pub(super) fn new(net: &'n Network) -> Followers<'n> {
        let large = net.rule_ids().filter(|&id| net.rule(id).scope().len() > LARGE);
        let follower = |rule| {
            let pruning = net.rule(rule).incremental()?;
            Some(Follower { rule, pruning, moment: 0, start: Start::Broken, read: None })
        };
        Followers { list: large.filter_map(follower).collect() }
    }

    /// Forgets the moments.
    pub(super) fn forget(&mut self) {
        self.list.iter_mut().for_each(|follower| follower.moment = 0);
    }

    /// Has all rules ready to follow a trial from these candidates.
    pub(super) fn start(&mut self, moment: u32, at: &Store<'_>) {
        self.list.iter_mut().for_each(|follower| follower.start(moment, at));
    }

    /// Does a rule have nothing to say at these candidates? `false` of a rule that can't follow.
    pub(super) fn stands(&mut self, rule: RuleId, moment: u32, at: &Store<'_>) -> bool {
        let Some(follower) = self.list.iter_mut().find(|follower| follower.rule == rule) else { return false };
        follower.start(moment, at);
        follower.start == Start::Settled
    }

    /// Prunes by a rule after the variables of a trial changed so far; `None`: it can't follow.
    pub(super) fn prune(&mut self, rule: RuleId, at: &mut Store<'_>, touched: &[Var]) -> Option<Result<(), Conflict>> {
        let follower =
            self.list.iter_mut().find(|follower| follower.rule == rule && follower.start != Start::Broken)?;
        let from = follower.read.replace(touched.len());
        Some(follower.pruning.prune(at, &touched[from.unwrap_or(0)..]))
    }

    /// Goes back to the start of the trial.
    pub(super) fn rewind(&mut self) {
        for follower in &mut self.list {
            if follower.read.take().is_some() {
                follower.pruning.rewind();
            }
        }
    }

    /// Calls `read` with the variables on which it rests that a rule says no more where a trial
    /// ended; `false`: it can't name them.
    pub(super) fn reads(&mut self, rule: RuleId, look: u32, traced: &Traced<'_>, read: &mut dyn FnMut(Var)) -> bool {
        let mut all = self.list.iter_mut();
        let standing = all.find(|follower| follower.rule == rule && follower.start == Start::Settled);
        standing.is_some_and(|follower| follower.pruning.reads(look, traced.at, traced.changed, read))
    }
}

/// Candidates after a trial, and the variables that it changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traced<'t> {
    pub(super) at: &'t Store<'t>,
    pub(super) changed: &'t [Var],
}

impl Follower<'_> {
    fn start(&mut self, moment: u32, at: &Store<'_>) {
        if self.moment != moment {
            self.moment = moment;
            self.read = None;
            self.start = self.pruning.start(at);
        }
    }
}
