//! Who judges a problem in its own region, and which way its exits are read.

use crate::question::{Class, Outcome, Role};
use crate::read::search::SearchJudge;
use crate::read::{Area, Exits, Ply, Supply};
use crate::study::{GraphJudge, Judge, Study, outcome};
use crate::{Point, Points, Problem, Question};
use tesuji_genre::Bad;
use tesuji_solver::Limits;

/// Who judges a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// The fast reader.
    Search,
    /// The whole graph.
    Graph,
}

/// Memory for the graphs of a reading that names no bound.
pub(super) const GRAPH_MEMORY: usize = 1 << 30;

/// Why a problem has no judge.
#[derive(Debug)]
pub(crate) enum Unjudged {
    /// It can't be read.
    Bad(Bad),
    /// Read both ways to the end, and not decided.
    Open(Open),
}

/// A problem whose region does not decide it: the bounds of its outcome, and why.
#[derive(Debug)]
pub(crate) struct Open {
    pub(super) outcome: Outcome,
    pub(super) why: String,
    pub(super) nodes: u64,
}

impl From<Bad> for Unjudged {
    fn from(bad: Bad) -> Unjudged {
        Unjudged::Bad(bad)
    }
}

impl From<Unjudged> for Bad {
    fn from(why: Unjudged) -> Bad {
        match why {
            Unjudged::Bad(bad) => bad,
            Unjudged::Open(open) => Bad::new(open.why),
        }
    }
}

/// The judge of a problem. Of an open one: with the exits blocked if that is life, with the exits
/// free if that is death, or if it is the same ko either way. In a region that is for life only:
/// with the exits blocked if that is life.
pub(crate) fn judge(problem: &Problem, limits: &Limits, who: Who) -> Result<Box<dyn Judge>, Unjudged> {
    let of = |exits: Exits, limits: &Limits| -> Result<Box<dyn Judge>, Unjudged> {
        let area = Area::of(&problem.question, exits).map_err(|e| Bad::new(e.to_string()))?;
        let graph = limits.clone().with_memory(limits.memory.min(GRAPH_MEMORY));
        Ok(match who {
            Who::Graph => Box::new(GraphJudge::new(area, &graph)),
            Who::Search => Box::new(SearchJudge::new(area, limits)),
        })
    };
    if !is_one_sided(problem) || problem.question.is_captured() {
        return of(Exits::Free, limits);
    }
    let asked = |judge: &mut dyn Judge| {
        let at = judge.area().state(&problem.question, problem.first, Supply::NONE);
        outcome(judge, &at)
    };
    let clock = limits.start();
    // The way that decides is mostly the easier one by far: both are tried with few positions
    // first.
    let rounds: &[u64] = if who == Who::Search { &[64, 16] } else { &[] };
    let mut left = limits.clone();
    // The answer is no capture where the wall would have to be read.
    let takes_wall = problem.question.for_life || !problem.question.touched_wall().is_empty();
    for share in rounds {
        let few = Limits { nodes: limits.nodes / share, time: limits.time / *share as u32, ..limits.clone() };
        let ways = [(Exits::Blocked, Outcome::lives as fn(Outcome) -> bool), (Exits::Free, is_dead)];
        for (exits, wanted) in ways.into_iter().take(if takes_wall { 1 } else { 2 }) {
            let mut judge = of(exits, &few)?;
            let found = asked(&mut *judge);
            left.nodes = left.nodes.saturating_sub(judge.nodes());
            if found.is_ok_and(wanted) {
                left.time = clock.remaining();
                return of(exits, &left);
            }
        }
    }
    left.time = clock.remaining();
    let half = Limits { nodes: left.nodes / 2, time: left.time / 2, ..left };
    let mut blocked = of(Exits::Blocked, &half)?;
    let low = asked(&mut *blocked);
    if low.is_ok_and(Outcome::lives) || problem.question.for_life && low.is_err() {
        return match who {
            Who::Search => Ok(blocked),
            Who::Graph if low.is_err() => of(Exits::Blocked, &Limits::default().with_nodes(0)),
            Who::Graph => Ok(blocked),
        };
    }
    if problem.question.for_life {
        let outcome = low.map_or(Outcome::UNKNOWN, |low| Outcome::between(low.low, Class::Alive));
        let shown = if outcome.low >= Class::Ko { "which shows a ko at least" } else { "and there is none" };
        let why = format!("not decided: a region for proofs of life only, {shown}; a wider one is needed");
        return Err(Unjudged::Open(Open { outcome, why, nodes: blocked.nodes() }));
    }
    if !problem.question.touched_wall().is_empty() {
        let outcome = low.map_or(Outcome::UNKNOWN, |low| Outcome::between(low.low, Class::Alive));
        let why = format!("not decided in its own region: {}", wall_words(&problem.question));
        return Err(Unjudged::Open(Open { outcome, why, nodes: blocked.nodes() }));
    }
    let mut free = of(Exits::Free, &half)?;
    match (low, asked(&mut *free)) {
        (Ok(low), Ok(high)) if !is_dead(high) && low != high => {
            let h = problem.question.board.size().1;
            let names = |set: &Points| set.iter().map(|p| p.name(h)).collect::<Vec<_>>().join(", ");
            let why = format!(
                "open, and not decided for {}: {low} if the defender can't get out at {}, {high} if he can; a wider region is needed, or other stones are meant (MA or TR in an SGF)",
                names(&(problem.question.target & problem.question.board.stones(problem.question.defender))),
                names(&problem.question.exits)
            );
            let outcome = Outcome::between(low.low, high.high);
            Err(Unjudged::Open(Open { outcome, why, nodes: blocked.nodes() + free.nodes() }))
        }
        // Where a limit was reached, the study of that judge is to reach it too. (A graph keeps
        // nothing of what was not finished, so another try might end otherwise.) What only holds
        // with the exits free is no answer.
        (low, high) if low.is_err() && !high.is_ok_and(is_dead) || high.is_err() => {
            let exits = if low.is_err() { Exits::Blocked } else { Exits::Free };
            match who {
                Who::Search => Ok(if low.is_err() { blocked } else { free }),
                Who::Graph => of(exits, &Limits::default().with_nodes(0)),
            }
        }
        _ => Ok(free),
    }
}

/// Which chains of the wall would have to be read.
pub(super) fn wall_words(question: &Question) -> String {
    let h = question.board.size().1;
    let touched = question.touched_wall();
    let names: Vec<String> = touched.iter().filter_map(|stones| stones.first()).map(|p| p.name(h)).collect();
    format!("stones of {} touch the wall at {} from outside", question.defender, names.join(", "))
}

/// Do proofs in the region of a problem hold one way only: captures with the exits free (and if the
/// wall holds), life with the exits blocked?
pub(super) fn is_one_sided(problem: &Problem) -> bool {
    !problem.question.is_enclosed() || problem.question.for_life
}

/// Positions for each first move of an open problem that may fail.
const CONFIRM_NODES: u64 = 10_000;

/// In an open problem, what shows that the best moves succeed does not show that others fail: that
/// he who defends is captured with the exits blocked, or gets out with the exits free. Such moves
/// are read the other way, and those of which that shows no more are undecided. Where the outcome
/// is a ko both ways, the right moves are, too.
pub(super) fn confirm(problem: &Problem, study: &mut Study, area: &Area) -> Result<(), Bad> {
    let q = &problem.question;
    let Some(aim) = study.aim.filter(|_| is_one_sided(problem)) else { return Ok(()) };
    let is_blocked = study.outcome.lives();
    let exits = if is_blocked { Exits::Free } else { Exits::Blocked };
    let other = Area::of(q, exits).map_err(|e| Bad::new(e.to_string()))?;
    let root = other.state(q, problem.first, aim.supply);
    // Whether a move keeps the best outcome the other way, too.
    let kept = |point: Option<Point>| -> Option<bool> {
        if q.for_life {
            return None;
        }
        // On an exit that is blocked the attacker has a stone already.
        let ply = point.and_then(|p| other.cell(p)).map_or(Ply::PASS, Ply);
        let after = other.play(&root, ply)?;
        let mut judge = SearchJudge::new(other.clone(), &Limits::default().with_nodes(CONFIRM_NODES));
        aim.kept(&mut judge, &after).ok()
    };
    let is_ko = study.outcome.class() == Some(Class::Ko);
    let (mut firsts, mut undecided) = (Vec::new(), Vec::new());
    for first in std::mem::take(&mut study.firsts) {
        let point = area.point(first.ply);
        if first.right && !is_ko || kept(point) == Some(first.right) {
            firsts.push(first);
        } else {
            undecided.push(point);
        }
    }
    // Moves to exits, which the region has not where they are blocked.
    if is_blocked && problem.first == Role::Defender {
        let exits = q.exits & q.board.empty();
        let out = exits.iter().filter(|&p| area.cell(p).is_none());
        undecided.extend(out.map(Some).filter(|&p| kept(p) != Some(false)));
    }
    (study.firsts, study.undecided) = (firsts, undecided);
    Ok(())
}

pub(super) fn is_dead(outcome: Outcome) -> bool {
    outcome.class() == Some(Class::Dead)
}
