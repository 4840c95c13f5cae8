//! The one-line notation: `19x19 A19 X=black O ...OX|...OX|OOOOX|XXXXX`.
//!
//! Board, the picture's upper left point, the attacker's colour, who moves first (`X` the attacker,
//! `O` the defender), the picture (see [`Question::from_picture`]). Stones of the position that the
//! picture does not show follow, `X+` the attacker's and `O+` the defender's:
//! `… XXXXX X+K9,L9 O+C3`. The short form `O ...OX|...OX|OOOOX|XXXXX` leaves the first three words
//! out: the picture's own board, the attacker Black.

use super::Problem;
use crate::{Board, Color, Point, Points, Question, Role, Unclear};

/// Why a line is no problem: the column (from 1) and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Unreadable {
    /// Column in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

pub(super) fn mover(first: Role) -> &'static str {
    match first {
        Role::Attacker => "X",
        Role::Defender => "O",
    }
}

fn bad<T>(column: usize, what: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable { column, what: what.into() })
}

/// The words of a line with their columns.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        // Split words point into the text.
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        found.push((text[..offset].chars().count() + 1, word));
    }
    found
}

impl Problem {
    /// Reads a line, in the long or the short form.
    ///
    /// # Errors
    /// The column and what is wrong there.
    pub fn parse(text: &str) -> Result<Problem, Unreadable> {
        let words = words(text);
        match words[..] {
            [first, picture] => short(first, picture),
            [size, corner, colors, first, picture, ref more @ ..] if more.len() <= 2 => {
                with_more(long(size, corner, colors, first, picture)?, more)
            }
            [] => bad(1, "an empty line"),
            _ => bad(
                1,
                format!(
                    "{} words: a problem has five (`19x19 A19 X=black O …OX|…`), with stones that the picture does not show \
                     up to seven (`X+K9,L9 O+C3`), or two (`O …OX|…`)",
                    words.len()
                ),
            ),
        }
    }

    /// The long form.
    #[must_use]
    pub fn print(&self) -> String {
        let q = &self.question;
        let h = q.board.size().1;
        let mut text = self.print_region();
        for (color, sign) in [(q.attacker(), 'X'), (q.defender, 'O')] {
            let names: Vec<String> = self.beyond(color).iter().map(|p| p.name(h)).collect();
            if !names.is_empty() {
                text += &format!(" {sign}+{}", names.join(","));
            }
        }
        text
    }

    /// The long form without the stones that the picture does not show.
    #[must_use]
    pub fn print_region(&self) -> String {
        let q = &self.question;
        let (w, h) = q.board.size();
        let (low, _) = self.window();
        format!("{w}x{h} {} X={} {} {}", low.name(h), q.attacker(), mover(self.first), q.picture())
    }

    /// The same question on that board, which has more stones beside those of the picture.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub(crate) fn with_stones(
        mut self,
        more: impl IntoIterator<Item = (Point, Color)>,
    ) -> Result<Problem, crate::BadPosition> {
        let q = &mut self.question;
        let (w, h) = q.board.size();
        let own =
            Color::ALL.into_iter().flat_map(|c| q.board.stones(c).iter().map(move |p| (p, c)).collect::<Vec<_>>());
        let mut board = Board::set_up(w, h, own.chain(more).collect::<Vec<_>>())?;
        board.set_ko(q.board.ko());
        q.board = board;
        q.wall |= q.board.whole_chains(q.attacker(), q.wall) - q.region;
        Ok(self)
    }
}

/// The problem with the stones of the words behind the picture.
fn with_more(problem: Problem, words: &[(usize, &str)]) -> Result<Problem, Unreadable> {
    let Some(&(column, _)) = words.first() else { return Ok(problem) };
    let q = &problem.question;
    let (w, h) = q.board.size();
    let mut more = Vec::new();
    for &(column, word) in words {
        let (color, names) = match word.split_at_checked(2) {
            Some(("X+", names)) => (q.attacker(), names),
            Some(("O+", names)) => (q.defender, names),
            _ => return bad(column, format!("`X+K9,L9` or `O+C3` is expected, not `{word}`")),
        };
        for name in names.split(',') {
            let Some(p) = Point::parse(name, w, h) else {
                return bad(column, format!("no point of a board of {w}×{h}: `{name}`"));
            };
            if (q.region | q.wall).contains(p) {
                return bad(column, format!("{name} is in the picture"));
            }
            more.push((p, color));
        }
    }
    problem.with_stones(more).map_err(|why| Unreadable { column, what: why.to_string() })
}

fn role((column, word): (usize, &str)) -> Result<Role, Unreadable> {
    match word {
        "X" | "x" => Ok(Role::Attacker),
        "O" | "o" => Ok(Role::Defender),
        _ => bad(column, format!("who moves first? `X` (the attacker) or `O` (the defender), not `{word}`")),
    }
}

fn picture(
    (column, text): (usize, &str),
    read: impl Fn(&str) -> Result<Question, Unclear>,
) -> Result<Question, Unreadable> {
    read(text).map_err(|why| {
        let within = match &why {
            Unclear::Picture { row, column, .. } => {
                let rows = text.trim_start_matches(['!', '?']);
                let mark = text.chars().count() - rows.chars().count();
                let before: usize = rows.split('|').take(row - 1).map(|r| r.chars().count() + 1).sum();
                mark + before + column - 1
            }
            _ => 0,
        };
        Unreadable { column: column + within, what: why.to_string() }
    })
}

fn short(first: (usize, &str), text: (usize, &str)) -> Result<Problem, Unreadable> {
    let first = role(first)?;
    Ok(Problem::new(picture(text, Question::from_picture)?, first))
}

fn long(
    size: (usize, &str),
    corner: (usize, &str),
    colors: (usize, &str),
    first: (usize, &str),
    text: (usize, &str),
) -> Result<Problem, Unreadable> {
    let (w, h) = match size.1.split_once('x').map(|(w, h)| (w.parse::<u8>(), h.parse::<u8>())) {
        Some((Ok(w), Ok(h))) => (w, h),
        _ => return bad(size.0, format!("a size such as `19x19` is expected, not `{}`", size.1)),
    };
    if let Err(why) = Board::new(w, h) {
        return bad(size.0, why.to_string());
    }
    let Some(low) = Point::parse(corner.1, w, h) else {
        return bad(corner.0, format!("no point of a board of {w}×{h}: `{}`", corner.1));
    };
    let attacker = match colors.1 {
        "X=black" => Color::Black,
        "X=white" => Color::White,
        other => return bad(colors.0, format!("`X=black` or `X=white` is expected, not `{other}`")),
    };
    let first = role(first)?;
    let rows: Vec<usize> = text.1.trim_start_matches(['!', '?']).split('|').map(|r| r.chars().count()).collect();
    let (right, bottom) = (low.x as usize + rows[0], low.y as usize + rows.len());
    if right > w.into() || bottom > h.into() {
        return bad(text.0, format!("the picture does not fit on {w}×{h} at {}", corner.1));
    }
    let plain = picture(text, |t| Question::from_picture_at(t, (w, h), low))?;
    let question =
        placed(&plain, (w, h), Point::new(0, 0), attacker).map_err(|why| Unreadable { column: text.0, what: why })?;
    // Where the region meets the picture's edge, there must be the board's edge.
    let past = (question.board.beside(&question.region) - question.region)
        .iter()
        .find(|p| p.x < low.x || p.y < low.y || usize::from(p.x) >= right || usize::from(p.y) >= bottom);
    if let Some(p) = past {
        return bad(text.0, format!("the region ends at the picture's edge, and the board goes on at {}", p.name(h)));
    }
    Ok(Problem::new(question, first))
}

/// The question of a picture with its upper left point at `low`.
pub(crate) fn placed(plain: &Question, (w, h): (u8, u8), low: Point, attacker: Color) -> Result<Question, String> {
    let at = |p: Point| Point::new(p.x + low.x, p.y + low.y);
    let map = |set: &Points| set.iter().map(at).collect::<Points>();
    let color = |c: Color| if attacker == Color::Black { c } else { c.other() };
    let stones = Color::ALL.into_iter().flat_map(|c| {
        let stones: Vec<Point> = plain.board.stones(c).iter().collect();
        stones.into_iter().map(move |p| (p, c))
    });
    let stones: Vec<_> = stones.map(|(p, c)| (at(p), color(c))).collect();
    let mut board = Board::set_up(w, h, stones).map_err(|e| e.to_string())?;
    board.set_ko(plain.board.ko().map(at));
    Ok(Question {
        board,
        defender: attacker.other(),
        region: map(&plain.region),
        wall: map(&plain.wall),
        exits: map(&plain.exits),
        held: map(&plain.held),
        shut: map(&plain.shut),
        away: map(&plain.away),
        target: map(&plain.target),
        goal: plain.goal,
        for_life: plain.for_life,
    })
}
