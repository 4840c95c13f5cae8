//! The facts of a pencil genre.

use super::{Class, Look, Repair, Settle, Values};
use tesuji_genre::clue::option::STYLED_SQUARE;
use tesuji_genre::{CompiledForms, OptionSpec};
use tesuji_solver::Tier;

/// The facts of a pencil genre, the same for all its puzzles.
#[derive(Clone, Copy, Debug)]
pub struct PencilInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// Its name in print. If empty, the name with a capital letter.
    pub title: &'static str,
    /// Its rules in sentences, for a solver who has never met the genre. If empty, `about` is
    /// printed instead.
    pub rules: &'static str,
    /// Sizes offered (rows × columns), the default first.
    pub sizes: &'static [&'static str],
    /// Options of the generator.
    pub options: &'static [OptionSpec],
    /// How its puzzles look in print.
    pub look: Look,
    /// Words for values.
    pub values: Values,
    /// Do values name directions, which other values name when the board is turned?
    pub values_are_directed: bool,
    /// Do rules tell directions apart, so that a turned or mirrored puzzle is another one?
    pub rules_are_directed: bool,
    /// The classes of rules; [`Rules`](super::Rules) take their numbers.
    pub classes: &'static [Class],
    /// The easiest tier that a puzzle can have.
    pub easiest: Tier,
    /// The compiled forms that pay when its puzzles are made, as the ledger's `--paths` measures.
    pub forms: CompiledForms,
    /// Tiers whose puzzles are made faster with fewer forms, and those forms.
    pub tier_forms: &'static [(Tier, CompiledForms)],
    /// The classes of rules that clues state at their places, if a clue states nothing else (and no
    /// variable's domain depends on clues); empty: a puzzle's rules are compiled anew for each set
    /// of clues. Where clues are not optional, the message for a puzzle without a solution names
    /// them, and they may be rules of regions or of places without a clue.
    pub clue_classes: &'static [u16],
    /// The name of Puzzle Kit's data set with such puzzles; empty: none.
    pub puzzle_kit: &'static str,
    /// The words behind the size by which that set tells variants that the genre reads.
    pub kit_variants: &'static [&'static str],
    /// The name of Simon Tatham's game with such puzzles; empty: none.
    pub tatham: &'static str,
    /// May a generator leave clues out? Then every solution says what clue would stand on a place
    /// (see [`edited_at`](super::PencilGenre::edited_at)).
    pub clues_are_optional: bool,
    /// Does every solution say so where clues are not optional?
    pub derives_edits: bool,
    /// Is a clue that is not known shown, as [`Clue::Unknown`](crate::clue::Clue::Unknown)? Else
    /// its place is empty.
    pub shows_unknown: bool,
    /// How a drawn puzzle settles around a solution; none: it stays as it was drawn.
    pub settle: Option<Settle>,
    /// How a new puzzle with several solutions is changed; none: the generator starts over.
    pub repair: Option<Repair>,
}

impl PencilInfo {
    /// The facts that most genres share.
    pub const PLAIN: PencilInfo = PencilInfo {
        name: "",
        about: "",
        title: "",
        rules: "",
        sizes: &[],
        options: STYLED_SQUARE,
        look: Look::PLAIN,
        values: Values::Numbers,
        values_are_directed: false,
        rules_are_directed: false,
        classes: &[],
        easiest: Tier::Beginner,
        forms: CompiledForms::ALL,
        tier_forms: &[],
        clue_classes: &[],
        puzzle_kit: "",
        kit_variants: &[],
        tatham: "",
        clues_are_optional: true,
        derives_edits: false,
        shows_unknown: false,
        settle: None,
        repair: None,
    };
}
