//! The network as its definition says it, number by number, for comparison.

use super::super::geometry::Geometry;
use super::weights::Part;
use super::{CHANNELS, CLASSES, LANES, Network, Scene, TAPS};
use crate::Role;

/// Corrections by sums of products of the stored weights.
pub(super) fn corrections(network: &Network, geometry: &Geometry, scene: &Scene) -> Vec<[i64; LANES]> {
    let turn = usize::from(scene.turn == Role::Defender);
    let cells = geometry.area.cells.len();
    let weight = |part: Part, at: usize| i64::from(network.part(part)[at]);
    let seen = |cell: usize, tap: usize| if tap == 8 { cell } else { usize::from(geometry.area.neighbours[cell][tap]) };
    let clip = |sum: i64, unit: i64| sum.div_euclid(unit).clamp(0, 127);
    let mut layer: Vec<Vec<i64>> = (0..cells)
        .map(|cell| {
            let channel = |i: usize| {
                let mut sum = weight(Part::FirstBias, turn * CHANNELS + i);
                for tap in 0..TAPS {
                    let class = usize::from(scene.of[seen(cell, tap)]);
                    sum += weight(Part::First, ((turn * TAPS + tap) * CLASSES + class) * CHANNELS + i);
                }
                clip(sum, 2)
            };
            (0..CHANNELS).map(channel).collect()
        })
        .collect();
    let mut mean = vec![0; CHANNELS];
    for (part, bias, has_mean) in [(Part::Second, Part::SecondBias, false), (Part::Third, Part::ThirdBias, true)] {
        let below = layer.clone();
        for (cell, row) in layer.iter_mut().enumerate() {
            for (i, value) in row.iter_mut().enumerate() {
                let mut sum = 32 * weight(bias, i);
                for j in 0..CHANNELS {
                    for tap in 0..TAPS {
                        let x = below.get(seen(cell, tap)).map_or(0, |row| row[j]);
                        sum += x * weight(part, (i * TAPS + tap) * CHANNELS + j);
                    }
                    sum += if has_mean { mean[j] * weight(Part::Mean, i * CHANNELS + j) } else { 0 };
                }
                *value = clip(sum, 64);
            }
        }
        mean = (0..CHANNELS).map(|j| layer.iter().map(|row| row[j]).sum::<i64>() / cells as i64).collect();
    }
    let told = |row: &Vec<i64>| {
        std::array::from_fn(|lane| {
            let at = turn * LANES + lane;
            let sum: i64 = (0..CHANNELS).map(|j| row[j] * weight(Part::Head, at * CHANNELS + j)).sum();
            (sum + 32 * weight(Part::HeadBias, at) + 128).div_euclid(256)
        })
    };
    layer.iter().map(told).collect()
}

mod tests {
    use super::super::weights::COUNT;
    use super::*;
    use crate::read::search::lemmas::PositionFeatures;
    use crate::read::{Area, Supply, sample};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    /// Random weights, the greatest ones among them, on random open groups.
    #[test]
    fn the_network_says_what_its_definition_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut compared = 0;
        for round in 0..60 {
            let most = [8, 40, 127][round % 3];
            let stored: Vec<f32> =
                (0..COUNT).map(|_| (rng.next_u64() % (2 * most + 1)) as f32 - most as f32).map(|w| w / 64.0).collect();
            let network = Network::of(&stored).unwrap();
            let Some((question, exits)) = sample::open(&mut rng) else { continue };
            let area = Area::of(&question, exits).unwrap();
            let turn = Role::ALL[round % 2];
            let state = area.state(&question, turn, Supply::NONE);
            let geometry = Geometry::new(area);
            let mut look = PositionFeatures::new();
            look.find(&geometry, state.attacker, state.defender);
            let scene = Scene::of(&geometry, &look.chains, &state);
            let fast = network.corrections(&geometry.area.neighbours, &scene);
            for (cell, told) in corrections(&network, &geometry, &scene).into_iter().enumerate() {
                assert_eq!(fast[cell].map(i64::from), told, "cell {cell} in round {round}");
                compared += 1;
            }
        }
        assert!(compared > 400, "{compared}");
    }
}
