//! The choices of a proof, as lists of features: material for fitting weights.

use super::super::certificate::ZoneGoal;
use super::super::guide::{Guide, RegionGuide, Unguided};
use super::super::numbers::Target;
use super::super::prove::target_of;
use super::super::search::{Proved, Search, Step};
use super::{Guidance, Scene, model};
use crate::{Board, Point, Question, Role};
use tesuji_solver::Limits;

/// A position of a proof: its moves, and the one that counts there: the prover's own, or the
/// opponent's with the largest proof against it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The model that it is for.
    pub model: usize,
    /// The place of the move that counts.
    pub chosen: usize,
    /// The features of each move.
    pub moves: Vec<Vec<u16>>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// Positions expanded.
    pub nodes: u64,
    /// The choices of the proof, where one was found.
    pub choices: Option<Vec<Choice>>,
}

/// Searches for a proof that the target of a question is captured, or that it survives, with or
/// without weights, and lists the proof's choices. With limits for it, the reader of the question's
/// region is the guide.
#[must_use]
pub fn read(
    question: &Question,
    goal: ZoneGoal,
    first: Role,
    (limits, for_guide): (&Limits, Option<&Limits>),
    weights: Option<&Guidance>,
) -> Read {
    let target = Target { points: target_of(question), defender: question.defender };
    let region = for_guide.and_then(|limits| RegionGuide::of(question, goal, first, limits).ok());
    let guide: &dyn Guide = match &region {
        Some(region) => region,
        None => &Unguided,
    };
    let mut search = Search::new(target, goal, guide, limits);
    search.guidance = weights;
    let is_provers = (first == Role::Attacker) == (goal == ZoneGoal::Capture);
    let mut board = question.board.clone();
    board.set_ko(question.banned(first));
    let root = search.solve(&board, is_provers);
    Read { nodes: search.nodes, choices: root.map(|root| choices(&search, root, board, is_provers)) }
}

/// The size of each proof: the positions of its tree, as far as a number holds them.
fn sizes(proved: &[Proved]) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::with_capacity(proved.len());
    for Proved { step, .. } in proved {
        let of = |to: u32| sizes.get(to as usize).copied().unwrap_or(1);
        let below = match step {
            Step::Taken | Step::Alive => 0,
            Step::Move(_, to) => of(*to),
            Step::Replies(moves, elsewhere) => {
                moves.iter().map(|&(_, to)| to).chain(*elsewhere).fold(0_u64, |sum, to| sum.saturating_add(of(to)))
            }
        };
        sizes.push(below.saturating_add(1));
    }
    sizes
}

fn choices(search: &Search<'_>, root: u32, board: Board, is_provers: bool) -> Vec<Choice> {
    let sizes = sizes(&search.proved);
    let mut found = Vec::new();
    let mut seen = vec![false; search.proved.len()];
    let mut todo: Vec<(u32, Board, bool, Option<Point>)> = vec![(root, board, is_provers, None)];
    while let Some((id, board, is_provers, last)) = todo.pop() {
        if std::mem::replace(&mut seen[id as usize], true) {
            continue;
        }
        let mover = if is_provers { search.prover() } else { search.prover().other() };
        let mut follow = |at: Option<Point>, to: u32| {
            let mut after = board.clone();
            match at {
                Some(p) if after.play(p, mover).is_err() => return,
                Some(_) => {}
                None => after.pass(),
            }
            if is_provers {
                after.set_ko(None);
            }
            todo.push((to, after, !is_provers, at));
        };
        let chosen = match &search.proved[id as usize].step {
            Step::Taken | Step::Alive => None,
            Step::Move(at, to) => {
                follow(*at, *to);
                *at
            }
            Step::Replies(moves, elsewhere) => {
                moves.iter().for_each(|&(p, to)| follow(Some(p), to));
                elsewhere.iter().for_each(|&to| follow(None, to));
                let size = |to: u32| sizes.get(to as usize).copied().unwrap_or(0);
                moves.iter().max_by_key(|&&(p, to)| (size(to), std::cmp::Reverse(p))).map(|&(p, _)| p)
            }
        };
        let target = search.target.chains(&board);
        let scene = Scene { board: &board, mover, defender: search.target.defender, target, last };
        let mut near = search.target.near(&board, &search.policy);
        if let Some(chosen) = chosen.filter(|chosen| near.iter().all(|(p, _)| p != chosen)) {
            near.push((chosen, 3));
        }
        near.retain(|&(p, _)| board.check(p, mover).is_ok());
        let place = near.iter().position(|&(p, _)| Some(p) == chosen);
        if let Some(place) = place.filter(|_| near.len() > 1) {
            let features = |&(p, distance): &(Point, u32)| {
                let mut list = Vec::new();
                scene.each(p, distance, |i| list.push(i as u16));
                list
            };
            let moves = near.iter().map(features).collect();
            found.push(Choice { model: model(search.goal, is_provers), chosen: place, moves });
        }
    }
    found
}
