//! The order of a region's cells, which is the same for all images of a question.

use super::Cell;
use crate::{Point, Points, Question, Symmetry};

/// The image of the board by whose rows the cells are counted: the same for all images of a
/// question, so that whatever is taken in the order of cells is so too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orientation {
    symmetry: Symmetry,
    size: (u8, u8),
}

impl Orientation {
    /// The image in which what the rules of play see of the question comes first: its edges, then
    /// cells and stones, wherever on the board they are.
    pub fn of(q: &Question, region: &Points, wall: &Points) -> Orientation {
        let size = q.board.size();
        let (own, others) = (q.board.stones(q.defender), q.board.stones(q.defender.other()));
        let ko = q.board.ko().map_or(Points::EMPTY, Points::single);
        let sets = [own, others, q.board.beside(wall), q.held, q.exits, q.away, q.target, ko];
        let seen = |p: Point| sets.iter().fold(0_u8, |code, set| code << 1 | u8::from(set.contains(p)));
        let points: Vec<(Point, u8)> = region.iter().map(|p| (p, seen(p))).collect();
        let image = |symmetry: &Symmetry| {
            let (width, height) = symmetry.size(size);
            let mut image: Vec<(u8, u8, u8)> = Vec::with_capacity(points.len());
            image.extend(points.iter().map(|&(p, seen)| {
                let p = symmetry.point(p, size);
                (p.y, p.x, seen)
            }));
            let (low, high) = image.iter().fold(((u8::MAX, u8::MAX), (0, 0)), |(low, high), &(y, x, _)| {
                ((y.min(low.0), x.min(low.1)), (y.max(high.0), x.max(high.1)))
            });
            let off_the_edges = [low.0 != 0, low.1 != 0, high.1 + 1 != width, high.0 + 1 != height];
            for (y, x, _) in &mut image {
                (*y, *x) = (*y - low.0, *x - low.1);
            }
            image.sort_unstable();
            (off_the_edges, image)
        };
        let maps = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors());
        Orientation { symmetry: maps.min_by_key(image).unwrap_or(Symmetry::ALL[0]), size }
    }

    /// The points of a set in the order of the image.
    pub fn cells(&self, set: &Points) -> Vec<Point> {
        let mut cells: Vec<Point> = set.iter().collect();
        cells.sort_unstable_by_key(|&p| self.symmetry.point(p, self.size));
        cells
    }

    /// The place of a point among [`Orientation::cells`]; `None` for others, off the board too.
    pub fn cell(&self, cells: &[Point], p: Point) -> Option<Cell> {
        if p.x >= self.size.0 || p.y >= self.size.1 {
            return None;
        }
        let image = |p: Point| self.symmetry.point(p, self.size);
        cells.binary_search_by_key(&image(p), |&p| image(p)).ok().map(|i| i as Cell)
    }

    /// What lies so many columns to the right of a point and rows below it, in the image; `None`
    /// off the board.
    pub fn step(&self, p: Point, (right, down): (i16, i16)) -> Option<Point> {
        let (from, (width, height)) = (self.symmetry.point(p, self.size), self.symmetry.size(self.size));
        let x = u8::try_from(i16::from(from.x) + right).ok().filter(|&x| x < width)?;
        let y = u8::try_from(i16::from(from.y) + down).ok().filter(|&y| y < height)?;
        Some(self.symmetry.inverse().point(Point::new(x, y), (width, height)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Area, Exits};

    /// Neighbours are told as they lie in the image; points that are no cells have none.
    #[test]
    fn cells_and_points() {
        for picture in ["..OX|.OOX|OOXX|XXX#", "#XXX|XX..|XOO.|XO..|XOOO", "XX#|OOX|..X|OOX|XX#"] {
            let q = Question::from_picture(picture).unwrap();
            for symmetry in Symmetry::ALL {
                let area = Area::of(&q.image(symmetry), Exits::Free).unwrap();
                let points: Vec<Option<Cell>> = area.cells.iter().map(|&p| area.cell(p)).collect();
                assert_eq!(points, (0..area.cells.len() as Cell).map(Some).collect::<Vec<_>>());
                assert_eq!([(255, 0), (0, 25), (200, 200)].map(|(x, y)| area.cell(Point::new(x, y))), [None; 3]);
                for (at, next) in area.neighbours.iter().enumerate() {
                    let beside = next[..4].iter().filter(|&&c| c < Area::OUTSIDE).fold(0, |all, c| all | 1_u64 << c);
                    assert_eq!(beside, area.beside[at], "{picture} {symmetry:?}");
                }
                let first = Area::of(&q, Exits::Free).unwrap();
                assert_eq!(area.neighbours, first.neighbours, "{picture} {symmetry:?}");
            }
        }
    }
}
