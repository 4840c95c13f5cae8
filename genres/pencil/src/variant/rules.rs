//! The rules that constraints state.

use super::constraint::Constraint;
use super::design::Design;
use super::grid::Grid;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::rules::{Arrow, RuleSpec};
use tesuji_solver::{Domain, HouseKind, Literal, Network, NetworkError, Origin, Value, Var};

/// The class of rules of rows, columns and regions; those of constraints have the classes of their
/// families, and the places of the clues.
pub const HOUSES: u16 = 0;

/// Takes the rules of constraints. In a first round only which cells differ is noted, in a second
/// one sums know it.
pub struct Rules<'a> {
    design: &'a Design,
    /// For each two variables whether they differ for sure, row by row.
    apart: Vec<bool>,
    net: Option<Network>,
    origin: Origin,
    /// Rules of a branch, while one is stated.
    branch: Option<Vec<RuleSpec>>,
    error: Option<NetworkError>,
}

/// The network of a design, with the constraints of `stands` alone.
///
/// # Errors
/// [`Bad`] with the constraint that makes no rule.
pub fn network(design: &Design, stands: &dyn Fn(usize) -> bool) -> Result<Network, Bad> {
    let n = design.grid.variables();
    let mut rules = Rules {
        design,
        apart: vec![false; n * n],
        net: None,
        origin: Origin { class: HOUSES, place: 0 },
        branch: None,
        error: None,
    };
    // Rows, columns and regions do not ask which cells differ.
    if !design.constraints.is_empty() {
        rules.all(stands)?;
    }
    rules.net = Some(Network::with_vars(n, design.values()));
    rules.all(stands)?;
    match (rules.error, rules.net) {
        (Some(error), _) => Err(Bad::new(error.to_string())),
        (None, net) => Ok(net.unwrap_or_default()),
    }
}

impl<'a> Rules<'a> {
    fn all(&mut self, stands: &dyn Fn(usize) -> bool) -> Result<(), Bad> {
        let design = self.design;
        let grid = &design.grid;
        self.origin = Origin { class: HOUSES, place: 0 };
        if grid.has_lines {
            for r in 0..grid.rows {
                self.house(&grid.row(r), HouseKind::Line(0));
            }
            for c in 0..grid.cols {
                self.house(&grid.col(c), HouseKind::Line(1));
            }
        }
        for region in design.boxes().into_iter().chain(design.pieces()?) {
            self.house(&region, HouseKind::Region);
        }
        for (i, constraint) in design.constraints.iter().enumerate().filter(|(i, _)| stands(*i)) {
            let class = constraint.kind.words.family.class();
            self.origin = Origin { class, place: design.place(i) };
            self.state(constraint)?;
        }
        Ok(())
    }

    /// The rules of one constraint.
    ///
    /// # Errors
    /// [`Bad`] with the constraint.
    fn state(&mut self, constraint: &Constraint) -> Result<(), Bad> {
        (constraint.kind.rules)(constraint, self).map_err(|mut bad| {
            let at = constraint.cells.iter().flatten().next().map(|&c| self.design.grid.name(c));
            let at = at.map_or_else(|| constraint.kind.name.to_string(), |at| format!("{} {at}", constraint.kind.name));
            bad.at.get_or_insert(at);
            bad
        })
    }

    /// The design.
    pub fn design(&self) -> &'a Design {
        self.design
    }

    /// The grid.
    pub fn grid(&self) -> &'a Grid {
        &self.design.grid
    }

    /// Is this the round in which rules count? In the other one only cells that differ do.
    pub fn is_second_round(&self) -> bool {
        self.net.is_some()
    }

    /// Adds a rule.
    pub fn add(&mut self, spec: RuleSpec) {
        self.add_house(spec, HouseKind::Other);
    }

    fn add_house(&mut self, spec: RuleSpec, house: HouseKind) {
        if let Some(branch) = &mut self.branch {
            branch.push(spec);
        } else if let Some(net) = &mut self.net
            && let Err(error) = net.add_house(spec, house).map(|id| net.set_origin(id, self.origin))
        {
            self.error.get_or_insert(error);
        }
    }

    /// A house of the grid: its values differ.
    pub fn house(&mut self, cells: &[u32], kind: HouseKind) {
        let cells = once_each(cells);
        if self.branch.is_none() && !self.is_second_round() {
            let n = self.design.grid.variables();
            for &a in &cells {
                let others = &mut self.apart[a as usize * n..][..n];
                cells.iter().for_each(|&b| others[b as usize] |= a != b);
            }
        }
        if cells.len() > 1 {
            self.add_house(RuleSpec::AllDifferent { vars: vars(&cells) }, kind);
        }
    }

    /// The values of the cells differ; a cell that is named twice counts once.
    pub fn different(&mut self, cells: &[u32]) {
        self.house(cells, HouseKind::Other);
    }

    /// There is no solution.
    pub fn never(&mut self) {
        self.add(RuleSpec::Clause { literals: Vec::new() });
    }

    /// The cell takes one of the values.
    pub fn among(&mut self, cell: u32, values: Domain) {
        let kept = values & self.design.values();
        if kept != self.design.values() {
            self.add(RuleSpec::Table { vars: vec![Var(cell)], tuples: kept.iter().map(|v| vec![v]).collect() });
        }
    }

    /// The values of two cells are related.
    pub fn pair(&mut self, a: u32, b: u32, related: &dyn Fn(i32, i32) -> bool) {
        if !self.is_second_round() {
            return;
        }
        let values = self.design.values();
        let holds = |a: Value, b: Value| related(a.into(), b.into());
        if a == b {
            return self.among(a, values.iter().filter(|&v| holds(v, v)).collect());
        }
        let tuples = values.iter().flat_map(|x| values.iter().filter(move |&y| holds(x, y)).map(move |y| vec![x, y]));
        self.add(RuleSpec::Table { vars: vec![Var(a), Var(b)], tuples: tuples.collect() });
    }

    /// The values of three cells are related; the first and the last are others than the middle.
    pub fn triple(&mut self, [a, b, c]: [u32; 3], related: &dyn Fn(i32, i32, i32) -> bool) {
        if !self.is_second_round() {
            return;
        }
        let cells = once_each(&[a, b, c]);
        let values: Vec<Value> = self.design.values().iter().collect();
        let mut tuples = Vec::new();
        for i in 0..values.len().pow(cells.len() as u32) {
            let tuple: Vec<Value> =
                (0..cells.len()).map(|k| values[i / values.len().pow(k as u32) % values.len()]).collect();
            let of = |cell: u32| i32::from(tuple[cells.iter().position(|&x| x == cell).unwrap_or(0)]);
            if related(of(a), of(b), of(c)) {
                tuples.push(tuple);
            }
        }
        self.add(RuleSpec::Table { vars: vars(&cells), tuples });
    }

    /// At least one of the literals holds: cell, value, sign.
    pub fn clause(&mut self, literals: &[(u32, i32, bool)]) {
        let values = self.design.values();
        let mut all = Vec::new();
        for &(cell, value, sign) in literals {
            match Value::try_from(value).ok().filter(|&v| v < 64 && values.contains(v)) {
                Some(value) => all.push((Literal { var: Var(cell), value }, sign)),
                None if sign => {}
                None => return,
            }
        }
        self.add(RuleSpec::Clause { literals: all });
    }

    /// Between `low` and `high` of the cells take a value of `values`.
    pub fn count(&mut self, cells: &[u32], values: Domain, low: usize, high: usize) {
        let cells = once_each(cells);
        let high = high.min(cells.len());
        if low > high {
            return self.never();
        }
        self.add(RuleSpec::Count { vars: vars(&cells), values, low: low as u32, high: high as u32 });
    }

    /// `Σ weight·cell = total`; a cell that stands twice counts twice.
    pub fn sum(&mut self, terms: &[(u32, i32)], total: i32) {
        if !self.is_second_round() {
            return;
        }
        let mut weights: BTreeMap<u32, i32> = BTreeMap::new();
        for &(cell, weight) in terms {
            *weights.entry(cell).or_default() += weight;
        }
        weights.retain(|_, weight| *weight != 0);
        if weights.is_empty() {
            if total != 0 {
                self.never();
            }
            return;
        }
        let cells: Vec<u32> = weights.keys().copied().collect();
        let groups = self.groups(&cells, &|a, b| weights[&a] == weights[&b]);
        let is_plain = weights.values().all(|&w| w == 1);
        let together = groups.first().map_or(1, Vec::len);
        if let (true, Ok(total)) = (is_plain && together == cells.len(), u32::try_from(total)) {
            return self.add(RuleSpec::Cage { vars: vars(&cells), total });
        }
        let weights = weights.values().copied().collect();
        self.add(RuleSpec::Linear { vars: vars(&cells), weights, total, groups });
    }

    /// The cells add up to the total.
    pub fn total(&mut self, cells: &[u32], total: i32) {
        self.sum(&cells.iter().map(|&c| (c, 1)).collect::<Vec<_>>(), total);
    }

    /// Two lists of cells have the same sum.
    pub fn equal_sums(&mut self, left: &[u32], right: &[u32]) {
        let terms: Vec<_> = left.iter().map(|&c| (c, 1)).chain(right.iter().map(|&c| (c, -1))).collect();
        self.sum(&terms, 0);
    }

    /// Groups of places of the list whose cells all differ, the largest first.
    pub fn groups(&self, cells: &[u32], fit: &dyn Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
        let mut left: Vec<usize> = (0..cells.len()).collect();
        let mut all = Vec::new();
        let apart = |a: usize, b: usize| self.are_apart(cells[a], cells[b]) && fit(cells[a], cells[b]);
        while left.len() > 1 {
            let from = |&first: &usize| {
                let mut group = vec![first];
                for &next in left.iter().filter(|&&next| next != first) {
                    if group.iter().all(|&g| apart(g, next)) {
                        group.push(next);
                    }
                }
                group
            };
            let Some(best) = left.iter().map(from).rev().max_by_key(Vec::len).filter(|g| g.len() > 1) else { break };
            left.retain(|place| !best.contains(place));
            let mut group: Vec<u32> = best.iter().map(|&p| p as u32).collect();
            group.sort_unstable();
            all.push(group);
        }
        all
    }

    /// Do two cells differ for sure?
    pub fn are_apart(&self, a: u32, b: u32) -> bool {
        self.apart[a as usize * self.design.grid.variables() + b as usize]
    }

    /// The cells, read in order, are accepted: arrows lead from a start to one of `accepts`. A list
    /// of arrows for each cell, or one for all.
    pub fn word(&mut self, cells: &[u32], starts: Vec<u32>, arrows: &[Vec<Arrow>], accepts: &dyn Fn(u32) -> bool) {
        let cells_once = once_each(cells);
        let word = cells.iter().map(|&c| cells_once.iter().position(|&x| x == c).unwrap_or(0) as u32).collect();
        let mut all: Vec<Vec<Arrow>> =
            (0..cells.len()).map(|i| arrows.get(i).or(arrows.last()).cloned().unwrap_or_default()).collect();
        match all.last_mut() {
            Some(last) => last.retain(|arrow| accepts(arrow.to)),
            None if starts.iter().any(|&s| accepts(s)) => return,
            None => return self.never(),
        }
        self.add(RuleSpec::Automaton { vars: vars(&cells_once), word, starts, arrows: all });
    }

    /// At least one branch holds.
    pub fn any_of(&mut self, branches: Vec<Vec<RuleSpec>>) {
        if !self.is_second_round() {
            return;
        }
        match branches.len() {
            0 => self.never(),
            1 => branches.into_iter().flatten().for_each(|spec| self.add(spec)),
            _ => self.add(RuleSpec::AnyOf { branches }),
        }
    }

    /// The rules that `state` states, as a branch.
    ///
    /// # Errors
    /// What `state` says.
    pub fn branch(&mut self, state: impl FnOnce(&mut Self) -> Result<(), Bad>) -> Result<Vec<RuleSpec>, Bad> {
        let outer = self.branch.replace(Vec::new());
        let done = state(self);
        let own = std::mem::replace(&mut self.branch, outer);
        done.map(|()| own.unwrap_or_default())
    }

    /// The rules of a constraint inside of a branch.
    ///
    /// # Errors
    /// [`Bad`] with the constraint.
    pub fn inner(&mut self, constraint: &Constraint) -> Result<(), Bad> {
        self.state(constraint)
    }

    /// All values.
    pub fn values(&self) -> Domain {
        self.design.values()
    }

    /// Refuses grids with the value 0, for constraints whose meaning rests on values from 1.
    ///
    /// # Errors
    /// [`Bad`] when there is the value 0.
    pub fn only_from_one(&self) -> Result<(), Bad> {
        match self.grid().low {
            1 => Ok(()),
            low => Err(Bad::new(format!("it is read for values from 1 on; here they start at {low}"))),
        }
    }
}

/// The variables of cells.
pub fn vars(cells: &[u32]) -> Vec<Var> {
    cells.iter().map(|&c| Var(c)).collect()
}

/// Each cell once, in the order of the list.
pub fn once_each(cells: &[u32]) -> Vec<u32> {
    let mut all = Vec::with_capacity(cells.len());
    for &cell in cells {
        if !all.contains(&cell) {
            all.push(cell);
        }
    }
    all
}
