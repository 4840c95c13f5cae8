//! The genre.

use super::checks::{impossible, same_cages};
use super::constraint::{Constraint, Maps};
use super::constraints::{
    BLACK_DOT, CAGE, DIFFERENCE, RATIO, SAME_VALUES, STRICT_DIFFERENCE, STRICT_KROPKI, STRICT_RATIO, WHITE_DOT,
};
use super::design::{Design, symbol, value};
use super::grid::Grid;
use super::image::Map;
use super::make;
use super::names::{named_network, words};
use super::rules::HOUSES;
use super::scene::{Scene, drawn_words, unicode};
use super::square::usual_box;
use super::words::is_global;
use super::{edits, fpuzzles, strings, techniques};
use crate::penpa;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use tesuji_genre::clue::option::Symmetry;
use tesuji_genre::clue::{
    ClueGenre, Clued, Clues, Drawing, Found, Layout, LayoutCache, ParsedClues, Place, SingleEdit,
};
use tesuji_genre::document::SUDOKUPAD;
use tesuji_genre::penpa::{PENPA, is_penpa, text as penpa_text};
use tesuji_genre::{
    Bad, EnumerateRequest, GenerateRequest, GenreInfo, Marks, Medium, RULESET, Record, Rect, Solution, State, UNREAD,
};
use tesuji_solver::engine::Policy;
use tesuji_solver::{Catalog, Domain, NetworkError, Origin, RuleId, RuleKind, Value, Var};

/// Variants of sudoku.
#[derive(Debug)]
pub struct Variant;

/// The genre.
pub static VARIANT: Variant = Variant;

/// What a puzzle says at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clue {
    /// The values that a cell may have.
    Values(Domain),
    /// The constraint stands.
    Stands,
}

/// Leftovers of regions and lines are stated over at most so many cells: beside other constraints
/// longer ones cost more than they say.
const LEFTOVERS: usize = 3;

fn policy() -> Policy {
    Policy { derived_leftover: LEFTOVERS, decide_values: false, ..Policy::default() }
}

/// A puzzle from a design with all its constraints.
///
/// The constraints stand in one order, whatever that of the text, and so do cells whose order says
/// nothing; signs with two names have one.
fn puzzle(mut design: Design, values: &[Domain]) -> Clued<Variant> {
    for c in &mut design.constraints {
        if c.is(&DIFFERENCE) && c.number() == 1 {
            *c = Constraint { kind: &WHITE_DOT, numbers: Vec::new(), ..c.clone() };
        } else if c.is(&RATIO) && c.number() == 2 {
            *c = Constraint { kind: &BLACK_DOT, numbers: Vec::new(), ..c.clone() };
        }
        if c.is(&CAGE) && c.numbers == [0] {
            c.numbers.clear();
        }
        if c.kind.symmetry.maps == Maps::Sets || matches!(c.kind.name, "Indexing" | "BoxIndexing") {
            c.cells.iter_mut().for_each(|cells| cells.sort_unstable());
        }
    }
    // A side without usual boxes has none to leave out.
    if design.grid.rows == design.grid.cols && usual_box(design.grid.rows).is_none() {
        design.no_boxes = false;
    }
    let white = |c: &Constraint| c.is(&STRICT_DIFFERENCE) && c.number() == 1;
    let black = |c: &Constraint| c.is(&STRICT_RATIO) && c.number() == 2;
    if design.constraints.iter().any(white) && design.constraints.iter().any(black) {
        design.constraints.retain(|c| !white(c) && !black(c));
        design.constraints.push(Constraint::of(&STRICT_KROPKI));
    }
    merge_marks(&mut design.constraints);
    merge_clones(&mut design.constraints);
    design.constraints.sort();
    let all = design.values();
    let given = values.iter().enumerate().filter(|(_, d)| **d != all);
    let mut clues: Clues<Clue> = given.map(|(cell, &d)| (cell as Place, Clue::Values(d))).collect();
    clues.extend((0..design.constraints.len()).map(|i| (design.place(i), Clue::Stands)));
    Clued { structure: Arc::new(design), clues }
}

/// Cells that have one value, two by two or together, are one constraint.
fn merge_clones(constraints: &mut Vec<Constraint>) {
    let is_clone = |c: &Constraint| {
        c.is(&SAME_VALUES) && c.name.is_empty() && c.cells.len() > 1 && c.cells.iter().all(|set| set.len() == 1)
    };
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for c in constraints.iter().filter(|c| is_clone(c)) {
        let mut own: Vec<u32> = c.cells.concat();
        let (shared, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|cell| own.contains(cell)));
        own.extend(shared.into_iter().flatten());
        own.sort_unstable();
        own.dedup();
        groups = others;
        groups.push(own);
    }
    constraints.retain(|c| !is_clone(c));
    let clone = |group: Vec<u32>| Constraint {
        cells: group.into_iter().map(|cell| vec![cell]).collect(),
        ..Constraint::of(&SAME_VALUES)
    };
    constraints.extend(groups.into_iter().filter(|group| group.len() > 1).map(clone));
}

/// Marks of one kind on single cells are one constraint.
fn merge_marks(constraints: &mut Vec<Constraint>) {
    const MARKS: [&str; 6] = ["Odd", "Even", "Minimum", "Maximum", "Indexing", "BoxIndexing"];
    let mut merged: Vec<Constraint> = Vec::new();
    for c in std::mem::take(constraints) {
        let is_mark = MARKS.contains(&c.kind.name) && c.cells.len() == 1;
        let is_same = |other: &&mut Constraint| {
            is_mark && other.is(c.kind) && (&other.text, &other.name, &other.numbers) == (&c.text, &c.name, &c.numbers)
        };
        match merged.iter_mut().find(is_same) {
            Some(other) => {
                other.cells[0].extend(c.line());
                other.cells[0].sort_unstable();
                other.cells[0].dedup();
            }
            None => merged.push(c),
        }
    }
    *constraints = merged;
}

/// Which constraints stand.
fn stands<'a>(design: &'a Design, clues: &'a Clues<Clue>) -> impl Fn(usize) -> bool + 'a {
    let is_planned = design.plan.is_some();
    move |i| match is_planned {
        true => design.constraints.get(i).is_some_and(|c| !make::is_unsaid(c)),
        false => clues.contains_key(&design.place(i)),
    }
}

/// The design with the constraints that stand.
fn standing(design: &Design, clues: &Clues<Clue>) -> Design {
    let stands = stands(design, clues);
    let all = design.constraints.iter().enumerate().filter(|(i, _)| stands(*i));
    Design { constraints: all.map(|(_, c)| c.clone()).collect(), ..design.clone() }
}

/// The values that the cells may have.
fn values(design: &Design, clues: &Clues<Clue>) -> Vec<Domain> {
    let of = |cell: usize| match clues.get(&(cell as Place)) {
        Some(Clue::Values(domain)) => *domain,
        _ => design.values(),
    };
    (0..design.grid.variables()).map(of).collect()
}

/// Reads a puzzle in any of its forms.
fn read(text: &str) -> Result<ParsedClues<Variant>, Bad> {
    if let Some(document) = fpuzzles::document(text)? {
        return read_document(&document).map_err(|bad| in_part(bad, &document));
    }
    if is_penpa(text) {
        let (design, values, _) = penpa::read_variant(&penpa_text(text)?)?;
        return checked(puzzle(design, &values).into());
    }
    let text: String = text.split_whitespace().collect();
    if let Some((design, values)) = strings::read_plain(&text)? {
        return checked(puzzle(design, &values).into());
    }
    if !text.starts_with('.') {
        return Err(Bad::new("a constraint string, an f-puzzles document or address, or a grid is expected").column(1));
    }
    let (design, values) = strings::read(&text)?;
    let notes = notes_of(&design);
    checked(ParsedClues { notes, ..puzzle(design, &values).into() })
}

/// Reads an f-puzzles document.
fn read_document(document: &str) -> Result<ParsedClues<Variant>, Bad> {
    let (mut design, values, filled) = fpuzzles::read(document)?;
    let stored = stored_solution(&design, &values);
    // The solution is no part of the puzzle: it belongs to the record and not to the text.
    if stored.is_some() {
        design.extras.remove("solution");
    }
    let mut notes = notes_of(&design);
    notes.extend(stored.map(|text| ("solution".to_string(), text.into())));
    let state = State { placed: filled, ..State::default() };
    let state = (!state.placed.is_empty()).then_some(state);
    checked(ParsedClues { state, notes, ..puzzle(design, &values).into() })
}

/// What the document says that is not read.
fn notes_of(design: &Design) -> BTreeMap<String, serde_json::Value> {
    let unread = fpuzzles::unread(&design.extras);
    let unread = (!unread.is_empty()).then(|| (UNREAD.to_string(), unread.into()));
    let words = fpuzzles::ruleset(&design.extras).map(|words| (RULESET.to_string(), words.into()));
    unread.into_iter().chain(words).collect()
}

/// A fault of a document that has more than is read: other rules may undo it.
fn in_part(bad: Bad, document: &str) -> Bad {
    let parts = fpuzzles::unread_of(document);
    if parts.is_empty() {
        return bad;
    }
    Bad { what: format!("as far as it was read: {} (not read: {})", bad.what, parts.join(", ")), ..bad }
}

/// The solution that a document stores, in the form of records. Returns `None` if it is not
/// complete.
fn stored_solution(design: &Design, values: &[Domain]) -> Option<String> {
    let list = design.extras.get("solution")?.as_array().filter(|list| list.len() == values.len())?;
    let value = |stored: &serde_json::Value| {
        let number = stored.as_u64().or_else(|| stored.as_str()?.parse().ok())?;
        Some(symbol(Value::try_from(number).ok().filter(|&v| v < 64 && design.values().contains(v))?))
    };
    list.iter().map(value).collect()
}

/// The constraints of a text as they stand, those without their numbers among them.
///
/// # Errors
/// [`Bad`] with the place in the text.
pub fn read_layout(text: &str) -> Result<Design, Bad> {
    match fpuzzles::document(text)? {
        Some(document) => fpuzzles::read_layout(&document),
        None => read(text).map(|parsed| (*parsed.puzzle.structure).clone()),
    }
}

/// Every constraint makes a rule, and every cell has a value.
fn checked(parsed: ParsedClues<Variant>) -> Result<ParsedClues<Variant>, Bad> {
    let Clued { structure, clues } = &parsed.puzzle;
    for (&cell, clue) in clues.range(..structure.grid.variables() as Place) {
        if *clue == Clue::Values(Domain::EMPTY) {
            return Err(Bad::new("no value is left").at(structure.grid.name(cell)));
        }
    }
    for c in &structure.constraints {
        if let Some(why) = impossible(c, &structure.grid) {
            let at = c.line().first().map_or(String::new(), |&cell| format!(" {}", structure.grid.name(cell)));
            return Err(Bad::new(why).at(format!("{}{at}", c.kind.name)));
        }
    }
    same_cages(structure)?;
    layout(structure, clues)?;
    Ok(parsed)
}

fn layout(design: &Design, clues: &Clues<Clue>) -> Result<Arc<Layout>, Bad> {
    static CACHE: LayoutCache<String> = LayoutCache::new(16);
    let stands = stands(design, clues);
    let key = strings::write(&Design { extras: BTreeMap::new(), ..design.clone() }, &stands, &[]);
    let mut bad = None;
    let made = CACHE.get(&key, || {
        let (net, names) = named_network(design, &stands).map_err(|error| {
            let why = error.to_string();
            bad = Some(error);
            NetworkError::Malformed { kind: RuleKind::Table, why }
        })?;
        Ok(Layout::learning(net, names).with_policy(policy()))
    });
    made.map_err(|error| bad.unwrap_or_else(|| Bad::new(error.to_string())))
}

fn size_of(size: &str) -> Result<Grid, Bad> {
    let bad = || Bad::new(format!("{size:?} is no size such as 9x9"));
    let (rows, cols) = size.split_once('x').ok_or_else(bad)?;
    Grid::new(rows.parse().map_err(|_| bad())?, cols.parse().map_err(|_| bad())?)
}

const INFO: GenreInfo = GenreInfo {
    name: "variant",
    about: "Sudoku with any mixture of constraints: cages, lines, dots, arrows, clues outside",
    title: "Variant sudoku",
    rules: "Put a value into every cell so that every row, column and region holds each value once and all that \
        is drawn holds.",
    sizes: &["9x9", "4x4", "6x6"],
    options: make::OPTIONS,
    formats: &["line", "jsonl", "fpuzzles", "fpuzzles-address", SUDOKUPAD, PENPA],
    documents: &["fpuzzles"],
    ..GenreInfo::CLUES
};

impl ClueGenre for Variant {
    type Structure = Design;
    type Clue = Clue;

    fn handle(&self) -> &'static Self {
        &VARIANT
    }
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn catalog(&self) -> &Catalog {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(techniques::catalog)
    }
    fn size(&self, design: &Design) -> String {
        design.grid.size()
    }
    fn structure(&self, size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
        make::planned(Design::new(size_of(size)?), want, rng)
    }
    fn grow(&self, design: &Design, solution: &[Value], rng: &mut ChaCha8Rng) -> Option<Design> {
        make::grown(design, solution, rng)
    }
    fn with_less(&self, puzzle: &Clued<Self>) -> Vec<Clued<Self>> {
        let design = &*puzzle.structure;
        let drawn = |i: &usize| design.plan.is_some() && !is_global(&design.constraints[*i]);
        let without = |i: usize| {
            let mut fewer = design.clone();
            fewer.constraints.remove(i);
            Clued { structure: Arc::new(fewer), clues: puzzle.clues.clone() }
        };
        (0..design.constraints.len()).filter(drawn).map(without).collect()
    }
    fn orbits(&self, design: &Design, symmetry: Symmetry, places: &[Place]) -> Vec<Vec<Place>> {
        let is_cell = |place: Place| (place as usize) < design.grid.cells();
        let orbit = |place| if is_cell(place) { design.grid.orbit(symmetry, place) } else { vec![place] };
        places.iter().copied().map(orbit).collect()
    }
    fn structures(&self, size: &str, _want: &EnumerateRequest) -> Result<Vec<Design>, Bad> {
        Ok(vec![Design::new(size_of(size)?)])
    }
    fn layout(&self, design: &Design, clues: &Clues<Clue>) -> Result<Arc<Layout>, NetworkError> {
        layout(design, clues).map_err(|bad| NetworkError::Malformed { kind: RuleKind::Table, why: bad.to_string() })
    }
    fn places(&self, design: &Design) -> Vec<Place> {
        // Constraints of a new puzzle stay.
        let constraints = if design.plan.is_some() { 0 } else { design.constraints.len() };
        (0..(design.grid.variables() + constraints) as Place).collect()
    }
    fn derive_clues_at(&self, design: &Design, places: &[Place], solution: &[Value]) -> Vec<Option<Clue>> {
        let has_failed = design.plan.as_ref().is_some_and(|plan| plan.has_failed);
        let clue = |&place: &Place| match design.constraint_at(place) {
            _ if has_failed => None,
            Some(_) => Some(Clue::Stands),
            None => solution.get(place as usize).map(|&v| Clue::Values(Domain::single(v))),
        };
        places.iter().map(clue).collect()
    }
    fn fits(&self, design: &Design, place: Place, clue: &Clue) -> bool {
        (*clue == Clue::Stands) == design.constraint_at(place).is_some()
    }
    fn for_each_pattern(&self, _design: &Design, clues: &Clues<Clue>, each: &mut dyn FnMut(Place, Var, Domain)) {
        for (&place, clue) in clues {
            if let Clue::Values(domain) = clue {
                each(place, Var(place), *domain);
            }
        }
    }
    fn clues_are_domains(&self, design: &Design) -> bool {
        design.constraints.is_empty() || design.plan.is_some()
    }
    fn clue_rules(
        &self,
        _design: &Design,
        rules: &mut dyn Iterator<Item = (RuleId, Option<Origin>)>,
    ) -> Option<Vec<(Place, RuleId)>> {
        let of = |(id, origin): (RuleId, Option<Origin>)| {
            let origin = origin.filter(|o| o.class != HOUSES)?;
            Some((origin.place, id))
        };
        Some(rules.filter_map(of).collect())
    }
    fn place_name(&self, design: &Design, place: Place) -> String {
        match design.constraint_at(place).and_then(|i| design.constraints.get(i)) {
            Some(c) => format!("the {}", words(&design.grid, c)),
            None => design.grid.name(place),
        }
    }
    fn clue_words(&self, clue: &Clue) -> String {
        match clue {
            Clue::Values(domain) => domain.iter().map(symbol).collect(),
            Clue::Stands => String::new(),
        }
    }
    fn single_edits(&self, puzzle: &Clued<Self>) -> Vec<SingleEdit<Self>> {
        edits::sums(puzzle)
    }
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        read(text)
    }
    fn print(&self, puzzle: &Clued<Self>) -> String {
        let Clued { structure, clues } = puzzle;
        let mut design = standing(structure, clues);
        design.constraints.sort();
        strings::write(&design, &|_| true, &values(structure, clues))
    }
    fn read_document(&self, text: &str, found: &mut dyn FnMut(Found<ParsedClues<Self>>)) -> bool {
        // A document over several lines; on one line it is read as a line.
        let text = text.trim();
        if !text.starts_with('{') || !text.contains('\n') || serde_json::from_str::<serde_json::Value>(text).is_err() {
            return false;
        }
        found(read(text).map(|parsed| (parsed, None)));
        true
    }
    fn write_format(
        &self,
        format: &str,
        puzzle: &Clued<Self>,
        record: &Record,
        out: &mut dyn Write,
    ) -> Result<(), Bad> {
        let Clued { structure, clues } = puzzle;
        let mut design = (**structure).clone();
        let is_unknown = !design.extras.contains_key("solution");
        if let Some(solution) = record.solution.as_ref().filter(|_| is_unknown) {
            let solved = self.solution_values(puzzle, solution).unwrap_or_default();
            let list: Vec<serde_json::Value> = solved.iter().map(|&v| v.into()).collect();
            if !list.is_empty() {
                design.extras.insert("solution".to_string(), list.into());
            }
        }
        let values = values(structure, clues);
        let document = || fpuzzles::write(&design, &stands(structure, clues), &values);
        let text = match format {
            "fpuzzles" => document()?,
            PENPA => penpa::print_variant(&standing(&design, clues), &values)?,
            _ => fpuzzles::address(&document()?, format),
        };
        writeln!(out, "{text}").map_err(|e| Bad::new(format!("writing failed: {e}")))
    }
    fn solution(&self, puzzle: &Clued<Self>, values: &[Value]) -> Solution {
        let (cells, outside) = values.split_at(puzzle.structure.grid.cells().min(values.len()));
        let text = |values: &[Value]| values.iter().map(|&v| symbol(v)).collect::<String>();
        if outside.is_empty() { text(cells).into() } else { format!("{} {}", text(cells), text(outside)).into() }
    }
    fn solution_values(&self, puzzle: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>> {
        let text = solution.text()?;
        let values: Option<Vec<Value>> = text.chars().filter(|c| *c != ' ').map(value).collect();
        values.filter(|v| v.len() == puzzle.structure.grid.variables())
    }
    fn least_image(&self, puzzle: &Clued<Self>) -> String {
        let design = standing(&puzzle.structure, &puzzle.clues);
        let design = Design { extras: BTreeMap::new(), ..design };
        let values = values(&design, &puzzle.clues);
        let maps = if design.grid.outside.is_empty() { design.grid.maps() } else { Vec::new() };
        let image = |map: &Map| {
            let moved: Vec<Domain> = map.iter().map(|&from| values[from]).collect();
            Some(strings::write(&design.image(map)?, &|_| true, &moved))
        };
        // Where a constraint has no image that is known, the puzzle is its own.
        maps.iter().filter_map(image).min().unwrap_or_else(|| strings::write(&design, &|_| true, &values))
    }
    fn spots(&self, puzzle: &Clued<Self>) -> Vec<(Var, Rect)> {
        Scene::new(&puzzle.structure).spots()
    }
    fn clue_rects(&self, puzzle: &Clued<Self>) -> Vec<(Place, Rect)> {
        Scene::new(&puzzle.structure).spots().into_iter().map(|(cell, at)| (cell.0, at)).collect()
    }
    fn read_clue(&self, _design: &Design, _place: Place, text: &str) -> Vec<Clue> {
        let values: Option<Domain> = text.chars().map(|sign| (0..=35).find(|&value| symbol(value) == sign)).collect();
        values.map(Clue::Values).into_iter().collect()
    }
    fn draw(&self, puzzle: &Clued<Self>, at: &Drawing<'_>, marks: &Marks, medium: Medium) -> String {
        let design = standing(&puzzle.structure, &puzzle.clues);
        let mut known = at.placed.clone();
        at.given.iter().for_each(|var| known.insert(var));
        let at = &Drawing { placed: &known, ..*at };
        let is_pencilled = |clue: &Clue| matches!(clue, Clue::Values(values) if !values.is_single());
        let pencilled = puzzle.clues.iter().filter(|(_, clue)| is_pencilled(clue)).map(|(&cell, _)| cell).collect();
        match medium {
            Medium::Svg => Scene::new(&design).with_pencil_marks(pencilled).svg(at, marks),
            Medium::Unicode => {
                let mut all: Vec<String> = design.constraints.iter().map(|c| words(&design.grid, c)).collect();
                all.extend(drawn_words(&design));
                unicode(&design, at, marks, &all)
            }
        }
    }
}
