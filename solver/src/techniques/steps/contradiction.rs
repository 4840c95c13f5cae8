//! What a candidate leads to.

use super::{Ground, Marks, Part, Parted, Row, Told, candidates, refuted, struck, technique_of_row};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Means, Network, Var};
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

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let domains = candidates(at);
        struck(step).filter_map(|l| refuted(&self.row, at, with, &domains, l, (&|_| true, self.most))).collect()
    }

    /// Tries the candidates of a variable: is one refuted? In rounds those that are go together with
    /// those of other variables.
    fn try_values(&self, ground: &mut Ground<'_>, var: Var, told: &mut Told<'_>) -> ControlFlow<(), bool> {
        let mut gone = Domain::EMPTY;
        for value in ground.domain(var).iter() {
            let literal = Literal { var, value };
            if ground.store().is_irrefutable(literal) {
                continue;
            }
            let Some(rule) = ground.refutes(literal, false, self.most) else { continue };
            gone = gone.with(value);
            if !ground.is_in_rounds {
                ground.strike(var, Domain::single(value));
                ground.about.extend(rule);
                ground.tell(told)?;
            }
        }
        if ground.is_in_rounds && !gone.is_empty() {
            ground.strike(var, gone);
        }
        ControlFlow::Continue(!gone.is_empty())
    }
}

impl Parted for Contradiction {
    fn parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::of_board(net.len())]
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        for var in ground.network().vars() {
            let number = var.index();
            if ground.store().is_placed(var) || ground.is_looked_at(part, number) {
                continue;
            }
            ground.begin_look(part, number);
            // No trial reads a variable that has one value left.
            ground.note_vars(&[var]);
            if !self.try_values(ground, var, told)? {
                ground.remember_look(part, number);
            }
        }
        if ground.is_in_rounds { ground.tell(told) } else { ControlFlow::Continue(()) }
    }
}

technique_of_row!(Contradiction, parted);
