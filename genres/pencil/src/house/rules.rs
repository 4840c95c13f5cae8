//! The rules that a genre states for a puzzle.

use crate::board::{Board, Place};
use crate::codec::Puzzle;
use crate::house::Variables;
use tesuji_solver::masked::Stated;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Network, NetworkError, Origin, RuleKind, Value, Var};

/// The rules of a puzzle as a genre's [`rules`](super::PencilGenre::rules) state them.
pub struct Rules<'a> {
    board: &'a Board,
    variables: &'a Variables,
    /// The rules in their order, each with whether others imply it.
    stated: Vec<(RuleSpec, Origin, bool)>,
    error: Option<NetworkError>,
}

impl<'a> Rules<'a> {
    /// No rules yet over the variables.
    pub fn new(board: &'a Board, variables: &'a Variables) -> Rules<'a> {
        Rules { board, variables, stated: Vec::new(), error: None }
    }

    /// The network.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule did not fit.
    pub fn into_network(self) -> Result<Network, NetworkError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut net = Network::new();
        for &domain in self.variables.domains() {
            net.add_var(domain);
        }
        for (spec, origin, is_implied) in self.stated {
            let id = net.add_from(spec, origin)?;
            if is_implied {
                net.mark_implied(id);
            }
        }
        Ok(net)
    }

    /// The variables and rules without a network. Returns `None` if some rule can't be stated.
    pub fn into_stated(self) -> Option<Stated> {
        let rules = self.stated.into_iter().map(|(spec, origin, _)| (spec, Some(origin))).collect();
        self.error.is_none().then(|| Stated { domains: self.variables.domains().to_vec(), rules })
    }

    /// The variable of a place; places without a variable make the rule that names them an error of
    /// the genre.
    pub fn var(&self, place: Place) -> Var {
        self.variables.get(place).unwrap_or(Var(u32::MAX))
    }

    /// The variable of a cell.
    pub fn cell(&self, cell: usize) -> Var {
        self.var(Place::Cell(cell as u16))
    }

    /// The variable of an edge.
    pub fn edge(&self, edge: usize) -> Var {
        self.var(Place::Edge(edge as u16))
    }

    /// The variables of cells.
    pub fn cells(&self, cells: impl IntoIterator<Item = usize>) -> Vec<Var> {
        cells.into_iter().map(|c| self.cell(c)).collect()
    }

    /// The rows, then the columns, that have a cell in play: the class, the first cell, the
    /// variables.
    pub fn lines(&self, row: u16, column: u16) -> Vec<(u16, Place, Vec<Var>)> {
        let rows = (0..self.board.rows()).map(|r| (row, self.board.row(r)));
        let all = rows.chain((0..self.board.cols()).map(|c| (column, self.board.col(c))));
        let first = |cells: &[usize]| cells.first().map(|&c| Place::Cell(c as u16));
        all.filter_map(|(class, cells)| Some((class, first(&cells)?, self.cells(cells)))).collect()
    }

    /// Adds a rule: its class, the place it comes from, its data.
    pub fn add(&mut self, class: u16, from: Place, spec: RuleSpec) {
        let place = self.board.index(from) as u32;
        self.stated.push((spec, Origin { class, place }, false));
    }

    /// The rules can't be stated, for this reason.
    pub fn refuse(&mut self, why: String) {
        self.error.get_or_insert(NetworkError::Malformed { kind: RuleKind::Table, why });
    }

    /// The rule that was added last follows from others: techniques read it, the engine leaves it
    /// out.
    pub fn mark_implied(&mut self) {
        if let Some((.., is_implied)) = self.stated.last_mut() {
            *is_implied = true;
        }
    }

    /// Between `low` and `high` of the variables take a value of `values`.
    pub fn count(&mut self, class: u16, from: Place, vars: Vec<Var>, values: Domain, (low, high): (usize, usize)) {
        // More than all can't be; then no assignment holds, which a table without tuples says.
        if low > vars.len().min(high) {
            return self.add(class, from, RuleSpec::Table { vars, tuples: Vec::new() });
        }
        let high = high.min(vars.len()) as u32;
        self.add(class, from, RuleSpec::Count { vars, values, low: low as u32, high });
    }

    /// At most one of the variables takes the value.
    pub fn at_most_one(&mut self, class: u16, from: Place, vars: Vec<Var>, value: Value) {
        self.count(class, from, vars, Domain::single(value), (0, 1));
    }

    /// At least one of the literals holds, each with its sign.
    pub fn clause(&mut self, class: u16, from: Place, literals: &[(Var, Value, bool)]) {
        let literals = literals.iter().map(|&(var, value, sign)| (Literal { var, value }, sign)).collect();
        self.add(class, from, RuleSpec::Clause { literals });
    }

    /// Not all of the variables take the value.
    pub fn not_all(&mut self, class: u16, from: Place, vars: &[Var], value: Value) {
        let literals: Vec<_> = vars.iter().map(|&v| (v, value, false)).collect();
        self.clause(class, from, &literals);
    }

    /// The values are different.
    pub fn all_different(&mut self, class: u16, from: Place, vars: Vec<Var>) {
        self.add(class, from, RuleSpec::AllDifferent { vars });
    }

    /// Regions with a number have that number of cells of the value.
    pub fn region_numbers(&mut self, class: u16, puzzle: &Puzzle, value: Value) {
        let Some(regions) = puzzle.board.regions() else { return };
        for (&place, clue) in &puzzle.clues {
            if let (Place::Region(region), Some(n)) = (place, clue.number()) {
                let vars = self.cells(regions.cells(region.into()).iter().copied());
                self.count(class, place, vars, Domain::single(value), (n.into(), n.into()));
            }
        }
    }

    /// The cells of these values hang together, edge by edge.
    pub fn connected(&mut self, class: u16, values: Domain) {
        let (vars, edges) = self.cell_graph(&|_| true);
        self.add(class, Place::Cell(0), RuleSpec::Connected { vars, values, edges });
    }

    /// The cells in play for which `takes` holds, and the pairs of them that share an edge, as
    /// numbers into the list.
    pub fn cell_graph(&self, takes: &dyn Fn(usize) -> bool) -> (Vec<Var>, Vec<[u32; 2]>) {
        let cells: Vec<usize> = self.board.cells().filter(|&c| takes(c)).collect();
        let mut number = vec![u32::MAX; self.board.size().cells()];
        cells.iter().enumerate().for_each(|(i, &c)| number[c] = i as u32);
        let mut edges = Vec::new();
        for edge in self.board.inner_edges() {
            if let [Some(a), Some(b)] = self.board.cells_beside(edge)
                && number[a] != u32::MAX
                && number[b] != u32::MAX
            {
                edges.push([number[a], number[b]]);
            }
        }
        (self.cells(cells), edges)
    }

    /// No two by two cells all take a value of `values`.
    pub fn no_square(&mut self, class: u16, value: Value) {
        let squares: Vec<[usize; 4]> = self.board.squares().collect();
        for square in squares {
            if square.iter().any(|&c| self.board.is_hole(c)) {
                continue;
            }
            let vars = self.cells(square);
            self.not_all(class, Place::Cell(square[0] as u16), &vars, value);
        }
    }

    /// No two cells side by side take the value.
    pub fn not_adjacent(&mut self, class: u16, value: Value) {
        let edges: Vec<usize> = self.board.inner_edges().collect();
        for edge in edges {
            if let [Some(a), Some(b)] = self.board.cells_beside(edge) {
                let vars = self.cells([a, b]);
                self.not_all(class, Place::Edge(edge as u16), &vars, value);
            }
        }
    }

    /// The edges with a value of `values` make one loop along the grid lines, corner to corner.
    pub fn border_loop(&mut self, class: u16, values: Domain) {
        let edges: Vec<usize> = (0..self.board.edges()).collect();
        let ends = edges.iter().map(|&e| self.board.ends(e).map(|c| c as u32)).collect();
        let vars = edges.iter().map(|&e| self.edge(e)).collect();
        self.add(class, Place::Corner(0), RuleSpec::SingleLoop { vars, values, ends });
    }

    /// The inner edges with a value of `values` make one loop through cell centres.
    pub fn centre_loop(&mut self, class: u16, values: Domain) {
        let edges: Vec<usize> = self.board.inner_edges().collect();
        let both = |&e: &usize| match self.board.cells_beside(e) {
            [Some(a), Some(b)] => [a as u32, b as u32],
            _ => [0, 0],
        };
        let ends = edges.iter().map(both).collect();
        let vars = edges.iter().map(|&e| self.edge(e)).collect();
        self.add(class, Place::Cell(0), RuleSpec::SingleLoop { vars, values, ends });
    }

    /// The inner edges of a cell: above, below, left, right; `None` where the board ends or no edge
    /// has a variable.
    pub fn links(&self, cell: usize) -> [Option<Var>; 4] {
        self.board.sides(cell).map(|e| self.variables.get(Place::Edge(e as u16)))
    }

    /// Through every cell for which `takes` holds the chosen edges pass once or not at all.
    pub fn pass_cells(&mut self, class: u16, value: Value, takes: &dyn Fn(usize) -> bool) {
        let cells: Vec<usize> = self.board.cells().filter(|&c| takes(c)).collect();
        for cell in cells {
            let links = self.links(cell).into_iter().flatten().collect();
            self.number_in(class, Place::Cell(cell as u16), links, value, &[0, 2]);
        }
    }

    /// A cell takes `passed`, and two of its links take `line`, or it takes another value and none
    /// does.
    pub fn passed_or_not(&mut self, class: u16, cell: usize, passed: Value, no_line: Value, line: Value) {
        let links: Vec<Var> = self.links(cell).into_iter().flatten().collect();
        let of = self.cell(cell);
        let domain = self.variables.domains().get(of.index()).copied().unwrap_or(Domain::EMPTY);
        let mut tuples = Vec::new();
        for bits in 0..1_u32 << links.len() {
            let own = match bits.count_ones() {
                0 => domain.minus(Domain::single(passed)),
                2 => domain & Domain::single(passed),
                _ => continue,
            };
            let lines = (0..links.len()).map(|i| if bits >> i & 1 == 1 { line } else { no_line });
            tuples.extend(own.iter().map(|value| std::iter::once(value).chain(lines.clone()).collect::<Vec<Value>>()));
        }
        let vars = std::iter::once(of).chain(links).collect();
        self.add(class, Place::Cell(cell as u16), RuleSpec::Table { vars, tuples });
    }

    /// The variables (each with values 0 and 1, at most 16) take values that fit; `fits` takes,
    /// by variable, whether its value is 1.
    pub fn fitting(&mut self, class: u16, from: Place, vars: Vec<Var>, fits: &dyn Fn(&[bool]) -> bool) {
        let all = (0..1_u32 << vars.len().min(16)).map(|bits| (0..vars.len()).map(move |i| bits >> i & 1 == 1));
        let tuples = all.map(Iterator::collect::<Vec<bool>>).filter(|t| fits(t));
        let tuples = tuples.map(|t| t.into_iter().map(Value::from).collect()).collect();
        self.add(class, from, RuleSpec::Table { vars, tuples });
    }

    /// The number of variables with `value` is one of `counts`; each has the values 0 and `value`.
    /// For few variables.
    pub fn number_in(&mut self, class: u16, from: Place, vars: Vec<Var>, value: Value, counts: &[usize]) {
        let n = vars.len().min(16);
        let tuple = |bits: usize| (0..n).map(|i| if bits >> i & 1 == 1 { value } else { 0 }).collect::<Vec<Value>>();
        let fits = |bits: &usize| counts.contains(&(bits.count_ones() as usize));
        let tuples = (0..1usize << n).filter(fits).map(tuple).collect();
        self.add(class, from, RuleSpec::Table { vars, tuples });
    }
}
