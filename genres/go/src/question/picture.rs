//! Questions as pictures: rows from the top, separated by `|`, the least rectangle that shows the
//! region.
//!
//! | | |
//! |---|---|
//! | `X` | attacker stone of the wall (can't be captured) |
//! | `x` | attacker stone that can be captured |
//! | `O` | defender stone of the target |
//! | `o` | other defender stone |
//! | `.` | empty point of the region |
//! | `*` | empty point of the region from which the defender gets away |
//! | `+` | the same, where an attacker stone holds |
//! | `>` | the same, and in the open: there the defender lives |
//! | `=` | as `*`, beside a strong chain of the defender: there he lives, but an attacker stone does not hold |
//! | `k` | empty point where the side to move first may not play at once (ko); a side with a stone beside it has taken, and may |
//! | `#` | off the region, and no wall: a stone of the region beside it is on an exit too |
//!
//! The picture's edge is the board's edge; where the last row or column is all `X` and `#` that
//! makes no difference. A leading `!` makes the target crucial instead of asking for annihilation,
//! and `!?` says besides that the region is one for proofs of life only ([`Question::for_life`]).
//! The attacker is Black.

use super::{Goal, Question, Unclear};
use crate::{BadPosition, Board, Color, Point, Points};

/// Can a stone have been taken in a ko at an empty point? Its neighbours are stones of one colour,
/// one of which is alone and has no other liberty. Of points off region and wall nothing is known.
fn may_be_ko(board: &Board, p: Point, region: Points, wall: Points) -> bool {
    let known = region | wall;
    let beside = board.beside(&Points::single(p));
    let unknown = |set: &Points| !set.within(&known);
    let is_alone = |at: Point| {
        let near = board.beside(&Points::single(at));
        let own = board.get(at).map_or(Points::EMPTY, |color| board.stones(color));
        !near.meets(&(own & known)) && (near & board.empty() & known) == Points::single(p)
    };
    let is_of_one_color = Color::ALL.iter().any(|&c| (beside & known).within(&board.stones(c)));
    is_of_one_color && (unknown(&beside) || (beside & region).iter().any(is_alone))
}

impl Question {
    /// Reads a picture.
    ///
    /// # Errors
    /// The row and column of what can't be read, or why the position is none.
    pub fn from_picture(text: &str) -> Result<Question, Unclear> {
        Self::drawn(text, None)
    }

    /// The same on a board of that size, with the picture's upper left point there. (On the
    /// picture's own board the wall could lack the liberties that it has beyond.)
    ///
    /// # Errors
    /// Those of [`from_picture`](Self::from_picture). Points that don't fit on the board are for
    /// the caller to refuse.
    pub(crate) fn from_picture_at(text: &str, size: (u8, u8), low: Point) -> Result<Question, Unclear> {
        Self::drawn(text, Some((size, low)))
    }

    fn drawn(text: &str, at: Option<((u8, u8), Point)>) -> Result<Question, Unclear> {
        let (goal, text) = match text.trim().strip_prefix('!') {
            Some(rest) => (Goal::Crucial, rest),
            None => (Goal::Annihilation, text.trim()),
        };
        let (for_life, text) = match text.strip_prefix('?').filter(|_| goal == Goal::Crucial) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.trim().chars().collect()).collect();
        let bad = |row: usize, column: usize, what: &str| {
            Err(Unclear::Picture { row: row + 1, column: column + 1, what: what.to_string() })
        };
        let width = rows[0].len();
        let outer = |c: &char| matches!(c, 'X' | '#');
        let more = |all_outer: bool| if all_outer { 2 } else { 0 };
        let w = width + more(rows.iter().all(|row| row.last().is_some_and(outer)));
        let h = rows.len() + more(rows.last().is_some_and(|row| row.iter().all(outer)));
        let byte = |v: usize| u8::try_from(v).ok();
        let (Some(own_width), Some(own_height)) = (byte(w), byte(h)) else {
            return Err(BadPosition::Size(w as u32, h as u32).into());
        };
        let ((w, h), low) = at.unwrap_or(((own_width.max(2), own_height.max(2)), Point::new(0, 0)));
        Board::new(w, h)?;
        let (mut region, mut wall, mut exits, mut target) =
            (Points::EMPTY, Points::EMPTY, Points::EMPTY, Points::EMPTY);
        let (mut held, mut away) = (Points::EMPTY, Points::EMPTY);
        let (mut stones, mut ko) = (Vec::new(), None);
        for (y, row) in rows.iter().enumerate() {
            if row.len() != width {
                return bad(y, row.len().min(width), "the rows must be equally long");
            }
            for (x, glyph) in row.iter().enumerate() {
                let p = Point::new(low.x + x as u8, low.y + y as u8);
                match glyph {
                    'X' => wall.insert(p),
                    '#' => continue,
                    '.' | 'x' | 'o' | 'O' => region.insert(p),
                    '*' | '+' | '>' | '=' => {
                        region.insert(p);
                        exits.insert(p);
                        if matches!(glyph, '+' | '>') {
                            held.insert(p);
                        }
                        if matches!(glyph, '>' | '=') {
                            away.insert(p);
                        }
                    }
                    'k' => {
                        region.insert(p);
                        if ko.replace(p).is_some() {
                            return bad(y, x, "a second `k`: only one point can be banned");
                        }
                    }
                    _ => return bad(y, x, "one of `X x O o . * + > = k #` is expected"),
                }
                match glyph {
                    'X' | 'x' => stones.push((p, Color::Black)),
                    'o' => stones.push((p, Color::White)),
                    'O' => {
                        stones.push((p, Color::White));
                        target.insert(p);
                    }
                    _ => {}
                }
            }
        }
        if target.is_empty() {
            return Err(Unclear::NoTarget);
        }
        let mut board = Board::set_up(w, h, stones)?;
        if let Some(p) = ko.filter(|&p| !may_be_ko(&board, p, region, wall)) {
            let (row, column) = (usize::from(p.y - low.y), usize::from(p.x - low.x));
            return bad(
                row,
                column,
                "no ko: a single stone was taken on a `k`, by a stone beside it that has no other liberty",
            );
        }
        board.set_ko(ko);
        // A stone at the rim is on an exit: only empty points have glyphs that say so.
        exits |= board.beside(&(board.all() - region - wall)) & (region - board.empty());
        let shut = Points::EMPTY;
        Ok(Question { board, defender: Color::White, region, wall, exits, held, away, shut, target, goal, for_life })
    }

    /// The picture; reading it gives the same question, moved to the corner and with the attacker
    /// as Black.
    #[must_use]
    pub fn picture(&self) -> String {
        let shown = self.region | (self.board.beside(&self.region) & self.board.all());
        let (mut low, mut high) = ((u8::MAX, u8::MAX), (0, 0));
        for p in shown.iter() {
            low = (low.0.min(p.x), low.1.min(p.y));
            high = (high.0.max(p.x), high.1.max(p.y));
        }
        let glyph = |p: Point| match self.board.get(p) {
            _ if self.wall.contains(p) => 'X',
            _ if !self.region.contains(p) => '#',
            Some(c) if c == self.attacker() => 'x',
            Some(_) if self.target.contains(p) => 'O',
            Some(_) => 'o',
            None if self.board.ko() == Some(p) => 'k',
            None if self.away.contains(p) && self.held.contains(p) => '>',
            None if self.away.contains(p) => '=',
            None if self.held.contains(p) => '+',
            None if self.exits.contains(p) => '*',
            None => '.',
        };
        let row = |y: u8| (low.0..=high.0).map(|x| glyph(Point::new(x, y))).collect::<String>();
        let rows: Vec<String> = (low.1..=high.1).map(row).collect();
        let crucial = if self.goal == Goal::Crucial { "!" } else { "" };
        format!("{crucial}{}{}", if self.for_life { "?" } else { "" }, rows.join("|"))
    }
}
