//! What check and discovery need of a puzzle.

use crate::{Bad, Names, Solution, State};
use std::sync::Arc;
use tesuji_solver::{Domain, Explainer, Network, Store, Value, Var, VarSet};

/// A puzzle as the engine sees it.
pub enum View {
    /// Clues over a constraint network.
    Clues(ClueView),
    /// A position to be read; no network referees it.
    Reading,
}

/// A network shared by all puzzles of one layout, and this puzzle's domains on it.
#[derive(Clone)]
pub struct ClueView {
    /// The layout's network. Puzzles of one layout share it (compare with `Arc::ptr_eq` to reuse
    /// compiled engines).
    pub network: Arc<Network>,
    /// This puzzle's starting domains: a single value for each given.
    pub domains: Vec<Domain>,
    /// The givens.
    pub given: VarSet,
    /// Words for cells, houses and values.
    pub names: Arc<dyn Names>,
}

impl ClueView {
    /// Finds the reasons of steps on the puzzle.
    pub fn explainer(&self) -> Explainer<'_> {
        Explainer::new(&self.network).with_constants(|var| self.names.is_constant(var))
    }

    /// The store a person starts from: givens placed, their values struck from their houses, then
    /// the state applied.
    ///
    /// # Errors
    /// [`Bad`] naming the cell where givens or state contradict each other.
    pub fn store(&self, state: Option<&State>) -> Result<Store<'_>, Bad> {
        let mut at = Store::new(&self.network).of_puzzle(&self.domains);
        for var in self.network.vars() {
            let domain = self.domains[var.index()];
            if self.given.contains(var) {
                let value = domain.value().ok_or_else(|| Bad::new("a given has one value").at(self.names.var(var)))?;
                self.put(&mut at, var, value)?;
            } else {
                at.restrict(var, domain).map_err(|_| self.clash(var))?;
            }
        }
        if let Some(state) = state {
            for (&v, &mask) in &state.removed {
                if v as usize >= self.network.len() {
                    return Err(Bad::new(format!("the state names cell {v} of {}", self.network.len())));
                }
                at.remove(Var(v), Domain(mask)).map_err(|_| self.clash(Var(v)))?;
            }
            for (&v, &value) in &state.placed {
                if v as usize >= self.network.len() || value > 63 {
                    return Err(Bad::new(format!("the state names cell {v}, value {value}: out of range")));
                }
                if !self.given.contains(Var(v)) {
                    self.put(&mut at, Var(v), value)?;
                } else if !self.domains[v as usize].contains(value) {
                    let at = format!("state, {}", self.names.var(Var(v)));
                    return Err(Bad::new("the state has another value than the puzzle gives there").at(at));
                }
            }
        }
        Ok(at)
    }

    /// Do givens and state leave every cell a candidate, when their values are struck from their
    /// houses?
    ///
    /// # Errors
    /// As [`store`](Self::store).
    pub fn check(&self, state: Option<&State>) -> Result<(), Bad> {
        if state.is_none() && self.leaves_candidates() {
            return Ok(());
        }
        self.store(state).map(drop)
    }

    /// Do the givens alone? The same question as the store's, without the store.
    fn leaves_candidates(&self) -> bool {
        let houses = self.network.houses();
        let mut taken = vec![Domain::EMPTY; houses.list().len()];
        for var in self.given.iter() {
            let own = self.domains[var.index()] & self.network.domains()[var.index()];
            if !own.is_single() {
                return false;
            }
            for &house in houses.of(var) {
                let taken = &mut taken[usize::from(house)];
                if !(*taken & own).is_empty() {
                    return false;
                }
                *taken |= own;
            }
        }
        self.network.vars().filter(|&var| !self.given.contains(var)).all(|var| {
            let seen = houses.of(var).iter().fold(Domain::EMPTY, |seen, &house| seen | taken[usize::from(house)]);
            !(self.domains[var.index()] & self.network.domains()[var.index()]).minus(seen).is_empty()
        })
    }

    /// Values by variable in the shape that the genre's records have.
    pub fn solution(&self, values: &[Value]) -> Solution {
        self.names.solution(values)
    }

    fn put(&self, at: &mut Store<'_>, var: Var, value: Value) -> Result<(), Bad> {
        let lit = tesuji_solver::Literal { var, value };
        at.place(lit).map_err(|c| {
            let other = c.var.unwrap_or(var);
            let what = if other == var {
                format!("{} can't stand here: it contradicts another value", self.names.value(value))
            } else {
                format!("{} here leaves {} without a value", self.names.value(value), self.names.var(other))
            };
            Bad::new(what).at(self.names.var(var))
        })
    }

    fn clash(&self, var: Var) -> Bad {
        Bad::new("no candidate is left").at(self.names.var(var))
    }
}
