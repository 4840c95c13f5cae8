//! What can be asked of a genre, and what it reports.

use crate::{Bad, Restriction};
use std::collections::BTreeMap;
use tesuji_solver::{Catalog, Limits, Stop, TechniqueId, Tier};

/// One option of a genre: flag, documentation and check from one list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Flag name without dashes: `symmetry`.
    pub key: &'static str,
    /// Allowed values; empty when free (a number, a range), as `help` says.
    pub values: &'static [&'static str],
    /// Default value.
    pub default: &'static str,
    /// One line.
    pub help: &'static str,
}

/// The compiled forms of rules and techniques that the generator may run. Measurements leave some
/// out; which puzzles are made may depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompiledForms {
    /// All candidates as bits of a few machine words.
    pub words: bool,
    /// Tables that remember what a technique concludes from a set of candidates.
    pub tables: bool,
}

impl CompiledForms {
    /// All of them.
    pub const ALL: CompiledForms = CompiledForms { words: true, tables: true };
    /// None: rules and techniques run on boards.
    pub const NONE: CompiledForms = CompiledForms { words: false, tables: false };

    /// The forms that both have.
    #[must_use]
    pub fn and(self, other: CompiledForms) -> CompiledForms {
        CompiledForms { words: self.words && other.words, tables: self.tables && other.tables }
    }
}

impl Default for CompiledForms {
    fn default() -> Self {
        CompiledForms::ALL
    }
}

/// What to generate.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// Size; the genre's default if absent.
    pub size: Option<String>,
    /// Exactly this tier.
    pub tier: Option<Tier>,
    /// Techniques that the puzzle must need.
    pub needs: Vec<TechniqueId>,
    /// Techniques that the allowed set does not have.
    pub without: Vec<TechniqueId>,
    /// May later techniques name what those that are left out describe ([`Catalog::taking_over`])?
    pub take_over: bool,
    /// The techniques that there are; `None`: those of the genre itself.
    pub catalog: Option<Catalog>,
    /// The genre's own options.
    pub set: BTreeMap<String, String>,
    /// Leave grades out: puzzles are made and proved to have one solution, the same as with grades.
    /// Goes with no tier and no techniques that are asked for or left out.
    pub ungraded: bool,
    /// How many.
    pub count: u64,
    /// Seed: the same request gives the same bytes on every platform and thread count.
    pub seed: u64,
    /// Bounds; `nodes` counts candidates tried.
    pub limits: Limits,
    /// Worker threads (output does not depend on it).
    pub threads: usize,
    /// The forms in which techniques run.
    pub forms: CompiledForms,
}

impl Default for GenerateRequest {
    /// One puzzle of the genre's first size, by all techniques, from seed 1, without bounds.
    fn default() -> Self {
        GenerateRequest {
            size: None,
            tier: None,
            needs: Vec::new(),
            without: Vec::new(),
            take_over: false,
            catalog: None,
            set: BTreeMap::new(),
            ungraded: false,
            count: 1,
            seed: 1,
            limits: Limits::default(),
            threads: 1,
            forms: CompiledForms::default(),
        }
    }
}

impl GenerateRequest {
    /// The techniques that there are, in a genre with these of its own.
    pub fn catalog<'c>(&'c self, own: &'c Catalog) -> &'c Catalog {
        self.catalog.as_ref().unwrap_or(own)
    }

    /// The techniques that a puzzle may take, in a genre with these of its own.
    pub fn allowed(&self, own: &Catalog) -> Catalog {
        self.restriction().apply(self.catalog(own))
    }

    /// Which techniques stay out, for the records that are made.
    pub fn restriction(&self) -> Restriction {
        Restriction { tier: None, without: self.without.clone(), take_over: self.take_over }
    }
}

/// What a generator run did.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct GenerateReport {
    /// Puzzles given out.
    pub made: u64,
    /// Candidates tried.
    pub tried: u64,
    /// Candidates rejected, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Why it ended: `Enough` when all were made.
    pub stop: Stop,
}

/// What to enumerate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumerateRequest {
    /// Size.
    pub size: String,
    /// Only puzzles of which no clue can be left out.
    pub minimal: bool,
    /// One of each symmetry class.
    pub modulo_symmetry: bool,
    /// Full grids instead of puzzles.
    pub grids: bool,
    /// Only count.
    pub count_only: bool,
    /// The genre's own options.
    pub set: BTreeMap<String, String>,
    /// Bounds; `solutions` is the most to give out.
    pub limits: Limits,
}

/// How much of the space an enumeration covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// Everything there is.
    Complete,
    /// A part.
    Partial,
}

/// What an enumeration found.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Enumerated {
    /// Complete or partial.
    pub coverage: Coverage,
    /// Why it ended.
    pub stop: Stop,
    /// How many, in all.
    pub total: u64,
    /// How many by a figure of the genre (number of clues).
    pub by: BTreeMap<u32, u64>,
    /// How many of them are minimal, where that was found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<u64>,
}

/// What to grade with.
#[derive(Clone, Debug)]
pub struct GradeRequest {
    /// Allowed techniques.
    pub catalog: Catalog,
    /// Ceiling for needs: `None` means the lowest tier whose techniques solve the puzzle.
    pub ceiling: Option<Tier>,
    /// Find the needs, by ablation under the ceiling.
    pub needs: bool,
    /// When the catalog stalls: look for the trial depth up to this.
    pub trial: u8,
    /// Give the steps with their reasons and in words.
    pub words: bool,
    /// Give the steps, also if `words` is off.
    pub steps: bool,
    /// Also rate the puzzle by the longest chain that can't be avoided, which takes a second run.
    pub rating: bool,
    /// Bounds.
    pub limits: Limits,
}

impl GradeRequest {
    /// A request for the steps in words only: no ceiling, no needs, no trial depth, no rating.
    pub fn new(catalog: Catalog, limits: Limits) -> GradeRequest {
        let (needs, trial, words, steps, rating) = (false, 0, true, false, false);
        GradeRequest { catalog, ceiling: None, needs, trial, words, steps, rating, limits }
    }
}

/// Looks whether a genre has all these techniques.
///
/// # Errors
/// [`Bad`] with the nearest ones for a technique that it does not have.
pub fn known_techniques(genre: &str, catalog: &Catalog, ids: &[TechniqueId]) -> Result<(), Bad> {
    let Some(unknown) = ids.iter().find(|id| catalog.get(id).is_none()) else { return Ok(()) };
    let near = near(unknown.as_str(), catalog.list().iter().map(|t| t.id().as_str()));
    let what = format!("{genre} has no technique {:?}; {near}", unknown.as_str());
    Err(Bad::new(what).at("--without"))
}

/// The three names that differ least from one.
pub fn nearest<'a>(wanted: &str, all: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let plain = plain_name(wanted);
    let mut scored: Vec<(usize, &str)> =
        all.into_iter().map(|name| (distance(&plain, &plain_name(name)), name)).collect();
    scored.sort();
    scored.dedup();
    scored.truncate(3);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// Names that are all told where none is near a wrong one, at most.
const FEW: usize = 12;

/// Words that lead on from a wrong name: the names that are near it, else all where they are few.
/// None is near that would take other letters for more than a third of it.
pub fn near<'a>(wanted: &str, all: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.into_iter().collect();
    let plain = plain_name(wanted);
    let is_near = |name: &&str| distance(&plain, &plain_name(name)) <= plain.chars().count().div_ceil(3).max(2);
    match nearest(wanted, all.iter().copied().filter(is_near)) {
        near if !near.is_empty() => format!("nearest: {}", near.join(", ")),
        _ if all.is_empty() => "there are none".to_string(),
        _ if all.len() <= FEW => format!("there are {}", all.join(", ")),
        _ => format!("none of the {} names is near", all.len()),
    }
}

/// A name as it is compared: small letters and digits alone ("X-Wing" as "x-wing").
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Levenshtein distance; a name that contains the wanted word, or stands in it, is near.
fn distance(a: &str, b: &str) -> usize {
    if a == b {
        return 0;
    }
    // A part of a name is near it.
    if a.chars().count() > 2 && b.contains(a) || b.chars().count() > 2 && a.contains(b) {
        return 1;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_solver::rules::RuleSpec;
    use tesuji_solver::{Domain, HouseKind, Network, Store, Var, grade};

    /// A 9×9 sudoku without givens, where 1 stands in row 1 at c1 or c6, in column 2 at r2 or r7,
    /// in box 1 at r1c1 or r2c2: a kite that takes 1 from r7c6.
    fn kite(net: &mut Network) -> Vec<Var> {
        for i in 0..9_u32 {
            let (top, left) = (i / 3 * 3, i % 3 * 3);
            let row = (0..9).map(|c| Var(i * 9 + c)).collect();
            let column = (0..9).map(|r| Var(r * 9 + i)).collect();
            let region = (0..9).map(|n| Var((top + n / 3) * 9 + left + n % 3)).collect();
            let kinds = [(row, HouseKind::Line(0)), (column, HouseKind::Line(1)), (region, HouseKind::Region)];
            for (vars, kind) in kinds {
                net.add_house(RuleSpec::AllDifferent { vars }, kind).unwrap();
            }
        }
        let row = [1, 2, 3, 4, 6, 7, 8];
        let column = [0, 2, 3, 4, 5, 7, 8].map(|r| r * 9 + 1);
        row.into_iter().chain(column).chain([9, 11, 18, 20]).map(Var).collect()
    }

    /// Both readings of what is left out: colours name a kite only where they may take over.
    #[test]
    fn later_names_take_over_when_asked_to() {
        let mut net = Network::with_vars(81, Domain::range(1, 9));
        let less = kite(&mut net);
        let mut at = Store::new(&net);
        for var in less {
            at.remove(var, Domain::single(1)).unwrap();
        }
        let colours =
            Catalog::standard().filter(|t| ["two-string-kite", "simple-colors-trap"].contains(&t.id().as_str()));
        let name = |want: &GenerateRequest| {
            grade::next_step(&at, &want.allowed(&colours)).map(|step| step.technique.as_str().to_string())
        };
        let without = vec![TechniqueId::new("two-string-kite")];
        let plain = GenerateRequest { without, ..GenerateRequest::default() };
        let over = GenerateRequest { take_over: true, ..plain.clone() };
        assert_eq!(name(&GenerateRequest::default()).as_deref(), Some("two-string-kite"));
        assert_eq!(name(&plain), None);
        assert_eq!(name(&over).as_deref(), Some("simple-colors-trap"));
    }
}
