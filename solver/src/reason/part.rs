//! Which part of a rule a reason uses, in the words of the field.

use super::Fact;
use crate::rules::{Joints, RuleSpec};
use crate::{Domain, Network, RuleId};
use serde::{Deserialize, Serialize};

/// The part of a rule that one use of it rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RulePart {
    /// A variable has one value left, or none.
    LastValue,
    /// A count has all that it may have: the others are out.
    CountFull,
    /// A count needs all that are left.
    CountNeeds,
    /// More are counted than may be.
    TooMany,
    /// Fewer are left than a count needs.
    TooFew,
    /// A value stands in the house: it is nowhere else there.
    ValueInHouse,
    /// A value of a house has one place left, or some values share their places.
    PlaceInHouse,
    /// No combination of the other values makes the total.
    NoCombination,
    /// One value bounds another.
    Bound,
    /// One of the combinations that a rule lists is left, or all that are left agree.
    Ways,
    /// All alternatives but one are out.
    LastAlternative,
    /// Without it the connected area would fall apart.
    CutCell,
    /// It would be cut off from what it must hang together with.
    CutOff,
    /// A cycle would close.
    CycleCloses,
    /// The loop would close before all of it is there.
    LoopCloses,
    /// A line must go on, and has one way.
    WayOn,
    /// A line would end there, or part.
    DeadEnd,
    /// A run, a group or an area has all its cells.
    AreaFull,
    /// A group or an area needs the cell to grow.
    AreaGrows,
    /// Two areas would join that must stay apart.
    AreasJoin,
    /// No area reaches so far.
    OutOfReach,
    /// The runs of a line leave it no other place.
    RunsFit,
    /// Too much or too little would be seen from a place.
    Seen,
    /// One side of a matching would keep one without a partner.
    Matched,
    /// All of it follows from one choice.
    Follows,
    /// Several rules have no way left together.
    NoWayTogether,
    /// The bounds of several rules add up to a contradiction.
    Sum,
    /// By several rules a number would be both odd and even.
    Parity,
}

impl RulePart {
    /// The part's name: "cut cell".
    pub fn name(self) -> &'static str {
        match self {
            RulePart::LastValue => "last value",
            RulePart::CountFull => "count is full",
            RulePart::CountNeeds => "count needs all that are left",
            RulePart::TooMany => "count is exceeded",
            RulePart::TooFew => "count can't be reached",
            RulePart::ValueInHouse => "value in house",
            RulePart::PlaceInHouse => "places in house",
            RulePart::NoCombination => "no combination",
            RulePart::Bound => "bound",
            RulePart::Ways => "ways that are left",
            RulePart::LastAlternative => "last alternative",
            RulePart::CutCell => "cut cell",
            RulePart::CutOff => "cut off",
            RulePart::CycleCloses => "cycle would close",
            RulePart::LoopCloses => "loop would close",
            RulePart::WayOn => "one way on",
            RulePart::DeadEnd => "dead end",
            RulePart::AreaFull => "area is full",
            RulePart::AreaGrows => "area must grow",
            RulePart::AreasJoin => "areas would join",
            RulePart::OutOfReach => "out of reach",
            RulePart::RunsFit => "runs fit",
            RulePart::Seen => "what is seen",
            RulePart::Matched => "matching",
            RulePart::Follows => "follows from one choice",
            RulePart::NoWayTogether => "no way together",
            RulePart::Sum => "counted together",
            RulePart::Parity => "odd and even",
        }
    }
}

/// A use of a rule, to be named.
pub(super) struct Use<'a> {
    pub net: &'a Network,
    pub rule: RuleId,
    pub because: &'a [Fact],
    pub roots: &'a [crate::Var],
    /// One of the conclusions; none: a contradiction.
    pub concludes: Option<Fact>,
}

impl Use<'_> {
    /// Does the conclusion choose its variable (give it a value of `values`), or does it keep it
    /// from being chosen?
    fn chooses(&self, values: Domain) -> Option<bool> {
        let fact = self.concludes?;
        let kept = fact.keeps() & self.net.domains()[fact.var.index()];
        if kept.minus(values).is_empty() {
            return Some(true);
        }
        (kept & values).is_empty().then_some(false)
    }

    /// How many of the facts choose their variable, and how many keep one from being chosen.
    fn chosen(&self, values: Domain) -> (usize, usize) {
        let kept = |fact: &Fact| fact.keeps() & self.net.domains()[fact.var.index()];
        let is_in = self.because.iter().filter(|f| kept(f).minus(values).is_empty()).count();
        let is_out = self.because.iter().filter(|f| (kept(f) & values).is_empty()).count();
        (is_in, is_out)
    }

    /// The part of the rule.
    pub fn part(&self) -> RulePart {
        match self.net.spec(self.rule) {
            RuleSpec::AllDifferent { .. } => self.of_house(),
            RuleSpec::Count { values, low, high, .. } => self.of_count(*values, (*low, *high)),
            RuleSpec::Inequality { .. } | RuleSpec::Minimax { .. } => RulePart::Bound,
            RuleSpec::Sum { .. } | RuleSpec::Cage { .. } | RuleSpec::Weighted { .. } => RulePart::NoCombination,
            RuleSpec::Table { .. } => RulePart::Ways,
            RuleSpec::Clause { .. } => RulePart::LastAlternative,
            RuleSpec::Connected { values, .. } => match self.chooses(*values) {
                Some(true) => RulePart::CutCell,
                _ => RulePart::CutOff,
            },
            RuleSpec::Acyclic { .. } => RulePart::CycleCloses,
            RuleSpec::SingleLoop { values, .. } => self.of_loop(*values),
            RuleSpec::Runs { .. } => RulePart::RunsFit,
            RuleSpec::Region { values, .. } | RuleSpec::Regions { values, .. } | RuleSpec::Islands { values, .. } => {
                self.of_areas(*values)
            }
            RuleSpec::Reached { .. } | RuleSpec::Visible { .. } => RulePart::Seen,
            RuleSpec::Parts { graph, .. } => match &graph.joints {
                Joints::Edges(values) => self.of_areas(*values),
                Joints::Places(_) => RulePart::AreaGrows,
            },
            RuleSpec::Placements { .. } => RulePart::Follows,
            RuleSpec::Matching { .. } => RulePart::Matched,
            RuleSpec::Linear { .. } | RuleSpec::Family { .. } | RuleSpec::Occurrences { .. } => RulePart::NoCombination,
            RuleSpec::Automaton { .. } | RuleSpec::Same { .. } | RuleSpec::AnyOf { .. } | RuleSpec::Rank { .. } => {
                RulePart::Ways
            }
        }
    }

    fn of_house(&self) -> RulePart {
        let Some(fact) = self.concludes else { return RulePart::PlaceInHouse };
        let stands = |f: &Fact| f.holds && !fact.holds && f.value == fact.value;
        if matches!(self.because, [one] if stands(one)) { RulePart::ValueInHouse } else { RulePart::PlaceInHouse }
    }

    fn of_count(&self, values: Domain, (low, _): (u32, u32)) -> RulePart {
        match self.chooses(values) {
            Some(true) => RulePart::CountNeeds,
            Some(false) => RulePart::CountFull,
            None => {
                let (_, is_out) = self.chosen(values);
                let left = self.net.rule(self.rule).scope().len() - is_out;
                if (left as u32) < low { RulePart::TooFew } else { RulePart::TooMany }
            }
        }
    }

    fn of_loop(&self, values: Domain) -> RulePart {
        let (is_in, is_out) = self.chosen(values);
        match self.chooses(values) {
            Some(true) => RulePart::WayOn,
            Some(false) if is_in > 2 || is_in > is_out => RulePart::LoopCloses,
            Some(false) => RulePart::DeadEnd,
            None if is_in > 2 => RulePart::LoopCloses,
            None => RulePart::DeadEnd,
        }
    }

    fn of_areas(&self, values: Domain) -> RulePart {
        let (is_in, is_out) = self.chosen(values);
        match self.chooses(values) {
            Some(true) => RulePart::AreaGrows,
            Some(false) if self.roots.len() == 1 => RulePart::AreaFull,
            Some(false) if is_in + self.roots.len() > 1 => RulePart::AreasJoin,
            Some(false) if is_in == 1 => RulePart::AreaFull,
            Some(false) => RulePart::OutOfReach,
            None if is_in > is_out => RulePart::AreasJoin,
            None => RulePart::AreaGrows,
        }
    }
}
