//! Whether the handicap that a game states is the one that its stones and first moves show.

use crate::record::PlayedMove;
use std::collections::BTreeMap;
use tesuji_sgf::{BoardSize, Color, Move, Point};

/// The fault of a stated handicap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Correction {
    /// The handicap to write, where the first moves show it.
    pub handicap: Option<u8>,
    /// The fault and the repair, in words.
    pub why: String,
}

/// The most stones that a handicap has fixed points for.
const FIXED: usize = 9;

/// Compares a stated handicap with the stones that are set and with the moves. Some servers write
/// `HA[0]` and let Black play the stones of the handicap as his first moves.
pub(super) fn correction(
    stated: Option<u8>,
    stones: &BTreeMap<Point, Color>,
    moves: &[PlayedMove],
    size: BoardSize,
) -> Option<Correction> {
    let said = stated.map_or("no HA".to_string(), |n| format!("HA[{n}]"));
    let claimed = usize::from(stated.unwrap_or(0));
    let told = |why: String| Some(Correction { handicap: None, why });
    let first: Vec<Point> = moves.iter().take_while(|m| m.color == Color::Black).map_while(|m| m.at.point()).collect();
    let white_follows = moves.get(first.len()).is_some_and(|m| m.color == Color::White && m.at != Move::Pass);
    if stones.is_empty() && first.len() >= 2 && white_follows {
        let n = first.len();
        if claimed == n {
            return None;
        }
        if claimed < 2 && n <= FIXED && first.iter().all(|&p| is_star_point(p, size)) {
            let why = format!("{said}, but Black's first {n} moves are on the points of a handicap: HA[{n}] written");
            return Some(Correction { handicap: u8::try_from(n).ok(), why });
        }
        return told(format!("{said}, but Black plays {n} moves before White's first"));
    }
    let black = stones.values().filter(|c| **c == Color::Black).count();
    let white = stones.len() - black;
    // Without HA nothing is claimed: a position may be set up in any way.
    let is_claim = stated.is_some() && !moves.is_empty() && (white == 0 || claimed >= 2);
    if !is_claim || claimed.max(1) == black.max(1) {
        return None;
    }
    let set = if white == 0 { String::new() } else { format!(" and {white} white ones") };
    told(format!("{said}, but {black} black stones{set} are set before the first move"))
}

/// Is this one of the nine points that handicap stones are put on?
fn is_star_point(point: Point, size: BoardSize) -> bool {
    let is_line = |at: u8, side: u8| {
        let edge = if side >= 12 { 3 } else { 2 };
        side >= 7 && (at == edge || at + edge + 1 == side || side % 2 == 1 && at == side / 2)
    };
    is_line(point.x, size.width) && is_line(point.y, size.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corrected(stated: Option<u8>, set: &str, moves: &str) -> Option<Option<u8>> {
        let point = |t: &str| Point::read(t.as_bytes()).expect("a point");
        let stones = set.split_whitespace().map(|p| (point(p), Color::Black)).collect();
        let moves: Vec<PlayedMove> = moves.split_whitespace().map(|m| m.parse().expect("a move")).collect();
        correction(stated, &stones, &moves, BoardSize::GO).map(|c| c.handicap)
    }

    #[test]
    fn black_moves_first_are_a_handicap() {
        for stated in [None, Some(0), Some(1)] {
            assert_eq!(corrected(stated, "", "Bpd Bdp Bdd Bpp Wnc Bfc"), Some(Some(4)));
            assert_eq!(corrected(stated, "", "Bpd Bdp Wpp"), Some(Some(2)));
            assert_eq!(corrected(stated, "", "Bjj Bpd Bdp Bdd Bpp Wnc"), Some(Some(5)));
            assert_eq!(corrected(stated, "", "Bcc Bqq Wpp"), Some(None), "not on the points of a handicap");
            assert_eq!(corrected(stated, "", "Bpd Wdp Bdd"), None);
        }
        assert_eq!(corrected(Some(4), "", "Bpd Bdp Bdd Bpp Wnc"), None);
        assert_eq!(corrected(Some(3), "", "Bpd Bdp Bdd Bpp Wnc"), Some(None));
    }

    #[test]
    fn stones_that_are_set_are_counted() {
        assert_eq!(corrected(Some(2), "pd dp", "Wdd"), None);
        assert_eq!(corrected(Some(3), "pd dp", "Wdd"), Some(None));
        assert_eq!(corrected(Some(0), "pd dp", "Wdd"), Some(None));
        assert_eq!(corrected(Some(2), "", "Wdd Bpp"), Some(None));
        assert_eq!(corrected(Some(0), "", "Bdd Wpp"), None);
        assert_eq!(corrected(Some(1), "", "Bdd Wpp"), None);
        assert_eq!(corrected(None, "pd dp", "Wdd"), None);
        assert_eq!(corrected(Some(2), "", ""), None);
        // Beside white stones they are a position, which a stated handicap contradicts, too.
        let with_white = |stated: Option<u8>, black: &str| {
            let point = |t: &str| Point::read(t.as_bytes()).expect("a point");
            let mut stones: BTreeMap<Point, Color> = black.split(' ').map(|p| (point(p), Color::Black)).collect();
            stones.insert(point("qq"), Color::White);
            correction(stated, &stones, &["Wdd".parse().expect("a move")], BoardSize::GO).map(|c| c.why)
        };
        assert!(with_white(Some(7), "pd dp cc").is_some_and(|why| why.contains("3 black stones and 1 white ones")));
        assert_eq!((with_white(Some(3), "pd dp cc"), with_white(Some(0), "pd dp cc")), (None, None));
    }
}
