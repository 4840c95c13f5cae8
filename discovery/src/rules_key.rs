//! Keys of forms with rules as a whole: `rules-2:count:clue+single-loop:loop goal=0 in1 by2`.

use std::fmt;
use std::str::FromStr;
use tesuji_solver::techniques::steps::{GroupShape, RuleClass};
use tesuji_solver::{Literal, Network, Part, RuleKind, Truth, Value, Var};

/// A truth of a form, without its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Word {
    /// A variable has a value.
    Cell,
    /// A value has a place in a house.
    Place,
    /// A rule as a whole.
    Rule(RuleClass),
}

/// A core with rules as a whole, less its places: the kinds and classes of its truths, the value
/// that goes, the number of truths that speak of it, and the variables that each two of them share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RulesKey {
    /// The truths, sorted by their words.
    pub(crate) words: Vec<Word>,
    /// The value that goes, where variables have two; else values are the genre's own.
    pub(crate) goal: Option<Value>,
    /// The number of truths that speak of what goes.
    pub(crate) at_goal: usize,
    /// By pair, sorted: the number of variables that both speak of ([`GroupShape::MANY`]: or more).
    pub(crate) shared: Vec<usize>,
}

/// Values of a variable up to which the one that goes is part of the form.
const TOLD: u32 = 2;
/// The beginning of every such key.
pub(crate) const HEAD: &str = "rules-";

impl Word {
    fn of(net: &Network, truth: Truth) -> Word {
        match truth {
            Truth::Cell(_) => Word::Cell,
            Truth::Rule { part: Part::Value(_), .. } => Word::Place,
            Truth::Rule { rule, part: Part::Whole } => Word::Rule(RuleClass::of(net, rule)),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Cell => f.write_str("cell"),
            Word::Place => f.write_str("place"),
            Word::Rule(class) => class.fmt(f),
        }
    }
}

impl RulesKey {
    /// That of a core which refutes `goal`, and the number of variables that its truths speak of,
    /// each counted as often as it is spoken of.
    pub(crate) fn of(net: &Network, core: &[Truth], goal: Literal) -> (RulesKey, u32) {
        let mut words: Vec<Word> = core.iter().map(|&t| Word::of(net, t)).collect();
        words.sort_by_cached_key(Word::to_string);
        let scope = |t: &Truth| match *t {
            Truth::Cell(var) => vec![var],
            Truth::Rule { rule, .. } => net.rule(rule).scope().to_vec(),
        };
        let scopes: Vec<Vec<Var>> = core.iter().map(scope).collect();
        let scopes: Vec<&[Var]> = scopes.iter().map(Vec::as_slice).collect();
        let is_told = net.domains()[goal.var.index()].len() <= TOLD;
        let key = RulesKey {
            words,
            goal: is_told.then_some(goal.value),
            at_goal: scopes.iter().filter(|s| s.contains(&goal.var)).count(),
            shared: GroupShape::shared(&scopes),
        };
        (key, scopes.iter().map(|s| s.len() as u32).sum())
    }

    /// The shape of groups of rules, where all truths are rules.
    pub(crate) fn shape(&self) -> Option<GroupShape> {
        let rules: Vec<RuleClass> = self.classes().cloned().collect();
        let is_whole = rules.len() == self.words.len() && rules.iter().all(|r| r.kind != RuleKind::AllDifferent);
        is_whole.then(|| GroupShape { rules, goal: self.goal, at_goal: self.at_goal, shared: self.shared.clone() })
    }

    /// The classes of its rules.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &RuleClass> {
        self.words.iter().filter_map(|word| if let Word::Rule(class) = word { Some(class) } else { None })
    }

    /// A key of version 1, which has the numbers of classes in place of their names, in today's
    /// form; other keys as they are. `name` tells the name of a class by its number.
    ///
    /// # Errors
    /// The number that has no name.
    pub(crate) fn renewed(key: &str, name: &dyn Fn(usize) -> Option<String>) -> Result<String, String> {
        let Some((head, words)) = key.strip_prefix(HEAD).and_then(|rest| rest.split_once(':')) else {
            return Ok(key.to_string());
        };
        let (words, rest) = words.split_once(' ').unwrap_or((words, ""));
        let renewed = |word: &str| match word.split_once('#') {
            None => Ok(word.to_string()),
            Some((kind, number)) => {
                let class = number.parse().ok().and_then(name).ok_or_else(|| number.to_string())?;
                Ok(format!("{kind}:{class}"))
            }
        };
        let mut words = words.split('+').map(renewed).collect::<Result<Vec<_>, String>>()?;
        words.sort_unstable();
        Ok(format!("{HEAD}{head}:{} {rest}", words.join("+")))
    }
}

impl fmt::Display for RulesKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.words.iter().map(Word::to_string).collect();
        write!(f, "{HEAD}{}:{} goal", self.words.len(), words.join("+"))?;
        if let Some(value) = self.goal {
            write!(f, "={value}")?;
        }
        write!(f, " in{} by", self.at_goal)?;
        self.shared.iter().try_for_each(|n| write!(f, "{n}"))
    }
}

/// A fault in the text of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    /// No key of this sort.
    Malformed,
    /// No kind of rules.
    Kind(String),
}

impl FromStr for RulesKey {
    type Err = Wrong;

    fn from_str(key: &str) -> Result<Self, Wrong> {
        let (n, rest) = key.strip_prefix(HEAD).and_then(|rest| rest.split_once(':')).ok_or(Wrong::Malformed)?;
        let [words, goal, at_goal, shared] = rest.split(' ').collect::<Vec<_>>()[..] else {
            return Err(Wrong::Malformed);
        };
        let words = words.split('+').map(read_word).collect::<Result<Vec<Word>, Wrong>>()?;
        let goal = match goal.strip_prefix("goal").ok_or(Wrong::Malformed)? {
            "" => None,
            value => {
                let value = value.strip_prefix('=').and_then(|v| v.parse().ok());
                Some(value.filter(|&v| v < 64).ok_or(Wrong::Malformed)?)
            }
        };
        let at_goal = at_goal.strip_prefix("in").and_then(|n| n.parse().ok()).ok_or(Wrong::Malformed)?;
        let shared = shared.strip_prefix("by").ok_or(Wrong::Malformed)?;
        let shared: Option<Vec<usize>> = shared.chars().map(|c| c.to_digit(10).map(|n| n as usize)).collect();
        let made = RulesKey { words, goal, at_goal, shared: shared.ok_or(Wrong::Malformed)? };
        // Another spelling is no key: two spellings would be two forms.
        let is_whole = made.to_string() == key && made.words.len().to_string() == n && made.is_possible();
        if is_whole { Ok(made) } else { Err(Wrong::Malformed) }
    }
}

impl RulesKey {
    fn is_possible(&self) -> bool {
        let n = self.words.len();
        let texts: Vec<String> = self.words.iter().map(Word::to_string).collect();
        self.at_goal <= n
            && self.shared.len() == n * (n - 1) / 2
            && self.shared.is_sorted()
            && self.shared.iter().all(|&n| n <= GroupShape::MANY)
            && texts.is_sorted()
    }
}

fn read_word(word: &str) -> Result<Word, Wrong> {
    let (kind, class) = word.split_once(':').map_or((word, None), |(kind, class)| (kind, Some(class.to_string())));
    match (word, RuleKind::from_name(kind)) {
        ("cell", _) => Ok(Word::Cell),
        ("place", _) => Ok(Word::Place),
        (_, Some(kind)) => Ok(Word::Rule(RuleClass { kind, class })),
        _ => Err(Wrong::Kind(kind.to_string())),
    }
}
