//! Random numbers, the same on every platform: a stream for each candidate of a run.

use crate::{GenerateRequest, OptionSpec};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

pub use tesuji_solver::draw::{pick, shuffle};

/// The generator of candidate `index` under a seed.
pub fn sub_rng(seed: u64, index: u64) -> ChaCha8Rng {
    Streams { seed, request: [0; 16] }.candidate(index)
}

/// The random streams of a run, one for each candidate. They depend on the seed and on all that
/// the request asks of a puzzle, so that the same seed with another tier or size draws another
/// solution.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
    request: [u8; 16],
}

impl Streams {
    /// The streams of a request to a genre that offers these sizes, its default first, and these
    /// options. A default that is named is the same request as one that is not.
    pub fn new(want: &GenerateRequest, sizes: &[&str], options: &[OptionSpec]) -> Streams {
        let mut parts: Vec<String> = Vec::new();
        let size = want.size.as_deref().filter(|size| sizes.first() != Some(size));
        parts.extend(size.map(|size| format!("size {size}")));
        parts.extend(want.tier.map(|tier| format!("tier {}", tier.name())));
        let sorted = |word: &str, ids: &[tesuji_solver::TechniqueId]| -> Vec<String> {
            let ids: BTreeSet<&str> = ids.iter().map(|id| id.as_str()).collect();
            ids.into_iter().map(|id| format!("{word} {id}")).collect()
        };
        parts.extend(sorted("needs", &want.needs));
        parts.extend(sorted("without", &want.without));
        if want.take_over && !want.without.is_empty() {
            parts.push("take-over".to_string());
        }
        let default = |key: &str| options.iter().find(|option| option.key == key).map(|option| option.default);
        let set = want.set.iter().filter(|(key, value)| default(key) != Some(value.as_str()));
        parts.extend(set.map(|(key, value)| format!("option {key}={value}")));
        let mut request = [0; 16];
        if !parts.is_empty() {
            request.copy_from_slice(&Sha256::digest(parts.join("\n"))[..16]);
        }
        Streams { seed: want.seed, request }
    }

    /// The generator of candidate `index`.
    pub fn candidate(&self, index: u64) -> ChaCha8Rng {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(&index.to_le_bytes());
        key[16..].copy_from_slice(&self.request);
        ChaCha8Rng::from_seed(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::RngCore;
    use tesuji_solver::{Limits, TechniqueId, Tier};

    const SIZES: &[&str] = &["9x9", "4x4"];
    const OPTIONS: &[OptionSpec] =
        &[OptionSpec { key: "symmetry", values: &["none", "full"], default: "none", help: "" }];

    fn first(want: &GenerateRequest) -> u64 {
        Streams::new(want, SIZES, OPTIONS).candidate(3).next_u64()
    }

    #[test]
    fn every_part_of_a_request_makes_a_stream_of_its_own() {
        let plain = GenerateRequest::default();
        let with = |key: &str, value: &str| GenerateRequest {
            set: [(key.to_string(), value.to_string())].into(),
            ..plain.clone()
        };
        let naked = vec![TechniqueId::new("naked-pair")];
        let mut all = vec![
            plain.clone(),
            GenerateRequest { seed: 2, ..plain.clone() },
            GenerateRequest { size: Some("4x4".into()), ..plain.clone() },
            GenerateRequest { needs: naked.clone(), ..plain.clone() },
            GenerateRequest { without: naked.clone(), ..plain.clone() },
            GenerateRequest { without: naked, take_over: true, ..plain.clone() },
            with("symmetry", "full"),
            with("clues", "24"),
        ];
        all.extend(Tier::ALL.map(|tier| GenerateRequest { tier: Some(tier), ..plain.clone() }));
        let streams: BTreeSet<u64> = all.iter().map(first).collect();
        assert_eq!(streams.len(), all.len());
    }

    #[test]
    fn defaults_counts_and_limits_change_no_stream() {
        let plain = GenerateRequest::default();
        let named = GenerateRequest {
            size: Some("9x9".into()),
            set: [("symmetry".to_string(), "none".to_string())].into(),
            count: 9,
            threads: 4,
            limits: Limits::default().with_nodes(5),
            ..plain.clone()
        };
        assert_eq!(first(&plain), first(&named));
        assert_eq!(first(&plain), sub_rng(1, 3).next_u64());
    }
}
