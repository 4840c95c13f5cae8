//! The techniques of a genre file: those that it lists, or general ones for its rules.

use super::document::{Table, Text};
use super::rule::{Rule, kept, slug};
use super::scope::ValueNames;
use std::sync::Arc;
use tesuji_genre::{Bad, near};
use tesuji_pencil::genres::with_ideas_and_counting;
use tesuji_solver::counting::CountPolicy;
use tesuji_solver::techniques::steps::{Contradiction, Counting, JointRules, Rounds, Row, RuleStep, Which};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Conclusions of a short and of a long contradiction.
const SHORT: usize = 12;
const LONG: usize = 120;
/// Rounds of consequences at most: more are trial.
const MOST_ROUNDS: u32 = 8;

/// A technique as a file lists it.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    row: Row,
    kind: Look,
}

#[derive(Clone, Debug)]
enum Look {
    One { classes: &'static [u16], value: Option<Value>, says: &'static str },
    Joint { first: u16, second: Option<u16>, via: &'static [u16] },
    Rounds(u32),
    Counting,
    Contradiction(usize),
}

impl Listed {
    /// Reads a technique of the list.
    ///
    /// # Errors
    /// [`Bad`] with the place of what is wrong.
    pub(crate) fn read(table: &Table<'static>, rules: &[Rule], values: &ValueNames) -> Result<Listed, Bad> {
        table.only(&[
            "id", "name", "tier", "points", "rule", "with", "via", "value", "says", "rounds", "counting", "steps",
        ])?;
        let name = table.needed("name")?;
        let id = table.text("id")?.map_or_else(|| slug(name.words), |id| id.words.to_string());
        let tier = table.needed("tier")?;
        let Some(known) = Tier::from_name(tier.words) else {
            let names = Tier::ALL.map(Tier::name).join(", ");
            return tier.refuse(format!("no tier {:?}; there are {names}", tier.words));
        };
        let points = table.number("points")?.ok_or_else(|| table.bad("points is missing"))?;
        let row = Row::new(kept(&id), kept(name.words), known, points);
        let class = |text: &Text<'_>| {
            let found = rules.iter().position(|rule| rule.id == text.words);
            found.map(|i| i as u16).ok_or_else(|| {
                let near = near(text.words, rules.iter().map(|rule| rule.id.as_str()));
                text.bad(0, format!("no rule {:?}; {near}", text.words))
            })
        };
        let classes = |key: &str| -> Result<&'static [u16], Bad> {
            let list: Vec<u16> = table.texts(key)?.iter().map(class).collect::<Result<_, Bad>>()?;
            Ok(list.leak())
        };
        let (own, via) = (classes("rule")?, classes("via")?);
        let with = table.text("with")?.as_ref().map(class).transpose()?;
        let by_itself = match (table.number("rounds")?, table.flag("counting")?) {
            (Some(rounds), _) if !(1..=MOST_ROUNDS).contains(&rounds) => {
                return Err(table.bad_value("rounds", format!("1 to {MOST_ROUNDS} rounds are expected")));
            }
            (Some(rounds), _) => Some(("rounds", Look::Rounds(rounds))),
            (None, true) => Some(("counting", Look::Counting)),
            (None, false) => None,
        };
        if let Some((key, look)) = by_itself {
            if !own.is_empty() || table.has("steps") {
                return Err(table.bad_value(key, "such a technique has no rule of its own and no steps"));
            }
            return Ok(Listed { row, kind: look });
        }
        let kind = match (table.number("steps")?, own) {
            (Some(steps), []) => Look::Contradiction(steps as usize),
            (Some(_), _) => return Err(table.bad_value("steps", "a contradiction has no rule of its own")),
            (None, []) => return Err(table.bad("rule is missing: the rules that the technique looks at")),
            (None, &[first]) if table.has("via") || with.is_some() => Look::Joint { first, second: with, via },
            (None, _) if table.has("via") || with.is_some() => {
                return Err(table.bad_value("rule", "one rule is expected before with and via"));
            }
            (None, classes) => {
                let value = table.text("value")?.map(|text| value_named(&text, values)).transpose()?;
                let says = table.text("says")?.map_or("allows nothing else", |text| kept(text.words));
                Look::One { classes, value, says }
            }
        };
        Ok(Listed { row, kind })
    }

    fn technique(self) -> Arc<dyn Technique> {
        match self.kind {
            Look::One { classes, value: None, says } => Arc::new(RuleStep::new(self.row, classes, says)),
            Look::One { classes, value: Some(value), says } => {
                Arc::new(RuleStep::new(self.row, classes, says).concluding(Domain::single(value)))
            }
            Look::Joint { first, second: None, via } => Arc::new(JointRules::one(self.row, Which::class(first), via)),
            Look::Joint { first, second: Some(second), via } => {
                Arc::new(JointRules::two(self.row, Which::class(first), Which::class(second), via))
            }
            Look::Rounds(rounds) => Arc::new(Rounds::new(self.row, rounds)),
            Look::Counting => Arc::new(Counting::numbers(self.row, CountPolicy::default())),
            Look::Contradiction(steps) => Arc::new(Contradiction::within(self.row, steps)),
        }
    }
}

fn value_named(text: &Text<'_>, values: &ValueNames) -> Result<Value, Bad> {
    let value = match values {
        ValueNames::Words(words) => words.iter().position(|word| word == text.words).map(|i| i as Value),
        ValueNames::Numbers => text.words.parse().ok(),
    };
    value.ok_or_else(|| text.bad(0, format!("no value {:?}", text.words)))
}

/// The techniques of a genre: those listed, or one for each rule, rules together, ideas by
/// rounds, counts that are added up, contradictions.
pub(crate) fn all(listed: &[Listed], rules: &[Rule]) -> Vec<Arc<dyn Technique>> {
    if !listed.is_empty() {
        return listed.iter().cloned().map(Listed::technique).collect();
    }
    let title = |rule: &Rule| {
        let mut words = rule.id.replace('-', " ");
        if let Some(first) = words.get(..1).map(str::to_uppercase) {
            words.replace_range(..1, &first);
        }
        words
    };
    let mut list: Vec<Listed> = Vec::new();
    let mut add = |id: String, name: String, (tier, points): (Tier, u32), kind: Look| {
        list.push(Listed { row: Row::new(kept(&id), kept(&name), tier, points), kind });
    };
    let local: Vec<u16> = (0..rules.len() as u16).filter(|&i| !rules[usize::from(i)].body.is_global()).collect();
    let local: &'static [u16] = local.leak();
    for is_global in [false, true] {
        for (class, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.body.is_global() == is_global) {
            let rating = if is_global { (Tier::Medium, 10) } else { (Tier::Beginner, 3) };
            let classes: &'static [u16] = vec![class as u16].leak();
            let says = "allows nothing else";
            add(rule.id.clone(), title(rule), rating, Look::One { classes, value: None, says });
        }
    }
    for &first in local {
        let rule = &rules[usize::from(first)];
        let look = Look::Joint { first, second: None, via: local };
        add(format!("{}-with-others", rule.id), format!("{} with Others", title(rule)), (Tier::Medium, 16), look);
    }
    for (class, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.body.is_global()) {
        for &first in local {
            let near = &rules[usize::from(first)];
            let via: &'static [u16] = vec![class as u16].leak();
            let look = Look::Joint { first, second: None, via };
            let (id, name) =
                (format!("{}-and-{}", near.id, rule.id), format!("{} and {}", title(near), rule.id.replace('-', " ")));
            add(id, name, (Tier::Hard, 30), look);
        }
    }
    let list = list.into_iter().map(Listed::technique).collect();
    with_ideas_and_counting(list, SHORT, LONG)
}
