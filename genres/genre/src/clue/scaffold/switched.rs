//! One engine for all sets of a completion's clues: each clue is switched on by assumptions.

use crate::clue::genre::{ClueGenre, Clued, Clues, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_solver::engine::{Lit, Policy, Session};
use tesuji_solver::{Clock, Limits, Literal, RuleId};

/// A compiled network with the literals to assume for each clue.
pub(super) struct Switched {
    session: Session,
    clues: BTreeMap<Place, Vec<Lit>>,
}

impl Switched {
    /// The engine, if the genre's clues are rules that can be switched.
    pub(super) fn new<G: ClueGenre>(genre: &G, structure: &Arc<G::Structure>, full: &Clues<G::Clue>) -> Option<Self> {
        let puzzle: Clued<G> = Clued { structure: Arc::clone(structure), clues: full.clone() };
        let layout = genre.layout(&puzzle.structure, &puzzle.clues).ok()?;
        let stated = genre.clue_rules(structure, &layout.network)?;
        let rules: Vec<RuleId> = stated.iter().map(|(_, id)| *id).collect();
        let (session, selectors) = Session::switched(&layout.network, &rules, Policy::default())?;
        let mut clues: BTreeMap<Place, Vec<Lit>> = full.keys().map(|&place| (place, Vec::new())).collect();
        for ((place, _), selector) in stated.iter().zip(selectors) {
            clues.entry(*place).or_default().push(selector);
        }
        for (&place, clue) in full {
            for (var, keep) in genre.clue_pattern(structure, place, clue) {
                let gone = session.initial(var).minus(keep);
                let literals = gone.iter().map(|value| !session.is(Literal { var, value }));
                clues.entry(place).or_default().extend(literals);
            }
        }
        Some(Switched { session, clues })
    }

    /// Is there exactly one solution with the clues of these places? `None` when a limit bites.
    pub(super) fn is_unique(&mut self, kept: impl Iterator<Item = Place>, nodes: u64, clock: &Clock) -> Option<bool> {
        let assume: Vec<Lit> = kept.filter_map(|place| self.clues.get(&place)).flatten().copied().collect();
        let limits = Limits { solutions: 2, ..Limits::default().with_nodes(nodes).with_time(clock.remaining()) };
        let answer = self.session.solve(&assume, &limits);
        match (answer.solutions.len(), answer.stop.is_complete()) {
            (2.., _) => Some(false),
            (n, true) => Some(n == 1),
            _ => None,
        }
    }
}
