//! Tygem's GIB: a head of `\[NAME=value\]` lines, `INI` with the handicap, and a `STO` line for
//! each move.

use crate::format::{Texts, handicap, lines};
use crate::{Collection, Color, Diagnostic, Fault, Point};

/// Reads a record; lines that make no sense are left out and told.
pub(crate) fn read(bytes: &[u8]) -> (Collection, Vec<Diagnostic>) {
    let spaced = with_blanks(bytes);
    let bytes = spaced.as_deref().unwrap_or(bytes);
    let kind = lines(bytes).find_map(|(_, l)| field(l).filter(|f| f.0 == b"GIBOKIND"));
    let texts = Texts::of(bytes, kind.and_then(|(_, country)| charset_of(country)));
    let mut found: Vec<Diagnostic> = texts.finding().into_iter().collect();
    let mut sgf = Collection::new();
    let root = sgf.add_game();
    for (name, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("SZ", "19")] {
        sgf.add(root, name, value);
    }
    let mut node = root;
    let (mut main, mut comment) = (String::new(), String::new());
    let mut started = false;
    for (offset, line) in lines(bytes) {
        if let Some((name, value)) = field(line) {
            let text = texts.read(value);
            let text = text.trim();
            match name {
                _ if text.is_empty() => {}
                b"GAMEBLACKNAME" | b"GAMEWHITENAME" => {
                    let black = name.starts_with(b"GAMEB");
                    let (player, rank) = player(text);
                    sgf.set(root, if black { "PB" } else { "PW" }, player);
                    if let Some(rank) = rank {
                        sgf.set(root, if black { "BR" } else { "WR" }, rank);
                    }
                }
                b"GAMENAME" => sgf.set(root, "EV", text),
                b"GAMEPLACE" => sgf.set(root, "PC", text),
                b"GAMECONDITION" => sgf.set(root, "GC", text),
                b"GAMETIME" => sgf.set(root, "OT", text),
                b"GAMERESULT" => sgf.set(root, "RE", text),
                b"GAMECOMMENT" => comment = text.to_string(),
                b"GAMEINFOMAIN" => main = text.to_string(),
                b"GAMETAG" => {
                    if let Some(date) = date(text) {
                        sgf.set(root, "DT", &date);
                    }
                }
                _ => {}
            }
            continue;
        }
        let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
        match words.next() {
            Some(b"\\GS") => started = true,
            Some(b"INI") => {
                let stones = words.nth(2).and_then(number).unwrap_or(0);
                let points = handicap(stones);
                if !points.is_empty() {
                    sgf.set(root, "HA", &stones.to_string());
                    points.into_iter().for_each(|p| sgf.add_point(root, "AB", p));
                }
            }
            Some(word @ (b"STO" | b"SKI")) => {
                // `STO 0 <number> <color> <column> <row>`; `SKI 0 <number> <color>` is a pass.
                let mut numbers = words.skip(2).map(number);
                let color = match numbers.next().flatten() {
                    Some(1) => Some(Color::Black),
                    Some(2) => Some(Color::White),
                    _ => None,
                };
                let mut coordinate = || numbers.next().flatten().and_then(|n| u8::try_from(n).ok()).filter(|&n| n < 19);
                let point = coordinate().zip(coordinate()).map(|(x, y)| Point::new(x, y));
                match (color, point, word == b"SKI") {
                    (Some(color), Some(point), false) => {
                        node = sgf.add_child(node);
                        sgf.add_point(node, color.letter(), point);
                    }
                    (Some(color), _, true) => {
                        node = sgf.add_child(node);
                        sgf.add(node, color.letter(), "");
                    }
                    _ => found.push(odd(offset, line)),
                }
            }
            Some(b"\\GE") => break,
            Some(word) if started && !word.first().is_some_and(u8::is_ascii_digit) => found.push(odd(offset, line)),
            _ => {}
        }
    }
    if let Some(result) = result(&main) {
        sgf.set(root, "RE", &result);
    }
    if let Some(komi) = part(&main, "GONGJE") {
        // In tenths of a point.
        sgf.set(root, "KM", &format!("{}", komi as f64 / 10.0));
    }
    if !comment.is_empty() {
        sgf.set(root, "C", &comment);
    }
    if node == root {
        found.push(Diagnostic {
            offset: 0,
            len: bytes.len(),
            fault: Fault::NoGame,
            detail: "GIB without moves".into(),
        });
    }
    (sgf, found)
}

/// The file with blanks for `+`, where its moves are written `STO+0+2+1+3+3`: some servers send it
/// as a form is sent.
fn with_blanks(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_move = |line: &[u8]| line.starts_with(b"STO+") || line.starts_with(b"INI+");
    let found = lines(bytes).any(|(_, line)| is_move(line));
    found.then(|| bytes.iter().map(|&b| if b == b'+' { b' ' } else { b }).collect())
}

fn odd(offset: usize, line: &[u8]) -> Diagnostic {
    let detail = String::from_utf8_lossy(line.get(..line.len().min(40)).unwrap_or_default()).into_owned();
    Diagnostic { offset, len: line.len(), fault: Fault::Junk, detail }
}

/// `\[NAME=value\]`.
fn field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let inner = line.strip_prefix(b"\\[")?;
    let inner = inner.strip_suffix(b"\\]").unwrap_or(inner);
    let equals = memchr::memchr(b'=', inner)?;
    Some((inner.get(..equals)?, inner.get(equals + 1..)?))
}

/// The encoding that the client of that country writes.
fn charset_of(country: &[u8]) -> Option<&'static str> {
    match country {
        b"Korea" => Some("euc-kr"),
        b"China" => Some("gb18030"),
        b"Japan" => Some("shift_jis"),
        _ => None,
    }
}

fn number(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// `name (rank)`.
fn player(text: &str) -> (&str, Option<&str>) {
    match text.strip_suffix(')').and_then(|t| t.rsplit_once('(')) {
        Some((name, rank)) if !name.trim().is_empty() => (name.trim(), Some(rank.trim())),
        _ => (text, None),
    }
}

/// A number among `NAME:number,…`.
fn part(main: &str, name: &str) -> Option<i64> {
    main.split(',').find_map(|p| p.trim().strip_prefix(name)?.strip_prefix(':')?.trim().parse().ok())
}

/// The result by `GRLT` (0 and 1 by points, which `ZIPSU` has in tenths; 3 and 4 by resignation; 7
/// and 8 on time).
fn result(main: &str) -> Option<String> {
    let code = part(main, "GRLT")?;
    let winner = match code {
        0 | 3 | 7 => "B",
        1 | 4 | 8 => "W",
        _ => return None,
    };
    Some(match code {
        0 | 1 => match part(main, "ZIPSU") {
            Some(points) if points > 0 => format!("{winner}+{}", points as f64 / 10.0),
            _ => format!("{winner}+"),
        },
        3 | 4 => format!("{winner}+R"),
        _ => format!("{winner}+T"),
    })
}

/// `…C2015:08:29:22:56…` as a date.
fn date(tag: &str) -> Option<String> {
    let value = tag.split(',').find_map(|p| p.trim().strip_prefix('C'))?;
    let mut numbers = value.split(':').map(|n| n.trim().parse::<u32>().ok());
    let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let sensible = (1900..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    sensible.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Move};

    const HEAD: &str = "\\HS\r\n\\[GIBOKIND=Korea\\]\r\n\\[GAMEBLACKNAME=가나 (1급)\\]\r\n\\[GAMEWHITENAME=white(3D)\\]\r\n\
        \\[GAMEINFOMAIN=GBKIND:0,GRLT:1,ZIPSU:115,GONGJE:65\\]\r\n\\[GAMETAG=S0,R0,C2015:08:09:22:56,I:a\\]\r\n\\HE\r\n";

    #[test]
    fn head_handicap_and_moves() {
        let text = format!(
            "{HEAD}\\GS\r\n2 1 0\r\n3 0 &4\r\nINI 0 1 3 &4\r\nSTO 0 2 2 15 16\r\nSKI 0 3 1\r\nSTO 0 4 2 40 1\r\n\\GE\r\n"
        );
        let encoded = encoding_rs::EUC_KR.encode(&text).0.into_owned();
        // Moves and head with `+` for each blank, as a form is sent.
        let form = text.replace(' ', "+");
        for bytes in [text.into_bytes(), encoded, form.into_bytes()] {
            let (sgf, found, format) = Collection::read(&bytes);
            assert_eq!(format, Format::Gib);
            let root = sgf.roots().next().expect("a game");
            for (name, want) in [
                ("PB", "가나"),
                ("BR", "1급"),
                ("PW", "white"),
                ("WR", "3D"),
                ("RE", "W+11.5"),
                ("KM", "6.5"),
                ("DT", "2015-08-09"),
                ("HA", "3"),
            ] {
                assert_eq!(root.text(name).as_deref(), Some(want), "{name}");
            }
            assert_eq!(root.points("AB").len(), 3);
            let moves: Vec<_> = sgf.nodes().filter_map(|n| n.stone_played(root.board_size())).collect();
            assert_eq!(moves, [(Color::White, Move::At(Point::new(15, 16))), (Color::Black, Move::Pass)]);
            let junk = found.iter().find(|d| d.fault == Fault::Junk).expect("the stone off the board");
            assert!(bytes[junk.offset..].starts_with(b"STO"), "{junk}");
            assert_eq!(junk.detail, "STO 0 4 2 40 1");
        }
    }
}
