//! Positions that a search has expanded, with what it found out about their moves: material for
//! training.

use super::super::dfpn::Search;
use super::super::lemmas::PositionFeatures;
use super::super::prior::Prior;
use super::super::sizes::size;
use super::super::table::flag;
use super::{LANES, Scene};
use crate::read::Cell;

/// The lessons of reading a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// Was the question decided?
    pub is_decided: bool,
    /// Positions visited.
    pub nodes: u64,
    /// Positions with decided moves.
    pub positions: Vec<Taught>,
}

/// A position and its decided moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Taught {
    /// The view of it.
    pub scene: Scene,
    /// The neighbours of each cell.
    pub neighbours: Vec<[Cell; 8]>,
    /// The decided moves.
    pub moves: Vec<TaughtMove>,
}

/// A decided move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TaughtMove {
    /// The cell of the move.
    pub cell: Cell,
    /// Does the attacker capture after it?
    pub captured: bool,
    /// Binary logarithm of the size of the proof.
    pub size: f32,
    /// The prior's numbers for the position after it, in eighths.
    pub prior: [i32; LANES],
}

/// Positions with at least `visits` visits, spread evenly over all of them where there are more
/// than `most`.
pub(in crate::read::search) fn taught(search: &Search, prior: &Prior, visits: u16, most: usize) -> Vec<Taught> {
    let (table, geometry) = (&search.table, &search.geometry);
    let is_material = |&place: &u32| {
        let e = table.at(place);
        e.is(flag::EXPANDED) && e.effort >= visits
    };
    let places: Vec<u32> = (0..table.len()).filter(is_material).collect();
    let mut sizes = vec![0.0; table.len() as usize];
    let mut look = PositionFeatures::new();
    let mut found = Vec::new();
    let count = most.min(places.len());
    for i in 0..count {
        let entry = *table.at(places[i * places.len() / count]);
        let state = entry.state();
        let mut moves = Vec::new();
        for &link in table.links(entry.links()) {
            let e = *table.at(link.place());
            let Some(cell) = link.ply().cell() else { continue };
            if !e.is(flag::KNOWN) || e.open() || e.is(flag::STATIC) {
                continue;
            }
            let size = size(table, link.place(), &mut sizes, 0).log2() as f32;
            let after = e.state();
            look.find(geometry, after.attacker, after.defender);
            moves.push(TaughtMove { cell, captured: e.killed(), size, prior: prior.lanes(geometry, &look, &after) });
        }
        if moves.is_empty() {
            continue;
        }
        look.find(geometry, state.attacker, state.defender);
        let scene = Scene::of(geometry, &look.chains, &state);
        let neighbours = geometry.area.neighbours.clone();
        found.push(Taught { scene, neighbours, moves });
    }
    found
}
