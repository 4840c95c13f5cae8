//! Neighbours of a problem: a point turned, the region wider or narrower, the whole nearer to the
//! edge or to a corner.

use super::Wanted;
use super::enclosure::enclosed;
use crate::{Point, Points, Problem};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::pick;

/// A problem with one to three changes; `None` where that is no position.
pub(super) fn neighbour(problem: &Problem, wanted: &Wanted, rng: &mut ChaCha8Rng) -> Option<Problem> {
    let q = &problem.question;
    let all = q.board.all();
    let mut region = q.region;
    let mut attacker = q.board.stones(q.attacker()) & q.region;
    let mut defender = q.board.stones(q.defender) & q.region;
    for _ in 0..1 + pick(rng, 3) {
        match pick(rng, 8) {
            // The region wider: a point of the wall, empty or the defender's.
            0 | 1 => {
                let p = any(&(region.beside(&all) - region), rng)?;
                region.insert(p);
                if pick(rng, 2) == 0 {
                    defender.insert(p);
                }
            }
            // Narrower: a point at its border goes to the wall.
            2 => {
                let inner = region - (all - region).beside(&all);
                let p = any(&(region - inner), rng)?;
                region.remove(p);
                attacker.remove(p);
                defender.remove(p);
            }
            // A step along or away from an edge.
            3 => {
                let step = [(1, 0), (0, 1), (-1, 0), (0, -1)][pick(rng, 4)];
                let (w, h) = q.board.size();
                let moved = |set: &Points| {
                    set.iter()
                        .map(|p| {
                            let x = u8::try_from(i16::from(p.x) + step.0).ok().filter(|&x| x < w)?;
                            let y = u8::try_from(i16::from(p.y) + step.1).ok().filter(|&y| y < h)?;
                            Some(Point::new(x, y))
                        })
                        .collect::<Option<Vec<Point>>>()
                        .map(|points| points.into_iter().collect::<Points>())
                };
                (region, attacker, defender) = (moved(&region)?, moved(&attacker)?, moved(&defender)?);
            }
            // A point turned.
            _ => {
                let p = any(&region, rng)?;
                let was = (attacker.contains(p), defender.contains(p));
                attacker.remove(p);
                defender.remove(p);
                match (was, pick(rng, 2)) {
                    ((false, false), 0) | ((_, true), 1) => attacker.insert(p),
                    ((false, false), _) | ((true, _), 1) => defender.insert(p),
                    _ => {}
                }
            }
        }
    }
    let first = if wanted.first.is_none() && pick(rng, 6) == 0 { problem.first.other() } else { problem.first };
    let empty = region.len() - attacker.len() - defender.len();
    if empty > wanted.empty.1 {
        return None;
    }
    enclosed(q.board.size(), &region, &attacker, &defender, first, q.attacker())
}

fn any(set: &Points, rng: &mut ChaCha8Rng) -> Option<Point> {
    let points: Vec<Point> = set.iter().collect();
    (!points.is_empty()).then(|| points[pick(rng, points.len())])
}
