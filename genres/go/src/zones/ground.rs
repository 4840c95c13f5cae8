//! Go as plainly as it can be written, for the checker and the replay: they share no rule of play
//! with the prover. It is also what the tests hold the board to.

use super::certificate::{Spot, ZoneSide};

/// The content of a point, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// It lies outside of the zone.
    Unknown,
    /// Nothing is there.
    Empty,
    /// A stone is there.
    Stone(ZoneSide),
}

impl ZoneSide {
    /// The other side.
    #[must_use]
    pub fn other(self) -> ZoneSide {
        match self {
            ZoneSide::Attacker => ZoneSide::Defender,
            ZoneSide::Defender => ZoneSide::Attacker,
        }
    }
}

/// A board, or what is known of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ground {
    pub(super) width: u16,
    pub(super) cells: Vec<Cell>,
}

/// Stones that are connected by known ones.
pub(super) struct Flood {
    pub(super) stones: Vec<Spot>,
    pub(super) liberties: Vec<Spot>,
    /// May it go on, or have further liberties, where nothing is known?
    pub(super) is_open: bool,
}

impl Ground {
    pub(super) fn new(size: (u8, u8), fill: Cell) -> Ground {
        Ground { width: size.0.into(), cells: vec![fill; usize::from(size.0) * usize::from(size.1)] }
    }

    pub(super) fn at(&self, spot: Spot) -> Cell {
        self.cells[usize::from(spot)]
    }

    pub(super) fn beside(&self, spot: Spot) -> Vec<Spot> {
        let (x, last) = (spot % self.width, self.cells.len() as u16);
        let mut found = Vec::with_capacity(4);
        if x > 0 {
            found.push(spot - 1);
        }
        if x + 1 < self.width {
            found.push(spot + 1);
        }
        if spot >= self.width {
            found.push(spot - self.width);
        }
        if spot + self.width < last {
            found.push(spot + self.width);
        }
        found
    }

    /// The chain of a stone, as far as it is known.
    pub(super) fn flood(&self, from: Spot) -> Flood {
        let own = self.at(from);
        let mut flood = Flood { stones: vec![from], liberties: Vec::new(), is_open: false };
        let mut next = 0;
        while let Some(&spot) = flood.stones.get(next) {
            next += 1;
            for to in self.beside(spot) {
                match self.at(to) {
                    Cell::Unknown => flood.is_open = true,
                    Cell::Empty if !flood.liberties.contains(&to) => flood.liberties.push(to),
                    cell if cell == own && !flood.stones.contains(&to) => flood.stones.push(to),
                    _ => {}
                }
            }
        }
        flood
    }

    /// All chains of a side.
    pub(super) fn floods(&self, side: ZoneSide) -> Vec<Flood> {
        let mut seen = vec![false; self.cells.len()];
        let mut found = Vec::new();
        for spot in 0..self.cells.len() as Spot {
            if self.at(spot) == Cell::Stone(side) && !seen[usize::from(spot)] {
                let flood = self.flood(spot);
                flood.stones.iter().for_each(|&s| seen[usize::from(s)] = true);
                found.push(flood);
            }
        }
        found
    }

    /// Plays a stone on a board of which all is known; what it takes, and where the other side may
    /// not retake at once. `None` where a stone is there, or would have no liberty.
    pub(super) fn play(&mut self, spot: Spot, side: ZoneSide) -> Option<(Vec<Spot>, Option<Spot>)> {
        if self.at(spot) != Cell::Empty {
            return None;
        }
        self.cells[usize::from(spot)] = Cell::Stone(side);
        let mut taken = Vec::new();
        for to in self.beside(spot) {
            if self.at(to) == Cell::Stone(side.other()) {
                let flood = self.flood(to);
                if flood.liberties.is_empty() {
                    flood.stones.iter().for_each(|&s| self.cells[usize::from(s)] = Cell::Empty);
                    taken.extend(flood.stones);
                }
            }
        }
        let own = self.flood(spot);
        if own.liberties.is_empty() {
            self.cells[usize::from(spot)] = Cell::Empty;
            return None;
        }
        let is_ko = taken.len() == 1 && own.stones.len() == 1 && own.liberties == taken;
        let ko = is_ko.then(|| taken[0]);
        Some((taken, ko))
    }

    /// Stones of a side that can't be captured though it always passes (D. B. Benson, "Life in the
    /// game of Go", 1976), by the regions of which all is known.
    pub(super) fn benson(&self, side: ZoneSide) -> Vec<bool> {
        let own = Cell::Stone(side);
        let mut chains = self.floods(side);
        // Regions that are known whole: their points, and the chains around.
        let mut regions: Vec<Vec<Spot>> = Vec::new();
        let mut seen = vec![false; self.cells.len()];
        for spot in 0..self.cells.len() as Spot {
            if seen[usize::from(spot)] || matches!(self.at(spot), Cell::Unknown) || self.at(spot) == own {
                continue;
            }
            let (mut region, mut next, mut is_whole) = (vec![spot], 0, true);
            seen[usize::from(spot)] = true;
            while let Some(&p) = region.get(next) {
                next += 1;
                for to in self.beside(p) {
                    match self.at(to) {
                        Cell::Unknown => is_whole = false,
                        cell if cell == own => {}
                        _ if std::mem::replace(&mut seen[usize::from(to)], true) => {}
                        _ => region.push(to),
                    }
                }
            }
            if is_whole {
                regions.push(region);
            }
        }
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|chain| {
                let touches = |p: Spot| self.beside(p).iter().any(|q| chain.stones.contains(q));
                let is_vital = |region: &&Vec<Spot>| {
                    let mut empty = region.iter().filter(|&&p| self.at(p) == Cell::Empty).peekable();
                    empty.peek().is_some() && empty.all(|&p| touches(p))
                };
                regions.iter().filter(is_vital).count() >= 2
            });
            let mut alive = vec![false; self.cells.len()];
            chains.iter().flat_map(|chain| &chain.stones).for_each(|&s| alive[usize::from(s)] = true);
            regions.retain(|region| {
                let mut around = region.iter().flat_map(|&p| self.beside(p)).filter(|&q| self.at(q) == own);
                around.all(|q| alive[usize::from(q)])
            });
            if before == (chains.len(), regions.len()) {
                return alive;
            }
        }
    }
}
