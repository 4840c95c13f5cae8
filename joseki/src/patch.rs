//! Patches: what stands around a point, and its hash.
//!
//! The patch of radius 4 is the disc of the metric `|dx| + |dy| + max(|dx|, |dy|) <= 9` without its
//! centre: 60 points. The small one has distance up to 3: the 8 neighbours. (D. Stern, R. Herbrich,
//! T. Graepel, "Bayesian pattern ranking for move prediction in the game of Go", ICML 2006, nests
//! its patterns by this metric.) The centre counts as empty, so that the patch of a move is the
//! same before and after it.

use crate::board::Board;
use crate::point::{Color, Point};
use std::sync::LazyLock;

/// Distance of the large patch.
pub const FAR: u16 = 9;
/// Distance of the small patch.
pub const NEAR: u16 = 3;
/// Points in the large patch.
pub const POINTS: usize = 60;

/// Which patch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Radius {
    /// The 60 points.
    Four,
    /// The 8 neighbours.
    One,
}

/// The state of a point in a patch, from the side of the player who moves at its centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Nothing.
    Empty,
    /// A stone of the mover.
    Own,
    /// A stone of the opponent.
    Other,
    /// Beyond the edge.
    Off,
}

impl Seen {
    /// The state of a stone or an empty point as `mover` sees it.
    pub fn stone(stone: Option<Color>, mover: Color) -> Seen {
        match stone {
            None => Seen::Empty,
            Some(color) if color == mover => Seen::Own,
            Some(_) => Seen::Other,
        }
    }
}

/// A hash of a patch.
pub type Hash = u64;

/// An offset of the patches with a number for each thing that may be seen there; the near ones come
/// first.
struct Spot {
    dx: i8,
    dy: i8,
    near: bool,
    keys: [Hash; 4],
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static SPOTS: LazyLock<Vec<Spot>> = LazyLock::new(|| {
    let centre = Point::new(9, 9);
    let mut around: Vec<(u16, Point)> = Point::all(19).map(|p| (p.distance(centre), p)).collect();
    around.retain(|&(d, _)| (1..=FAR).contains(&d));
    around.sort_by_key(|&(d, p)| (d, p.y, p.x));
    let mut state = 0x6A6F_7365_6B69;
    let spot = |(d, p): (u16, Point)| Spot {
        dx: p.x as i8 - 9,
        dy: p.y as i8 - 9,
        near: d <= NEAR,
        // An empty point adds nothing.
        keys: [0, split_mix(&mut state), split_mix(&mut state), split_mix(&mut state)],
    };
    around.into_iter().map(spot).collect()
});

fn spots(radius: Radius) -> &'static [Spot] {
    match radius {
        Radius::Four => &SPOTS,
        Radius::One => &SPOTS[..SPOTS.partition_point(|s| s.near)],
    }
}

/// The points around a point as `mover` sees them, in the order of the offsets.
pub fn seen(board: &Board, centre: Point, mover: Color, radius: Radius) -> Vec<Seen> {
    let look = |spot: &Spot| match centre.offset(spot.dx, spot.dy, board.size()) {
        None => Seen::Off,
        Some(p) => Seen::stone(board.at(p), mover),
    };
    spots(radius).iter().map(look).collect()
}

/// The places of a patch, on the board or off it, in the same order.
pub fn places(centre: Point, radius: Radius) -> impl Iterator<Item = (i16, i16)> {
    let (x, y) = (i16::from(centre.x), i16::from(centre.y));
    spots(radius).iter().map(move |spot| (x + i16::from(spot.dx), y + i16::from(spot.dy)))
}

/// The points of a patch that are on the board, row by row from the lowest.
pub fn points(centre: Point, size: u8, radius: Radius) -> Vec<Point> {
    let mut all: Vec<Point> = spots(radius).iter().filter_map(|spot| centre.offset(spot.dx, spot.dy, size)).collect();
    all.sort_by_key(|p| (p.y, p.x));
    all
}

/// The hash of a patch from scratch.
pub fn hash(board: &Board, centre: Point, mover: Color, radius: Radius) -> Hash {
    let seen = seen(board, centre, mover, radius);
    // The two patches of an empty neighbourhood are different patterns.
    let start = if radius == Radius::Four { 0 } else { 0x7469_6E79 };
    spots(radius).iter().zip(seen).fold(start, |hash, (spot, seen)| hash ^ spot.keys[seen as usize])
}

/// The part of a stone at `stone` in the hash of the patch around `centre`.
pub fn part(centre: Point, stone: Point, seen: Seen, radius: Radius) -> Hash {
    let (dx, dy) = (stone.x as i8 - centre.x as i8, stone.y as i8 - centre.y as i8);
    // The distance decides most lookups.
    match centre.distance(stone) {
        d if d > FAR || (radius == Radius::One && d > NEAR) => 0,
        _ => spots(radius).iter().find(|s| (s.dx, s.dy) == (dx, dy)).map_or(0, |s| s.keys[seen as usize]),
    }
}

/// The hashes of both patches around every point, seen by both colours, kept up to date stone by
/// stone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatchHashes {
    size: u8,
    /// For each point: far for Black, far for White, near for Black, near for White.
    hashes: Vec<[Hash; 4]>,
}

impl PatchHashes {
    /// The hash of an empty board.
    pub fn new(size: u8) -> PatchHashes {
        let board = Board::new(size);
        let of = |p| {
            let [far, near] = [Radius::Four, Radius::One].map(|r| hash(&board, p, Color::Black, r));
            [far, far, near, near]
        };
        PatchHashes { size: board.size(), hashes: Point::all(board.size()).map(of).collect() }
    }

    /// The hash of a patch.
    pub fn get(&self, centre: Point, mover: Color, radius: Radius) -> Hash {
        let shift = if radius == Radius::Four { 0 } else { 2 };
        self.hashes[centre.index(self.size)][shift + mover as usize]
    }

    /// A stone comes or goes: the same in both directions.
    pub fn toggle(&mut self, stone: Point, color: Color) {
        let (own, other) = (Seen::Own as usize, Seen::Other as usize);
        let (black, white) = if color == Color::Black { (own, other) } else { (other, own) };
        for spot in SPOTS.iter() {
            // The stone is at the offset of the spot from that centre.
            let Some(centre) = stone.offset(-spot.dx, -spot.dy, self.size) else { continue };
            let at = &mut self.hashes[centre.index(self.size)];
            at[0] ^= spot.keys[black];
            at[1] ^= spot.keys[white];
            if spot.near {
                at[2] ^= spot.keys[black];
                at[3] ^= spot.keys[white];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Move;
    use proptest::prelude::*;

    #[test]
    fn the_patches_have_60_and_8_points() {
        assert_eq!((spots(Radius::Four).len(), spots(Radius::One).len()), (POINTS, 8));
        assert!(spots(Radius::One).iter().all(|s| s.dx.abs() <= 1 && s.dy.abs() <= 1));
        assert_eq!(points(Point::new(9, 9), 19, Radius::Four).len(), POINTS);
        assert_eq!(points(Point::new(0, 0), 19, Radius::One).len(), 3);
        let mut keys: Vec<Hash> = SPOTS.iter().flat_map(|s| s.keys[1..].to_vec()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 3 * POINTS, "no two alike");
    }

    proptest! {
        /// Kept up to date is the same as from scratch; a part is what a stone makes of the
        /// difference.
        #[test]
        fn incremental_hashes(size in 2u8..=19, stones in prop::collection::btree_map(0usize..361, any::<bool>(), 0..60)) {
            let mut board = Board::new(size);
            let mut hashes = PatchHashes::new(size);
            for (&index, &black) in &stones {
                let color = if black { Color::Black } else { Color::White };
                let at = Some(Point::of_index(index % (usize::from(size) * usize::from(size)), size));
                let Ok(played) = board.play(Move { color, at }) else { continue };
                for p in played.captured.clone() {
                    hashes.toggle(p, color.other());
                }
                if let Some(p) = at {
                    hashes.toggle(p, color);
                }
            }
            for p in Point::all(size) {
                for mover in Color::BOTH {
                    for radius in [Radius::Four, Radius::One] {
                        prop_assert_eq!(hashes.get(p, mover, radius), hash(&board, p, mover, radius));
                        let parts = Point::all(size).filter(|&q| board.at(q).is_some())
                            .fold(0, |h, q| h ^ part(p, q, Seen::stone(board.at(q), mover), radius));
                        prop_assert_eq!(parts ^ hash(&Board::new(size), p, mover, radius), hash(&board, p, mover, radius));
                    }
                }
            }
        }
    }
}
