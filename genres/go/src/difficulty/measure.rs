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
    let q = &problem.question;
    let glance = Features {
        empty: problem.empty().len() as f64,
        live: f64::from(u8::from(problem.first == Role::Defender)),
        inner: (q.region & q.board.stones(q.attacker())).len() as f64,
        ..Features::default()
    };
    let Ok(area) = Area::of(&problem.question, Exits::Free) else { return glance };
    let root = area.state(&problem.question, problem.first, Supply::NONE);
    let judge = |nodes: u64| SearchJudge::new(area.clone(), &Limits::default().with_nodes(nodes));
    let mut reading = judge(EFFORT);
    // Decided or not: what counts is how far it went.
    let _ = outcome(&mut reading, &State { ko: State::NO_KO, ..root });
    let shares = looks::shares(problem, &area, &root);
    let turned = State { turn: root.turn.other(), ko: State::NO_KO, ..root };
    let others = looks::shares(problem, &area, &turned);
    let other = |ply: Ply| others.iter().find(|o| o.0 == ply).map_or(0.0, |o| o.1);
    let moves: Vec<State> = area.moves(&root).into_iter().filter_map(|ply| area.play(&root, ply)).collect();
    Features {
        effort: (reading.nodes() as f64 + 1.0).ln(),
        clutter: shares.iter().map(|(_, p)| -p * p.max(1e-9).ln()).sum(),
        contested: shares.iter().map(|(ply, p)| (p * other(*ply)).sqrt()).sum(),
        breadth: moves.iter().filter(|after| judge(SHORT).kills(after).is_err()).count() as f64,
        choices: area.moves(&root).iter().filter(|&&ply| ply != Ply::PASS).count() as f64,
        ..glance
    }
}
