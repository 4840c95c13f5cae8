//! From a position to a problem: one right first move, then as few stones as keep the outcome and
//! that move.

use super::Wanted;
use super::enclosure::enclosed;
use super::key::{self, Key, Rejected, because};
use crate::{Board, Color, Goal, Point, Points, Problem, Question};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::shuffle;
use tesuji_solver::Clock;

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
    Some(Problem::new(Question { board, ..q.clone() }, problem.first))
}

/// The problem that a position comes down to.
pub(super) fn polish(
    problem: Problem,
    wanted: &Wanted,
    rng: &mut ChaCha8Rng,
    clock: &Clock,
) -> Result<Problem, Rejected> {
    if problem.empty().len() > wanted.empty.1 {
        return because("too many empty points");
    }
    if clock.expired().is_some() {
        return Err(Rejected::Time);
    }
    let key = key::find(&problem, wanted.ko)?;
    let problem = reduced(problem, key, rng, clock)?;
    let empty = problem.empty().len();
    if !(wanted.empty.0..=wanted.empty.1).contains(&empty) {
        return because("not so many empty points as wanted");
    }
    if wanted.place.is_some_and(|place| place != problem.place()) {
        return because("another place");
    }
    Ok(problem)
}

/// As few stones as keep the key: the stones in turn, until none of those that are left can be left
/// out. Where that is not decided for one of them, the position is rejected: "no stone too many"
/// must be known.
fn reduced(mut problem: Problem, key: Key, rng: &mut ChaCha8Rng, clock: &Clock) -> Result<Problem, Rejected> {
    let mut order: Vec<Point> = stones(&problem).iter().collect();
    shuffle(&mut order, rng);
    let (mut needed, mut at) = (0, 0);
    while needed < order.len() {
        if clock.expired().is_some() {
            return Err(Rejected::Time);
        }
        at %= order.len();
        let less = without(&problem, order[at]);
        match less {
            Some(less) if key::has(&less, key)? => {
                problem = less;
                let left = stones(&problem);
                order.remove(at);
                // A stone that came to hang together with the wall is out of the region too.
                order.retain(|&p| left.contains(p));
                needed = 0;
            }
            _ => {
                needed += 1;
                at += 1;
            }
        }
    }
    Ok(problem)
}
