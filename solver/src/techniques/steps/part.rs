//! Techniques in parts that read a few variables each, so that a run asks only those parts again
//! of which something changed.

use super::{Ground, JointRules, LineStep, RuleStep};
use crate::{Deduction, Flow, Network, RuleId, Technique, Var};

/// Calls for each conclusion of a part, which the ground holds, until it breaks.
pub type Told<'t> = dyn FnMut(&mut Ground<'_>) -> Flow + 't;

/// A technique that is the sum of its parts: they find, one after the other, what
/// [`find`](Technique::find) does.
pub trait Parted: Technique {
    /// The parts in order. `marks` serves while they are listed.
    fn parts(&self, net: &Network, marks: &mut Marks) -> Vec<Part>;

    /// Calls `told` with the ground for each conclusion of a part, until it breaks. What a part
    /// concludes depends on the variables that it reads alone.
    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow;

    /// May conclusions about rules be kept by what their parts read? Where candidates more than one
    /// a variable are at most so many, each is one conclusion that depends on them, and on which
    /// rules around are left out, alone.
    fn tabled(&self) -> Option<usize> {
        None
    }

    /// Its form for candidates as words ([`masked`](crate::masked)), if it has one.
    fn masked(&self) -> Option<Masked<'_>> {
        None
    }

    /// The conclusion that the ground holds, as a step.
    fn deduction(&self, ground: &Ground<'_>) -> Deduction {
        ground.deduction(&self.row().id)
    }
}

/// Techniques that a run on candidates as words takes.
#[derive(Clone, Copy, Debug)]
pub enum Masked<'t> {
    /// Conclusions of one rule.
    Rule(&'t RuleStep),
    /// Looks at a line with runs.
    Line(&'t LineStep),
    /// Conclusions of a few rules together.
    Joint(&'t JointRules),
}

/// A part of a technique.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The rule that it is about.
    pub(crate) rule: Option<RuleId>,
    /// The variable that it is about.
    pub(crate) var: Option<Var>,
    /// The variables that it may read; all where it is about the whole board.
    pub(crate) reads: Vec<Var>,
    /// Rules that may join in with the first rule.
    pub(crate) around: Vec<RuleId>,
    /// Its looks one after the other, as far as they are remembered.
    pub(crate) looks: Vec<Look>,
    /// The number of its first look on the ground.
    pub(crate) first_look: usize,
}

/// One look of a part: the rule that it is about, perhaps a second one, and others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The second rule.
    pub(crate) second: Option<RuleId>,
    /// Rules that may join in.
    pub(crate) via: Vec<RuleId>,
    /// The variables that it may read. Empty: each look notes what it reads.
    pub(crate) reads: Vec<Var>,
}

impl Part {
    /// A part about the whole board, which remembers some looks.
    pub fn of_board(looks: usize) -> Part {
        Part { looks: vec![Look::default(); looks], ..Part::default() }
    }

    /// A part about one rule.
    pub(crate) fn of_rule(net: &Network, rule: RuleId) -> Part {
        Part { rule: Some(rule), reads: net.rule(rule).scope().to_vec(), ..Part::default() }
    }

    /// Is it about the whole board?
    pub(crate) fn is_of_board(&self) -> bool {
        self.rule.is_none() && self.var.is_none()
    }
}

/// Sets of variables and of rules that are emptied at once.
#[derive(Clone, Debug)]
pub struct Marks {
    now: u32,
    vars: Vec<u32>,
    rules: Vec<u32>,
}

impl Marks {
    /// Empty sets for a network.
    pub(crate) fn new(net: &Network) -> Marks {
        Marks { now: 1, vars: vec![0; net.len()], rules: vec![0; net.rule_ids().len()] }
    }

    /// Empties both sets.
    pub(crate) fn clear(&mut self) {
        self.now += 1;
    }

    /// Adds a variable; `false` if it was there.
    pub(crate) fn insert_var(&mut self, var: Var) -> bool {
        std::mem::replace(&mut self.vars[var.index()], self.now) != self.now
    }

    pub(super) fn has_var(&self, var: Var) -> bool {
        self.vars[var.index()] == self.now
    }

    /// Adds a rule; `false` if it was there.
    pub(super) fn insert_rule(&mut self, rule: RuleId) -> bool {
        std::mem::replace(&mut self.rules[rule.index()], self.now) != self.now
    }

    pub(super) fn has_rule(&self, rule: RuleId) -> bool {
        self.rules[rule.index()] == self.now
    }
}
