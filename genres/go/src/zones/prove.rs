//! From a question, or what was read of it, to a certificate.

use super::certificate::{Spot, VERSION, ZoneCertificate, ZoneGoal, ZoneNode, ZoneSide, ZoneStep};
use super::guide::{Guide, RegionGuide, Unguided};
use super::ideas::{Ideas, WithIdeas};
use super::numbers::Target;
use super::policy::ZoneRules;
use super::search::{Proved, Search, Step};
use crate::read::{DfPnReader, Reader, TooLarge, Widened};
use crate::{Board, Class, Color, Goal, Point, Points, Problem, Question, Role, Symmetry};
use std::cell::RefCell;
use tesuji_solver::Limits;

/// A certificate, and what it took.
#[derive(Clone, Debug)]
pub struct ZoneProof {
    /// The certificate; its checker has accepted it.
    pub certificate: ZoneCertificate,
    /// The points of its root's zone.
    pub zone: Points,
    /// The prover's first move, where he moves first and does not pass.
    pub key: Option<Point>,
    /// Positions expanded.
    pub nodes: u64,
}

/// Proves on the whole board that the target of a question is captured, or that it survives, with
/// `first` to move, whatever number of ko threats the other side has; `None` where no proof is
/// found within the limits. The question's region and wall are not looked at.
#[must_use]
pub fn prove(question: &Question, goal: ZoneGoal, first: Role, limits: &Limits) -> Option<ZoneProof> {
    let (map, image) = least_image(question);
    let proof = run(&image, goal, first, limits, &Unguided, ZoneRules::ALL);
    accepted(proof.map(|proof| proof.of_image(map, &image)), question, first)
}

/// Proves with ideas about moves from elsewhere, which the search asks about each position that is
/// visited, and with the reader of the question's region, if it is small enough, as a guide.
#[must_use]
pub fn prove_with(
    question: &Question,
    goal: ZoneGoal,
    first: Role,
    limits: &Limits,
    ideas: &mut dyn Ideas,
) -> Option<ZoneProof> {
    let (map, image) = least_image(question);
    let region = RegionGuide::of(&image, goal, first, &for_guide(limits)).ok();
    let guide = WithIdeas { ideas: RefCell::new(ideas), defender: image.defender, region };
    let proof = run(&image, goal, first, &for_board(limits), &guide, ZoneRules::ALL);
    accepted(proof.map(|proof| proof.of_image(map, &image)), question, first)
}

/// The image of the question that is searched: images of a question have images of one proof.
fn least_image(question: &Question) -> (Symmetry, Question) {
    let map = question.board.least_image(&target_of(question));
    (map, question.image(map))
}

impl ZoneProof {
    /// The proof of a question by that of its image.
    fn of_image(self, map: Symmetry, image: &Question) -> ZoneProof {
        let (back, size) = (map.inverse(), image.board.size());
        let point = |p: Point| back.point(p, size);
        ZoneProof {
            certificate: self.certificate.image(back),
            zone: self.zone.iter().map(point).collect(),
            key: self.key.map(point),
            nodes: self.nodes,
        }
    }
}

/// The proof if the checker accepts it, and for this question.
fn accepted(proof: Option<ZoneProof>, question: &Question, first: Role) -> Option<ZoneProof> {
    proof.filter(|ZoneProof { certificate, .. }| {
        certificate.check().is_ok() && certificate.is_for(question, first).is_ok()
    })
}

/// Proves on the whole board what was read in a region, guided by a reader of that region. `None` where
/// what was read is no capture and no life without a ko, or where no proof is found.
pub(crate) fn prove_reading(
    read: &Widened,
    first: Role,
    (for_region, for_board): (&Limits, &Limits),
) -> Result<Option<ZoneProof>, TooLarge> {
    let outcome = read.reading.outcome;
    let goal = match outcome.class() {
        Some(Class::Dead) => ZoneGoal::Capture,
        _ if outcome.lives() => ZoneGoal::Survive,
        _ => return Ok(None),
    };
    prove_in(read.showing(goal == ZoneGoal::Capture), goal, first, (for_region, for_board))
}

/// Proves a goal on the whole board, guided by a reader of the question's region.
pub(crate) fn prove_in(
    question: &Question,
    goal: ZoneGoal,
    first: Role,
    (for_region, for_board): (&Limits, &Limits),
) -> Result<Option<ZoneProof>, TooLarge> {
    let (map, image) = least_image(question);
    let guide = RegionGuide::of(&image, goal, first, for_region)?;
    let proof = run(&image, goal, first, for_board, &guide, ZoneRules::ALL);
    Ok(accepted(proof.map(|proof| proof.of_image(map, &image)), question, first))
}

/// Reads what comes of a problem's target in regions of the whole board, and proves it there. `None`
/// where nothing is decided without a ko, or where no proof is found; half of the positions are for
/// reading, and a sixteenth is for the proof on the whole board, whose positions take longer.
///
/// # Errors
/// [`TooLarge`].
pub fn prove_problem(problem: &Problem, limits: &Limits) -> Result<Option<ZoneProof>, TooLarge> {
    let reader = DfPnReader::new();
    let half = limits.clone().with_nodes(limits.nodes / 2);
    let read = match reader.read_first(&problem.question, problem.first, &half) {
        Ok(own) if problem.question.is_enclosed() => Widened::of(problem.question.clone(), own),
        _ => reader.read_widening(&problem.question, problem.first, &half)?,
    };
    prove_reading(&read, problem.first, (&for_guide(limits), &for_board(limits)))
}

/// The share of the positions that is for the search on the whole board, and the most of them.
const SHARE: u64 = 16;
const MOST: u64 = 10_000;

/// The most positions that the reader of a region may visit as a guide.
const MOST_OF_GUIDE: u64 = 1_000_000;

/// The share of the limits that the reader of a region gets as a guide.
pub(crate) fn for_guide(limits: &Limits) -> Limits {
    limits.clone().with_nodes((limits.nodes / 4).min(MOST_OF_GUIDE))
}

/// The share of the limits that the search on the whole board gets.
pub(crate) fn for_board(limits: &Limits) -> Limits {
    limits.clone().with_nodes((limits.nodes / SHARE).min(MOST))
}

/// The points that have to be free of the defender's stones for a capture.
pub(super) fn target_of(question: &Question) -> Points {
    match question.goal {
        Goal::Crucial => question.target,
        Goal::Annihilation => question.region,
    }
}

pub(super) fn run(
    question: &Question,
    goal: ZoneGoal,
    first: Role,
    limits: &Limits,
    guide: &dyn Guide,
    rules: ZoneRules,
) -> Option<ZoneProof> {
    let target = Target { points: target_of(question), defender: question.defender };
    let mut search = Search::new(target, goal, guide, limits);
    search.rules = rules;
    let is_provers = (first == Role::Attacker) == (goal == ZoneGoal::Capture);
    let mut board = question.board.clone();
    board.set_ko(question.banned(first));
    let root = search.solve(&board, is_provers)?;
    let certificate = written(&search, root, &question.board, first);
    let Proved { zone, step, .. } = &search.proved[root as usize];
    let key = match step {
        Step::Move(at, _) => *at,
        _ => None,
    };
    Some(ZoneProof { certificate, zone: *zone, key, nodes: search.nodes })
}

/// The positions that a proof rests on, as data.
fn written(search: &Search<'_>, root: u32, board: &Board, first: Role) -> ZoneCertificate {
    let mut is_used = vec![false; root as usize + 1];
    is_used[root as usize] = true;
    for id in (0..=root as usize).rev() {
        if !is_used[id] {
            continue;
        }
        match &search.proved[id].step {
            Step::Taken | Step::Alive => {}
            Step::Move(_, to) => is_used[*to as usize] = true,
            Step::Replies(moves, elsewhere) => {
                moves.iter().map(|&(_, to)| to).chain(*elsewhere).for_each(|to| is_used[to as usize] = true);
            }
        }
    }
    let mut place = vec![0; is_used.len()];
    let mut nodes = Vec::new();
    let width = Spot::from(board.size().0);
    let spot = |p: Point| Spot::from(p.y) * width + Spot::from(p.x);
    let spots = |set: Points| set.iter().map(spot).collect::<Vec<Spot>>();
    let defender = search.target.defender;
    for id in (0..is_used.len()).filter(|&id| is_used[id]) {
        place[id] = nodes.len();
        let Proved { zone, stones, ko, step } = &search.proved[id];
        let of = |color: Color| stones[color.index()];
        let step = match step {
            Step::Taken => ZoneStep::Taken,
            Step::Alive => ZoneStep::Alive,
            Step::Move(Some(p), to) => ZoneStep::Move { at: spot(*p), to: place[*to as usize] },
            Step::Move(None, to) => ZoneStep::Pass { to: place[*to as usize] },
            Step::Replies(moves, elsewhere) => {
                let mut moves: Vec<(Spot, usize)> =
                    moves.iter().map(|&(p, to)| (spot(p), place[to as usize])).collect();
                moves.sort_unstable();
                ZoneStep::Replies { moves, elsewhere: elsewhere.map(|to| place[to as usize]) }
            }
        };
        nodes.push(ZoneNode {
            attacker: spots(of(defender.other())),
            defender: spots(of(defender)),
            empty: spots(*zone - stones[0] - stones[1]),
            ko: ko.map(spot),
            step,
        });
    }
    let first = if first == Role::Attacker { ZoneSide::Attacker } else { ZoneSide::Defender };
    ZoneCertificate {
        version: VERSION,
        size: board.size(),
        goal: search.goal,
        first,
        target: spots(search.target.points),
        nodes,
    }
}
