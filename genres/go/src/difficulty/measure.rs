//! Features that are had by a glance and a bounded reading, whether the problem is decided or not.

use super::{Features, looks};
use crate::read::search::SearchJudge;
use crate::read::{Area, Exits, Ply, State, Supply};
use crate::study::{Judge, outcome};
use crate::{Problem, Role};
use tesuji_solver::Limits;

/// Positions for the effort, and for each first move.
const EFFORT: u64 = 200_000;
const SHORT: u64 = 300;

/// The features that need no solution; the others as for a problem that was not read to the end.
#[must_use]
pub fn measured(problem: &Problem) -> Features {
    match Area::of(&problem.question, Exits::Free) {
        Ok(area) => measured_on(problem, &area, area.all),
        Err(_) => glance(problem),
    }
}

fn glance(problem: &Problem) -> Features {
    let q = &problem.question;
    Features {
        empty: problem.empty().len() as f64,
        live: f64::from(u8::from(problem.first == Role::Defender)),
        inner: (q.region & q.board.stones(q.attacker())).len() as f64,
        ..Features::default()
    }
}

/// The same where only these cells of an area count: the region of an open problem reaches as far
/// as a proof may have to, and most of its points mean nothing to who looks at it.
#[must_use]
pub fn measured_on(problem: &Problem, area: &Area, relevant: u64) -> Features {
    let root = area.state(&problem.question, problem.first, Supply::NONE);
    let judge = |nodes: u64| SearchJudge::new(area.clone(), &Limits::default().with_nodes(nodes));
    let mut reading = judge(EFFORT);
    // Decided or not: what counts is how far it went.
    let _ = outcome(&mut reading, &State { ko: State::NO_KO, ..root });
    let counts = |ply: Ply| ply.cell().is_some_and(|cell| relevant >> cell & 1 == 1);
    let shares = among(looks::shares(problem, area, &root), &counts);
    let turned = State { turn: root.turn.other(), ko: State::NO_KO, ..root };
    let others = among(looks::shares(problem, area, &turned), &counts);
    let other = |ply: Ply| others.iter().find(|o| o.0 == ply).map_or(0.0, |o| o.1);
    // A pass may survive a short reading, too.
    let is_asked = |ply: Ply| ply == Ply::PASS || counts(ply);
    let plies: Vec<Ply> = area.moves(&root).into_iter().filter(|&ply| is_asked(ply)).collect();
    let moves: Vec<State> = plies.iter().filter_map(|&ply| area.play(&root, ply)).collect();
    let glance = glance(problem);
    let is_all = relevant & area.all == area.all;
    let empty = area.all & !root.attacker & !root.defender & relevant;
    Features {
        effort: (reading.nodes() as f64 + 1.0).ln(),
        clutter: shares.iter().map(|(_, p)| -p * p.max(1e-9).ln()).sum(),
        contested: shares.iter().map(|(ply, p)| (p * other(*ply)).sqrt()).sum(),
        breadth: moves.iter().filter(|after| judge(SHORT).kills(after).is_err()).count() as f64,
        choices: plies.iter().filter(|&&ply| ply != Ply::PASS).count() as f64,
        empty: if is_all { glance.empty } else { f64::from(empty.count_ones()) },
        inner: if is_all { glance.inner } else { f64::from((root.attacker & relevant).count_ones()) },
        ..glance
    }
}

/// The shares of those that count, so that their sum is 1.
fn among(shares: Vec<(Ply, f64)>, counts: &impl Fn(Ply) -> bool) -> Vec<(Ply, f64)> {
    let kept: Vec<(Ply, f64)> = shares.into_iter().filter(|(ply, _)| counts(*ply)).collect();
    let sum: f64 = kept.iter().map(|(_, p)| p).sum();
    kept.into_iter().map(|(ply, p)| (ply, p / sum.max(f64::MIN_POSITIVE))).collect()
}
