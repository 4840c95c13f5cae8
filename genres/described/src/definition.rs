//! A genre as its file defines it.

use super::body::{Phrase, Signs};
use super::clues::{ClueKind, On};
use super::division::Division;
use super::document::{self, Table, Text};
use super::face::Face;
use super::parts::PartsKind;
use super::rule::{Rule, kept};
use super::scope::{Scope, Term, ValueNames};
use super::technique::Listed;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use tesuji_genre::{Bad, sub_rng};
use tesuji_pencil::board::{Board, Place, Size};
use tesuji_pencil::codec::Puzzle;
use tesuji_pencil::house::{Class, NO_RULES, Pencil, Rules, Values, Variables};
use tesuji_solver::{Domain, Tier, Value};

/// The places that have variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Carrier {
    Cells,
    Links,
    Edges,
}

impl Carrier {
    const ALL: [(&'static str, Carrier); 3] =
        [("cell", Carrier::Cells), ("link", Carrier::Links), ("edge", Carrier::Edges)];
}

/// A genre as its file defines it.
pub(crate) struct Definition {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) sizes: &'static [&'static str],
    pub(crate) division: Division,
    pub(crate) values: Values,
    pub(crate) names: ValueNames,
    /// The greatest value.
    pub(crate) most: Value,
    /// The carriers of variables, with the name of a place in the phrase that tells its values.
    carriers: Vec<(Carrier, &'static str, Option<Phrase>)>,
    pub(crate) parts: Vec<PartsKind>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) classes: &'static [Class],
    pub(crate) clue_classes: &'static [u16],
    pub(crate) clues: Vec<ClueKind>,
    pub(crate) optional: bool,
    /// The value whose areas get one number each, of which their size is made.
    pub(crate) area_numbers: Option<Value>,
    pub(crate) face: Face,
    pub(crate) listed: Vec<Listed>,
    pub(crate) easiest: Tier,
    /// Do rules tell directions apart?
    pub(crate) is_directed: bool,
    pub(crate) handle: OnceLock<&'static Pencil>,
}

/// The parts of a file.
const PARTS: &[&str] = &["genre", "board", "values", "vars", "clues", "parts", "rule", "make", "face", "techniques"];

impl Definition {
    /// Reads a file. Its parts are kept for the life of the program.
    ///
    /// # Errors
    /// [`Bad`] with line and column.
    pub(crate) fn read(source: &str) -> Result<Definition, Bad> {
        let source = kept(source);
        let document: &'static _ = Box::leak(Box::new(document::read(source)?));
        let root = Table::root(source, document);
        root.only(PARTS)?;
        let need = |key: &str| root.table(key)?.ok_or_else(|| root.bad(format!("[{key}] is missing")));
        let genre = need("genre")?;
        genre.only(&["name", "about", "easiest"])?;
        let name = genre_name(&genre.needed("name")?)?;
        let about = kept(genre.needed("about")?.words);
        let easiest = match genre.text("easiest")? {
            None => Tier::Beginner,
            Some(text) => {
                Tier::from_name(text.words).ok_or_else(|| text.bad(0, format!("no tier {:?}", text.words)))?
            }
        };
        let (sizes, division) = read_board(&need("board")?)?;
        let (values, names) = read_values(&need("values")?)?;
        let carriers = read_carriers(&need("vars")?)?;
        let clues = match root.table("clues")? {
            Some(table) => read_clues(&table)?,
            None => Vec::new(),
        };
        let parts = root.tables("parts")?.iter().map(PartsKind::read).collect::<Result<Vec<_>, _>>()?;
        let most = greatest(&names, &carriers, sizes, &division)?;
        let signs = match values {
            Values::Named(list) => list.iter().map(|(sign, _)| *sign).collect(),
            Values::Numbers => Vec::new(),
        };
        let signs = Signs { names: &names, signs, most };
        let rules =
            root.tables("rule")?.iter().map(|table| Rule::read(table, &signs)).collect::<Result<Vec<_>, _>>()?;
        if rules.is_empty() {
            return Err(root.bad("[[rule]] is missing: a genre without rules has no puzzles"));
        }
        for (i, rule) in rules.iter().enumerate() {
            if rules[..i].iter().any(|other| other.id == rule.id) {
                return rule.name.refuse(format!("a second rule with the id {:?}; give it an id of its own", rule.id));
            }
        }
        let listed = match root.table("techniques")? {
            Some(table) => {
                table.only(&["list"])?;
                table.tables("list")?
            }
            None => Vec::new(),
        };
        let listed = listed.iter().map(|t| Listed::read(t, &rules, &names)).collect::<Result<Vec<_>, _>>()?;
        let face = Face::read(root.table("face")?.as_ref(), name, division != Division::Whole, &clues)?;
        let (mut optional, mut area_numbers) = (true, None);
        if let Some(make) = root.table("make")? {
            make.only(&["all_clues", "areas"])?;
            optional = !make.flag("all_clues")?;
            if let Some(text) = make.text("areas")? {
                area_numbers = Some(value_named(&text, &names)?);
                optional = false;
            }
        }
        let classes: Vec<Class> = rules.iter().map(|rule| rule.class).collect();
        let is_directed = rules.iter().any(Rule::is_directed);
        let mut definition = Definition {
            name,
            about,
            sizes,
            division,
            values,
            names,
            most,
            carriers,
            clue_classes: &[],
            parts,
            rules,
            classes: classes.leak(),
            clues,
            optional,
            area_numbers,
            face,
            listed,
            easiest,
            is_directed,
            handle: OnceLock::new(),
        };
        definition.clue_classes = definition.classes_of_clues()?;
        definition.try_out()?;
        Ok(definition)
    }

    /// The classes of rules that single clues state.
    fn classes_of_clues(&self) -> Result<&'static [u16], Bad> {
        let of_clues: Vec<u16> =
            (0..self.rules.len() as u16).filter(|&i| self.rules[usize::from(i)].reads_clues()).collect();
        if of_clues.is_empty() {
            return Ok(NO_RULES);
        }
        if !of_clues.iter().all(|&i| self.rules[usize::from(i)].is_of_one_clue()) {
            return Ok(&[]);
        }
        // Where there is no clue, the rule speaks by itself.
        let puzzle = self.sample(0)?;
        let variables = self.variables(&puzzle)?;
        for &class in &of_clues {
            let mut to = Rules::new(&puzzle.board, &variables);
            let rule = &self.rules[usize::from(class)];
            rule.state(class, &mut self.scope(&puzzle, &variables), &mut to)?;
            if to.into_network().is_ok_and(|net| net.rule_ids().next().is_some()) {
                return Ok(&[]);
            }
        }
        Ok(of_clues.leak())
    }

    /// States all rules on boards with clues of each number, so that faults are found at once.
    fn try_out(&self) -> Result<(), Bad> {
        let bare = self.sample(0)?;
        self.state_all(&bare)?;
        for kind in &self.clues {
            for number in [*kind.range.start(), (*kind.range.end()).min(*kind.range.start() + 1)] {
                let mut puzzle = bare.clone();
                let places = kind.on.places(&bare.board).into_iter();
                puzzle.clues = places.map(|place| (place, kind.clue(number))).collect();
                self.state_all(&puzzle)?;
            }
            for place in kind.on.places(&bare.board).into_iter().take(1) {
                self.pattern(&bare.board, place, &kind.clue(*kind.range.start()))?;
            }
        }
        Ok(())
    }

    /// States the rules of a puzzle for nothing but their faults.
    pub(crate) fn state_all(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let variables = self.variables(puzzle)?;
        let mut to = Rules::new(&puzzle.board, &variables);
        self.state(puzzle, &variables, &mut to)?;
        to.into_network().map(drop).map_err(|e| Bad::new(e.to_string()))
    }

    /// A board of the default size without clues.
    fn sample(&self, size: usize) -> Result<Puzzle, Bad> {
        let size = Size::parse(self.sizes[size])?;
        let board = self.division.board(size, &mut sub_rng(1, 0))?;
        Ok(Puzzle { board: Arc::new(board), clues: BTreeMap::new() })
    }

    /// The variables of a puzzle.
    ///
    /// # Errors
    /// [`Bad`] where the values of a place have no meaning.
    pub(crate) fn variables(&self, puzzle: &Puzzle) -> Result<Variables, Bad> {
        let mut to = Variables::default();
        for (carrier, name, phrase) in &self.carriers {
            for place in carrier.places(&puzzle.board) {
                let values = match phrase {
                    None => Domain::range(0, self.most),
                    Some(phrase) => domain_of(phrase, name, place, puzzle, &self.names)?,
                };
                to.add(place, values);
            }
        }
        Ok(to)
    }

    /// The meaning of names for a puzzle.
    pub(crate) fn scope<'a>(&'a self, puzzle: &'a Puzzle, variables: &'a Variables) -> Scope<'a> {
        Scope::new(puzzle, &self.names, Some(variables)).with_parts(&self.parts)
    }

    /// States the rules of a puzzle.
    ///
    /// # Errors
    /// [`Bad`] with the place of an expression that has no meaning.
    pub(crate) fn state(&self, puzzle: &Puzzle, variables: &Variables, to: &mut Rules<'_>) -> Result<(), Bad> {
        let mut scope = self.scope(puzzle, variables);
        self.rules.iter().zip(0..).try_for_each(|(rule, class)| rule.state(class, &mut scope, to))
    }

    /// The values that a clue leaves its own place.
    pub(crate) fn pattern(
        &self,
        board: &Board,
        place: Place,
        clue: &tesuji_pencil::clue::Clue,
    ) -> Result<Vec<(Place, Domain)>, Bad> {
        let Some(kind) = self.kind_of(place) else { return Ok(Vec::new()) };
        let mut said = Vec::new();
        if kind.is_value
            && let Some(n) = kind.number(clue)
        {
            said.push((place, if n < 64 { Domain::single(n as Value) } else { Domain::EMPTY }));
        }
        if let Some(phrase) = &kind.value {
            let puzzle = Puzzle { board: Arc::new(board.clone()), clues: BTreeMap::from([(place, clue.clone())]) };
            said.push((place, domain_of(phrase, "place", place, &puzzle, &self.names)?));
        }
        Ok(said)
    }

    /// The kind of clues of a place.
    pub(crate) fn kind_of(&self, place: Place) -> Option<&ClueKind> {
        self.clues.iter().find(|kind| kind.on.has(place))
    }
}

impl Carrier {
    fn places(self, board: &Board) -> Vec<Place> {
        match self {
            Carrier::Cells => board.cells().map(|c| Place::Cell(c as u16)).collect(),
            Carrier::Links => board.inner_edges().map(|e| Place::Edge(e as u16)).collect(),
            Carrier::Edges => (0..board.edges() as u16).map(Place::Edge).collect(),
        }
    }
}

/// The values that a phrase tells of a place.
fn domain_of(phrase: &Phrase, name: &str, place: Place, puzzle: &Puzzle, names: &ValueNames) -> Result<Domain, Bad> {
    let mut scope = Scope::new(puzzle, names, None);
    scope.bound.push((name.to_string(), Term::Place(place)));
    let values = scope.values(&phrase.expr);
    Ok(phrase.told(values)?.unwrap_or(Domain::range(0, 63)))
}

fn genre_name(text: &Text<'static>) -> Result<&'static str, Bad> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let begins = text.words.starts_with(|c: char| c.is_ascii_lowercase());
    if begins && text.words.chars().all(is_plain) {
        return Ok(kept(text.words));
    }
    text.refuse("a name of small letters, digits and - is expected")
}

fn read_board(table: &Table<'static>) -> Result<(&'static [&'static str], Division), Bad> {
    table.only(&["sizes", "regions"])?;
    let texts = table.texts("sizes")?;
    for text in &texts {
        Size::parse(text.words).map_err(|bad| text.bad(0, bad.what))?;
    }
    if texts.is_empty() {
        return Err(table.bad("sizes is missing: a list such as [\"8x8\", \"6x6\"]"));
    }
    let sizes: Vec<&'static str> = texts.iter().map(|text| kept(text.words)).collect();
    let division = match table.text("regions")? {
        None => Division::Whole,
        Some(text) if text.words == "rectangles" => Division::Rectangles,
        Some(text) => {
            let ends = text.words.split_once("..");
            let ends = ends.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
            match ends.filter(|&(a, b): &(usize, usize)| a > 0 && a <= b) {
                Some((least, most)) => Division::Shapes(least..=most),
                None => return text.refuse("rectangles, or numbers of cells such as 3..6, are expected"),
            }
        }
    };
    Ok((sizes.leak(), division))
}

/// Values: a word for each sign, or `numbers = true`.
fn read_values(table: &Table<'static>) -> Result<(Values, ValueNames), Bad> {
    if table.has("numbers") {
        table.only(&["numbers"])?;
        if table.flag("numbers")? {
            return Ok((Values::Numbers, ValueNames::Numbers));
        }
        return Err(table.bad_value("numbers", "true is expected, or a word for each sign"));
    }
    let mut list: Vec<(char, &'static str)> = Vec::new();
    for key in table.keys() {
        let mut chars = key.words.chars();
        let (Some(sign), None) = (chars.next(), chars.next()) else {
            return key.refuse(format!("{:?}: one sign is expected", key.words));
        };
        if matches!(sign, '/' | '|' | ',' | '_') {
            return key.refuse(format!("{sign:?} parts the signs of a solution and stands for no value"));
        }
        let word = table.needed(key.words)?;
        if list.iter().any(|(_, other)| *other == word.words) {
            return word.refuse(format!("{:?} is the word of two values", word.words));
        }
        list.push((sign, kept(word.words)));
    }
    if list.len() < 2 || list.len() > 64 {
        return Err(table.bad(format!("{} values; 2 to 64 are possible", list.len())));
    }
    let words = list.iter().map(|(_, word)| (*word).to_string()).collect();
    Ok((Values::Named(list.leak()), ValueNames::Words(words)))
}

type Carriers = Vec<(Carrier, &'static str, Option<Phrase>)>;

fn read_carriers(table: &Table<'static>) -> Result<Carriers, Bad> {
    table.only(&Carrier::ALL.map(|(name, _)| name))?;
    let mut found = Vec::new();
    for (name, carrier) in Carrier::ALL.into_iter().filter(|(name, _)| table.has(name)) {
        let text = table.needed(name)?;
        let phrase = if text.words == "all" { None } else { Some(Phrase::read(text)?) };
        found.push((carrier, name, phrase));
    }
    if found.is_empty() {
        return Err(table.bad("no place has values: cell, link or edge is expected"));
    }
    if table.has("link") && table.has("edge") {
        return Err(table.bad_value("edge", "either links between cells or edges of cells have values"));
    }
    Ok(found)
}

fn read_clues(table: &Table<'static>) -> Result<Vec<ClueKind>, Bad> {
    table.only(&On::ALL.map(|(name, _)| name))?;
    let mut kinds = Vec::new();
    for (name, on) in On::ALL {
        if let Some(own) = table.table(name)? {
            kinds.push(ClueKind::read(on, &own)?);
        }
    }
    Ok(kinds)
}

fn value_named(text: &Text<'_>, names: &ValueNames) -> Result<Value, Bad> {
    match names {
        ValueNames::Words(words) => {
            let value = words.iter().position(|word| word == text.words);
            value.map(|i| i as Value).ok_or_else(|| text.bad(0, format!("no value {:?}", text.words)))
        }
        ValueNames::Numbers => text.words.parse().map_err(|_| text.bad(0, "a number is expected")),
    }
}

/// The greatest value that a place can have, on boards of the sizes offered.
fn greatest(names: &ValueNames, carriers: &Carriers, sizes: &[&str], division: &Division) -> Result<Value, Bad> {
    if let ValueNames::Words(words) = names {
        return Ok((words.len() - 1) as Value);
    }
    let mut most = 0;
    for size in sizes {
        let board = division.board(Size::parse(size)?, &mut sub_rng(1, 0))?;
        let puzzle = Puzzle { board: Arc::new(board), clues: BTreeMap::new() };
        for (carrier, name, phrase) in carriers {
            let Some(phrase) = phrase else { return Err(Bad::new("[vars]: numbers need a range such as 1..6")) };
            for place in carrier.places(&puzzle.board) {
                most = most.max(domain_of(phrase, name, place, &puzzle, names)?.max().unwrap_or(0));
            }
        }
    }
    Ok(most)
}
