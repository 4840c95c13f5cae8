//! What a candidate leads to.

use super::local::{refutes, scratch};
use super::{Row, conclude, technique_of_row};
use crate::{Board, Deduction, Flow, Literal, Say};
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
        Contradiction { row, most }
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
                let mut say = vec![Say::Is(literal), Say::Text(" leads to a contradiction".into())];
                if let Some(rule) = rule {
                    say.extend([Say::Text(" in ".into()), Say::Rule(rule)]);
                }
                let rules = rule.into_iter().collect();
                if let Some(mut step) = conclude(&self.row, at, &[(var, value)], rules, say) {
                    step.because.pattern.push(literal);
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

technique_of_row!(Contradiction);
