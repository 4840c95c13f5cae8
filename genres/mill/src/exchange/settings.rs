//! `ruleSettingsJson`: the whole rule set of a custom variant, as JSON in a string.

use super::fields::Fields;
use super::finding::Finding;
use super::json::Json;
use crate::variant::{self, RuleSet};

macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $name { $($(#[$what])* $variant),* }

        impl $name {
            /// All, in the app's order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The app's name.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            fn of(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name() == text)
            }
        }
    };
}

names! {
    /// The rule for a full board after placing.
    BoardFull {
        /// The first player loses.
        #[default]
        FirstPlayerLose = "firstPlayerLose",
        /// Both remove a man, the first player first.
        FirstAndSecondRemove = "firstAndSecondPlayerRemovePiece",
        /// Both remove a man, the second player first.
        SecondAndFirstRemove = "secondAndFirstPlayerRemovePiece",
        /// The side to move removes a man.
        SideToMoveRemoves = "sideToMoveRemovePiece",
        /// A draw.
        Draw = "agreeToDraw",
    }
}

names! {
    /// The rule for a side that can't move.
    Stalemate {
        /// It loses.
        #[default]
        Loss = "endWithStalemateLoss",
        /// The other side moves on.
        ChangeSide = "changeSideToMove",
        /// It removes a man of the other side and moves.
        RemoveAndMove = "removeOpponentsPieceAndMakeNextMove",
        /// It removes a man of the other side, who moves.
        RemoveAndChangeSide = "removeOpponentsPieceAndChangeSideToMove",
        /// A draw.
        Draw = "endWithStalemateDraw",
    }
}

names! {
    /// The effect of a mill closed while placing.
    MillInPlacing {
        /// A man of the other side leaves the board.
        #[default]
        RemoveFromBoard = "removeOpponentsPieceFromBoard",
        /// A man of the other side leaves his hand; he is to move.
        RemoveFromHandThenOpponent = "removeOpponentsPieceFromHandThenOpponentsTurn",
        /// A man of the other side leaves his hand; the same side moves on.
        RemoveFromHandThenYou = "removeOpponentsPieceFromHandThenYourTurn",
        /// The other side removes a man of his own.
        OpponentRemovesOwn = "opponentRemovesOwnPiece",
        /// A man is marked, and leaves when placing is over.
        MarkAndDelay = "markAndDelayRemovingPieces",
        /// Removals are counted when placing is over.
        ByMillCounts = "removalBasedOnMillCounts",
    }
}

/// A full rule set as the app stores it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSettings {
    /// Men a side.
    pub pieces_count: i64,
    /// Men at which flying begins.
    pub fly_piece_count: i64,
    /// A side with fewer loses.
    pub pieces_at_least_count: i64,
    /// Diagonal lines on the board.
    pub has_diagonal_lines: bool,
    /// Moving while men are in hand.
    pub may_move_in_placing_phase: bool,
    /// The second player moves first after placing.
    pub is_defender_move_first: bool,
    /// Two mills at once remove two men.
    pub may_remove_multiple: bool,
    /// Men in mills are fair game.
    pub may_remove_from_mills_always: bool,
    /// A full board.
    pub board_full_action: BoardFull,
    /// No move.
    pub stalemate_action: Stalemate,
    /// Flying at all.
    pub may_fly: bool,
    /// Plies without a removal that end the game in a draw; 0 for never.
    pub n_move_rule: i64,
    /// The rule in the endgame.
    pub endgame_n_move_rule: i64,
    /// The third repetition is a draw.
    pub threefold_repetition_rule: bool,
    /// A mill closed while placing.
    pub mill_formation_action: MillInPlacing,
    /// The same mill may not be closed again at once.
    pub restrict_repeated_mills_formation: bool,
    /// A mill counts once in a game.
    pub one_time_use_mill: bool,
}

impl Default for RuleSettings {
    fn default() -> Self {
        RuleSettings {
            pieces_count: 9,
            fly_piece_count: 3,
            pieces_at_least_count: 3,
            has_diagonal_lines: false,
            may_move_in_placing_phase: false,
            is_defender_move_first: false,
            may_remove_multiple: false,
            may_remove_from_mills_always: false,
            board_full_action: BoardFull::default(),
            stalemate_action: Stalemate::default(),
            may_fly: true,
            n_move_rule: 100,
            endgame_n_move_rule: 100,
            threefold_repetition_rule: true,
            mill_formation_action: MillInPlacing::default(),
            restrict_repeated_mills_formation: false,
            one_time_use_mill: false,
        }
    }
}

/// A named choice, by name or, as older files have it, by number.
fn choice<T: Copy + Default>(
    f: &mut Fields<'_, '_>,
    key: &str,
    all: &[T],
    name: fn(T) -> &'static str,
    of: fn(&str) -> Option<T>,
) -> T {
    let Some(value) = f.value(key) else { return T::default() };
    let by_number = value.as_i64().and_then(|n| all.get(usize::try_from(n).ok()?).copied());
    if let Some(found) = value.as_str().and_then(of).or(by_number) {
        return found;
    }
    let names: Vec<&str> = all.iter().map(|v| name(*v)).collect();
    f.refuse(key, "settings", format!("one of {} is expected", names.join(", ")));
    T::default()
}

impl RuleSettings {
    /// Reads the string. Absent fields have the app's defaults.
    ///
    /// # Errors
    /// The findings, with paths from `path`, when it is no JSON object or a field does not fit.
    pub fn read(text: &str, path: &str) -> Result<RuleSettings, Vec<Finding>> {
        let value = Json::parse(text).map_err(|bad| vec![Finding::error(path, "settings", bad.to_string())])?;
        let mut found = Vec::new();
        let mut f = Fields::of(&value, path, &mut found);
        let d = RuleSettings::default();
        let read = RuleSettings {
            pieces_count: f.number("piecesCount").unwrap_or(d.pieces_count),
            fly_piece_count: f.number("flyPieceCount").unwrap_or(d.fly_piece_count),
            pieces_at_least_count: f.number("piecesAtLeastCount").unwrap_or(d.pieces_at_least_count),
            has_diagonal_lines: f.flag("hasDiagonalLines").unwrap_or(false),
            may_move_in_placing_phase: f.flag("mayMoveInPlacingPhase").unwrap_or(false),
            is_defender_move_first: f.flag("isDefenderMoveFirst").unwrap_or(false),
            may_remove_multiple: f.flag("mayRemoveMultiple").unwrap_or(false),
            may_remove_from_mills_always: f.flag("mayRemoveFromMillsAlways").unwrap_or(false),
            board_full_action: choice(&mut f, "boardFullAction", BoardFull::ALL, BoardFull::name, BoardFull::of),
            stalemate_action: choice(&mut f, "stalemateAction", Stalemate::ALL, Stalemate::name, Stalemate::of),
            may_fly: f.flag("mayFly").unwrap_or(true),
            n_move_rule: f.number("nMoveRule").unwrap_or(d.n_move_rule),
            endgame_n_move_rule: f.number("endgameNMoveRule").unwrap_or(d.endgame_n_move_rule),
            threefold_repetition_rule: f.flag("threefoldRepetitionRule").unwrap_or(true),
            mill_formation_action: choice(
                &mut f,
                "millFormationActionInPlacingPhase",
                MillInPlacing::ALL,
                MillInPlacing::name,
                MillInPlacing::of,
            ),
            restrict_repeated_mills_formation: f.flag("restrictRepeatedMillsFormation").unwrap_or(false),
            one_time_use_mill: f.flag("oneTimeUseMill").unwrap_or(false),
        };
        if !f.broken {
            for (key, n, most) in [
                ("piecesCount", read.pieces_count, 12),
                ("flyPieceCount", read.fly_piece_count, read.pieces_count),
                ("piecesAtLeastCount", read.pieces_at_least_count, read.pieces_count),
            ] {
                if !(1..=most).contains(&n) {
                    f.refuse(key, "settings", format!("1 to {most} is expected, this is {n}"));
                }
            }
            for (key, n) in [("nMoveRule", read.n_move_rule), ("endgameNMoveRule", read.endgame_n_move_rule)] {
                if n < 0 {
                    f.refuse(key, "settings", format!("a count of plies is expected, this is {n}"));
                }
            }
        }
        if found.iter().any(|f| f.severity == super::Severity::Error) { Err(found) } else { Ok(read) }
    }

    /// The rules. What the format has no field for (captures other than by mills) is as in the
    /// standard game.
    pub fn rules(&self) -> RuleSet {
        let small = |n: i64| u8::try_from(n).unwrap_or(u8::MAX);
        let limit = |n: i64| u16::try_from(n).unwrap_or(u16::MAX);
        RuleSet {
            men: small(self.pieces_count),
            least_men: small(self.pieces_at_least_count),
            may_fly: self.may_fly,
            fly_at: small(self.fly_piece_count),
            diagonals: self.has_diagonal_lines,
            placing_mill: match self.mill_formation_action {
                MillInPlacing::RemoveFromBoard => variant::PlacingMill::RemoveFromBoard,
                MillInPlacing::RemoveFromHandThenOpponent => variant::PlacingMill::RemoveFromHandThenTheirTurn,
                MillInPlacing::RemoveFromHandThenYou => variant::PlacingMill::RemoveFromHandThenYourTurn,
                MillInPlacing::OpponentRemovesOwn => variant::PlacingMill::OpponentRemovesOwn,
                MillInPlacing::MarkAndDelay => variant::PlacingMill::MarkAndDelay,
                MillInPlacing::ByMillCounts => variant::PlacingMill::ByMillCounts,
            },
            remove_from_mills: self.may_remove_from_mills_always,
            remove_multiple: self.may_remove_multiple,
            move_while_placing: self.may_move_in_placing_phase,
            defender_first: self.is_defender_move_first,
            no_repeated_mill: self.restrict_repeated_mills_formation,
            one_time_mills: self.one_time_use_mill,
            full_board: match self.board_full_action {
                BoardFull::FirstPlayerLose => variant::FullBoard::FirstLoses,
                BoardFull::FirstAndSecondRemove => variant::FullBoard::FirstAndSecondRemove,
                BoardFull::SecondAndFirstRemove => variant::FullBoard::SecondAndFirstRemove,
                BoardFull::SideToMoveRemoves => variant::FullBoard::SideToMoveRemoves,
                BoardFull::Draw => variant::FullBoard::Draw,
            },
            stalemate: match self.stalemate_action {
                Stalemate::Loss => variant::Stalemate::Loss,
                Stalemate::ChangeSide => variant::Stalemate::Pass,
                Stalemate::RemoveAndMove => variant::Stalemate::RemoveAndMove,
                Stalemate::RemoveAndChangeSide => variant::Stalemate::RemoveAndPass,
                Stalemate::Draw => variant::Stalemate::Draw,
            },
            quiet_limit: limit(self.n_move_rule),
            endgame_quiet_limit: limit(self.endgame_n_move_rule),
            threefold: self.threefold_repetition_rule,
            ..RuleSet::STANDARD
        }
    }

    /// The string that [`read`](Self::read) reads, all fields written.
    pub fn write(&self) -> String {
        let n = |v: i64| Json::from(v);
        let b = |v: bool| Json::from(v);
        let fields = [
            ("piecesCount", n(self.pieces_count)),
            ("flyPieceCount", n(self.fly_piece_count)),
            ("piecesAtLeastCount", n(self.pieces_at_least_count)),
            ("hasDiagonalLines", b(self.has_diagonal_lines)),
            ("mayMoveInPlacingPhase", b(self.may_move_in_placing_phase)),
            ("isDefenderMoveFirst", b(self.is_defender_move_first)),
            ("mayRemoveMultiple", b(self.may_remove_multiple)),
            ("mayRemoveFromMillsAlways", b(self.may_remove_from_mills_always)),
            ("boardFullAction", self.board_full_action.name().into()),
            ("stalemateAction", self.stalemate_action.name().into()),
            ("mayFly", b(self.may_fly)),
            ("nMoveRule", n(self.n_move_rule)),
            ("endgameNMoveRule", n(self.endgame_n_move_rule)),
            ("threefoldRepetitionRule", b(self.threefold_repetition_rule)),
            ("millFormationActionInPlacingPhase", self.mill_formation_action.name().into()),
            ("restrictRepeatedMillsFormation", b(self.restrict_repeated_mills_formation)),
            ("oneTimeUseMill", b(self.one_time_use_mill)),
        ];
        Json::Object(fields.map(|(k, v)| (k.to_string(), v)).to_vec()).write(&super::json::Style::compact())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip_and_refusals() {
        let lasker = RuleSettings { pieces_count: 10, may_move_in_placing_phase: true, ..RuleSettings::default() };
        assert_eq!(RuleSettings::read(&lasker.write(), "$").unwrap(), lasker);
        assert_eq!(RuleSettings::read("{}", "$").unwrap(), RuleSettings::default());
        for (text, path) in [
            ("[]", "$.s"),
            ("{\"piecesCount\":", "$.s"),
            ("{\"piecesCount\":13}", "$.s.piecesCount"),
            ("{\"piecesCount\":\"9\"}", "$.s.piecesCount"),
            ("{\"flyPieceCount\":10}", "$.s.flyPieceCount"),
            ("{\"boardFullAction\":\"explode\"}", "$.s.boardFullAction"),
            ("{\"stalemateAction\":9}", "$.s.stalemateAction"),
            ("{\"nMoveRule\":-1}", "$.s.nMoveRule"),
        ] {
            let found = RuleSettings::read(text, "$.s").unwrap_err();
            assert_eq!(found[0].path, path, "{text}");
        }
    }
}
