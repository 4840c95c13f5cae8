//! Different values with a given total, completely: every set of values that the first variables
//! can take together, as bits of a few words.

use crate::Domain;
use crate::engine::Pruning;
use smallvec::SmallVec;

/// The most values that the variables may take in all: each set of them is one bit.
pub const MOST_VALUES: u32 = 9;

/// Sets of at most [`MOST_VALUES`] values: bit `s` of the words is the set with the binary number
/// `s`.
type Sets = [u64; 8];

/// Within a word: the sets without the value, for the six lowest values.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// All variables different, and `Σ = total`; every value that stays is part of some such
/// assignment.
#[derive(Clone, Debug)]
pub struct DistinctTotal {
    /// The least value: sets are of values counted from it.
    least: u32,
    /// The sets of the right size and total.
    goal: Sets,
}

impl DistinctTotal {
    /// For `count` variables with values among `values`; `None` where these spread too far.
    pub fn new(values: Domain, count: usize, total: u32) -> Option<DistinctTotal> {
        let (least, greatest) = (u32::from(values.min()?), u32::from(values.max()?));
        if greatest - least >= MOST_VALUES {
            return None;
        }
        let mut goal = [0; 8];
        for set in 0..1_u32 << MOST_VALUES {
            let sum: u32 = (0..MOST_VALUES).filter(|v| set >> v & 1 == 1).map(|v| v + least).sum();
            if set.count_ones() as usize == count && sum == total {
                goal[set as usize / 64] |= 1 << (set % 64);
            }
        }
        Some(DistinctTotal { least, goal })
    }
}

/// The sets made from those without a value by adding it.
fn with_value(sets: &Sets, value: u32) -> Sets {
    if let Some(without) = WITHOUT.get(value as usize) {
        return sets.map(|word| (word & without) << (1 << value));
    }
    let bit = 1 << (value - 6);
    std::array::from_fn(|word| if word & bit != 0 { sets[word ^ bit] } else { 0 })
}

/// The sets made from those with a value by taking it out.
fn without_value(sets: &Sets, value: u32) -> Sets {
    if let Some(without) = WITHOUT.get(value as usize) {
        return sets.map(|word| word >> (1 << value) & without);
    }
    let bit = 1 << (value - 6);
    std::array::from_fn(|word| if word & bit == 0 { sets[word ^ bit] } else { 0 })
}

fn union(a: &Sets, b: &Sets) -> Sets {
    std::array::from_fn(|word| a[word] | b[word])
}

fn meet(a: &Sets, b: &Sets) -> bool {
    a.iter().zip(b).any(|(x, y)| x & y != 0)
}

impl Pruning for DistinctTotal {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let ranks = |domain: Domain| domain.iter().map(|v| u32::from(v) - self.least);
        let mut before = SmallVec::<[Sets; 10]>::new();
        let mut reached: Sets = [1, 0, 0, 0, 0, 0, 0, 0];
        for &domain in domains.iter() {
            before.push(reached);
            reached = ranks(domain).fold([0; 8], |all, rank| union(&all, &with_value(&reached, rank)));
        }
        if !meet(&reached, &self.goal) {
            return false;
        }
        let mut wanted = self.goal;
        for (domain, before) in domains.iter_mut().zip(&before).rev() {
            let mut kept = Domain::EMPTY;
            let mut earlier = [0; 8];
            for value in domain.iter() {
                let rank = u32::from(value) - self.least;
                if meet(&with_value(before, rank), &wanted) {
                    kept = kept.with(value);
                    earlier = union(&earlier, &without_value(&wanted, rank));
                }
            }
            *domain = kept;
            wanted = earlier;
        }
        true
    }
}
