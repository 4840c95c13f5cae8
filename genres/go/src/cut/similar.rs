//! Near-duplicates: problems that look alike around their key.

use crate::{Color, Point, Points, Problem, Role, Symmetry};
use serde::{Deserialize, Serialize};

/// Steps from the key that are looked at.
const REACH: i16 = 2;
const SIDE: u8 = 2 * REACH as u8 + 1;
/// Equal cells from which on two views are alike, of a hundred.
const ALIKE: usize = 90;

/// The points around a key, by rows: the attacker's stones, the defender's, empty points, and
/// points off the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Surroundings(String);

impl Surroundings {
    /// The surroundings of a point of a problem.
    #[must_use]
    pub fn of(problem: &Problem, key: Point) -> Surroundings {
        let q = &problem.question;
        let (w, h) = q.board.size();
        let cell = |i: i16| {
            let (x, y) =
                (i16::from(key.x) + i % i16::from(SIDE) - REACH, i16::from(key.y) + i / i16::from(SIDE) - REACH);
            if x < 0 || y < 0 || x >= i16::from(w) || y >= i16::from(h) {
                return '#';
            }
            match q.board.get(Point::new(x as u8, y as u8)) {
                None => '.',
                Some(color) if color == q.attacker() => 'X',
                Some(Color::Black | Color::White) => 'O',
            }
        };
        Surroundings((0..i16::from(SIDE) * i16::from(SIDE)).map(cell).collect())
    }

    /// Are nine of ten cells equal, turned as one likes?
    #[must_use]
    pub fn is_like(&self, other: &Surroundings) -> bool {
        let (own, other) = (self.0.as_bytes(), other.0.as_bytes());
        let turns = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors());
        own.len() == other.len()
            && turns.into_iter().any(|s| {
                let equal = own.iter().enumerate().filter(|&(i, cell)| {
                    let (x, y) = (i as u8 % SIDE, i as u8 / SIDE);
                    let to = s.point(Point::new(x, y), (SIDE, SIDE));
                    other.get(usize::from(to.y) * usize::from(SIDE) + usize::from(to.x)) == Some(cell)
                });
                equal.count() * 100 >= own.len() * ALIKE
            })
    }
}

/// A name for the contents of a zone, with the target and the side to move: the same for all images
/// of the board, whatever stands outside of the zone.
#[must_use]
pub fn zone_id(problem: &Problem, zone: &Points) -> String {
    let q = &problem.question;
    let size = q.board.size();
    let class = |p: Point| match q.board.get(p) {
        None => 0,
        Some(color) if color == q.attacker() => 1,
        Some(_) => 2 + u8::from(q.target.contains(p)),
    };
    let turns = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors());
    let images = turns.map(|s| {
        let cell = |p: Point| {
            let to = s.point(p, size);
            [to.y, to.x, class(p)]
        };
        let mut cells: Vec<[u8; 3]> = zone.iter().map(cell).collect();
        cells.sort_unstable();
        (s.size(size), cells)
    });
    let least = images.min().unwrap_or_default();
    let first = u8::from(problem.first == Role::Attacker);
    let bytes = [first, least.0.0, least.0.1].into_iter().chain(least.1.into_iter().flatten());
    // FNV-1a, in 64 bits.
    let hash =
        bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Images have one name, and so have boards that differ outside of the zone only.
    #[test]
    fn a_zone_has_one_name_for_all_images_and_whatever_stands_outside() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##").unwrap();
        let zone: Points = (0..4).flat_map(|y| (0..5).map(move |x| Point::new(x, y))).collect();
        let name = zone_id(&problem, &zone);
        for s in Symmetry::ALL {
            let image: Points = zone.iter().map(|p| s.point(p, (9, 9))).collect();
            assert_eq!(zone_id(&problem.image(s), &image), name, "{s:?}");
        }
        let other = Problem::parse("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX## X+J1 O+G5").unwrap();
        assert_eq!(zone_id(&other, &zone), name);
        assert_ne!(zone_id(&Problem { first: Role::Attacker, ..problem.clone() }, &zone), name);
        assert_ne!(zone_id(&problem, &(zone - Points::single(Point::new(4, 3)))), name);
    }

    #[test]
    fn turned_and_nearly_equal_is_alike() {
        let view =
            |line: &str, key: (u8, u8)| Surroundings::of(&Problem::parse(line).unwrap(), Point::new(key.0, key.1));
        let problem = Problem::parse("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##").unwrap();
        let own = Surroundings::of(&problem, Point::new(1, 0));
        for s in Symmetry::ALL {
            let image = Surroundings::of(&problem.image(s), s.point(Point::new(1, 0), (9, 9)));
            assert!(own.is_like(&image), "{s:?}");
        }
        // Two of 25 cells differ, then many.
        assert!(own.is_like(&view("9x9 A9 X=black O ...OX|..OOX|.O.XX|XXX##", (1, 0))));
        assert!(!own.is_like(&view("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX", (2, 2))));
    }
}
