//! Classes of rules: the words for their rules and for reasons from them.

use crate::board::Place;
use tesuji_solver::{Reason, RulePart};

/// A class of rules of a genre.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The name of a rule: "the clue", "row".
    words: &'static str,
    /// The part of the name that its place gives.
    pub(super) at: At,
    /// The reason for all conclusions from the rule: "no two shaded cells touch".
    law: &'static str,
    /// The counted thing, one and several: "line", "lines".
    counted: Option<[&'static str; 2]>,
    /// The reason for conclusions from a part of the rule.
    parts: &'static [(RulePart, &'static str)],
    /// Do reasons name the combinations of numbers that are left?
    is_combined: bool,
}

/// The way in which the name of a rule gives its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    Nothing,
    Place,
    Row,
    Column,
    Size,
    Pair,
}

/// Above the numbers of a pair.
pub(super) const PAIR_BASE: u16 = 100;

/// Words that a class begins with, and those that lead over to the place.
const ARTICLE: &str = "the";
const PREPOSITIONS: [&str; 8] = ["around", "at", "before", "below", "beginning", "from", "of", "on"];
/// The name of a class that has no words but its place.
const NO_WORDS: &str = "place";

impl Class {
    const fn new(words: &'static str, at: At) -> Class {
        Class { words, at, law: "", counted: None, parts: &[], is_combined: false }
    }

    /// The names of classes in keys of forms: their words without article and preposition, each once.
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

    /// The name of its rules, without a place.
    pub(super) const fn words(&self) -> &'static str {
        self.words
    }

    /// A rule of the whole board: "the loop".
    pub const fn whole(words: &'static str) -> Class {
        Class::new(words, At::Nothing)
    }

    /// A rule of a place: "the clue at r3c4".
    pub const fn at_place(words: &'static str) -> Class {
        Class::new(words, At::Place)
    }

    /// A rule of the row of its place: "row 3".
    pub const fn row(words: &'static str) -> Class {
        Class::new(words, At::Row)
    }

    /// A rule of a number that its place's number tells: "the areas of size 4".
    pub const fn size(words: &'static str) -> Class {
        Class::new(words, At::Size)
    }

    /// A rule of two numbers, at their [`pair_place`](Self::pair_place): "the domino 2-5".
    pub const fn pair(words: &'static str) -> Class {
        Class::new(words, At::Pair)
    }

    /// The place that stands for two numbers.
    pub const fn pair_place(first: u16, second: u16) -> Place {
        Place::Cell(first * PAIR_BASE + second)
    }

    /// A rule of the column of its place.
    pub const fn column(words: &'static str) -> Class {
        Class::new(words, At::Column)
    }

    /// The same with the law that all its reasons come from, as a clause: "no two shaded cells
    /// touch". `{}` stands for the rule's name.
    #[must_use]
    pub const fn law(self, law: &'static str) -> Class {
        Class { law, ..self }
    }

    /// The same for rules that count, one and several: "line", "lines".
    #[must_use]
    pub const fn counting(self, one: &'static str, several: &'static str) -> Class {
        Class { counted: Some([one, several]), ..self }
    }

    /// The same with what parts of the rule say; `{}` stands for the rule's name.
    #[must_use]
    pub const fn saying(self, parts: &'static [(RulePart, &'static str)]) -> Class {
        Class { parts, ..self }
    }

    /// The class of rules that combine numbers: reasons name the combinations that are left.
    #[must_use]
    pub const fn combining(self) -> Class {
        Class { is_combined: true, ..self }
    }

    pub(super) const fn is_combined(&self) -> bool {
        self.is_combined
    }

    /// Why something follows by a rule of the class, or what would break it. `says` follows the
    /// rule's name where the class has no words of its own.
    pub(super) fn law_of(&self, reason: &Reason, rule: &str, says: &str) -> String {
        let of_part = self.parts.iter().find(|(part, _)| *part == reason.part).map(|(_, text)| *text);
        if let Some(text) = of_part.or((!self.law.is_empty()).then_some(self.law)) {
            return text.replace("{}", rule);
        }
        if let Some(text) = self.counted.and_then(|names| counting(reason.part, names)) {
            return text.replace("{}", rule);
        }
        if !says.is_empty() && !reason.concludes.is_empty() {
            return format!("{rule} {says}");
        }
        plain(reason.part, reason.concludes.is_empty()).replace("{}", rule)
    }
}

/// The reason from a count.
fn counting(part: RulePart, [one, several]: [&str; 2]) -> Option<String> {
    Some(match part {
        RulePart::CountFull => format!("{{}} has all its {several}"),
        RulePart::CountNeeds => format!("{{}} needs a {one} in every place that is left"),
        RulePart::TooMany => format!("{{}} would have too many {several}"),
        RulePart::TooFew => format!("{{}} would have too few {several}"),
        _ => return None,
    })
}

/// The reason from a part of any rule; a contradiction is put in the conditional.
fn plain(part: RulePart, is_broken: bool) -> &'static str {
    match (part, is_broken) {
        (RulePart::LastValue, _) => "no other value is left",
        (RulePart::CountFull, _) => "{} has all that it may have",
        (RulePart::CountNeeds, _) => "{} needs all that are left",
        (RulePart::TooMany, _) => "{} would have too many",
        (RulePart::TooFew, _) => "{} would have too few",
        (RulePart::ValueInHouse, _) => "{} has each value once",
        (RulePart::PlaceInHouse, false) => "{} has no other place for its values",
        (RulePart::PlaceInHouse, true) => "{} would have no places for all its values",
        (RulePart::NoCombination, false) => "{} makes its total in no other way",
        (RulePart::NoCombination, true) => "{} could not make its total",
        (RulePart::Bound, false) => "{} allows nothing else",
        (RulePart::Ways, false) => "{} has no other way",
        (RulePart::Ways, true) => "{} would have no way left",
        (RulePart::LastAlternative, false) => "{} has no other way",
        (RulePart::CutCell, _) => "{} would fall apart otherwise",
        (RulePart::CutOff, false) => "it would be cut off from the rest of {}",
        (RulePart::CutOff, true) => "{} would fall apart",
        (RulePart::CycleCloses, _) => "a loop would close",
        (RulePart::LoopCloses, _) => "{} would close early",
        (RulePart::WayOn, _) => "{} has one way on",
        (RulePart::DeadEnd, false) => "{} would end or branch there",
        (RulePart::DeadEnd, true) => "{} would end or branch",
        (RulePart::AreaFull, _) => "the area is complete",
        (RulePart::AreaGrows, false) => "the area has no other way to grow",
        (RulePart::AreaGrows, true) => "an area could not grow to its size",
        (RulePart::AreasJoin, _) => "two areas would join",
        (RulePart::OutOfReach, _) => "no area reaches so far",
        (RulePart::RunsFit, false) => "{} fits its runs in no other way",
        (RulePart::RunsFit, true) => "{} could not fit its runs",
        (RulePart::Seen, false) => "{} would see too many or too few otherwise",
        (RulePart::Seen, true) => "{} would see too many or too few",
        (RulePart::Matched, false) => "{} would not come out even otherwise",
        (RulePart::Matched, true) => "{} would not come out even",
        (RulePart::Follows, false) => "the rest of {} follows",
        (_, true) => "{} would be broken",
        (_, false) => "{} allows nothing else",
    }
}
