//! Two problems that a solver takes for one: the same line about the same stones.

use crate::{Point, Problem, Symmetry};
use tesuji_genre::Record;

/// The task, the stones asked about and the main line, least of the images; equal where only walls
/// differ. `None` without a line.
pub(super) fn of(problem: &Problem, record: &Record) -> Option<String> {
    let line = record.solution.as_ref()?.line();
    let size = problem.question.board.size();
    let image = |symmetry: Symmetry| {
        let place = |p: Point| symmetry.point(p, size);
        let mut stones: Vec<Point> = problem.question.target.iter().map(place).collect();
        stones.sort_unstable();
        // A pass is no point.
        let moves = line.iter().map(|mv| Point::parse(mv, size.0, size.1).map(place));
        (stones, moves.collect::<Vec<_>>())
    };
    let images = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors());
    let least = images.map(image).min().filter(|(stones, moves)| !stones.is_empty() && !moves.is_empty())?;
    Some(format!("{:?} {least:?}", problem.first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn essence(text: &str, line: &[&str]) -> Option<String> {
        let solution = Some(json!({ "line": line }).into());
        of(&Problem::parse(text).expect("a problem"), &Record { solution, ..Record::default() })
    }

    #[test]
    fn a_stone_of_the_wall_makes_no_other_problem() {
        let line = ["J18", "L19", "M18"];
        let one = essence("19x19 F19 X=black O XO.O..OX|XOO.OO.X|XX.XXXX#|##X#####", &line);
        let other = essence("19x19 F19 X=black O XO.O..OX|XOO.OO.X|XX.X.XX#|##XXX###", &line);
        let mirrored = essence("19x19 G19 X=white O XO..O.OX|X.OO.OOX|#XXXX.XX|#####X##", &["L18", "J19", "H18"]);
        assert!(one.is_some());
        assert_eq!(one, other);
        assert_eq!(one, mirrored, "nor do a mirror and other colours");
        assert_ne!(one, essence("19x19 F19 X=black O XO.O..OX|XOO.OO.X|XX.XXXX#|##X#####", &["J18", "L19"]));
        assert_eq!(essence("19x19 F19 X=black O XO.O..OX|XOO.OO.X|XX.XXXX#|##X#####", &[]), None);
    }
}
