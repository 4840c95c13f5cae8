//! Puzzles whose solution shows a picture: `tesuji generate --picture`.

use super::generate::Sink;
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, interrupt};
use clap::ArgMatches;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tesuji_genre::{GradeRequest, Puzzle, Record, Solution};
use tesuji_solver::{Limits, Stop};

/// Most cells along a side: the notation's clues have two hexadecimal digits.
const SIDE: usize = 100;

/// Black cells by row.
type Rows = Vec<Vec<bool>>;

/// Reads a picture: plain PBM (P1), or lines of text in which `#`, `X` and `1` are black and `.`,
/// `0`, `-` and the space are white.
fn read(text: &str) -> Result<Rows, String> {
    let rows = match text.strip_prefix("P1") {
        Some(rest) => plain_bitmap(rest)?,
        None => lines_of(text)?,
    };
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 || width > SIDE || rows.len() > SIDE {
        return Err(format!("{width} by {} cells; expected 1 to {SIDE} a side", rows.len()));
    }
    Ok(rows.into_iter().map(|row| row.into_iter().chain(std::iter::repeat(false)).take(width).collect()).collect())
}

/// The rows of a picture in characters; short rows are white at the right.
fn lines_of(text: &str) -> Result<Rows, String> {
    let cell = |line: usize, (at, c): (usize, char)| match c {
        '#' | 'X' | 'x' | '1' => Ok(true),
        '.' | '0' | '-' | ' ' => Ok(false),
        _ => Err(format!("line {}, column {}: {c:?}; expected # or . (or plain PBM)", line + 1, at + 1)),
    };
    text.trim_end()
        .lines()
        .enumerate()
        .map(|(n, line)| line.trim_end().chars().enumerate().map(|c| cell(n, c)).collect())
        .collect()
}

/// The text after `P1`.
fn plain_bitmap(rest: &str) -> Result<Rows, String> {
    let plain: String = rest.lines().map(|line| line.split('#').next().unwrap_or("").to_string() + "\n").collect();
    let mut words = plain.trim_start().splitn(2, char::is_whitespace);
    let mut after = words.next().unwrap_or("").to_string();
    let side = |name: &str, word: &str| {
        word.parse::<usize>()
            .ok()
            .filter(|n| (1..=SIDE).contains(n))
            .ok_or(format!("{name} of the bitmap is {word:?}; expected 1 to {SIDE}"))
    };
    let width = side("the width", &after)?;
    after = words.next().unwrap_or("").trim_start().to_string();
    let (height, bits) = after.split_once(char::is_whitespace).unwrap_or((after.as_str(), ""));
    let height = side("the height", height)?;
    let bits: Result<Vec<bool>, String> = bits
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '0' | '1' => Ok(c == '1'),
            _ => Err(format!("{c:?} among the bits; expected 0 or 1")),
        })
        .collect();
    let bits = bits?;
    if bits.len() != width * height {
        return Err(format!("{} bits; expected {width} times {height}", bits.len()));
    }
    Ok(bits.chunks(width).map(<[bool]>::to_vec).collect())
}

/// The lengths of the runs of black cells.
fn runs(line: impl Iterator<Item = bool>) -> Vec<usize> {
    let cells: Vec<bool> = line.collect();
    cells.chunk_by(|a, b| a == b).filter(|run| run[0]).map(<[bool]>::len).collect()
}

/// The nonogram of a picture, in the notation of addresses: columns, then rows, the clue beside the
/// picture first.
fn nonogram(rows: &Rows) -> String {
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    let mut text = format!("nonogram/{width}/{height}/");
    let columns = (0..width).map(|x| (runs(rows.iter().map(|row| row[x])), height));
    let across = rows.iter().map(|row| (runs(row.iter().copied()), width));
    for (clues, length) in columns.chain(across) {
        for &clue in clues.iter().rev() {
            let _ = if clue < 16 { write!(text, "{clue:x}") } else { write!(text, "-{clue:02x}") };
        }
        let mut gap = length.div_ceil(2) - clues.len();
        while gap > 0 {
            let part = gap.min(20);
            text.extend(char::from_digit(u32::try_from(part + 15).unwrap_or(35), 36));
            gap -= part;
        }
    }
    text
}

/// The places at which two solutions differ, as row and column from 0.
fn open_cells(one: &Solution, other: &Solution) -> Vec<(usize, usize)> {
    let (Solution::Text(one), Solution::Text(other)) = (one, other) else { return Vec::new() };
    let rows = one.split('/').zip(other.split('/')).enumerate();
    rows.flat_map(|(y, (a, b))| {
        a.chars().zip(b.chars()).enumerate().filter(|(_, (a, b))| a != b).map(move |(x, _)| (y, x))
    })
    .collect()
}

/// A picture's puzzle with its solutions, two at most.
fn solved(context: &Context<'_>, rows: &Rows, limits: &Limits) -> Result<(Puzzle, Vec<Solution>, Stop), Failure> {
    let genre = context.the_genre()?;
    let puzzle = genre.parse(&nonogram(rows))?.puzzle;
    let found = genre.solve(&puzzle, &Limits { solutions: 2, ..limits.clone() })?;
    Ok((puzzle, found.solutions, found.stop))
}

/// The single cell among the open ones whose change leaves one solution.
fn change(
    context: &Context<'_>,
    rows: &Rows,
    open: &[(usize, usize)],
    limits: &Limits,
) -> Result<Option<(usize, usize)>, Failure> {
    let clock = limits.start();
    for &(y, x) in open {
        let mut changed = rows.clone();
        changed[y][x] = !changed[y][x];
        let (_, solutions, stop) = solved(context, &changed, &limits.clone().with_time(clock.remaining()))?;
        if solutions.len() == 1 && stop.is_complete() {
            return Ok(Some((y, x)));
        }
    }
    Ok(None)
}

/// Makes and grades the puzzle of the picture; of one with several solutions, it prints the open cells.
pub fn run(context: &Context<'_>, path: &Path, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    if genre.name() != "nonogram" {
        return Err(Failure::Usage(format!("--picture makes nonograms, not {}", genre.name())));
    }
    if let Some(file) = matches.get_one::<PathBuf>("into") {
        common::for_records(file)?;
    }
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Usage(format!("{}: {e}", path.display())))?;
    let rows = read(&text).map_err(|bad| Failure::Usage(format!("{}: {bad}", path.display())))?;
    let limits = common::limits_of(matches).with_interrupt(interrupt::listen());
    let (puzzle, solutions, stop) = solved(context, &rows, &limits)?;
    let is_one = solutions.len() == 1 && stop.is_complete();
    let open = match solutions.as_slice() {
        [one, other, ..] => open_cells(one, other),
        _ => Vec::new(),
    };
    let place = |&(y, x): &(usize, usize)| format!("r{}c{}", y + 1, x + 1);
    let mut words = "picture: one solution".to_string();
    let mut offer = None;
    if is_one {
        let graded = genre.grade(&puzzle, None, &GradeRequest::new(context.catalog(genre).clone(), limits))?;
        let record = Record { solution: solutions.into_iter().next(), grade: Some(graded.info), ..puzzle.record() };
        let mut sink = Sink::open_for(matches, genre, console)?;
        sink.add(&record);
        sink.close()?;
    } else if open.is_empty() {
        words = "picture: not known to have one solution within the limits".to_string();
    } else {
        offer = change(context, &rows, &open, &limits)?.as_ref().map(place);
        words = format!("picture: several solutions; open: {}", open.iter().map(place).collect::<Vec<_>>().join(" "));
        words += &offer.as_ref().map_or("\n  no change of one of these cells leaves one".to_string(), |at| {
            format!("\n  one cell changed will do: {at}")
        });
    }
    let open: Vec<_> = open.iter().map(place).collect();
    let line = json!({"summary": "picture", "unique": is_one, "open": open, "change": offer, "stop": stop.name()});
    let ending = Ending::new().because(!is_one, || "the picture makes no puzzle with one solution".to_string());
    ending.tell(matches.get_flag("json"), line, &words, console)
}
