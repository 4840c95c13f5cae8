//! The words of hints for constraints.

use super::constraint::{Constraint, Form};
use super::design::Design;
use super::grid::Grid;
use tesuji_genre::listed;
use tesuji_solver::techniques::steps::Row;
use tesuji_solver::{Tier, Var};

/// Kinds of constraints that a player looks at in the same way; each has a technique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Family {
    /// Signs between neighbours.
    Signs,
    /// Neighbours without a sign.
    Absences,
    /// Thermometers.
    Thermometers,
    /// Values that must stand in a set of cells.
    Sets,
    /// Whispers.
    Whispers,
    /// Other lines whose cells are compared.
    Lines,
    /// Renbans.
    Renbans,
    /// Arrows.
    Arrows,
    /// Other lines with equal sums.
    SumLines,
    /// Sums and sets of the cells of a cage.
    Cages,
    /// Clues outside.
    Outside,
    /// All others.
    Others,
    /// Cells that differ, of which the techniques of houses speak.
    Regions,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 13] = [
        Family::Signs,
        Family::Absences,
        Family::Thermometers,
        Family::Sets,
        Family::Whispers,
        Family::Lines,
        Family::Renbans,
        Family::Arrows,
        Family::SumLines,
        Family::Cages,
        Family::Outside,
        Family::Others,
        Family::Regions,
    ];

    /// The class of its rules.
    pub const fn class(self) -> u16 {
        self as u16 + 1
    }

    /// The technique that reads one constraint of the family by itself.
    pub const fn row(self) -> Row {
        match self {
            Family::Signs => Row::new("neighbour-sign", "Sign between Neighbours", Tier::Easy, 22),
            Family::Absences => Row::new("missing-sign", "Missing Sign", Tier::Easy, 24),
            Family::Thermometers => Row::new("thermometer", "Thermometer", Tier::Easy, 26),
            Family::Sets => Row::new("required-values", "Required Values", Tier::Easy, 28),
            Family::Whispers => Row::new("whisper", "Whisper", Tier::Medium, 36),
            Family::Lines => Row::new("line", "Line", Tier::Medium, 38),
            Family::Renbans => Row::new("renban", "Renban", Tier::Medium, 42),
            Family::Arrows => Row::new("arrow-sum", "Arrow Sum", Tier::Medium, 44),
            Family::SumLines => Row::new("sum-line", "Sum Line", Tier::Medium, 46),
            Family::Cages => Row::new("sum-of-cells", "Sum of Cells", Tier::Medium, 48),
            Family::Outside => Row::new("outside-clue", "Clue Outside", Tier::Medium, 50),
            Family::Others | Family::Regions => Row::new("variant-constraint", "Constraint", Tier::Medium, 52),
        }
    }

    /// Is it of lines through cells?
    pub const fn is_line(self) -> bool {
        use Family::{Arrows, Lines, Renbans, SumLines, Thermometers, Whispers};
        matches!(self, Thermometers | Whispers | Lines | Renbans | Arrows | SumLines)
    }

    /// The classes of its rules.
    pub const fn classes(self) -> &'static [u16] {
        const CLASSES: [u16; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
        CLASSES.split_at(self as usize).1.split_at(1).0
    }
}

/// How hints speak of a kind of constraints. In the texts `{it}` is the constraint with its article,
/// `{n}` its number and `{numbers}` all of them, `{cells}` its cells, `{count}` their number,
/// `{first}`, `{last}` and `{rest}` some of them, `{scope}` the cells of the rule at hand, `{low}`
/// and `{high}` those that the rule compares, `{line}` the row or column, `{text}` its word,
/// `{slope}` the direction of a diagonal.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// How a player looks at it.
    pub family: Family,
    /// Its name without an article.
    called: &'static str,
    /// Its law.
    law: &'static str,
}

impl Words {
    /// A family, what a constraint is called, and what it says.
    pub const fn new(family: Family, called: &'static str, law: &'static str) -> Words {
        Words { family, called, law }
    }
}

fn names(grid: &Grid, cells: &[u32]) -> String {
    listed(&cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>())
}

/// Row 3, or column 4, or the cells of a line that is neither.
fn line(grid: &Grid, cells: &[u32]) -> String {
    let places: Vec<(usize, usize)> =
        cells.iter().filter(|c| (**c as usize) < grid.cells()).map(|&c| grid.row_col(c)).collect();
    match places.first() {
        Some(&(row, _)) if places.iter().all(|p| p.0 == row) => format!("row {}", row + 1),
        Some(&(_, col)) if places.iter().all(|p| p.1 == col) => format!("column {}", col + 1),
        _ => names(grid, cells),
    }
}

fn filled(template: &str, it: &str, design: &Design, c: &Constraint, scope: &[Var]) -> String {
    let grid = &design.grid;
    let own: Vec<u32> = scope.iter().map(|v| v.0).collect();
    let of = if c.line().is_empty() { &own } else { c.line() };
    let end = |cell: Option<&u32>| cell.map_or(String::new(), |&cell| grid.name(cell));
    let word = |key: &str| match key {
        "it" => it.to_string(),
        "n" => c.number().to_string(),
        "numbers" => listed(&c.numbers.iter().map(i32::to_string).collect::<Vec<_>>()),
        "cells" => names(grid, of),
        "count" => of.len().to_string(),
        "first" => end(of.first()),
        "last" => end(of.last()),
        "rest" => names(grid, of.get(1..).unwrap_or(&[])),
        "scope" => few(grid, &own),
        "low" => end(own.first()),
        "high" => end(own.last()),
        "line" => line(grid, of),
        "text" => c.text.clone(),
        "slope" => if c.text == "1" { "rising" } else { "falling" }.to_string(),
        other => other.to_string(),
    };
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, tail)) = rest.split_once('{') {
        let (key, after) = tail.split_once('}').unwrap_or((tail, ""));
        text += before;
        text += &word(key);
        rest = after;
    }
    text + rest
}

/// Cells of a list after which the others are not named.
const NAMED: usize = 9;

fn few(grid: &Grid, cells: &[u32]) -> String {
    if cells.len() <= NAMED {
        return names(grid, cells);
    }
    let named: Vec<String> = cells[..NAMED].iter().map(|&cell| grid.name(cell)).collect();
    format!("{} …", named.join(", "))
}

/// The name of a constraint where one of its rules speaks: "the thermometer from r1c1", "the knight's
/// move r1c1 and r2c3"; the cells that it ends with apart. A constraint whose number is not known is
/// called by its cells, which `cells` names.
pub fn called(design: &Design, c: &Constraint, scope: &[Var], cells: &dyn Fn(&[Var]) -> String) -> (String, String) {
    let template = c.kind.words.called;
    if c.numbers.is_empty() && template.contains("{n}") {
        return (format!("the {}", c.kind.noun), cells(scope));
    }
    let name = if c.name.is_empty() { String::new() } else { format!(" {:?}", c.name) };
    let (template, which) = match template.strip_suffix(" {scope}").filter(|_| name.is_empty()) {
        Some(before) => (before, filled("{scope}", "", design, c, scope)),
        None => (template, String::new()),
    };
    (format!("the {}{name}", filled(template, "", design, c, scope)), which)
}

/// The law that one of its rules states; `it` is the name of the constraint.
pub fn law(design: &Design, c: &Constraint, scope: &[Var], it: &str) -> String {
    let mut law = filled(c.kind.words.law, it, design, c, scope);
    if c.kind.words.family == Family::Whispers {
        law += &whispered(&design.grid, c.number());
    }
    law
}

/// A difference along a line bans the values in the middle, and the others alternate.
fn whispered(grid: &Grid, least: i32) -> String {
    let (low, high) = (i32::from(grid.low), i32::from(grid.high));
    let middle: Vec<String> =
        (low..=high).filter(|v| v - least < low && v + least > high).map(|v| v.to_string()).collect();
    let alternate = if high - low < 2 * least { ", and low and high values alternate" } else { "" };
    match middle.is_empty() {
        true => alternate.to_string(),
        false => format!(", so {} can't stand on it{alternate}", listed(&middle)),
    }
}

/// Is the constraint about the whole grid?
pub fn is_global(c: &Constraint) -> bool {
    matches!(c.kind.form, Form::Global | Form::Choice(_))
}
