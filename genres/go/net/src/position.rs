//! The position that a network sees.

/// A side, from the mover's point of view: a network knows no colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Who is to move.
    Mover,
    /// The opponent.
    Other,
}

/// Stones on a board, who is to move being the [`Side::Mover`].
#[derive(Clone, Debug)]
pub struct Position {
    width: usize,
    height: usize,
    cells: Vec<Option<Side>>,
    ko: Option<usize>,
    /// Points that the mover gets in compensation, less those of the opponent.
    komi: f32,
    /// Is area counted, as in China? Otherwise territory, as in Japan.
    counts_area: bool,
}

/// Planes of a position in the seventh form of inputs.
pub(crate) const PLANES: usize = 22;
/// Numbers of a position as a whole in that form.
pub(crate) const GLOBALS: usize = 19;

impl Position {
    /// No stone on a board of `width` × `height` points, each at most 19 and at least 1; territory
    /// is counted, and nobody has points in compensation.
    pub fn empty(width: usize, height: usize) -> Self {
        let (width, height) = (width.clamp(1, 19), height.clamp(1, 19));
        Position { width, height, cells: vec![None; width * height], ko: None, komi: 0.0, counts_area: false }
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the board.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Puts a stone on a point; one outside of the board changes nothing.
    pub fn place(&mut self, x: usize, y: usize, side: Side) {
        if x < self.width && y < self.height {
            self.cells[y * self.width + x] = Some(side);
        }
    }

    /// The stone on a point.
    pub fn at(&self, x: usize, y: usize) -> Option<Side> {
        (x < self.width && y < self.height).then(|| self.cells[y * self.width + x]).flatten()
    }

    /// Forbids a point to the mover, as ko does.
    pub fn forbid(&mut self, x: usize, y: usize) {
        self.ko = (x < self.width && y < self.height).then_some(y * self.width + x);
    }

    /// Sets the mover's compensation in points.
    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Counts area instead of territory. Points that one side surrounds are not said to the
    /// network, so this form is right for boards without surrounded points.
    pub fn count_area(&mut self) {
        self.counts_area = true;
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y, w, h) = (cell % self.width, cell / self.width, self.width, self.height);
        [
            (x > 0).then(|| cell - 1),
            (x + 1 < w).then(|| cell + 1),
            (y > 0).then(|| cell - w),
            (y + 1 < h).then(|| cell + w),
        ]
        .into_iter()
        .flatten()
    }

    /// The number of liberties of each stone's chain, 0 for empty points.
    fn liberties(&self) -> Vec<usize> {
        let mut found = vec![0; self.cells.len()];
        let mut seen = vec![false; self.cells.len()];
        for start in 0..self.cells.len() {
            if self.cells[start].is_none() || seen[start] {
                continue;
            }
            let (mut chain, mut free, mut next) = (vec![start], Vec::new(), 0);
            seen[start] = true;
            while let Some(&cell) = chain.get(next) {
                next += 1;
                for near in self.neighbours(cell) {
                    if self.cells[near].is_none() {
                        free.push(near);
                    } else if self.cells[near] == self.cells[start] && !std::mem::replace(&mut seen[near], true) {
                        chain.push(near);
                    }
                }
            }
            free.sort_unstable();
            free.dedup();
            for cell in chain {
                found[cell] = free.len();
            }
        }
        found
    }

    /// The planes, by point and then by plane: on the board, own and other stones, one to three
    /// liberties, ko. Planes of history and ladders stay empty.
    pub(crate) fn planes(&self) -> Vec<f32> {
        let liberties = self.liberties();
        let mut planes = vec![0.0; PLANES * self.cells.len()];
        for (cell, plane) in planes.chunks_exact_mut(PLANES).enumerate() {
            plane[0] = 1.0;
            match self.cells[cell] {
                Some(Side::Mover) => plane[1] = 1.0,
                Some(Side::Other) => plane[2] = 1.0,
                None => {}
            }
            if let n @ 1..=3 = liberties[cell] {
                plane[2 + n] = 1.0;
            }
            if self.ko == Some(cell) {
                plane[6] = 1.0;
            }
        }
        planes
    }

    /// The numbers of the position as a whole.
    pub(crate) fn globals(&self) -> [f32; GLOBALS] {
        let mut all = [0.0; GLOBALS];
        let bound = (self.cells.len() + 20) as f32;
        let komi = self.komi.clamp(-bound, bound);
        all[5] = komi / 20.0;
        if self.counts_area {
            all[18] = parity_wave(komi, self.cells.len());
        } else {
            (all[9], all[10]) = (1.0, 1.0);
        }
        all
    }
}

/// What a point of compensation is worth by its parity: a wave of period 2 around the values with
/// which a game can be drawn.
fn parity_wave(komi: f32, area: usize) -> f32 {
    let odd = (area % 2) as f32;
    let floor = ((komi - odd) / 2.0).floor() * 2.0 + odd;
    let delta = (komi - floor).clamp(0.0, 2.0);
    if delta < 0.5 {
        delta
    } else if delta < 1.5 {
        1.0 - delta
    } else {
        delta - 2.0
    }
}
