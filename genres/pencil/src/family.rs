//! The genres of the sudoku family: one type, whose values differ in a few data.

use crate::sheet::Sheet;
use crate::variant::constraints::{ANTI_KNIGHT, CAGE, DIAGONAL};
use crate::variant::{Constraint, Design, Scene, cell_name};
use crate::{formats, notation, paste, symbols};
use rand_chacha::ChaCha8Rng;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use tesuji_genre::clue::{ClueGenre, Clued, Clues, Drawing, Found, Layout, Lines, ParsedClues, Place, Symmetry};
use tesuji_genre::{Bad, EnumerateRequest, GenerateRequest, GenreInfo, Marks, Medium, Record, Rect, Solution};
use tesuji_solver::{Catalog, Domain, Limits, NetworkError, RuleKind, Value, Var};

/// A genre of the family: what it says of itself, and its few differences as data.
#[derive(Debug)]
pub struct Family {
    /// Name, title, sizes, options.
    pub info: GenreInfo,
    /// Kinds of rules in its networks, for the choice of techniques.
    pub kinds: &'static [RuleKind],
    /// Constraints of every puzzle of the genre.
    pub rules: fn() -> &'static [Constraint],
    /// Says what a grid has that does not belong to the genre of this name.
    pub fits: fn(&Design, &str) -> Result<(), Bad>,
    /// Picks a grid of a size for a new puzzle.
    pub structure: Draw,
    /// The grids of a size, for enumeration; an error where there are too many.
    pub structures: fn(&str) -> Result<Vec<Design>, Bad>,
    /// The genre's static value.
    pub handle: fn() -> &'static Family,
    /// Its techniques.
    pub catalog: OnceLock<Catalog>,
}

/// Picks a grid of a size for a new puzzle.
type Draw = fn(&str, &GenerateRequest, &mut ChaCha8Rng) -> Result<Design, Bad>;

/// What a genre of the family says of itself where it says nothing else.
pub(crate) const INFO: GenreInfo = GenreInfo {
    options: tesuji_genre::clue::option::SQUARE,
    formats: formats::WITH_BORDERS,
    documents: &["csv"],
    ..GenreInfo::CLUES
};

/// A genre whose grids have boxes.
pub(crate) const fn boxed(
    info: GenreInfo,
    rules: fn() -> &'static [Constraint],
    handle: fn() -> &'static Family,
) -> Family {
    Family {
        info,
        kinds: &[RuleKind::AllDifferent],
        rules,
        fits: plain,
        structure: |size, _, _| boxed_size(size),
        structures: |size| Ok(vec![boxed_size(size)?]),
        handle,
        catalog: OnceLock::new(),
    }
}

/// Boxes, and nothing that the genre's name does not say.
pub(crate) fn plain(design: &Design, name: &str) -> Result<(), Bad> {
    let other = if design.has(&CAGE) {
        "cages: killer reads them"
    } else if design.box_shape().is_none() {
        "irregular regions: jigsaw reads them"
    } else if design.has(&DIAGONAL) && design.has(&ANTI_KNIGHT) {
        "diagonals and knight's moves at once: genre variant has both, as `.Diagonal~1.Diagonal~-1.AntiKnight`"
    } else if design.has(&DIAGONAL) && name != "sudoku-x" {
        "diagonals: sudoku-x reads them"
    } else if design.has(&ANTI_KNIGHT) && name != "anti-knight" {
        "knight's moves: anti-knight reads them"
    } else {
        return Ok(());
    };
    Err(Bad::new(format!("{name} has no {other}")))
}

/// Reads a size such as `6x6` or `6x6:3x2` (rows × columns of a box).
///
/// # Errors
/// [`Bad`] when it is none.
pub fn boxed_size(size: &str) -> Result<Design, Bad> {
    let bad = || Bad::new(format!("{size:?} is no size such as 9x9, or 6x6:3x2 with the box's rows and columns"));
    let (grid, shape) = size.split_once(':').map_or((size, None), |(g, s)| (g, Some(s)));
    let pair = |text: &str| -> Option<(usize, usize)> {
        let (a, b) = text.split_once('x')?;
        Some((a.parse().ok()?, b.parse().ok()?))
    };
    let (n, m) = pair(grid).ok_or_else(bad)?;
    if n != m {
        return Err(bad());
    }
    let made = match shape {
        None => Design::usual(n)?,
        Some(shape) => {
            let (r, c) = pair(shape).ok_or_else(bad)?;
            if r < 2 || c < 2 {
                return Err(Bad::new(format!("boxes of {r}x{c} cells are rows or columns, and no boxes")).at("size"));
            }
            Design::boxed(r, c)?
        }
    };
    if made.n() == n { Ok(made) } else { Err(bad()) }
}

impl Family {
    fn typed(&self, mut sheet: Sheet) -> Result<ParsedClues<Self>, Bad> {
        sheet.design.add((self.rules)());
        (self.fits)(&sheet.design, self.info.name)?;
        sheet.settle_candidates()?;
        let clues = sheet.clues();
        let puzzle = Clued { structure: Arc::new(sheet.design), clues };
        Ok(ParsedClues { puzzle, state: sheet.state, notes: sheet.notes })
    }
}

impl ClueGenre for Family {
    type Structure = Design;
    type Clue = u16;

    fn handle(&self) -> &'static Self {
        (self.handle)()
    }
    fn info(&self) -> &GenreInfo {
        &self.info
    }
    fn catalog(&self) -> &Catalog {
        self.catalog.get_or_init(|| Catalog::standard().for_kinds(self.kinds))
    }
    fn size(&self, grid: &Design) -> String {
        grid.size()
    }
    fn structure(&self, size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
        let mut design = (self.structure)(size, want, rng)?;
        design.add((self.rules)());
        Ok(design)
    }
    fn structures(&self, size: &str, _want: &EnumerateRequest) -> Result<Vec<Design>, Bad> {
        let mut designs = (self.structures)(size)?;
        designs.iter_mut().for_each(|design| design.add((self.rules)()));
        Ok(designs)
    }
    fn layout(&self, grid: &Design, clues: &Clues<u16>) -> Result<Arc<Layout>, NetworkError> {
        let first = grid.cells() as u32;
        let sums: Vec<Option<u16>> =
            (0..grid.cages().count() as u32).map(|k| clues.get(&(first + k)).copied()).collect();
        grid.layout(&sums)
    }
    fn places(&self, grid: &Design) -> Vec<Place> {
        if !grid.has(&CAGE) {
            (0..grid.cells() as u32).collect()
        } else {
            let first = grid.cells() as u32;
            (first..first + grid.cages().count() as u32).collect()
        }
    }
    fn fewest_clues(&self, grid: &Design) -> Option<(usize, &'static str)> {
        if grid.has(&CAGE) {
            return None;
        }
        if grid.box_shape() == Some((3, 3)) && grid.constraints.is_empty() {
            return Some((17, "all grids were searched for 16 (McGuire, Tugemann and Civario, 2012)"));
        }
        Some((grid.n() - 1, "two values that no clue names could be swapped"))
    }
    fn derive_clues_at(&self, grid: &Design, places: &[Place], solution: &[Value]) -> Vec<Option<u16>> {
        let value = |cell: u32| solution.get(cell as usize).map(|&value| u16::from(value));
        let clue = |&place: &Place| match grid.cage_of(place) {
            Some(cage) => cage.iter().map(|&cell| value(cell)).sum(),
            None => value(place),
        };
        places.iter().map(clue).collect()
    }
    fn for_each_pattern(&self, grid: &Design, clues: &Clues<u16>, each: &mut dyn FnMut(Place, Var, Domain)) {
        for (&cell, &value) in clues.range(..grid.cells() as u32) {
            if value < 64 {
                each(cell, Var(cell), Domain::single(value as Value));
            }
        }
    }
    fn place_name(&self, grid: &Design, place: Place) -> String {
        match grid.cage_of(place).filter(|_| place as usize >= grid.cells()) {
            Some(cage) => format!("the cage of {}", cell_name(grid.n(), cage.first().copied().unwrap_or(0) as usize)),
            None => cell_name(grid.n(), place as usize),
        }
    }
    fn clues_are_domains(&self, grid: &Design) -> bool {
        !grid.has(&CAGE)
    }
    fn orbits(&self, grid: &Design, symmetry: Symmetry, places: &[Place]) -> Vec<Vec<Place>> {
        places.iter().map(|&place| orbit(grid, symmetry, place)).collect()
    }
    fn equal_shares(&self, grid: &Design) -> Option<tesuji_genre::clue::Shares> {
        // Without sums values are interchangeable: the first row in rising order stands for its n!
        // orders.
        if grid.has(&CAGE) || grid.n() > 20 {
            return None;
        }
        let fixed = (0..grid.n() as u32).map(|c| (Var(c), Domain::single(c as Value + 1))).collect();
        Some((fixed, (1..=grid.n() as u64).product()))
    }
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        if (self.rules)().is_empty()
            && let Some((grid, clues)) = notation::plain(text)
        {
            (self.fits)(&grid, self.info.name)?;
            return Ok(Clued { structure: grid, clues }.into());
        }
        self.typed(paste::parse(text)?)
    }
    fn lines(&self) -> Lines {
        paste::LINES
    }
    fn parse_row(&self, heading: &str, row: &str) -> Result<ParsedClues<Self>, Bad> {
        self.typed(paste::table::parse_row(heading, row)?)
    }
    fn heading(&self, format: &str) -> Option<&'static str> {
        (format == "csv").then_some(formats::csv::HEADING)
    }
    fn print(&self, puzzle: &Clued<Self>) -> String {
        let grid = &*puzzle.structure;
        if grid.has(&CAGE) {
            return notation::print(&Sheet::of_clues(grid, &puzzle.clues), (self.rules)());
        }
        let mut givens = vec![0; grid.cells()];
        for (&cell, &value) in puzzle.clues.range(..grid.cells() as u32) {
            givens[cell as usize] = value as Value;
        }
        notation::print_without_cages(grid, &givens, (self.rules)())
    }
    fn lint(&self, puzzle: &Clued<Self>) -> Result<(), Bad> {
        lint(self, puzzle)
    }
    fn read_document(&self, text: &str, found: &mut dyn FnMut(Found<ParsedClues<Self>>)) -> bool {
        formats::document(text, self.info.data_set, &mut |r| {
            found(r.and_then(|(sheet, line)| Ok((self.typed(sheet)?, line))));
        })
    }
    fn write_format(
        &self,
        format: &str,
        puzzle: &Clued<Self>,
        record: &Record,
        out: &mut dyn Write,
    ) -> Result<(), Bad> {
        let mut sheet = Sheet::of_clues(&puzzle.structure, &puzzle.clues);
        sheet.state = record.state.clone();
        if format == "csv" {
            return writeln!(out, "{}", formats::csv::row(record))
                .map_err(|e| Bad::new(format!("writing failed: {e}")));
        }
        let text = formats::print(format, &sheet, &|| one_solution(self, puzzle, record))?;
        writeln!(out, "{text}").map_err(|e| Bad::new(format!("writing failed: {e}")))
    }
    fn solution(&self, _puzzle: &Clued<Self>, values: &[Value]) -> Solution {
        notation::print_cells(values).into()
    }
    fn solution_values(&self, puzzle: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>> {
        let values: Option<Vec<Value>> = solution.text()?.chars().map(symbols::value).collect();
        values.filter(|v| v.len() == puzzle.structure.cells())
    }
    fn least_image(&self, puzzle: &Clued<Self>) -> String {
        crate::canon::least_image(&Sheet::of_clues(&puzzle.structure, &puzzle.clues), (self.rules)())
    }
    fn spots(&self, puzzle: &Clued<Self>) -> Vec<(Var, Rect)> {
        Scene::new(&puzzle.structure).spots()
    }
    fn clue_rects(&self, puzzle: &Clued<Self>) -> Vec<(Place, Rect)> {
        let grid = &*puzzle.structure;
        let rects = Scene::new(grid).spots();
        // The sum of a cage stands in its first cell.
        let cell = |place: Place| match grid.cage_of(place).filter(|_| place as usize >= grid.cells()) {
            Some(cage) => cage.first().map_or(place as usize, |&cell| cell as usize),
            None => place as usize,
        };
        self.places(grid).into_iter().filter_map(|place| Some((place, rects.get(cell(place))?.1))).collect()
    }
    fn clue_words(&self, clue: &u16) -> String {
        clue.to_string()
    }
    fn read_clue(&self, grid: &Design, place: Place, text: &str) -> Vec<u16> {
        let letter = || (10..=35).find(|&value| text.chars().eq([symbols::symbol(value).to_ascii_lowercase()]));
        let number = text.parse().ok().or_else(|| letter().map(u16::from));
        let fits = |&n: &u16| n > 0 && (place as usize >= grid.cells() || usize::from(n) <= grid.n());
        number.filter(fits).into_iter().collect()
    }
    fn draw(&self, puzzle: &Clued<Self>, at: &Drawing<'_>, marks: &Marks, medium: Medium) -> String {
        let sheet = Sheet::of_clues(&puzzle.structure, &puzzle.clues);
        // The digit of a cage of one cell is not printed: its sum is.
        let mut shown = at.written.clone();
        for (cell, _) in sheet.givens.iter().enumerate().filter(|(_, given)| **given > 0) {
            shown.insert(Var(cell as u32));
        }
        let placed = if at.is_complete() { at.placed } else { &shown };
        let at = &Drawing { placed, ..*at };
        sheet.draw(at, marks, medium)
    }
}

/// The places that go together with one under a symmetry. Cages go together when one lies where the
/// images of the other's first cell do.
fn orbit(grid: &Design, symmetry: Symmetry, place: Place) -> Vec<Place> {
    let first = grid.cells() as u32;
    if place < first {
        return grid.grid.orbit(symmetry, place);
    }
    let Some(&cell) = grid.cage_of(place).and_then(|c| c.first()) else { return vec![place] };
    let images = grid.grid.orbit(symmetry, cell).into_iter();
    let mut all: Vec<Place> = images.filter_map(|c| Some(first + grid.cage_at(c as usize)? as u32)).collect();
    all.push(place);
    all.sort_unstable();
    all.dedup();
    all
}

/// Nodes that the search for the solution of a puzzle may take which is to be written.
const SOLUTION_NODES: u64 = 200_000;

/// The one solution of a puzzle: the record's own where it fits, else searched for.
fn one_solution(genre: &Family, puzzle: &Clued<Family>, record: &Record) -> Result<Vec<Value>, Bad> {
    let sheet = Sheet::of_clues(&puzzle.structure, &puzzle.clues);
    let (layout, domains) = sheet.start().map_err(|e| Bad::new(e.to_string()))?;
    if let Some(values) = record.solution.as_ref().and_then(|s| genre.solution_values(puzzle, s)) {
        let alone: Vec<Domain> = domains.iter().zip(&values).map(|(&d, &v)| d & Domain::single(v)).collect();
        if layout.solve(&alone, &Limits::default().with_nodes(SOLUTION_NODES)).solutions.len() == 1 {
            return Ok(values);
        }
        return Err(Bad::new("the record's solution is none of the puzzle").at("solution"));
    }
    let limits = Limits { solutions: 2, ..Limits::default().with_nodes(SOLUTION_NODES) };
    let answer = layout.solve(&domains, &limits);
    match (answer.solutions.as_slice(), answer.stop.is_complete()) {
        ([one], true) => Ok(one.clone()),
        ([_, _, ..], _) => Err(Bad::new("more than one solution, and the format needs the one")),
        ([], true) => Err(Bad::new("no solution, and the format needs one")),
        _ => Err(Bad::new("the solution is not known, and the format needs it: `tesuji solve` first")),
    }
}

/// Two equal givens in a house, or a sum that no cage of that size has.
fn lint(genre: &Family, puzzle: &Clued<Family>) -> Result<(), Bad> {
    let grid = &*puzzle.structure;
    let layout = genre.layout(grid, &puzzle.clues).map_err(|e| Bad::new(e.to_string()))?;
    let houses = layout.network.houses();
    // Most puzzles have nothing of it: the given values of each house as bits show that.
    let mut seen = vec![0_u64; houses.list().len()];
    let is_twice = puzzle.clues.range(..grid.cells() as u32).any(|(&cell, &value)| {
        let bit = 1 << value.min(63);
        houses.of(Var(cell)).iter().any(|&house| {
            let seen = &mut seen[usize::from(house)];
            std::mem::replace(seen, *seen | bit) & bit != 0
        })
    });
    if is_twice {
        let given = |var: Var| puzzle.clues.get(&var.0).map(|&value| value as Value);
        stands_twice(&layout, &given)?;
    }
    for (k, cage) in grid.cages().enumerate() {
        let Some(&sum) = puzzle.clues.get(&((grid.cells() + k) as u32)) else { continue };
        let (m, n) = (cage.len(), grid.n());
        let (low, high) = (m * (m + 1) / 2, m * (2 * n + 1 - m) / 2);
        if !(low..=high).contains(&usize::from(sum)) {
            let what = format!("{m} different values add up to {low} to {high}, not {sum}");
            return Err(Bad::new(what).at(cell_name(n, cage.first().map_or(0, |&c| c as usize))));
        }
    }
    Ok(())
}

/// # Errors
/// [`Bad`] where a value stands in two cells of a house.
pub(crate) fn stands_twice(layout: &Layout, value: &dyn Fn(Var) -> Option<Value>) -> Result<(), Bad> {
    for house in layout.network.houses().list() {
        for (i, &var) in house.vars.iter().enumerate() {
            let Some(own) = value(var) else { continue };
            if let Some(&first) = house.vars[..i].iter().find(|v| value(**v) == Some(own)) {
                let (a, b) = (layout.names.var(first), layout.names.var(var));
                let (own, rule) = (layout.names.value(own), layout.names.rule(house.rule));
                return Err(Bad::new(format!("{own} stands twice in {rule}: in {a} and {b}")).at(b));
            }
        }
    }
    Ok(())
}
