//! A puzzle of the family as readers and writers hold it.

use crate::paste::alphabet::Alphabet;
use crate::variant::{Design, Grid, Scene, cell_list, unicode};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::clue::{Clues, Drawing, Layout};
use tesuji_genre::{Bad, Marks, Medium, State};
use tesuji_solver::{Domain, NetworkError, Value, Var};

/// Grid, givens and sums, with what a text may say besides.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The structure.
    pub design: Design,
    /// Given value of each cell, 0 where there is none.
    pub givens: Vec<Value>,
    /// Total of each cage of the grid.
    pub sums: Vec<Option<u16>>,
    /// Values filled in and candidates struck out.
    pub state: Option<State>,
    /// Candidates of each cell, where the text has them instead of givens.
    pub candidates: Option<Vec<Domain>>,
    /// What the symbols of the text stand for.
    pub(crate) alphabet: Alphabet,
    /// Further notes by name.
    pub notes: BTreeMap<String, serde_json::Value>,
}

impl Sheet {
    /// Without givens and sums.
    pub fn new(design: Design) -> Self {
        let (cells, cages) = (design.cells(), design.cages().count());
        Sheet {
            design,
            givens: vec![0; cells],
            sums: vec![None; cages],
            state: None,
            candidates: None,
            alphabet: Alphabet::default(),
            notes: BTreeMap::new(),
        }
    }

    /// Makes givens and a state of candidates: a cell with a single one is a given, unless the text
    /// tells givens apart; what is missing in another cell is struck out there. Candidates that see
    /// a given of their value say nothing.
    ///
    /// # Errors
    /// [`Bad`] where the candidates are the puzzle rather than what is left of one.
    pub(crate) fn settle_candidates(&mut self) -> Result<(), Bad> {
        let Some(candidates) = self.candidates.take() else { return Ok(()) };
        let n = self.design.n();
        if self.givens.iter().all(|&v| v == 0) {
            self.givens = candidates.iter().map(|c| c.value().unwrap_or(0)).collect();
        }
        let given = self.givens.iter().filter(|v| **v > 0).count();
        if given < fewest_givens(n) {
            return Err(Bad::new(format!(
                "candidates with {given} givens: no {n}x{n} grid has one solution by so few; genre sukaku reads candidates as the puzzle"
            )));
        }
        let (layout, mut domains) = self.start().map_err(|e| Bad::new(e.to_string()))?;
        let mut state = self.state.take().unwrap_or_default();
        for (&cell, &value) in &state.placed {
            if let Some(domain) = domains.get_mut(cell as usize) {
                *domain = Domain::single(value);
            }
        }
        let is_set = |cell: usize| self.givens[cell] > 0 || state.placed.contains_key(&(cell as u32));
        let houses = layout.network.houses();
        for (cell, &marks) in candidates.iter().enumerate().filter(|(cell, _)| !is_set(*cell)) {
            let peers = houses.peers(Var(cell as u32));
            let seen = peers.iter().filter(|p| is_set(p.index())).fold(0, |all, p| all | domains[p.index()].0);
            let removed = domains[cell].minus(Domain(seen)).minus(marks);
            if !removed.is_empty() {
                state.removed.insert(cell as u32, removed.0);
            }
        }
        self.state = (state != State::default()).then_some(state);
        Ok(())
    }

    /// Takes other regions, and nothing else into the grid.
    pub(crate) fn with_regions(self, regions: Design) -> Self {
        Sheet { design: regions, ..self }
    }

    /// The clues by place.
    pub fn clues(&self) -> Clues<u16> {
        let cells = self.givens.iter().enumerate().filter(|(_, v)| **v > 0);
        let mut clues: Clues<u16> = cells.map(|(i, &v)| (i as u32, u16::from(v))).collect();
        let first = self.design.cells() as u32;
        clues.extend(self.sums.iter().enumerate().filter_map(|(k, s)| Some((first + k as u32, (*s)?))));
        clues
    }

    /// A sheet of clues by place. A cage of one cell whose sum is not among them says nothing, and
    /// is left out.
    pub fn of_clues(grid: &Design, clues: &Clues<u16>) -> Self {
        let mut sheet = Sheet::new(grid.clone());
        let cells = grid.cells();
        for (&place, &clue) in clues {
            let place = place as usize;
            if place < cells {
                sheet.givens[place] = clue as Value;
            } else if let Some(sum) = sheet.sums.get_mut(place - cells) {
                *sum = Some(clue);
            }
        }
        if sheet.sums.contains(&None) {
            let cages = sheet.design.cages().map(<[u32]>::to_vec).zip(std::mem::take(&mut sheet.sums));
            let (cages, sums) = cages.filter(says_something).unzip();
            sheet.design.set_cages(cages);
            sheet.sums = sums;
        }
        sheet
    }

    /// The layout and the starting domains.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule does not fit.
    pub fn start(&self) -> Result<(Arc<Layout>, Vec<Domain>), NetworkError> {
        let layout = self.design.layout(&self.sums)?;
        let given = self.givens.iter().map(|&v| if v == 0 { Domain(u64::MAX) } else { Domain::single(v) });
        let domains = layout.network.domains().iter().zip(given).map(|(&d, g)| d & g).collect();
        Ok((layout, domains))
    }

    /// The grid whose cages have their sums, as puzzles of the genre `variant` have it.
    ///
    /// # Errors
    /// [`Bad`] when a side is longer than theirs.
    pub(crate) fn caged(self) -> Result<Design, Bad> {
        Grid::new(self.design.n(), self.design.n())?;
        Ok(self.design.with_sums(&self.sums))
    }

    /// The drawing of the grid; sums of cages stand in their first cells, or below.
    pub(crate) fn draw(&self, at: &Drawing<'_>, marks: &Marks, medium: Medium) -> String {
        let design = self.design.clone().with_sums(&self.sums);
        match medium {
            Medium::Svg => Scene::new(&design).svg(at, marks),
            Medium::Unicode => {
                let sums = self.design.cages().zip(&self.sums).map(|(cage, sum)| {
                    let vars: Vec<Var> = cage.iter().map(|&cell| Var(cell)).collect();
                    let sum = sum.map_or("?".to_string(), |sum| sum.to_string());
                    format!("{sum} = {}", cell_list(&design.grid, &vars))
                });
                unicode(&design, at, marks, &sums.collect::<Vec<_>>())
            }
        }
    }

    /// Sets cages with their sums, sorted; cells in reading order. A cage of one cell without a sum
    /// says nothing, and is left out.
    ///
    /// # Errors
    /// [`Bad`] when a cage is empty or too large, or a cell is in two cages.
    pub fn set_cages(&mut self, cages: Vec<(Vec<u32>, Option<u16>)>) -> Result<(), Bad> {
        let mut cages = cages;
        for (cells, _) in &mut cages {
            cells.sort_unstable();
        }
        cages.sort();
        let mut seen = vec![false; self.design.cells()];
        for (cells, _) in &cages {
            let at = |c: u32| crate::variant::cell_name(self.design.n(), c as usize);
            let Some(&first) = cells.first() else { return Err(Bad::new("a cage without cells")) };
            if cells.len() > self.design.n() {
                let what = format!("a cage of {} cells can't hold {} different values", cells.len(), self.design.n());
                return Err(Bad::new(what).at(at(first)));
            }
            for &c in cells {
                match seen.get_mut(c as usize) {
                    Some(s) if !*s => *s = true,
                    Some(_) => return Err(Bad::new("the cell is in two cages").at(at(c))),
                    None => return Err(Bad::new(format!("cell {c} is out of the grid"))),
                }
            }
        }
        let (cages, sums) = cages.into_iter().filter(says_something).unzip();
        self.design.set_cages(cages);
        self.sums = sums;
        Ok(())
    }
}

/// Fewer givens than these leave several solutions: 17 in a usual grid of nine rows (McGuire 2012),
/// four in one of four rows; in any, all values but one must stand there.
fn fewest_givens(n: usize) -> usize {
    match n {
        4 => 4,
        9 => 17,
        _ => n - 1,
    }
}

/// Does a cage with its sum rule anything out?
fn says_something((cells, sum): &(Vec<u32>, Option<u16>)) -> bool {
    cells.len() > 1 || sum.is_some()
}
