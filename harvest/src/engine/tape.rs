//! The answers of an engine on a tape: a line of JSON each, appended as they come. The same file is
//! recorder, replay and cache.

use super::replay::Replay;
use super::{Analysis, Engine, EngineId, Event, Gone, Query, Reply, Ticket, View};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;
use tesuji_corpus::Error;

/// A line of a tape.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    /// See [`Query::key`].
    key: String,
    /// Who answered.
    engine: EngineId,
    /// The answer, as Black sees it.
    analysis: Analysis,
}

/// Recorded answers.
#[derive(Debug, Default)]
pub struct Tape {
    identity: EngineId,
    answers: HashMap<String, Analysis>,
    file: Option<File>,
    replay: Replay,
}

impl Tape {
    /// An empty tape of that engine.
    #[must_use]
    pub fn new(identity: EngineId) -> Tape {
        Tape { identity, ..Tape::default() }
    }

    /// The tape in a file, which is made where it is missing; answers of other engines are passed
    /// over, and so is a last line that was cut off.
    ///
    /// # Errors
    /// When it can't be read, or has a line that is none.
    pub fn open(path: &Path, identity: EngineId) -> Result<Tape, Error> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(Error::io(path))?;
        let mut tape = Tape::new(identity);
        let mut whole = 0;
        let mut input = BufReader::new(file.try_clone().map_err(Error::io(path))?);
        loop {
            let mut line = String::new();
            let length = input.read_line(&mut line).map_err(Error::io(path))?;
            if length == 0 || !line.ends_with('\n') {
                break;
            }
            whole += length as u64;
            let entry: Entry = serde_json::from_str(&line).map_err(|e| Error::io(path)(e.into()))?;
            if entry.engine == tape.identity {
                tape.answers.insert(entry.key, entry.analysis);
            }
        }
        file.set_len(whole).map_err(Error::io(path))?;
        tape.file = Some(file);
        Ok(tape)
    }

    /// The engine whose answers a file holds, by its first line.
    #[must_use]
    pub fn engine_of(path: &Path) -> Option<EngineId> {
        let line = BufReader::new(File::open(path).ok()?).lines().next()?.ok()?;
        serde_json::from_str::<Entry>(&line).ok().map(|entry| entry.engine)
    }

    /// Takes raw replies about a query from elsewhere, in that view; what is no answer is passed
    /// over. Says how many were taken.
    pub fn take<'a>(&mut self, query: &Query, lines: impl Iterator<Item = &'a str>, view: View) -> usize {
        let mut taken = 0;
        for line in lines {
            if let Ok(Reply::Answer { turn, is_during: false, analysis: Some(analysis), .. }) = Reply::parse(line, view)
            {
                self.answers.insert(query.key(turn), *analysis);
                taken += 1;
            }
        }
        taken
    }

    /// The answer about a turn, if it is on the tape.
    #[must_use]
    pub fn answer(&self, query: &Query, turn: usize) -> Option<&Analysis> {
        self.answers.get(&query.key(turn))
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn keep(&mut self, query: &Query, turn: usize, analysis: &Analysis) -> std::io::Result<()> {
        let key = query.key(turn);
        if let Some(file) = &mut self.file {
            let entry = Entry { key: key.clone(), engine: self.identity.clone(), analysis: analysis.clone() };
            let mut line = serde_json::to_vec(&entry)?;
            line.push(b'\n');
            file.write_all(&line)?;
        }
        self.answers.insert(key, analysis.clone());
        Ok(())
    }
}

impl Engine for Tape {
    fn identity(&self) -> &EngineId {
        &self.identity
    }

    fn ask(&mut self, query: &Query) -> Ticket {
        let answers = query.turns.iter().map(|&turn| (turn, self.answer(query, turn).cloned())).collect();
        self.replay.ask(answers)
    }

    fn next(&mut self, _: Duration) -> Result<Event, Gone> {
        self.replay.next()
    }
}

/// An engine whose answers are kept, and asked for only once.
pub struct Recording<E> {
    engine: E,
    tape: Tape,
    asked: u64,
    /// Queries under way: the engine's ticket, ours, the query.
    open: Vec<(Ticket, Ticket, Query)>,
    ready: VecDeque<Event>,
}

impl<E: Engine> Recording<E> {
    /// That engine with the tape in a file.
    ///
    /// # Errors
    /// As [`Tape::open`].
    pub fn new(engine: E, path: &Path) -> Result<Recording<E>, Error> {
        let tape = Tape::open(path, engine.identity().clone())?;
        Ok(Recording { engine, tape, asked: 0, open: Vec::new(), ready: VecDeque::new() })
    }
}

impl<E: Engine> Engine for Recording<E> {
    fn identity(&self) -> &EngineId {
        self.engine.identity()
    }

    fn ask(&mut self, query: &Query) -> Ticket {
        self.asked += 1;
        let own = Ticket(self.asked);
        let mut left = Vec::new();
        for &turn in &query.turns {
            match self.tape.answer(query, turn) {
                Some(analysis) => {
                    let analysis = Box::new(analysis.clone());
                    self.ready.push_back(Event::Answer { ticket: own, turn, analysis });
                }
                None => left.push(turn),
            }
        }
        if !left.is_empty() {
            let rest = query.about(left);
            let ticket = self.engine.ask(&rest);
            self.open.push((ticket, own, rest));
        }
        own
    }

    fn next(&mut self, wait: Duration) -> Result<Event, Gone> {
        if let Some(event) = self.ready.pop_front() {
            return Ok(event);
        }
        let own = |open: &[(Ticket, Ticket, Query)], of: Ticket| {
            open.iter().find(|(ticket, ..)| *ticket == of).map_or(of, |(_, own, _)| *own)
        };
        let event = self.engine.next(wait)?;
        Ok(match event {
            Event::Answer { ticket, turn, analysis } => {
                let query = self.open.iter().find(|(of, ..)| *of == ticket).map(|(.., query)| query.clone());
                if let Some(query) = query
                    && let Err(e) = self.tape.keep(&query, turn, &analysis)
                {
                    return Err(Gone::Broken(format!("the tape can't be written: {e}")));
                }
                Event::Answer { ticket: own(&self.open, ticket), turn, analysis }
            }
            Event::Partial { ticket, turn } => Event::Partial { ticket: own(&self.open, ticket), turn },
            Event::Dropped { ticket, turn, what } => Event::Dropped { ticket: own(&self.open, ticket), turn, what },
            Event::Warning { ticket, what } => Event::Warning { ticket: ticket.map(|t| own(&self.open, t)), what },
            Event::Refused { ticket, field, what } => {
                Event::Refused { ticket: ticket.map(|t| own(&self.open, t)), field, what }
            }
        })
    }
}
