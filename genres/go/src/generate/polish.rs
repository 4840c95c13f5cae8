//! From a position to a problem: one right first move, then as few stones as keep the outcome and that move.

use super::Wanted;
use super::enclosure::enclosed;
use crate::genre::{Who, judge};
use crate::names::Closers;
use crate::read::Ply;
use crate::study::{Judge, Lines, Study, study};
use crate::{Board, Class, Color, Goal, Outcome, Point, Points, Problem, Question};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::shuffle;
use tesuji_solver::{Clock, Limits, Stop};

/// Why a position is no problem.
pub(super) enum Rejected {
    Time,
    For(String),
}

fn because<T>(why: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected::For(why.into()))
}

/// Positions that may be visited for one question.
const NODES: u64 = 20_000;
/// Fewest plies of the main line, and fewest wrong first moves that play must refute.
const LEAST_PLIES: usize = 3;
const LEAST_WRONG: usize = 2;

pub(super) fn limits() -> Limits {
    Limits::default().with_nodes(NODES).with_memory(512 << 20)
}

/// A problem with its only right first move, one of those that are images of each other.
struct Unique {
    outcome: Outcome,
    key: Point,
    study: Study,
    judge: Box<dyn Judge>,
}

fn unique(problem: &Problem) -> Result<Unique, Rejected> {
    let mut judge = match judge(problem, &limits(), Who::Search) {
        Ok(judge) => judge,
        Err(bad) => return because(bad.what),
    };
    let study = match study(problem, &mut *judge) {
        Ok(study) => study,
        Err(Stop::Time) => return Err(Rejected::Time),
        Err(_) => return because("too much to read"),
    };
    if study.is_settled() {
        return because("settled");
    }
    match study.keys_up_to_symmetry(problem, &*judge)[..] {
        [key] => Ok(Unique { outcome: study.outcome, key, study, judge }),
        _ => because("several right first moves"),
    }
}

/// The stones of the region.
fn stones(problem: &Problem) -> Points {
    problem.question.region - problem.question.board.empty()
}

/// The problem without a stone of its region; `None` where that leaves none.
pub(crate) fn without(problem: &Problem, p: Point) -> Option<Problem> {
    let q = &problem.question;
    if q.goal == Goal::Crucial {
        return without_crucial(problem, p);
    }
    let rest = |set: Points| {
        let mut set = set & q.region;
        set.remove(p);
        set
    };
    let attacker = rest(q.board.stones(q.attacker()));
    let defender = rest(q.board.stones(q.defender));
    enclosed(q.board.size(), &q.region, &attacker, &defender, problem.first, q.attacker())
}

/// The same where only the target counts: its stones stay.
fn without_crucial(problem: &Problem, p: Point) -> Option<Problem> {
    let q = &problem.question;
    let (w, h) = q.board.size();
    let stones = Color::ALL.into_iter().flat_map(|c| {
        let stones: Vec<Point> = q.board.stones(c).iter().filter(|&s| s != p).collect();
        stones.into_iter().map(move |s| (s, c))
    });
    let board = Board::set_up(w, h, stones).ok().filter(|_| !q.target.contains(p))?;
    Some(Problem { question: Question { board, ..q.clone() }, first: problem.first })
}

pub(super) fn polish(
    problem: Problem,
    wanted: &Wanted,
    rng: &mut ChaCha8Rng,
    clock: &Clock,
) -> Result<Problem, Rejected> {
    let fits = |p: &Problem| {
        let empty = p.empty().len();
        (wanted.empty.0..=wanted.empty.1).contains(&empty)
    };
    if problem.empty().len() > wanted.empty.1 {
        return because("too many empty points");
    }
    if clock.expired().is_some() {
        return Err(Rejected::Time);
    }
    let mut now = unique(&problem)?;
    let is_ko = now.outcome.class() == Some(Class::Ko);
    if wanted.ko.is_some_and(|ko| ko != is_ko) {
        return because(if is_ko { "ko" } else { "no ko" });
    }
    let mut problem = problem;
    loop {
        let mut order: Vec<Point> = stones(&problem).iter().collect();
        shuffle(&mut order, rng);
        let mut changed = false;
        for p in order {
            if clock.expired().is_some() {
                return Err(Rejected::Time);
            }
            let Some(less) = without(&problem, p) else { continue };
            if let Ok(then) = unique(&less)
                && (then.outcome, then.key) == (now.outcome, now.key)
            {
                (problem, now, changed) = (less, then, true);
            }
        }
        if !changed {
            break;
        }
    }
    if !fits(&problem) {
        return because("not so many empty points as wanted");
    }
    if wanted.place.is_some_and(|place| place != problem.place()) {
        return because("another place");
    }
    let lines = match Lines::of(&now.study, &mut *now.judge, Closers::default()) {
        Ok(lines) => lines,
        Err(Stop::Time) => return Err(Rejected::Time),
        Err(_) => return because("too much to read"),
    };
    let plies = lines.main.as_ref().map_or(0, |l| l.plies.iter().filter(|&&p| p != Ply::PASS).count());
    if plies < LEAST_PLIES {
        return because("main line too short");
    }
    if lines.plausible() < LEAST_WRONG {
        return because("no plausible wrong moves");
    }
    Ok(problem)
}
