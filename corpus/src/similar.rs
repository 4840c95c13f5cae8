//! Puzzles that look much alike: images of one another, or the same shape around the key move.

use std::collections::HashMap;
use tesuji_genre::{Puzzle, Record};

/// Percent of the places around the key move that must be equal.
const EQUAL: usize = 90;

/// The parts of a puzzle that are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The genre.
    genre: &'static str,
    /// The least image under the genre's symmetries.
    image: String,
    /// The narrowest and the widest view of the right first move, where the genre has views.
    around: Option<(String, String)>,
}

impl Look {
    /// The views of a puzzle whose record has the right first move.
    #[must_use]
    pub fn of(puzzle: &Puzzle, record: &Record) -> Look {
        let genre = puzzle.genre;
        // An unreadable puzzle has no views.
        let firsts = genre.as_positions().zip(record.solution.as_ref());
        let firsts = firsts.and_then(|(actions, s)| actions.first_moves(puzzle, s).ok()).unwrap_or_default();
        let key = firsts.into_iter().find(|m| m.is_right);
        let around = key.and_then(|m| Some((m.shapes.first()?.clone(), m.shapes.last()?.clone())));
        let image = record.canon.clone().unwrap_or_else(|| genre.least_image(puzzle));
        Look { genre: genre.name(), image, around }
    }
}

/// Puzzles by what they look like, each with the first one that it is much like.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    images: HashMap<(&'static str, String), usize>,
    /// The first of each group by the narrow view, with its wide one.
    leaders: HashMap<(&'static str, String), Vec<(String, usize)>>,
    sizes: Vec<usize>,
}

impl Groups {
    /// Puts a puzzle into the first group whose leader it is like, or into a new one: the group's
    /// number.
    pub fn add(&mut self, look: Look) -> usize {
        let found = self.images.get(&(look.genre, look.image.clone())).copied();
        let leaders = look.around.map(|(narrow, wide)| (self.leaders.entry((look.genre, narrow)).or_default(), wide));
        let near = || leaders.as_ref().and_then(|(all, wide)| all.iter().find(|(other, _)| is_near(wide, other)));
        let group = found.or_else(|| near().map(|(_, group)| *group));
        let group = group.unwrap_or_else(|| {
            if let Some((all, wide)) = leaders {
                all.push((wide, self.sizes.len()));
            }
            self.sizes.push(0);
            self.sizes.len() - 1
        });
        self.sizes[group] += 1;
        self.images.entry((look.genre, look.image)).or_insert(group);
        group
    }

    /// How many puzzles are in a group.
    #[must_use]
    pub fn size(&self, group: usize) -> usize {
        self.sizes.get(group).copied().unwrap_or(0)
    }

    /// How many groups have more than one puzzle.
    #[must_use]
    pub fn several(&self) -> usize {
        self.sizes.iter().filter(|&&n| n > 1).count()
    }
}

/// Are enough of the places equal?
fn is_near(a: &str, b: &str) -> bool {
    let (long, other) = (a.chars().count(), b.chars().count());
    let equal = a.chars().zip(b.chars()).filter(|(x, y)| x == y).count();
    long == other && equal * 100 >= EQUAL * long
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(image: &str, around: Option<(&str, &str)>) -> Look {
        Look { genre: "toy", image: image.into(), around: around.map(|(n, w)| (n.into(), w.into())) }
    }

    #[test]
    fn images_and_shapes_make_groups() {
        let mut groups = Groups::default();
        let a = groups.add(look("a", Some(("x", "..........##########"))));
        assert_eq!(groups.add(look("a", None)), a, "an image");
        assert_eq!(groups.add(look("b", Some(("x", "..........########OO")))), a, "two of twenty differ");
        let c = groups.add(look("c", Some(("x", "..........#######OOO"))));
        let d = groups.add(look("d", Some(("y", "..........##########"))));
        assert!(c != a && d != a && c != d, "three differ; the narrow view differs");
        assert_eq!((groups.size(a), groups.size(c), groups.several()), (3, 1, 1));
        assert_ne!(groups.add(look("e", None)), groups.add(look("f", None)));
    }
}
