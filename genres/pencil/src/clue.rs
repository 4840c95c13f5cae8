//! Clues of any pencil genre.

use crate::board::{Direction, Transform};

/// What stands on a place before solving begins.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Clue {
    /// A number.
    Number(u16),
    /// A sign that there is a clue whose number is not told: `?`.
    Unknown,
    /// A white circle.
    White,
    /// A black circle.
    Black,
    /// An arrow with a number, or with a number that is not told.
    Arrow(Direction, Option<u16>),
    /// A diagonal that rises to the right (`/`), or falls (`\`).
    Slash(bool),
    /// A number and how the values of a region make it.
    Result(Operator, u16),
    /// Numbers in order, as beside the lines of a nonogram; `None` is a number that is not told.
    Numbers(Vec<Option<u16>>),
}

impl Clue {
    /// The clue on the image of its board; `None` where a clue has no image.
    pub fn transformed(&self, transform: Transform) -> Option<Clue> {
        match self {
            Clue::Arrow(direction, n) => Some(Clue::Arrow(transform.direction(*direction), *n)),
            Clue::Slash(rises) => Some(Clue::Slash(*rises != transform.turns_slashes())),
            // Numbers of a line have an order, which a mirror would turn round.
            Clue::Numbers(_) if transform != Transform::IDENTITY => None,
            other => Some(other.clone()),
        }
    }

    /// The clues that a text may mean, the likeliest first: the signs of drawings, and letters that
    /// are easy to type in their place (`^3`, `o`, `*`, `/`, `12+`, `3 1 ?`).
    pub fn read(text: &str) -> Vec<Clue> {
        let text = text.trim();
        let number = |part: &str| match part {
            "?" => Some(None),
            _ => part.parse().ok().map(Some),
        };
        let mut all = Vec::new();
        match (text, number(text)) {
            (_, Some(Some(n))) => all.push(Clue::Number(n)),
            (_, Some(None)) => all.push(Clue::Unknown),
            ("○" | "o" | "w" | "O", _) => all.push(Clue::White),
            ("●" | "*" | "b", _) => all.push(Clue::Black),
            ("╱" | "/", _) => all.push(Clue::Slash(true)),
            ("╲" | "\\", _) => all.push(Clue::Slash(false)),
            _ => {}
        }
        let arrow = |sign: char| match sign {
            '↑' | '^' => Some(Direction::Up),
            '↓' | 'v' => Some(Direction::Down),
            '←' | '<' => Some(Direction::Left),
            '→' | '>' => Some(Direction::Right),
            _ => None,
        };
        if let Some((sign, direction)) = text.chars().find_map(|sign| Some((sign, arrow(sign)?))) {
            let rest = text.replacen(sign, "", 1);
            match (rest.is_empty(), number(&rest)) {
                (true, _) => all.push(Clue::Arrow(direction, None)),
                (false, Some(n)) => all.push(Clue::Arrow(direction, n)),
                (false, None) => {}
            }
        }
        if let Some(sign) = text.chars().last() {
            let plain = if sign == '*' || sign == 'x' { '×' } else { sign };
            let operator = Operator::ALL.into_iter().find(|o| o.1 == plain || o.1 == '÷' && sign == '/');
            let count = text.strip_suffix(sign).and_then(|n| n.trim().parse().ok());
            all.extend(operator.zip(count).map(|(operator, n)| Clue::Result(operator.0, n)));
        }
        let list: Option<Vec<Option<u16>>> = text.split_whitespace().map(number).collect();
        all.extend(list.filter(|list| !list.is_empty()).map(Clue::Numbers));
        all
    }

    /// The number, if the clue is one.
    pub fn number(&self) -> Option<u16> {
        match self {
            Clue::Number(n) => Some(*n),
            _ => None,
        }
    }
}

/// An arithmetical operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// The sum.
    Plus,
    /// The greatest value less the others.
    Minus,
    /// The product.
    Times,
    /// The greatest value divided by the others.
    Divide,
}

impl Operator {
    /// The operators, each with its sign and the letter that stands for it where signs have other
    /// meanings.
    pub const ALL: [(Operator, char, char); 4] = [
        (Operator::Plus, '+', 'a'),
        (Operator::Minus, '-', 's'),
        (Operator::Times, '×', 'm'),
        (Operator::Divide, '÷', 'd'),
    ];

    /// Do the values make the number?
    pub fn fits(self, values: &[u8], number: u16) -> bool {
        let number = u64::from(number);
        let all = || values.iter().map(|&v| u64::from(v));
        let most = all().max().unwrap_or(0);
        match self {
            Operator::Plus => all().sum::<u64>() == number,
            Operator::Minus => 2 * most == all().sum::<u64>() + number,
            Operator::Times => all().try_fold(1_u64, u64::checked_mul) == Some(number),
            Operator::Divide => {
                let product = all().try_fold(1_u64, u64::checked_mul);
                product.and_then(|p| p.checked_mul(number)) == most.checked_mul(most)
            }
        }
    }
}
