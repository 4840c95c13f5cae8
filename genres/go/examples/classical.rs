//! Collections of problems with a side to move and no marks: which are enclosed, which of these are solved for that side, and
//! by which first move: `cargo run --release -p tesuji-go --example classical -- FILE… [--time SECONDS] [--nodes N] [--every K]
//! [--enclosed]`.
//!
//! Prints a row a problem and a summary. The side to move should succeed: an attacker capture (be it by ko), a defender
//! survive (be it by ko); a proof of the contrary is counted, with its replay.

use std::collections::BTreeMap;
use std::time::Duration;
use tesuji_go::problem::read_sgf;
use tesuji_go::{Board, Class, Color, DfPnReader, Outcome, Point, Problem, Question, Reader, ReferenceReader, Role};
use tesuji_sgf::{Collection, Node};
use tesuji_solver::Limits;

/// Does that side get something?
fn succeeds(first: Role, outcome: Outcome) -> Option<bool> {
    match (first, outcome.class()) {
        (_, Some(Class::Ko)) => Some(true),
        (Role::Attacker, Some(Class::Dead)) | (Role::Defender, Some(Class::Alive | Class::Seki)) => Some(true),
        (Role::Defender, Some(Class::Dead)) => Some(false),
        _ if outcome.lives() => Some(first == Role::Defender),
        _ => None,
    }
}

/// The problem of an open position without marks, as far as it can be guessed.
fn guess(root: Node<'_>) -> Result<Problem, String> {
    let size = root.board_size();
    let own = |c: tesuji_sgf::Color| if c == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
    let stones = root.setup().into_iter().filter_map(|(c, p)| Some((Point::new(p.x, p.y), own(c?))));
    let board = Board::set_up(size.width, size.height, stones).map_err(|e| e.to_string())?;
    let question = Question::guess(&board).map_err(|e| e.to_string())?;
    let color = root.get("PL").and_then(|v| tesuji_sgf::Color::read(v.raw())).map_or(Color::Black, own);
    Ok(Problem { first: question.role(color), question })
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut files, mut seconds, mut every, mut nodes) = (Vec::new(), 10.0_f64, 1_usize, u64::MAX);
    let mut enclosed_only = false;
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--time" => seconds = args.next().and_then(|v| v.parse().ok()).unwrap_or(seconds),
            "--nodes" => nodes = args.next().and_then(|v| v.parse().ok()).unwrap_or(nodes),
            "--enclosed" => enclosed_only = true,
            "--every" => every = args.next().and_then(|v| v.parse().ok()).unwrap_or(every),
            _ => files.push(arg),
        }
    }
    let reader = DfPnReader::new();
    for file in files {
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(e) => {
                eprintln!("{file}: {e}");
                continue;
            }
        };
        let (games, _) = Collection::parse(&bytes);
        let mut all = 0;
        let mut tallies: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
        println!("| problem | kind | points | first | outcome | move | positions |");
        println!("|---|---|---|---|---|---|---|");
        for root in games.roots().step_by(every.max(1)) {
            all += 1;
            let name = root.text("GN").unwrap_or_default();
            let problem = match read_sgf(root).or_else(|_| guess(root)) {
                Ok(problem) => problem,
                Err(why) => {
                    println!("| {name} | unread: {why} | | | | | |");
                    continue;
                }
            };
            let kind = if problem.question.is_open() { "open" } else { "enclosed" };
            let (q, first) = (&problem.question, problem.first);
            if enclosed_only && kind != "enclosed" {
                continue;
            }
            let tally = tallies.entry(kind).or_insert([0; 3]);
            tally[0] += 1;
            let limits = Limits::default().with_time(Duration::from_secs_f64(seconds)).with_nodes(nodes);
            let height = q.board.size().1;
            let row = |what: &str, key: &str, nodes: u64| {
                println!("| {name} | {kind} | {} | {first} | {what} | {key} | {nodes} |", q.region.len());
            };
            match reader.read_widening(q, first, &limits) {
                Ok(found) => {
                    let reading = found.reading;
                    let key = reading.key.map_or(String::new(), |k| k.map_or("pass".into(), |p| p.name(height)));
                    let mut what = reading.outcome.to_string();
                    match succeeds(first, reading.outcome) {
                        Some(true) => tally[1] += 1,
                        Some(false) => {
                            tally[2] += 1;
                            let q = &found.question;
                            let plain = ReferenceReader.read_first(q, first, &limits).map(|r| r.outcome.to_string());
                            what += &format!(" (whole graph: {plain:?})");
                            let replays = reader.prove(q, first, &limits).ok().map(|p| p.check(q, first));
                            what += &format!(" (against the side to move; replay {replays:?}) {}", q.picture());
                        }
                        None => {}
                    }
                    row(&what, &key, reading.nodes);
                }
                Err(e) => row(&e.to_string(), "", 0),
            }
        }
        println!("\n{file}: {all} problems");
        for (kind, [count, solved, against]) in tallies {
            println!("{kind}: {count}, {solved} solved, {against} against the side to move");
        }
    }
}
