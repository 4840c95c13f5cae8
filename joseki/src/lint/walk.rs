//! Findings from looking up each move in its own position.

use super::{Finding, Kind};
use crate::dictionary::{Dictionary, PatternId};
use crate::matches::Kind as Follows;
use crate::point::{Move, Point};
use crate::position::Position;
use crate::tree::Tree;

/// So far from every stone, a move is not part of the same corner: nine lines, or seven and a half
/// on the diagonal.
const FAR_AWAY: u16 = 18;

/// A place in the walk: an entry, its position, and what came before.
struct Walk<'a> {
    tree: &'a Tree,
    trees: &'a [Tree],
    dictionary: &'a Dictionary,
    position: Position,
    found: &'a mut Vec<Finding>,
    /// The entry in which each pattern was first met, by chapter, variation and step.
    leaves: Vec<Vec<usize>>,
}

pub(super) fn check(tree: &Tree, trees: &[Tree], dictionary: &Dictionary, found: &mut Vec<Finding>) {
    let leaves = trees.iter().map(Tree::leaves).collect();
    let mut walk = Walk { tree, trees, dictionary, position: Position::new(tree.size), found, leaves };
    let sound_root = |&e: &usize| tree.entries[e].parent.is_none() && tree.entries[e].broken.is_none();
    for root in (0..tree.entries.len()).filter(sound_root) {
        // Each entry is met twice: before and after what follows it.
        let mut stack = vec![(root, None)];
        while let Some((entry, played)) = stack.pop() {
            match played {
                Some(played) => (0..played).for_each(|_| drop(walk.position.undo())),
                None => {
                    let played = walk.enter(entry);
                    stack.push((entry, Some(played)));
                    let next: Vec<usize> = tree.sound_children(entry).collect();
                    stack.extend(next.into_iter().rev().map(|c| (c, None)));
                }
            }
        }
    }
    walk.repeated();
}

impl Walk<'_> {
    fn report(&mut self, kind: Kind, entry: usize, what: String) {
        self.found.push(Finding { kind, place: self.tree.place(entry), what });
    }

    /// Checks an entry and plays it; how many moves that were.
    fn enter(&mut self, entry: usize) -> usize {
        let (setup, moves) = (self.tree.entries[entry].setup.clone(), self.tree.entries[entry].moves.clone());
        let mut played = 0;
        for (color, at) in setup {
            played += usize::from(self.position.play(Move { color, at: Some(at) }).is_ok());
        }
        for mv in moves {
            if let Some(at) = mv.at {
                self.far_away(entry, at);
                if self.tree.entries[entry].line.tags.ignore {
                    self.bad_move(entry, mv, at);
                } else {
                    self.good_move(entry, mv, at);
                }
            }
            played += usize::from(self.position.play(mv).is_ok());
            if self.tree.entries[entry].line.tags.ignore && mv.at.is_some() && !self.is_context(entry) {
                self.answered(entry, mv);
            }
        }
        played
    }

    fn far_away(&mut self, entry: usize, at: Point) {
        let board = self.position.board();
        let stones = Point::all(board.size()).filter(|&p| board.at(p).is_some());
        if let Some(nearest) = stones.map(|p| p.distance(at)).min()
            && nearest >= FAR_AWAY
        {
            let what = format!("{at} is far from every stone: a move elsewhere is written as a pass, or left out");
            self.report(Kind::Elsewhere, entry, what);
        }
    }

    /// The node in which a pattern was first met.
    fn place_of(&self, id: PatternId) -> Option<(usize, usize)> {
        let origin = self.dictionary.origin(id);
        let chapter = usize::from(origin.chapter);
        let tree = self.trees.get(chapter)?;
        let leaf = *self.leaves[chapter].get(usize::from(origin.variation))?;
        let mut steps = usize::from(origin.step);
        for entry in tree.path(leaf) {
            let here = tree.entries[entry].setup.len() + tree.entries[entry].moves.len();
            if steps < here {
                return Some((chapter, entry));
            }
            steps -= here;
        }
        None
    }

    fn name_of(&self, id: PatternId) -> String {
        self.place_of(id).map_or_else(|| "?".to_string(), |(chapter, entry)| self.trees[chapter].place(entry))
    }

    /// Only there for what follows it, after stones that were set up?
    fn is_context(&self, entry: usize) -> bool {
        let e = &self.tree.entries[entry];
        !e.setup.is_empty() || e.parent.is_some_and(|p| !self.tree.entries[p].setup.is_empty())
    }

    fn bad_move(&mut self, entry: usize, mv: Move, at: Point) {
        if self.is_context(entry) {
            return;
        }
        // A start matches wherever the neighbourhood is empty: it says nothing about this move.
        let played = self.dictionary.suggestion(&self.position, at, mv.color).filter(|s| s.kind != Follows::Start);
        if let Some(played) = played {
            let what = format!("{mv} is marked bad here and played in {}", self.name_of(played.pattern));
            self.report(Kind::Contradictory, entry, what);
        }
    }

    fn good_move(&mut self, entry: usize, mv: Move, at: Point) {
        let Some(chosen) = self.dictionary.suggestion(&self.position, at, mv.color) else {
            let what = format!("{mv} is not matched in its own position");
            self.report(Kind::Unreachable, entry, what);
            return;
        };
        // Asked as the answer to the last move, and again as if play had gone on elsewhere: other
        // entries may win.
        let mut elsewhere = self.position.clone();
        let pass = Move { color: mv.color.other(), at: None };
        let again = elsewhere.play(pass).ok().and_then(|_| self.dictionary.suggestion(&elsewhere, at, mv.color));
        let waits = self.tree.entries[entry].line.tags.later || self.after_pass(entry);
        for (chosen, when) in [(Some(chosen), "as an answer"), (again, "after play elsewhere")] {
            let Some(chosen) = chosen.filter(|c| c.kind != Follows::Start) else { continue };
            if self.dictionary.pattern(chosen.pattern).tags().later != waits {
                let (here, there) = if waits { ("can wait", "does not") } else { ("can't wait", "can") };
                let other = self.name_of(chosen.pattern);
                let what = format!("{mv} {here} here and {there} in {other}, which is what matches {when}");
                self.report(Kind::Shadowed, entry, what);
                return;
            }
        }
    }

    fn after_pass(&self, entry: usize) -> bool {
        let parent = self.tree.entries[entry].parent;
        parent.is_some_and(|p| self.tree.entries[p].moves.iter().any(|m| m.at.is_none()))
    }

    /// After a bad move was played: has the book an answer to it?
    fn answered(&mut self, entry: usize, mv: Move) {
        let answers = |walk: &Self| {
            let all = walk.dictionary.suggest_for(&walk.position, mv.color.other());
            let again = walk.dictionary.suggest_for(&walk.position, mv.color);
            all.iter().chain(&again).any(|s| matches!(s.kind, Follows::Answer | Follows::Later))
        };
        if !answers(self) {
            let what = match self.tree.sound_children(entry).next() {
                None => format!("{mv} is marked bad, and nothing answers it"),
                Some(_) => format!("{mv} is marked bad, and so is all that answers it"),
            };
            self.report(Kind::Unanswered, entry, what);
        }
    }

    /// Variations that add no pattern: the same situations are in the book already.
    fn repeated(&mut self) {
        let Some(chapter) = self.trees.iter().position(|t| std::ptr::eq(t, self.tree)) else { return };
        let mut adds = vec![false; self.leaves[chapter].len()];
        for id in 0..self.dictionary.len() {
            let origin = self.dictionary.origin(id);
            if usize::from(origin.chapter) == chapter {
                adds[usize::from(origin.variation)] = true;
            }
        }
        for (variation, leaf) in self.leaves[chapter].clone().into_iter().enumerate() {
            if !adds[variation] && self.tree.entries[leaf].moves.iter().any(|m| m.at.is_some()) {
                let what = "all its moves are in the book already, from the same situations".to_string();
                self.report(Kind::Shadowed, leaf, what);
            }
        }
    }
}
