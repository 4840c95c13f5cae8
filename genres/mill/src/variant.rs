//! Rule sets as one table of parameters: the thirteen variants that puzzles name, and the engine's
//! eleven presets.
//!
//! The two lists come from different programs (the app's `ruleVariantId`s and the engine's preset
//! numbers) and differ under the same name: Morabaraba, Russian Mill, Dooz, Zhi Qi and Da San Qi
//! are not the same rules in both.

/// The effect of closing a mill while its owner still has men in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PlacingMill {
    /// An enemy man on the board is taken at once.
    RemoveFromBoard,
    /// An enemy man in hand goes, then it is the enemy's turn.
    RemoveFromHandThenTheirTurn,
    /// An enemy man in hand goes, then the same side moves again.
    RemoveFromHandThenYourTurn,
    /// The enemy takes off a man of his own.
    OpponentRemovesOwn,
    /// The man taken stays as a marked point that nobody can use until placing is over.
    MarkAndDelay,
    /// Nothing; when placing is over, the numbers of mills decide how many men each side takes.
    ByMillCounts,
}

/// The rule for a full board at the end of placing (twelve men each).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FullBoard {
    /// White, who placed first, has lost.
    FirstLoses,
    /// White takes a man, then Black.
    FirstAndSecondRemove,
    /// Black takes a man, then White.
    SecondAndFirstRemove,
    /// The side to move takes a man.
    SideToMoveRemoves,
    /// A draw.
    Draw,
}

/// The rule for a side to move without a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stalemate {
    /// It has lost.
    Loss,
    /// The other side moves.
    Pass,
    /// It takes an enemy man next to its own and moves.
    RemoveAndMove,
    /// It takes an enemy man next to its own, then the other side moves.
    RemoveAndPass,
    /// A draw.
    Draw,
    /// Both sides take an enemy man.
    BothRemove,
}

/// A further way to take men, off in most rule sets: enclosing one (custodian), stepping between
/// two (intervention) or jumping one (leap).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct CaptureRule {
    /// Is it in use?
    pub enabled: bool,
    /// Along the sides of the squares.
    pub on_sides: bool,
    /// Along the spokes.
    pub on_spokes: bool,
    /// Along the diagonals, where the board has them.
    pub on_diagonals: bool,
    /// While placing.
    pub placing: bool,
    /// While moving.
    pub moving: bool,
    /// Only with three men or fewer on the board.
    pub with_three_only: bool,
}

impl CaptureRule {
    /// Not in use.
    pub const OFF: CaptureRule = CaptureRule {
        enabled: false,
        on_sides: true,
        on_spokes: true,
        on_diagonals: true,
        placing: true,
        moving: true,
        with_three_only: false,
    };
    /// In use everywhere and at all times.
    pub const ON: CaptureRule = CaptureRule { enabled: true, ..CaptureRule::OFF };
}

/// The parameters of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct RuleSet {
    /// Men that each side places.
    pub men: u8,
    /// A side with fewer men, on the board and in hand, has lost.
    pub least_men: u8,
    /// May men fly (go to any empty point)?
    pub may_fly: bool,
    /// Men fly when their side has this number or fewer, none in hand.
    pub fly_at: u8,
    /// Are there diagonals through the corners?
    pub diagonals: bool,
    /// The effect of a mill while placing.
    pub placing_mill: PlacingMill,
    /// May men in mills be taken even when others are free?
    pub remove_from_mills: bool,
    /// Does closing two mills at once take two men?
    pub remove_multiple: bool,
    /// May men move while others are still in hand?
    pub move_while_placing: bool,
    /// Does Black make the first move when placing is over?
    pub defender_first: bool,
    /// Is a man barred from going straight back when that would close the mill it came from?
    pub no_repeated_mill: bool,
    /// Does each line take a man only once per side?
    pub one_time_mills: bool,
    /// Does placing end when two points are left (twelve men each)?
    pub stop_at_two_empty: bool,
    /// The rule for a full board.
    pub full_board: FullBoard,
    /// The rule for a side without a move.
    pub stalemate: Stalemate,
    /// Plies without placing or taking after which the game is drawn; 0: no such rule.
    pub quiet_limit: u16,
    /// The same where a side has three men.
    pub endgame_quiet_limit: u16,
    /// Is a position's third occurrence a draw?
    pub threefold: bool,
    /// Enclosing a man.
    pub custodian: CaptureRule,
    /// Stepping between two men.
    pub intervention: CaptureRule,
    /// Jumping a man.
    pub leap: CaptureRule,
}

impl RuleSet {
    /// Nine men's morris as most play it, and Sanmill's defaults.
    pub const STANDARD: RuleSet = RuleSet {
        men: 9,
        least_men: 3,
        may_fly: true,
        fly_at: 3,
        diagonals: false,
        placing_mill: PlacingMill::RemoveFromBoard,
        remove_from_mills: false,
        remove_multiple: false,
        move_while_placing: false,
        defender_first: false,
        no_repeated_mill: false,
        one_time_mills: false,
        stop_at_two_empty: false,
        full_board: FullBoard::FirstLoses,
        stalemate: Stalemate::Loss,
        quiet_limit: 100,
        endgame_quiet_limit: 100,
        threefold: true,
        custodian: CaptureRule::OFF,
        intervention: CaptureRule::OFF,
        leap: CaptureRule::OFF,
    };

    /// Twelve men each on the board with diagonals.
    const TWELVE: RuleSet = RuleSet { men: 12, diagonals: true, ..RuleSet::STANDARD };

    /// The field that makes the parameters no rule set, with the reason, if any.
    pub fn flaw(&self) -> Option<(&'static str, &'static str)> {
        match self {
            _ if !(3..=12).contains(&self.men) => Some(("piecesCount", "must be from 3 to 12")),
            _ if self.least_men < 3 || self.least_men > self.men => {
                Some(("piecesAtLeastCount", "must be from 3 to the number of men"))
            }
            _ if self.may_fly && self.fly_at < 3 => Some(("flyPieceCount", "must be at least 3 where men fly")),
            _ => None,
        }
    }
}

impl Default for RuleSet {
    fn default() -> Self {
        RuleSet::STANDARD
    }
}

/// A rule set with its names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The `ruleVariantId` that puzzles carry, or a name of ours for a preset.
    pub id: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// The rules.
    pub rules: RuleSet,
}

const fn variant(id: &'static str, name: &'static str, rules: RuleSet) -> Variant {
    Variant { id, name, rules }
}

/// The thirteen variants that puzzles name by `ruleVariantId`, as the app defines them.
pub static VARIANTS: [Variant; 13] = [
    variant("standard_9mm", "Nine men's morris", RuleSet::STANDARD),
    variant("twelve_mens_morris", "Twelve men's morris", RuleSet::TWELVE),
    variant(
        "morabaraba",
        "Morabaraba",
        RuleSet { full_board: FullBoard::Draw, endgame_quiet_limit: 10, no_repeated_mill: true, ..RuleSet::TWELVE },
    ),
    variant(
        "dooz",
        "Dooz",
        RuleSet {
            placing_mill: PlacingMill::RemoveFromHandThenTheirTurn,
            full_board: FullBoard::SideToMoveRemoves,
            remove_from_mills: true,
            ..RuleSet::TWELVE
        },
    ),
    variant("lasker_morris", "Lasker morris", RuleSet { men: 10, move_while_placing: true, ..RuleSet::STANDARD }),
    variant(
        "russian_mill",
        "Russian mill",
        RuleSet { one_time_mills: true, remove_from_mills: true, ..RuleSet::STANDARD },
    ),
    variant(
        "cham_gonu",
        "Cham gonu",
        RuleSet { placing_mill: PlacingMill::MarkAndDelay, may_fly: false, remove_from_mills: true, ..RuleSet::TWELVE },
    ),
    variant(
        "zhi_qi",
        "Zhi qi",
        RuleSet {
            placing_mill: PlacingMill::MarkAndDelay,
            full_board: FullBoard::FirstAndSecondRemove,
            may_fly: false,
            remove_from_mills: true,
            ..RuleSet::TWELVE
        },
    ),
    variant(
        "cheng_san_qi",
        "Cheng san qi",
        RuleSet { placing_mill: PlacingMill::MarkAndDelay, may_fly: false, ..RuleSet::STANDARD },
    ),
    variant(
        "da_san_qi",
        "Da san qi",
        RuleSet {
            placing_mill: PlacingMill::MarkAndDelay,
            defender_first: true,
            may_fly: false,
            remove_from_mills: true,
            remove_multiple: true,
            ..RuleSet::TWELVE
        },
    ),
    variant(
        "mul_mulan",
        "Mul mulan",
        RuleSet {
            diagonals: true,
            may_fly: false,
            remove_from_mills: true,
            intervention: CaptureRule::ON,
            ..RuleSet::STANDARD
        },
    ),
    variant("nerenchi", "Nerenchi", RuleSet { defender_first: true, remove_from_mills: true, ..RuleSet::TWELVE }),
    variant(
        "el_filja",
        "El filja",
        RuleSet {
            men: 12,
            placing_mill: PlacingMill::ByMillCounts,
            full_board: FullBoard::FirstAndSecondRemove,
            may_fly: false,
            remove_from_mills: true,
            ..RuleSet::STANDARD
        },
    ),
];

/// The engine's presets 0–10.
pub static PRESETS: [Variant; 11] = [
    variant("preset-0", "Nine Men's Morris", RuleSet::STANDARD),
    variant("preset-1", "Twelve Men's Morris", RuleSet::TWELVE),
    variant("preset-2", "Dooz", RuleSet { placing_mill: PlacingMill::RemoveFromHandThenTheirTurn, ..RuleSet::TWELVE }),
    variant("preset-3", "Morabaraba", RuleSet { remove_multiple: true, ..RuleSet::TWELVE }),
    variant("preset-4", "Russian Mill", RuleSet { one_time_mills: true, ..RuleSet::STANDARD }),
    variant("preset-5", "Lasker Morris", RuleSet { men: 10, move_while_placing: true, ..RuleSet::STANDARD }),
    variant("preset-6", "Cheng San Qi", RuleSet { may_fly: false, ..RuleSet::STANDARD }),
    variant(
        "preset-7",
        "Da San Qi",
        RuleSet {
            placing_mill: PlacingMill::MarkAndDelay,
            defender_first: true,
            remove_from_mills: true,
            may_fly: false,
            ..RuleSet::TWELVE
        },
    ),
    variant(
        "preset-8",
        "Zhi Qi",
        RuleSet { full_board: FullBoard::FirstAndSecondRemove, stalemate: Stalemate::RemoveAndMove, ..RuleSet::TWELVE },
    ),
    variant(
        "preset-9",
        "El Filja",
        RuleSet {
            men: 12,
            placing_mill: PlacingMill::ByMillCounts,
            full_board: FullBoard::FirstAndSecondRemove,
            remove_from_mills: true,
            may_fly: false,
            ..RuleSet::STANDARD
        },
    ),
    variant(
        "preset-10",
        "Experimental",
        RuleSet {
            defender_first: true,
            full_board: FullBoard::SecondAndFirstRemove,
            remove_from_mills: true,
            may_fly: false,
            ..RuleSet::TWELVE
        },
    ),
];

/// The variant of that `ruleVariantId` (or preset name).
pub fn by_id(id: &str) -> Option<&'static Variant> {
    VARIANTS.iter().chain(&PRESETS).find(|v| v.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_rules_are_sound() {
        let all: Vec<_> = VARIANTS.iter().chain(&PRESETS).collect();
        for v in &all {
            assert_eq!(all.iter().filter(|w| w.id == v.id).count(), 1);
            assert_eq!(v.rules.flaw(), None, "{}", v.id);
            assert_eq!(by_id(v.id), Some(*v));
        }
        assert_eq!(by_id("morabaraba_12mm"), None, "a name that some generator writes, but no canonical one");
        assert!(RuleSet { men: 13, ..RuleSet::STANDARD }.flaw().is_some());
    }
}
