//! Words for cells, rules and values.

use super::constraint::Constraint;
use super::design::{Design, symbol};
use super::grid::Grid;
use super::rules::{HOUSES, network};
use super::words::{called, law};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Names, law_together, listed};
use tesuji_solver::reason::RulePart;
use tesuji_solver::{Domain, Fact, HouseKind, Network, Reason, RuleId, RuleKind, Value, Var};

/// The words of the network of a grid: r1c1, row 1, box 1, the names of constraints.
pub struct GridNames {
    grid: Grid,
    /// The kind of each rule, and which one it is: "row", "3".
    rules: Vec<(String, String)>,
}

/// The words of a variant: they tell the laws of constraints, and facts as ranges.
pub struct VariantNames {
    names: GridNames,
    /// The law of each rule; none for a row, a column, a region: these hold each value once.
    laws: Vec<Option<String>>,
    scopes: Vec<Vec<Var>>,
}

/// Cells by row, those of one column together: r3c57, r12c4.
pub fn cell_list(grid: &Grid, vars: &[Var]) -> String {
    let is_short = grid.side() <= 9;
    let (cells, outside): (Vec<Var>, Vec<Var>) = vars.iter().partition(|v| v.index() < grid.cells());
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for v in cells {
        let (row, col) = grid.row_col(v.0);
        rows.entry(row).or_default().push(col);
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
        if is_short || parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(",")) }
    };
    let mut parts: Vec<String> = groups.iter().map(|(r, c)| format!("r{}c{}", digits(r), digits(c))).collect();
    parts.extend(outside.into_iter().map(|v| grid.name(v.0)));
    listed(&parts)
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

impl GridNames {
    /// The words of the network of a design.
    pub fn new(design: &Design, net: &Network) -> GridNames {
        let mut names = GridNames { grid: design.grid.clone(), rules: Vec::new() };
        let (boxes, pieces) = (design.boxes(), design.pieces().unwrap_or_default());
        let piece = if design.grid.are_boxes(&pieces) { "box" } else { "region" };
        for id in net.rule_ids() {
            let scope = net.rule(id).scope();
            let (row, col) = scope.first().map_or((0, 0), |v| design.grid.row_col(v.0));
            let number =
                |regions: &[Vec<u32>]| regions.iter().position(|own| own.iter().eq(scope.iter().map(|v| &v.0)));
            let words = match (constraint(design, net, id), net.house_kind(id)) {
                (Some(c), _) => called(design, c, scope, &|vars| names.vars(vars)),
                (None, HouseKind::Line(0)) => ("row".to_string(), (row + 1).to_string()),
                (None, HouseKind::Line(_)) => ("column".to_string(), (col + 1).to_string()),
                (None, _) => match (number(&boxes), number(&pieces)) {
                    (Some(at), _) => ("box".to_string(), (at + 1).to_string()),
                    (None, at) => (piece.to_string(), (at.unwrap_or(0) + 1).to_string()),
                },
            };
            names.rules.push(words);
        }
        names
    }
}

/// The constraint that a rule comes from; none for rows, columns and regions.
fn constraint<'a>(design: &'a Design, net: &Network, id: RuleId) -> Option<&'a Constraint> {
    let origin = net.origin(id).filter(|origin| origin.class != HOUSES)?;
    design.constraints.get(design.constraint_at(origin.place)?)
}

impl Names for GridNames {
    fn var(&self, var: Var) -> String {
        self.grid.name(var.0)
    }

    fn rule(&self, rule: RuleId) -> String {
        match self.rules.get(rule.index()) {
            Some((kind, which)) if which.is_empty() => kind.clone(),
            Some((kind, which)) => format!("{kind} {which}"),
            None => format!("rule {}", rule.0),
        }
    }

    fn value(&self, value: Value) -> String {
        symbol(value).to_string()
    }

    fn vars(&self, vars: &[Var]) -> String {
        cell_list(&self.grid, vars)
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
        let named = |(kind, which): &(&str, Vec<String>)| match which.as_slice() {
            [one, ..] if one.is_empty() => (*kind).to_string(),
            [one] => format!("{kind} {one}"),
            many => {
                let plural = if kind.ends_with('x') { "es" } else { "s" };
                format!("{kind}{plural} {}", listed(many))
            }
        };
        listed(&kinds.iter().map(named).collect::<Vec<_>>())
    }
}

impl VariantNames {
    /// The words of the network of a design.
    pub fn new(design: &Design, net: &Network) -> VariantNames {
        let names = GridNames::new(design, net);
        let law_of = |id: RuleId| {
            let c = constraint(design, net, id).filter(|_| net.rule(id).kind() != RuleKind::AllDifferent)?;
            Some(law(design, c, net.rule(id).scope(), &names.rule(id)))
        };
        let laws = net.rule_ids().map(law_of).collect();
        let scopes = net.rule_ids().map(|id| net.rule(id).scope().to_vec()).collect();
        VariantNames { names, laws, scopes }
    }

    /// Words for the values that are left, behind the name of the cell: "=5", "≤7".
    fn left(&self, kept: Domain) -> String {
        let all = self.names.grid.values();
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

impl Names for VariantNames {
    fn var(&self, var: Var) -> String {
        self.names.var(var)
    }
    fn rule(&self, rule: RuleId) -> String {
        self.names.rule(rule)
    }
    fn value(&self, value: Value) -> String {
        self.names.value(value)
    }
    fn vars(&self, vars: &[Var]) -> String {
        self.names.vars(vars)
    }
    fn rules(&self, rules: &[RuleId]) -> String {
        self.names.rules(rules)
    }
    fn facts(&self, facts: &[Fact]) -> String {
        let mut cells: Vec<(Var, Domain)> = Vec::new();
        for fact in facts {
            match cells.iter_mut().find(|(var, _)| *var == fact.var) {
                Some((_, kept)) => *kept &= fact.keeps(),
                None => cells.push((fact.var, self.names.grid.values() & fact.keeps())),
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
        let listed_vars = |vars: &[Var]| listed(&vars.iter().map(|&v| self.var(v)).collect::<Vec<_>>());
        let texts: Vec<String> =
            said.iter().map(|(kept, vars)| format!("{}{}", listed_vars(vars), self.left(*kept))).collect();
        if texts.len() > 1 && said.iter().any(|(_, vars)| vars.len() > 1) { texts.join("; ") } else { listed(&texts) }
    }
    fn law(&self, reason: &Reason, says: &str) -> String {
        if let Some(proof) = &reason.together {
            return law_together(proof, &|rules| self.rules(rules));
        }
        let Some(rule) = reason.rule else { return "no other value is left".to_string() };
        let name = self.rule(rule);
        match (self.laws.get(rule.index()), reason.part) {
            (Some(Some(law)), _) => law.clone(),
            (_, RulePart::ValueInHouse) => format!("no value stands twice in {name}"),
            (_, RulePart::PlaceInHouse) => format!("the values of {name} have no other places"),
            _ => format!("{name} {says}"),
        }
    }
    fn scope_places(&self, rule: RuleId) -> Vec<(String, u32)> {
        let scope = self.scopes.get(rule.index()).map_or(&[][..], Vec::as_slice);
        scope.iter().map(|v| (self.var(*v), v.0)).collect()
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
