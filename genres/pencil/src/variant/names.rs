//! Words for cells, rules and values.

use super::constraint::Constraint;
use super::design::{Design, symbol};
use super::grid::Grid;
use super::rules::{CONSTRAINTS, network};
use std::sync::Arc;
use tesuji_genre::{Names, listed};
use tesuji_solver::{HouseKind, Network, RuleId, Value, Var};

/// The words of one network.
pub struct VariantNames {
    grid: Grid,
    rules: Vec<String>,
}

/// A constraint in words: what it is, its number, its cells.
pub fn words(grid: &Grid, c: &Constraint) -> String {
    let mut words = c.kind.noun.to_string();
    if !c.name.is_empty() {
        words += &format!(" {:?}", c.name);
    }
    let numbers: Vec<String> = c.numbers.iter().map(i32::to_string).collect();
    if !numbers.is_empty() && c.kind.name != "Diagonal" {
        words += &format!(" {}", numbers.join(","));
    } else if !c.text.is_empty() && c.text.len() < 12 {
        words += &format!(" {}", c.text);
    }
    let lists: Vec<String> =
        c.cells.iter().map(|list| list.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>().join(" ")).collect();
    if !lists.is_empty() {
        words += &format!(" ({})", lists.join("; "));
    }
    if !c.inner.is_empty() {
        let inner: Vec<String> = c.inner.iter().map(|inner| self::words(grid, inner)).collect();
        words += &format!(" of {}", inner.join(" | "));
    }
    words
}

impl VariantNames {
    /// The words of the network of a design.
    pub fn new(design: &Design, net: &Network) -> VariantNames {
        let grid = &design.grid;
        let name = |id: RuleId| {
            let scope = net.rule(id).scope();
            let first = scope.first().map_or(String::new(), |v| grid.name(v.0));
            match net.origin(id) {
                Some(origin) if origin.class == CONSTRAINTS => {
                    let constraint = design.constraint_at(origin.place).and_then(|i| design.constraints.get(i));
                    let Some(c) = constraint else { return format!("the rule at {first}") };
                    let at = c
                        .cells
                        .iter()
                        .flatten()
                        .next()
                        .map_or(String::new(), |&cell| format!(" at {}", grid.name(cell)));
                    let number = c.numbers.first().map_or(String::new(), |n| format!(" {n}"));
                    match c.kind.form {
                        super::constraint::Form::Global => format!("the {} of {}", c.kind.noun, cells(grid, scope)),
                        _ => format!("the {}{number}{at}", c.kind.noun),
                    }
                }
                _ => match (net.house_kind(id), scope.first()) {
                    (HouseKind::Line(0), Some(v)) => format!("row {}", grid.row_col(v.0).0 + 1),
                    (HouseKind::Line(_), Some(v)) => format!("column {}", grid.row_col(v.0).1 + 1),
                    _ => format!("the region of {first}"),
                },
            }
        };
        VariantNames { grid: grid.clone(), rules: net.rule_ids().map(name).collect() }
    }
}

fn cells(grid: &Grid, scope: &[Var]) -> String {
    let names: Vec<String> = scope.iter().take(4).map(|v| grid.name(v.0)).collect();
    if scope.len() > 4 { format!("{} …", names.join(", ")) } else { listed(&names) }
}

impl Names for VariantNames {
    fn var(&self, var: Var) -> String {
        self.grid.name(var.0)
    }
    fn rule(&self, rule: RuleId) -> String {
        self.rules.get(rule.index()).cloned().unwrap_or_else(|| format!("rule {}", rule.0))
    }
    fn value(&self, value: Value) -> String {
        symbol(value).to_string()
    }
}

/// The network of a design with its words.
///
/// # Errors
/// [`Bad`](tesuji_genre::Bad) with the constraint that makes no rule.
pub fn named_network(
    design: &Design,
    stands: &dyn Fn(usize) -> bool,
) -> Result<(Network, Arc<dyn Names>), tesuji_genre::Bad> {
    let net = network(design, stands)?;
    let names = Arc::new(VariantNames::new(design, &net));
    Ok((net, names))
}
