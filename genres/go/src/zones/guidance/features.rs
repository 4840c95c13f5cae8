//! The features of a move: numbers below [`COUNT`] for the shape around it, liberties, the target,
//! the edge, the last move, and eye space.

use crate::{Board, Color, Point, Points};
use std::sync::LazyLock;

/// Rings of eight neighbours with four contents each, modulo the symmetries of the square.
const RINGS: usize = 8_740;
/// Least liberties of own chains beside the move, and of others: 0 (no chain) to 4 (or more); is one
/// of them the target?
const CHAINS: usize = 5 * 5 * 2;
/// Liberties of the stone's chain after the move (1 to 5 or more), stones taken (0 to 3 or more).
const AFTER: usize = 5 * 4;
/// Distance from the target (0 to 3), liberties of the target (1 to 6 or more).
const NEAR: usize = 4 * 6;
/// Line of the board (1 to 4 or more), empty points beside (0 to 4).
const PLACE: usize = 4 * 5;
/// Steps from the last move (0: none, 1 to 5 or more); is the point a liberty of its chain?
const LAST: usize = 6 * 2;
/// Points beside that would be an eye of the defender (0 to 2); is the point itself one?
const EYES: usize = 3 * 2;
/// Points of the empty space around (1 to 8 or more), empty points beside (0 to 4).
const ROOM: usize = 8 * 5;

/// Number of features.
pub const COUNT: usize = RINGS + CHAINS + AFTER + NEAR + PLACE + LAST + EYES + ROOM;

/// The eight points around, in the order of a ring.
const AROUND: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The class of each ring of contents, two bits each.
static CLASSES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut classes = vec![u16::MAX; 1 << 16];
    let mut next = 0;
    for ring in 0..1 << 16 {
        if classes[ring] == u16::MAX {
            images(ring).into_iter().for_each(|image| classes[image] = next);
            next += 1;
        }
    }
    classes
});

/// The images of a ring under the symmetries of the square.
fn images(ring: usize) -> [usize; 8] {
    let content = |place: usize| ring >> (2 * (place % 8)) & 3;
    std::array::from_fn(|image| {
        let turn = 2 * (image % 4);
        let from = |place: usize| if image < 4 { turn + place } else { turn + 8 - place };
        (0..8).fold(0, |code, place| code | content(from(place)) << (2 * place))
    })
}

/// A position whose moves are looked at.
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a Board,
    /// The side to move.
    pub(crate) mover: Color,
    pub(crate) defender: Color,
    /// The target's chains, and their liberties.
    pub(crate) target: (Points, Points),
    /// The move before.
    pub(crate) last: Option<Point>,
}

impl Scene<'_> {
    /// Calls `f` with the number of each feature of a move at that distance from the target.
    pub(crate) fn each(&self, at: Point, distance: u32, mut f: impl FnMut(usize)) {
        let board = self.board;
        let (width, height) = board.size();
        let around = AROUND.map(|(dx, dy)| {
            let (x, y) = (i16::from(at.x) + dx, i16::from(at.y) + dy);
            let is_on = x >= 0 && y >= 0 && x < i16::from(width) && y < i16::from(height);
            is_on.then(|| Point::new(x as u8, y as u8))
        });
        let content = |p: Option<Point>| match p.map(|p| board.get(p)) {
            None => 3,
            Some(None) => 0,
            Some(Some(color)) => 1 + usize::from(color != self.mover),
        };
        let ring = around.iter().enumerate().fold(0, |ring, (place, &p)| ring | content(p) << (2 * place));
        f(usize::from(CLASSES[ring]));
        let mut base = RINGS;
        let mut put = |count: usize, number: usize| {
            f(base + number);
            base += count;
        };

        let (target, target_liberties) = (&self.target.0, &self.target.1);
        let (mut least_own, mut least_other, mut is_target) = (0, 0, false);
        let (mut liberties, mut taken, mut empty) = (Points::EMPTY, Points::EMPTY, 0);
        for p in around.iter().step_by(2).flatten().copied() {
            let Some(chain) = board.chain(p) else {
                liberties.insert(p);
                empty += 1;
                continue;
            };
            let count = chain.liberties.len().min(4);
            let least = if chain.color == self.mover { &mut least_own } else { &mut least_other };
            *least = if *least == 0 { count } else { count.min(*least) };
            is_target |= target.contains(p);
            if chain.color == self.mover {
                liberties |= chain.liberties;
            } else if count == 1 {
                taken |= chain.stones;
                liberties.insert(p);
            }
        }
        liberties.remove(at);
        put(CHAINS, (least_own * 5 + least_other) * 2 + usize::from(is_target));
        put(AFTER, (liberties.len().clamp(1, 5) - 1) * 4 + taken.len().min(3));
        put(NEAR, distance.min(3) as usize * 6 + target_liberties.len().clamp(1, 6) - 1);
        let line = at.x.min(width - 1 - at.x).min(at.y.min(height - 1 - at.y)).min(3);
        put(PLACE, usize::from(line) * 5 + empty);
        let steps = self.last.map_or(0, |last| at.x.abs_diff(last.x) + at.y.abs_diff(last.y));
        let chain = self.last.and_then(|last| board.chain(last));
        let is_beside = chain.is_some_and(|chain| chain.liberties.contains(at));
        put(LAST, usize::from(steps.min(5)) * 2 + usize::from(is_beside));
        let own = board.stones(self.defender);
        let is_eye = |p: Point, but: Point| {
            let mut beside = board.beside(&Points::single(p));
            beside.remove(but);
            beside.within(&own)
        };
        let eyes = around.iter().step_by(2).flatten().filter(|&&p| board.get(p).is_none() && is_eye(p, at)).count();
        put(EYES, eyes.min(2) * 2 + usize::from(is_eye(at, at)));
        put(ROOM, (room(board, at) - 1) * 5 + empty);
    }
}

/// Points of the empty space around an empty point: 1 to 8, or more.
fn room(board: &Board, at: Point) -> usize {
    let empty = board.empty();
    let mut space = Points::single(at);
    loop {
        let next = space | (board.beside(&space) & empty);
        if next.len() >= 8 {
            return 8;
        }
        if next == space {
            return space.len();
        }
        space = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;

    #[test]
    fn rings_have_the_classes_that_burnside_counts() {
        assert_eq!(CLASSES.iter().max().map(|&most| usize::from(most) + 1), Some(RINGS));
    }

    /// An image of the board has the same features at the image of the move.
    #[test]
    fn features_do_not_depend_on_the_image() {
        let (b, w) = (Color::Black, Color::White);
        let stones = [((3, 0), w), ((3, 1), w), ((0, 2), w), ((1, 2), w), ((2, 2), w), ((4, 0), b), ((4, 1), b)];
        let board = Board::set_up(9, 9, stones.map(|((x, y), c)| (Point::new(x, y), c))).unwrap();
        let features = |board: &Board, at: Point, last: Point, mover: Color, defender: Color, target: Point| {
            let chain = *board.chain(target).unwrap();
            let target = (chain.stones, chain.liberties);
            let mut found = Vec::new();
            Scene { board, mover, defender, target, last: Some(last) }.each(at, 1, |i| found.push(i));
            assert!(found.iter().all(|&i| i < COUNT));
            found
        };
        let (at, last, target) = (Point::new(1, 0), Point::new(4, 1), Point::new(3, 0));
        for mover in Color::ALL {
            let own = features(&board, at, last, mover, w, target);
            assert_eq!(own.len(), 8);
            for s in Symmetry::ALL {
                let image = |p| s.point(p, (9, 9));
                let found =
                    features(&board.image(s), image(at), image(last), s.color(mover), s.color(w), image(target));
                assert_eq!(found, own, "{s:?}");
            }
        }
    }
}
