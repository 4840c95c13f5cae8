//! Eye shapes: a defender chain around a set of empty cells, inside a closed wall, in the centre,
//! at a side or in the corner, with a number of outside liberties.

use crate::{Goal, Points, Question};
use std::collections::BTreeSet;

/// Cells of a shape, column and row.
pub type Shape = BTreeSet<(i32, i32)>;

/// Where a shape lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// Away from the edges.
    Centre,
    /// Its least row on the edge.
    Side,
    /// Its least row and column on the edges.
    Corner,
}

/// The eight images of a shape, moved to the origin; each once.
#[must_use]
pub fn images(shape: &Shape) -> BTreeSet<Shape> {
    let maps: [fn((i32, i32)) -> (i32, i32); 8] = [
        |(x, y)| (x, y),
        |(x, y)| (-x, y),
        |(x, y)| (x, -y),
        |(x, y)| (-x, -y),
        |(x, y)| (y, x),
        |(x, y)| (-y, x),
        |(x, y)| (y, -x),
        |(x, y)| (-y, -x),
    ];
    maps.iter().map(|map| at_origin(&shape.iter().map(|&c| map(c)).collect())).collect()
}

fn at_origin(shape: &Shape) -> Shape {
    let left = shape.iter().map(|c| c.0).min().unwrap_or(0);
    let top = shape.iter().map(|c| c.1).min().unwrap_or(0);
    shape.iter().map(|&(x, y)| (x - left, y - top)).collect()
}

/// All shapes of up to `size` cells modulo rotation and reflection (free polyominoes: 1, 1, 2, 5,
/// 12, 35, 108, 369), by size.
#[must_use]
pub fn all(size: usize) -> Vec<Shape> {
    let least = |shape: &Shape| images(shape).into_iter().next().unwrap_or_default();
    let mut all = Vec::new();
    let mut level = BTreeSet::from([Shape::from([(0, 0)])]);
    for _ in 0..size {
        all.extend(level.iter().cloned());
        let mut next = BTreeSet::new();
        for shape in &level {
            for &(x, y) in shape {
                for beside in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if !shape.contains(&beside) {
                        let mut larger = shape.clone();
                        larger.insert(beside);
                        next.insert(least(&larger));
                    }
                }
            }
        }
        level = next;
    }
    all
}

/// The ways to lay a shape down: images that differ by what lies on the edges.
#[must_use]
pub fn placements(shape: &Shape) -> Vec<(Site, Shape)> {
    let flipped = |shape: &Shape| at_origin(&shape.iter().map(|&(x, y)| (-x, y)).collect());
    let turned = |shape: &Shape| shape.iter().map(|&(x, y)| (y, x)).collect::<Shape>();
    let images = images(shape);
    let mut found: Vec<(Site, Shape)> = images.iter().take(1).map(|s| (Site::Centre, s.clone())).collect();
    // At a side left and right don't matter, in the corner the two edges don't.
    found.extend(images.iter().filter(|s| **s <= flipped(s)).map(|s| (Site::Side, s.clone())));
    found.extend(images.iter().filter(|s| **s <= turned(s)).map(|s| (Site::Corner, s.clone())));
    found
}

/// The sets of cells of a placed shape, each once modulo the symmetries of the board that keep the
/// place and the shape (all eight in the centre, left and right exchanged at a side, the two edges
/// exchanged in the corner).
#[must_use]
pub fn sets(site: Site, shape: &Shape) -> Vec<Shape> {
    type Map = fn((i32, i32), i32, i32) -> (i32, i32);
    let maps: [Map; 7] = [
        |(x, y), w, _| (w - x, y),
        |(x, y), _, _| (y, x),
        |(x, y), _, h| (x, h - y),
        |(x, y), w, h| (w - x, h - y),
        |(x, y), _, h| (h - y, x),
        |(x, y), w, _| (y, w - x),
        |(x, y), w, h| (h - y, w - x),
    ];
    let maps = match site {
        Site::Centre => &maps[..],
        Site::Side => &maps[..1],
        Site::Corner => &maps[1..2],
    };
    let shape = at_origin(shape);
    let cells: Vec<(i32, i32)> = shape.iter().copied().collect();
    let (w, h) = cells.iter().fold((0, 0), |(w, h), c| (w.max(c.0), h.max(c.1)));
    // The shape's symmetries, as places of the images of its cells.
    let onto = |map: &Map| cells.iter().map(|&c| cells.binary_search(&map(c, w, h)).ok()).collect();
    let symmetries: Vec<Vec<usize>> = maps.iter().filter_map(onto).collect();
    let image =
        |set: u32, to: &[usize]| (0..to.len()).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | 1_u32 << to[i]);
    let least = (0..1_u32 << cells.len()).filter(|&set| symmetries.iter().all(|to| set <= image(set, to)));
    least.map(|set| (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect()).collect()
}

/// The question whether the chain around the shape can be captured. `inner`: the cells that hold
/// attacker stones. `None` where there is no room for the liberties, or the stones are no legal
/// position.
#[must_use]
pub fn question(site: Site, shape: &Shape, liberties: usize, inner: &Shape) -> Option<Question> {
    let (left, top) = match site {
        Site::Centre => (2, 2),
        Site::Side => (2, 0),
        Site::Corner => (0, 0),
    };
    let eye: Shape = at_origin(shape).into_iter().map(|(x, y)| (x + left, y + top)).collect();
    let inner: Shape = inner.iter().map(|&(x, y)| (x + left, y + top)).collect();
    let width = eye.iter().map(|c| c.0).max()? + 3;
    let height = eye.iter().map(|c| c.1).max()? + 3;
    let touching = |(x, y): (i32, i32)| eye.iter().any(|&(a, b)| (a - x).abs().max((b - y).abs()) == 1);
    let is_defender = |c: (i32, i32)| !eye.contains(&c) && touching(c);
    let mut free = Vec::new();
    for c in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let beside = [(c.0 + 1, c.1), (c.0 - 1, c.1), (c.0, c.1 + 1), (c.0, c.1 - 1)];
        let on = |&(x, y): &(i32, i32)| x >= 0 && y >= 0 && x < width && y < height;
        let outside = !eye.contains(&c) && !is_defender(c);
        let apart = !free.iter().any(|f| beside.contains(f));
        if free.len() < liberties && outside && apart && beside.iter().filter(|b| on(b)).any(|&b| is_defender(b)) {
            free.push(c);
        }
    }
    let glyph = |c: (i32, i32)| match () {
        () if inner.contains(&c) => 'x',
        () if eye.contains(&c) || free.contains(&c) => '.',
        () if is_defender(c) => 'O',
        () => 'X',
    };
    let rows: Vec<String> = (0..height).map(|y| (0..width).map(|x| glyph((x, y))).collect()).collect();
    let question = Question::from_picture(&rows.join("|")).ok().filter(|_| free.len() == liberties)?;
    // The chain around the shape, not stones on islands inside it.
    let chain = question.target.parts().into_iter().max_by_key(Points::len)?;
    Some(Question { target: chain, goal: Goal::Crucial, ..question })
}

/// A shape from rows of `#`.
#[must_use]
pub fn shape(rows: &[&str]) -> Shape {
    let cell = |y: usize, x: usize| (x as i32, y as i32);
    let row = |(y, row): (usize, &&str)| {
        row.char_indices().filter(|c| c.1 == '#').map(|(x, _)| cell(y, x)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// The question of a shape by its name in the literature: `straight three, side`, `second line
/// corner, 5 stones`. Where no place is said it lies in the centre.
#[must_use]
pub fn named(name: &str) -> Option<Question> {
    let (kind, place) = name.split_once(", ").unwrap_or((name, ""));
    let number = || place.split(' ').next()?.parse::<usize>().ok();
    let site = match place {
        "side" => Site::Side,
        "corner" => Site::Corner,
        _ => Site::Centre,
    };
    let eye = |site, rows: &[&str], liberties| question(site, &shape(rows), liberties, &Shape::new());
    match kind {
        "straight two" => eye(site, &["##"], 0),
        "straight three" => eye(site, &["###"], 0),
        "bent three" => eye(site, &["##", "#"], 0),
        "straight four" => eye(site, &["####"], 0),
        "bent four" => eye(site, &["###", "#"], 0),
        "zigzag four" => eye(site, &["##", " ##"], 0),
        "pyramid four" => eye(site, &["###", " #"], 0),
        "square four" => eye(site, &["##", "##"], 0),
        "bulky five" => eye(site, &["##", "###"], 0),
        "cross five" => eye(site, &[" #", "###", " #"], 0),
        "rabbity six" => eye(site, &["##", "###", " #"], 0),
        "rectangular six" => eye(site, &["###", "###"], 0),
        "rect eight corner" => eye(Site::Corner, &["####", "####"], number()?),
        "bent four in the corner" => eye(Site::Corner, &["###", "#"], 0),
        "second line side" => second_line(number()?, false),
        "second line corner" => second_line(number()?, true),
        _ => None,
    }
}

/// A row of stones on the second line; the attacker has stopped the first line at its ends.
fn second_line(stones: usize, corner: bool) -> Option<Question> {
    let (o, dots, end) = ("O".repeat(stones), ".".repeat(stones), if corner { "" } else { "X" });
    let wall = "X".repeat(stones + 1 + end.len());
    Question::from_picture(&format!("{end}{dots}X|{end}{o}X|{wall}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_polyominoes() {
        let all = all(7);
        let counts: Vec<usize> = (1..=7).map(|n| all.iter().filter(|s| s.len() == n).count()).collect();
        assert_eq!(counts, [1, 1, 2, 5, 12, 35, 108]);
        assert!(all.iter().all(|s| placements(s).len() <= 9));
    }

    /// Legal positions by number of cells, each with both sides to move, as a program counts them
    /// that was written for this alone.
    #[test]
    fn counts_of_positions() {
        let mut counts = [0; 5];
        for shape in all(5) {
            for (site, placed) in placements(&shape) {
                let sets = sets(site, &placed);
                let legal = |liberties: usize| {
                    sets.iter().filter_map(|inner| question(site, &placed, liberties, inner)).count()
                };
                counts[shape.len() - 1] += 2 * (0..3).map(legal).sum::<usize>();
            }
        }
        assert_eq!(counts, [18, 60, 352, 2_078, 13_320]);
    }

    /// By Burnside's lemma: the square has 6 colourings modulo all symmetries; at a side (4·4 +
    /// 4)/2 = 10; in the corner (16 + 8)/2 = 12.
    #[test]
    fn sets_modulo_symmetry() {
        let count = |site, rows: &[&str]| sets(site, &shape(rows)).len();
        let square = ["##", "##"];
        assert_eq!([Site::Centre, Site::Side, Site::Corner].map(|s| count(s, &square)), [6, 10, 12]);
        assert_eq!([Site::Centre, Site::Side, Site::Corner].map(|s| count(s, &["###"])), [6, 6, 8]);
        // No symmetry of its own at all.
        assert_eq!([Site::Centre, Site::Side, Site::Corner].map(|s| count(s, &["###", "#  "])), [16, 16, 16]);
        // The corner three keeps its diagonal.
        assert_eq!([Site::Centre, Site::Side, Site::Corner].map(|s| count(s, &["##", "# "])), [6, 8, 6]);
    }

    #[test]
    fn pictures() {
        let three = shape(&["###"]);
        let q = question(Site::Side, &three, 1, &shape(&[" #"])).unwrap();
        assert_eq!(q.picture(), "!.O.x.OX|XOOOOOX|XXXXXXX");
    }
}
