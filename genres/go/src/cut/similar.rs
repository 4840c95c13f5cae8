//! Near-duplicates: problems that look alike around their key.

use crate::{Color, Point, Problem, Symmetry};
use serde::{Deserialize, Serialize};

/// Steps from the key that are looked at.
const REACH: i16 = 2;
const SIDE: u8 = 2 * REACH as u8 + 1;
/// Equal cells from which on two views are alike, of a hundred.
const ALIKE: usize = 90;

/// What stands around a key: by rows, the attacker's stones, the defender's, empty points, and what
/// is off the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Surroundings(String);

impl Surroundings {
    /// Of a point of a problem.
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

#[cfg(test)]
mod tests {
    use super::*;

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
