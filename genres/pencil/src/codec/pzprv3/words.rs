//! What the words of a state say of their places.

use crate::board::Direction;
use crate::clue::Clue;
use tesuji_solver::{Domain, Value};

/// What a word says of its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// Nothing.
    Nothing,
    /// A clue stands there.
    Clue(Clue),
    /// A value is marked there.
    Mark(Value),
    /// A mark says that the value is one of these.
    OneOf(Domain),
}

/// A number or `-` for one that is not told.
pub fn clue(word: &str) -> Option<Word> {
    match word {
        "." => Some(Word::Nothing),
        "-" => Some(Word::Clue(Clue::Unknown)),
        _ => Some(Word::Clue(Clue::Number(word.parse().ok()?))),
    }
}

/// A number from 0 to 4 on a wall, `5` (or `-`) for a wall without one.
pub fn clue_beside_wall(word: &str) -> Option<Word> {
    if word == "5" { Some(Word::Clue(Clue::Unknown)) } else { clue(word) }
}

/// `1` is a white circle, `2` a black one.
pub fn circle(word: &str) -> Option<Word> {
    match word {
        "." | "0" => Some(Word::Nothing),
        "1" => Some(Word::Clue(Clue::White)),
        "2" => Some(Word::Clue(Clue::Black)),
        _ => None,
    }
}

/// A direction (1 to 4: up, down, left, right) and a number: `3,2`; `3,-` where the number is not
/// told.
pub fn arrow(word: &str) -> Option<Word> {
    if word == "." {
        return Some(Word::Nothing);
    }
    let (direction, number) = word.split_once(',')?;
    let direction = match direction {
        "0" => None,
        d => Some(*Direction::ALL.get(d.parse::<usize>().ok()?.checked_sub(1)?)?),
    };
    let number = if number == "-" { None } else { Some(number.parse().ok()?) };
    Some(Word::Clue(match (direction, number) {
        (Some(direction), number) => Clue::Arrow(direction, number),
        (None, Some(number)) => Clue::Number(number),
        (None, None) => Clue::Unknown,
    }))
}

/// `#` is a shaded cell (1), `+` one marked as unshaded (0).
pub fn shade(word: &str) -> Option<Word> {
    match word {
        "." | "-" => Some(Word::Nothing),
        "#" => Some(Word::Mark(1)),
        "+" => Some(Word::Mark(0)),
        _ => None,
    }
}

/// The runs of shaded cells around a cell (`3,1,1`; `-` where a length is not told), else shading.
pub fn runs_or_shade(word: &str) -> Option<Word> {
    if matches!(word, "." | "#" | "+") {
        return shade(word);
    }
    let length = |text: &str| match text {
        "-" => Some(None),
        _ => text.parse().ok().map(Some),
    };
    Some(Word::Clue(Clue::Numbers(word.split(',').map(length).collect::<Option<_>>()?)))
}

/// `*` is a cell out of use.
pub fn wall(word: &str) -> Option<Word> {
    match word {
        "." => Some(Word::Nothing),
        "*" => Some(Word::Clue(Clue::Black)),
        _ => None,
    }
}

/// A clue where there is one, else shading.
pub fn clue_or_shade(word: &str) -> Option<Word> {
    match word {
        "#" | "+" => shade(word),
        _ => clue(word),
    }
}

/// A border: `1`, or `2` where a mark stands on it too; `-1` for a mark that there is none.
pub fn border(word: &str) -> Option<Word> {
    line(if word == "2" { "1" } else { word })
}

/// A line by its multiplicity, `-1` for a mark that there is none.
pub fn line(word: &str) -> Option<Word> {
    match word {
        "0" => Some(Word::Nothing),
        "-1" => Some(Word::Mark(0)),
        _ => Some(Word::Mark(word.parse().ok().filter(|&n| (1..=2).contains(&n))?)),
    }
}

/// A number written down; small ones in brackets behind it are notes. Other signs are marks that say
/// no number.
pub fn number(word: &str) -> Option<Word> {
    match word.split('[').next().unwrap_or_default() {
        "." | "-" | "+" | "=" | "%" | "c" | "" => Some(Word::Nothing),
        // Greater numbers are no values.
        word => Some(Word::Mark(word.parse().ok().filter(|&n| n < 64)?)),
    }
}

/// A given number (`q3`), or one written down, in one grid.
pub fn clue_or_number(word: &str) -> Option<Word> {
    match word.strip_prefix('q') {
        Some(given) => Some(Word::Clue(Clue::Number(given.parse().ok()?))),
        None => number(word),
    }
}
