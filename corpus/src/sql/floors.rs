//! The floors of a tower: puzzles in order of difficulty, parted into floors of equal size.

/// Floors of one band; the last of them is its boss's.
pub const BAND: u32 = 10;

/// The floor, from 1, of the puzzle with `before` easier ones: sizes of floors differ by one at
/// most. `before` is less than `all`.
#[must_use]
pub fn floor(before: usize, all: usize, floors: u32) -> u32 {
    let share = before as u128 * u128::from(floors) / all.max(1) as u128;
    u32::try_from(share).unwrap_or(floors - 1) + 1
}

/// Does the hardest of a band stand on this floor?
#[must_use]
pub fn is_boss(floor: u32) -> bool {
    floor.is_multiple_of(BAND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn floors_are_within_one_of_each_other_and_in_order() {
        for (all, floors) in [(1, 100), (7, 100), (99, 100), (100, 100), (101, 100), (12_345, 100), (10, 3), (5, 1)] {
            let of: Vec<u32> = (0..all).map(|before| floor(before, all, floors)).collect();
            assert!(of.is_sorted() && of[0] == 1 && of[all - 1] <= floors, "{all} on {floors}");
            let mut sizes: BTreeMap<u32, usize> = (1..=floors).map(|f| (f, 0)).collect();
            of.iter().for_each(|f| *sizes.entry(*f).or_default() += 1);
            assert_eq!(sizes.len(), floors as usize);
            let (least, most) = (sizes.values().min().unwrap(), sizes.values().max().unwrap());
            assert!(most - least <= 1, "{all} on {floors}: {least} to {most}");
        }
        assert_eq!((1..=100).filter(|&f| is_boss(f)).count(), 10);
    }
}
