//! The part of a board that a problem needs.

use crate::{BadPosition, Board, Color, Point, Points};

/// Lines from an edge within which a crop goes on to the edge.
pub(super) const SNAP: u8 = 2;

/// A rectangle of a board: all other stones are taken off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crop {
    /// The board that is left, of the same size.
    pub board: Board,
    /// The first and the last point of the rectangle.
    pub window: (Point, Point),
}

/// The rectangle around points, with `margin` lines more on all sides, and on to an edge that is
/// near.
///
/// # Errors
/// [`BadPosition`] where what is left of a chain has no liberty.
pub fn crop(board: &Board, active: &Points, margin: u8) -> Result<Crop, BadPosition> {
    let size = board.size();
    let window = window(size, active, margin);
    let kept = |p: &Point| (window.0.x..=window.1.x).contains(&p.x) && (window.0.y..=window.1.y).contains(&p.y);
    let inside: Points = board.all().iter().filter(kept).collect();
    Ok(Crop { board: only(board, &inside)?, window })
}

fn window((w, h): (u8, u8), active: &Points, margin: u8) -> (Point, Point) {
    let (left, right) = ends(active, |p| p.x, w, margin, SNAP);
    let (top, bottom) = ends(active, |p| p.y, h, margin, SNAP);
    (Point::new(left, top), Point::new(right, bottom))
}

/// The least and the greatest coordinate of points in one direction, with `margin` lines more on
/// either side, and on to an edge that is near.
pub(super) fn ends(points: &Points, along: fn(Point) -> u8, size: u8, margin: u8, snap: u8) -> (u8, u8) {
    let low = points.iter().map(along).min().unwrap_or(0).saturating_sub(margin);
    let high = points.iter().map(along).max().unwrap_or(size - 1).saturating_add(margin).min(size - 1);
    (if low <= snap { 0 } else { low }, if size - 1 - high <= snap { size - 1 } else { high })
}

/// The board with none but these of its stones.
///
/// # Errors
/// [`BadPosition`] where what is left of a chain has no liberty.
pub fn only(board: &Board, kept: &Points) -> Result<Board, BadPosition> {
    let (w, h) = board.size();
    let stones = Color::ALL.into_iter().flat_map(|color| {
        let stones: Vec<Point> = (board.stones(color) & *kept).iter().collect();
        stones.into_iter().map(move |p| (p, color))
    });
    let mut left = Board::set_up(w, h, stones)?;
    left.set_ko(board.ko().filter(|&p| kept.contains(p)));
    Ok(left)
}

/// Takes off as many of the stones as may go: all at once, else either half, and so on, as long as
/// there are checks left. The parts are told in the order in which they should go first.
pub fn tidy(board: &Board, parts: &[Points], checks: usize, may_stand: &mut dyn FnMut(&Board) -> bool) -> Board {
    let mut at = board.clone();
    let mut left = checks;
    let mut todo: Vec<&[Points]> = vec![parts];
    while let Some(parts) = todo.pop() {
        if parts.is_empty() || left == 0 {
            continue;
        }
        let gone = parts.iter().fold(Points::EMPTY, |all, part| all | *part);
        let less = only(&at, &(at.all() - gone)).ok();
        left -= usize::from(less.is_some());
        match less {
            Some(less) if may_stand(&less) => at = less,
            _ if parts.len() > 1 => {
                let (first, second) = parts.split_at(parts.len().div_ceil(2));
                todo.extend([second, first]);
            }
            _ => {}
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(stones: &[(u8, u8, Color)]) -> Board {
        Board::set_up(19, 19, stones.iter().map(|&(x, y, c)| (Point::new(x, y), c))).unwrap()
    }

    #[test]
    fn crops_reach_to_near_edges_and_no_further() {
        let (b, w) = (Color::Black, Color::White);
        let stones = board(&[(5, 5, b), (6, 5, b), (9, 5, w), (10, 5, w), (5, 12, b)]);
        let active: Points = [(5, 5), (6, 5)].into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let cut = crop(&stones, &active, 3).unwrap();
        assert_eq!(cut.window, (Point::new(0, 0), Point::new(9, 8)));
        assert_eq!((cut.board.stones(b).len(), cut.board.stones(w).len()), (2, 1));
        let middle = Points::single(Point::new(9, 9));
        assert_eq!(crop(&stones, &middle, 3).unwrap().window, (Point::new(6, 6), Point::new(12, 12)));
    }

    #[test]
    fn tidying_leaves_what_is_needed_and_no_more() {
        let b = Color::Black;
        let stones: Vec<(u8, u8, Color)> = (0..8).map(|i| (2 * i, 3, b)).collect();
        let board = board(&stones);
        let parts: Vec<Points> = board.chains().map(|c| c.stones).collect();
        let needed: Points = [Point::new(4, 3), Point::new(10, 3)].into_iter().collect();
        let mut may_stand = |less: &Board| needed.within(&less.stones(b));
        let tidied = tidy(&board, &parts, 100, &mut may_stand);
        assert_eq!(tidied.stones(b), needed);
        assert_eq!(tidy(&board, &parts, 0, &mut may_stand), board);
        // With few checks what stays is still enough.
        for checks in 1..10 {
            assert!(needed.within(&tidy(&board, &parts, checks, &mut may_stand).stones(b)), "{checks}");
        }
    }
}
