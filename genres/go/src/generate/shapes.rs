//! Known shapes, changed: eye shapes, L groups, carpenter's squares and their like with stones put,
//! taken or turned.

use super::Wanted;
use super::enclosure::enclosed;
use crate::{Color, Place, Point, Points, Problem, Role};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::pick;

/// Region rows from the corner: `O` defender, `.` empty, `#` not of the region. What touches the
/// upper and the left edge of a drawing is at the board's edge in a corner, and at the upper edge
/// on a side.
const CORNER: [&str; 16] = [
    "....O|....O|OOOO#",
    "...O|...O|OOO.",
    "..O|..O.|OOO.",
    "...O|..OO|..O#|OO##",
    "...OO|...O#|..OO#|OOO##",
    "...O|..O.|.OO#|OO##",
    ".....O|OOOOOO",
    "....O.|OOOO.#",
    "...O.|..O.#|.O.##|O.###",
    "..O#|..O#|..O#|OOO#",
    "...O|...O|...O|OOO#",
    "....OO|..O.O#|OOO.O#|###OO#",
    "...OO|..O.O|OOOOO",
    "..OO|...O|...O|OOOO",
    ".....|...OO|.OOO#",
    "....|...O|.OOO|.O##",
];
const SIDE: [&str; 7] = [
    "O....O|OOOOOO",
    "O.....O|OOOOOOO",
    "O...O|O...O|OOOOO",
    "O....O|OO..OO|#OOOO#",
    "O......O|.OOOOOO.",
    "#O...O#|OO...OO|.OOOOO.",
    "O..O..O|OO...OO|#OOOOO#",
];

pub(super) fn draw(wanted: &Wanted, rng: &mut ChaCha8Rng) -> Option<Problem> {
    let place = match wanted.place {
        Some(Place::Centre) => return None,
        Some(place) => place,
        None => [Place::Corner, Place::Side][pick(rng, 2)],
    };
    let (w, h) = wanted.board;
    let rows: Vec<&str> =
        if place == Place::Corner { CORNER[pick(rng, CORNER.len())] } else { SIDE[pick(rng, SIDE.len())] }
            .split('|')
            .collect();
    let left = if place == Place::Corner { 0 } else { w / 2 - 3 };
    let (mut region, mut attacker, mut defender) = (Points::EMPTY, Points::EMPTY, Points::EMPTY);
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.bytes().enumerate() {
            let p = Point::new(left + x as u8, y as u8);
            if p.x >= w || p.y >= h {
                return None;
            }
            if glyph != b'#' {
                region.insert(p);
            }
            if glyph == b'O' {
                defender.insert(p);
            }
        }
    }
    let all = Points::board(w, h);
    // A liberty outside or two, then a few points turned.
    for _ in 0..pick(rng, 3) {
        let edge: Vec<Point> = ((region.beside(&all)) - region).iter().collect();
        if !edge.is_empty() {
            region.insert(edge[pick(rng, edge.len())]);
        }
    }
    let points: Vec<Point> = region.iter().collect();
    for _ in 0..pick(rng, 5) {
        let p = points[pick(rng, points.len())];
        attacker.remove(p);
        defender.remove(p);
        match pick(rng, 4) {
            0 => defender.insert(p),
            1 | 2 => attacker.insert(p),
            _ => {}
        }
    }
    let first = wanted.first.unwrap_or(if pick(rng, 2) == 0 { Role::Attacker } else { Role::Defender });
    let color = if pick(rng, 2) == 0 { Color::Black } else { Color::White };
    enclosed(wanted.board, &region, &attacker, &defender, first, color).filter(|p| p.place() == place)
}
