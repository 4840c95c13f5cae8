//! The clean tree, made from the one that was read.

use super::chat::without_chat;
use super::handicap;
use crate::info::normal;
use crate::normal::SizeReading;
use crate::props::{Shape, is_list, is_markup, is_standard, shape};
use crate::record::{GameRecord, PlayedMove, Player, ResultRecord, Setup, Source};
use crate::{CleanOptions, Finding, normal as values};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;
use tesuji_sgf::{BoardSize, Collection, Color, Move, Node, NodeId, Point, Property, Value, escape};

/// What came out.
pub(crate) struct Rebuilt {
    pub sgf: Collection,
    pub record: GameRecord,
    pub findings: Vec<Finding>,
    /// Where each move of the main line stood.
    pub places: Vec<Option<usize>>,
    /// Were stones set in play, so that the list of moves is not all of the game?
    pub cut: bool,
}

/// What is known of a node of the old tree when its children come.
#[derive(Clone, Copy)]
struct Known {
    /// Its last node of the new tree.
    new: NodeId,
    /// Was a move played up to here?
    played: bool,
    /// Was there no variation up to here?
    single: bool,
    /// Is it of the main line?
    main: bool,
}

/// Points set in a node beyond which those that are set again are left out.
const MOST_SET: usize = 20_000;

/// The properties of an old node, sorted.
#[derive(Default)]
struct Parts {
    moves: Vec<(Color, Move, Option<usize>)>,
    setup: Vec<(Option<Color>, Point)>,
    setup_at: Option<usize>,
    rest: Vec<(String, Vec<String>)>,
    /// Where a name stands in `rest`.
    named: HashMap<String, usize>,
}

struct Builder<'a> {
    options: &'a CleanOptions,
    size: BoardSize,
    sgf: Collection,
    findings: Vec<Finding>,
    info: BTreeMap<String, String>,
    charset: Option<String>,
    /// Stones of the root, those merged into it among them.
    stones: BTreeMap<Point, Color>,
    moves: Vec<PlayedMove>,
    places: Vec<Option<usize>>,
    /// Stones were set in the main line after a move: the moves behind are on another board.
    cut: bool,
}

impl Rebuilt {
    /// # Errors
    /// When the board is larger than SGF has letters for: the moves would be read on another one.
    pub fn of(root: Node<'_>, options: &CleanOptions) -> Result<Rebuilt, Finding> {
        let stated = root.get("SZ").map(|size| (size, values::board_size(&size.simple_text())));
        let size = match stated {
            Some((size, SizeReading::TooLarge)) => {
                let why = format!("SZ[{}]: a board has at most 52 lines: game left out", size.text());
                return Err(Finding::new("size", size.offset(), why));
            }
            Some((_, SizeReading::Known(size))) => size,
            Some((_, SizeReading::Unknown)) | None => BoardSize::GO,
        };
        let mut b = Builder {
            options,
            size,
            sgf: Collection::new(),
            findings: Vec::new(),
            info: BTreeMap::new(),
            charset: None,
            stones: BTreeMap::new(),
            moves: Vec::new(),
            places: Vec::new(),
            cut: false,
        };
        if let Some((size, SizeReading::Unknown)) = stated {
            b.find("size", size.offset(), format!("SZ[{}] makes no sense: taken as 19", size.text()));
        }
        b.tree(root);
        b.check_handicap(root);
        Ok(b.finish())
    }
}

impl Builder<'_> {
    fn find(&mut self, what: &'static str, at: Option<usize>, why: impl Into<String>) {
        self.findings.push(Finding::new(what, at, why));
    }

    fn at(&mut self, what: &'static str, value: Value<'_>, why: impl Into<String>) {
        let len = value.raw().len() as u64;
        self.findings.push(Finding { len, ..Finding::new(what, value.offset(), why) });
    }

    fn tree(&mut self, root: Node<'_>) {
        let mut known: HashMap<NodeId, Known> = HashMap::new();
        let top = self.sgf.add_game();
        let all: Box<dyn Iterator<Item = Node<'_>>> = match self.options.strip.variations {
            true => Box::new(root.main_line()),
            false => Box::new(root.subtree()),
        };
        for old in all {
            let parent = old.parent().filter(|_| old != root);
            let above = parent.and_then(|p| known.get(&p.id()).copied());
            let before = above.unwrap_or(Known { new: top, played: false, single: true, main: true });
            let first = parent.is_none_or(|p| p.first_child() == Some(old));
            let main = before.main && first;
            let parts = self.parts(old, main);
            let is_root = parent.is_none();
            let single = before.single && parent.is_none_or(|p| p.children().nth(1).is_none());
            let played = before.played || !parts.moves.is_empty();
            let new = self.add(old, parts, before, is_root, single, main);
            known.insert(old.id(), Known { new, played, single, main });
        }
    }

    /// Adds the nodes that an old node becomes; gives the last.
    fn add(&mut self, old: Node<'_>, parts: Parts, before: Known, is_root: bool, single: bool, main: bool) -> NodeId {
        let Parts { moves, mut setup, setup_at, rest, .. } = parts;
        let mut at = before.new;
        if is_root || !setup.is_empty() && !before.played && single && setup.iter().all(|s| s.0.is_some()) {
            if !is_root {
                self.find(
                    "setup-after-root",
                    setup_at,
                    "stones set in a later node, before any move: moved to the root",
                );
            }
            for (color, point) in setup.drain(..) {
                match color {
                    Some(color) => {
                        if self.stones.insert(point, color).is_some_and(|c| c != color) {
                            self.find(
                                "two-stones",
                                setup_at,
                                format!("stones of both colours set on {point}: the later stands"),
                            );
                        }
                    }
                    None => drop(self.stones.remove(&point)),
                }
            }
            // A node that held nothing else goes with its stones.
            if !is_root && moves.is_empty() && rest.is_empty() {
                return at;
            }
        }
        if main && !setup.is_empty() && !self.cut {
            self.cut = true;
            if before.played {
                self.find("setup-in-play", setup_at, "stones set after moves: the list of moves ends here");
            }
        }
        let several = moves.len() + usize::from(!setup.is_empty()) > 1;
        if several {
            self.find("two-in-a-node", old.offset(), "setup and moves, or two moves, in a node: a node each");
        }
        if is_root {
            self.put(at, rest);
            if !moves.is_empty() {
                self.find("move-in-root", old.offset(), "a move in the root: moved to a node of its own");
            }
            for &(color, played, place) in &moves {
                at = self.play(at, color, played, place, main);
            }
            return at;
        }
        if !setup.is_empty() || moves.is_empty() {
            at = self.sgf.add_child(at);
            for (color, point) in setup {
                let name = color.map_or("AE", |c| if c == Color::Black { "AB" } else { "AW" });
                self.sgf.add_point(at, name, point);
            }
        }
        for &(color, played, place) in &moves {
            at = self.play(at, color, played, place, main);
        }
        self.put(at, rest);
        at
    }

    fn play(&mut self, parent: NodeId, color: Color, at: Move, place: Option<usize>, main: bool) -> NodeId {
        let node = self.sgf.add_child(parent);
        match at {
            Move::At(point) => self.sgf.add_point(node, color.letter(), point),
            Move::Pass => self.sgf.add(node, color.letter(), ""),
        }
        if main && !self.cut {
            self.moves.push(PlayedMove { color, at });
            self.places.push(place);
        }
        node
    }

    fn put(&mut self, node: NodeId, rest: Vec<(String, Vec<String>)>) {
        for (name, values) in rest {
            values.iter().for_each(|v| self.sgf.add_raw(node, &name, v.as_bytes()));
        }
    }

    /// Sorts the properties of a node; those of the description are normalised on the way.
    fn parts(&mut self, old: Node<'_>, main: bool) -> Parts {
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
            let text = match normal(name, &text, self.options) {
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

    /// Tells a handicap that the stones and the first moves contradict, and writes the one that they show.
    fn check_handicap(&mut self, root: Node<'_>) {
        let stated = self.info.get("HA").and_then(|t| t.parse().ok());
        let Some(wrong) = handicap::correction(stated, &self.stones, &self.moves, self.size) else { return };
        let mut why = wrong.why;
        if let Some(n) = wrong.handicap {
            let top = self.sgf.roots().next().map(|r| r.id());
            if let Some(top) = top {
                self.sgf.set(top, "HA", &n.to_string());
            }
            self.info.insert("HA".to_string(), n.to_string());
            let komi = self.info.get("KM").and_then(|t| values::komi(t)).filter(|k| k.points > 1.0);
            if let Some(komi) = komi {
                why = format!("{why}; KM[{}] is that of an even game and may be wrong", komi.points);
            }
        }
        self.find("handicap", root.get("HA").and_then(Value::offset).or(root.offset()), why);
    }

    fn finish(mut self) -> Rebuilt {
        let Some(top) = self.sgf.roots().next().map(|r| r.id()) else {
            unreachable!("the root was added first");
        };
        // The description first, then what it held else, then the stones.
        let rest: Vec<(String, Vec<Vec<u8>>)> = {
            let root = self.sgf.node(top);
            root.properties().map(|p| (p.name().into_owned(), p.values().map(|v| v.raw().to_vec()).collect())).collect()
        };
        self.sgf.clear(top);
        for (name, value) in [("FF", "4"), ("CA", "UTF-8"), ("GM", "1"), ("SZ", &self.size.to_string())] {
            self.sgf.add(top, name, value);
        }
        for (name, list) in &rest {
            list.iter().for_each(|v| self.sgf.add_raw(top, name, v));
        }
        for name in ["BR", "WR"] {
            if let Some(rank) = self.info.get(name)
                && !self.sgf.node(top).has(name)
            {
                let rank = rank.clone();
                self.sgf.add(top, name, &rank);
            }
        }
        let stones =
            |color: Color| -> Vec<Point> { self.stones.iter().filter(|s| *s.1 == color).map(|s| *s.0).collect() };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        black.iter().for_each(|&p| self.sgf.add_point(top, "AB", p));
        white.iter().for_each(|&p| self.sgf.add_point(top, "AW", p));
        let letters = |list: &[Point]| list.iter().map(ToString::to_string).collect();
        let mut info = self.info;
        let mut take = |name: &str| info.remove(name).filter(|t| !t.is_empty());
        let player = |name, rank, team| Player { name, rank, team };
        let black_player = player(take("PB"), take("BR"), take("BT"));
        let white_player = player(take("PW"), take("WR"), take("WT"));
        let result = take("RE").and_then(|t| values::result(&t)).map(|r| ResultRecord {
            text: r.to_string(),
            winner: r.winner.map(|c| c.letter().to_string()),
            points: match r.how {
                values::How::Points(points) => Some(points),
                _ => None,
            },
        });
        let komi = take("KM").and_then(|t| values::komi(&t)).filter(|k| k.change.is_none()).map(|k| k.points);
        let to_play = take("PL").and_then(|t| Color::read(t.as_bytes())).map(|c| c.letter().to_string());
        let (rules, date) = (take("RU"), take("DT"));
        let handicap = take("HA").and_then(|t| t.parse().ok());
        info.retain(|name, text| is_standard(name) && !is_markup(name) && !text.is_empty() && !per_move(name));
        if let Some(program) = info.get_mut("AP") {
            *program = program.replace('\u{1}', ":");
        }
        let record = GameRecord {
            hash: None,
            tree: None,
            source: Source { charset: self.charset.unwrap_or_else(|| "UTF-8".to_string()), ..Source::default() },
            sgf: None,
            unwritten: None,
            category: self.options.category,
            licence: self.options.licence.clone(),
            width: self.size.width,
            height: self.size.height,
            black: black_player,
            white: white_player,
            komi,
            rules,
            result,
            date,
            info,
            handicap,
            setup: Setup { black: letters(&black), white: letters(&white) },
            to_play,
            moves: self.moves,
            illegal: None,
            nodes: self.sgf.nodes().count(),
            leaves: self.sgf.nodes().filter(|n| n.first_child().is_none()).count(),
            repairs: BTreeMap::new(),
        };
        Rebuilt { sgf: self.sgf, record, findings: self.findings, places: self.places, cut: self.cut }
    }
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

/// The standard's name of what CyberOro and the Nihon Ki-in write in the root under names that mean something else
/// (`TE` the event, `RD` the day, `KO` the komi) or nothing (`HD` the handicap).
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

/// Properties that belong to a move or a node rather than to the game.
fn per_move(name: &str) -> bool {
    const NODE: [&str; 29] = [
        "N", "BL", "WL", "OB", "OW", "MN", "KO", "V", "DM", "GB", "GW", "HO", "UC", "BM", "DO", "IT", "TE", "FG", "PM",
        "ST", "CH", "SI", "TC", "OM", "OP", "OV", "LT", "ID", "EX",
    ];
    NODE.contains(&name)
}

/// The moves and stones of a whole tree, with its branches: what tells two trees of one main line apart.
pub(crate) fn moves_of_tree(sgf: &Collection) -> String {
    let mut text = String::new();
    let mut before: Option<NodeId> = None;
    for node in sgf.nodes() {
        let parent = node.parent().map(|p| p.id());
        if parent != before {
            let _ = write!(text, "@{}", parent.map_or(0, NodeId::index));
        }
        before = Some(node.id());
        text.push(';');
        for name in ["AB", "AW", "AE", "B", "W"] {
            for point in node.values(name) {
                let _ = write!(text, "{name}{}", String::from_utf8_lossy(point.raw()));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_file;

    fn cleaned(text: &str) -> (String, crate::CleanGame) {
        let mut games = clean_file(text.as_bytes(), "x.sgf", &CleanOptions::default()).games;
        let game = games.remove(0);
        let head = "(;FF[4]CA[UTF-8]GM[1]SZ[19]";
        let text = String::from_utf8(game.sgf.clone()).expect("UTF-8").replace('\n', "");
        (text.strip_prefix(head).expect("the head").strip_suffix(')').expect("the end").to_string(), game)
    }

    #[test]
    fn trees_before_and_after() {
        for (before, after, findings) in [
            ("(;;AB[pd]AW[dd];B[pp])", "AB[pd]AW[dd];B[pp]", &["setup-after-root"][..]),
            ("(;C[a];AB[pd]C[b];B[pp])", "C[a]AB[pd];C[b];B[pp]", &["setup-after-root"]),
            ("(;AB[pd](;AB[dd])(;AB[dp]))", "AB[pd](;AB[dd])(;AB[dp])", &[]),
            ("(;AB[pd];AE[pd];B[aa])", "AB[pd];AE[pd];B[aa]", &[]),
            ("(;;B[pd];AB[dd];W[pp])", ";B[pd];AB[dd];W[pp]", &["setup-in-play"]),
            ("(;B[pd]C[x])", "C[x];B[pd]", &["move-in-root"]),
            ("(;;B[pd]W[dd]C[x])", ";B[pd];W[dd]C[x]", &["two-in-a-node"]),
            ("(;;B[tt];W[])", ";B[];W[]", &["tt-pass"]),
            ("(;;B[R16];W[pass];B[I5])", ";B[qd];W[];", &["spoken-point", "spoken-point", "no-point"]),
            ("(;AB[aa:ba]AE[ba]TR[aa:cc])", "TR[aa:cc]AB[aa]", &["compressed-list"]),
            ("(;AB[aa]AW[aa])", "AW[aa]", &["two-stones"]),
            ("(;TE[Cup]RD[2020-01-02]KO[6.5]HD[0])", "EV[Cup]DT[2020-01-02]KM[6.5]HA[0]", &["server-name"; 4]),
            ("(;GN[a]GN[a]EV[x]EV[y]KM[5.5]KM[6])", "GN[a]EV[x; y]KM[5.5]", &["several-values"; 2]),
            ("(;PB[Ke Jie (9p)]LB[aa:x\\]:y]AP[p\\:q:1])", "PB[Ke Jie]LB[aa:x\\]:y]AP[p\\:q:1]BR[9p]", &["name"]),
            ("(;B[zz])", "", &["off-board"]),
            ("(;HA[0]KM[375];B[pd];B[dp];B[dd];W[nc])", "KM[7.5]HA[3];B[pd];B[dp];B[dd];W[nc]", &["handicap", "komi"]),
            ("(;HA[0]KM[375];B[cc];B[dp];W[nc])", "HA[0]KM[7.5];B[cc];B[dp];W[nc]", &["handicap", "komi"]),
            ("(;SZ[１９];B[pd])", ";B[pd]", &[]),
            ("(;SZ[x];B[pd])", ";B[pd]", &["size"]),
            ("(;DT[25.12.2001])", "DT[2001-12-25]", &["date"]),
            ("(;DT[2001-02-30])", "DT[2001-02-30]", &["date"]),
            ("(;DT[spring])", "DT[spring]", &["date"]),
            ("(;DT[2001-12-25])", "DT[2001-12-25]", &[]),
            ("(;KM[6目半])", "KM[6.5]", &["komi"]),
            ("(;KM[much])", "", &["komi"]),
            ("(;RE[White wins by 3.5])", "RE[W+3.5]", &["result"]),
            ("(;RE[W+R (moves after 173 not known)])", "RE[W+R]", &["result"]),
            ("(;RE[W+Resign])", "RE[W+R]", &[]),
            (
                "(;C[If White [A];W[dd] then (see [B])];W[dp];B[pp])",
                "C[If White [A\\];W[dd\\] then (see [B\\])];W[dp];B[pp]",
                &["nested-brackets"],
            ),
            ("(;PB[Lee [9p]])", "PB[Lee]BR[9p]", &["name", "nested-brackets"]),
            ("(;AB[ss:zz]AW[zz])", "AB[ss]", &["off-board", "compressed-list", "off-board"]),
        ] {
            let (text, game) = cleaned(before);
            assert_eq!(text, after, "{before}");
            let found: Vec<&str> = game.findings.iter().map(|f| f.what.as_ref()).collect();
            assert_eq!(found, findings, "{before}");
            // What is clean stays as it is.
            let whole = String::from_utf8(game.sgf).expect("UTF-8");
            let again = cleaned(&whole).1;
            assert_eq!(String::from_utf8(again.sgf).expect("UTF-8"), whole);
        }
    }

    #[test]
    fn a_board_that_is_too_large_is_told_and_left_out() {
        let games = clean_file(b"(;SZ[53];B[pd])(;SZ[9];B[cc])", "x.sgf", &CleanOptions::default());
        assert_eq!(games.games.len(), 1);
        assert_eq!(games.findings.iter().map(|f| f.what.as_ref()).collect::<Vec<_>>(), ["size"]);
        assert!(games.findings[0].why.contains("SZ[53]"), "{:?}", games.findings);
    }

    /// What the reader leaves out of a file stands in its finding.
    #[test]
    fn lost_text_is_told() {
        let game = cleaned("(;C[see] the corner first];W[dp])").1;
        let told: String = game.findings.iter().map(|f| f.why.as_str()).collect();
        assert!(told.contains("the corner first"), "{told}");
        assert_eq!(game.record.moves.len(), 1);
    }

    #[test]
    fn the_line_of_a_game() {
        let (_, game) = cleaned(
            "(;PB[A B]WR[P9]KM[3.75]RE[B+0.25]RU[chinese]DT[2001/2/3]HA[2]PL[W]AB[pd][dp]EV[Cup](;W[dd];B[pp])(;W[pp]))",
        );
        let r = game.record;
        assert_eq!(
            (r.komi, r.handicap, r.rules.as_deref(), r.date.as_deref()),
            (Some(7.5), Some(2), Some("Chinese"), Some("2001-02-03"))
        );
        assert_eq!(
            (r.black.name.as_deref(), r.white.rank.as_deref(), r.to_play.as_deref()),
            (Some("A B"), Some("9p"), Some("W"))
        );
        assert_eq!((r.nodes, r.leaves, r.moves.len(), r.illegal), (4, 2, 2, None));
        assert_eq!(r.info.get("EV").map(String::as_str), Some("Cup"));
        assert!(r.hash.is_some() && r.tree.is_some());
        assert_eq!(r.result.map(|r| (r.text, r.points)), Some(("B+0.5".into(), Some(0.5))));
        assert_eq!(cleaned("(;B[aa];W[aa])").1.record.illegal, Some(2));
    }
}
