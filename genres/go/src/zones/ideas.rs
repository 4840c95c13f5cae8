//! Ideas about moves from elsewhere, such as the policy of an engine: they say which moves are
//! looked at first. Proofs are ours.

use super::guide::{Guide, RegionGuide, Word};
use super::policy::ZonePolicy;
use crate::{Board, Color, Point};
use std::cell::RefCell;

/// Somebody who has ideas about moves.
pub trait Ideas {
    /// Moves with the chance of each to be the right one, or `None` where there is no word about
    /// the position (any more): the search goes on without. Points that are no moves are passed
    /// over, and so are chances that are none.
    fn moves(&mut self, board: &Board, to_move: Color) -> Option<Vec<(Point, f64)>>;
}

/// A guide with ideas about moves, and perhaps the reader of a region.
pub(super) struct WithIdeas<'a> {
    pub(super) ideas: RefCell<&'a mut dyn Ideas>,
    pub(super) defender: Color,
    pub(super) region: Option<RegionGuide>,
}

/// Moves less likely than this share of the likeliest are no ideas, and no more are taken than
/// these.
const LEAST: f64 = 0.02;
const MOST: usize = 8;

impl Guide for WithIdeas<'_> {
    fn look(&self, board: &Board, is_attackers_turn: bool) -> Word {
        self.region.as_ref().map_or(Word::Open(None), |region| region.look(board, is_attackers_turn))
    }

    fn moves(&self, board: &Board, is_attackers_turn: bool) -> Vec<(Point, u32)> {
        let mut all = self.region.as_ref().map_or(Vec::new(), |region| region.moves(board, is_attackers_turn));
        let mover = if is_attackers_turn { self.defender.other() } else { self.defender };
        let mut told = self.ideas.borrow_mut().moves(board, mover).unwrap_or_default();
        let (width, height) = board.size();
        told.retain(|&(p, chance)| {
            let is_move = p.x < width && p.y < height && board.check(p, mover).is_ok();
            chance > 0.0 && chance <= 1.0 && is_move
        });
        told.sort_by(|(p, a), (q, b)| b.total_cmp(a).then(p.cmp(q)));
        let best = told.first().map_or(1.0, |&(_, chance)| chance);
        let least = all.iter().map(|&(_, cost)| cost).min().unwrap_or(0);
        for (p, chance) in told.into_iter().take(MOST).filter(|&(_, chance)| chance >= LEAST * best) {
            let cost = least + ((best / chance).ln() * f64::from(ZonePolicy::STANDARD.costs_of_guide)).round() as u32;
            match all.iter_mut().find(|(known, _)| *known == p) {
                Some((_, known)) => *known = cost.min(*known),
                None => all.push((p, cost)),
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::ZoneGoal;
    use super::super::prove::prove_with;
    use super::*;
    use crate::{Question, Role};
    use tesuji_solver::Limits;

    /// Ideas that are none.
    struct Odd(u64);

    impl Ideas for Odd {
        fn moves(&mut self, board: &Board, _: Color) -> Option<Vec<(Point, f64)>> {
            self.0 += 1;
            let stone = board.stones(Color::Black).first()?;
            let chances = [f64::NAN, f64::INFINITY, -1.0, 0.0, 7.0, 1.0];
            let off = [Point::new(250, 250), Point::new(19, 0), stone].map(|p| (p, 0.5));
            Some(chances.map(|chance| (Point::new(0, 0), chance)).into_iter().chain(off).collect())
        }
    }

    #[test]
    fn odd_ideas_do_no_harm() {
        let limits = Limits::default().with_nodes(100_000);
        let (alive, dead) = ("!...OX|..OOX|OOOXX|XXX##", "!..OX|OOOX|XXXX");
        for (picture, goal, first) in [
            (dead, ZoneGoal::Capture, Role::Attacker),
            (dead, ZoneGoal::Capture, Role::Defender),
            (alive, ZoneGoal::Survive, Role::Defender),
        ] {
            let question = Question::from_picture(picture).unwrap();
            let mut odd = Odd(0);
            let proof = prove_with(&question, goal, first, &limits, &mut odd).unwrap();
            assert_eq!(proof.certificate.check(), Ok(()));
            assert!(odd.0 > 0);
        }
    }
}
