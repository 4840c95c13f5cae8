//! Problems of sets that say what is asked in a table of their own, and of books that mark no
//! stones.

use std::path::Path;
use tesuji_go::{Board, Color, DfPnReader, Point, Points, Problem, Question};
use tesuji_sgf::{Collection, Node};
use tesuji_solver::Limits;

/// A position with what is known of the question.
pub struct Asked {
    /// The problem's name in its set.
    pub name: String,
    /// The position.
    pub board: Board,
    /// The marked stones; none where the set marks none.
    pub target: Points,
    /// Who moves.
    pub mover: Color,
}

fn own(color: tesuji_sgf::Color) -> Color {
    if color == tesuji_sgf::Color::Black { Color::Black } else { Color::White }
}

/// The stones of a node added to a board.
fn set_up(board: &Board, node: Node<'_>) -> Option<Board> {
    let (w, h) = board.size();
    let mut stones: std::collections::BTreeMap<Point, Color> =
        Color::ALL.iter().flat_map(|&c| board.stones(c).iter().map(move |p| (p, c)).collect::<Vec<_>>()).collect();
    for (stone, p) in node.setup() {
        let p = Point::new(p.x, p.y);
        match stone {
            Some(c) => stones.insert(p, own(c)),
            None => stones.remove(&p),
        };
    }
    Board::set_up(w, h, stones).ok()
}

/// The position of a game's main line before the move of that number, or after the last one.
fn position(root: Node<'_>, before: Option<usize>) -> Option<Board> {
    let size = root.board_size();
    let mut board = Board::new(size.width, size.height).ok()?;
    let mut played = 0;
    for node in root.main_line() {
        if node.has_setup() {
            board = set_up(&board, node)?;
        }
        for (color, mv) in node.moves(size) {
            played += 1;
            if before.is_some_and(|n| played >= n) {
                return Some(board);
            }
            match mv.point() {
                Some(p) => board.play(Point::new(p.x, p.y), own(color)).map(|_| ()).ok()?,
                None => board.pass(),
            }
        }
    }
    Some(board)
}

fn table(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    lines.map(|l| header.iter().map(|h| h.to_string()).zip(l.split('\t').map(str::to_owned)).collect()).collect()
}

fn game(folder: &Path, name: &str, before: Option<usize>) -> Option<Board> {
    let bytes = std::fs::read(folder.join(name)).ok()?;
    let (games, _) = Collection::parse(&bytes);
    position(games.roots().next()?, before)
}

/// The rows of a table of GNU Go's tests that ask for a capture or a defence, whoever is asked (of
/// `dragon_status`: both sides); the games lie relative to the table's folder.
pub fn gnugo(path: &Path) -> Vec<Asked> {
    let mut all = Vec::new();
    for row in table(path) {
        let field = |name: &str| row.get(name).map_or("", String::as_str);
        if field("tst") == "semeai" {
            continue;
        }
        let folder = path.parent().unwrap_or(Path::new("."));
        let Some(board) = game(folder, field("sgf"), field("upto_move").parse().ok()) else { continue };
        let (w, h) = board.size();
        let Some(target) = Point::parse(field("target"), w, h) else { continue };
        let Some(chain) = board.chain(target) else { continue };
        let color = chain.color;
        let movers: &[Color] = match field("command") {
            "owl_attack" => &[color.other()],
            "owl_defend" => &[color],
            _ => &[color.other(), color],
        };
        for &mover in movers {
            let name = format!("{} {mover}", field("id"));
            all.push(Asked { name, board: board.clone(), target: Points::single(target), mover });
        }
    }
    all
}

/// The rows of the table of tsumego.js; the games lie in the folder of the table's name, or beside
/// it.
pub fn tsumegojs(path: &Path) -> Vec<Asked> {
    let rows = table(path).into_iter().filter_map(|row| {
        let name = row.get("sgf")?;
        let board = [path.with_extension(""), path.parent()?.to_path_buf()]
            .iter()
            .find_map(|folder| game(folder, name, Some(1)))?;
        let letters = row.get("target")?.as_bytes();
        let target = Point::new(letters.first()?.checked_sub(b'a')?, letters.get(1)?.checked_sub(b'a')?);
        let mover = if row.get("PL").is_some_and(|p| p == "W") { Color::White } else { Color::Black };
        Some(Asked { name: name.clone(), board, target: Points::single(target), mover })
    });
    rows.collect()
}

/// Positions at the end of games that were kept as tests of reading: can a chain with two or three
/// liberties be captured, for every such chain?
pub fn chains(path: &Path) -> Vec<Asked> {
    let name = path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let board = path.parent().zip(path.file_name()).and_then(|(dir, f)| game(dir, f.to_str()?, None));
    let Some(board) = board else { return Vec::new() };
    let mut all = Vec::new();
    for chain in board.chains().filter(|c| matches!(c.liberties.len(), 2 | 3)) {
        let Some(at) = chain.stones.iter().next() else { continue };
        let name = format!("{name} {}", at.name(board.size().1));
        all.push(Asked { name, board: board.clone(), target: chain.stones, mover: chain.color.other() });
    }
    all
}

/// The number of ataris by which a chain with two liberties is driven to its capture, each move an
/// atari, each answer a run; `None` where it gets away, or can take something on the way.
fn driven(board: &Board, at: Point) -> Option<u32> {
    let chain = board.chain(at).filter(|c| c.liberties.len() == 2)?;
    let attacker = chain.color.other();
    let ways = chain.liberties.iter().filter_map(|l| {
        let mut after = board.clone();
        after.play(l, attacker).ok()?;
        let chain = after.chain(at).filter(|c| c.liberties.len() == 1).copied()?;
        let loose = |c: &tesuji_go::Point| after.chain(*c).is_some_and(|c| c.liberties.len() == 1);
        if (after.beside(&chain.stones) & after.stones(attacker)).iter().any(|p| loose(&p)) {
            return None;
        }
        let run = chain.liberties.iter().next()?;
        if after.play(run, chain.color).is_err() {
            return Some(1);
        }
        match after.chain(at)?.liberties.len() {
            1 => Some(1),
            2 => Some(1 + driven(&after, at)?),
            _ => None,
        }
    });
    ways.max()
}

/// Positions of a game (after every tenth move, and at the end) with a chain that three ataris or
/// more would drive to its capture, by a plain reading of ladders; each chain once. What is asked
/// is whether it can be captured, by any means.
pub fn driven_chains(path: &Path) -> Vec<Asked> {
    let name = path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let Some((folder, file)) = path.parent().zip(path.file_name().and_then(|f| f.to_str())) else { return Vec::new() };
    let mut all: Vec<Asked> = Vec::new();
    for n in (1..40).map(|n| Some(10 * n + 1)).chain([None]) {
        let Some(board) = game(folder, file, n) else { break };
        for chain in board.chains() {
            let Some(at) = chain.stones.iter().next() else { continue };
            if all.iter().any(|a| a.target.meets(&chain.stones)) || driven(&board, at).is_none_or(|ataris| ataris < 3) {
                continue;
            }
            let moves = n.map_or("end".to_string(), |n| format!("move {n}"));
            let name = format!("{name} {moves} {}", at.name(board.size().1));
            all.push(Asked { name, board: board.clone(), target: chain.stones, mover: chain.color.other() });
        }
    }
    all
}

/// The problems of a collection that marks no stones.
pub fn book(bytes: &[u8]) -> Vec<Asked> {
    let (games, _) = Collection::parse(bytes);
    let problems = games.roots().filter_map(|root| {
        let size = root.board_size();
        let board = set_up(&Board::new(size.width, size.height).ok()?, root)?;
        let mover = root.get("PL").and_then(|v| tesuji_sgf::Color::read(v.raw())).map_or(Color::Black, own);
        Some(Asked { name: root.text("GN").unwrap_or_default().to_string(), board, target: Points::EMPTY, mover })
    });
    problems.collect()
}

impl Asked {
    /// The problem in the region in which it is decided, within so many positions for each target:
    /// the marked one, or the first candidate that the side to move can change.
    pub fn problem(&self, reader: &DfPnReader, nodes: u64) -> Option<Problem> {
        let limits = Limits::default().with_nodes(nodes);
        let candidates = match self.target.is_empty() {
            true => Question::candidates(&self.board, self.mover),
            false => Question::of_target(&self.board, &self.target).into_iter().collect(),
        };
        for q in candidates {
            let first = q.role(self.mover);
            let Ok(read) = reader.read_widening(&q, first, &limits) else { continue };
            match read.reading.outcome.succeeds(first) {
                None if self.target.is_empty() && !read.reading.stop.is_complete() => return None,
                None | Some(false) => continue,
                Some(true) => {}
            }
            if self.target.is_empty() {
                let other = reader.read_widening(&q, first.other(), &limits.clone().with_nodes(nodes / 5));
                let gains = other.ok().and_then(|other| read.reading.outcome.gains(first, other.reading.outcome));
                if gains == Some(false) {
                    continue;
                }
            }
            // What is shown in two regions is decided in neither.
            return read.at_best.is_none().then_some(Problem { question: read.question, first });
        }
        None
    }
}
