//! Collections of problems with a side to move and no marks: for which target the side to move has
//! something to gain, and by which first move.
//!
//! ```text
//! cargo run --release -p tesuji-go --example classical -- FILE… [--time SECONDS] [--nodes N] [--most K] [--enclosed]
//!     [--out RESULTS.tsv]
//! ```
//! One core; SECONDS of CPU time a problem. The targets of [`Question::candidates`] are tried in
//! their order. One that the side to move is proved unable to change was not meant, since a problem
//! has something to gain: an attacker who can't capture, be it by ko; a defender who can't survive;
//! a result that is proved to be the same if the other side moves first. Then the next one is
//! tried. A target for which there is no time ends the attempt: the later ones are less likely.
//! (One that is not decided although its regions were read to the end is passed over.) The time is
//! that for all of a problem's targets, their readings for the other side included (which get a
//! fifth of what is left at most). Proofs are replayed outside of it.
//!
//! Problems of all files are taken in an order that strides through them, so that a run that was
//! stopped is a fair sample (`--most K`: no more than K new ones). With `--out`, rows are kept in
//! that file, and problems that are in it are not read again.

use clap::Parser;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tesuji_go::{Board, Color, DfPnReader, Point, Question, Role, Unclear};
use tesuji_sgf::{Collection, Node};
use tesuji_solver::{Limits, Stop};

/// Positions of the first reading of a target, which tells how many there are to a second.
const FIRST: u64 = 100_000;
/// Columns of a row.
const COLUMNS: [&str; 12] = [
    "problem",
    "kind",
    "result",
    "targets",
    "stones",
    "points",
    "first",
    "outcome",
    "move",
    "otherwise",
    "positions",
    "cpu",
];

/// CPU seconds of this process where the system tells them (in ticks of 10 ms), else of the clock.
fn cpu(start: Instant) -> f64 {
    let told = || {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some((ticks()? + ticks()?) / 100.0)
    };
    told().unwrap_or_else(|| start.elapsed().as_secs_f64())
}

/// What one problem may cost.
struct Budget {
    start: Instant,
    from: f64,
    seconds: f64,
    most: u64,
    nodes: u64,
}

impl Budget {
    fn used(&self) -> f64 {
        cpu(self.start) - self.from
    }

    /// Positions that a share of the seconds that are left is good for.
    fn left(&self, share: f64) -> u64 {
        let used = self.used();
        let rate = if self.nodes == 0 || used < 0.05 { 100_000.0 } else { self.nodes as f64 / used };
        let left = ((self.seconds - used) * share * rate).max(0.0) as u64;
        left.min(self.most.saturating_sub(self.nodes))
    }
}

/// A target's answer.
#[derive(Default)]
struct Row {
    kind: &'static str,
    result: &'static str,
    targets: usize,
    stones: usize,
    points: usize,
    first: String,
    outcome: String,
    key: String,
    otherwise: String,
    replay: &'static str,
}

struct Runner {
    reader: DfPnReader,
    start: Instant,
    seconds: f64,
    nodes: u64,
}

impl Runner {
    /// Reads in at most two goes: a short one, and one with all that is left.
    fn read(&self, q: &Question, role: Role, share: f64, budget: &mut Budget) -> Option<tesuji_go::read::Widened> {
        let mut found = None;
        for go in [FIRST, u64::MAX] {
            let nodes = budget.left(share).min(go);
            if nodes == 0 {
                break;
            }
            // The clock only guards against a rate that drops.
            let guard = Duration::try_from_secs_f64(self.seconds * 10.0).unwrap_or(Duration::MAX);
            let limits = Limits::default().with_nodes(nodes).with_time(guard);
            let read = self.reader.read_widening(q, role, &limits).ok()?;
            budget.nodes += read.reading.nodes;
            let decided = read.reading.outcome.succeeds(role).is_some() || read.reading.stop == Stop::Exhausted;
            found = Some(read);
            if decided {
                break;
            }
        }
        found
    }

    fn solve(&self, board: &Board, mover: Color) -> (Row, Budget) {
        let mut budget =
            Budget { start: self.start, from: cpu(self.start), seconds: self.seconds, most: self.nodes, nodes: 0 };
        let mut row = Row::default();
        let candidates = Question::candidates(board, mover);
        row.kind = if candidates.first().is_some_and(|q| !q.is_open()) { "enclosed" } else { "open" };
        row.result = if candidates.is_empty() { "no target" } else { "nothing to gain" };
        for (i, q) in candidates.iter().enumerate() {
            let first = q.role(mover);
            let at = Row {
                kind: row.kind,
                targets: i + 1,
                stones: q.target.len(),
                first: first.to_string(),
                ..Row::default()
            };
            let Some(found) = self.read(q, first, 1.0, &mut budget) else {
                let result = if budget.left(1.0) == 0 { "unknown" } else { "too large" };
                row = Row { result, points: q.region.len(), ..at };
                break;
            };
            let (outcome, points) = (found.reading.outcome, found.question.region.len());
            match outcome.succeeds(first) {
                None => {
                    row = Row { result: "unknown", outcome: outcome.to_string(), points, ..at };
                    // Settled in all regions that there are: reading more would not decide it,
                    // another target may.
                    if found.reading.stop == Stop::Exhausted && i + 1 < candidates.len() {
                        continue;
                    }
                    break;
                }
                Some(false) => continue,
                Some(true) => {}
            }
            // A move is only worth something if the other side would do better by moving first.
            let turned = self.read(q, first.other(), 0.2, &mut budget).map(|w| w.reading.outcome);
            let gains = turned.and_then(|other| outcome.gains(first, other));
            if gains == Some(false) {
                continue;
            }
            let height = q.board.size().1;
            let key = found.reading.key.map_or(String::new(), |k| k.map_or("pass".into(), |p| p.name(height)));
            let limits = Limits::default().with_nodes(4 * found.reading.nodes + 3 * FIRST);
            let proved = found.prove(&self.reader, first, &limits).ok();
            let replay = match proved.filter(|p| p.reading.outcome == outcome).map(|p| found.check(&p, first)) {
                Some(Ok(Ok(()))) => "replayed",
                Some(Ok(Err(why))) if !why.starts_with("no proof") => "DAMAGED",
                _ => "no proof",
            };
            row = Row {
                result: if gains == Some(true) { "solved" } else { "solved, otherwise unknown" },
                outcome: outcome.to_string(),
                otherwise: turned.map_or(String::new(), |o| o.to_string()),
                points,
                key,
                replay,
                ..at
            };
            break;
        }
        (row, budget)
    }
}

/// The position and the side to move.
fn position(root: Node<'_>) -> Result<(Board, Color), Unclear> {
    let size = root.board_size();
    let own = |c: tesuji_sgf::Color| if c == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
    let stones = root.setup().into_iter().filter_map(|(c, p)| Some((Point::new(p.x, p.y), own(c?))));
    let board = Board::set_up(size.width, size.height, stones)?;
    Ok((board, root.get("PL").and_then(|v| tesuji_sgf::Color::read(v.raw())).map_or(Color::Black, own)))
}

/// An order that strides through `n`: multiples of the step next to 0.618 n that shares no divisor
/// with it.
fn strided(n: usize) -> impl Iterator<Item = usize> {
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let step = (n * 618 / 1000..).find(|&s| gcd(s, n) == 1).unwrap_or(1);
    (0..n).map(move |i| i * step % n)
}

fn summary(rows: &[Vec<String>]) {
    let mut tallies: BTreeMap<(&str, &str), BTreeMap<&str, u32>> = BTreeMap::new();
    for row in rows {
        let [name, kind, result, ..] = &row[..] else { continue };
        let book = name.split(' ').next().unwrap_or_default();
        for book in [book, "all"] {
            *tallies.entry((kind, book)).or_default().entry(result).or_default() += 1;
        }
    }
    for ((kind, book), results) in tallies {
        let each: Vec<String> = results.iter().map(|(result, n)| format!("{result} {n}")).collect();
        println!("{kind}, {book}: {} read; {}", results.values().sum::<u32>(), each.join("; "));
    }
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|&seconds| seconds >= 0.0).ok_or("no number of seconds")
}

/// Collections of problems with a side to move and no marks.
#[derive(Parser)]
struct Args {
    /// SGF collections
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Seconds of processor time a problem
    #[arg(long, default_value = "10", value_parser = seconds)]
    time: f64,
    /// Positions a problem
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// At most so many problems that are not in the results yet
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    most: usize,
    /// Only problems whose first target is enclosed
    #[arg(long)]
    enclosed: bool,
    /// A table of results; what is in it is not read again
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> std::io::Result<()> {
    let Args { files, time: seconds, nodes, most, enclosed: enclosed_only, out } = Args::parse();
    let text = out.as_ref().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    let mut rows: Vec<Vec<String>> = text.lines().skip(1).map(|l| l.split('\t').map(str::to_owned).collect()).collect();
    let known: BTreeSet<String> = rows.iter().filter_map(|r| r.first().cloned()).collect();
    let mut keep = match &out {
        Some(file) => Some(std::fs::OpenOptions::new().create(true).append(true).open(file)?),
        None => None,
    };
    if let Some(file) = keep.as_mut().filter(|_| text.is_empty()) {
        writeln!(file, "{}\treplay", COLUMNS.join("\t"))?;
    }
    let mut problems = Vec::new();
    for file in &files {
        match std::fs::read(file) {
            Err(e) => eprintln!("{}: {e}", file.display()),
            Ok(bytes) => {
                let (games, _) = Collection::parse(&bytes);
                problems.extend(
                    games.roots().map(|root| (root.text("GN").unwrap_or_default().to_string(), position(root))),
                );
            }
        }
    }
    let runner = Runner { reader: DfPnReader::new(), start: Instant::now(), seconds, nodes };
    let mut new = 0;
    for i in strided(problems.len()) {
        let (name, position) = &problems[i];
        if new >= most {
            break;
        }
        if known.contains(&name.to_string()) {
            continue;
        }
        let fields = match position {
            Err(why) => {
                let mut fields = vec![name.to_string(), "unread".into(), why.to_string()];
                fields.resize(COLUMNS.len() + 1, String::new());
                fields
            }
            Ok((board, mover)) => {
                let is_enclosed = || Question::candidates(board, *mover).first().is_some_and(|q| !q.is_open());
                if enclosed_only && !is_enclosed() {
                    continue;
                }
                let (row, budget) = runner.solve(board, *mover);
                let cpu = budget.used();
                vec![
                    name.to_string(),
                    row.kind.into(),
                    row.result.into(),
                    row.targets.to_string(),
                    row.stones.to_string(),
                    row.points.to_string(),
                    row.first,
                    row.outcome,
                    row.key,
                    row.otherwise,
                    budget.nodes.to_string(),
                    format!("{cpu:.2}"),
                    row.replay.into(),
                ]
            }
        };
        let line = fields.join("\t");
        match &mut keep {
            Some(file) => writeln!(file, "{line}")?,
            None => println!("{line}"),
        }
        new += 1;
        rows.push(fields);
    }
    println!("{} of {} problems", rows.len(), problems.len());
    summary(&rows);
    Ok(())
}
