//! What a technique is: a named, sound deduction found on the current candidates.

use crate::packed::Kernel;
use crate::reason::{Explainer, Fact, Reason, premises};
use crate::techniques::steps::Parted;
use crate::{Board, Domain, Literal, Removal, RuleId, RuleKind, Value, Var};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// A technique's stable name on the command line and in records: `x-wing`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TechniqueId(pub Cow<'static, str>);

impl TechniqueId {
    /// From a literal.
    pub const fn new(id: &'static str) -> Self {
        TechniqueId(Cow::Borrowed(id))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for TechniqueId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Difficulty tiers, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// Full houses and hidden singles in a box.
    Beginner,
    /// As HoDoKu's *easy*.
    Easy,
    /// As HoDoKu's *medium*.
    Medium,
    /// As HoDoKu's *hard*.
    Hard,
    /// As HoDoKu's *unfair*.
    Expert,
    /// As HoDoKu's *extreme*, or beyond the catalog (trial).
    Master,
}

impl Tier {
    /// All tiers, in order.
    pub const ALL: [Tier; 6] = [Tier::Beginner, Tier::Easy, Tier::Medium, Tier::Hard, Tier::Expert, Tier::Master];

    /// The name in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Beginner => "beginner",
            Tier::Easy => "easy",
            Tier::Medium => "medium",
            Tier::Hard => "hard",
            Tier::Expert => "expert",
            Tier::Master => "master",
        }
    }

    /// The tier of that name.
    pub fn from_name(name: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|t| t.name() == name)
    }
}

/// When a technique takes part in grading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// In the inner fixpoint (singles and their like in other genres).
    Propagation,
    /// When the inner fixpoint stalls.
    Pattern,
}

/// How a technique finds what it finds, from what is seen at once to the last resort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A pattern that has a name of its own.
    Pattern,
    /// What rules say is added up.
    Counting,
    /// The consequences of a candidate, as far as a number of rounds.
    Rounds,
    /// Trial: the consequences of a candidate as far as they go.
    Trial,
}

impl Means {
    /// All of them, in order.
    pub const ALL: [Means; 4] = [Means::Pattern, Means::Counting, Means::Rounds, Means::Trial];
}

/// A piece of a step's wording; the genre turns variables, rules and values into its own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Say {
    /// Plain words.
    Text(Cow<'static, str>),
    /// A list of variables: "r1c2, r1c5".
    Vars(Vec<Var>),
    /// A rule: "row 3".
    Rule(RuleId),
    /// Several rules: "rows 3 and 7".
    Rules(Vec<RuleId>),
    /// Values: "4 and 7".
    Values(Domain),
    /// A candidate: "r1c2=5".
    Is(Literal),
    /// A candidate denied: "r1c2≠5".
    IsNot(Literal),
}

/// Why a deduction holds: reasons, or the wording and what to look at of a technique that finds
/// patterns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Because {
    /// Reasons in order: one use of a rule, or a chain. Words and marks are made of them.
    pub reasons: Vec<Reason>,
    /// What the chain supposes, which a contradiction refutes.
    pub supposed: Option<Fact>,
    /// The wording of a pattern, in order.
    pub say: Vec<Say>,
    /// Candidates that make the pattern (base).
    pub pattern: Vec<Literal>,
    /// Candidates that need a second look (fins, chain ends, deadly pattern's extras).
    pub extra: Vec<Literal>,
    /// Houses that the pattern rests on.
    pub houses: Vec<RuleId>,
}

/// A sound step: what follows, by which technique, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The technique.
    pub technique: TechniqueId,
    /// Values that can be written down.
    pub places: Vec<Literal>,
    /// Candidates that go: sorted by variable, one entry a variable.
    pub removes: Vec<Removal>,
    /// Why.
    pub because: Because,
}

impl Deduction {
    /// The facts that its reasons rest on, sorted.
    pub fn premises(&self) -> Vec<Fact> {
        premises(&self.because.reasons, self.because.supposed)
    }

    /// The variables to look at: those of its premises, and the rules' own places.
    pub fn looked_at(&self) -> Vec<Var> {
        let roots = self.because.reasons.iter().flat_map(|reason| &reason.roots).copied();
        let mut vars: Vec<Var> = self.premises().iter().map(|fact| fact.var).chain(roots).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// What it says: values that variables take, then other values that they don't take.
    pub fn conclusions(&self) -> Vec<Fact> {
        let is_placed = |var: Var| self.places.iter().any(|l| l.var == var);
        let placed = self.places.iter().map(|l| Fact::is(l.var, l.value));
        let gone = self.removes.iter().filter(|r| !is_placed(r.var));
        placed.chain(gone.flat_map(|r| r.values.iter().map(|value| Fact::is_not(r.var, value)))).collect()
    }

    /// A deduction that writes one value down.
    pub fn place(technique: &TechniqueId, literal: Literal, because: Because) -> Self {
        Deduction { technique: technique.clone(), places: vec![literal], removes: Vec::new(), because }
    }

    /// A deduction that removes candidates; sorts and merges them. `None` when nothing goes.
    pub fn remove(
        technique: &TechniqueId,
        gone: impl IntoIterator<Item = (Var, Value)>,
        because: Because,
    ) -> Option<Self> {
        let mut map = std::collections::BTreeMap::<Var, Domain>::new();
        for (var, value) in gone {
            let d = map.entry(var).or_default();
            *d = d.with(value);
        }
        let removes: Vec<_> = map.into_iter().map(|(var, values)| Removal { var, values }).collect();
        (!removes.is_empty()).then(|| Deduction { technique: technique.clone(), places: Vec::new(), removes, because })
    }

    /// Adds to the step that it writes down each variable which it leaves one value. `now` gives the
    /// candidates before the step.
    #[must_use]
    pub fn with_places(mut self, now: impl Fn(Var) -> Domain) -> Self {
        let left = |r: &Removal| Some(Literal { var: r.var, value: now(r.var).minus(r.values).value()? });
        self.places = self.removes.iter().filter_map(left).collect();
        self
    }
}

/// Whether a finder should go on.
pub type Flow = ControlFlow<()>;

/// What a technique says of itself: its row in a catalog's table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Stable name: `x-wing`.
    pub id: TechniqueId,
    /// Name for people: "X-Wing".
    pub name: Cow<'static, str>,
    /// HoDoKu's code where it has one: `0300`. One technique may stand for several codes; this is
    /// the main one.
    pub code: Option<&'static str>,
    /// Tier.
    pub tier: Tier,
    /// Points a step is worth in the score (HoDoKu's where it has the technique, else ours).
    pub score: u32,
    /// How readily a person sees an instance, in tenths of a hidden single in a box. For techniques
    /// of the propagation phase; see [`crate::grade`].
    pub ease: u32,
    /// Phase.
    pub phase: Phase,
    /// Does a look at a board take long, so that it is worth one only where all else stalls?
    pub is_slow: bool,
    /// Rule kinds without which it finds nothing; none: it reads rules of any kind.
    pub reads: &'static [RuleKind],
    /// Does it rest on the puzzle having one solution?
    pub assumes_uniqueness: bool,
    /// The technique of which two instances are told as one under this name. A grading names the
    /// two one after the other, so no puzzle needs the form.
    pub form_of: Option<&'static str>,
    /// The form of minimal positions that it is, in genres whose positions are read.
    pub minimal_form: Option<String>,
    /// Is a step no more than preparation, which a person does without a thought?
    pub is_preparation: bool,
    /// How it finds what it finds.
    pub means: Means,
}

impl Row {
    /// A technique over rules of any kind: its stable id (`clue-full`), its name for people, its
    /// tier, and the points that a step is worth. What a person finds without a search takes part in
    /// the inner fixpoint.
    pub const fn new(id: &'static str, name: &'static str, tier: Tier, score: u32) -> Row {
        let is_found_at_once = matches!(tier, Tier::Beginner | Tier::Easy);
        Row {
            id: TechniqueId::new(id),
            name: Cow::Borrowed(name),
            code: None,
            tier,
            score,
            ease: 10,
            phase: if is_found_at_once { Phase::Propagation } else { Phase::Pattern },
            is_slow: false,
            reads: &[],
            assumes_uniqueness: false,
            form_of: None,
            minimal_form: None,
            is_preparation: false,
            means: Means::Pattern,
        }
    }

    /// A technique that a person named.
    pub fn named(id: &str, name: &str, tier: Tier, score: u32) -> Row {
        let (id, name) = (TechniqueId(id.to_string().into()), name.to_string().into());
        Row { id, name, phase: Phase::Pattern, ..Row::new("", "", tier, score) }
    }

    /// The row of a technique of a phase that reads rules of some kinds.
    #[must_use]
    pub fn reading(self, reads: &'static [RuleKind], phase: Phase) -> Row {
        Row { reads, phase, ..self }
    }

    /// The same for steps that a person takes without a thought: hints take them silently.
    #[must_use]
    pub fn as_preparation(self) -> Row {
        Row { is_preparation: true, ..self }
    }

    /// The same for what works by other means than a pattern.
    #[must_use]
    pub fn by(self, means: Means) -> Row {
        Row { means, ..self }
    }
}

/// A named technique. Keyed by rule kind: it works in every genre whose network has rules of the
/// kinds it reads.
pub trait Technique: Sync + Send {
    /// What it says of itself.
    fn row(&self) -> &Row;

    /// The class of rules that it rests on and of which the network has none; `None`: it may find
    /// something.
    fn lacks(&self, _net: &crate::Network) -> Option<String> {
        None
    }

    /// Calls `found` with each instance that no earlier name in the catalog's order describes, in a
    /// fixed order, until it breaks.
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow;

    /// A step of the technique as deductions with reasons: one for each set of premises, in the
    /// order in which a person would see them. A technique that finds patterns says why at once.
    fn explain(&self, _at: &Board<'_>, step: &Deduction, _with: &mut Explainer<'_>) -> Vec<Deduction> {
        vec![step.clone()]
    }

    /// What follows a rule's name where the rule itself has no words for a step of the technique:
    /// "has all its lines".
    fn says(&self) -> &'static str {
        ""
    }

    /// The technique as the sum of parts, if it is one: they find, one after the other, what
    /// [`find`](Self::find) does.
    fn parted(&self) -> Option<&dyn Parted> {
        None
    }

    /// Its form on packed candidates, if it has one: the same first step, without words.
    fn kernel(&self) -> Option<Kernel> {
        None
    }

    /// Calls `found` with each instance by the technique's own definition, also those that an
    /// earlier name describes (an empty rectangle with two places is a turbot fish). For suites
    /// that ask for the name, not for grading.
    fn find_all(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        self.find(at, found)
    }
}

/// What a technique's row says.
impl dyn Technique + '_ {
    /// Stable name: `x-wing`.
    pub fn id(&self) -> &TechniqueId {
        &self.row().id
    }

    /// Name for people: "X-Wing".
    pub fn name(&self) -> &str {
        &self.row().name
    }

    /// Tier.
    pub fn tier(&self) -> Tier {
        self.row().tier
    }

    /// Points a step is worth.
    pub fn score(&self) -> u32 {
        self.row().score
    }

    /// Phase.
    pub fn phase(&self) -> Phase {
        self.row().phase
    }

    /// How it finds what it finds.
    pub fn means(&self) -> Means {
        self.row().means
    }

    /// Is it trial, to which a person comes where nothing else is left?
    pub fn is_last_resort(&self) -> bool {
        self.means() == Means::Trial
    }
}
