//! Words for the parts of a grid.

use crate::{Grid, symbols};
use std::collections::BTreeMap;
use tesuji_genre::Names;
use tesuji_solver::{Domain, RuleId, Value, Var};

/// r1c1, row 1, column 1, box 1, diagonal, cage.
#[derive(Debug)]
pub struct GridNames {
    n: usize,
    rules: Vec<(&'static str, String)>,
}

impl GridNames {
    /// The words of a grid with these cage sums, in the order of its network's rules.
    pub fn new(grid: &Grid, sums: &[Option<u16>]) -> Self {
        let n = grid.n;
        let mut rules = Vec::new();
        rules.extend((1..=n).map(|i| ("row", i.to_string())));
        rules.extend((1..=n).map(|i| ("column", i.to_string())));
        let region = if grid.boxes.is_some_and(|(r, c)| r > 1 && c > 1) { "box" } else { "region" };
        rules.extend((1..=n).map(|i| (region, i.to_string())));
        if grid.diagonals {
            rules.push(("the falling diagonal", String::new()));
            rules.push(("the rising diagonal", String::new()));
        }
        let mut names = GridNames { n, rules };
        if grid.knight {
            for (a, b) in grid.knight_pairs() {
                let pair = names.vars(&[Var(a as u32), Var(b as u32)]);
                names.rules.push(("the knight's move", pair));
            }
        }
        for (k, cage) in grid.cages.iter().enumerate() {
            let vars: Vec<Var> = cage.iter().map(|&c| Var(c)).collect();
            let name = ("the cage", names.vars(&vars));
            if vars.len() > 1 {
                names.rules.push(name.clone());
            }
            if let Some(Some(_)) = sums.get(k) {
                names.rules.push(name);
            }
        }
        names
    }
}

impl Names for GridNames {
    fn var(&self, var: Var) -> String {
        crate::grid::cell_name(self.n, var.index())
    }

    fn rule(&self, rule: RuleId) -> String {
        match self.rules.get(rule.index()) {
            Some((kind, which)) if which.is_empty() => (*kind).to_string(),
            Some((kind, which)) => format!("{kind} {which}"),
            None => format!("rule {}", rule.0),
        }
    }

    fn value(&self, value: Value) -> String {
        if self.n > 9 { symbols::symbol(value).to_string() } else { value.to_string() }
    }

    /// Cells by row, those of one column together: r3c57, r12c4.
    fn vars(&self, vars: &[Var]) -> String {
        let short = self.n <= 9;
        let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for v in vars {
            rows.entry(v.index() / self.n).or_default().push(v.index() % self.n);
        }
        // Rows with the same columns go together.
        let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (row, mut cols) in rows {
            cols.sort_unstable();
            cols.dedup();
            match groups.iter_mut().find(|(_, c)| *c == cols) {
                Some((r, _)) => r.push(row),
                None => groups.push((vec![row], cols)),
            }
        }
        let digits = |list: &[usize]| -> String {
            let parts: Vec<String> = list.iter().map(|i| (i + 1).to_string()).collect();
            if short || parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(",")) }
        };
        let parts: Vec<String> = groups.iter().map(|(r, c)| format!("r{}c{}", digits(r), digits(c))).collect();
        tesuji_genre::listed(&parts)
    }

    /// "rows 3 and 7".
    fn rules(&self, rules: &[RuleId]) -> String {
        let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
        for r in rules {
            let Some((kind, which)) = self.rules.get(r.index()) else { continue };
            match kinds.iter_mut().find(|(k, _)| k == kind) {
                Some((_, list)) => list.push(which.clone()),
                None => kinds.push((kind, vec![which.clone()])),
            }
        }
        let parts: Vec<String> = kinds
            .iter()
            .map(|(kind, which)| match which.as_slice() {
                [one] if one.is_empty() => (*kind).to_string(),
                [one] => format!("{kind} {one}"),
                many => {
                    let plural = if kind.ends_with('x') { format!("{kind}es") } else { format!("{kind}s") };
                    format!("{plural} {}", tesuji_genre::listed(many))
                }
            })
            .collect();
        tesuji_genre::listed(&parts)
    }

    /// Values as digits one after another would be unclear beside cells: "4 and 7".
    fn values(&self, values: Domain) -> String {
        let parts: Vec<String> = values.iter().map(|v| self.value(v)).collect();
        tesuji_genre::listed(&parts)
    }
}
