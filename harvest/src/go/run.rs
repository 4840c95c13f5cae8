//! The run over an archive: games are cut in parallel, written in order. Resumable; the same bytes
//! for any number of threads.

use super::Funnel;
use super::output::{Begun, Done, Run};
use crate::{CleanOptions, GameRecord, Stream, games};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use tesuji_corpus::{Error, Progress};
use tesuji_go::cut::{CutOptions, Played, cut};
use tesuji_go::{Color, DfPnReader, Point};
use tesuji_solver::{Clock, Limits};

/// How to harvest.
#[derive(Clone, Debug)]
pub struct GoOptions {
    /// How raw records are cleaned on the way.
    pub clean: CleanOptions,
    /// How games are cut.
    pub cut: CutOptions,
    /// Takes only every n-th game, from the first on.
    pub every: u64,
    /// No more games than these.
    pub count: u64,
    /// Most similar problems that are kept besides the first.
    pub most_similar: usize,
    /// Worker threads; 0: one a core.
    pub threads: usize,
    /// Time for the whole run, and who may interrupt it; afterwards the same call goes on.
    pub limits: Limits,
}

impl Default for GoOptions {
    fn default() -> Self {
        GoOptions {
            clean: CleanOptions::default(),
            cut: CutOptions::default(),
            every: 1,
            count: u64::MAX,
            most_similar: usize::MAX,
            threads: 0,
            limits: Limits::default(),
        }
    }
}

/// Cuts the games at `path` (what [`games`] takes) into problems: complete ones into `out`, others
/// beside it, and the counts.
///
/// # Errors
/// When the games can't be read or the files not be written.
pub fn harvest(path: &Path, out: &Path, options: &GoOptions, progress: &mut dyn Progress) -> Result<Funnel, Error> {
    let clock = options.limits.start();
    let mut run = match Run::begin(path, out, options, "status")? {
        Begun::Run(run) => run,
        Begun::Done(funnel) => return Ok(funnel),
    };
    let position = run.position;
    progress.start(None, position);
    let source = Mutex::new(Source::open(path, options)?);
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let (sender, receiver) = channel();
    let ended = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, source, clock) = (sender.clone(), &source, &clock);
            scope.spawn(move || work(source, position, options, clock, &sender));
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Done> = BTreeMap::new();
        let mut is_cut = false;
        for (index, done) in receiver {
            waiting.insert(index, done);
            while let Some(done) = waiting.remove(&run.position) {
                // Games after one that the clock ended are done again.
                if is_cut || matches!(&done, Done::Game(_, cut) if cut.is_cut) {
                    is_cut = true;
                    break;
                }
                run.take(done, progress)?;
            }
        }
        Ok::<bool, Error>(!is_cut && clock.expired().is_none())
    })?;
    progress.finish();
    run.end(ended)
}

/// The games that are left.
pub(super) struct Source {
    games: Stream,
    /// Games seen.
    index: u64,
    /// Games given out.
    taken: u64,
    every: u64,
}

impl Source {
    pub(super) fn open(path: &Path, options: &GoOptions) -> Result<Source, Error> {
        Ok(Source { games: games(path, &options.clean)?, index: 0, taken: 0, every: options.every.max(1) })
    }

    /// The next game that is wanted, with its number among those.
    pub(super) fn next(&mut self, count: u64) -> Option<(u64, Result<GameRecord, Error>)> {
        while self.taken < count {
            let game = self.games.next()?;
            let is_wanted = self.index.is_multiple_of(self.every);
            self.index += 1;
            if is_wanted {
                self.taken += 1;
                return Some((self.taken - 1, game));
            }
        }
        None
    }
}

/// Cuts games until there are none left.
fn work(source: &Mutex<Source>, from: u64, options: &GoOptions, clock: &Clock, to: &Sender<(u64, Done)>) {
    let reader = DfPnReader::new();
    loop {
        let next = source.lock().ok().and_then(|mut source| source.next(options.count));
        let Some((index, game)) = next else { return };
        if index < from {
            continue;
        }
        let done = match game {
            Err(why) => Done::Bad(why.to_string()),
            Ok(game) => {
                let cut = cut(&played(&game), &options.cut, &reader, clock);
                Done::Game(Box::new(game), cut)
            }
        };
        let is_over = matches!(&done, Done::Game(_, cut) if cut.is_cut);
        if to.send((index, done)).is_err() || is_over {
            return;
        }
    }
}

/// The game for those who play it: its setup, and its moves up to the first that can't be played.
#[must_use]
pub fn played(game: &GameRecord) -> Played {
    let color = |c: tesuji_sgf::Color| match c {
        tesuji_sgf::Color::Black => Color::Black,
        tesuji_sgf::Color::White => Color::White,
    };
    let point = |p: tesuji_sgf::Point| Point::new(p.x, p.y);
    let moves = game.illegal.map_or(game.moves.len(), |n| n.saturating_sub(1)).min(game.moves.len());
    Played {
        size: (game.width, game.height),
        setup: game.setup.stones().map(|(c, p)| (point(p), color(c))).collect(),
        moves: game.moves[..moves].iter().map(|m| (color(m.color), m.at.point().map(point))).collect(),
    }
}
