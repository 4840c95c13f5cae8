//! The weights of the prior of first moves, as the example `looks` fitted them.

use super::looks::Weights;

/// In the order of [`SIGHTS`](super::looks::SIGHTS): the attacker's, the defender's.
pub(super) const WEIGHTS: Weights = [
    [
        -0.19, -0.03, 1.37, 1.70, 0.94, 1.08, 0.83, 0.31, 0.10, -0.17, 0.71, -0.61, 0.41, -0.72, 1.96, 0.68, -0.83,
        1.22, 1.03, 0.02, 2.25, -1.06, -3.23, 0.44,
    ],
    [
        -0.28, 0.52, 2.04, 1.76, -0.35, 2.08, 0.81, -0.35, 0.34, -0.98, 0.94, 0.25, 1.22, -0.83, 1.44, 0.15, -0.81,
        -0.43, 0.14, 2.29, 1.63, -0.18, -2.09, 0.90,
    ],
];
