//! Zobrist keys, computed where they are needed from a mixing function instead of being kept in
//! tables.

use super::{Color, Point, Points, SLOTS, Symmetry};

/// The finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014).
fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

fn each(hashes: &mut [u64; 16], key: impl Fn(Symmetry) -> u64) {
    for (hash, symmetry) in hashes.iter_mut().zip(Symmetry::ALL) {
        *hash ^= key(symmetry);
    }
}

/// Hashes of an empty board.
pub(super) fn empty(size: (u8, u8)) -> [u64; 16] {
    let mut hashes = [0; 16];
    each(&mut hashes, |s| {
        let (w, h) = s.size(size);
        mix(3 * SLOTS as u64 + 64 * u64::from(w) + u64::from(h))
    });
    hashes
}

/// A stone comes or goes.
pub(super) fn stone(hashes: &mut [u64; 16], p: Point, color: Color, size: (u8, u8)) {
    each(hashes, |s| mix((Points::slot(s.point(p, size)) * 3 + s.color(color).index()) as u64));
}

/// A ko ban comes or goes.
pub(super) fn ko(hashes: &mut [u64; 16], p: Point, size: (u8, u8)) {
    each(hashes, |s| mix((Points::slot(s.point(p, size)) * 3 + 2) as u64));
}
