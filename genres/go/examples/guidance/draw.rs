//! Questions to search: random groups, open ones and such as are shut in, and chains of games that
//! were played.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::path::{Path, PathBuf};
use tesuji_go::read::sample;
use tesuji_go::zones::ZoneGoal;
use tesuji_go::{Board, Color, Point, Points, Question, Role};
use tesuji_sgf::{Collection, Move};

/// Fewest stones of a chain of a game, and most liberties.
const STONES: usize = 3;
const LIBERTIES: usize = 8;
/// Empty points of a group that is shut in, at most.
const EMPTY: usize = 10;
/// Moves between two positions of a game that are looked at.
const MOVES: usize = 17;

/// A goal, and who moves first.
pub struct Asked {
    pub question: Question,
    pub goal: ZoneGoal,
    pub first: Role,
}

/// A request for drawn questions.
pub struct Draw<'a> {
    /// Questions.
    pub count: usize,
    /// A folder of games.
    pub games: Option<&'a Path>,
    /// Seed.
    pub seed: u64,
}

impl Draw<'_> {
    /// The questions. With games, every fourth one is about a chain of a game.
    pub fn questions(&self) -> Vec<Asked> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let files = self.games.map(files).unwrap_or_default();
        let mut found = Vec::with_capacity(self.count);
        while found.len() < self.count {
            let drawn = match below(&mut rng, 4) {
                0 => sample::open(&mut rng).map(|(question, _)| question),
                1 if !files.is_empty() => chain(&files[below(&mut rng, files.len())], &mut rng),
                2 => sample::group(&mut rng, EMPTY).and_then(|question| in_corner(&question)),
                _ => sample::enclosed(&mut rng, EMPTY).and_then(|question| in_corner(&question)),
            };
            let Some(question) = drawn else { continue };
            let first = Role::ALL[below(&mut rng, 2)];
            let goals = [ZoneGoal::Capture, ZoneGoal::Survive];
            found.extend(goals.map(|goal| Asked { question: question.clone(), goal, first }));
        }
        found.truncate(self.count);
        found
    }
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    (rng.next_u64() % n.max(1) as u64) as usize
}

/// The question about the largest chain of a group, in the corner of a board on which its wall has
/// liberties outside.
fn in_corner(question: &Question) -> Option<Question> {
    let stones = Color::ALL.into_iter().flat_map(|color| {
        let stones: Vec<Point> = question.board.stones(color).iter().collect();
        stones.into_iter().map(move |p| (p, color))
    });
    let board = Board::set_up(19, 19, stones).ok()?;
    let own = board.chains().filter(|c| c.color == question.defender && c.stones.meets(&question.target));
    let target = own.map(|c| c.stones).max_by_key(|stones| (stones.len(), *stones))?;
    Question::around(&board, &target).ok()
}

/// The games of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "sgf"));
    files.sort();
    files
}

/// The question about a chain of a game, at one of its positions.
fn chain(file: &Path, rng: &mut ChaCha8Rng) -> Option<Question> {
    let bytes = std::fs::read(file).ok()?;
    let (games, _) = Collection::parse(&bytes);
    let root = games.roots().next()?;
    let size = root.board_size();
    let color = |c: tesuji_sgf::Color| if c == tesuji_sgf::Color::Black { Color::Black } else { Color::White };
    let stones = root.setup().into_iter().filter_map(|(c, p)| Some((Point::new(p.x, p.y), color(c?))));
    let mut board = Board::set_up(size.width, size.height, stones).ok()?;
    let moves: Vec<_> = root.moves(size).collect();
    let stop = MOVES * (1 + below(rng, moves.len() / MOVES));
    for &(c, mv) in moves.iter().take(stop) {
        match mv {
            Move::At(p) => drop(board.play(Point::new(p.x, p.y), color(c)).ok()?),
            Move::Pass => board.pass(),
        }
    }
    let is_asked = |c: &&tesuji_go::Chain| c.stones.len() >= STONES && c.liberties.len() <= LIBERTIES;
    let mut chains: Vec<Points> = board.chains().filter(is_asked).map(|c| c.stones).collect();
    chains.sort_unstable();
    let target = *chains.get(below(rng, chains.len()))?;
    Question::around(&board, &target).ok()
}
