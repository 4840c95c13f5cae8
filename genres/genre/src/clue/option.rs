//! Options that the recipe itself reads, and their checks.

use crate::{Bad, OptionSpec, near};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Which clues go together when a puzzle is reduced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Symmetry {
    /// Each clue by itself.
    None,
    /// Half a turn.
    Rotational180,
    /// Quarter turns.
    Rotational90,
    /// Left and right.
    MirrorVertical,
    /// Top and bottom.
    MirrorHorizontal,
    /// Over the main diagonal.
    Diagonal,
    /// Over the other diagonal.
    Antidiagonal,
    /// Left and right, top and bottom.
    MirrorBoth,
    /// Over both diagonals.
    DiagonalBoth,
    /// All eight maps of the square.
    Full,
}

impl Symmetry {
    /// All, in order.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::Rotational180,
        Symmetry::Rotational90,
        Symmetry::MirrorVertical,
        Symmetry::MirrorHorizontal,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::MirrorBoth,
        Symmetry::DiagonalBoth,
        Symmetry::Full,
    ];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotational180 => "rotational180",
            Symmetry::Rotational90 => "rotational90",
            Symmetry::MirrorVertical => "mirror-vertical",
            Symmetry::MirrorHorizontal => "mirror-horizontal",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::MirrorBoth => "mirror-both",
            Symmetry::DiagonalBoth => "diagonal-both",
            Symmetry::Full => "full",
        }
    }

    /// The symmetry of that name.
    pub fn from_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|s| s.name() == name)
    }

    /// The turns and mirrors of the symmetry: whether rows and columns are exchanged, and then
    /// whether the order of rows and of columns is reversed.
    pub fn transforms(self) -> &'static [(bool, bool, bool)] {
        const SAME: (bool, bool, bool) = (false, false, false);
        const HALF: (bool, bool, bool) = (false, true, true);
        match self {
            Symmetry::None => &[SAME],
            Symmetry::Rotational180 => &[SAME, HALF],
            Symmetry::Rotational90 => &[SAME, (true, false, true), HALF, (true, true, false)],
            Symmetry::MirrorVertical => &[SAME, (false, false, true)],
            Symmetry::MirrorHorizontal => &[SAME, (false, true, false)],
            Symmetry::Diagonal => &[SAME, (true, false, false)],
            Symmetry::Antidiagonal => &[SAME, (true, true, true)],
            Symmetry::MirrorBoth => &[SAME, (false, false, true), (false, true, false), HALF],
            Symmetry::DiagonalBoth => &[SAME, (true, false, false), (true, true, true), HALF],
            Symmetry::Full => &[
                SAME,
                (false, false, true),
                (false, true, false),
                HALF,
                (true, false, false),
                (true, false, true),
                (true, true, false),
                (true, true, true),
            ],
        }
    }

    /// The images of row `r`, column `c` of an `n`×`n` square, sorted, each once.
    pub fn images(self, n: u32, r: u32, c: u32) -> Vec<(u32, u32)> {
        let m = n - 1;
        let mut all = match self {
            Symmetry::None => vec![(r, c)],
            Symmetry::Rotational180 => vec![(r, c), (m - r, m - c)],
            Symmetry::Rotational90 => vec![(r, c), (c, m - r), (m - r, m - c), (m - c, r)],
            Symmetry::MirrorVertical => vec![(r, c), (r, m - c)],
            Symmetry::MirrorHorizontal => vec![(r, c), (m - r, c)],
            Symmetry::Diagonal => vec![(r, c), (c, r)],
            Symmetry::Antidiagonal => vec![(r, c), (m - c, m - r)],
            Symmetry::MirrorBoth => vec![(r, c), (r, m - c), (m - r, c), (m - r, m - c)],
            Symmetry::DiagonalBoth => vec![(r, c), (c, r), (m - c, m - r), (m - r, m - c)],
            Symmetry::Full => {
                vec![(r, c), (c, m - r), (m - r, m - c), (m - c, r), (r, m - c), (m - r, c), (c, r), (m - c, m - r)]
            }
        };
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// How the puzzles of a run are to look.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub enum Style {
    /// As puzzles of the genre are printed.
    #[default]
    Published,
    /// As few clues and as large parts as the genre allows.
    Minimal,
    /// More clues and smaller parts than printed puzzles have.
    Dense,
}

impl Style {
    /// All, the default first.
    pub const ALL: [Style; 3] = [Style::Published, Style::Minimal, Style::Dense];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Published => "published",
            Style::Minimal => "minimal",
            Style::Dense => "dense",
        }
    }

    /// The style that a request names, else the default.
    pub fn of(set: &BTreeMap<String, String>) -> Style {
        let named = set.get(STYLE.key).and_then(|name| Style::ALL.into_iter().find(|style| style.name() == name));
        named.unwrap_or_default()
    }
}

/// `--style`: how puzzles are to look.
pub const STYLE: OptionSpec = OptionSpec {
    key: "style",
    values: &[Style::ALL[0].name(), Style::ALL[1].name(), Style::ALL[2].name()],
    default: Style::ALL[0].name(),
    help: "share of clues, symmetry and sizes of parts: as in print, with few clues, or with many",
};

/// The value of `--symmetry` that leaves it to the style.
const AS_STYLE: &str = "style";

/// The values of `--symmetry`: as the style has it, then each symmetry.
const SYMMETRY_VALUES: [&str; Symmetry::ALL.len() + 1] = {
    let mut values = [AS_STYLE; Symmetry::ALL.len() + 1];
    let mut i = 0;
    while i < Symmetry::ALL.len() {
        values[i + 1] = Symmetry::ALL[i].name();
        i += 1;
    }
    values
};

/// `--symmetry` of a genre whose style says how often the pattern of clues is symmetric.
pub const STYLED_SYMMETRY: OptionSpec = OptionSpec {
    key: "symmetry",
    values: &SYMMETRY_VALUES,
    default: AS_STYLE,
    help: "clues that go together: the pattern of clues has this symmetry; style: as often as in print",
};

/// `--symmetry` of a genre on a square grid.
pub const SYMMETRY: OptionSpec = OptionSpec {
    key: "symmetry",
    values: SYMMETRY_VALUES.split_at(1).1,
    default: "none",
    help: "clues that go together: the pattern of clues has this symmetry",
};

/// `--clues`: how many clues a puzzle has.
pub const CLUES: OptionSpec =
    OptionSpec { key: "clues", values: &[], default: "any", help: "number of clues, or a range as 24-28" };

/// `--density`: where reducing stops.
pub const DENSITY: OptionSpec = OptionSpec {
    key: "density",
    values: &[],
    default: "0",
    help: "floor of the share of places with a clue, 0 to 1: reducing stops there",
};

/// `--density` of a genre that is printed with all its clues.
pub const WHOLE_DENSITY: OptionSpec = OptionSpec {
    default: "1",
    help: "floor of the share of places with a clue, 0 to 1: reducing stops there; less than 1 leaves clues out that print has",
    ..DENSITY
};

/// `--irreducible`: only puzzles of which no clue can be left out.
pub const MINIMAL: OptionSpec = OptionSpec {
    key: "irreducible",
    values: &["no", "yes"],
    default: "no",
    help: "only puzzles of which no clue can be left out",
};

/// What every clue genre takes.
pub const BASIC: &[OptionSpec] = &[CLUES, DENSITY, MINIMAL];

/// What a genre takes that is printed with all its clues.
pub const WHOLE: &[OptionSpec] = &[CLUES, WHOLE_DENSITY, MINIMAL];

/// What a genre on a square grid takes.
pub const SQUARE: &[OptionSpec] = &[SYMMETRY, CLUES, DENSITY, MINIMAL];

/// What a genre with a style takes, where all its clues stay.
pub const STYLED: &[OptionSpec] = &[STYLE];

/// What a genre with a style takes, where clues may be left out.
pub const STYLED_BASIC: &[OptionSpec] = &[STYLE, CLUES, DENSITY, MINIMAL];

/// The same where the pattern of clues can be symmetric.
pub const STYLED_SQUARE: &[OptionSpec] = &[STYLE, STYLED_SYMMETRY, CLUES, DENSITY, MINIMAL];

/// Does that option shape the puzzles that are made, so that it says nothing where all are listed?
#[must_use]
pub fn shapes_what_is_made(key: &str) -> bool {
    STYLED_SQUARE.iter().any(|option| option.key == key)
}

/// Are all keys and values known?
///
/// # Errors
/// [`Bad`] with the nearest ones.
pub fn check(options: &[OptionSpec], set: &BTreeMap<String, String>) -> Result<(), Bad> {
    for (key, value) in set {
        let Some(spec) = options.iter().find(|o| o.key == key) else {
            let near = near(key, options.iter().map(|o| o.key));
            return Err(Bad::new(format!("no option --{key}; {near}")));
        };
        if !spec.values.is_empty() && !spec.values.contains(&value.as_str()) {
            let near = near(value, spec.values.iter().copied());
            return Err(Bad::new(format!("--{key} has no value {value}; {near}")));
        }
    }
    Ok(())
}

/// The options of a request that a record keeps: the style, where the genre has one, and what
/// differs from the defaults.
pub(super) fn named(options: &[OptionSpec], set: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let kept = options.iter().filter_map(|option| {
        let value = set.get(option.key).map_or(option.default, String::as_str);
        (option.key == STYLE.key || value != option.default).then(|| (option.key.to_string(), value.to_string()))
    });
    kept.collect()
}

/// The recipe's own options, read.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// How puzzles are to look.
    pub style: Style,
    /// Which clues go together; `None`: as the style has it.
    pub symmetry: Option<Symmetry>,
    /// Allowed numbers of clues.
    pub clues: RangeInclusive<usize>,
    /// Floor of the share of places with a clue.
    pub density: f64,
    /// Only minimal puzzles.
    pub minimal: bool,
}

impl Shape {
    /// Does the request itself say how many clues a puzzle has?
    pub fn counts_clues(&self) -> bool {
        self.minimal || self.density > 0.0 || self.clues != (0..=usize::MAX)
    }

    /// Clues that are kept at least, of so many places.
    pub(super) fn floor(&self, places: usize) -> usize {
        (self.density * places as f64).ceil() as usize
    }
}

/// Reads the same of a genre: where the request says nothing of the number of clues, its density is
/// the genre's own.
///
/// # Errors
/// [`Bad`] when a value is out of its range.
pub fn shape_of(options: &[OptionSpec], set: &BTreeMap<String, String>) -> Result<Shape, Bad> {
    let own = options.iter().find(|option| option.key == DENSITY.key).map_or(DENSITY.default, |option| option.default);
    if own == DENSITY.default || [&CLUES, &DENSITY, &MINIMAL].iter().any(|option| set.contains_key(option.key)) {
        return shape(set);
    }
    let mut with_own = set.clone();
    with_own.insert(DENSITY.key.to_string(), own.to_string());
    shape(&with_own)
}

/// Reads `style`, `symmetry`, `clues`, `density`, `irreducible`.
///
/// # Errors
/// [`Bad`] when a value is out of its range.
pub fn shape(set: &BTreeMap<String, String>) -> Result<Shape, Bad> {
    let get = |key: &str| set.get(key).map(String::as_str);
    let symmetry = match get("symmetry") {
        None | Some(AS_STYLE) => None,
        Some(name) => {
            Some(Symmetry::from_name(name).ok_or_else(|| Bad::new(format!("--symmetry has no value {name}")))?)
        }
    };
    let clues = match get("clues") {
        None | Some("any") => 0..=usize::MAX,
        Some(text) => {
            let bad = || Bad::new(format!("--clues {text}: a number or a range such as 24-28 is expected"));
            let (low, high) = text.split_once('-').unwrap_or((text, text));
            let low: usize = low.trim().parse().map_err(|_| bad())?;
            let high: usize = high.trim().parse().map_err(|_| bad())?;
            if low > high {
                return Err(bad());
            }
            low..=high
        }
    };
    let density = match get("density") {
        None => 0.0,
        Some(text) => text
            .parse()
            .ok()
            .filter(|d: &f64| (0.0..=1.0).contains(d))
            .ok_or_else(|| Bad::new(format!("--density {text}: a number from 0 to 1 is expected")))?,
    };
    Ok(Shape { style: Style::of(set), symmetry, clues, density, minimal: get("irreducible") == Some("yes") })
}
