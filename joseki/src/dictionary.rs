//! The patterns of a book on a board of one size.
//!
//! A pattern is a point, the hash of the patch around it as the mover sees it, and the pattern of the move before. Each
//! variation is played in the 8 symmetries at once. As hashes and the colour of the previous stone are relative to the
//! mover, the 8 copies with exchanged colours are the same entries: 16 copies of a pattern take 8 entries.

use crate::patch::{Hash, Radius};
use crate::point::{Color, Move, Point};
use crate::position::Position;
use crate::symmetry::Symmetry;
use crate::variation::{BOOK_SIZE, Book, Problem, Step, Tags};

/// The smallest board with joseki.
pub const SMALLEST: u8 = 13;

/// Number of a pattern; the later the larger.
pub type PatternId = u32;

const NONE: u32 = u32::MAX;

/// Which of three lists a pattern is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// Matched by the large patch.
    Regular,
    /// Matched by the 8 neighbours.
    Near,
    /// Never suggested, by either patch.
    Ignored,
}

/// A pattern.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    hash: Hash,
    prev: u32,
    /// The next older pattern with the same point, hash and list.
    older: u32,
    point: u16,
    tags: Tags,
    same_color: bool,
}

impl Pattern {
    /// What the patch around it hashes to.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// Its tags.
    pub fn tags(&self) -> Tags {
        self.tags
    }

    /// The patch that must match.
    pub fn radius(&self) -> Radius {
        if self.tags.near { Radius::One } else { Radius::Four }
    }

    /// The pattern of the previous move, if there was one.
    pub fn prev(&self) -> Option<PatternId> {
        (self.prev != NONE).then_some(self.prev)
    }

    /// Whose stone the previous move is, where `mover` plays this one.
    pub fn prev_color(&self, mover: Color) -> Color {
        if self.same_color { mover } else { mover.other() }
    }

    fn list(&self) -> List {
        list_of(self.tags)
    }
}

fn list_of(tags: Tags) -> List {
    match tags {
        Tags { ignore: true, .. } => List::Ignored,
        Tags { near: true, .. } => List::Near,
        _ => List::Regular,
    }
}

/// Where a pattern was first met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Index of the chapter.
    pub chapter: u16,
    /// Index of the variation in it.
    pub variation: u16,
    /// Index of the step in it.
    pub step: u16,
}

/// How many patterns there are, counted with all 16 copies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Counts {
    /// Matched by the large patch.
    pub regular: usize,
    /// Matched by the 8 neighbours.
    pub near: usize,
    /// Not to be played.
    pub ignored: usize,
    /// Of all these, those that can wait.
    pub later: usize,
}

/// The patterns of a book on a board of one size.
#[derive(Clone, Debug)]
pub struct Dictionary {
    size: u8,
    patterns: Vec<Pattern>,
    origins: Vec<Origin>,
    /// Open addressing; heads of chains from the newest to the oldest.
    slots: Vec<u32>,
    heads: usize,
}

impl Dictionary {
    /// Without any pattern.
    fn empty(size: u8) -> Dictionary {
        Dictionary { size, patterns: Vec::new(), origins: Vec::new(), slots: vec![NONE; 1 << 10], heads: 0 }
    }

    /// Makes the patterns of a book for a board of a size from 13 to 19; on a smaller or larger one there are none.
    ///
    /// On boards below the book's, points are counted from the upper right corner, and a variation ends at the first move
    /// that is not on the board. Moves that can't be played are reported, and end their variation.
    pub fn build(size: u8, book: &Book, problem: &mut dyn FnMut(Problem)) -> Dictionary {
        let mut dictionary = Dictionary::empty(size);
        if !(SMALLEST..=BOOK_SIZE).contains(&size) {
            return dictionary;
        }
        for (c, chapter) in book.chapters.iter().enumerate() {
            for (v, variation) in chapter.variations.iter().enumerate() {
                let origin = Origin { chapter: c as u16, variation: v as u16, step: 0 };
                if let Err((step, what)) = dictionary.add_variation(chapter.size, &variation.steps, origin) {
                    let place = format!("{}: variation {}, step {}", chapter.name, v + 1, step + 1);
                    problem(Problem { place, what });
                }
            }
        }
        dictionary
    }

    /// Size of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Has it no patterns at all?
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// A pattern by its number.
    pub fn pattern(&self, id: PatternId) -> &Pattern {
        &self.patterns[id as usize]
    }

    /// Point of a pattern.
    pub fn point(&self, id: PatternId) -> Point {
        Point::of_index(usize::from(self.patterns[id as usize].point), self.size)
    }

    /// Where a pattern was first met.
    pub fn origin(&self, id: PatternId) -> Origin {
        self.origins[id as usize]
    }

    /// How many patterns there are.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for p in &self.patterns {
            // Each entry stands for two copies.
            *match p.list() {
                List::Regular => &mut counts.regular,
                List::Near => &mut counts.near,
                List::Ignored => &mut counts.ignored,
            } += 2;
            counts.later += if p.tags.later { 2 } else { 0 };
        }
        counts
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.patterns.capacity() * size_of::<Pattern>()
            + self.origins.capacity() * size_of::<Origin>()
            + self.slots.capacity() * size_of::<u32>()
            + size_of::<Dictionary>()
    }

    fn slot(&self, list: List, point: u16, hash: Hash) -> usize {
        let mixed = hash ^ ((u64::from(point) << 2 | list as u64) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mask = self.slots.len() - 1;
        let mut at = (mixed >> 20) as usize & mask;
        loop {
            match self.patterns.get(self.slots[at] as usize) {
                None => return at,
                Some(p) if p.hash == hash && p.point == point && p.list() == list => return at,
                Some(_) => at = (at + 1) & mask,
            }
        }
    }

    /// The patterns of a list with a point and a hash, newest first.
    pub fn matching(&self, list: List, point: Point, hash: Hash) -> impl Iterator<Item = PatternId> + '_ {
        let mut id = self.slots[self.slot(list, point.index(self.size) as u16, hash)];
        std::iter::from_fn(move || {
            let found = (id != NONE).then_some(id)?;
            id = self.patterns[found as usize].older;
            Some(found)
        })
    }

    fn insert(&mut self, mut pattern: Pattern, origin: Origin) -> PatternId {
        if self.heads * 2 >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![NONE; old.len() * 2];
            for head in old.into_iter().filter(|&head| head != NONE) {
                let p = self.patterns[head as usize];
                let slot = self.slot(p.list(), p.point, p.hash);
                self.slots[slot] = head;
            }
        }
        let slot = self.slot(pattern.list(), pattern.point, pattern.hash);
        let id = self.patterns.len() as u32;
        pattern.older = self.slots[slot];
        self.heads += usize::from(pattern.older == NONE);
        self.slots[slot] = id;
        self.push(pattern, origin)
    }

    /// Adds a pattern to no list.
    fn push(&mut self, pattern: Pattern, origin: Origin) -> PatternId {
        self.patterns.push(pattern);
        self.origins.push(origin);
        self.patterns.len() as u32 - 1
    }

    /// Do two patterns ask the same of what came before them?
    fn same_prevs(&self, a: &Pattern, b: &Pattern) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            let (p, q) = match (a.prev(), b.prev()) {
                (None, None) => return true,
                (Some(p), Some(q)) => (p, q),
                _ => return false,
            };
            let same_color = a.same_color == b.same_color;
            if same_color && p == q {
                return true;
            }
            (a, b) = (self.pattern(p), self.pattern(q));
            if !same_color || a.point != b.point || a.hash != b.hash || a.tags.near != b.tags.near {
                return false;
            }
            // By its neighbours alone, a pattern asks on.
            if !a.tags.near {
                return true;
            }
        }
    }

    /// The pattern that is this one already, if there is one.
    fn known(&self, wanted: &Pattern, far: Hash, near: Hash) -> Option<PatternId> {
        let point = Point::of_index(usize::from(wanted.point), self.size);
        let list = wanted.list();
        if list == List::Ignored {
            let found = |hash| self.matching(list, point, hash).find(|&id| self.same_prevs(self.pattern(id), wanted));
            return found(far).max(found(near));
        }
        self.matching(list, point, wanted.hash).find(|&id| {
            let p = self.pattern(id);
            p.tags.later == wanted.tags.later && self.same_prevs(p, wanted)
        })
    }

    fn add_variation(&mut self, book_size: u8, steps: &[Step], mut origin: Origin) -> Result<(), (usize, String)> {
        let size = self.size;
        let mut copies: Vec<Copy> = Symmetry::ALL.iter().map(|&symmetry| Copy::new(size, symmetry)).collect();
        let mut waits = false;
        for (number, step) in steps.iter().enumerate() {
            origin.step = number as u16;
            let (color, at, tags) = match *step {
                Step::Setup { color, at } => (color, at, None),
                Step::Play { mv: Move { at: None, .. }, .. } => {
                    waits = true;
                    continue;
                }
                Step::Play { mv: Move { color, at: Some(at) }, tags } => (color, at, Some(tags)),
            };
            let Some(at) = shift(at, book_size, size) else { return Ok(()) };
            let waited = std::mem::take(&mut waits);
            let tags = tags.map(|tags| Tags { later: tags.later || waited, ..tags });
            for copy in &mut copies {
                copy.step(self, color, at, tags, origin).map_err(|what| (number, what))?;
            }
        }
        Ok(())
    }
}

/// A point of a book on a smaller board, counted from the upper right corner.
pub fn shift(at: Point, book_size: u8, size: u8) -> Option<Point> {
    let by = size as i8 - book_size as i8;
    at.offset(by, by, size)
}

/// One of the 8 boards on which a variation is played.
struct Copy {
    symmetry: Symmetry,
    position: Position,
    prev: Option<(PatternId, Color)>,
}

impl Copy {
    fn new(size: u8, symmetry: Symmetry) -> Copy {
        Copy { symmetry, position: Position::new(size), prev: None }
    }

    fn step(
        &mut self,
        dictionary: &mut Dictionary,
        color: Color,
        at: Point,
        tags: Option<Tags>,
        origin: Origin,
    ) -> Result<(), String> {
        let at = self.symmetry.apply(at, dictionary.size);
        let mv = Move { color, at: Some(at) };
        if self.prev.is_none() && tags.is_some_and(|tags| list_of(tags) == List::Near) {
            return Err(format!("{mv} is to be matched by its neighbours alone, but no move comes before it"));
        }
        let before = self.hashes(at, color);
        let taken = self.position.play(mv).map_err(|e| format!("{mv} can't be played: {e}"))?;
        let Some(tags) = tags else {
            self.prev = None;
            return Ok(());
        };
        let id = self.record(dictionary, mv.color, at, tags, before, origin);
        self.prev = Some((id, color));
        if taken > 0 {
            // What led here is no longer on the board: the next move follows from the position after the capture.
            self.prev = None;
            let id = self.record(dictionary, mv.color, at, tags, self.hashes(at, color), origin);
            self.prev = Some((id, color));
        }
        Ok(())
    }

    fn hashes(&self, at: Point, color: Color) -> [Hash; 2] {
        [Radius::Four, Radius::One].map(|radius| self.position.hashes().get(at, color, radius))
    }

    /// The pattern of a move: a known one, or a new one.
    fn record(
        &self,
        dictionary: &mut Dictionary,
        color: Color,
        at: Point,
        tags: Tags,
        [far, near]: [Hash; 2],
        origin: Origin,
    ) -> PatternId {
        let pattern = Pattern {
            hash: if tags.near { near } else { far },
            prev: self.prev.map_or(NONE, |(id, _)| id),
            older: NONE,
            point: at.index(dictionary.size) as u16,
            tags,
            same_color: self.prev.is_some_and(|(_, prev)| prev == color),
        };
        // By its neighbours alone and without a move before it, it would match almost anywhere: it only leads on.
        if self.prev.is_none() && pattern.list() == List::Near {
            return dictionary.push(pattern, origin);
        }
        let known = dictionary.known(&pattern, far, near);
        known.unwrap_or_else(|| dictionary.insert(pattern, origin))
    }
}
