//! A problem: a question of life and death with the side to move.

mod notation;
mod sgf;
#[cfg(test)]
mod tests;
mod words;

pub use notation::Unreadable;
pub use sgf::{Given, Mover, Unread, Unsaid, read_sgf, root_of};
pub(crate) use sgf::{Start, marked, own, read_start, starts};
pub use words::Said;
pub(crate) use words::{asked, said, subject};

use crate::{Color, Point, Points, Question, Role, Symmetry};

/// The private property of SGF that holds the one-line notation.
const OWN: &str = "TESUJI";

/// A question with the side that is asked for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The question.
    pub question: Question,
    /// Who moves first.
    pub first: Role,
    /// A first move to try where the reader finds none: nothing is claimed of it, and the notation
    /// does not tell it.
    pub idea: Option<Idea>,
}

/// A first move that somebody proposes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idea {
    /// Who proposes it.
    pub of: String,
    /// The move.
    pub point: Point,
}

/// Where a problem lies on its board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// The region has a point on two edges that meet.
    Corner,
    /// It has points on an edge, or on two that don't meet.
    Side,
    /// It touches no edge.
    Centre,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 3] = [Place::Corner, Place::Side, Place::Centre];

    /// Its word, which is the tag too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Place::Corner => "corner",
            Place::Side => "side",
            Place::Centre => "centre",
        }
    }
}

impl Problem {
    /// A question with the side that moves first.
    #[must_use]
    pub fn new(question: Question, first: Role) -> Problem {
        Problem { question, first, idea: None }
    }

    /// The colour to move.
    #[must_use]
    pub fn color(&self) -> Color {
        self.question.color(self.first)
    }

    /// The image under a symmetry of the board.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Problem {
        Problem::new(self.question.image(symmetry), self.first)
    }

    /// The region with what is beside it: the first and the last point of its rectangle.
    #[must_use]
    pub fn window(&self) -> (Point, Point) {
        let q = &self.question;
        let shown = (q.region | q.board.beside(&q.region)) & q.board.all();
        let (mut low, mut high) = (Point::new(u8::MAX, u8::MAX), Point::new(0, 0));
        for p in shown.iter() {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        (low, high)
    }

    /// Where it lies.
    #[must_use]
    pub fn place(&self) -> Place {
        let (w, h) = self.question.board.size();
        let on = |f: &dyn Fn(Point) -> bool| self.question.region.iter().any(f);
        let sides = on(&|p| p.x == 0) || on(&|p| p.x + 1 == w);
        let ends = on(&|p| p.y == 0) || on(&|p| p.y + 1 == h);
        match (sides, ends) {
            (true, true) => Place::Corner,
            (false, false) => Place::Centre,
            _ => Place::Side,
        }
    }

    /// The stones of a colour that the picture does not show: they stand beside the region and its
    /// wall, or outside of the picture's rectangle. They belong to the position, and the notation
    /// lists them after the picture.
    #[must_use]
    pub fn beyond(&self, color: Color) -> Points {
        let (low, high) = self.window();
        let in_window = |p: &Point| (low.x..=high.x).contains(&p.x) && (low.y..=high.y).contains(&p.y);
        let shown: Points = (self.question.region | self.question.wall).iter().filter(in_window).collect();
        self.question.board.stones(color) - shown
    }

    /// The empty points of the region.
    #[must_use]
    pub fn empty(&self) -> Points {
        self.question.region & self.question.board.empty()
    }

    /// The symmetries under which the problem is its own image, wherever it lies on the board.
    #[must_use]
    pub fn automorphisms(&self) -> Vec<Symmetry> {
        let picture = self.unplaced();
        let kept = |s: &Symmetry| !s.swaps_colors() && self.image(*s).unplaced() == picture;
        Symmetry::ALL.into_iter().filter(kept).collect()
    }

    /// The image of a point of the window under one of the [`automorphisms`](Self::automorphisms).
    #[must_use]
    pub fn image_of(&self, p: Point, symmetry: Symmetry) -> Point {
        let (low, high) = self.window();
        let size = (high.x - low.x + 1, high.y - low.y + 1);
        let image = symmetry.point(Point::new(p.x.saturating_sub(low.x), p.y.saturating_sub(low.y)), size);
        Point::new(low.x + image.x, low.y + image.y)
    }

    /// The least picture under the symmetries: equal for problems that are the same up to symmetry,
    /// colours and place along an edge. Stones that the picture does not show are told by their
    /// distance from it.
    #[must_use]
    pub fn canonical(&self) -> String {
        let images = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors());
        let pictures = images.map(|s| self.image(s).unplaced());
        let least = pictures.min().unwrap_or_default();
        format!("{} {least}", notation::mover(self.first))
    }

    /// The picture with the stones that it does not show, each by its distance from the picture's
    /// upper left point: the same wherever on the board it lies.
    fn unplaced(&self) -> String {
        let (low, _) = self.window();
        let mut text = self.question.picture();
        for (color, sign) in [(self.question.attacker(), 'X'), (self.question.defender, 'O')] {
            for p in self.beyond(color).iter() {
                let (dx, dy) = (i16::from(p.x) - i16::from(low.x), i16::from(p.y) - i16::from(low.y));
                text += &format!(" {sign}{dx},{dy}");
            }
        }
        text
    }
}
