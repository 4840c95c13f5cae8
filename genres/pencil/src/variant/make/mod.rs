//! New puzzles: constraints drawn around a solution, so that they hold in it.
//!
//! A request names kinds and counts (`--with killer:8,thermo:3`), or a layout of constraints whose
//! numbers are left out. Rules of the whole grid and the layout stand before a solution is drawn;
//! the others are drawn around it.

mod cover;
mod draw;
mod fits;
mod makers;
mod numbers;

pub use cover::covering;
pub use draw::grown;
use makers::Maker;
pub use numbers::is_unsaid;

use super::constraint::Constraint;
use super::constraints::{ANTI_CONSECUTIVE, ANTI_KING, ANTI_KNIGHT, CAGE, DISJOINT_SETS, diagonal_of, named};
use super::design::Design;
use makers::MAKERS;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::clue::option::{self, Symmetry};
use tesuji_genre::{Bad, GenerateRequest, OptionSpec, near, plain_name};

/// `--with`: the constraints of a new puzzle.
const WITH: OptionSpec = OptionSpec {
    key: "with",
    values: &[],
    default: "",
    help: "constraints and their numbers, such as killer:8,thermo:3, killer:all or diagonals,kropki:all; \
           \"help\" lists the names",
};

/// `--layout`: drawn constraints.
const LAYOUT: OptionSpec = OptionSpec {
    key: "layout",
    values: &[],
    default: "",
    help: "a document or constraint string whose constraints stay where they are; sums that it leaves out are \
           filled in, its givens are not taken; @FILE reads a file",
};

/// The options of requests.
pub const OPTIONS: &[OptionSpec] = &[WITH, LAYOUT, option::SYMMETRY, option::CLUES, option::DENSITY, option::MINIMAL];

/// How many constraints are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// So many.
    Of(usize),
    /// All that hold; a pair without a sign says something, too.
    All,
}

/// The constraints that are to be drawn around a solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Constraints by maker.
    wishes: Vec<(&'static Maker, Count)>,
    symmetry: Symmetry,
    /// Was there no place for some of them?
    pub has_failed: bool,
}

/// Rules of the whole grid by name.
fn globals(word: &str) -> Option<Vec<Constraint>> {
    let one = |kind| Some(vec![Constraint::of(kind)]);
    match word {
        "diagonals" => Some(["1", "-1"].map(diagonal_of).to_vec()),
        "rising-diagonal" => Some(vec![diagonal_of("1")]),
        "falling-diagonal" => Some(vec![diagonal_of("-1")]),
        "anti-knight" => one(&ANTI_KNIGHT),
        "anti-king" => one(&ANTI_KING),
        "non-consecutive" => one(&ANTI_CONSECUTIVE),
        "disjoint-groups" => one(&DISJOINT_SETS),
        "windoku" => named("Windoku").and_then(one),
        _ => None,
    }
}

const GLOBALS: [&str; 8] = [
    "diagonals",
    "rising-diagonal",
    "falling-diagonal",
    "anti-knight",
    "anti-king",
    "non-consecutive",
    "disjoint-groups",
    "windoku",
];

/// All names that a request may have.
/// The constraint that `--with` takes under this name, or one of its other names.
pub fn constraint_named(word: &str) -> Option<&'static str> {
    let plain = plain_name(word);
    let plain = plain.strip_suffix("sudoku").unwrap_or(&plain);
    let is_it = |name: &str| {
        let name = plain_name(name);
        name == plain || plain.strip_suffix('s').is_some_and(|one| one == name)
    };
    let maker = MAKERS.iter().find(|maker| is_it(maker.name) || maker.other_names.iter().any(|name| is_it(name)));
    maker.map(|maker| maker.name).or_else(|| GLOBALS.into_iter().find(|name| is_it(name)))
}

fn all_names() -> impl Iterator<Item = &'static str> {
    MAKERS.iter().map(|maker| maker.name).chain(GLOBALS)
}

/// The structure of new puzzles on a grid: what stands before a solution is drawn, and the plan.
///
/// # Errors
/// [`Bad`] when a name is unknown, or the grid has no room for the number.
pub fn planned(mut design: Design, want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
    let said = |key: &str| want.set.get(key).map(|text| text.trim()).filter(|text| !text.is_empty());
    if let Some(text) = said("layout") {
        let sized = want.size.is_some();
        let layout = layout(text).map_err(|bad| Bad { what: format!("--layout: {}", bad.what), ..bad })?;
        if sized && layout.grid.size() != design.grid.size() {
            let what = format!("--layout is of {} and --size of {}", layout.grid.size(), design.grid.size());
            return Err(Bad::new(what));
        }
        design = layout;
    }
    let mut plan = Plan { wishes: Vec::new(), symmetry: symmetry(&want.set)?, has_failed: false };
    for word in said("with").unwrap_or("").split(',').map(str::trim).filter(|word| !word.is_empty()) {
        wish(word, &mut design, &mut plan, rng)?;
    }
    if design.constraints.is_empty() && plan.wishes.is_empty() {
        return Ok(design);
    }
    if !design.grid.outside.is_empty() {
        return Err(Bad::new("--layout: variables outside of the grid are not made"));
    }
    // Constraints that can't be stated end the run at once.
    super::network(&design, &|i| !is_unsaid(&design.constraints[i]))?;
    design.plan = Some(plan);
    Ok(design)
}

fn symmetry(set: &BTreeMap<String, String>) -> Result<Symmetry, Bad> {
    Ok(option::shape(set)?.symmetry.unwrap_or(Symmetry::None))
}

/// The constraints of a text, without its givens.
fn layout(text: &str) -> Result<Design, Bad> {
    let mut design = super::genre::read_layout(text)?;
    design.extras.clear();
    Ok(design)
}

/// Reads one word of `--with`.
fn wish(word: &str, design: &mut Design, plan: &mut Plan, rng: &mut ChaCha8Rng) -> Result<(), Bad> {
    let (name, count) = word.split_once(':').map_or((word, None), |(name, count)| (name.trim(), Some(count.trim())));
    if let Some(constraints) = globals(name) {
        if count.is_some() {
            return Err(Bad::new(format!("--with {word}: {name} is of the whole grid and takes no number")));
        }
        design.constraints.extend(constraints);
        return Ok(());
    }
    let Some(maker) = MAKERS.iter().find(|maker| maker.name == name || maker.other_names.contains(&name)) else {
        if name == "help" {
            let all: Vec<&str> = all_names().collect();
            return Err(Bad::new(format!("--with takes {}", all.join(", "))));
        }
        let near = near(name, all_names());
        return Err(Bad::new(format!("--with {word}: no constraint {name} is made; {near}")));
    };
    let count = match count {
        Some("all") if maker.absence.is_some() => Count::All,
        Some("all") if maker.kinds.iter().any(|kind| kind.name == CAGE.name) => {
            // They stand before a solution is drawn, whose sums they take.
            let cages = covering(&design.grid, maker.cells.1, rng);
            design.constraints.extend(cages.into_iter().map(|cells| Constraint::over(&CAGE, cells)));
            return Ok(());
        }
        Some("all") => {
            return Err(Bad::new(format!("--with {word}: all is for signs between neighbours and for cages")));
        }
        Some(text) => match text.parse() {
            Ok(count @ 1..) => Count::Of(count),
            _ => return Err(Bad::new(format!("--with {word}: a number from 1 on is expected, such as {name}:3"))),
        },
        None => return Err(Bad::new(format!("--with {word}: how many? {name}:3, for instance"))),
    };
    if let Count::Of(count) = count {
        let most = maker.most(&design.grid);
        if count > most {
            let size = design.grid.size();
            return Err(Bad::new(format!("--with {word}: a grid of {size} has room for {most} {name} at most")));
        }
        if count % 2 == 1 && plan.symmetry == Symmetry::Rotational180 && maker.is_directed() {
            let what = "after half a turn each of them is another one, so their number must be even";
            return Err(Bad::new(format!("--with {word} --symmetry rotational180: {what}")));
        }
    }
    plan.wishes.push((maker, count));
    Ok(())
}
