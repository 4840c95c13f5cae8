//! Opening tables: the exact outcome of every position that play reaches after a given number of
//! men is placed.
//!
//! A file is a header, two bits for each place of the sections (one for each pair of numbers of men
//! on the board), and a checksum over all of it. Places that play does not reach, and positions
//! that were not decided, say nothing.

use super::placing::{Keys, MOST_MEN, Placing};
use crate::puzzle::{Kernel, State};
use crate::tables::{Movement, TableError, write_whole};
use crate::variant::RuleSet;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use tesuji_solver::reading::Outcome;

const MAGIC: &[u8; 16] = b"tesuji mill o001";
/// Bytes before the sections: magic, rules, men a side, men placed, number of sections, three
/// counts.
const HEADER: usize = 16 + 48 + 8 + 24;
/// Bytes of a section's entry: two numbers of men, padding, places.
const ENTRY: usize = 16;

/// The positions by the numbers of men on the board: of the side to move, of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Section {
    own: u8,
    enemy: u8,
    places: u64,
    /// Places of the sections before it.
    first: u64,
}

/// The outcomes after this number of men.
#[derive(Debug)]
pub struct OpeningTable {
    key: String,
    /// Men a side.
    men: u8,
    placed: u8,
    sections: Vec<Section>,
    bits: Vec<u8>,
    counts: OpeningCounts,
    keys: Keys,
}

/// The contents of an opening table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct OpeningCounts {
    /// The side to move wins.
    pub win: u64,
    /// Nobody wins.
    pub draw: u64,
    /// The side to move loses.
    pub loss: u64,
}

/// The positions that play reaches after `placed` men, one for each class of symmetric ones, in
/// order. A game that is over goes no further.
pub fn positions_after(kernel: &Kernel, men: u8, placed: u8) -> Vec<State> {
    let mut keys = Keys::new();
    let start = State { own: 0, enemy: 0, own_hand: men, enemy_hand: men };
    let mut layer = BTreeMap::from([(keys.of(&start), start)]);
    for _ in 0..placed.min(2 * men) {
        let mut next = BTreeMap::new();
        for at in layer.values().filter(|at| !kernel.lost(at)) {
            kernel.turns(at, |step| {
                let after = kernel.play(at, step);
                next.entry(keys.of(&after)).or_insert_with(|| after.least());
            });
        }
        layer = next;
    }
    layer.into_values().filter(|at| !kernel.lost(at)).collect()
}

fn two_bits(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Loss) => 1,
        Some(Outcome::Draw) => 2,
        Some(Outcome::Win) => 3,
    }
}

impl OpeningTable {
    /// A table in which nothing is decided. `placed` is at most both sides' men but one.
    ///
    /// # Errors
    /// [`TableError::NotClosed`] where the rules have no tables.
    pub fn new(rules: &RuleSet, placed: u8) -> Result<OpeningTable, TableError> {
        let men = rules.men.min(MOST_MEN);
        let placed = placed.min(2 * men - 1);
        let (own, enemy) = (placed / 2, placed.div_ceil(2));
        let mut sections = Vec::new();
        let (mut keys, mut first) = (Keys::new(), 0);
        for own in 0..=own {
            for enemy in 0..=enemy {
                let places = keys.layout(u32::from(own), u32::from(enemy)).slots();
                sections.push(Section { own, enemy, places, first });
                first += places;
            }
        }
        let key = Movement::of(rules)?.key();
        let bits = vec![0; first.div_ceil(4) as usize];
        Ok(OpeningTable { key, men, placed, sections, bits, counts: OpeningCounts::default(), keys })
    }

    /// Men on the board and taken, of both sides.
    pub fn placed(&self) -> u8 {
        self.placed
    }

    /// The decided positions.
    pub fn counts(&self) -> OpeningCounts {
        self.counts
    }

    /// Where a position stands; `None` where it has other hands.
    fn place(&mut self, at: &State) -> Option<u64> {
        let hands = (self.men - self.placed / 2, self.men - self.placed.div_ceil(2));
        // The side to move has placed the lesser half.
        if (at.own_hand, at.enemy_hand) != hands {
            return None;
        }
        let (own, enemy) = (at.own.count_ones(), at.enemy.count_ones());
        let fits = |s: &&Section| u32::from(s.own) == own && u32::from(s.enemy) == enemy;
        let first = self.sections.iter().find(fits)?.first;
        Some(first + self.keys.layout(own, enemy).slot(at.own, at.enemy)?)
    }

    fn at(&self, place: u64) -> Option<Outcome> {
        let two = self.bits.get(place as usize / 4)? >> (2 * (place % 4)) & 3;
        [None, Some(Outcome::Loss), Some(Outcome::Draw), Some(Outcome::Win)][usize::from(two)]
    }

    /// The outcome for the side to move; `None`: not decided, not reached, or of another stage.
    pub fn outcome(&mut self, at: &State) -> Option<Outcome> {
        let place = self.place(at)?;
        self.at(place)
    }

    /// Writes an outcome down. Nothing happens where it is known already or the position is of
    /// another stage.
    pub fn decide(&mut self, at: &State, outcome: Outcome) {
        let Some(place) = self.place(at) else { return };
        if self.at(place).is_none() {
            self.bits[place as usize / 4] |= two_bits(Some(outcome)) << (2 * (place % 4));
            *self.counts.of(outcome) += 1;
        }
    }

    /// Decides what is not decided yet, in order, until the search's limits end it. `report` hears
    /// the numbers of decided positions and of all.
    pub fn fill(&mut self, placing: &mut Placing<'_>, report: &mut dyn FnMut(u64, u64)) {
        let all = positions_after(&placing.kernel(), self.men, self.placed);
        let (mut done, total) = (0, all.len() as u64);
        for at in all {
            if self.outcome(&at).is_none() {
                if let Some(outcome) = placing.outcome(&at).outcome() {
                    self.decide(&at, outcome);
                }
                if !placing.stop().is_complete() {
                    return;
                }
            }
            done += u64::from(self.outcome(&at).is_some());
            report(done, total);
        }
    }

    /// All decided positions, one for each class of symmetric ones.
    pub fn positions(&self) -> impl Iterator<Item = (State, Outcome)> + '_ {
        let hands = (self.men - self.placed / 2, self.men - self.placed.div_ceil(2));
        let mut keys = Keys::new();
        self.sections.iter().flat_map(move |s| {
            let layout = keys.layout(u32::from(s.own), u32::from(s.enemy)).clone();
            (0..s.places).filter_map(move |slot| {
                let outcome = self.at(s.first + slot)?;
                let (own, enemy) = layout.position(slot)?;
                Some((State { own, enemy, own_hand: hands.0, enemy_hand: hands.1 }, outcome))
            })
        })
    }

    /// The file's bytes.
    fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER + ENTRY * self.sections.len() + self.bits.len() + 32);
        out.extend_from_slice(MAGIC);
        let mut key = self.key.clone().into_bytes();
        key.resize(48, 0);
        out.extend_from_slice(&key);
        out.extend_from_slice(&[self.men, self.placed, self.sections.len() as u8, 0, 0, 0, 0, 0]);
        for count in [self.counts.win, self.counts.draw, self.counts.loss] {
            out.extend_from_slice(&count.to_le_bytes());
        }
        for section in &self.sections {
            out.extend_from_slice(&[section.own, section.enemy, 0, 0, 0, 0, 0, 0]);
            out.extend_from_slice(&section.places.to_le_bytes());
        }
        out.extend_from_slice(&self.bits);
        let sum: [u8; 32] = Sha256::digest(&out).into();
        out.extend_from_slice(&sum);
        out
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// [`TableError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), TableError> {
        write_whole(path, [&self.bytes(), &[]]).map_err(|e| TableError::io(path, e))
    }

    /// Reads a file of the rules.
    ///
    /// # Errors
    /// [`TableError`] when it can't be read, is damaged, or is of other rules.
    pub fn read(rules: &RuleSet, path: &Path) -> Result<OpeningTable, TableError> {
        let bytes = std::fs::read(path).map_err(|e| TableError::io(path, e))?;
        let bad = |what: &str| TableError::bad(path, what);
        if bytes.len() < HEADER + 32 || bytes[..16] != MAGIC[..] {
            return Err(bad("no opening table of this program and version"));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 32);
        if sum != &Sha256::digest(body)[..] {
            return Err(bad("the checksum does not fit: the file is damaged"));
        }
        let mut table = OpeningTable::new(rules, bytes[65])?;
        table.bits = body.get(HEADER + ENTRY * table.sections.len()..).unwrap_or_default().to_vec();
        for place in 0..4 * table.bits.len() as u64 {
            if let Some(outcome) = table.at(place) {
                *table.counts.of(outcome) += 1;
            }
        }
        if table.bytes() != bytes {
            return Err(bad("the header is of another rule set, or its counts are not those of the places"));
        }
        Ok(table)
    }
}

impl OpeningCounts {
    fn of(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Win => &mut self.win,
            Outcome::Draw => &mut self.draw,
            Outcome::Loss => &mut self.loss,
        }
    }

    /// Decided positions.
    pub fn decided(&self) -> u64 {
        self.win + self.draw + self.loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use crate::search::placing::testing::{THREE, tables};
    use tesuji_solver::Limits;

    /// Every position after each number of men has the value of its best turn one stage later:
    /// derived by the rules' turns, from the file.
    #[test]
    fn each_stage_follows_from_the_next() {
        let (dir, tables) = tables(&THREE, (3, 3), false);
        let mut placing = Placing::new(&tables, &Limits::default()).unwrap();
        let stages: Vec<OpeningTable> = (0..5)
            .map(|placed| {
                let mut table = OpeningTable::new(&THREE, placed).unwrap();
                let mut last = (0, 0);
                table.fill(&mut placing, &mut |done, all| last = (done, all));
                assert_eq!(last, (table.counts().decided(), table.counts().decided()));
                let path = dir.path().join(format!("{placed}.opening"));
                table.write(&path).unwrap();
                let read = OpeningTable::read(&THREE, &path).unwrap();
                assert_eq!((read.counts(), read.placed()), (table.counts(), placed));
                read
            })
            .collect();
        let mut stages = stages.into_iter();
        let mut here = stages.next().unwrap();
        assert_eq!(here.counts().decided(), 1);
        for mut next in stages {
            let mut reached = std::collections::BTreeSet::new();
            for (at, outcome) in here.positions() {
                let side = if at.own_hand == at.enemy_hand { crate::Colour::White } else { crate::Colour::Black };
                let turns = rules::turns_played(&THREE, &at.position(side));
                let values = turns.iter().map(|(_, after)| {
                    if after.end.is_some() {
                        return Outcome::Win;
                    }
                    let after = State::of(after).unwrap();
                    reached.insert(after.least());
                    match next.outcome(&after).expect("decided") {
                        Outcome::Win => Outcome::Loss,
                        Outcome::Draw => Outcome::Draw,
                        Outcome::Loss => Outcome::Win,
                    }
                });
                assert_eq!(values.max(), Some(outcome), "{at:?}");
            }
            assert_eq!(reached.len() as u64, next.counts().decided());
            here = next;
        }
    }

    #[test]
    fn damaged_files_are_refused_and_half_filled_ones_go_on() {
        let (dir, tables) = tables(&THREE, (3, 3), false);
        let path = dir.path().join("four.opening");
        let mut whole = OpeningTable::new(&THREE, 3).unwrap();
        whole.fill(&mut Placing::new(&tables, &Limits::default()).unwrap(), &mut |_, _| {});
        let mut half = OpeningTable::new(&THREE, 3).unwrap();
        half.fill(&mut Placing::new(&tables, &Limits::default().with_nodes(3000)).unwrap(), &mut |_, _| {});
        assert!(half.counts().decided() < whole.counts().decided());
        half.write(&path).unwrap();
        let mut half = OpeningTable::read(&THREE, &path).unwrap();
        half.fill(&mut Placing::new(&tables, &Limits::default()).unwrap(), &mut |_, _| {});
        assert_eq!(half.bytes(), whole.bytes());
        whole.write(&path).unwrap();
        let good = std::fs::read(&path).unwrap();
        let four = RuleSet { men: 4, ..THREE };
        assert!(OpeningTable::read(&four, &path).is_err(), "other rules");
        for (at, says) in [(3, "version"), (HEADER + 40, "checksum"), (70, "checksum")] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            std::fs::write(&path, &bad).unwrap();
            let told = OpeningTable::read(&THREE, &path).unwrap_err().to_string();
            assert!(told.contains(says), "{told}");
        }
        std::fs::write(&path, &good[..20]).unwrap();
        assert!(OpeningTable::read(&THREE, &path).is_err());
    }
}
