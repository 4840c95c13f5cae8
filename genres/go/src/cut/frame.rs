//! A frame around a problem: the rest of the board filled, so that the whole game hangs on it. For
//! engines, which play for points and not for a group.
//!
//! The attacker's border stands at a margin around the problem's rectangle. Beyond it, a
//! checkerboard: the attacker's from the far corner on, then the defender's, so that the attacker
//! leads by some points if he captures. (The idea is of LizGoban's and KaTrain's frames; region and
//! border are the same, the filling is our own.)

use super::crop::{SNAP, ends};
use crate::{Board, Color, Point, Points};

/// Points by which the attacker leads where he captures.
const LEAD: f64 = 5.0;

/// A board with a frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The board.
    pub board: Board,
    /// The first and the last point of the rectangle inside, its border with it.
    pub region: (Point, Point),
    /// The stones of the border.
    pub border: Points,
}

/// The board in a frame; `None` where there is no room for one. `komi` is White's. A stone that
/// would take the last liberty of a chain is left out.
#[must_use]
pub fn frame(board: &Board, attacker: Color, margin: u8, komi: f64) -> Option<Frame> {
    let (w, h) = board.size();
    let stones = board.all() - board.empty();
    if stones.is_empty() {
        return None;
    }
    let (left, right) = ends(&stones, |p| p.x, w, 0, SNAP);
    let (top, bottom) = ends(&stones, |p| p.y, h, 0, SNAP);
    // A side at an edge has no border; one whose border would be beyond it has none either.
    let low = |at: u8| if at == 0 { None } else { at.checked_sub(margin) };
    let high = |at: u8, size: u8| if at + 1 == size { None } else { at.checked_add(margin).filter(|&at| at < size) };
    let sides = [low(left), high(right, w), low(top), high(bottom, h)];
    let first = Point::new(sides[0].unwrap_or(0), sides[2].unwrap_or(0));
    let last = Point::new(sides[1].unwrap_or(w - 1), sides[3].unwrap_or(h - 1));
    let inside = |p: &Point| (first.x..=last.x).contains(&p.x) && (first.y..=last.y).contains(&p.y);
    let within: Points = board.all().iter().filter(inside).collect();
    let on_side =
        |p: &Point| [Some(p.x) == sides[0], Some(p.x) == sides[1], Some(p.y) == sides[2], Some(p.y) == sides[3]];
    let border: Points = (within - stones).iter().filter(|p| on_side(p).contains(&true)).collect();
    let outside = board.all() - within;
    if border.is_empty() && outside.is_empty() {
        return None;
    }
    // Who owns how much beyond: the group's stones and room count for both sides, once each.
    let stake = within.len() as f64;
    let komi = if attacker == Color::Black { komi } else { -komi };
    let share = ((outside.len() as f64 + LEAD + komi - stake) / 2.0).clamp(0.0, outside.len() as f64) as usize;
    let middle = (i16::from(first.x) + i16::from(last.x), i16::from(first.y) + i16::from(last.y));
    let away = |p: Point| (2 * i16::from(p.x) - middle.0).abs().max((2 * i16::from(p.y) - middle.1).abs());
    let mut points: Vec<Point> = outside.iter().collect();
    points.sort_by_key(|&p| (away(p), p));
    // The attacker's own part lies at his border.
    let filled = points.iter().enumerate().map(|(i, &p)| (p, if i < share { attacker } else { attacker.other() }));
    let is_dark = |p: Point| (p.x + p.y).is_multiple_of(2);
    let fill = filled.filter(|&(p, _)| is_dark(p));
    let mut framed = board.clone();
    let around = border.iter().map(|p| (p, attacker));
    for (p, color) in around.chain(fill) {
        if may_stand(&framed, p, color) && framed.play(p, color).is_err() {
            return None;
        }
    }
    framed.set_ko(board.ko());
    let border = border & framed.stones(attacker);
    Some(Frame { board: framed, region: (first, last), border })
}

/// Have all chains a liberty with a stone more?
fn may_stand(board: &Board, p: Point, color: Color) -> bool {
    let (mut own, stone) = (Points::EMPTY, Points::single(p));
    for q in board.beside(&stone).iter() {
        match board.chain(q) {
            None => own |= Points::single(q),
            Some(chain) if chain.color == color => own |= chain.liberties,
            Some(chain) if chain.liberties.len() < 2 => return false,
            Some(_) => {}
        }
    }
    !(own - stone).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_leaves_the_problem_and_closes_it_in() {
        let stones = [(1, 1), (2, 1), (4, 5)].map(|(x, y)| (Point::new(x, y), Color::Black));
        let board = Board::set_up(19, 19, stones).unwrap();
        let found = frame(&board, Color::White, 2, 6.5).unwrap();
        assert_eq!(found.region, (Point::new(0, 0), Point::new(6, 7)));
        // Seven points of the one side, eight of the other, the corner once.
        assert_eq!((found.border.len(), found.border.within(&found.board.stones(Color::White))), (14, true));
        let inside = Points::board(6, 7);
        assert_eq!(found.board.stones(Color::Black) & inside, board.stones(Color::Black));
        assert!((found.board.stones(Color::White) & inside).is_empty());
        // A black stone with one liberty left, where the border would be: that point stays empty.
        let stones = [(1, 1, 'w'), (2, 2, 'w'), (2, 0, 'w'), (2, 1, 'b')];
        let color = |c: char| if c == 'b' { Color::Black } else { Color::White };
        let short = Board::set_up(19, 19, stones.map(|(x, y, c)| (Point::new(x, y), color(c)))).unwrap();
        let found = frame(&short, Color::White, 1, 6.5).unwrap();
        assert!(!found.border.contains(Point::new(3, 1)) && found.border.contains(Point::new(3, 2)));
        assert_eq!(found.board.chain(Point::new(2, 1)).unwrap().liberties.len(), 1);
        assert!(frame(&Board::new(9, 9).unwrap(), Color::Black, 1, 7.0).is_none(), "no stones");
        let whole = [(0, 0), (8, 8)].map(|(x, y)| (Point::new(x, y), Color::Black));
        let whole = Board::set_up(9, 9, whole).unwrap();
        assert!(frame(&whole, Color::White, 1, 7.0).is_none(), "no room");
    }
}
