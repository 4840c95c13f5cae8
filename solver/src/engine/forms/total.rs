//! Sums, completely: every total that the first variables can make, as bits of one word.

use crate::Domain;
use crate::engine::adapter::Pruning;

/// The greatest total that fits the word.
pub const GREATEST_TOTAL: u32 = 127;

/// `Σ = total`, every value that stays being part of some assignment with that total.
#[derive(Clone, Copy, Debug)]
pub struct Total(pub u32);

impl Pruning for Total {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let mut sums = smallvec::SmallVec::<[u128; 12]>::new();
        let mut reached = 1_u128;
        for &domain in domains.iter() {
            sums.push(reached);
            // What is shifted out is above every total that fits.
            reached = domain.iter().fold(0, |all, value| all | reached << value);
        }
        let mut wanted = 1_u128 << self.0;
        if reached & wanted == 0 {
            return false;
        }
        for (domain, &before) in domains.iter_mut().zip(&sums).rev() {
            let fits = |value: &u8| wanted >> *value & before != 0;
            let kept: Domain = domain.iter().filter(fits).collect();
            wanted = kept.iter().fold(0, |all, value| all | wanted >> value);
            *domain = kept;
        }
        true
    }
}
