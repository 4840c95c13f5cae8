//! Words for places, rules and values of the house's genres.

use super::{Values, Variables, solution};
use crate::board::{Board, Place};
use crate::codec::Puzzle;
use crate::scene::sign;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Names;
use tesuji_solver::{Network, Origin, RuleId, Value, Var};

/// A class of rules of a genre.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// What one is called: "the clue", "row".
    words: &'static str,
    /// What its place adds.
    at: At,
}

/// How the place of a rule is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    Nothing,
    Place,
    Row,
    Column,
    Size,
    Pair,
}

/// Above the numbers of a pair.
const PAIR_BASE: u16 = 100;

/// Words that a class begins with, and those that lead over to the place.
const ARTICLE: &str = "the";
const PREPOSITIONS: [&str; 8] = ["around", "at", "before", "below", "beginning", "from", "of", "on"];
/// The name of a class that has no words but its place.
const NO_WORDS: &str = "place";

impl Class {
    /// The names of classes in keys of forms: their words without article and preposition. Each
    /// name stands once.
    pub(super) fn names(classes: &[Class]) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(classes.len());
        for class in classes {
            let words: Vec<&str> = class.words.split(' ').filter(|word| !word.is_empty()).collect();
            let words = words.strip_prefix(&[ARTICLE]).unwrap_or(&words);
            let end = words.iter().rposition(|word| !PREPOSITIONS.contains(word)).map_or(0, |last| last + 1);
            let name = if end == 0 { NO_WORDS.to_string() } else { words[..end].join("-").to_lowercase() };
            let numbered = |n: usize| if n == 1 { name.clone() } else { format!("{name}-{n}") };
            let free = (1..).map(numbered).find(|name| !names.contains(name));
            names.extend(free);
        }
        names
    }

    /// Where rules of the class are looked at: at a place of their own, if they have one, else at
    /// all places that they speak of; `None`: they are about the whole board.
    pub(super) fn has_place(&self) -> Option<bool> {
        match self.at {
            At::Nothing => None,
            At::Place => Some(true),
            At::Row | At::Column | At::Size | At::Pair => Some(false),
        }
    }

    /// What its rules are called, without a place.
    pub(super) const fn words(&self) -> &'static str {
        self.words
    }

    /// A rule of the whole board: "the loop".
    pub const fn whole(words: &'static str) -> Class {
        Class { words, at: At::Nothing }
    }

    /// A rule of a place: "the clue at r3c4".
    pub const fn at_place(words: &'static str) -> Class {
        Class { words, at: At::Place }
    }

    /// A rule of the row of its place: "row 3".
    pub const fn row(words: &'static str) -> Class {
        Class { words, at: At::Row }
    }

    /// A rule of a number that its place's number tells: "the areas of size 4".
    pub const fn size(words: &'static str) -> Class {
        Class { words, at: At::Size }
    }

    /// A rule of two numbers, at their [`pair_place`](Self::pair_place): "the domino 2-5".
    pub const fn pair(words: &'static str) -> Class {
        Class { words, at: At::Pair }
    }

    /// The place that stands for two numbers.
    pub const fn pair_place(first: u16, second: u16) -> Place {
        Place::Cell(first * PAIR_BASE + second)
    }

    /// A rule of the column of its place.
    pub const fn column(words: &'static str) -> Class {
        Class { words, at: At::Column }
    }
}

/// The words of one puzzle.
#[derive(Debug)]
pub struct HouseNames {
    board: Arc<Board>,
    variables: Variables,
    origins: Vec<Option<Origin>>,
    values: Values,
    classes: &'static [Class],
    /// The clues as they are written, by the number of their place.
    clues: BTreeMap<u32, String>,
}

impl HouseNames {
    /// The words for the rules of a puzzle's network.
    pub fn new(
        puzzle: &Puzzle,
        variables: Variables,
        net: &Network,
        values: Values,
        classes: &'static [Class],
    ) -> HouseNames {
        let origins = net.rule_ids().map(|id| net.origin(id)).collect();
        let board = Arc::clone(&puzzle.board);
        let clues = puzzle.clues.iter().map(|(&place, clue)| (board.index(place) as u32, sign(clue))).collect();
        HouseNames { board, variables, origins, values, classes, clues }
    }

    /// Where a rule comes from, and its class.
    fn class(&self, rule: RuleId) -> Option<(&Class, Origin)> {
        let origin = self.origins.get(rule.index()).copied().flatten()?;
        Some((self.classes.get(usize::from(origin.class))?, origin))
    }
}

impl Names for HouseNames {
    fn var(&self, var: Var) -> String {
        self.variables.place(var).map_or_else(|| format!("variable {}", var.0), |p| self.board.name(p))
    }

    fn rule(&self, rule: RuleId) -> String {
        let Some((class, origin)) = self.class(rule) else { return format!("rule {}", rule.0) };
        let place = self.board.place(origin.place as usize);
        let words = class.words;
        match (class.at, place) {
            (At::Size, _) => format!("{words} {}", origin.place),
            (At::Pair, _) => {
                let (first, second) = (origin.place / u32::from(PAIR_BASE), origin.place % u32::from(PAIR_BASE));
                format!("{words} {first}-{second}")
            }
            (At::Nothing, _) | (_, None) => words.to_string(),
            (At::Place, Some(place)) if words.is_empty() => self.board.name(place),
            (At::Place, Some(place)) => format!("{words} {}", self.board.name(place)),
            (At::Row, Some(Place::Cell(cell))) => format!("{words} {}", self.board.row_col(cell.into()).0 + 1),
            (At::Column, Some(Place::Cell(cell))) => format!("{words} {}", self.board.row_col(cell.into()).1 + 1),
            (At::Row | At::Column, Some(place)) => format!("{words} {}", self.board.name(place)),
        }
    }

    fn clue(&self, rule: RuleId) -> Option<String> {
        let (class, origin) = self.class(rule)?;
        let has_clue = matches!(class.at, At::Place | At::Row | At::Column);
        self.clues.get(&origin.place).filter(|clue| has_clue && !clue.is_empty()).cloned()
    }

    fn value(&self, value: Value) -> String {
        match self.values {
            Values::Named(list) => list.get(usize::from(value)).map_or_else(|| value.to_string(), |v| v.1.to_string()),
            Values::Numbers => value.to_string(),
        }
    }

    fn solution(&self, values: &[Value]) -> serde_json::Value {
        solution::write(&self.board, &self.variables, self.values, values).into()
    }
}
