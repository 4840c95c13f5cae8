//! Every genre of the house is a clue genre.

use super::pasted::is_title;
use super::read::kit_entries;
use super::{Class, HouseNames, Kit, Look, Pencil, Rules, Values, Variables, solution, text};
use crate::board::{Board, Place, Size, Transform};
use crate::clue::Clue;
use crate::codec::pzprv3::is_state;
use crate::codec::{Puzzle, has_pieces};
use crate::penpa;
use crate::scene::{self, Scene};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;
use tesuji_genre::clue::option::Shape;
use tesuji_genre::clue::{
    Arrangement, ClueGenre, Clued, Clues, Drawing, Found, Layout, Lines, ParsedClues, SingleEdit,
};
use tesuji_genre::clue::{RivalSearch, Style, Symmetry};
use tesuji_genre::document::ADDRESS;
use tesuji_genre::penpa::PENPA;
use tesuji_genre::{
    Bad, EnumerateRequest, GenerateRequest, GenreInfo, Marks, Medium, Record, Rect, Solution, lines_of_state,
};
use tesuji_solver::masked::Stated;
use tesuji_solver::techniques::steps::LastValue;
use tesuji_solver::{Catalog, Clock, Domain, Network, NetworkError, Origin, RuleId, Technique, Value, Var};

/// The puzzle that a board and numbered clues make.
pub(super) fn puzzle_of(board: &Board, clues: &Clues<Clue>) -> Puzzle {
    let placed = clues.iter().filter_map(|(&i, clue)| Some((board.place(i as usize)?, clue.clone())));
    Puzzle { board: Arc::new(board.clone()), clues: placed.collect() }
}

/// Says where a fault without a place is.
fn placed(bad: Bad, place: &str) -> Bad {
    if bad.at.is_none() && bad.column.is_none() { bad.at(place) } else { bad }
}

impl Pencil {
    pub(super) fn variables_of(&self, puzzle: &Puzzle) -> Variables {
        let mut variables = Variables::default();
        self.genre.variables(puzzle, &mut variables);
        variables
    }

    pub(super) fn network_of(&self, puzzle: &Puzzle, variables: &Variables) -> Result<Network, NetworkError> {
        let mut rules = Rules::new(&puzzle.board, variables);
        self.genre.rules(puzzle, &mut rules);
        let mut net = rules.into_network()?;
        net.name_classes(self.class_names());
        Ok(net)
    }

    /// Where one looks to see some rules: the places that they stand at, or those that they speak
    /// of.
    fn places_of_rules(&self, puzzle: &Puzzle, variables: &Variables, rules: &[RuleId]) -> Vec<Place> {
        let Ok(net) = self.network_of(puzzle, variables) else { return Vec::new() };
        let mut places = Vec::new();
        for &rule in rules.iter().filter(|rule| rule.index() < net.rule_ids().len()) {
            let Some(origin) = net.origin(rule) else { continue };
            let own = puzzle.board.place(origin.place as usize);
            match (self.info.classes.get(usize::from(origin.class)).and_then(Class::has_place), own) {
                (None, _) => {}
                (Some(true), Some(place @ (Place::Cell(_) | Place::Corner(_)))) => places.push(place),
                _ => places.extend(net.rule(rule).scope().iter().filter_map(|&var| variables.place(var))),
            }
        }
        places
    }

    /// The look of its puzzles in a style.
    fn look(&self, style: Style) -> Look {
        self.info.look.in_style(style)
    }

    /// The names of the classes of rules.
    fn class_names(&self) -> &Arc<[String]> {
        self.class_names.get_or_init(|| Class::names(self.info.classes).into())
    }

    /// The variables of a board without clues: their places are those of every puzzle on it.
    pub(super) fn places_of(&self, board: &Board) -> Variables {
        self.variables_of(&Puzzle { board: Arc::new(board.clone()), clues: std::collections::BTreeMap::new() })
    }

    /// A puzzle as it is drawn before anything is written down.
    pub(super) fn bare_scene(&self, puzzle: &Puzzle) -> Scene {
        let mut scene = Scene::new(puzzle);
        self.genre.paint(puzzle, &|_| None, &mut scene);
        scene
    }

    /// The address of a puzzle's image, if it has one.
    fn written_image(&self, puzzle: &Puzzle, t: Transform) -> Option<String> {
        let image = t.image(&puzzle.board);
        let clues = puzzle.clues.iter().map(|(&p, clue)| Some((image.place(p)?, clue.transformed(t)?)));
        let clues: Option<_> = clues.collect();
        self.codec().write(&Puzzle { board: Arc::new(image.board().clone()), clues: clues? }).ok()
    }

    /// A puzzle as the adapter of clue genres takes it.
    pub(super) fn clued(puzzle: Puzzle) -> Clued<Self> {
        let clues = puzzle.clues.into_iter().map(|(place, clue)| (puzzle.board.index(place) as u32, clue)).collect();
        Clued { structure: Arc::new(Board::clone(&puzzle.board)), clues }
    }
}

impl ClueGenre for Pencil {
    type Structure = Board;
    type Clue = Clue;

    fn handle(&self) -> &'static Self {
        self.genre.handle()
    }
    fn info(&self) -> &GenreInfo {
        self.contract.get_or_init(|| GenreInfo {
            name: self.info.name,
            about: self.info.about,
            title: self.info.title,
            rules: self.info.rules,
            sizes: self.info.sizes,
            options: self.info.options,
            formats: if penpa::is_known(self.info.name) {
                &["line", "jsonl", "url", PENPA]
            } else {
                &["line", "jsonl", "url"]
            },
            address_names: self.codec().names(),
            data_set: self.info.puzzle_kit,
            easiest: self.info.easiest,
            forms: self.info.forms,
            tier_forms: self.info.tier_forms,
            ..GenreInfo::CLUES
        })
    }
    fn catalog(&self) -> &Catalog {
        self.catalog.get_or_init(|| {
            let last: Arc<dyn Technique> = Arc::new(LastValue::new());
            std::iter::once(last).chain(self.genre.techniques()).collect()
        })
    }
    fn rule_classes(&self) -> &[String] {
        self.class_names()
    }
    fn size(&self, board: &Board) -> String {
        format!("{}x{}", board.rows(), board.cols())
    }
    fn structure(&self, size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        self.genre.board(Size::parse(size)?, &self.look(Style::of(&want.set)), rng)
    }
    fn drawn(&self, size: &str, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Value>)> {
        self.genre.drawn(Size::parse(size).ok()?, &self.look(Style::of(&want.set)), rng)
    }
    fn structures(&self, size: &str, _want: &EnumerateRequest) -> Result<Vec<Board>, Bad> {
        self.genre.boards(Size::parse(size)?)
    }
    fn layout(&self, board: &Board, clues: &Clues<Clue>) -> Result<Arc<Layout>, NetworkError> {
        let puzzle = puzzle_of(board, clues);
        let variables = self.variables_of(&puzzle);
        let net = self.network_of(&puzzle, &variables)?;
        let names = HouseNames::new(puzzle, variables, &net, self.genre);
        Ok(Arc::new(Layout::learning(net, Arc::new(names))))
    }
    fn places(&self, board: &Board) -> Vec<u32> {
        self.genre.clue_places(board).into_iter().map(|p| board.index(p) as u32).collect()
    }
    fn derive_clues_at(&self, board: &Board, places: &[u32], values: &[Value]) -> Vec<Option<Clue>> {
        let variables = self.places_of(board);
        let value = |p: Place| variables.get(p).and_then(|v| values.get(v.index()).copied()).unwrap_or(0);
        let clue = |&place: &u32| self.genre.clue_at(board, board.place(place as usize)?, &value);
        places.iter().map(clue).collect()
    }
    fn derive_clues(&self, board: &Board, values: &[Value], _style: Style, rng: &mut ChaCha8Rng) -> Clues<Clue> {
        let variables = self.places_of(board);
        let value = |p: Place| variables.get(p).and_then(|v| values.get(v.index()).copied()).unwrap_or(0);
        self.genre.clues(board, &value, rng).into_iter().map(|(p, clue)| (board.index(p) as u32, clue)).collect()
    }
    fn completion(&self, board: &Board, style: Style, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        self.genre.completion(board, &self.look(style), rng)
    }
    fn arrangement(&self, board: &Board, shape: &Shape, rng: &mut ChaCha8Rng) -> Arrangement {
        let look = self.look(shape.style);
        let symmetry = look.drawn_symmetry(shape, rng);
        Arrangement { symmetry, clues: look.drawn_clues(board.size(), rng) }
    }
    fn clue_weight(&self, board: &Board, style: Style, place: u32, clue: &Clue) -> i32 {
        let place = board.place(place as usize).filter(|_| style != Style::Minimal);
        place.map_or(0, |place| self.look(style).weight(clue) + self.genre.clue_weight(place, clue))
    }
    fn clues_are_optional(&self) -> bool {
        self.info.clues_are_optional
    }
    fn settle(
        &self,
        puzzle: &Clued<Self>,
        values: &[Value],
        style: Style,
        rivals: &mut RivalSearch<'_, Clued<Self>>,
        clock: &Clock,
        rng: &mut ChaCha8Rng,
    ) -> Option<(Clued<Self>, Vec<Value>)> {
        let settle = self.info.settle?;
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        let mut rivals = |puzzle: &Puzzle, values: &[Value], most| rivals(&Self::clued(puzzle.clone()), values, most);
        let (settled, values) = settle((&typed, values), &self.look(style), &mut rivals, clock, rng)?;
        Some((Self::clued(settled), values))
    }
    fn repaired_one_in(&self) -> Option<u64> {
        self.genre.repaired_one_in()
    }
    fn repair(
        &self,
        puzzle: &Clued<Self>,
        two: [&[Value]; 2],
        style: Style,
        rng: &mut ChaCha8Rng,
    ) -> Option<Clued<Self>> {
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        let edit = self.genre.repaired(&typed, two, &self.look(style), rng)?;
        Some(Self::clued(edit.puzzle))
    }
    fn derives_edits(&self) -> bool {
        self.info.clues_are_optional || self.info.derives_edits
    }
    fn edited_at(&self, puzzle: &Clued<Self>, places: &[u32], values: &[Value]) -> Vec<Option<Clue>> {
        let (board, variables) = (&puzzle.structure, self.places_of(&puzzle.structure));
        let value = |p: Place| variables.get(p).and_then(|v| values.get(v.index()).copied()).unwrap_or(0);
        let typed = puzzle_of(board, &puzzle.clues);
        let clue = |&place: &u32| self.genre.edited_at(&typed, board.place(place as usize)?, &value);
        places.iter().map(clue).collect()
    }
    fn single_edits(&self, puzzle: &Clued<Self>) -> Vec<SingleEdit<Self>> {
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        let edits = self.genre.single_edits(&typed).into_iter().map(|edit| SingleEdit {
            touches: edit.touches.into_iter().map(|place| puzzle.structure.index(place) as u32).collect(),
            words: edit.words,
            puzzle: Self::clued(edit.puzzle),
        });
        edits.collect()
    }
    fn knowing(&self, puzzle: &Clued<Self>, kept: &BTreeSet<u32>) -> Clued<Self> {
        let unknown = self.info.shows_unknown.then_some(Clue::Unknown);
        let known = |(place, clue): (&u32, &Clue)| {
            let clue = if kept.contains(place) { Some(clue.clone()) } else { unknown.clone() };
            Some((*place, clue?))
        };
        let clues = puzzle.clues.iter().filter_map(known).collect();
        Clued { structure: Arc::clone(&puzzle.structure), clues }
    }
    fn inseparable(&self, puzzle: &Clued<Self>, place: u32) -> Vec<u32> {
        let Some(at) = puzzle.structure.place(place as usize) else { return vec![place] };
        let all = self.genre.inseparable(&puzzle_of(&puzzle.structure, &puzzle.clues), at);
        all.into_iter().map(|p| puzzle.structure.index(p) as u32).chain([place]).collect()
    }
    fn for_each_pattern(&self, board: &Board, clues: &Clues<Clue>, each: &mut dyn FnMut(u32, Var, Domain)) {
        let typed = puzzle_of(board, clues);
        let said = |(&i, clue): (&u32, &Clue)| {
            let place = board.place(i as usize);
            let pattern = place.map_or_else(Vec::new, |place| self.genre.pattern_in(&typed, place, clue));
            pattern.into_iter().map(move |(p, domain)| (i, p, domain))
        };
        let said: Vec<(u32, Place, Domain)> = clues.iter().flat_map(said).collect();
        if said.is_empty() {
            return;
        }
        let variables = self.places_of(board);
        said.into_iter().for_each(|(i, p, domain)| {
            if let Some(var) = variables.get(p) {
                each(i, var, domain);
            }
        });
    }
    fn clues_are_domains(&self, _board: &Board) -> bool {
        false
    }
    fn is_same_structure(&self, one: &Board, other: &Board) -> bool {
        one == other
    }
    fn clue_rules(
        &self,
        board: &Board,
        rules: &mut dyn Iterator<Item = (RuleId, Option<Origin>)>,
    ) -> Option<Vec<(u32, RuleId)>> {
        if self.info.clue_classes.is_empty() {
            return None;
        }
        let stated = |(id, origin): (RuleId, Option<Origin>)| {
            let origin = origin.filter(|o| self.info.clue_classes.contains(&o.class))?;
            Some((self.genre.stated_at(board, origin.class, origin.place), id))
        };
        Some(rules.filter_map(stated).collect())
    }
    fn stated(&self, board: &Board, clues: &Clues<Clue>) -> Option<Stated> {
        let puzzle = puzzle_of(board, clues);
        let variables = self.variables_of(&puzzle);
        let mut rules = Rules::new(&puzzle.board, &variables);
        self.genre.rules(&puzzle, &mut rules);
        rules.into_stated()
    }
    fn open_variables(&self, board: &Board, clues: &Clues<Clue>) -> Option<(usize, usize)> {
        let puzzle = puzzle_of(board, clues);
        let variables = self.variables_of(&puzzle);
        let mut domains = variables.domains().to_vec();
        for (&place, clue) in &puzzle.clues {
            for (at, keep) in self.genre.pattern_in(&puzzle, place, clue) {
                if let Some(var) = variables.get(at) {
                    domains[var.index()] &= keep;
                }
            }
        }
        Some((domains.iter().filter(|domain| !domain.is_single()).count(), domains.len()))
    }
    fn place_name(&self, board: &Board, place: u32) -> String {
        board.place(place as usize).map_or_else(|| format!("place {place}"), |p| board.name(p))
    }
    fn clue_words(&self, clue: &Clue) -> String {
        scene::sign(clue)
    }
    fn orbits(&self, board: &Board, symmetry: Symmetry, places: &[u32]) -> Vec<Vec<u32>> {
        if symmetry == Symmetry::None {
            return places.iter().map(|&place| vec![place]).collect();
        }
        let transforms = symmetry.transforms().iter();
        let transforms = transforms.map(|&(transpose, rows, cols)| Transform::of_flips(transpose, rows, cols));
        let fitting = transforms.filter(|t| t.size(board.size()) == board.size());
        let images: Vec<_> = fitting.map(|t| t.image(board)).collect();
        let orbit = |&place: &u32| {
            let at = board.place(place as usize);
            let mapped = images.iter().filter_map(|image| Some(board.index(image.place(at?)?) as u32));
            let mut all: Vec<u32> = mapped.chain([place]).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        places.iter().map(orbit).collect()
    }
    fn parse(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        self.parse_text(text)
    }
    fn parse_answer(&self, text: &str, finished: bool) -> Result<ParsedClues<Self>, Bad> {
        let text = text.trim();
        if is_state(text) { self.state_as_answer(text, finished) } else { self.parse_text(text) }
    }
    fn lines(&self) -> Lines {
        Lines { is_comment: is_title, of_next: text::lines_of_next, ..Lines::default() }
    }
    fn print(&self, puzzle: &Clued<Self>) -> String {
        self.codec().write(&puzzle_of(&puzzle.structure, &puzzle.clues)).unwrap_or_default()
    }
    fn lint(&self, puzzle: &Clued<Self>) -> Result<(), Bad> {
        self.genre.lint(&puzzle_of(&puzzle.structure, &puzzle.clues)).map_err(|bad| placed(bad, "board"))
    }
    fn coarse(&self, puzzle: &Clued<Self>) -> Option<(Network, Value)> {
        let puzzle = puzzle_of(&puzzle.structure, &puzzle.clues);
        let mut variables = Variables::default();
        let several = self.genre.coarse(&puzzle, &mut variables)?;
        let mut rules = Rules::new(&puzzle.board, &variables);
        self.genre.coarse_rules(&puzzle, &mut rules);
        Some((rules.into_network().ok()?, several))
    }
    fn tell_apart(&self, puzzle: &Clued<Self>, values: &[Value]) -> Result<(), Bad> {
        let variables = self.places_of(&puzzle.structure);
        let value = |p: Place| variables.get(p).and_then(|v| values.get(v.index()).copied()).unwrap_or(0);
        self.genre.tell_apart(&puzzle_of(&puzzle.structure, &puzzle.clues), &value)
    }
    fn write_format(
        &self,
        format: &str,
        puzzle: &Clued<Self>,
        _record: &Record,
        out: &mut dyn Write,
    ) -> Result<(), Bad> {
        if format == PENPA {
            let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
            let text = penpa::print(&typed, self.info.name, self.codec())?;
            return writeln!(out, "{text}").map_err(|e| Bad::new(format!("writing failed: {e}")));
        }
        if !ADDRESS.contains(&format) {
            return Err(Bad::new(format!("{} has no format {format}", self.info.name)));
        }
        let text = self.print(puzzle);
        if has_pieces(&text) {
            return Err(Bad::new("puzz.link has no regions in several pieces"));
        }
        writeln!(out, "https://puzz.link/p?{text}").map_err(|e| Bad::new(format!("writing failed: {e}")))
    }
    fn read_document(&self, text: &str, found: &mut dyn FnMut(Found<ParsedClues<Self>>)) -> bool {
        let first = text.trim_start().lines().next().unwrap_or_default().trim();
        let lines: Vec<&str> = text.trim().lines().collect();
        let is_one = lines_of_state(&lines, true) == Some(lines.len());
        if is_state(first) && !first.contains('/') && is_one {
            found(self.parse_state(text).map(|parsed| (parsed, Some(1))));
            return true;
        }
        let is_kit = kit_entries(text, self.info.puzzle_kit, &mut |entry| {
            let read =
                entry.and_then(|(problem, _)| self.genre.read_kit(&Kit::new(problem, "", self.info.kit_variants)?));
            found(read.map(|(puzzle, _)| (Self::clued(puzzle).into(), None)));
        });
        if is_kit || text.lines().any(text::is_alone) {
            return is_kit;
        }
        self.read_pasted(text, &mut |line, read| match read {
            Ok(parsed) => found(Ok((parsed, Some(line)))),
            Err(bad) => found(Err(bad.line(line))),
        })
    }
    fn solution(&self, puzzle: &Clued<Self>, values: &[Value]) -> Solution {
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        solution::write(&typed, &self.places_of(&typed.board), self.genre, values).into()
    }
    fn solution_values(&self, puzzle: &Clued<Self>, solution: &Solution) -> Option<Vec<Value>> {
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        solution::read(&typed, &self.places_of(&typed.board), self.genre, solution.text()?)
    }
    fn least_solution(&self, puzzle: &Clued<Self>, values: &[Value]) -> Option<String> {
        if self.info.values_are_directed || self.info.rules_are_directed {
            return None;
        }
        let board = &*puzzle.structure;
        let variables = self.places_of(board);
        // By place of the image: its value, from 1.
        let images = Transform::all().filter_map(|t| {
            let image = t.image(board);
            let mut by_place: Vec<u8> = Vec::with_capacity(variables.places().len());
            for (&place, &value) in variables.places().iter().zip(values) {
                let at = image.board().index(image.place(place)?);
                by_place.resize(by_place.len().max(at + 1), 0);
                by_place[at] = value.saturating_add(1);
            }
            Some((image.board().size(), by_place, t))
        });
        let images: Vec<_> = images.collect();
        let least = images.iter().map(|(size, by_place, _)| (size, by_place)).min()?;
        let mut key = format!("{} {}", least.0, least.1.iter().map(|&v| char::from(v)).collect::<String>());
        if self.info.clues_are_optional && *board == Board::new(board.size()) {
            return Some(key);
        }
        let clues = if self.info.clues_are_optional { Clues::new() } else { puzzle.clues.clone() };
        let typed = puzzle_of(board, &clues);
        let of_least = images.iter().filter(|(size, by_place, _)| (size, by_place) == least);
        key.push_str(&of_least.filter_map(|&(.., t)| self.written_image(&typed, t)).min()?);
        Some(key)
    }
    fn least_image(&self, puzzle: &Clued<Self>) -> String {
        if self.info.rules_are_directed {
            return self.print(puzzle);
        }
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        let images = Transform::all().filter_map(|t| self.written_image(&typed, t));
        images.min().unwrap_or_else(|| self.print(puzzle))
    }
    fn spots(&self, puzzle: &Clued<Self>) -> Vec<(Var, Rect)> {
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        let variables = self.variables_of(&typed);
        let scene = self.bare_scene(&typed);
        let rects = variables.places().iter().filter_map(|&p| Some((variables.get(p)?, scene.rect(p)?)));
        rects.collect()
    }
    fn clue_rects(&self, puzzle: &Clued<Self>) -> Vec<(u32, Rect)> {
        let board = &*puzzle.structure;
        let scene = self.bare_scene(&puzzle_of(board, &puzzle.clues));
        let of = |place| Some((board.index(place) as u32, scene.clue_rect(place)?));
        self.genre.clue_places(board).into_iter().filter_map(of).collect()
    }
    fn read_clue(&self, _board: &Board, _place: u32, text: &str) -> Vec<Clue> {
        Clue::read(text)
    }
    fn draw(&self, puzzle: &Clued<Self>, at: &Drawing<'_>, marks: &Marks, medium: Medium) -> String {
        let typed = puzzle_of(&puzzle.structure, &puzzle.clues);
        let variables = self.variables_of(&typed);
        let value = |p: Place| {
            let var = variables.get(p)?;
            let domain = at.domains.get(var.index()).copied()?;
            domain.value().filter(|_| at.placed.contains(var) || at.given.contains(var))
        };
        let is_written = |p: Place| variables.get(p).is_some_and(|var| at.written.contains(var));
        let mut scene = Scene::new(&typed);
        scene.fill(&variables, &value, &is_written, &|place, known, is_complete| match self.info.values {
            Values::Named(list) => list.get(usize::from(known)).map_or('?', |v| v.0).to_string(),
            Values::Numbers if is_complete => {
                self.genre.number_at(&typed, place, &value).unwrap_or(known.into()).to_string()
            }
            Values::Numbers => self.genre.numeral(&typed, known),
        });
        scene.mark(&variables, marks);
        if !marks.rules.is_empty() {
            scene.mark_rules(self.places_of_rules(&typed, &variables, &marks.rules));
        }
        let is_complete = scene.is_complete;
        let shown = |p: Place| value(p).filter(|_| is_complete || is_written(p));
        self.genre.paint(&typed, &shown, &mut scene);
        match medium {
            Medium::Unicode => scene.unicode(),
            Medium::Svg => scene.svg(),
        }
    }
}
