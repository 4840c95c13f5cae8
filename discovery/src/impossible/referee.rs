//! Impossible patterns checked, and their forms.

use super::{Impossible, others, seeing_all};
use crate::form::Form;
use std::collections::BTreeMap;
use tesuji_solver::{Domain, HouseKind, Network, Value, Var};

/// Fillings that the referee tries.
const CHECKED: u64 = 50_000_000;

impl Impossible {
    /// The referee: tries all fillings, one cell after the other, and looks at each goal.
    pub fn holds(&self, net: &Network, domains: &[Domain]) -> bool {
        let guardians = others(domains, &self.cells, self.values);
        let seen = seeing_all(net, domains, &guardians);
        let mut steps = CHECKED;
        guardians == self.guardians
            && self.goals.iter().all(|g| seen.contains(g))
            && !self.can_fill(net, domains, &mut Vec::new(), &mut steps)
            && steps > 0
    }

    fn can_fill(&self, net: &Network, domains: &[Domain], filled: &mut Vec<Value>, steps: &mut u64) -> bool {
        *steps = steps.saturating_sub(1);
        let Some(&cell) = self.cells.get(filled.len()) else { return true };
        (domains[cell.index()] & self.values).iter().any(|value| {
            let clash = |(&other, &v): (&Var, &Value)| v == value && net.houses().sees(other, cell);
            if *steps == 0 || self.cells.iter().zip(filled.iter()).any(clash) {
                return false;
            }
            filled.push(value);
            let can = self.can_fill(net, domains, filled, steps);
            filled.pop();
            can
        })
    }

    /// Its form: values, cells, how many stand in each region, how many pairs see each other, and
    /// how many a cell sees at least and at most.
    pub fn form(&self, net: &Network) -> Form {
        let mut regions = BTreeMap::new();
        for &cell in &self.cells {
            for &h in net.houses().of(cell) {
                if net.houses().list()[usize::from(h)].kind == HouseKind::Region {
                    *regions.entry(h).or_insert(0_usize) += 1;
                }
            }
        }
        let mut regions: Vec<usize> = regions.into_values().collect();
        regions.sort_unstable();
        let regions: Vec<String> = regions.iter().map(usize::to_string).collect();
        let seen = |&a: &Var| self.cells.iter().filter(|b| net.houses().sees(a, **b)).count();
        let degrees: Vec<usize> = self.cells.iter().map(seen).collect();
        let (least, most) = (degrees.iter().min().unwrap_or(&0), degrees.iter().max().unwrap_or(&0));
        let (n, pairs) = (self.cells.len(), degrees.iter().sum::<usize>() / 2);
        let regions = if regions.is_empty() { String::new() } else { format!("b{} ", regions.join("")) };
        let key = format!("impossible-{}-{n}:{regions}e{pairs} d{least}-{most}", self.values.len());
        Form { size: n.min(255) as u8, length: 80 + 2 * n as u32, scope: 0, key }
    }

    /// Is it the tridagon (Thor's Hammer): three values, three cells in each of four regions, each
    /// of which sees four others?
    pub fn is_tridagon(&self, net: &Network) -> bool {
        self.form(net).key == "impossible-3-12:b3333 e24 d4-4"
    }
}
