//! Where handicap stones go.

use crate::point::Point;

/// How many stones `fixed_handicap` can place: none below 7, four at 7 and on even boards, else
/// nine.
pub fn most(size: u8) -> usize {
    match size {
        0..=6 => 0,
        7 => 4,
        even if even % 2 == 0 => 4,
        _ => 9,
    }
}

/// The points of a fixed handicap in the order of the specification: lower left, upper right, upper
/// left, lower right, then the sides; the centre is the last of an odd number from five. On the
/// third line below 13, else on the fourth.
pub fn fixed(stones: usize, size: u8) -> Option<Vec<Point>> {
    if stones < 2 || stones > most(size) {
        return None;
    }
    let low = if size < 13 { 2 } else { 3 };
    let (high, middle) = (size - 1 - low, size / 2);
    let p = Point::new;
    let mut points = vec![p(low, low), p(high, high), p(low, high), p(high, low)];
    points.extend([p(low, middle), p(high, middle), p(middle, low), p(middle, high)]);
    let centre = stones >= 5 && stones % 2 == 1;
    points.truncate(stones - usize::from(centre));
    if centre {
        points.push(p(middle, middle));
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(stones: usize, size: u8) -> String {
        let points = fixed(stones, size).unwrap_or_default();
        points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn placements_of_the_specification() {
        assert_eq!(names(2, 19), "D4 Q16");
        assert_eq!(names(3, 19), "D4 Q16 D16");
        assert_eq!(names(5, 19), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(6, 19), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(7, 19), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(9, 19), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(names(4, 9), "C3 G7 C7 G3");
        assert_eq!(names(4, 18), "D4 P15 D15 P4");
        for (stones, size) in [(1, 19), (10, 19), (5, 18), (5, 7), (2, 6), (0, 9)] {
            assert_eq!(names(stones, size), "", "{stones} on {size}");
        }
    }
}
