//! Lives of one region that are looked for in another one.
//!
//! What a life rests on are the stones of its zone, which cells beside these belong to the region, and where the wall is. Where all of that is the same
//! in another region, the life is one there. (Not where an exit is part of it: what one region counts as away another one does not.)

use super::super::Geometry;
use super::Lives;
use crate::read::{State, Supply};
use crate::{Board, Points, Role};

/// Most lives that are given.
const MOST: usize = 1 << 16;

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

/// How far a search has given and taken.
#[derive(Default)]
pub(super) struct Told {
    /// Its number, from 1; 0 if it has none yet.
    number: usize,
    given: [usize; 2],
    taken: usize,
}

impl Lives {
    /// Takes what other searches have found since.
    pub(in crate::read::search) fn take(&mut self, geometry: &Geometry, board: &Board, shared: &mut SharedLives) {
        if self.told.number == 0 {
            shared.searches += 1;
            self.told.number = shared.searches;
        }
        let area = &geometry.area;
        let [region, wall, exits] = [area.all, area.wall, area.exits].map(|set| area.points(set));
        for life in &shared.all[self.told.taken..] {
            if life.from == self.told.number
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
        self.told.taken = shared.all.len();
        // What was taken need not be given.
        self.told.given = [self.patterns[0].len(), self.patterns[1].len()];
    }

    /// Gives what was found since.
    pub(in crate::read::search) fn give(&mut self, geometry: &Geometry, board: &Board, shared: &mut SharedLives) {
        let area = &geometry.area;
        let region = area.points(area.all);
        for (side, turn) in [(0, Role::Attacker), (1, Role::Defender)] {
            for i in self.told.given[side]..self.patterns[side].len() {
                let (zone, attacker, defender) = self.patterns[side].get(i);
                if zone & area.exits != 0 || shared.all.len() == MOST {
                    continue;
                }
                let at = area.points(zone);
                shared.all.push(Life {
                    zone: at,
                    stones: [area.points(attacker), area.points(defender)],
                    near: (board.beside(&at) | at) & region,
                    wall: area.points(zone & area.wall),
                    turn,
                    from: self.told.number,
                });
            }
            self.told.given[side] = self.patterns[side].len();
        }
    }
}
