//! An idea as a technique: a family, or a range of them, and the classes of rules that take part.

use crate::idea::{FamilyError, FamilyRange};
use crate::matcher::promoted;
use crate::reason::Explained;
use std::fmt;
use std::str::FromStr;
use tesuji_solver::reason::Refutation;
use tesuji_solver::techniques::steps::{Ground, Marks, Part, Parted, Told, candidates, refuted_in_rounds};
use tesuji_solver::{
    Because, Board, Deduction, Domain, Explainer, Fact, Flow, Literal, Means, Network, Row, RuleId, Technique, Tier,
};

/// The key of an idea in decisions: `idea-truth[2..3]`, `idea-star[<=2,<=3]:clue+corner`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdeaKey {
    /// The families.
    pub range: FamilyRange,
    /// The classes of the rules that may take part; none: all.
    pub classes: Vec<String>,
}

/// The beginning of such keys.
pub(crate) const HEAD: &str = "idea-";

impl fmt::Display for IdeaKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEAD}{}", self.range)?;
        if self.classes.is_empty() { Ok(()) } else { write!(f, ":{}", self.classes.join("+")) }
    }
}

impl FromStr for IdeaKey {
    type Err = FamilyError;

    fn from_str(key: &str) -> Result<Self, FamilyError> {
        let rest = key.strip_prefix(HEAD).ok_or_else(|| FamilyError::Kind(key.to_string()))?;
        let (range, classes) = rest.split_once(':').map_or((rest, None), |(range, classes)| (range, Some(classes)));
        let mut classes: Vec<String> = classes.map_or(Vec::new(), |c| c.split('+').map(str::to_string).collect());
        classes.sort_unstable();
        classes.dedup();
        Ok(IdeaKey { range: range.parse()?, classes })
    }
}

/// An idea that a person gave a name.
#[derive(Clone, Debug)]
pub struct PromotedIdea {
    row: Row,
    key: IdeaKey,
}

impl PromotedIdea {
    /// The technique of an idea.
    pub fn new(key: IdeaKey, id: &str, name: &str, tier: Tier, score: u32) -> PromotedIdea {
        PromotedIdea { row: promoted(id, name, tier, score).by(Means::Rounds), key }
    }

    fn takes(&self, net: &Network, rule: RuleId) -> bool {
        let classes = &self.key.classes;
        classes.is_empty() || net.class_name(rule).is_some_and(|name| classes.iter().any(|class| class == name))
    }

    /// Calls `found` with each step, until it answers `false`.
    fn each(
        &self,
        net: &Network,
        base: &[Domain],
        may_go: &dyn Fn(Literal) -> bool,
        found: &mut dyn FnMut(Deduction) -> bool,
    ) {
        let takes = |rule: RuleId| self.takes(net, rule);
        let mut with = Explainer::new(net);
        refuted_in_rounds(net, base, self.key.range.rounds(), &takes, may_go, &mut |goal| {
            let want = Refutation { at: base, suppose: goal, takes: &takes, most: usize::MAX };
            let Some(reasons) = with.refutation(&want) else { return true };
            let supposed = Some(Fact::is(goal.var, goal.value));
            let mut houses: Vec<RuleId> = reasons.iter().flat_map(|reason| reason.rules()).collect();
            houses.sort_unstable();
            houses.dedup();
            let because = Because { reasons, supposed, houses, ..Because::default() };
            let step = Deduction::remove(&self.row.id, [(goal.var, goal.value)], because);
            let Some(step) = step else { return true };
            let is_of = Explained::of_deduction(&step).iter().any(|e| self.key.range.holds(&e.idea().family));
            !is_of || found(step.with_places(|var| base[var.index()]))
        });
    }
}

impl Technique for PromotedIdea {
    fn row(&self) -> &Row {
        &self.row
    }
    fn lacks(&self, net: &Network) -> Option<String> {
        let has = |class: &&String| net.rule_ids().any(|rule| net.class_name(rule) == Some(class));
        self.key.classes.iter().find(|class| !has(class)).cloned()
    }
    fn parted(&self) -> Option<&dyn Parted> {
        Some(self)
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let net = at.network();
        let base = candidates(at);
        let may_go = |goal: Literal| at.open().contains(goal.var) && !at.store().is_irrefutable(goal);
        let mut flow = Flow::Continue(());
        self.each(net, &base, &may_go, &mut |step| {
            flow = found(step);
            flow.is_continue()
        });
        flow
    }
}

impl Parted for PromotedIdea {
    fn parts(&self, _net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::default()]
    }

    fn conclude(&self, ground: &mut Ground<'_>, _part: &Part, told: &mut Told<'_>) -> Flow {
        ground.conclude_by(self, told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_written() {
        for key in ["idea-truth[2]", "idea-star[<=2,<=3]:clue+lines"] {
            assert_eq!(key.parse::<IdeaKey>().unwrap().to_string(), key);
        }
        for wrong in ["truth[2]", "idea-trick[2]", "idea-truth[2", "idea-truth[3..2]"] {
            assert!(wrong.parse::<IdeaKey>().is_err(), "{wrong}");
        }
    }
}
