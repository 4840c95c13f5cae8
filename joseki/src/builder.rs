//! Variations played on 8 boards at once, to make their patterns.

use crate::dictionary::{Dictionary, List, Origin, Pattern, PatternId, list_of};
use crate::patch::{Hash, Radius};
use crate::point::{Color, Move, Point};
use crate::position::Position;
use crate::symmetry::Symmetry;
use crate::variation::{Fault, Step, Tags, shift};
use std::collections::HashMap;

/// The pattern of the move before, with the colour of its stone.
type Before = Option<(PatternId, Color)>;

/// The moves so far, with the effects to take back.
struct Done {
    step: Step,
    /// A stone was played, not a pass.
    stone: bool,
    /// The next move can wait.
    waits: bool,
    /// The move before the next, on each of the boards.
    before: [Before; 8],
}

/// Makes a dictionary. A variation goes on from what it shares with the one before it.
pub(crate) struct Builder {
    /// The patterns so far.
    pub(crate) dictionary: Dictionary,
    boards: [Position; 8],
    book_size: u8,
    done: Vec<Done>,
    /// Patterns in no list, by point, hash and whether they can wait.
    leading: HashMap<(usize, Hash, bool), PatternId>,
}

impl Builder {
    /// On empty boards.
    pub(crate) fn new(dictionary: Dictionary) -> Builder {
        let empty = Position::new(dictionary.size());
        let boards = std::array::from_fn(|_| empty.clone());
        Builder { dictionary, boards, book_size: 0, done: Vec::new(), leading: HashMap::new() }
    }

    fn take_back(&mut self, to: usize) {
        for done in self.done.drain(to..).rev() {
            if done.stone {
                self.boards.iter_mut().for_each(|board| drop(board.undo()));
            }
        }
    }

    /// Plays a variation; where a move can't be played, which and why.
    pub(crate) fn add_variation(
        &mut self,
        book_size: u8,
        steps: &[Step],
        mut origin: Origin,
    ) -> Result<(), (usize, Fault, String)> {
        let shared = self.done.iter().zip(steps).take_while(|(done, step)| done.step == **step).count();
        self.take_back(if book_size == self.book_size { shared } else { 0 });
        self.book_size = book_size;
        for (number, &step) in steps.iter().enumerate().skip(self.done.len()) {
            origin.step = number as u16;
            let (waits, before) = self.done.last().map_or((false, [None; 8]), |done| (done.waits, done.before));
            let (color, at, tags) = match step {
                Step::Setup { color, at } => (color, at, None),
                Step::Play { mv: Move { at: None, .. }, .. } => {
                    self.done.push(Done { step, stone: false, waits: true, before });
                    continue;
                }
                Step::Play { mv: Move { color, at: Some(at) }, tags } => {
                    (color, at, Some(Tags { later: tags.later || waits, ..tags }))
                }
            };
            let Some(at) = shift(at, book_size, self.dictionary.size()) else { return Ok(()) };
            if before[0].is_none() && tags.is_some_and(|tags| list_of(tags) == List::Near) {
                let what = format!("{} {at} is to match by its neighbours alone: no move comes before", color.letter());
                return Err((number, Fault::NoMoveBefore, what));
            }
            let mut after = [None; 8];
            for (copy, symmetry) in Symmetry::ALL.into_iter().enumerate() {
                let at = symmetry.apply(at, self.dictionary.size());
                let mv = Move { color, at: Some(at) };
                let hashes = self.hashes(copy, at, color);
                let taken = match self.boards[copy].play(mv) {
                    Ok(taken) => taken,
                    // A move that is illegal on one board is illegal on all: this is the first.
                    Err(e) => return Err((number, Fault::IllegalMove, format!("{mv} can't be played: {e}"))),
                };
                let Some(tags) = tags else { continue };
                let mut id = self.record(color, at, tags, hashes, before[copy], origin);
                if taken > 0 {
                    // The moves before this one are no longer on the board: the next move follows
                    // from the position after it.
                    id = self.record(color, at, tags, self.hashes(copy, at, color), None, origin);
                }
                after[copy] = Some((id, color));
            }
            self.done.push(Done { step, stone: true, waits: false, before: after });
        }
        Ok(())
    }

    fn hashes(&self, copy: usize, at: Point, color: Color) -> [Hash; 2] {
        [Radius::Four, Radius::One].map(|radius| self.boards[copy].hashes().get(at, color, radius))
    }

    /// The pattern of a move: a known one, or a new one.
    fn record(
        &mut self,
        color: Color,
        at: Point,
        tags: Tags,
        [far, near]: [Hash; 2],
        before: Before,
        origin: Origin,
    ) -> PatternId {
        let hash = if tags.near { near } else { far };
        let point = at.index(self.dictionary.size());
        let pattern = Pattern::new(hash, point, tags, color, before);
        // By its neighbours alone and without a move before it, it would match almost anywhere: it
        // only leads on.
        if before.is_none() && pattern.list() == List::Near {
            let lead = self.leading.entry((point, hash, tags.later));
            return *lead.or_insert_with(|| self.dictionary.push(pattern, origin));
        }
        let known = self.dictionary.known(&pattern, far, near);
        known.unwrap_or_else(|| self.dictionary.insert(pattern, origin))
    }
}
