//! How a first move looks before anything is read: a plain prior, so that a key move can be found
//! surprising.
//!
//! A conditional logit over the legal first moves on what a glance shows (neighbours, lines,
//! captures, ataris), fitted to the key moves of problems that this crate made (example `looks`);
//! it knows no problem by heart and reads nothing.

use super::prior::WEIGHTS;
use crate::read::{Area, Ply, State, cells};
use crate::study::lemmas::{eye_space, parts};
use crate::{Problem, Role};

/// What a glance shows of a move, in the order of the weights.
pub const SIGHTS: [&str; 24] = [
    "empty-1",
    "empty-2",
    "empty-3",
    "empty-4",
    "own-beside",
    "other-beside",
    "wall-beside",
    "own-diagonal",
    "other-diagonal",
    "first-line",
    "second-line",
    "corner",
    "two-one",
    "two-two",
    "eye-neighbours",
    "middle-of-eye-space",
    "in-eye-space",
    "takes-one",
    "takes-more",
    "saves",
    "atari",
    "self-atari",
    "throw-in",
    "joins",
];

/// Weights for the attacker's moves and for the defender's.
pub type Weights = [[f64; SIGHTS.len()]; 2];

/// What a glance shows of the legal first moves, the pass left out.
#[must_use]
pub fn sights(problem: &Problem, area: &Area, root: &State) -> Vec<(Ply, [f64; SIGHTS.len()])> {
    let space = eye_space(area, root);
    let most = cells(space).map(|c| (area.beside[c as usize] & space).count_ones()).max().unwrap_or(0);
    let moves = area.moves(root).into_iter().filter(|&ply| ply != Ply::PASS);
    moves.filter_map(|ply| Some((ply, sight(problem, area, root, ply, space, most)?))).collect()
}

fn sight(problem: &Problem, area: &Area, root: &State, ply: Ply, space: u64, most: u32) -> Option<[f64; SIGHTS.len()]> {
    let (role, other) = (root.turn, root.turn.other());
    let after = area.play(root, ply)?;
    let (cell, p) = (ply.cell()?, area.point(ply)?);
    let stone = 1_u64 << cell;
    let beside = area.beside[cell as usize];
    let empty = area.all & !root.attacker & !root.defender;
    let walled = area.wall & stone != 0;
    let count = |set: u64| f64::from(set.count_ones());
    let is = f64::from as fn(bool) -> f64;
    let (w, h) = problem.question.board.size();
    let (dx, dy) = (p.x.min(w - 1 - p.x), p.y.min(h - 1 - p.y));
    let (near, far) = (dx.min(dy), dx.max(dy));
    let diagonal = |role: Role| {
        let steps = [(-1_i16, -1_i16), (-1, 1), (1, -1), (1, 1)];
        let points = steps.iter().filter_map(|(x, y)| {
            let (x, y) = (i16::from(p.x) + x, i16::from(p.y) + y);
            area.cell(crate::Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?))
        });
        points.filter(|&c| root.stones(role) >> c & 1 == 1).count() as f64
    };
    let liberties = |at: &State, role: Role, chain: u64| {
        let safe = role == Role::Attacker && chain & area.wall != 0;
        if safe { 9 } else { (area.around(chain) & area.all & !at.attacker & !at.defender).count_ones() }
    };
    let own = area.flood(stone, after.stones(role));
    let before = parts(area, root.stones(role));
    let touched = before.iter().filter(|&&c| area.around(c) & stone != 0);
    let own_left = liberties(&after, role, own);
    let saved = touched.clone().any(|&c| liberties(root, role, c) == 1) && own_left > 1;
    let taken = (root.stones(other) & !after.stones(other)).count_ones();
    let atari = parts(area, after.stones(other))
        .into_iter()
        .any(|c| area.around(c) & stone != 0 && liberties(&after, other, c) == 1 && liberties(root, other, c) > 1);
    let frees = (beside & empty).count_ones();
    let eyes = (beside & space).count_ones();
    let mut x = [0.0; SIGHTS.len()];
    let values = [
        is(frees == 1),
        is(frees == 2),
        is(frees == 3),
        is(frees == 4),
        count(beside & root.stones(role)),
        count(beside & root.stones(other)),
        is(walled),
        diagonal(role),
        diagonal(other),
        is(near == 0),
        is(near == 1),
        is(far == 0),
        is((near, far) == (0, 1)),
        is((near, far) == (1, 1)),
        f64::from(eyes),
        is(stone & space != 0 && eyes == most),
        is(stone & space != 0),
        is(taken == 1),
        is(taken > 1),
        is(saved),
        is(atari),
        is(own_left == 1 && taken == 0 && own != stone),
        is(own_left == 1 && taken == 0 && own == stone),
        is(touched.count() > 1),
    ];
    x.copy_from_slice(&values);
    Some(x)
}

/// The share that the prior gives each legal first move, the pass left out.
#[must_use]
pub fn shares(problem: &Problem, area: &Area, root: &State) -> Vec<(Ply, f64)> {
    shares_by(&WEIGHTS, root.turn, &sights(problem, area, root))
}

/// The same with other weights.
#[must_use]
pub fn shares_by(weights: &Weights, role: Role, seen: &[(Ply, [f64; SIGHTS.len()])]) -> Vec<(Ply, f64)> {
    let weights = &weights[usize::from(role == Role::Defender)];
    let logits: Vec<f64> = seen.iter().map(|(_, x)| x.iter().zip(weights).map(|(x, w)| x * w).sum()).collect();
    let most = logits.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = logits.iter().map(|l| (l - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    seen.iter().zip(powers).map(|(&(ply, _), p)| (ply, p / sum)).collect()
}

/// How surprising it is that one of these is right: the negative logarithm of their share.
#[must_use]
pub fn surprise(shares: &[(Ply, f64)], right: impl Fn(Ply) -> bool) -> f64 {
    let share: f64 = shares.iter().filter(|(ply, _)| right(*ply)).map(|(_, p)| p).sum();
    -share.max(1e-6).ln()
}
