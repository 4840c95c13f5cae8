//! Counts the positions that the fast reader visits, to see whether a change of the code changes
//! the search.
//!
//! ```text
//! cargo run --release -p tesuji-go --example go_lab -- nodes \
//!     [FILE…] [--random N] [--seed S] [--nodes N] [--list]
//! ```
//!
//! Each FILE is a table: of enclosed problems with graded levels (the columns of
//! `gotools_v1-3.tsv`), or of rows that name a game and a target (`gnugo_ld.tsv`, with its games
//! beside it). `--random` adds positions that are drawn. For each source the number of questions,
//! the positions visited and a digest of all answers are printed: two programs that print the same
//! have searched the same positions. No limit is a time, so the figures are the same on every
//! machine.

use crate::table;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::path::{Path, PathBuf};
use tesuji_go::read::{Exits, sample};
use tesuji_go::{Board, Color, DfPnReader, Point, Points, Question, Reader, Role};
use tesuji_sgf::Collection;
use tesuji_solver::Limits;

/// Counts the positions that the fast reader visits.
#[derive(clap::Args)]
pub struct Args {
    /// Tables of problems
    files: Vec<PathBuf>,
    /// Every K-th row of a table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Positions that are drawn
    #[arg(long, default_value_t = 0)]
    random: u32,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions of a question
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// Megabytes of the table of a question
    #[arg(long)]
    memory: Option<usize>,
    /// Print every question
    #[arg(long)]
    list: bool,
}

/// What was counted of a source.
#[derive(Default)]
struct Count {
    questions: u64,
    nodes: u64,
    digest: u64,
}

impl Count {
    /// Adds an answer, as text, and its positions.
    fn add(&mut self, answer: &str, nodes: u64) {
        self.questions += 1;
        self.nodes += nodes;
        // FNV-1a over all answers.
        for byte in answer.bytes().chain(nodes.to_le_bytes()) {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// The enclosed problem of a row with graded levels.
fn enclosed(row: &[&str]) -> Option<Question> {
    let board = table::board(row.get(4)?, row.get(5)?).ok()?;
    Question::infer(&board).ok().filter(|q| !q.is_open())
}

/// The target of a row that names a game, a move number and a point, in the region around it.
fn target(row: &[&str], folder: &Path) -> Option<Question> {
    let sgf = std::fs::read(folder.join(row.get(3)?)).ok()?;
    let upto = row.get(4)?.parse().unwrap_or(usize::MAX);
    let (games, _) = Collection::parse(&sgf);
    let root = games.roots().next()?;
    let size = root.board_size();
    let point = |p: tesuji_sgf::Point| Point::new(p.x, p.y);
    let color = |c: tesuji_sgf::Color| if c == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
    let set = root.setup().into_iter().filter_map(|(c, p)| Some((point(p), color(c?))));
    let mut board = Board::set_up(size.width, size.height, set).ok()?;
    let moves = root.main_line().flat_map(|node| node.moves(size).collect::<Vec<_>>());
    for (c, played) in moves.take(upto.saturating_sub(1)) {
        if let tesuji_sgf::Move::At(p) = played {
            board.play(point(p), color(c)).ok()?;
        }
    }
    let at = Point::parse(row.get(6)?.split_whitespace().last()?, size.width, size.height)?;
    board.get(at)?;
    Question::around(&board, &Points::single(at)).ok()
}

/// Runs it.
pub fn run(args: Args) {
    let mut limits = Limits::default().with_nodes(args.nodes);
    if let Some(megabytes) = args.memory {
        limits.memory = megabytes << 20;
    }
    let reader = DfPnReader::new();
    let tell = |name: &str, count: &Count| {
        println!("{name}: {} questions, {} positions, digest {:016x}", count.questions, count.nodes, count.digest);
    };
    for file in &args.files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|why| {
            eprintln!("{}: {why}", file.display());
            std::process::exit(2);
        });
        let folder = file.parent().unwrap_or(Path::new(""));
        let names_games = text.starts_with("id\t");
        let mut count = Count::default();
        for line in text.lines().skip(1).step_by(args.every as usize) {
            let row: Vec<&str> = line.split('\t').collect();
            let question = if names_games { target(&row, folder) } else { enclosed(&row) };
            let Some(question) = question else { continue };
            for first in Role::ALL {
                let answer = if names_games {
                    reader.read_widening(&question, first, &limits).ok().map(|w| w.reading)
                } else {
                    reader.read_first(&question, first, &limits).ok()
                };
                let Some(answer) = answer else { continue };
                let text = format!("{} {} {first}: {} {:?}", row[0], row[3], answer.outcome, answer.key);
                if args.list {
                    println!("{text} {}", answer.nodes);
                }
                count.add(&text, answer.nodes);
            }
        }
        tell(&file.file_name().unwrap_or_default().to_string_lossy(), &count);
    }
    if args.random > 0 {
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
        let mut count = Count::default();
        while count.questions < u64::from(args.random) {
            let drawn = match count.questions % 3 {
                0 => sample::enclosed(&mut rng, 9).map(|q| (q, Exits::Free)),
                1 => sample::group(&mut rng, 12).map(|q| (q, Exits::Free)),
                _ => sample::open(&mut rng),
            };
            let Some((question, exits)) = drawn else { continue };
            let first = Role::ALL[count.questions as usize % 2];
            let Ok(answer) = reader.read_way(&question, first, exits, &limits.clone().with_nodes(args.nodes / 10))
            else {
                continue;
            };
            let text = format!("{} {:?}", answer.outcome, answer.key);
            if args.list {
                println!("{} {first}: {text} {}", question.picture(), answer.nodes);
            }
            count.add(&text, answer.nodes);
        }
        tell("random", &count);
    }
}
