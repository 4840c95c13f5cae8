//! Where the numbered tiles of a log lie.

use super::event::LogTile;
use crate::Colour;
use std::collections::BTreeMap;

/// Where a tile lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Bag,
    Lid,
    Factory(u8),
    Centre,
    Hand,
    /// A player's line 1 to 5, or 0, the floor.
    Line(u8, u8),
    Wall(u8),
}

/// The tiles whose numbers the log has shown: type and place. Logs need not number their tiles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Places {
    known: BTreeMap<u32, (Option<Colour>, Place)>,
    /// The tiles moved in this turn and their places before, to take them back.
    moved: Vec<(u32, Place)>,
}

impl Places {
    /// A tile comes from the bag (the token: from wherever) to a place.
    pub(super) fn add(&mut self, tile: &LogTile, to: Place) -> Result<(), String> {
        let Some(id) = tile.id else { return Ok(()) };
        if let Some((colour, place)) = self.known.get(&id) {
            if *colour != tile.colour {
                return Err(format!("tile {id} was {}", name(*colour)));
            }
            if tile.colour.is_some() && *place != Place::Bag {
                return Err(format!("tile {id} is {}, not in the bag", words(*place)));
            }
        }
        self.known.insert(id, (tile.colour, to));
        Ok(())
    }

    /// A tile goes from one place to another.
    pub(super) fn shift(&mut self, tile: &LogTile, from: Place, to: Place) -> Result<(), String> {
        let Some(id) = tile.id else { return Ok(()) };
        if let Some((colour, place)) = self.known.get(&id) {
            if *colour != tile.colour {
                return Err(format!("tile {id} was {}", name(*colour)));
            }
            if *place != from {
                return Err(format!("tile {id} is {}, not {}", words(*place), words(from)));
            }
        }
        self.moved.push((id, from));
        self.known.insert(id, (tile.colour, to));
        Ok(())
    }

    /// The lid goes back into the bag.
    pub(super) fn lid_to_bag(&mut self) {
        for (_, place) in self.known.values_mut().filter(|t| t.1 == Place::Lid) {
            *place = Place::Bag;
        }
    }

    /// A turn is over: what it moved stays.
    pub(super) fn keep(&mut self) {
        self.moved.clear();
    }

    /// All that was moved in this turn goes back.
    pub(super) fn put_back(&mut self) {
        for (id, from) in std::mem::take(&mut self.moved).into_iter().rev() {
            if let Some(tile) = self.known.get_mut(&id) {
                tile.1 = from;
            }
        }
    }
}

fn name(colour: Option<Colour>) -> &'static str {
    colour.map_or("the token", Colour::name)
}

fn words(place: Place) -> String {
    match place {
        Place::Bag => "in the bag".into(),
        Place::Lid => "in the lid".into(),
        Place::Factory(f) => format!("on factory {}", f + 1),
        Place::Centre => "in the centre".into(),
        Place::Hand => "in hand".into(),
        Place::Line(_, 0) => "on a floor line".into(),
        Place::Line(_, line) => format!("on a line {line}"),
        Place::Wall(_) => "on a wall".into(),
    }
}
