//! The canonical text of a position, one line, everything in it:
//!
//! ```text
//! 2c/3/p1/s2/tc/BBYR.KKKW.-.BYYY.KKRR/RWW/10,12,9,11,13/2,0,3,0,0/12:B.RR.-.YYY.-:B_____Y__…:K/15:…
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | `2c` | players; `c` coloured or `g` grey wall |
//! | `3` | round; `3!` the game ended with it, `200?` stalled |
//! | `p1` | player to move |
//! | `s2` | player who started the round |
//! | `tc` | the token lies in the centre; `t1`: player 1 has it |
//! | `BBYR.KKKW.-…` | factories |
//! | `RWW` | centre |
//! | `10,12,9,11,13` | bag: blue, yellow, red, black, white |
//! | `2,0,3,0,0` | lid |
//! | `12:lines:wall:floor` | a board each: score; lines from the top; wall, rows from the top; floor tiles |
//!
//! Tiles are letters in the order of colours (`B Y R K W`), `-` is nothing, `_` a free place of the
//! wall.

use crate::setup::{BoardSetup, Setup};
use crate::{Colour, Phase, State, WallKind};
use std::fmt::Write;
use tesuji_genre::Bad;

/// The canonical text.
pub fn write(state: &State) -> String {
    let kind = if state.kind() == WallKind::Coloured { 'c' } else { 'g' };
    let mark = match state.phase() {
        Phase::Over => "!",
        Phase::Stalled => "?",
        _ => "",
    };
    let token = state.token().map_or("c".to_string(), |p| (p + 1).to_string());
    let mut text = String::with_capacity(256);
    let counts = |n: [u32; 5]| n.map(|n| n.to_string()).join(",");
    let factories: Vec<String> = state.factories().iter().map(|f| f.letters()).collect();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "{}{kind}/{}{mark}/p{}/s{}/t{token}/{}/{}/{}/{}",
        state.players(),
        state.round(),
        state.turn() + 1,
        state.starter() + 1,
        factories.join("."),
        state.centre().letters(),
        counts(state.bag().counts()),
        counts(state.lid().counts()),
    );
    for board in state.boards() {
        let _ = write!(text, "/{}:", board.score());
        for row in 0..5 {
            let line = board.line(row).map(|(c, n)| c.letter().to_string().repeat(n.into()));
            let _ = write!(text, "{}{}", if row > 0 { "." } else { "" }, line.as_deref().unwrap_or("-"));
        }
        text.push(':');
        for place in 0..25 {
            text.push(board.wall_tile(state.kind(), place / 5, place % 5).map_or('_', Colour::letter));
        }
        let _ = write!(text, ":{}", board.floor().letters());
    }
    text
}

/// A position from its text.
///
/// # Errors
/// [`Bad`] with the column and the field, or with the first thing that makes it impossible.
pub fn parse(text: &str) -> Result<State, Bad> {
    State::from_setup(&parse_setup(text)?)
}

/// The plain data of a text, which need not be a possible position.
///
/// # Errors
/// [`Bad`] with the column and the field.
pub fn parse_setup(text: &str) -> Result<Setup, Bad> {
    let mut fields = Fields { text: text.trim_end(), at: 0 };
    let (players, kind) = fields.next("players and wall", |f| {
        let kind = match f.chars().nth(1)? {
            'c' => WallKind::Coloured,
            'g' => WallKind::Grey,
            _ => return None,
        };
        let players = f.chars().next()?.to_digit(10)? as usize;
        (f.chars().count() == 2 && (2..=4).contains(&players)).then_some((players, kind))
    })?;
    let (round, phase) = fields.next("round", |f| match f.strip_suffix(['!', '?']) {
        Some(n) => Some((number(n)?, if f.ends_with('!') { Phase::Over } else { Phase::Stalled })),
        None => Some((number(f)?, Phase::Drafting)),
    })?;
    let player = |letter: char| move |f: &str| number(f.strip_prefix(letter)?)?.checked_sub(1).map(|p| p as usize);
    let turn = fields.next("player to move", player('p'))?;
    let starter = fields.next("starter", player('s'))?;
    let token = fields.next("token", |f| if f == "tc" { Some(None) } else { player('t')(f).map(Some) })?;
    let factories = fields.next("factories", |f| f.split('.').map(letters).map(counted).collect())?;
    let centre = fields.next("centre", |f| counted(letters(f)))?;
    let bag = fields.next("bag", counts)?;
    let lid = fields.next("lid", counts)?;
    let boards = (0..players).map(|p| board(&mut fields, p)).collect::<Result<_, Bad>>()?;
    if fields.at < fields.text.len() {
        return Err(Bad::new("more than the players' boards").column(fields.text[..fields.at].chars().count() + 1));
    }
    Ok(Setup { kind, phase, round, turn, starter, token, factories, centre, bag, lid, boards })
}

fn board(fields: &mut Fields<'_>, p: usize) -> Result<BoardSetup, Bad> {
    fields.next(&format!("board of player {}", p + 1), |f| {
        let mut parts = f.split(':');
        let score = number(parts.next()?)?;
        let lines: Vec<Option<(Colour, u32)>> = parts.next()?.split('.').map(line).collect::<Option<_>>()?;
        let places: Vec<Option<Colour>> = parts
            .next()?
            .chars()
            .map(|c| if c == '_' { Some(None) } else { Colour::from_letter(c).map(Some) })
            .collect::<Option<_>>()?;
        let floor = letters(parts.next()?)?;
        if parts.next().is_some() || places.len() != 25 {
            return None;
        }
        let wall = std::array::from_fn(|row| std::array::from_fn(|column| places[5 * row + column]));
        Some(BoardSetup { score, lines: lines.try_into().ok()?, wall, floor })
    })
}

fn line(text: &str) -> Option<Option<(Colour, u32)>> {
    let tiles = letters(text)?;
    match tiles.first() {
        None => Some(None),
        Some(&colour) => tiles.iter().all(|&c| c == colour).then_some(Some((colour, tiles.len() as u32))),
    }
}

fn letters(text: &str) -> Option<Vec<Colour>> {
    match text {
        "-" => Some(Vec::new()),
        "" => None,
        _ => text.chars().map(Colour::from_letter).collect(),
    }
}

fn counted(tiles: Option<Vec<Colour>>) -> Option<[u32; 5]> {
    let mut counts = [0; 5];
    for colour in tiles? {
        counts[colour.index()] += 1;
    }
    Some(counts)
}

fn counts(text: &str) -> Option<[u32; 5]> {
    text.split(',').map(number).collect::<Option<Vec<_>>>()?.try_into().ok()
}

fn number(text: &str) -> Option<u32> {
    let fits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl Fields<'_> {
    /// The next field as `read` takes it.
    fn next<T>(&mut self, what: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Bad> {
        let column = self.text[..self.at.min(self.text.len())].chars().count() + 1;
        if self.at > self.text.len() || (self.at == self.text.len() && self.at > 0) {
            return Err(Bad::new(format!("the text ends before the {what}")).column(column));
        }
        let rest = &self.text[self.at..];
        let field = rest.split('/').next().unwrap_or_default();
        self.at = (self.at + field.len() + 1).min(self.text.len());
        let shown: String = field.chars().take(60).collect();
        read(field).ok_or_else(|| Bad::new(format!("{shown:?} is no {what}")).at(what).column(column))
    }
}
