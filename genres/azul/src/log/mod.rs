//! Logs of games: one event a line, in the form of Board Game Arena's notifications, written, read,
//! and replayed with every event checked.
//!
//! ```
//! use tesuji_azul::{Policy, WallKind, log};
//!
//! let text = log::self_play(&["Ada", "Bo"], WallKind::Coloured, &[Policy::Greedy, Policy::Random], 7);
//! let games = log::replay(&text, &mut |_| {})?;
//! assert!(games[0].finished);
//!
//! let wrong = text.replace("\"number\":3", "\"number\":2");
//! assert!(log::replay(&wrong, &mut |_| {}).unwrap_err().to_string().contains("number: 2, but there are 3"));
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

mod cut;
mod event;
mod places;
mod read;
mod record;
mod replay;
mod server;
mod session;

use crate::{Move, Phase, Policy, State, WallKind};
use std::collections::BTreeMap;
use tesuji_genre::Bad;

pub use cut::{Cut, CutOptions, cut};
pub use event::{Event, LogTile, PointsDetail, Scored, WallPlacement, colour_of, type_of};
pub use record::Recorder;
pub use replay::Replay;
pub use session::Session;

/// A decision of a logged game.
#[derive(Clone, Debug)]
pub struct Decision<'a> {
    /// Line of the log on which the tiles were taken, from 1.
    pub line: u64,
    /// Game in the log, from 1.
    pub game: u64,
    /// Decision in the game, from 1.
    pub number: u64,
    /// Who decided.
    pub player: &'a str,
    /// The position before it.
    pub before: &'a State,
    /// The move.
    pub mv: Move,
}

/// The result of a replayed game.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Replayed {
    /// Line of its first event.
    pub line: u64,
    /// Players in the order of seats.
    pub players: Vec<String>,
    /// Rounds begun.
    pub rounds: u32,
    /// Decisions.
    pub decisions: u64,
    /// Scores by seat.
    pub scores: Vec<u16>,
    /// Is it over, with all bonuses counted?
    pub finished: bool,
    /// Who gave it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conceded: Option<String>,
    /// Events that are no part of the game, by name: they were passed over.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub foreign: BTreeMap<String, u64>,
}

/// Replays the games of a log, one after the other, and shows each decision that was not taken
/// back. A log has an event a line, or is what the server sends: packets of events, or an answer
/// with packets in it. Empty lines are skipped, events that are no part of the game are counted. A
/// game may break off, but what there is must be right.
///
/// # Errors
/// [`Bad`] with the line and the field of the first event that is wrong.
pub fn replay(text: &str, seen: &mut dyn FnMut(&Decision<'_>)) -> Result<Vec<Replayed>, Bad> {
    let mut run = Run { game: None, is_conceded: false, done: Vec::new(), seen };
    let mut last = 0;
    for entry in server::entries(text)? {
        last = entry.line;
        let event = Event::of(&entry.tree).map_err(|e| entry.placed(e))?;
        run.event(&event, last).map_err(|e| {
            let at = e.at.as_deref().unwrap_or("type");
            let at = format!("{} {at}", event.name());
            entry.placed(Bad { at: Some(at), ..e })
        })?;
    }
    run.close().map_err(|e| e.line(last + 1))?;
    Ok(run.done)
}

struct Run<'a> {
    game: Option<Current>,
    /// Was the last game given up? What comes of it until the next one begins is passed over.
    is_conceded: bool,
    done: Vec<Replayed>,
    seen: &'a mut dyn FnMut(&Decision<'_>),
}

struct Current {
    replay: Replay,
    line: u64,
    selected: u64,
    decisions: u64,
    conceded: Option<String>,
    foreign: BTreeMap<String, u64>,
    /// The last decision, while it can be taken back.
    open: Option<(u64, State, Move)>,
}

impl Run<'_> {
    fn event(&mut self, event: &Event, line: u64) -> Result<(), Bad> {
        match (event, &mut self.game) {
            (Event::Foreign { name }, game) => {
                let foreign = match game {
                    Some(game) => Some(&mut game.foreign),
                    None => self.done.last_mut().map(|done| &mut done.foreign),
                };
                foreign.into_iter().for_each(|of| *of.entry(name.clone()).or_default() += 1);
                return Ok(());
            }
            (Event::Conceded { player_id }, Some(game)) => {
                game.conceded = Some(player_id.clone());
                self.is_conceded = true;
                return self.close();
            }
            (Event::Conceded { .. }, None) => return Ok(()),
            _ => {}
        }
        let over = self.game.as_ref().is_some_and(|g| matches!(g.replay.state().phase(), Phase::Over | Phase::Stalled));
        let begins = match event {
            Event::GameStart { players, wall } => Some((players.len(), players.clone(), *wall)),
            Event::FactoriesFilled { factories, .. } if self.game.is_none() || over => {
                let n = factories.keys().filter(|&&f| f > 0).count();
                let players = [2, 3, 4].into_iter().find(|&p| crate::factories_for(p) == n);
                let players =
                    players.ok_or_else(|| Bad::new(format!("{n} factories; there are 5, 7 or 9")).at("factories"))?;
                Some((players, Vec::new(), WallKind::Coloured))
            }
            _ => None,
        };
        if let Some((players, names, wall)) = begins {
            self.close()?;
            self.is_conceded = false;
            let replay = Replay::new(players, names, wall);
            self.game = Some(Current::new(replay, line));
            if matches!(event, Event::GameStart { .. }) {
                return Ok(());
            }
        }
        let Some(game) = &mut self.game else {
            if self.is_conceded || matches!(event, Event::Note {}) {
                return Ok(());
            }
            return Err(Bad::new("no game has begun"));
        };
        game.replay.event(event)?;
        match event {
            Event::LastRound { .. } | Event::Note {} => return Ok(()),
            Event::UndoSelectLine { .. } => {
                game.open = None;
                return Ok(());
            }
            Event::TilesSelected { .. } => {
                game.flush(self.done.len(), self.seen);
                game.selected = line;
            }
            _ => game.flush(self.done.len(), self.seen),
        }
        game.open = game.replay.last_move().map(|&(before, mv)| (game.selected, before, mv));
        Ok(())
    }

    /// Ends the current game.
    fn close(&mut self) -> Result<(), Bad> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.flush(self.done.len(), self.seen);
        game.replay.end()?;
        let state = game.replay.state();
        self.done.push(Replayed {
            line: game.line,
            players: game.replay.names().to_vec(),
            rounds: state.round(),
            decisions: game.decisions,
            scores: state.boards().iter().map(|b| b.score()).collect(),
            finished: game.replay.finished(),
            conceded: game.conceded.take(),
            foreign: std::mem::take(&mut game.foreign),
        });
        self.game = None;
        Ok(())
    }
}

impl Current {
    fn new(replay: Replay, line: u64) -> Current {
        let (conceded, foreign) = (None, BTreeMap::new());
        Current { replay, line, selected: line, decisions: 0, conceded, foreign, open: None }
    }

    /// The last decision stands.
    fn flush(&mut self, games: usize, seen: &mut dyn FnMut(&Decision<'_>)) {
        let Some((line, before, mv)) = self.open.take() else { return };
        self.decisions += 1;
        let player = self.replay.names().get(before.turn()).map_or("", String::as_str);
        seen(&Decision { line, game: games as u64 + 1, number: self.decisions, player, before: &before, mv });
    }
}

/// The log of a game that policies play to its end; empty when there are not as many names as a
/// game has players.
pub fn self_play(names: &[&str], kind: WallKind, policies: &[Policy], seed: u64) -> String {
    let Some(mut session) = Session::deal(names, kind, seed) else { return String::new() };
    loop {
        let policy = policies.get(session.state().turn()).or(policies.last()).copied().unwrap_or_default();
        if session.play_by(policy).is_none() {
            break;
        }
    }
    session.take_events().iter().map(|e| e.line() + "\n").collect()
}
