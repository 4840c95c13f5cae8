//! NGF, of WBaduk and CyberOro: twelve lines of head, then a line for each move.
//!
//! The head: title, size, White, Black, site, handicap, (unused), komi, date, time, result, number
//! of moves. A move is `PM`, two letters of its number, its colour, and its point twice (the second
//! time from another corner); letters of coordinates start at `B`, and `A` is off the board: a
//! pass.

use crate::format::{Texts, handicap, lines};
use crate::{BoardSize, Collection, Color, Diagnostic, Fault, Point};

/// Does it look like one: a size in the second line, and moves?
pub(crate) fn is_ngf(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let mut all = lines(start).map(|(_, l)| l);
    let size = all.nth(1).and_then(BoardSize::read);
    size.is_some() && all.skip(6).take(20).any(|l| l.starts_with(b"PM") && played(l, 19).is_some())
}

/// Reads a record; lines that make no sense are left out and told.
pub(crate) fn read(bytes: &[u8]) -> (Collection, Vec<Diagnostic>) {
    let bytes_read = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let skipped = bytes.len() - bytes_read.len();
    let texts = Texts::of(bytes_read, None);
    let mut found: Vec<Diagnostic> = texts.finding().into_iter().collect();
    let all: Vec<(usize, &[u8])> = lines(bytes_read).collect();
    let line = |i: usize| all.get(i).map_or(&[][..], |l| l.1);
    let size = BoardSize::read(line(1)).unwrap_or(BoardSize::GO);
    let mut sgf = Collection::new();
    let root = sgf.add_game();
    for (name, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("SZ", &size.to_string())] {
        sgf.add(root, name, value);
    }
    for (i, player, rank) in [(2, "PW", "WR"), (3, "PB", "BR")] {
        let text = texts.read(line(i));
        // The rank stands behind at least one blank; names may hold blanks.
        let (name, level) = match text.rsplit_once(char::is_whitespace) {
            Some((name, level)) if level.chars().any(|c| c.is_ascii_digit()) => (name.trim(), Some(level)),
            _ => (text.trim(), None),
        };
        if !name.is_empty() {
            sgf.add(root, player, name);
        }
        if let Some(level) = level {
            sgf.add(root, rank, level.trim_end_matches(['*', '?']));
        }
    }
    for (i, name) in [(0, "EV"), (4, "PC"), (10, "RE")] {
        let text = texts.read(line(i));
        if !text.trim().is_empty() {
            sgf.add(root, name, text.trim());
        }
    }
    let number = |i: usize| std::str::from_utf8(line(i)).ok()?.trim().parse::<f64>().ok();
    let stones = number(5).filter(|n| (2.0..=9.0).contains(n)).map_or(0, |n| n as usize);
    if let Some(komi) = number(7) {
        // Whole komi in even games stand for half a point more.
        let komi = if stones == 0 && komi.fract() == 0.0 && komi > 0.0 { komi + 0.5 } else { komi };
        sgf.add(root, "KM", &komi.to_string());
    }
    if let Some(date) = line(8).get(..8).and_then(date) {
        sgf.add(root, "DT", &date);
    }
    if stones > 0 {
        sgf.add(root, "HA", &stones.to_string());
        if size == BoardSize::GO {
            handicap(stones).into_iter().for_each(|p| sgf.add_point(root, "AB", p));
        }
    }
    let mut node = root;
    for &(offset, line) in all.iter().skip(9).filter(|(_, l)| l.starts_with(b"PM")) {
        match played(line, size.width) {
            Some((color, point)) => {
                node = sgf.add_child(node);
                match point {
                    Some(point) => sgf.add_point(node, color.letter(), point),
                    None => sgf.add(node, color.letter(), ""),
                }
            }
            None => {
                let detail = String::from_utf8_lossy(line.get(..line.len().min(40)).unwrap_or_default()).into_owned();
                found.push(Diagnostic { offset: skipped + offset, len: line.len(), fault: Fault::Junk, detail });
            }
        }
    }
    if node == root {
        found.push(Diagnostic {
            offset: 0,
            len: bytes.len(),
            fault: Fault::NoGame,
            detail: "NGF without moves".into(),
        });
    }
    (sgf, found)
}

/// Colour and point of a move; no point is a pass.
fn played(line: &[u8], size: u8) -> Option<(Color, Option<Point>)> {
    let &[b'P', b'M', _, _, color, x, y, ..] = line else { return None };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    let coordinate = |b: u8| b.to_ascii_uppercase().checked_sub(b'A').filter(|n| *n <= size);
    match (coordinate(x)?, coordinate(y)?) {
        (0, 0) => Some((color, None)),
        (x, y) => Some((color, Some(Point::new(x.checked_sub(1)?, y.checked_sub(1)?)))),
    }
}

/// `20110812`.
fn date(digits: &[u8]) -> Option<String> {
    let digits = std::str::from_utf8(digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?;
    let (year, rest) = digits.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    let sensible = (1..=12).contains(&month.parse().unwrap_or(0)) && (1..=31).contains(&day.parse().unwrap_or(0));
    sensible.then(|| format!("{year}-{month}-{day}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Move};

    #[test]
    fn head_and_moves() {
        let text = "レーティング対局\n19\n白川 次郎  7段*\n黒田      5段P\nexample.org\n0\n0\n6\n20110812 [09:31]\n480\n\
                    黒中押し勝ち!\n3\nPMABBQEEQ\nPMACWEEEE\nPMADBAAAA\nPMAEXEEEE\n";
        let encoded = encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
        for bytes in [text.as_bytes().to_vec(), encoded] {
            let (sgf, found, format) = Collection::read(&bytes);
            assert_eq!(format, Format::Ngf);
            let root = sgf.roots().next().expect("a game");
            let wants = [
                ("PW", "白川 次郎"),
                ("WR", "7段"),
                ("PB", "黒田"),
                ("BR", "5段P"),
                ("KM", "6.5"),
                ("DT", "2011-08-12"),
            ];
            for (name, want) in wants {
                assert_eq!(root.text(name).as_deref(), Some(want), "{name}");
            }
            assert_eq!(root.text("RE").as_deref(), Some("黒中押し勝ち!"));
            let moves: Vec<_> = sgf.nodes().filter_map(|n| n.stone_played(root.board_size())).collect();
            let at = |x, y| Move::At(Point::new(x, y));
            assert_eq!(moves, [(Color::Black, at(15, 3)), (Color::White, at(3, 3)), (Color::Black, Move::Pass)]);
            assert_eq!(found.iter().filter(|d| d.fault == Fault::Junk).count(), 1, "{found:?}");
        }
    }
}
