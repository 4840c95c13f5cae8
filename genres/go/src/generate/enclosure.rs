//! Random enclosures: an eye space, a group round it, some stones changed, a wall.

use super::Wanted;
use crate::{Board, Color, Goal, Place, Point, Points, Problem, Question, Role};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::pick;

/// A problem-to-be; `None` where the lot gives no position.
pub(super) fn draw(wanted: &Wanted, rng: &mut ChaCha8Rng) -> Option<Problem> {
    let (w, h) = wanted.board;
    let all = Points::board(w, h);
    let place = wanted.place.unwrap_or_else(|| Place::ALL[[0, 0, 0, 1, 1, 2][pick(rng, 6)]]);
    let (low, high) = wanted.empty;
    let space = low + pick(rng, high - low + 1);
    let seed = match place {
        Place::Corner => Point::new(0, 0),
        Place::Side => Point::new(w / 2, 0),
        Place::Centre => Point::new(w / 2, h / 2),
    };
    let eyes = blob(seed, space, &all, rng);
    let around = eyes.beside(&all) - eyes;
    let mut defender = around;
    let mut attacker = Points::EMPTY;
    // Holes in the group: the wall comes nearer, or a liberty or an attacker's stone is left there.
    let mut region = eyes | around;
    for p in around.iter() {
        match pick(rng, 8) {
            0 => {
                defender.remove(p);
                region.remove(p);
            }
            1 => defender.remove(p),
            2 if pick(rng, 2) == 0 => {
                defender.remove(p);
                attacker.insert(p);
            }
            _ => {}
        }
    }
    // Liberties outside, and stones inside.
    for p in ((region.beside(&all)) - region).iter() {
        if pick(rng, 14) == 0 {
            region.insert(p);
        }
    }
    for p in eyes.iter() {
        match pick(rng, 7) {
            0 => attacker.insert(p),
            1 => defender.insert(p),
            _ => {}
        }
    }
    let first = wanted.first.unwrap_or(if pick(rng, 2) == 0 { Role::Attacker } else { Role::Defender });
    let color = if pick(rng, 2) == 0 { Color::Black } else { Color::White };
    enclosed(wanted.board, &region, &attacker, &defender, first, color).filter(|p| p.place() == place)
}

/// A connected set of so many points with `seed`, grown where it has many neighbours already about
/// as often as not.
fn blob(seed: Point, size: usize, all: &Points, rng: &mut ChaCha8Rng) -> Points {
    let mut set = Points::single(seed);
    while set.len() < size {
        let edge: Vec<Point> = (set.beside(all) - set).iter().collect();
        if edge.is_empty() {
            break;
        }
        let a = edge[pick(rng, edge.len())];
        let b = edge[pick(rng, edge.len())];
        let near = |p: Point| (Points::single(p).beside(all) & set).len();
        set.insert(if near(a) >= near(b) { a } else { b });
    }
    set
}

/// The question of a region with its stones, walled in by the attacker.
pub(crate) fn enclosed(
    board: (u8, u8),
    region: &Points,
    attacker: &Points,
    defender: &Points,
    first: Role,
    attacks: Color,
) -> Option<Problem> {
    let all = Points::board(board.0, board.1);
    let wall = region.beside(&all) - *region;
    let stones = (*attacker | wall).iter().map(|p| (p, attacks)).collect::<Vec<_>>();
    let stones = stones.into_iter().chain(defender.iter().map(|p| (p, attacks.other())));
    let board = Board::set_up(board.0, board.1, stones).ok()?;
    // Stones of the attacker in the region that hang together with the wall are part of it.
    let walled = wall.flood(&board.stones(attacks));
    let region = (*region - walled).parts().into_iter().filter(|part| part.meets(defender));
    let region = region.fold(Points::EMPTY, |a, b| a | b);
    let target = *defender & region;
    if target.is_empty() || region.len() > 40 {
        return None;
    }
    let question = Question {
        board,
        defender: attacks.other(),
        region,
        wall: walled,
        exits: Points::EMPTY,
        held: Points::EMPTY,
        shut: Points::EMPTY,
        away: Points::EMPTY,
        target,
        goal: Goal::Annihilation,
        for_life: false,
    };
    Some(tidy(Problem::new(question, first)))
}

/// The same without stones that have nothing to do with it: what is neither in the region nor
/// beside it.
pub(crate) fn tidy(problem: Problem) -> Problem {
    Problem::parse(&problem.print_region()).map_or(problem, |p| strip(&p))
}

fn strip(problem: &Problem) -> Problem {
    let q = &problem.question;
    let (w, h) = q.board.size();
    let kept = q.region | q.board.beside(&q.region);
    let stones = Color::ALL.into_iter().flat_map(|c| {
        let stones: Vec<Point> = (q.board.stones(c) & kept).iter().collect();
        stones.into_iter().map(move |p| (p, c))
    });
    match Board::set_up(w, h, stones) {
        Ok(mut board) => {
            board.set_ko(q.board.ko());
            let question = Question { board, wall: q.wall & kept, ..q.clone() };
            Problem::new(question, problem.first)
        }
        Err(_) => problem.clone(),
    }
}
