//! A certificate played out on a board, against an opponent who may do what he likes.

use super::certificate::{Refused, Spot, ZoneCertificate, ZoneGoal, ZoneSide, ZoneStep};
use super::ground::{Cell, Ground};
use crate::{Board, Color, Goal, Point, Question, Role};
use rand_core::RngCore;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// The prover reached his goal.
    Won,
    /// It went on until the limit of plies, and the goal of survival was met so far.
    Cut,
}

/// Why a game was lost.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Lost {
    /// The board is not the one that a node speaks of.
    #[error("at node {node} the board has something else at {at}")]
    Disagrees {
        /// The node.
        node: usize,
        /// The point.
        at: String,
    },
    /// The certificate's move can't be played.
    #[error("at node {node} the move {at} can't be played")]
    Illegal {
        /// The node.
        node: usize,
        /// The point.
        at: String,
    },
    /// There is no answer to the opponent's move.
    #[error("at node {node} there is no answer to {at}")]
    Unanswered {
        /// The node.
        node: usize,
        /// The point.
        at: String,
    },
    /// The target was taken though it is said to survive, or is left though it is said to be taken.
    #[error("at node {node} the goal is missed")]
    Missed {
        /// The node.
        node: usize,
    },
}

/// The choice of an opponent: the place of a move in a list, the pass last.
type Choice<'a> = dyn FnMut(&[Option<Spot>]) -> usize + 'a;

impl ZoneCertificate {
    /// The stones of a board as a certificate sees them.
    fn ground(&self, board: &Board, defender: Color) -> Result<Ground, Refused> {
        if board.size() != self.size {
            return Err(Refused::Other("the board has another size".into()));
        }
        let mut ground = Ground::new(self.size, Cell::Empty);
        for (color, side) in [(defender, ZoneSide::Defender), (defender.other(), ZoneSide::Attacker)] {
            for p in board.stones(color).iter() {
                let spot = usize::from(p.y) * usize::from(self.size.0) + usize::from(p.x);
                ground.cells[spot] = Cell::Stone(side);
            }
        }
        Ok(ground)
    }

    /// Has the board all that the root speaks of?
    ///
    /// # Errors
    /// [`Refused::Other`] with the first point where it has something else.
    pub fn is_about(&self, board: &Board, defender: Color) -> Result<(), Refused> {
        let root = self.nodes.len().saturating_sub(1);
        let ground = self.ground(board, defender)?;
        match self.disagreement(&ground, root) {
            None => self.knows_ban(board, &ground),
            Some(at) => Err(Refused::Other(format!("the board has something else at {}", self.name(at)))),
        }
    }

    /// Does it prove something of this question with that side first, on its board? The target of a
    /// capture may be larger than the one in question, that of survival smaller.
    ///
    /// # Errors
    /// [`Refused::Other`] with the first difference.
    pub fn is_for(&self, question: &Question, first: Role) -> Result<(), Refused> {
        self.is_about(&question.board, question.defender)?;
        let other = |what: &str| Err(Refused::Other(what.into()));
        if (first == Role::Attacker) != (self.first == ZoneSide::Attacker) {
            return other("the other side moves first");
        }
        let wanted: Vec<Spot> = match question.goal {
            Goal::Crucial => question.target,
            Goal::Annihilation => question.region,
        }
        .iter()
        .map(|p| Spot::from(p.y) * Spot::from(self.size.0) + Spot::from(p.x))
        .collect();
        let is_target = match self.goal {
            ZoneGoal::Capture => wanted.iter().all(|p| self.target.contains(p)),
            ZoneGoal::Survive => self.target.iter().all(|p| wanted.contains(p)),
        };
        if is_target { Ok(()) } else { other("it has another target") }
    }

    /// Where a ban binds the prover, who moves first, does the root have it?
    fn knows_ban(&self, board: &Board, ground: &Ground) -> Result<(), Refused> {
        let (Some(ko), Some(root)) = (board.ko(), self.nodes.last()) else { return Ok(()) };
        let spot = Spot::from(ko.y) * ground.width + Spot::from(ko.x);
        // His own stones lie beside the point where he took.
        let own = Cell::Stone(self.prover());
        let is_banned = self.first == self.prover() && !ground.beside(spot).into_iter().any(|p| ground.at(p) == own);
        if is_banned && self.view(root).at(spot) != Cell::Unknown && root.ko != Some(spot) {
            return Err(Refused::Other(format!("the ko at {} may not be retaken", self.name(spot))));
        }
        Ok(())
    }

    fn disagreement(&self, ground: &Ground, node: usize) -> Option<Spot> {
        let view = self.view(&self.nodes[node]);
        (0..self.points() as Spot).find(|&p| view.at(p) != Cell::Unknown && view.at(p) != ground.at(p))
    }

    /// Plays it out on a board against an opponent who chooses at random, on the zone or anywhere.
    ///
    /// # Errors
    /// [`Refused`] where it is about another board; inside, how the game was lost.
    pub fn play_randomly(
        &self,
        board: &Board,
        defender: Color,
        plies: usize,
        rng: &mut impl RngCore,
    ) -> Result<Result<Played, Lost>, Refused> {
        self.is_about(board, defender)?;
        let mut choose = |moves: &[Option<Spot>]| -> usize { (rng.next_u64() % moves.len() as u64) as usize };
        Ok(self.play(self.ground(board, defender)?, plies, &mut choose))
    }

    /// Plays it out against every line of up to `deep` moves of the opponent, moves on the zone
    /// first, within a number of games. Gives the number of games.
    ///
    /// # Errors
    /// [`Refused`] where it is about another board; inside, how a game was lost.
    pub fn play_all(
        &self,
        board: &Board,
        defender: Color,
        deep: usize,
        games: usize,
    ) -> Result<Result<usize, Lost>, Refused> {
        self.is_about(board, defender)?;
        let ground = self.ground(board, defender)?;
        // The choices of the last game, and how many there were at each.
        let mut line: Vec<(usize, usize)> = Vec::new();
        for game in 1..=games {
            let mut depth = 0;
            let mut choose = |moves: &[Option<Spot>]| -> usize {
                let place = match line.get(depth) {
                    Some(&(place, _)) => place,
                    None if depth < deep => {
                        line.push((0, moves.len()));
                        0
                    }
                    None => moves.len() - 1,
                };
                depth += 1;
                place
            };
            if let Err(lost) = self.play(ground.clone(), 2 * self.points(), &mut choose) {
                return Ok(Err(lost));
            }
            while line.last().is_some_and(|&(place, count)| place + 1 >= count) {
                line.pop();
            }
            match line.last_mut() {
                Some((place, _)) => *place += 1,
                None => return Ok(Ok(game)),
            }
        }
        Ok(Ok(games))
    }

    /// The board of the root with other stones outside of the zone, at random: `fill` of a hundred
    /// points are filled, and chains without liberties are thinned out.
    #[must_use]
    pub fn with_other_stones(&self, defender: Color, fill: u64, rng: &mut impl RngCore) -> Option<Board> {
        let zone = self.view(self.nodes.last()?);
        let mut ground = zone.clone();
        for cell in ground.cells.iter_mut().filter(|cell| **cell == Cell::Unknown) {
            let side = if rng.next_u64().is_multiple_of(2) { ZoneSide::Attacker } else { ZoneSide::Defender };
            *cell = if rng.next_u64() % 100 < fill { Cell::Stone(side) } else { Cell::Empty };
        }
        // A chain without liberties loses its stones outside, or gets a liberty there.
        loop {
            let floods = ground.floods(ZoneSide::Attacker).into_iter().chain(ground.floods(ZoneSide::Defender));
            let Some(dead) = floods.into_iter().find(|flood| flood.liberties.is_empty()) else { break };
            let near = dead.stones.iter().flat_map(|&p| ground.beside(p)).chain(dead.stones.iter().copied());
            let outside: Vec<Spot> =
                near.filter(|&p| zone.at(p) == Cell::Unknown && ground.at(p) != Cell::Empty).collect();
            if outside.is_empty() {
                return None;
            }
            outside.iter().for_each(|&p| ground.cells[usize::from(p)] = Cell::Empty);
        }
        let color = |side| if side == ZoneSide::Defender { defender } else { defender.other() };
        let stones = ground.cells.iter().enumerate().filter_map(|(at, cell)| match cell {
            Cell::Stone(side) => {
                let (x, y) = (at as u16 % ground.width, at as u16 / ground.width);
                Some((Point::new(x as u8, y as u8), color(*side)))
            }
            _ => None,
        });
        Board::set_up(self.size.0, self.size.1, stones).ok()
    }

    fn has_target(&self, ground: &Ground) -> bool {
        self.target.iter().any(|&p| ground.at(p) == Cell::Stone(ZoneSide::Defender))
    }

    /// Moves of the opponent: on the zone, then elsewhere, then the pass.
    fn moves(&self, ground: &Ground, node: usize) -> Vec<Option<Spot>> {
        let opponent = self.prover().other();
        let is_legal = |p: &Spot| ground.clone().play(*p, opponent).is_some();
        let zone: Vec<Spot> = self.nodes[node].empty.iter().copied().filter(is_legal).collect();
        let far = (0..self.points() as Spot).filter(|p| !zone.contains(p)).filter(is_legal);
        zone.iter().copied().chain(far).map(Some).chain([None]).collect()
    }

    fn play(&self, mut ground: Ground, plies: usize, choose: &mut Choice<'_>) -> Result<Played, Lost> {
        let mut node = self.nodes.len() - 1;
        let opponent = self.prover().other();
        // Where the prover may not retake.
        let mut ban: Option<Spot> = self.nodes[node].ko;
        for _ in 0..plies {
            if let Some(at) = self.disagreement(&ground, node) {
                return Err(Lost::Disagrees { node, at: self.name(at) });
            }
            if self.goal == ZoneGoal::Survive && !self.has_target(&ground) {
                return Err(Lost::Missed { node });
            }
            match &self.nodes[node].step {
                ZoneStep::Taken if self.has_target(&ground) => return Err(Lost::Missed { node }),
                ZoneStep::Taken => return Ok(Played::Won),
                ZoneStep::Alive => {
                    // The prover passes from now on.
                    let moves = self.moves(&ground, node);
                    if let [None] = moves[..] {
                        return Ok(Played::Won);
                    }
                    if let Some(at) = moves[choose(&moves)] {
                        ground.play(at, opponent);
                        if !self.has_target(&ground) {
                            return Err(Lost::Missed { node });
                        }
                    }
                    // Living stones stay alive; the rest of the zone need not be as it was.
                    return self.live_on(ground, node, plies, choose);
                }
                ZoneStep::Move { at, to } => {
                    if ban == Some(*at) || ground.play(*at, self.prover()).is_none() {
                        return Err(Lost::Illegal { node, at: self.name(*at) });
                    }
                    node = *to;
                }
                ZoneStep::Pass { to } => node = *to,
                ZoneStep::Replies { moves, elsewhere } => {
                    let all = self.moves(&ground, node);
                    let chosen = all[choose(&all)];
                    ban = chosen.and_then(|at| ground.play(at, opponent)).and_then(|(_, ko)| ko);
                    let answer = moves.iter().find(|&&(at, _)| Some(at) == chosen).map(|&(_, to)| to);
                    let is_inside = chosen.is_some_and(|at| self.nodes[node].empty.contains(&at));
                    node = match (answer, elsewhere) {
                        (Some(to), _) => to,
                        (None, _) if is_inside => {
                            let at = chosen.map_or_else(String::new, |at| self.name(at));
                            return Err(Lost::Unanswered { node, at });
                        }
                        (None, Some(to)) => *to,
                        // Survival: a pass for a pass.
                        (None, None) => node,
                    };
                }
            }
        }
        match self.goal {
            ZoneGoal::Capture => Err(Lost::Missed { node }),
            ZoneGoal::Survive => Ok(Played::Cut),
        }
    }

    /// The opponent goes on alone against stones that are said to be alive.
    fn live_on(&self, mut ground: Ground, node: usize, plies: usize, choose: &mut Choice<'_>) -> Result<Played, Lost> {
        for _ in 0..plies {
            let moves = self.moves(&ground, node);
            if let [None] = moves[..] {
                return Ok(Played::Won);
            }
            if let Some(at) = moves[choose(&moves)] {
                ground.play(at, self.prover().other());
            }
            if !self.has_target(&ground) {
                return Err(Lost::Missed { node });
            }
        }
        Ok(Played::Cut)
    }
}
