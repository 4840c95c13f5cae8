//! Which atom to decide next: the one that took part in recent conflicts most (exponential VSIDS).

use super::literal::Atom;

/// Atoms ordered by activity; ties go to the lower number.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    score: Vec<f64>,
    increment: f64,
    /// A binary heap of the atoms that may be open.
    heap: Vec<u32>,
    /// By atom: its place in the heap, [`OUT`] if it is not there.
    place: Vec<u32>,
}

const OUT: u32 = u32::MAX;
/// Scores are scaled down beyond this.
const LARGE: f64 = 1e100;

impl Default for Activity {
    fn default() -> Self {
        Activity { score: Vec::new(), increment: 1.0, heap: Vec::new(), place: Vec::new() }
    }
}

impl Activity {
    pub fn grow(&mut self, atoms: usize) {
        for atom in self.score.len()..atoms {
            self.score.push(0.0);
            self.place.push(OUT);
            self.insert(Atom(atom as u32));
        }
    }

    pub fn score(&self, atom: Atom) -> f64 {
        self.score[atom.index()]
    }

    /// The atom took part in a conflict.
    #[inline]
    pub fn bump(&mut self, atom: Atom) {
        let i = atom.index();
        self.score[i] += self.increment;
        if self.score[i] > LARGE {
            self.score.iter_mut().for_each(|s| *s /= LARGE);
            self.increment /= LARGE;
        }
        if self.place[i] != OUT {
            self.sift_up(self.place[i] as usize);
        }
    }

    /// Makes older conflicts count less.
    pub fn decay(&mut self, by: f64) {
        self.increment /= by;
    }

    /// Puts an atom back among the candidates.
    #[inline]
    pub fn insert(&mut self, atom: Atom) {
        if self.place[atom.index()] == OUT {
            self.place[atom.index()] = self.heap.len() as u32;
            self.heap.push(atom.0);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Takes the most active atom out.
    pub fn pop(&mut self) -> Option<Atom> {
        let top = *self.heap.first()?;
        self.place[top as usize] = OUT;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sift_down(0);
        }
        Some(Atom(top))
    }

    #[inline]
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.score[a as usize], self.score[b as usize]);
        x > y || (x == y && a < b)
    }

    fn sift_up(&mut self, mut i: usize) {
        let atom = self.heap[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            if !self.before(atom, self.heap[parent]) {
                break;
            }
            self.heap[i] = self.heap[parent];
            self.place[self.heap[i] as usize] = i as u32;
            i = parent;
        }
        self.heap[i] = atom;
        self.place[atom as usize] = i as u32;
    }

    fn sift_down(&mut self, mut i: usize) {
        let atom = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], atom) {
                break;
            }
            self.heap[i] = self.heap[child];
            self.place[self.heap[i] as usize] = i as u32;
            i = child;
        }
        self.heap[i] = atom;
        self.place[atom as usize] = i as u32;
    }
}
