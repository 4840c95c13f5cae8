//! The meaning of the tokens of cells.

use super::Cut;
use crate::board::Direction;
use crate::clue::Clue;
use crate::text::is_nothing;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// The meaning of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// Nothing.
    Empty,
    /// A clue.
    Clue(Clue),
    /// A cell out of play, perhaps with a clue.
    Wall(Option<Clue>),
}

/// The signs of a genre.
#[derive(Clone, Debug)]
pub struct Signs {
    numbers: Option<u16>,
    unknown: bool,
    walls: bool,
    numbers_are_walls: bool,
    labels: bool,
    is_full: bool,
    named: &'static [(&'static str, &'static [&'static str], Option<Clue>)],
    own: Option<fn(&str) -> Option<Clue>>,
    own_words: &'static str,
}

const WALLS: &[&str] = &["#", "■", "@", "wall", "black"];
const WHITE: &[&str] = &["w", "o", "○", "◯", "〇", "⚪", "white"];
const BLACK: &[&str] = &["b", "●", "⚫", "*", "black"];

impl Signs {
    /// Only empty cells.
    pub fn none() -> Signs {
        Signs {
            numbers: None,
            unknown: false,
            walls: false,
            numbers_are_walls: false,
            labels: false,
            is_full: false,
            named: &[],
            own: None,
            own_words: "",
        }
    }

    /// Numbers from `least` on.
    pub fn numbers(least: u16) -> Signs {
        Signs { numbers: Some(least), ..Signs::none() }
    }

    /// White and black circles.
    pub fn circles() -> Signs {
        Signs { named: &[("W", WHITE, Some(Clue::White)), ("B", BLACK, Some(Clue::Black))], ..Signs::none() }
    }

    /// Two numbers, 0 and 1 (or 1 and 2).
    pub fn bits() -> Signs {
        const BITS: &[(&str, &[&str], Option<Clue>)] =
            &[("0", &["0"], Some(Clue::Number(0))), ("1", &["1"], Some(Clue::Number(1)))];
        Signs { named: BITS, ..Signs::none() }
    }

    /// Black cells.
    pub fn black_cells() -> Signs {
        const BLACK: &[&str] = &["#", "x", "b", "1", "■", "@", "black", "wall"];
        Signs { named: &[("# black", BLACK, Some(Clue::Black))], ..Signs::none() }
    }

    /// White and black cells.
    pub fn two_colours() -> Signs {
        const WHITE: &[&str] = &["0", "w", "o", "○", "◯", "⚪", "white"];
        const BLACK: &[&str] = &["1", "b", "●", "⚫", "#", "black"];
        Signs { named: &[("0 or W", WHITE, Some(Clue::White)), ("1 or B", BLACK, Some(Clue::Black))], ..Signs::none() }
    }

    /// Trees, which are cells out of play.
    pub fn trees() -> Signs {
        const TREES: &[&str] = &["t", "^", "a", "#", "x", "@", "🌲", "🌳", "tree"];
        Signs { named: &[("T a tree", TREES, None)], ..Signs::none() }
    }

    /// Lists of numbers: `2`, `1,1`, `11`, `?`.
    pub fn lists() -> Signs {
        Signs::own(list, "1,2 or 12 the runs around a cell")
    }

    /// Arrows to the next cell.
    pub fn arrows() -> Signs {
        Signs::own(|token| Some(Clue::Arrow(way(token)?, None)), "< > ^ v to the next cell, o the last")
    }

    /// Arrows with numbers.
    pub fn numbered_arrows() -> Signs {
        Signs::own(numbered_arrow, "2^ an arrow with a number")
    }

    /// Mirrors, which are cells out of play.
    pub fn mirrors() -> Signs {
        let mirror = |token: &str| match token {
            "/" | "R" => Some(Clue::Slash(true)),
            "\\" | "L" => Some(Clue::Slash(false)),
            _ => None,
        };
        Signs::own(mirror, "/ and \\ mirrors").on_walls()
    }

    /// Pieces of track.
    pub fn pieces() -> Signs {
        Signs::own(piece, "│ ─ └ ┘ ┌ ┐ pieces of track")
    }

    /// Tokens that `own` reads, with words for them.
    fn own(own: fn(&str) -> Option<Clue>, words: &'static str) -> Signs {
        Signs { own: Some(own), own_words: words, ..Signs::none() }
    }

    /// With `?` as a clue of unknown number.
    #[must_use]
    pub fn or_unknown(self) -> Signs {
        Signs { unknown: true, ..self }
    }

    /// With cells out of play that have the numbers.
    #[must_use]
    pub fn on_walls(self) -> Signs {
        Signs { walls: true, numbers_are_walls: true, ..self }
    }

    /// With letters, which are numbers of which only equality counts.
    #[must_use]
    pub fn or_labels(self) -> Signs {
        Signs { labels: true, ..self }
    }

    /// Without an empty cell.
    #[must_use]
    pub fn everywhere(self) -> Signs {
        Signs { is_full: true, ..self }
    }

    /// Are there no numbers in cells?
    pub(crate) fn has_no_numbers(&self) -> bool {
        self.numbers.is_none()
    }

    /// The signs in words.
    pub(crate) fn words(&self) -> String {
        let mut words = Vec::new();
        if !self.is_full {
            words.push(". empty".to_string());
        }
        if self.walls {
            words.push("# wall".to_string());
        }
        if let Some(least) = self.numbers {
            words.push(format!("{least}, {}, … numbers", least + 1));
        }
        if self.labels {
            words.push("or letters".to_string());
        }
        if self.unknown {
            words.push("? a clue without a number".to_string());
        }
        words.extend(self.named.iter().map(|(name, ..)| (*name).to_string()));
        if !self.own_words.is_empty() {
            words.push(self.own_words.to_string());
        }
        words.join(", ")
    }

    /// Reads the tokens of a cut, in reading order; `name` tells the place of one.
    pub(crate) fn read(&self, cut: &Cut, name: &dyn Fn(usize, usize) -> String) -> Result<Vec<Sign>, Bad> {
        let tokens: Vec<&str> = cut.iter().flatten().map(|token| token.trim()).collect();
        let context = Context::of(self, &tokens)?;
        let mut signs = Vec::with_capacity(tokens.len());
        for (r, row) in cut.iter().enumerate() {
            for (c, token) in row.iter().enumerate() {
                let sign = self.sign(token.trim(), &context);
                signs.push(sign.ok_or_else(|| {
                    Bad::new(format!("{token:?} is no sign of such a cell: {}", self.words())).at(name(r, c))
                })?);
            }
        }
        Ok(signs)
    }

    fn sign(&self, token: &str, context: &Context) -> Option<Sign> {
        if Some(token) == context.blank.as_deref() {
            return Some(Sign::Empty);
        }
        if let Some(sign) = context.numbers.get(token) {
            return Some(sign.clone());
        }
        let is = |list: &[&str]| list.iter().any(|word| token.eq_ignore_ascii_case(word));
        // A sign of the genre's own before those that all have.
        if let Some(clue) = self.own.and_then(|own| own(token)) {
            return Some(if self.numbers_are_walls { Sign::Wall(Some(clue)) } else { Sign::Clue(clue) });
        }
        if let Some((_, _, clue)) = self.named.iter().find(|(_, names, _)| is(names)) {
            return Some(clue.clone().map_or(Sign::Wall(None), Sign::Clue));
        }
        if self.walls && (is(WALLS) || (is(&["b", "x"]) && !self.unknown)) {
            return Some(Sign::Wall(None));
        }
        if self.unknown && token == "?" {
            return Some(Sign::Clue(Clue::Unknown));
        }
        if is_nothing(token) && !self.is_full {
            return Some(Sign::Empty);
        }
        // White cells among black ones.
        if self.walls && context.has_black && is(&["w"]) {
            return Some(Sign::Empty);
        }
        None
    }

    fn numbered(&self, n: u16) -> Sign {
        let clue = Clue::Number(n);
        if self.numbers_are_walls { Sign::Wall(Some(clue)) } else { Sign::Clue(clue) }
    }
}

/// Facts about one token that follow from all tokens of the grid.
struct Context {
    /// The one token that stands for empty cells where none of the usual ones does.
    blank: Option<String>,
    /// The meaning of numbers and of letters that stand for them.
    numbers: BTreeMap<String, Sign>,
    has_black: bool,
}

impl Context {
    fn of(signs: &Signs, tokens: &[&str]) -> Result<Context, Bad> {
        let has = |token: &str| tokens.contains(&token);
        let has_nothing = tokens.iter().any(|token| is_nothing(token));
        let has_black = tokens.iter().any(|t| ["b", "#", "■"].iter().any(|b| t.eq_ignore_ascii_case(b)));
        let mut context = Context { blank: None, numbers: BTreeMap::new(), has_black };
        if signs.labels {
            context.labels(tokens, has_nothing || signs.is_full, signs.is_full);
            return Ok(context);
        }
        let is_white = |t: &&str| t.eq_ignore_ascii_case("w");
        let mut is_marked = has_nothing || signs.is_full || (signs.walls && has_black && tokens.iter().any(is_white));
        if signs.own.is_some_and(|own| own("0").is_some()) && has("0") && !is_marked {
            return Err(Bad::new("ambiguous: 0 may be a number or an empty cell; write empty cells as ."));
        }
        if let Some(least) = signs.numbers {
            is_marked |= context.negative(signs, tokens, has_nothing, least)?;
            if has("0") && !is_marked && !has("?") && !has("x") && !has("X") {
                if least == 0 {
                    let what = "ambiguous: 0 may be a number or an empty cell; write empty cells as .";
                    return Err(Bad::new(what));
                }
                context.numbers.insert("0".to_string(), Sign::Empty);
                is_marked = true;
            }
            context.count(signs, tokens);
        } else if !signs.named.is_empty() && !has_nothing && !signs.is_full {
            is_marked |= context.bits(signs, tokens)?;
        }
        if !is_marked {
            // One other sign stands for empty cells.
            let may_be = |token: &str| matches!(token, "?" | "x" | "X" | "*" | "+" | "0" | "-1");
            let is_other = |token: &str| may_be(token) && (token == "?" || signs.sign(token, &context).is_none());
            let others: std::collections::BTreeSet<&str> = tokens.iter().copied().filter(|t| is_other(t)).collect();
            if others.len() == 1 {
                context.blank = others.first().map(ToString::to_string);
            }
        }
        if signs.named.first().is_some_and(|n| n.0 == "0") {
            context.ones_and_twos(tokens);
        }
        Ok(context)
    }

    /// -1 and -2 among numbers: empty cells, and clues of unknown number. Is one an empty cell?
    fn negative(&mut self, signs: &Signs, tokens: &[&str], has_nothing: bool, least: u16) -> Result<bool, Bad> {
        let has = |token: &str| tokens.contains(&token);
        let other = if signs.numbers_are_walls { Sign::Wall(None) } else { Sign::Clue(Clue::Unknown) };
        let has_other = signs.unknown || signs.numbers_are_walls;
        match (has("-1"), has("-2")) {
            (false, false) => Ok(false),
            (true, true) if signs.numbers_are_walls => {
                self.numbers.insert("-2".to_string(), Sign::Empty);
                self.numbers.insert("-1".to_string(), other);
                Ok(true)
            }
            (true, true) if signs.unknown => {
                self.numbers.insert("-1".to_string(), Sign::Empty);
                self.numbers.insert("-2".to_string(), other);
                Ok(true)
            }
            (true, false) if has_nothing || (has("0") && least > 0) => {
                if has_other {
                    self.numbers.insert("-1".to_string(), other);
                }
                Ok(false)
            }
            (true, false) if signs.numbers_are_walls => {
                let what = "ambiguous: -1 may be an empty cell or a wall without a number; write . and #";
                Err(Bad::new(what))
            }
            (true, false) => {
                self.numbers.insert("-1".to_string(), Sign::Empty);
                Ok(true)
            }
            (false, true) => Err(Bad::new("-2 without -1: write . for empty cells and ? for clues without a number")),
            (true, true) => Ok(false),
        }
    }

    /// Numbers, and letters from A = 10 beside digits.
    fn count(&mut self, signs: &Signs, tokens: &[&str]) {
        let digits = tokens.iter().any(|t| t.len() == 1 && t.bytes().all(|b| b.is_ascii_digit()));
        let letters: Vec<char> = tokens
            .iter()
            .filter(|t| t.len() == 1)
            .filter_map(|t| t.chars().next())
            .filter(char::is_ascii_alphabetic)
            .collect();
        let one_case = letters.iter().all(char::is_ascii_uppercase) || letters.iter().all(char::is_ascii_lowercase);
        for &token in tokens {
            if self.numbers.contains_key(token) {
                continue;
            }
            if token.bytes().all(|b| b.is_ascii_digit())
                && let Ok(n) = token.parse::<u16>()
            {
                self.numbers.insert(token.to_string(), signs.numbered(n));
            } else if digits && one_case && !signs.walls && token.len() == 1 && !matches!(token, "x" | "X" | "o" | "O")
            {
                let letter = token.chars().next().filter(char::is_ascii_alphabetic).and_then(|c| c.to_digit(36));
                if let Some(n) = letter {
                    self.numbers.insert(token.to_string(), signs.numbered(n as u16));
                }
            }
        }
    }

    /// Letters and numbers of which only equality counts, in the order of their first cells.
    fn labels(&mut self, tokens: &[&str], zero: bool, is_full: bool) {
        let is_label = |token: &&str| !is_nothing(token) && *token != "-1" && (*token != "0" || zero);
        for &token in tokens {
            if !is_label(&token) && !is_full {
                self.numbers.insert(token.to_string(), Sign::Empty);
            }
        }
        let labels: Vec<&str> = tokens.iter().copied().filter(|t| is_label(t)).collect();
        let numbers: Option<Vec<u16>> = labels.iter().map(|t| t.parse().ok().filter(|n| is_full || *n > 0)).collect();
        let mut next = 1;
        for (i, label) in labels.iter().enumerate() {
            if self.numbers.contains_key(*label) || !label.chars().all(char::is_alphanumeric) {
                continue;
            }
            let n = numbers.as_ref().map_or(next, |numbers| numbers[i]);
            next += 1;
            self.numbers.insert((*label).to_string(), Sign::Clue(Clue::Number(n)));
        }
    }

    /// 0, 1 and 2 without another empty sign. Do they tell the empty cells?
    fn bits(&mut self, signs: &Signs, tokens: &[&str]) -> Result<bool, Bad> {
        let has = |token: &str| tokens.contains(&token);
        if signs.named.first().is_none_or(|n| !n.0.starts_with('0')) {
            return Ok(false);
        }
        if has("-1") {
            self.numbers.insert("-1".to_string(), Sign::Empty);
            return Ok(true);
        }
        if has("0") && has("1") && has("2") {
            return Err(Bad::new("ambiguous: of 0, 1 and 2 one is the empty cell; write it as ."));
        }
        // Beside other names of the two values 0 is none of them.
        let is_digit = |token: &str| matches!(token, "0" | "1" | "2");
        let has_names = tokens.iter().any(|token| !is_digit(token) && *token != "?" && *token != "x" && *token != "X");
        if has("0") && has_names {
            self.numbers.insert("0".to_string(), Sign::Empty);
            return Ok(true);
        }
        if has("0") && has("1") && tokens.iter().all(|token| is_digit(token)) {
            return Err(Bad::new("ambiguous: 0 may be a value or an empty cell; write empty cells as ."));
        }
        Ok(false)
    }

    /// 1 and 2 for the two values, where no 0 stands.
    fn ones_and_twos(&mut self, tokens: &[&str]) {
        if tokens.contains(&"2") && !tokens.contains(&"0") {
            self.numbers.insert("1".to_string(), Sign::Clue(Clue::Number(0)));
            self.numbers.insert("2".to_string(), Sign::Clue(Clue::Number(1)));
        }
    }
}

/// The number of a token of digits.
pub(super) fn number(token: &str) -> Option<u16> {
    let is_plain = !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit());
    token.parse().ok().filter(|_| is_plain)
}

/// A list of numbers; digits that stand together are one number each.
fn list(token: &str) -> Option<Clue> {
    let is_part = |c: char| c.is_ascii_digit() || "?, []".contains(c);
    if !token.contains(|c: char| c.is_ascii_digit() || c == '?') || !token.chars().all(is_part) {
        return None;
    }
    let one = |c: char| if c == '?' { Some(None) } else { c.to_digit(10).map(|n| Some(n as u16)) };
    Some(Clue::Numbers(token.chars().filter_map(one).collect()))
}

fn way(token: &str) -> Option<Direction> {
    match token {
        "^" | "↑" | "U" | "u" | "n" | "N" | "∧" => Some(Direction::Up),
        "v" | "V" | "↓" | "D" | "d" | "s" | "S" | "∨" => Some(Direction::Down),
        "<" | "←" | "L" | "l" | "w" | "W" => Some(Direction::Left),
        ">" | "→" | "R" | "r" | "e" | "E" => Some(Direction::Right),
        _ => None,
    }
}

/// `2^`, `^2`, `^`; `?` and `#` are cells without an arrow.
fn numbered_arrow(token: &str) -> Option<Clue> {
    if matches!(token, "?" | "#" | "■") {
        return Some(Clue::Unknown);
    }
    let is_digit = |c: char| c.is_ascii_digit() || c == '?';
    let arrow: String = token.chars().filter(|&c| !is_digit(c) && c != ' ').collect();
    let number: String = token.chars().filter(|&c| is_digit(c)).collect();
    let way = way(&arrow)?;
    match number.as_str() {
        "" | "?" => Some(Clue::Arrow(way, None)),
        digits => Some(Clue::Arrow(way, Some(digits.parse().ok()?))),
    }
}

/// A piece of track, as the numbers of the sides that it goes to (up, down, left, right).
fn piece(token: &str) -> Option<Clue> {
    let sides: &[u16] = match token {
        "│" | "┃" | "║" | "|" => &[0, 1],
        "─" | "━" | "═" => &[2, 3],
        "└" | "┗" | "╚" | "╰" => &[0, 3],
        "┘" | "┛" | "╝" | "╯" => &[0, 2],
        "┌" | "┏" | "╔" | "╭" => &[1, 3],
        "┐" | "┓" | "╗" | "╮" => &[1, 2],
        _ => return None,
    };
    Some(Clue::Numbers(sides.iter().map(|&n| Some(n)).collect()))
}
