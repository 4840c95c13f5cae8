//! Words for cells, rules and values.

use super::constraint::Constraint;
use super::design::{Design, symbol};
use super::grid::Grid;
use super::rules::{HOUSES, network};
use super::words::{box_number, called, law};
use std::sync::Arc;
use tesuji_genre::{Names, law_together, listed};
use tesuji_solver::reason::RulePart;
use tesuji_solver::{Domain, Fact, HouseKind, Network, Reason, RuleId, RuleKind, Value, Var};

/// The words of one network.
pub struct VariantNames {
    grid: Grid,
    rules: Vec<RuleWords>,
}

/// The words of one rule.
struct RuleWords {
    name: String,
    /// Its law; none for a row, a column, a region: these hold each value once.
    law: Option<String>,
    scope: Vec<Var>,
}

/// A constraint in words: what it is, its number, its cells.
pub fn words(grid: &Grid, c: &Constraint) -> String {
    let mut words = c.kind.noun.to_string();
    if !c.name.is_empty() {
        words += &format!(" {:?}", c.name);
    }
    let numbers: Vec<String> = c.numbers.iter().map(i32::to_string).collect();
    if c.kind.name == "Diagonal" {
        words = format!("{} diagonal", if c.text == "1" { "rising" } else { "falling" });
    } else if !numbers.is_empty() {
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
        let rules = net.rule_ids().map(|id| RuleWords::new(design, net, id)).collect();
        VariantNames { grid: design.grid.clone(), rules }
    }

    fn of(&self, rule: RuleId) -> Option<&RuleWords> {
        self.rules.get(rule.index())
    }

    /// Words for the values that are left, behind the name of the cell: "=5", "≤7".
    fn left(&self, kept: Domain) -> String {
        let all = self.grid.values();
        let gone = all.minus(kept);
        let listed_values = |values: Domain| values.iter().map(|v| self.value(v)).collect::<Vec<_>>();
        if let Some(value) = kept.value() {
            return format!("={}", self.value(value));
        }
        let (Some(low), Some(high)) = (kept.min(), kept.max()) else { return " has no value left".to_string() };
        if gone.len() > 1 && kept == all & Domain::range(low, high) {
            return match (kept.min() == all.min(), kept.max() == all.max()) {
                (true, _) => format!("≤{}", self.value(high)),
                (_, true) => format!("≥{}", self.value(low)),
                _ if kept.len() > 3 => format!(" from {} to {}", self.value(low), self.value(high)),
                _ => format!(" in {{{}}}", listed_values(kept).join(", ")),
            };
        }
        if kept.len() <= 3 && gone.len() > 1 {
            return format!(" in {{{}}}", listed_values(kept).join(", "));
        }
        format!("≠{}", listed(&listed_values(gone)))
    }
}

impl RuleWords {
    fn new(design: &Design, net: &Network, id: RuleId) -> RuleWords {
        let scope = net.rule(id).scope().to_vec();
        let first = scope.first().map_or(String::new(), |v| design.grid.name(v.0));
        let origin = net.origin(id).filter(|origin| origin.class != HOUSES);
        let constraint = origin.and_then(|o| design.constraints.get(design.constraint_at(o.place)?));
        if let Some(c) = constraint {
            let law = (net.rule(id).kind() != RuleKind::AllDifferent).then(|| law(design, c, &scope));
            return RuleWords { name: called(design, c, &scope), law, scope };
        }
        let name = match (net.house_kind(id), scope.first()) {
            (HouseKind::Line(0), Some(v)) => format!("row {}", design.grid.row_col(v.0).0 + 1),
            (HouseKind::Line(_), Some(v)) => format!("column {}", design.grid.row_col(v.0).1 + 1),
            _ => match box_number(design, &scope) {
                Some(number) => format!("box {number}"),
                None => format!("the region of {first}"),
            },
        };
        RuleWords { name, law: None, scope }
    }
}

impl Names for VariantNames {
    fn var(&self, var: Var) -> String {
        self.grid.name(var.0)
    }
    fn rule(&self, rule: RuleId) -> String {
        self.of(rule).map_or_else(|| format!("rule {}", rule.0), |words| words.name.clone())
    }
    fn value(&self, value: Value) -> String {
        symbol(value).to_string()
    }
    fn facts(&self, facts: &[Fact]) -> String {
        let mut cells: Vec<(Var, Domain)> = Vec::new();
        for fact in facts {
            match cells.iter_mut().find(|(var, _)| *var == fact.var) {
                Some((_, kept)) => *kept &= fact.keeps(),
                None => cells.push((fact.var, self.grid.values() & fact.keeps())),
            }
        }
        // Cells of which the same is said are named together.
        let mut said: Vec<(Domain, Vec<Var>)> = Vec::new();
        for (var, kept) in cells {
            match said.iter_mut().find(|(of, _)| *of == kept) {
                Some((_, vars)) => vars.push(var),
                None => said.push((kept, vec![var])),
            }
        }
        let texts: Vec<String> =
            said.iter().map(|(kept, vars)| format!("{}{}", self.vars(vars), self.left(*kept))).collect();
        if texts.len() > 1 && said.iter().any(|(_, vars)| vars.len() > 1) { texts.join("; ") } else { listed(&texts) }
    }
    fn law(&self, reason: &Reason, says: &str) -> String {
        if let Some(proof) = &reason.together {
            return law_together(proof, &|rules| self.rules(rules));
        }
        let Some(words) = reason.rule.and_then(|rule| self.of(rule)) else {
            return "no other value is left".to_string();
        };
        match (&words.law, reason.part) {
            (Some(law), _) => law.clone(),
            (None, RulePart::ValueInHouse) => format!("no value stands twice in {}", words.name),
            (None, RulePart::PlaceInHouse) => format!("the values of {} have no other places", words.name),
            _ => format!("{} {says}", words.name),
        }
    }
    fn scope_places(&self, rule: RuleId) -> Vec<(String, u32)> {
        let scope = self.of(rule).map_or(&[][..], |words| &words.scope);
        scope.iter().map(|v| (self.grid.name(v.0), v.0)).collect()
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
