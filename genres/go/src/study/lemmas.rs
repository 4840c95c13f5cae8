//! Positions that are decided as they stand.

use crate::Role;
use crate::read::{Area, State, cells};

/// What is enclosed by one colour: connected parts of a set of cells.
pub(crate) fn parts(area: &Area, mut rest: u64) -> Vec<u64> {
    let mut parts = Vec::new();
    while rest != 0 {
        let part = area.flood(rest & rest.wrapping_neg(), rest);
        rest &= !part;
        parts.push(part);
    }
    parts
}

/// The defender's stones that can't be captured even if he always passes (D. B. Benson, "Life in
/// the game of Go", 1976); regions beside the wall are no eyes.
pub(crate) fn pass_alive(area: &Area, at: &State) -> u64 {
    let mut chains = parts(area, at.defender);
    let mut regions = parts(area, area.all & !at.defender);
    regions.retain(|r| r & area.wall == 0);
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|&chain| {
            let beside = area.around(chain);
            regions.iter().filter(|&&r| r & beside != 0 && r & !at.attacker & !beside == 0).count() >= 2
        });
        let alive: u64 = chains.iter().fold(0, |all, c| all | c);
        regions.retain(|&r| area.around(r) & at.defender & !alive == 0);
        if before == (chains.len(), regions.len()) {
            return alive;
        }
    }
}

/// The attacker's stones that hang together with the wall.
pub(crate) fn wall_stones(area: &Area, at: &State) -> u64 {
    area.flood(at.attacker & area.wall, at.attacker)
}

/// Cells where the defender might still have an eye: not his own, not the wall's, not beside it.
pub(crate) fn eye_space(area: &Area, at: &State) -> u64 {
    let wall = wall_stones(area, at);
    area.all & !at.defender & !wall & !area.wall & !area.around(wall)
}

/// Are there two cells in it that are not beside each other?
fn two_apart(area: &Area, set: u64) -> bool {
    cells(set).any(|c| set & !area.beside[c as usize] & !(1 << c) != 0)
}

/// No two eyes can be made: the attacker fills what is beside the wall, and at the end the one eye
/// (at most two cells beside each other). A chain so large that two eyes fit where it stood is
/// excluded, unless it is the only one (its capture is the goal): see "under the stones".
pub(crate) fn no_two_eyes(area: &Area, at: &State) -> bool {
    if area.exits != 0 || two_apart(area, eye_space(area, at)) {
        return false;
    }
    let chains = parts(area, at.defender);
    chains.len() == 1
        || chains.iter().all(|&chain| {
            let inner = chain & !area.wall & !area.around(wall_stones(area, at));
            chain.count_ones() <= 5 || !two_apart(area, inner)
        })
}

/// The vital cells of an eye space: every shape that one stone of the attacker makes dead has one,
/// but for the square four, which is dead without.
///
/// Three in a row or bent: the middle. Pyramid four, bulky five, cross five: the cell beside three
/// or four others. Rabbity six: the cell beside four.
pub(crate) fn vital(area: &Area, shape: u64) -> Option<u64> {
    let size = shape.count_ones();
    let degree = |c: u8| (area.beside[c as usize] & shape).count_ones();
    let mut degrees: Vec<u32> = cells(shape).map(degree).collect();
    degrees.sort_unstable();
    let most = *degrees.last()?;
    let is_nakade = match size {
        3 => degrees == [1, 1, 2],
        4 => degrees == [1, 1, 1, 3],
        5 => degrees == [1, 1, 1, 1, 4] || degrees == [1, 2, 2, 2, 3],
        6 => degrees == [1, 1, 2, 2, 2, 4],
        _ => false,
    };
    let at = cells(shape).find(|&c| degree(c) == most)?;
    // Five in an L with a tail has the degrees of no bulky five, but a square's corner must carry
    // the fifth cell.
    is_nakade.then_some(1 << at)
}

/// The whole eye space of the defender's only chain is a nakade shape with an attacker stone on its
/// vital point, the rest of it empty: dead, whoever moves. With `Some(shape)`.
pub(crate) fn nakade(area: &Area, at: &State) -> Option<u64> {
    if area.exits != 0 || parts(area, at.defender).len() != 1 {
        return None;
    }
    let space = eye_space(area, at);
    // The eye space must be the chain's own: walled in by it alone.
    if area.around(space) & !space & !at.defender != 0 || parts(area, space).len() != 1 {
        return None;
    }
    let vital = vital(area, space)?;
    let inside = at.attacker & space;
    // The side that would have to answer a capture is the attacker: he must not be to lose the
    // stone at once.
    let breathes = at.turn == Role::Attacker || area.around(inside) & space & !inside & !at.defender != 0;
    (inside == vital && breathes).then_some(space)
}
