//! The patterns of a book on a board of one size.
//!
//! A pattern is a point, the hash of the patch around it as the mover sees it, and the pattern of
//! the move before. Each variation is played in the 8 symmetries at once. As hashes and the colour
//! of the previous stone are relative to the mover, the 8 copies with exchanged colours are the
//! same entries: 16 copies of a pattern take 8 entries.

use crate::builder::Builder;
use crate::patch::{Hash, Radius};
use crate::point::{Color, Point};
use crate::variation::{BOOK_SIZE, Book, Problem, Tags};

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
    /// A pattern of a move at the point with that index; `prev` with the colour of its stone, if
    /// one comes before.
    pub(crate) fn new(hash: Hash, point: usize, tags: Tags, color: Color, prev: Option<(PatternId, Color)>) -> Pattern {
        Pattern {
            hash,
            prev: prev.map_or(NONE, |(id, _)| id),
            older: NONE,
            point: point as u16,
            tags,
            same_color: prev.is_some_and(|(_, before)| before == color),
        }
    }

    /// The hash of the patch around it.
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

    pub(crate) fn list(&self) -> List {
        list_of(self.tags)
    }
}

pub(crate) fn list_of(tags: Tags) -> List {
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
    /// Moves among these that can wait.
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

    /// Makes the patterns of a book for a board of a size from 13 to 19; on a smaller or larger one
    /// there are none.
    ///
    /// On boards below the book's, points are counted from the upper right corner, and a variation
    /// ends at the first move that is not on the board. Moves that can't be played are reported,
    /// and end their variation.
    pub fn build(size: u8, book: &Book, problem: &mut dyn FnMut(Problem)) -> Dictionary {
        let dictionary = Dictionary::empty(size);
        if !(SMALLEST..=BOOK_SIZE).contains(&size) {
            return dictionary;
        }
        let mut builder = Builder::new(dictionary);
        for (c, chapter) in book.chapters.iter().enumerate() {
            for (v, variation) in chapter.variations.iter().enumerate() {
                let origin = Origin { chapter: c as u16, variation: v as u16, step: 0 };
                if let Err((step, kind, what)) = builder.add_variation(chapter.size, &variation.steps, origin) {
                    let place = format!("{}: variation {}, step {}", chapter.name, v + 1, step + 1);
                    problem(Problem { place, kind, what });
                }
            }
        }
        builder.dictionary
    }

    /// Size of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Has it no patterns at all?
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// How many patterns there are, each for two copies.
    pub fn len(&self) -> u32 {
        self.patterns.len() as u32
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

    pub(crate) fn insert(&mut self, mut pattern: Pattern, origin: Origin) -> PatternId {
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

    /// Adds a pattern that no list contains yet.
    pub(crate) fn push(&mut self, pattern: Pattern, origin: Origin) -> PatternId {
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
    pub(crate) fn known(&self, wanted: &Pattern, far: Hash, near: Hash) -> Option<PatternId> {
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
}
