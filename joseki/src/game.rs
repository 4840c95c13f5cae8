//! Played games: the main line of an SGF tree.

use crate::point::{Color, Move, Point};
use crate::position::Position;
use std::collections::BTreeMap;
use tesuji_sgf::{Collection, Node};

/// A game as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Size of the board.
    pub size: u8,
    /// Stones before the first move.
    pub setup: Vec<(Color, Point)>,
    /// Who is to play first.
    pub first: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Did stones come or go in another way after the first move? The moves end there.
    pub disturbed: bool,
    /// Who won.
    pub winner: Option<Color>,
    /// Komi, where it is a number.
    pub komi: Option<f64>,
    /// Who played Black, who White; empty where unknown.
    pub players: [String; 2],
}

impl Game {
    /// The games of a file; for each that is no game on a square board from 2 to 25, why.
    pub fn all(bytes: &[u8]) -> Vec<Result<Game, String>> {
        let (sgf, _) = Collection::parse(bytes);
        sgf.roots().map(Game::read).collect()
    }

    fn read(root: Node<'_>) -> Result<Game, String> {
        let board = root.board_size();
        let size = board.width;
        if board.width != board.height || !(2..=25).contains(&size) {
            return Err(format!("a board of {board}"));
        }
        let flip = |p: tesuji_sgf::Point| (p.x < size && p.y < size).then(|| Point::new(p.x, size - 1 - p.y));
        let color = |c| if c == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
        let text = |name: &str| root.get(name).map(|v| v.simple_text().trim().to_string()).unwrap_or_default();
        let winner = match text("RE").chars().next() {
            Some('B' | 'b') => Some(Color::Black),
            Some('W' | 'w') => Some(Color::White),
            _ => None,
        };
        let mut game = Game {
            size,
            setup: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
            disturbed: false,
            winner,
            komi: root.get("KM").and_then(tesuji_sgf::Value::real).filter(|k| k.is_finite()),
            players: [text("PB"), text("PW")],
        };
        let mut to_play = None;
        let mut stones = BTreeMap::new();
        for node in root.main_line() {
            if node.has_setup() {
                if !game.moves.is_empty() {
                    game.disturbed = true;
                    break;
                }
                for (set, p) in node.setup() {
                    let Some(at) = flip(p) else { continue };
                    match set {
                        Some(set) => drop(stones.insert(p, (color(set), at))),
                        None => drop(stones.remove(&p)),
                    }
                }
            }
            if let Some(player) = node.get("PL") {
                to_play = Color::read(player.simple_text().trim());
            }
            for (mover, mv) in node.moves(board) {
                let at = match mv {
                    tesuji_sgf::Move::Pass => None,
                    tesuji_sgf::Move::At(p) => Some(flip(p).ok_or_else(|| format!("a move off the board: {p}"))?),
                };
                game.moves.push(Move { color: color(mover), at });
            }
        }
        game.setup = stones.into_values().collect();
        let handicap = !game.setup.is_empty() && game.setup.iter().all(|(c, _)| *c == Color::Black);
        let guess = if handicap { Color::White } else { Color::Black };
        game.first = to_play.or(game.moves.first().map(|m| m.color)).unwrap_or(guess);
        Ok(game)
    }

    /// Ends the game before its first move that can't be played, if there is one: gives why.
    pub fn end_where_it_breaks(&mut self) -> Option<String> {
        let mut position = Position::new(self.size);
        if let Err(e) = position.set_up(&self.setup, self.first) {
            self.moves.clear();
            return Some(format!("stones that can't stand there: {e}"));
        }
        let broken =
            |(i, mv): (usize, &Move)| position.play(*mv).err().map(|e| (i, format!("move {}: {mv}: {e}", i + 1)));
        let (i, why) = self.moves.iter().enumerate().find_map(broken)?;
        self.moves.truncate(i);
        Some(why)
    }

    /// The position after a number of moves, or after all.
    ///
    /// # Errors
    /// The move that can't be played.
    pub fn position(&self, moves: usize) -> Result<Position, String> {
        let mut position = Position::new(self.size);
        position.set_up(&self.setup, self.first).map_err(|e| format!("stones that can't stand there: {e}"))?;
        for (i, mv) in self.moves.iter().take(moves).enumerate() {
            position.play(*mv).map_err(|e| format!("move {}: {mv}: {e}", i + 1))?;
        }
        Ok(position)
    }

    /// The position before a move, counted from 1; before the one behind the last, the position at
    /// the end.
    ///
    /// # Errors
    /// There is no such move, it comes after stones that were set in play, or one before it can't
    /// be played.
    pub fn before(&self, number: usize) -> Result<Position, String> {
        let moves = number.checked_sub(1).ok_or("moves are counted from 1")?;
        if moves >= self.moves.len() {
            self.whole()?;
        }
        if moves > self.moves.len() {
            return Err(format!("a game of {} moves has no move {number}", self.moves.len()));
        }
        self.position(moves)
    }

    /// The position at the end of the main line.
    ///
    /// # Errors
    /// Stones were set in play, or a move can't be played.
    pub fn end(&self) -> Result<Position, String> {
        self.whole()?;
        self.position(usize::MAX)
    }

    /// Are the moves all that came on the board?
    ///
    /// # Errors
    /// Stones were set in play.
    pub fn whole(&self) -> Result<(), String> {
        match self.disturbed {
            false => Ok(()),
            true => Err(format!("stones are set after move {}: what follows is not read", self.moves.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handicap_game() {
        let games = Game::all(b"(;SZ[19]HA[2]PB[Ann]PW[Bo ]RE[W+R]KM[0.5];AB[pd][dp];W[dd](;B[pp];W[])(;B[aa]))");
        let game = games[0].as_ref().unwrap();
        assert_eq!((game.setup.len(), game.moves.len(), game.first), (2, 3, Color::White));
        assert_eq!((game.winner, game.komi, &game.players[1][..]), (Some(Color::White), Some(0.5), "Bo"));
        let position = game.position(1).unwrap();
        assert_eq!(position.board().at(Point::read("D16", 19).unwrap()), Some(Color::White));
        assert_eq!(position.board().to_play(), Color::Black);
    }

    #[test]
    fn moves_are_counted_from_one() {
        let game = Game::all(b"(;SZ[9];B[aa];W[bb])")[0].clone().unwrap();
        let moves = |number| game.before(number).map(|p| p.board().moves());
        assert_eq!((moves(1), moves(2), moves(3)), (Ok(0), Ok(1), Ok(2)));
        assert_eq!(game.end().map(|p| p.board().moves()), Ok(2));
        assert_eq!(moves(4).err().unwrap(), "a game of 2 moves has no move 4");
        assert!(moves(0).is_err() && moves(usize::MAX).is_err());
    }

    #[test]
    fn odd_games() {
        assert!(Game::all(b"").is_empty() || Game::all(b"")[0].is_err());
        assert!(Game::all(b"(;SZ[19:9];B[aa])")[0].is_err());
        assert!(Game::all(b"(;SZ[9];B[zz])")[0].is_err());
        let twice = Game::all(b"(;SZ[9];B[aa];W[aa])")[0].clone().unwrap();
        assert_eq!(twice.position(usize::MAX).err().unwrap(), "move 2: w A9: the point is occupied");
        let disturbed = Game::all(b"(;SZ[9];B[aa];AW[bb];B[cc])")[0].clone().unwrap();
        assert_eq!((disturbed.disturbed, disturbed.moves.len()), (true, 1));
        // The position can be set up to that move, and no further.
        assert_eq!(disturbed.before(1).map(|p| p.board().moves()), Ok(0));
        for cut in [disturbed.before(2), disturbed.before(3), disturbed.before(9), disturbed.end()] {
            assert_eq!(cut.err().unwrap(), "stones are set after move 1: what follows is not read");
        }
        let dead = Game::all(b"(;SZ[2]AB[aa]AW[ab][ba])")[0].clone().unwrap();
        assert!(dead.position(0).is_err());
    }
}
