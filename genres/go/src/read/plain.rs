//! The lemmas as plainly as they are stated: what the checker of proofs and the reference reader go by. The search has
//! fast versions of its own.
//!
//! D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976): a set of chains is alive unconditionally if
//! each of them has at least two vital regions (enclosed areas all of whose empty points are liberties of the chain)
//! whose boundary is in the set.

use crate::read::{Area, State, cells};

/// The defender stones of chains that the attacker can't capture even if the defender always passes. Areas beside the
/// wall are no eyes.
pub fn pass_alive(area: &Area, at: &State) -> u64 {
    let parts = |mut rest: u64| {
        let mut parts = Vec::new();
        while rest != 0 {
            let part = area.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            parts.push(part);
        }
        parts
    };
    let mut chains = parts(at.defender);
    let mut regions = parts(area.all & !at.defender);
    regions.retain(|r| r & area.wall == 0);
    let is_vital = |region: u64, chain: u64| cells(region & !at.attacker).all(|c| area.beside[c as usize] & chain != 0);
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|&chain| {
            if chain & area.exits != 0 {
                return true;
            }
            let borders = |r: &&u64| area.around(**r) & chain != 0 && is_vital(**r, chain);
            regions.iter().filter(borders).count() >= 2
        });
        let alive: u64 = chains.iter().fold(0, |all, c| all | c);
        regions.retain(|&r| area.around(r) & at.defender & !alive == 0);
        if before == (chains.len(), regions.len()) {
            return alive;
        }
    }
}

/// Can the defender no longer get two eyes? Cells beside the wall, or beside attacker chains that touch it, are no eyes;
/// if no two other cells that are not beside each other can become some, the attacker fills everything up. A capture of
/// more than five stones could leave room for eyes (*under the stones*): where there are several chains, the larger ones
/// must not offer that, or the attacker must be able to spoil it. Where only a target counts, what the immortal cut off from it does not.
///
/// An attacker chain with two empty cells beside it that are also beside the immortal is as good as joined to them: to a stone on the one
/// he answers on the other (*miai*). So is a chain that is joined in that way to such a chain, as long as no cell is used twice.
pub fn no_two_eyes(area: &Area, at: &State) -> bool {
    let immortal = area.flood(at.attacker & area.wall, at.attacker);
    let mut held = Held { stones: immortal, near: area.around(immortal) | area.wall, pairs: 0 };
    while !held.leaves_no_two_eyes(area, at) {
        if !held.links_one_more(area, at) {
            return false;
        }
    }
    true
}

/// What the attacker holds: immortal stones, and such as are linked to them.
struct Held {
    stones: u64,
    /// Cells beside them, or beside the wall.
    near: u64,
    /// The cells that make the links.
    pairs: u64,
}

impl Held {
    /// Links the attacker chain with the least cell of those that can be.
    fn links_one_more(&mut self, area: &Area, at: &State) -> bool {
        let free = area.all & !at.attacker & !at.defender & self.near & !self.pairs;
        let chain = |c: u8| area.flood(1 << c, at.attacker);
        let ways = |chain: u64| cells(area.around(chain) & free);
        let Some(chain) = cells(at.attacker & !self.stones).map(chain).find(|&chain| ways(chain).count() > 1) else {
            return false;
        };
        self.pairs |= ways(chain).take(2).fold(0, |all, c| all | 1 << c);
        self.stones |= chain;
        self.near |= area.around(chain);
        true
    }

    fn leaves_no_two_eyes(&self, area: &Area, at: &State) -> bool {
        let room = match area.target {
            None => area.all & !self.stones,
            // A stone that is played again on a point of the target counts.
            Some(target) => area.flood(target, area.all & !self.stones),
        };
        let open = room & !self.near;
        let apart = |set: u64| {
            let list: Vec<_> = cells(set).collect();
            list.iter().any(|&a| list.iter().any(|&b| a != b && area.beside[a as usize] >> b & 1 == 0))
        };
        if !gated(area, at, room, self.near & !self.pairs) || apart(open & !at.defender) {
            return false;
        }
        let mut rest = at.defender & room;
        let mut chains = Vec::new();
        while rest != 0 {
            let chain = area.flood(rest & rest.wrapping_neg(), at.defender);
            rest &= !chain;
            chains.push(chain);
        }
        chains.len() <= 1
            || chains.iter().all(|&c| c.count_ones() <= 5 || !apart(c & open | open & !at.defender))
            || self.spoils_what_is_taken(area, at.defender & open, open & !at.defender)
    }

    /// Of stones that are taken, the attacker can keep all cells from becoming eyes but such as make no two eyes with `eyes`: each of the
    /// others has two cells for itself that are beside the immortal, as it will be when he answers a stone on the one by a stone on
    /// the other.
    fn spoils_what_is_taken(&self, area: &Area, stones: u64, mut eyes: u64) -> bool {
        let ways = |c: u8| area.beside[c as usize] & self.near;
        let mut order: Vec<u8> = cells(stones).collect();
        // Those with one or none, with two, and with more.
        order.sort_by_key(|&c| (ways(c).count_ones().clamp(1, 3), c));
        let mut used = 0;
        for c in order {
            let pair: Vec<u8> = cells(ways(c) & !used).take(2).collect();
            match pair[..] {
                [one, other] => used |= 1 << one | 1 << other,
                _ => eyes |= 1 << c,
            }
        }
        cells(eyes).all(|a| eyes & !(1 << a) & !area.beside[a as usize] == 0)
    }
}

/// Has every exit of the room a gate of its own: one more cell of the room beside it, both empty and beside the immortal, so
/// that the attacker can answer a stone on the one by a stone on the other?
fn gated(area: &Area, at: &State, room: u64, near: u64) -> bool {
    let good = near & !at.attacker & !at.defender;
    let exits: Vec<_> = cells(room & area.exits).collect();
    let inner = |e: u8| area.beside[e as usize] & room;
    exits.iter().enumerate().all(|(i, &e)| {
        let own = inner(e);
        own.count_ones() == 1
            && (own | 1 << e) & !good == 0
            && own & area.exits == 0
            && exits[..i].iter().all(|&other| inner(other) != own)
    })
}
