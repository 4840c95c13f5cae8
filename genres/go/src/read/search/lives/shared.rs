//! Lives of one region that are looked for in another one.
//!
//! What a life rests on are the stones of its zone, which cells beside these belong to the region,
//! and where the wall is. Where all of that is the same in another region, the life is one there.
//! (Not where an exit is part of it: what one region counts as away another one does not.)

use super::super::geometry::Geometry;
use super::LifePatterns;
use crate::read::{State, Supply};
use crate::{Board, Points, Role};

/// A life, by points of the board.
struct Life {
    zone: Points,
    stones: [Points; 2],
    /// Cells of the region in the zone or beside it.
    near: Points,
    /// Points of the zone that are beside the wall.
    wall: Points,
    turn: Role,
    /// By which search.
    from: usize,
}

/// Lives that several searches about the same target have found.
#[derive(Default)]
pub(in crate::read) struct SharedLives {
    all: Vec<Life>,
    searches: usize,
}

/// How many lives a search has exported and imported.
#[derive(Default)]
pub(super) struct Exchanged {
    /// Its number, from 1; 0 if it has none yet.
    number: usize,
    exported: [usize; 2],
    imported: usize,
}

impl LifePatterns {
    /// Takes over what other searches have found since.
    pub(in crate::read::search) fn import(&mut self, geometry: &Geometry, board: &Board, shared: &mut SharedLives) {
        if self.exchanged.number == 0 {
            shared.searches += 1;
            self.exchanged.number = shared.searches;
        }
        let area = &geometry.area;
        let [region, wall, exits] = [area.all, area.wall, area.exits].map(|set| area.points(set));
        for life in &shared.all[self.exchanged.imported..] {
            if life.from == self.exchanged.number
                || !life.zone.within(&region)
                || (board.beside(&life.zone) | life.zone) & region != life.near
                || life.zone & wall != life.wall
                || life.zone.meets(&exits)
            {
                continue;
            }
            let cells = |set: &Points| set.iter().filter_map(|p| area.cell(p)).fold(0, |all, c| all | 1_u64 << c);
            let [attacker, defender] = &life.stones;
            let [attacker, defender] = [cells(attacker), cells(defender)];
            let s = State { attacker, defender, turn: life.turn, ko: State::NO_KO, supply: Supply::NONE };
            let side = usize::from(life.turn == Role::Defender);
            self.patterns[side].add(cells(&life.zone), &s);
        }
        self.exchanged.imported = shared.all.len();
        // What was imported need not be exported.
        self.exchanged.exported = [self.patterns[0].len(), self.patterns[1].len()];
    }

    /// Hands over what was found since, up to so many in all.
    pub(in crate::read::search) fn export(
        &mut self,
        geometry: &Geometry,
        board: &Board,
        shared: &mut SharedLives,
        most: usize,
    ) {
        let area = &geometry.area;
        let region = area.points(area.all);
        for (side, turn) in [(0, Role::Attacker), (1, Role::Defender)] {
            for i in self.exchanged.exported[side]..self.patterns[side].len() {
                let (zone, attacker, defender) = self.patterns[side].get(i);
                if zone & area.exits != 0 || shared.all.len() == most {
                    continue;
                }
                let at = area.points(zone);
                shared.all.push(Life {
                    zone: at,
                    stones: [area.points(attacker), area.points(defender)],
                    near: (board.beside(&at) | at) & region,
                    wall: area.points(zone & area.wall),
                    turn,
                    from: self.exchanged.number,
                });
            }
            self.exchanged.exported[side] = self.patterns[side].len();
        }
    }
}
