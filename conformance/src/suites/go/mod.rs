//! Shared parts of the Go suites: positions from game records, moves in tables, and the comparison
//! of a first move.

use crate::{Case, Error, Options};
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tesuji_go::read::Widened;
use tesuji_go::{Board, Class, Color, DfPnReader, Outcome, Point, Question, Reader, Reading, Role};
use tesuji_sgf::{Collection, Node};
use tesuji_solver::Limits;

pub mod book_problems;
pub mod book_trees;
pub mod certificates;
pub mod gnugo_ld;
pub mod gnugo_unconditional;
pub mod gotools;
pub mod minimal_shapes;
pub mod tsumegojs;

/// One reader for all cases: it keeps its tables.
pub(super) static READER: LazyLock<DfPnReader> = LazyLock::new(DfPnReader::new);

/// Rows of a table with a header, by column name.
pub(super) fn table(options: &Options) -> Result<Vec<HashMap<String, String>>, Error> {
    let text = read(&options.path)?;
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let row = |line: &str| header.iter().map(|h| h.to_string()).zip(line.split('\t').map(str::to_string)).collect();
    Ok(lines.filter(|l| !l.trim().is_empty()).map(row).collect())
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))
}

/// The folder of the games: `--games`, else the one that the table is in.
pub(super) fn games(options: &Options) -> std::path::PathBuf {
    let beside = || options.path.parent().map(Path::to_path_buf).unwrap_or_default();
    options.games.clone().unwrap_or_else(beside)
}

fn color(color: tesuji_sgf::Color) -> Color {
    match color {
        tesuji_sgf::Color::Black => Color::Black,
        tesuji_sgf::Color::White => Color::White,
    }
}

/// The position of a record's main line, before the move of that number (from 1), or at the end of
/// the set-up nodes when no number is given (`all`: after the last move).
pub(super) fn position(root: Node<'_>, upto: Option<usize>, all: bool) -> Result<Board, String> {
    Ok(position_and_turn(root, upto, all)?.0)
}

/// The same, and whose turn it is: who plays the next move of the record, else whom its last `PL`
/// property names, else not the side that moved last, else Black.
pub(super) fn position_and_turn(root: Node<'_>, upto: Option<usize>, all: bool) -> Result<(Board, Color), String> {
    let size = root.board_size();
    let mut board = Board::new(size.width, size.height).map_err(|e| e.to_string())?;
    let mut played = 0;
    let mut turn = Color::Black;
    for node in root.main_line() {
        if let Some(named) = node.get("PL").and_then(|v| tesuji_sgf::Color::read(v.raw())) {
            turn = color(named);
        }
        if node.has_setup() {
            let mut stones: HashMap<Point, Color> = Color::ALL
                .iter()
                .flat_map(|&c| board.stones(c).iter().map(move |p| (p, c)).collect::<Vec<_>>())
                .collect();
            for (stone, p) in node.setup() {
                let p = Point::new(p.x, p.y);
                match stone {
                    Some(c) => stones.insert(p, color(c)),
                    None => stones.remove(&p),
                };
            }
            let mut stones: Vec<_> = stones.into_iter().collect();
            stones.sort_unstable();
            let (w, h) = board.size();
            board = Board::set_up(w, h, stones).map_err(|e| e.to_string())?;
        }
        for (c, mv) in node.moves(size) {
            played += 1;
            if upto.is_some_and(|n| played >= n) || upto.is_none() && !all {
                return Ok((board, color(c)));
            }
            turn = color(c).other();
            match mv.point() {
                Some(p) => {
                    board.play(Point::new(p.x, p.y), color(c)).map_err(|e| format!("move {played}: {e}"))?;
                }
                None => board.pass(),
            }
        }
    }
    Ok((board, turn))
}

/// The board of a record in the games folder, and whose turn it is.
pub(super) fn board_of(options: &Options, sgf: &str, upto: Option<usize>, all: bool) -> Result<(Board, Color), String> {
    let bytes = read(&games(options).join(sgf)).map_err(|e| e.to_string())?;
    let (games, _) = Collection::parse(&bytes);
    let root = games.roots().next().ok_or("no game in the file")?;
    position_and_turn(root, upto, all)
}

/// Reads within the time that is left.
pub(super) fn read_until(question: &Question, first: Role, end: Instant) -> Result<Reading, String> {
    let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
    READER.read_first(question, first, &Limits::default().with_time(left)).map_err(|e| e.to_string())
}

/// Is the outcome told as far as these labels tell it?
pub(super) fn is_told(outcome: Outcome) -> bool {
    outcome.lives() || outcome.class().is_some_and(|c| c != Class::Ko || outcome.threats.is_some())
}

/// Equal, where life by seki counts as life.
pub(super) fn same(a: Outcome, b: Outcome) -> bool {
    a == b || a.lives() && b.lives()
}

/// Is one of these first moves the reader's own, or proved to be as good?
pub(super) fn agrees(
    question: &Question,
    first: Role,
    reading: &Reading,
    moves: &[Option<Point>],
    end: Instant,
) -> Option<bool> {
    if reading.key.is_some_and(|key| moves.contains(&key)) {
        return Some(true);
    }
    let mut unknown = false;
    for &mv in moves {
        let Ok(next) = question.play(first, mv) else { continue };
        let Ok(after) = read_until(&next, first.other(), end) else { continue };
        if is_told(after.outcome) && same(after.outcome, reading.outcome) {
            return Some(true);
        }
        unknown |= !is_told(after.outcome);
    }
    if unknown { None } else { Some(false) }
}

/// Boxes cases.
pub(super) fn boxed<C: Case + 'static>(cases: impl IntoIterator<Item = C>) -> Vec<Box<dyn Case>> {
    cases.into_iter().map(|c| Box::new(c) as Box<dyn Case>).collect()
}

/// Does a proof of the reading replay? (It may tell more than what was read.)
pub(super) fn is_proved(question: &Question, first: Role, reading: &Reading) -> bool {
    is_proved_as_read(&Widened::of(question.clone(), reading.clone()), first)
}

/// This does the same for a reading in one region or two.
pub(super) fn is_proved_as_read(read: &Widened, first: Role) -> bool {
    let limits = Limits::default().with_time(Duration::from_secs(60));
    let Ok(proved) = read.prove(&READER, first, &limits) else { return false };
    let (found, told) = (proved.reading.outcome, read.reading.outcome);
    let within = told.threats.is_none() && told.low <= found.low && found.high <= told.high;
    (same(found, told) || within) && matches!(read.check(&proved, first), Ok(Ok(())))
}
