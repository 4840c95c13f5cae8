//! The properties of a node that was read, sorted: moves, stones, and what else it holds,
//! normalised.

use super::super::chat::without_chat;
use super::Builder;
use crate::info::normal;
use crate::props::{Shape, is_list, is_markup, is_standard, shape};
use std::collections::{HashMap, HashSet};
use tesuji_sgf::{BoardSize, Color, Move, Node, Point, Property, Value, escape};

/// Points set in a node beyond which those that are set again are left out.
const MOST_SET: usize = 20_000;

/// The properties of an old node, sorted.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) moves: Vec<(Color, Move, Option<usize>)>,
    pub(super) setup: Vec<(Option<Color>, Point)>,
    pub(super) setup_at: Option<usize>,
    pub(super) rest: Vec<(String, Vec<String>)>,
    /// Where a name stands in `rest`.
    named: HashMap<String, usize>,
}

impl Builder<'_> {
    /// Sorts the properties of a node; those of the description are normalised on the way.
    pub(super) fn parts(&mut self, old: Node<'_>, main: bool) -> Parts {
        let mut parts = Parts::default();
        let is_root = old.parent().is_none();
        let stated = STANDARD.map(|name| is_root && old.has(name));
        let has = |name: &str| STANDARD.iter().zip(stated).any(|(n, has)| has && *n == name);
        for property in old.properties() {
            let name = property.name();
            match name.as_ref() {
                "B" | "W" => self.played(property, &mut parts),
                "AB" | "AW" | "AE" => self.set(property, &mut parts),
                // Written anew.
                "FF" | "CA" | "GM" | "SZ" => {}
                name if self.is_stripped(name) => {}
                name => match is_root.then(|| server_name(name, property)).flatten() {
                    None => self.other(name, property, main, &mut parts),
                    // It has both: the standard's stands.
                    Some(standard) if has(standard) => {}
                    Some(standard) => {
                        self.find(
                            "server-name",
                            property.offset(),
                            format!("{name} is what a server writes for {standard}"),
                        );
                        self.other(standard, property, main, &mut parts);
                    }
                },
            }
        }
        for (name, values) in &mut parts.rest {
            if !is_list(name) {
                let mut met = HashSet::new();
                values.retain(|v| !v.trim().is_empty() && met.insert(v.clone()));
                if values.is_empty() {
                    values.push(String::new());
                }
            }
            if values.len() > 1 && !is_list(name) {
                let code = matches!(name.as_str(), "KM" | "RE" | "RU" | "HA" | "PL" | "DT" | "TM" | "AP" | "BR" | "WR");
                let done = if code { "the first stands" } else { "joined" };
                self.find("several-values", old.offset(), format!("{name} with {}: {done}", values.join(" and ")));
                match shape(name) {
                    Shape::Text => *values = vec![values.join("\n")],
                    _ if code => values.truncate(1),
                    _ => *values = vec![values.join("; ")],
                }
            }
        }
        parts
    }

    fn is_stripped(&self, name: &str) -> bool {
        let strip = &self.options.strip;
        strip.comments && matches!(name, "C" | "N" | "GC")
            || strip.markup && is_markup(name)
            || strip.private && !is_standard(name)
    }

    fn played(&mut self, property: Property<'_>, parts: &mut Parts) {
        let color = if property.is("B") { Color::Black } else { Color::White };
        for value in property.values() {
            match value.played(self.size) {
                at if is_pass_beyond(at, value.raw(), self.size) => {
                    let raw = String::from_utf8_lossy(value.raw()).into_owned();
                    let why = format!("{raw}, the point beyond the corner of the board, written as an empty pass");
                    self.at("pass-beyond", value, why);
                    parts.moves.push((color, Move::Pass, value.offset()));
                }
                Some(Move::At(p)) if !p.is_on(self.size) => {
                    self.at(
                        "off-board",
                        value,
                        format!("{}[{p}] is not on the board of {}: left out", color.letter(), self.size),
                    );
                }
                Some(at) => {
                    if at == Move::Pass && value.raw() == b"tt" {
                        self.at("tt-pass", value, "tt written as an empty pass");
                    }
                    parts.moves.push((color, at, value.offset()));
                }
                None => match spoken(&value.text(), self.size) {
                    Some(at) => {
                        let why = format!("{}[{}]: a point as people say it", color.letter(), value.text());
                        self.at("spoken-point", value, why);
                        parts.moves.push((color, at, value.offset()));
                    }
                    None => {
                        let why = format!("{}[{}] is no move: left out", color.letter(), value.text());
                        self.at("no-point", value, why);
                    }
                },
            }
        }
    }

    fn set(&mut self, property: Property<'_>, parts: &mut Parts) {
        let color = match property.name().as_ref() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            _ => None,
        };
        let mut compressed = None;
        for value in property.values() {
            let mut points = value.points().peekable();
            if points.peek().is_none() {
                if !value.raw().trim_ascii().is_empty() {
                    self.at("no-point", value, format!("{}[{}] is no point: left out", property.name(), value.text()));
                }
                continue;
            }
            parts.setup_at = parts.setup_at.or(value.offset());
            if value.raw().contains(&b':') && compressed.is_none() {
                compressed = Some(value.offset());
            }
            let (mut first, mut off) = (None, 0u32);
            for p in points {
                if p.is_on(self.size) {
                    parts.setup.push((color, p));
                } else {
                    first = first.or(Some(p));
                    off += 1;
                }
            }
            if parts.setup.len() > MOST_SET {
                tesuji_sgf::last_of_each(&mut parts.setup);
            }
            // One finding a value: a rectangle of a few bytes can have thousands of points.
            if let Some(p) = first {
                let more = if off > 1 { format!(", nor are {} more of its rectangle", off - 1) } else { String::new() };
                let why = format!("{}[{p}] is not on the board of {}{more}: left out", property.name(), self.size);
                self.at("off-board", value, why);
            }
        }
        if let Some(at) = compressed {
            self.find("compressed-list", at, format!("{}: rectangles written out as points", property.name()));
        }
    }

    fn other(&mut self, name: &str, property: Property<'_>, main: bool, parts: &mut Parts) {
        let mut values = Vec::new();
        for value in property.values() {
            let text = self.text(name, value);
            let text = match self.options.strip.chat && name == "C" {
                true => without_chat(&text),
                false => text,
            };
            if text.trim().is_empty() && name == "C" {
                continue;
            }
            // A bracket in it would be read as that of a lost property the next time.
            let is_word = text.trim().chars().all(char::is_alphabetic);
            if name == "PL" && (!is_word || Color::read(text.trim().as_bytes()).is_none()) {
                self.at("no-color", value, format!("PL[{}] is no colour: left out", text.trim()));
                continue;
            }
            let points = f64::from(self.size.width) * f64::from(self.size.height);
            let text = match normal(name, &text, points, self.options) {
                None => text,
                Some(normal) => {
                    if let Some((what, why)) = normal.done {
                        self.at(what, value, why);
                    }
                    if let Some(rank) = normal.rank {
                        let rank_name = if name == "PB" { "BR" } else { "WR" };
                        self.info.entry(rank_name.to_string()).or_insert(rank);
                    }
                    let Some(text) = normal.text else { continue };
                    text
                }
            };
            // Ranks taken from names give way to those that are stated.
            if main && !is_list(name) && shape(name) != Shape::Text {
                match name {
                    "BR" | "WR" => drop(self.info.insert(name.to_string(), text.clone())),
                    _ => drop(self.info.entry(name.to_string()).or_insert_with(|| text.clone())),
                }
            }
            values.push(match shape(name) {
                Shape::Points => text,
                Shape::Pair => match text.split_once('\u{1}') {
                    Some((a, b)) => format!("{}:{}", escape(a).replace(':', "\\:"), escape(b)),
                    None => escape(&text).into_owned(),
                },
                _ => escape(&text).into_owned(),
            });
        }
        if values.is_empty() {
            return;
        }
        match parts.named.get(name).and_then(|&at| parts.rest.get_mut(at)) {
            Some((_, all)) => all.extend(values),
            None => {
                parts.named.insert(name.to_string(), parts.rest.len());
                parts.rest.push((name.to_string(), values));
            }
        }
    }

    /// The value's text in UTF-8; of a pair, both halves with U+0001 between them.
    fn text(&mut self, name: &str, value: Value<'_>) -> String {
        if shape(name) == Shape::Points {
            return String::from_utf8_lossy(value.raw()).into_owned();
        }
        if shape(name) == Shape::Pair
            && let Some((a, b)) = value.pair()
        {
            let text = format!("{}\u{1}{}", a.text(), b.text());
            self.lost(&text, value);
            return text;
        }
        let decoded = value.decode();
        if !value.raw().is_ascii() && self.charset.is_none() {
            self.charset = Some(decoded.charset.name().to_string());
        }
        self.lost(&decoded.text, value);
        match shape(name) {
            Shape::Text => decoded.text.into_owned(),
            _ => value.simple_text().into_owned(),
        }
    }

    fn lost(&mut self, text: &str, value: Value<'_>) {
        let n = text.matches('\u{fffd}').count();
        if n > 0 {
            let start: String = text.chars().take(30).collect();
            self.at("lost-characters", value, format!("{n} characters can't be read: {start}"));
        }
    }
}

/// Is it the point one beyond the lower right corner, or before the upper left one (`` ` `` comes
/// before `a`)? Programs write passes so.
fn is_pass_beyond(at: Option<Move>, raw: &[u8], size: BoardSize) -> bool {
    let beyond = Point::new(size.width, size.height);
    raw.trim_ascii() == b"``" || at == Some(Move::At(beyond))
}

/// A move as people say it: `R16` (no column I, rows from below), `pass`.
fn spoken(text: &str, size: BoardSize) -> Option<Move> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    let column = text.bytes().next()?.to_ascii_uppercase();
    let x = match column {
        b'A'..=b'H' => column - b'A',
        b'J'..=b'Z' => column - b'A' - 1,
        _ => return None,
    };
    let row: u8 = text.get(1..)?.parse().ok().filter(|r| (1..=size.height).contains(r))?;
    (x < size.width).then(|| Move::At(Point::new(x, size.height - row)))
}

/// The standard's names that [`server_name`] gives.
const STANDARD: [&str; 4] = ["EV", "DT", "KM", "HA"];

/// The standard's name of what CyberOro and the Nihon Ki-in write in the root under names that mean
/// something else (`TE` the event, `RD` the day, `KO` the komi) or nothing (`HD` the handicap).
fn server_name(name: &str, property: Property<'_>) -> Option<&'static str> {
    let text = property.values().next()?.text();
    let text = text.trim();
    match name {
        "TE" if !matches!(text, "" | "1" | "2") => Some("EV"),
        "RD" if text.starts_with(|c: char| c.is_ascii_digit()) => Some("DT"),
        "KO" if !text.is_empty() => Some("KM"),
        "HD" if text.parse::<u8>().is_ok() => Some("HA"),
        _ => None,
    }
}
