//! The facts of a genre.

use crate::{CompiledForms, OptionSpec, clue::option::BASIC};
use tesuji_solver::Tier;

/// A fit of the seconds that people take for a puzzle: their logarithm is a line over the
/// logarithm of the score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HumanTimes {
    /// Variables of the puzzles that were timed; nothing is foretold of others.
    pub variables: usize,
    /// The logarithm of the seconds at a score of one.
    pub base: f64,
    /// The growth of the logarithm with that of the score.
    pub slope: f64,
    /// Eight of ten puzzles held out took between the foretold seconds times the first and times
    /// the second.
    pub interval: (f64, f64),
}

impl HumanTimes {
    /// The seconds foretold for a score.
    pub fn seconds(&self, score: f64) -> f64 {
        (self.base + self.slope * score.max(1.0).ln()).exp()
    }
}

/// The facts of a genre, the same for all its puzzles and all requests.
#[derive(Clone, Copy, Debug)]
pub struct GenreInfo {
    /// Name on the command line: `sudoku`.
    pub name: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// Its name in print, such as `Star battle`. If empty, the name with a capital letter.
    pub title: &'static str,
    /// Its rules in sentences, for a solver who has never met the genre. If empty, `about` is
    /// printed instead.
    pub rules: &'static str,
    /// The sizes it is offered in (others may parse), the default first.
    pub sizes: &'static [&'static str],
    /// Its own options for generating and enumerating; become flags.
    pub options: &'static [OptionSpec],
    /// The names of formats that it [writes](crate::Genre::write), the lossless line notation
    /// first.
    pub formats: &'static [&'static str],
    /// Those of them in which all records are one document, which can't be written in parts.
    pub documents: &'static [&'static str],
    /// Its names in the addresses and states of puzz.link and relatives, which tell the genre of a
    /// text; the one that is written stands first.
    pub address_names: &'static [&'static str],
    /// The name of Puzzle Kit's data set with its puzzles, which tells the genre of such a
    /// document; empty: there is none.
    pub data_set: &'static str,
    /// How the names of its files end (`sgf`), where no other genre's do.
    pub file_endings: &'static [&'static str],
    /// Candidates that a generator tries for a kind of puzzle before a run that is not to hang on
    /// the clock gives it up: some ten seconds' worth on one core, for puzzles of the default size.
    pub patience: u64,
    /// The easiest tier that a puzzle can have.
    pub easiest: Tier,
    /// The compiled forms that pay when its puzzles are made, as the ledger's `--paths` measures.
    pub forms: CompiledForms,
    /// Tiers whose puzzles are made faster with fewer forms, and those forms. The generator draws other
    /// candidates without tables, and for these tiers more of them are kept.
    pub tier_forms: &'static [(Tier, CompiledForms)],
    /// Do its puzzles have a trial depth, where the techniques stall? Positions are read, which no
    /// techniques stand in for.
    pub has_trial: bool,
    /// The seconds that people take, where there are times to fit them to.
    pub human_times: Option<HumanTimes>,
    /// Nodes that the reference engine gets for a puzzle where nothing else is asked for, where no
    /// network referees.
    pub reference_nodes: u64,
}

impl GenreInfo {
    /// The facts that most genres of clues share.
    pub const CLUES: GenreInfo = GenreInfo {
        name: "",
        about: "",
        title: "",
        rules: "",
        sizes: &[],
        options: BASIC,
        formats: &["line", "jsonl"],
        documents: &[],
        address_names: &[],
        data_set: "",
        file_endings: &[],
        patience: 500,
        easiest: Tier::Beginner,
        forms: CompiledForms::ALL,
        tier_forms: &[],
        has_trial: true,
        human_times: None,
        reference_nodes: 100_000,
    };

    /// The facts that most genres of positions share.
    pub const POSITIONS: GenreInfo = GenreInfo { options: &[], has_trial: false, ..GenreInfo::CLUES };

    /// The compiled forms that pay when puzzles of a tier are made.
    pub fn forms_at(&self, tier: Option<Tier>) -> CompiledForms {
        let fewer = self.tier_forms.iter().filter(|(of, _)| Some(*of) == tier);
        fewer.fold(self.forms, |forms, (_, fewer)| forms.and(*fewer))
    }

    /// Its name in print: `Simple loop`.
    pub fn heading(&self) -> String {
        if !self.title.is_empty() {
            return self.title.to_string();
        }
        let mut letters = self.name.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        first + &letters.as_str().replace('-', " ")
    }

    /// Its rules in sentences, or `about` if it has none.
    pub fn rules_in_print(&self) -> &'static str {
        if self.rules.is_empty() { self.about } else { self.rules }
    }
}
