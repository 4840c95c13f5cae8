//! What a candidate leads to.

use super::local::{refutes, scratch};
use super::{Ground, Marks, Part, Row, Silent, candidates, conclude, refuted, struck, technique_of_row};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Means, Network};
use std::ops::ControlFlow;

/// A candidate from which the rules, one after the other, lead to a contradiction within so many
/// further conclusions.
#[derive(Clone, Debug)]
pub struct Contradiction {
    row: Row,
    most: usize,
}

impl Contradiction {
    /// `most` bounds the variables that lose candidates on the way.
    pub fn within(row: Row, most: usize) -> Contradiction {
        Contradiction { row: row.by(Means::Trial), most }
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let start = scratch(at);
        let mut tried = start.clone();
        for var in at.open().iter() {
            for value in at.domain(var).iter() {
                let literal = Literal { var, value };
                if at.store().is_irrefutable(literal) {
                    continue;
                }
                tried.restore(&start);
                let Some(rule) = refutes(&mut tried, literal, &|_| true, self.most) else { continue };
                if let Some(step) = conclude(&self.row, at, &[(var, value)], rule.into_iter().collect()) {
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let domains = candidates(at);
        struck(step).filter_map(|l| refuted(&self.row, at, with, &domains, l, (&|_| true, self.most))).collect()
    }
}

impl Silent for Contradiction {
    fn silent_parts(&self, _net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::default()]
    }

    fn conclude(&self, ground: &mut Ground<'_>, _part: &Part) -> bool {
        for var in ground.network().vars() {
            if ground.store().is_placed(var) {
                continue;
            }
            let mut gone = Domain::EMPTY;
            for value in ground.domain(var).iter() {
                let literal = Literal { var, value };
                if ground.store().is_irrefutable(literal) || !ground.refutes(literal, false, self.most) {
                    continue;
                }
                gone = gone.with(value);
                if !ground.is_in_rounds {
                    break;
                }
            }
            if !gone.is_empty() {
                ground.strike(var, gone);
                if !ground.is_in_rounds {
                    break;
                }
            }
        }
        ground.has_struck()
    }
}

technique_of_row!(Contradiction);
