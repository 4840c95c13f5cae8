//! What a rule is: one ground truth, one simplest correct pruning, one encoding.

use crate::cuts::Fact;
use crate::engine::{Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, RuleId, Store, Value, Var};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// The kinds of rules. Techniques are keyed by kind, so genres that share a kind share its
/// techniques.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RuleKind {
    /// No two variables equal.
    AllDifferent,
    /// The values add up to a total.
    Sum,
    /// Different values that add up to a total.
    Cage,
    /// One value below another.
    Inequality,
    /// The values form one of the listed tuples.
    Table,
    /// So many variables take one of the given values.
    Count,
    /// One value is the greatest or the least of others.
    Minimax,
    /// At least one of some candidates holds, each with a sign.
    Clause,
    /// The chosen variables are connected on a graph.
    Connected,
    /// The chosen variables make no cycle on a graph.
    Acyclic,
    /// The chosen edges form one loop.
    SingleLoop,
    /// The chosen variables form runs of given lengths along a line.
    Runs,
    /// The chosen variables form one region of a given size around a given place.
    Region,
    /// Each region of chosen variables has a given size.
    Regions,
    /// Each region of chosen variables holds one root.
    Islands,
    /// So many chosen variables are reached from some places.
    Reached,
    /// The candidates of one placement all hold.
    Placements,
    /// So many heights of a line are seen from its front.
    Visible,
    /// The weights of the values add up to a total.
    Weighted,
    /// The chosen variables are matched to groups one to one.
    Matching,
    /// Values with weights add up to a total, over groups of different values.
    Linear,
    /// Different values that together are one of some sets.
    Family,
    /// The values, read in order, are accepted by an automaton.
    Automaton,
    /// Two lists of variables have the same values.
    Same,
    /// Values stand certain numbers of times.
    Occurrences,
    /// Something is said of the parts of a graph.
    Parts,
    /// At least one of some lists of rules holds.
    AnyOf,
    /// Some lines, read as numbers, are less than a line.
    Rank,
}

impl RuleKind {
    /// All kinds.
    pub const ALL: &[RuleKind] = &[
        RuleKind::AllDifferent,
        RuleKind::Sum,
        RuleKind::Cage,
        RuleKind::Inequality,
        RuleKind::Table,
        RuleKind::Count,
        RuleKind::Minimax,
        RuleKind::Clause,
        RuleKind::Connected,
        RuleKind::Acyclic,
        RuleKind::SingleLoop,
        RuleKind::Runs,
        RuleKind::Region,
        RuleKind::Regions,
        RuleKind::Islands,
        RuleKind::Reached,
        RuleKind::Placements,
        RuleKind::Visible,
        RuleKind::Weighted,
        RuleKind::Matching,
        RuleKind::Linear,
        RuleKind::Family,
        RuleKind::Automaton,
        RuleKind::Same,
        RuleKind::Occurrences,
        RuleKind::Parts,
        RuleKind::AnyOf,
        RuleKind::Rank,
    ];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            RuleKind::AllDifferent => "all-different",
            RuleKind::Sum => "sum",
            RuleKind::Cage => "cage",
            RuleKind::Inequality => "inequality",
            RuleKind::Table => "table",
            RuleKind::Count => "count",
            RuleKind::Minimax => "minimax",
            RuleKind::Clause => "clause",
            RuleKind::Connected => "connected",
            RuleKind::Acyclic => "acyclic",
            RuleKind::SingleLoop => "single-loop",
            RuleKind::Runs => "runs",
            RuleKind::Region => "region",
            RuleKind::Regions => "regions",
            RuleKind::Islands => "islands",
            RuleKind::Reached => "reached",
            RuleKind::Placements => "placements",
            RuleKind::Visible => "visible",
            RuleKind::Weighted => "weighted",
            RuleKind::Matching => "matching",
            RuleKind::Linear => "linear",
            RuleKind::Family => "family",
            RuleKind::Automaton => "automaton",
            RuleKind::Same => "same",
            RuleKind::Occurrences => "occurrences",
            RuleKind::Parts => "parts",
            RuleKind::AnyOf => "any-of",
            RuleKind::Rank => "rank",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<RuleKind> {
        RuleKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// A rule of a network. Data is the serialisable [`RuleSpec`](crate::rules::RuleSpec); this is the
/// behaviour behind it.
pub trait Rule: Debug + Send + Sync {
    /// The rule's kind.
    fn kind(&self) -> RuleKind;

    /// The variables that the rule speaks of, each once.
    fn scope(&self) -> &[Var];

    /// The referee: does a full assignment of the scope satisfy the rule? Written as plainly as
    /// possible; every test of the rule derives from it.
    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool;

    /// Simplest correct pruning: removes values that no satisfying assignment has. Stateless.
    ///
    /// # Errors
    /// [`Conflict`] when the domains leave no satisfying assignment (as far as the pruning sees).
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict>;

    /// How much [`prune`](Self::prune) promises at its fixpoint; [`laws`](crate::laws) hold it to
    /// that.
    fn consistency(&self) -> Consistency;

    /// States the rule to a backend as clauses, linear sums or tables: all of it or a part, as
    /// [`encoding`](Self::encoding) says.
    fn encode(&self, to: &mut dyn Encoder);

    /// States the rule completely, with fresh variables where [`encode`](Self::encode) leaves
    /// something to cuts; `false` if it has no such form, and nothing was said.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        let is_exact = self.encoding() == Encoding::Exact;
        if is_exact {
            self.encode(to);
        }
        is_exact
    }

    /// How backends that know only what [`encode`](Self::encode) says come to the whole rule.
    fn encoding(&self) -> Encoding {
        Encoding::Exact
    }

    /// Does [`prune`](Self::prune) report a conflict in one call? For rules that find that out
    /// faster than they prune. What is left in the store does not matter.
    fn refuses(&self, at: &mut Store<'_>) -> bool {
        self.prune(at).is_err()
    }

    /// Where a full assignment breaks the rule: sets of facts about it that can't all hold. Each
    /// becomes a [cut](crate::cuts), shrunk by [`refuses`](Self::refuses); none: the values of all
    /// variables are one such set.
    fn blame(&self, _value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        Vec::new()
    }

    /// States the rule to the learning engine. By default its [`prune`](Self::prune) becomes a
    /// propagator; a rule with a faster form posts that, and the laws of
    /// [`engine::laws`](crate::engine::laws) hold it to `prune`.
    fn post(&self, to: &mut Posting<'_>) {
        to.from_prune();
    }

    /// The pruning that the engine calls where the rule stands under a condition, for these initial
    /// domains of the scope; `None`: [`prune`](Self::prune).
    fn pruning(&self, _domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        None
    }

    /// Pruning that follows trials and looks at their changes alone, for rules over a large part of
    /// a board; `None`: [`prune`](Self::prune) is all there is.
    fn incremental(&self) -> Option<Box<dyn Incremental + '_>> {
        None
    }

    /// Values that every solution must use somewhere in the scope (for all-different over as many
    /// variables as values: all of them). `union` is the union of the scope's domains.
    fn must_use(&self, _union: Domain) -> Domain {
        Domain::EMPTY
    }
}

/// The state of a rule on the store from which trials start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Nothing.
    Settled,
    /// Its [`prune`](Rule::prune) concludes something there.
    Unsettled,
    /// It contradicts the rule: no trial can be followed from there.
    Broken,
}

/// A rule that follows trials, each from the same store.
pub trait Incremental: Debug + Send {
    /// Takes a store as the start of trials.
    fn start(&mut self, at: &Store<'_>) -> Start;

    /// Concludes what the rule's [`prune`](Rule::prune) does in one call. `changed`: the variables
    /// that lost candidates since the last call, or since the start.
    ///
    /// # Errors
    /// [`Conflict`] where `prune` finds one; then only [`rewind`](Self::rewind) may follow.
    fn prune(&mut self, at: &mut Store<'_>, changed: &[Var]) -> Result<(), Conflict>;

    /// Goes back to the start.
    fn rewind(&mut self);

    /// Calls `read` with the variables on which it rests that the rule says no more at the end of a
    /// trial, after `changed` lost candidates; `false`: it rests on the whole scope. It is asked
    /// after [`rewind`](Self::rewind), where the start is [settled](Start::Settled).
    ///
    /// From each start that agrees on these variables the same changes lead to the same end, as far
    /// as these variables see. What was read before with the same number of a `look`, from the same
    /// start, may be left out.
    fn reads(&mut self, _look: u32, _at: &Store<'_>, _changed: &[Var], _read: &mut dyn FnMut(Var)) -> bool {
        false
    }
}

/// How a rule is stated to backends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Completely, by [`Rule::encode`].
    Exact,
    /// In part by [`Rule::encode`]; what that leaves open is said by [cuts](crate::cuts), after a
    /// solution of the rest was found that breaks the rule.
    Lazy,
    /// Not at all: backends refuse it.
    None,
}

/// Which part of a rule a [`Truth`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The rule as a whole.
    Whole,
    /// "This value is somewhere in the rule's scope."
    Value(Value),
}

/// A statement that holds in every solution: the vocabulary of proofs' cores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// "This variable has a value" (one of its candidates).
    Cell(Var),
    /// A rule, or "this value is somewhere in this house".
    Rule {
        /// The rule.
        rule: RuleId,
        /// The part of it.
        part: Part,
    },
}

impl Truth {
    /// The literals of which at least one must hold, for a `Cell` or `Value` truth over the given
    /// domains.
    pub fn literals(self, net: &crate::Network, domain: &dyn Fn(Var) -> Domain) -> Vec<Literal> {
        match self {
            Truth::Cell(var) => domain(var).iter().map(|value| Literal { var, value }).collect(),
            Truth::Rule { rule, part: Part::Value(value) } => {
                let scope = net.rule(rule).scope().iter();
                scope.filter(|v| domain(**v).contains(value)).map(|&var| Literal { var, value }).collect()
            }
            Truth::Rule { part: Part::Whole, .. } => Vec::new(),
        }
    }
}
