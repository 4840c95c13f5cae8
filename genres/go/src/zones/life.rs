//! Unconditional life of a target, looked for around it, with the points that it rests on.

use super::policy::ZonePolicy;
use crate::{Board, Color, Point, Points};

/// A region that no stone of the colour is in.
struct Region {
    points: Points,
    empty: Points,
    /// The chains around, by their places.
    around: Vec<usize>,
    is_good: bool,
}

/// The chain at a point with its liberties.
struct Own {
    stones: Points,
    liberties: Points,
}

/// All points of a region, or those of a part where it is too large, and whether they are all.
fn region(board: &Board, color: Color, from: Point, most: usize) -> (Points, bool) {
    let other = board.all() - board.stones(color);
    let mut points = Points::single(from);
    loop {
        let next = points | (board.beside(&points) & other);
        if next == points {
            return (points, true);
        }
        points = next;
        if points.len() > most {
            return (points, false);
        }
    }
}

/// If a stone of the colour on the target can't be captured though its side always passes: the
/// chains and regions that this rests on (D. B. Benson, "Life in the game of Go", 1976).
pub(super) fn alive(board: &Board, color: Color, target: &Points, policy: &ZonePolicy) -> Option<Points> {
    let own = board.stones(color);
    let mut chains: Vec<Own> = Vec::new();
    let place = |p: Point, chains: &mut Vec<Own>| -> Option<usize> {
        if let Some(at) = chains.iter().position(|c| c.stones.contains(p)) {
            return Some(at);
        }
        let chain = board.chain(p)?;
        chains.push(Own { stones: chain.stones, liberties: chain.liberties });
        Some(chains.len() - 1)
    };
    for p in (*target & own).iter() {
        place(p, &mut chains);
    }
    let targets = chains.len();
    if chains.iter().all(|c| c.liberties.len() < 2) {
        return None;
    }
    let mut regions: Vec<Region> = Vec::new();
    let mut seen = Points::EMPTY;
    let mut looked_at = 0;
    while looked_at < chains.len() && looked_at < policy.chains_of_life {
        let rim = board.beside(&chains[looked_at].stones) - own;
        while let Some(p) = (rim - seen).first() {
            let (points, is_whole) = region(board, color, p, policy.largest_eye);
            seen |= points;
            if !is_whole {
                continue;
            }
            let mut around = Vec::new();
            for q in (board.beside(&points) & own).iter() {
                if let Some(at) = place(q, &mut chains)
                    && !around.contains(&at)
                {
                    around.push(at);
                }
            }
            let empty = points & board.empty();
            regions.push(Region { points, empty, around, is_good: !empty.is_empty() });
        }
        looked_at += 1;
        if looked_at == targets && regions.len() < 2 {
            return None;
        }
    }
    let is_vital = |r: &Region, at: usize, chains: &[Own]| {
        r.is_good && r.around.contains(&at) && r.empty.within(&chains[at].liberties)
    };
    let mut lives: Vec<bool> = (0..chains.len()).map(|at| at < looked_at).collect();
    loop {
        let mut is_changed = false;
        for r in regions.iter_mut().filter(|r| r.is_good) {
            if r.around.iter().any(|&at| !lives[at]) {
                r.is_good = false;
                is_changed = true;
            }
        }
        for (at, lives) in lives.iter_mut().enumerate() {
            if *lives && regions.iter().filter(|r| is_vital(r, at, &chains)).count() < 2 {
                *lives = false;
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
    let first = (0..targets).find(|&at| lives[at])?;
    // Each chain that is needed gets its two smallest regions.
    let (mut zone, mut todo, mut needed) = (Points::EMPTY, vec![first], vec![false; chains.len()]);
    needed[first] = true;
    while let Some(at) = todo.pop() {
        zone |= chains[at].stones;
        let mut vital: Vec<&Region> = regions.iter().filter(|r| is_vital(r, at, &chains)).collect();
        vital.sort_by_key(|r| r.points.len());
        for r in vital.into_iter().take(2) {
            zone |= r.points;
            for &next in &r.around {
                if !std::mem::replace(&mut needed[next], true) {
                    todo.push(next);
                }
            }
        }
    }
    Some(zone)
}
