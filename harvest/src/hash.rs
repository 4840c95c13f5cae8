//! Games that are the same but for turning the board over.

use crate::PlayedMove;
use sha2::{Digest, Sha256};
use tesuji_sgf::{BoardSize, Color, Move, Point};

/// The image of a point: of the eight maps of a square, the first four also keep other boards.
fn image(at: Point, map: u8, size: BoardSize) -> Point {
    let mut p = at;
    if map & 1 != 0 {
        p.x = (size.width - 1).saturating_sub(p.x);
    }
    if map & 2 != 0 {
        p.y = (size.height - 1).saturating_sub(p.y);
    }
    if map & 4 != 0 {
        p = Point::new(p.y, p.x);
    }
    p
}

/// The least of the images of setup and moves, as text. Colours stay as they are. Passes at the end
/// say nothing and are left out; `None` when nothing is left.
pub fn least_image(size: BoardSize, setup: &[(Color, Point)], moves: &[PlayedMove]) -> Option<String> {
    let played = moves.iter().rposition(|m| m.at != Move::Pass).map_or(0, |last| last + 1);
    let moves = moves.get(..played).unwrap_or_default();
    if moves.is_empty() && setup.is_empty() {
        return None;
    }
    let maps = if size.width == size.height { 8 } else { 4 };
    let mut least: Option<Vec<u8>> = None;
    for map in 0..maps {
        let mut stones: Vec<(Color, Point)> = setup.iter().map(|&(c, p)| (c, image(p, map, size))).collect();
        stones.sort();
        stones.dedup();
        let mut text = Vec::with_capacity(3 * (stones.len() + moves.len()) + 1);
        let mut put = |color: Color, at: Option<Point>| {
            text.extend_from_slice(color.letter().as_bytes());
            match at {
                Some(at) => text.extend_from_slice(&at.letters()),
                None => text.extend_from_slice(b"--"),
            }
        };
        stones.iter().for_each(|&(c, p)| put(c, Some(p)));
        moves.iter().for_each(|m| put(m.color, m.at.point().map(|p| image(p, map, size))));
        // The stones end where their number says.
        if least.as_ref().is_none_or(|l| text < *l) {
            least = Some(text);
        }
    }
    let mut setup: Vec<(Color, Point)> = setup.to_vec();
    setup.sort();
    setup.dedup();
    let text = least.map(|l| String::from_utf8_lossy(&l).into_owned())?;
    Some(format!("{}x{} {} {text}", size.width, size.height, setup.len()))
}

/// The hash of [`least_image`]: 128 bits of SHA-256, as hexadecimal digits.
pub fn move_hash(size: BoardSize, setup: &[(Color, Point)], moves: &[PlayedMove]) -> Option<String> {
    least_image(size, setup, moves).map(|text| digest(&text))
}

/// 128 bits of SHA-256, as hexadecimal digits.
pub(crate) fn digest(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().take(16).map(|b| format!("{b:02x}")).collect()
}

/// The hash as a number.
pub(crate) fn number(text: &str) -> u128 {
    Sha256::digest(text.as_bytes()).iter().take(16).fold(0, |n, &b| n << 8 | u128::from(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game() -> impl Strategy<Value = (BoardSize, Vec<(Color, Point)>, Vec<PlayedMove>)> {
        let size = prop_oneof![Just((9u8, 9u8)), Just((19, 19)), Just((7, 9))];
        size.prop_flat_map(|(w, h)| {
            let color = any::<bool>().prop_map(|b| if b { Color::Black } else { Color::White });
            let point = (0..w, 0..h).prop_map(|(x, y)| Point::new(x, y));
            let at = prop_oneof![6 => point.clone().prop_map(Move::At), 1 => Just(Move::Pass)];
            let moves = prop::collection::vec((color.clone(), at), 0..20);
            let setup = prop::collection::vec((color, point), 0..4);
            (Just(BoardSize { width: w, height: h }), setup, moves).prop_map(|(s, setup, m)| {
                (s, setup, m.into_iter().map(|(color, at)| PlayedMove { color, at }).collect())
            })
        })
    }

    proptest! {
        #[test]
        fn all_images_have_one_hash((size, setup, moves) in game(), map in 0u8..8, swap in any::<bool>()) {
            prop_assume!(size.width == size.height || map < 4);
            let at = |m: Move| match m { Move::At(p) => Move::At(image(p, map, size)), pass => pass };
            let turned: Vec<PlayedMove> = moves.iter().map(|m| PlayedMove { at: at(m.at), ..*m }).collect();
            let mut stones: Vec<_> = setup.iter().map(|&(c, p)| (c, image(p, map, size))).collect();
            if swap {
                stones.reverse();
            }
            prop_assert_eq!(move_hash(size, &setup, &moves), move_hash(size, &stones, &turned));
        }

        #[test]
        fn another_move_is_another_game((size, setup, moves) in game(), x in 0u8..7) {
            prop_assume!(!moves.is_empty());
            let mut longer = moves.clone();
            longer.push(PlayedMove { color: Color::Black, at: Move::At(Point::new(x, 0)) });
            prop_assert_ne!(move_hash(size, &setup, &moves), move_hash(size, &setup, &longer));
        }
    }

    #[test]
    fn colours_order_and_setup_matter_and_last_passes_do_not() {
        let moves = |text: &str| text.split(' ').filter_map(|m| m.parse().ok()).collect::<Vec<PlayedMove>>();
        let hash = |text: &str| move_hash(BoardSize::GO, &[], &moves(text));
        assert_eq!(hash("Bpd Wdd"), hash("Bdd Wdp"));
        assert_eq!(hash("Bpd Wdd"), hash("Bpd Wdd B W"));
        assert_ne!(hash("Bpd Wdd"), hash("Wpd Bdd"));
        assert_ne!(hash("Bpd Wdd"), hash("Bpd Wdp Bdd"));
        assert_ne!(hash("Bpd W Bdd"), hash("Bpd Bdd"));
        assert_eq!((hash("B W"), hash("")), (None, None));
        let set = move_hash(BoardSize::GO, &[(Color::Black, Point::new(15, 3))], &moves("Wdd"));
        assert_ne!(set, hash("Bpd Wdd"), "a stone that was set was not played");
    }
}
