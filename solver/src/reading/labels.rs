//! The label network: reading as propagation. A position is a variable over the values that occur,
//! an inner position one minimax rule, a finished one a given.
//!
//! Propagation from full domains settles exactly the positions whose value one side can force in
//! finitely many plies (a variable loses its values below v when `First` forces v, above v when
//! `Second` does), so it *is* the retrograde analysis with counters; what it leaves open is worth
//! endless play. A graph with such positions has several consistent labellings (all won, all drawn,
//! all lost…), so "one solution" is no criterion for games.

use super::{Game, PositionGraph, Side};
use crate::rules::RuleSpec;
use crate::{Domain, Network, NetworkError, Var};

/// A network with the meaning of its values. Variables are the graph's numbers.
#[derive(Clone, Debug)]
pub struct LabelNetwork<V> {
    /// The network.
    pub network: Network,
    /// What the values 0, 1, … stand for, rising.
    pub values: Vec<V>,
}

impl<V: Copy + Ord> LabelNetwork<V> {
    /// The domain value that stands for `value`.
    pub fn code(&self, value: V) -> Option<u8> {
        self.values.binary_search(&value).ok().map(|i| i as u8)
    }
}

/// The label network of a graph over the given values (those of its endings and of endless play are
/// added). Positions that were not gone on from (a limit bit) stay free.
///
/// # Errors
/// [`NetworkError::Malformed`] when there are more than 64 values.
pub fn label_network<G: Game>(
    game: &G,
    graph: &PositionGraph<G>,
    values: &[G::Value],
) -> Result<LabelNetwork<G::Value>, NetworkError> {
    let mut all = values.to_vec();
    all.push(game.endless());
    all.extend((0..graph.len() as u32).filter_map(|i| graph.leaf(i)));
    all.sort_unstable();
    all.dedup();
    if all.len() > 64 {
        let why = format!("{} different values, at most 64 fit", all.len());
        return Err(NetworkError::Malformed { kind: crate::RuleKind::Minimax, why });
    }
    let full = Domain::range(0, all.len() as u8 - 1);
    let mut labels = LabelNetwork { network: Network::with_vars(graph.len(), full), values: all };
    for i in 0..graph.len() as u32 {
        if let Some(code) = graph.leaf(i).and_then(|&v| labels.code(v)) {
            labels.network.set_domain(Var(i), Domain::single(code));
            continue;
        }
        let mut of: Vec<Var> = graph.moves(i).map(|(_, to)| Var(to)).collect();
        of.sort_unstable();
        of.dedup();
        if !of.is_empty() {
            let greatest = graph.side(i) == Side::First;
            labels.network.add(RuleSpec::Minimax { result: Var(i), of, greatest })?;
        }
    }
    Ok(labels)
}
