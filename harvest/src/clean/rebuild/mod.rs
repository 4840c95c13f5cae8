//! The clean tree, made from the one that was read.

mod description;
mod parts;
#[cfg(test)]
mod tests;

use crate::normal::SizeReading;
use crate::record::{GameRecord, PlayedMove};
use crate::{CleanOptions, Finding, normal as values};
use parts::Parts;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use tesuji_sgf::{BoardSize, Collection, Color, Move, Node, NodeId, Point, Value};

/// The result.
pub(crate) struct Rebuilt {
    pub sgf: Collection,
    pub record: GameRecord,
    pub findings: Vec<Finding>,
    /// Where each move of the main line stood.
    pub places: Vec<Option<usize>>,
    /// Were stones set in play, so that the list of moves is not all of the game?
    pub cut: bool,
}

/// The state of a node of the old tree when its children come.
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
}

/// The moves and stones of a whole tree, with its branches: what tells two trees of one main line
/// apart.
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
