//! An engine's policy as ideas about moves: it says what to look at first, and the search on the
//! whole board proves it, or does not.

use crate::engine::{Engine, Query, Rules, answers};
use std::time::Duration;
use tesuji_go::zones::Ideas;
use tesuji_go::{Board, Color, Point};
use tesuji_sgf::BoardSize;

/// Ideas of a running engine, or of a tape.
pub struct EngineIdeas<'a> {
    engine: &'a mut dyn Engine,
    patience: Duration,
    left: u64,
    told: u64,
    gone: Option<String>,
}

impl<'a> EngineIdeas<'a> {
    /// Asks the engine about that number of positions at most, and waits that long for each answer.
    pub fn new(engine: &'a mut dyn Engine, positions: u64, patience: Duration) -> EngineIdeas<'a> {
        EngineIdeas { engine, patience, left: positions, told: 0, gone: None }
    }

    /// Positions about which it had ideas.
    #[must_use]
    pub fn told(&self) -> u64 {
        self.told
    }

    /// Why it gives no more ideas, where it stopped or refused.
    #[must_use]
    pub fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }
}

/// The query for the policy of one position: one visit, no ownership. The query names no ban: the engine
/// may name a move that takes a ko back, and the search passes it over.
#[must_use]
pub fn policy_query(board: &Board, to_move: Color) -> Query {
    let (width, height) = board.size();
    let of_color = |color: Color| {
        let stones: Vec<Point> = board.stones(color).iter().collect();
        stones.into_iter().map(move |p| (of_sgf(color), tesuji_sgf::Point::new(p.x, p.y)))
    };
    Query {
        size: BoardSize { width, height },
        setup: Color::ALL.into_iter().flat_map(of_color).collect(),
        moves: Vec::new(),
        rules: Rules::default(),
        first: Some(of_sgf(to_move)),
        turns: vec![0],
        visits: 1,
        ownership: false,
        policy: true,
    }
}

fn of_sgf(color: Color) -> tesuji_sgf::Color {
    match color {
        Color::Black => tesuji_sgf::Color::Black,
        Color::White => tesuji_sgf::Color::White,
    }
}

impl Ideas for EngineIdeas<'_> {
    fn moves(&mut self, board: &Board, to_move: Color) -> Option<Vec<(Point, f64)>> {
        if self.gone.is_some() || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let mut found = match answers(self.engine, &policy_query(board, to_move), self.patience) {
            Ok(found) => found,
            Err(gone) => {
                self.gone = Some(gone.to_string());
                return None;
            }
        };
        if let Some(why) = found.refused {
            self.gone = Some(format!("the engine refuses: {why}"));
            return None;
        }
        let analysis = found.turns.pop().flatten()?;
        let (width, height) = board.size();
        let points = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        let policy: Vec<(Point, f64)> =
            points.zip(&analysis.policy).map(|(p, &chance)| (p, f64::from(chance))).filter(|(_, c)| *c > 0.0).collect();
        // An engine that sends no policy has at least the moves that it looked at.
        let looked_at = analysis.moves.iter().filter_map(|mv| Some((Point::parse(&mv.name, width, height)?, mv.prior)));
        let all = if policy.is_empty() { looked_at.collect() } else { policy };
        self.told += 1;
        Some(all)
    }
}
