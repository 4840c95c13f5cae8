//! Where a problem is shown: in the middle of its edge, turned and coloured by lot, the same for all its images.

use crate::{Color, Point, Problem, Symmetry};

/// The problem on a board of that size, in the same corner, or in the middle of its edge or of the board.
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
    let text = problem.print();
    let rest = text.splitn(3, ' ').nth(2)?;
    Problem::parse(&format!("{w}x{h} {} {rest}", corner.name(h))).ok()
}

/// The problem turned and coloured: which way depends on what is the same for all its images, so that no two images of a
/// problem are shown.
pub(super) fn shown(problem: &Problem) -> Problem {
    let q = &problem.question;
    let board = q.board.size();
    let lot = hash(&problem.canonical());
    let color = if lot & 1 == 0 { Color::Black } else { Color::White };
    let turns = Symmetry::ALL.into_iter().filter(|s| s.size(board) == board);
    let images = turns.map(|s| problem.image(s)).filter(|p| p.question.attacker() == color);
    let mut images: Vec<(String, Problem)> = images.filter_map(|p| on(board, &p)).map(|p| (p.print(), p)).collect();
    images.sort_by(|a, b| a.0.cmp(&b.0));
    images.dedup_by(|a, b| a.0 == b.0);
    let count = images.len().max(1) as u64;
    images.into_iter().nth((lot / 2 % count) as usize).map_or_else(|| problem.clone(), |(_, p)| p)
}

/// FNV-1a with the bits mixed.
fn hash(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7
}
