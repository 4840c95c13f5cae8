//! Where a problem is shown: in the middle of its edge, turned and coloured by lot, the same for
//! all its images.

use crate::{Board, Color, Point, Points, Problem, Question, Symmetry};

/// The problem on a board of that size, in the same corner, or in the middle of its edge or of the
/// board.
pub(super) fn on(board: (u8, u8), problem: &Problem) -> Option<Problem> {
    let (w, h) = board;
    let from = problem.question.board.size();
    let (low, high) = problem.window();
    let along = |low: u8, high: u8, from: u8, to: u8| {
        let room = to.checked_sub(high - low)?.checked_sub(1)?;
        Some(if low == 0 {
            0
        } else if high + 1 == from {
            room
        } else {
            room / 2
        })
    };
    let corner = Point::new(along(low.x, high.x, from.0, w)?, along(low.y, high.y, from.1, h)?);
    let text = problem.print_region();
    let rest = text.splitn(3, ' ').nth(2)?;
    Problem::parse(&format!("{w}x{h} {} {rest}", corner.name(h))).ok()
}

/// The problem turned and coloured: which way depends on what is the same for all its images, so
/// that no two images of a problem are shown.
pub(super) fn shown(problem: &Problem) -> Problem {
    let lot = hash(&problem.canonical());
    let color = if lot & 1 == 0 { Color::Black } else { Color::White };
    let images = images(problem, color);
    let count = images.len().max(1) as u64;
    images.into_iter().nth((lot / 2 % count) as usize).map_or_else(|| problem.clone(), |(_, p)| p)
}

/// The images on its board, in a fixed order, with an attacker of that colour.
fn images(problem: &Problem, color: Color) -> Vec<(String, Problem)> {
    let board = problem.question.board.size();
    let turns = Symmetry::ALL.into_iter().filter(|s| s.size(board) == board);
    let images = turns.map(|s| problem.image(s)).filter(|p| p.question.attacker() == color);
    let mut images: Vec<(String, Problem)> = images.filter_map(|p| on(board, &p)).map(|p| (p.print(), p)).collect();
    images.sort_by(|a, b| a.0.cmp(&b.0));
    images.dedup_by(|a, b| a.0 == b.0);
    images
}

/// The problem with a wall whose chains hold on its board: readers take the wall as given, so it
/// must not have a chain that could be taken from outside. Chains with few liberties there are
/// joined to others by as few stones as do; `None` where none join them. The same stones for all
/// images.
pub(super) fn with_thick_wall(problem: &Problem) -> Option<Problem> {
    let (_, mut problem) = images(problem, Color::Black).into_iter().next()?;
    let mut added = Points::EMPTY;
    loop {
        let q = &problem.question;
        let thin = q.thin_wall();
        if thin.is_empty() {
            break;
        }
        let free = q.board.beside(&thin) & (q.board.empty() - q.region - q.board.beside(&q.region));
        let joins = |p: &Point| (q.board.beside(&Points::single(*p)) & q.wall).len() > 1;
        let joining: Points = free.iter().filter(joins).collect();
        if joining.is_empty() {
            return None;
        }
        added |= joining;
        problem = with_wall(&problem, q.wall | joining)?;
    }
    for p in added.iter() {
        let less = with_wall(&problem, problem.question.wall - Points::single(p))?;
        if less.question.thin_wall().is_empty() {
            problem = less;
        }
    }
    Some(problem)
}

/// The problem with another wall around the same region.
fn with_wall(problem: &Problem, wall: Points) -> Option<Problem> {
    let q = &problem.question;
    let (w, h) = q.board.size();
    let stones = Color::ALL.into_iter().flat_map(|c| {
        let own = if c == q.attacker() { wall } else { Points::EMPTY };
        let stones: Vec<Point> = ((q.board.stones(c) & q.region) | own).iter().collect();
        stones.into_iter().map(move |p| (p, c))
    });
    let mut board = Board::set_up(w, h, stones).ok()?;
    board.set_ko(q.board.ko());
    Some(Problem::new(Question { board, wall, ..q.clone() }, problem.first))
}

/// FNV-1a with the bits mixed.
fn hash(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7
}
