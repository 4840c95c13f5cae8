//! An engine as a process: many queries in flight, a watchdog, restarts.
//!
//! Lines come through a bounded channel, so that an engine that floods is slowed down and not
//! remembered. Where no wanted reply comes in time, or the process ends, it is started again and
//! asked for what is missing. A turn over which it fell too often is dropped, and an engine that
//! falls without having answered anything is given up.

use super::process::{Heard, Running, words};
use super::{Engine, EngineId, Event, Gone, Query, Reply, Ticket, View};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How a process is kept.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// Time without any answer after which it is taken to hang.
    pub patience: Duration,
    /// Starts in a row that bring no answer until it is given up.
    pub starts: u32,
    /// Times that a query may be open while the process falls until it is dropped.
    pub falls: u32,
    /// Queries in flight; others wait.
    pub flight: usize,
}

impl Default for SessionOptions {
    fn default() -> Self {
        SessionOptions { patience: Duration::from_secs(120), starts: 3, falls: 2, flight: 16 }
    }
}

/// Lines in a row that nobody asked for until the engine is taken to be mad.
const UNASKED: u32 = 10_000;
/// A query that is not answered yet.
struct Open {
    query: Query,
    /// Turns that are missing.
    left: BTreeSet<usize>,
    falls: u32,
    is_sent: bool,
}

/// An engine as a process.
pub struct Process {
    words: Vec<String>,
    options: SessionOptions,
    identity: EngineId,
    running: Option<Running>,
    asked: u64,
    open: BTreeMap<u64, Open>,
    ready: VecDeque<Event>,
    /// The time of its last wanted reply.
    heard: Instant,
    /// Starts since then.
    barren: u32,
    unasked: u32,
}

impl Process {
    /// Starts an engine by its command line (`katago analysis -config … -model …`), and asks who it
    /// is.
    ///
    /// # Errors
    /// Why it can't be used.
    pub fn start(command: &str, options: SessionOptions) -> Result<Process, Gone> {
        let words = words(command);
        if words.is_empty() {
            return Err(Gone::Broken("the engine: no command".to_string()));
        }
        let mut process = Process {
            words,
            options,
            identity: EngineId::default(),
            running: None,
            asked: 0,
            open: BTreeMap::new(),
            ready: VecDeque::new(),
            heard: Instant::now(),
            barren: 0,
            unasked: 0,
        };
        process.run()?;
        process.identity = process.who()?;
        Ok(process)
    }

    /// The query about the engine itself.
    fn who(&mut self) -> Result<EngineId, Gone> {
        self.send(&json!({"id": "version", "action": "query_version"}));
        self.send(&json!({"id": "models", "action": "query_models"}));
        let mut found = (None, None);
        let end = Instant::now() + self.options.patience;
        while found.0.is_none() || found.1.is_none() {
            let left = end.saturating_duration_since(Instant::now());
            let heard = self.running.as_ref().map(|r| r.output.recv_timeout(left));
            let line = match heard {
                Some(Ok(Heard::Line(line))) => line,
                Some(Err(RecvTimeoutError::Timeout)) => {
                    return Err(Gone::Broken(format!("{} says nothing of itself", self.name())));
                }
                _ => return Err(Gone::Broken(self.last_words())),
            };
            match Reply::parse(&line, View::Black) {
                Ok(Reply::Done { action, fields, .. }) if action == "query_version" => {
                    found.0 = Some(fields["version"].as_str().unwrap_or_default().to_string());
                }
                Ok(Reply::Done { action, fields, .. }) if action == "query_models" => {
                    let name = |model: &Value| model["internalName"].as_str().unwrap_or_default().to_string();
                    let names: Vec<String> = fields["models"].as_array().into_iter().flatten().map(name).collect();
                    found.1 = Some(names.join("+"));
                }
                _ => {}
            }
        }
        Ok(EngineId { version: found.0.unwrap_or_default(), model: found.1.unwrap_or_default() })
    }

    fn name(&self) -> &str {
        self.words.first().map_or("the engine", String::as_str)
    }

    /// Starts the process.
    fn run(&mut self) -> Result<(), Gone> {
        self.barren += 1;
        let running = Running::start(&self.words);
        self.running = Some(running.map_err(|e| Gone::Broken(format!("{} can't be started: {e}", self.name())))?);
        self.heard = Instant::now();
        self.unasked = 0;
        Ok(())
    }

    fn send(&self, line: &Value) {
        if let Some(running) = &self.running {
            // Where it is gone, the reading thread tells.
            let _ = running.input.send(format!("{line}\n"));
        }
    }

    /// Sends queries, as many as may be in flight.
    fn send_more(&mut self) {
        let mut flying = self.open.values().filter(|open| open.is_sent).count();
        let waiting: Vec<u64> = self.open.iter().filter(|(_, open)| !open.is_sent).map(|(&id, _)| id).collect();
        for id in waiting {
            if flying >= self.options.flight {
                break;
            }
            let Some(open) = self.open.get_mut(&id) else { continue };
            open.is_sent = true;
            flying += 1;
            let mut line = open.query.about(open.left.iter().copied().collect()).to_json();
            line["id"] = id.to_string().into();
            self.send(&line);
        }
    }

    /// The last lines of its standard error.
    fn last_words(&self) -> String {
        let lines = self.running.as_ref().map(Running::last_words).unwrap_or_default();
        let told = if lines.is_empty() { String::new() } else { format!(": {}", lines.join(" / ")) };
        format!("{} ended{told}", self.name())
    }

    /// The process is of no use any more: it is started again, unless that helps nobody.
    fn fall(&mut self, why: &str) -> Result<(), Gone> {
        let told = format!("{why}; {}", self.last_words());
        self.running = None;
        if self.barren >= self.options.starts {
            return Err(Gone::Broken(told));
        }
        let mut dropped = Vec::new();
        for (&id, open) in self.open.iter_mut().filter(|(_, open)| open.is_sent) {
            open.is_sent = false;
            open.falls += 1;
            if open.falls >= self.options.falls {
                dropped.push(id);
            }
        }
        // Nobody knows which of several open queries it was: the first goes.
        if let Some(open) = dropped.first().and_then(|id| self.open.remove(id).map(|open| (*id, open))) {
            let (id, open) = open;
            for turn in open.left {
                self.ready.push_back(Event::Dropped { ticket: Ticket(id), turn, what: told.clone() });
            }
        }
        self.ready.push_back(Event::Warning { ticket: None, what: format!("{told}; started again") });
        self.run()
    }

    /// A line of its output.
    fn hear(&mut self, line: &str) -> Option<Event> {
        let ticket = |id: &str| id.parse::<u64>().ok().filter(|id| self.open.contains_key(id));
        let odd = |ticket: Option<u64>, what: String| Some(Event::Warning { ticket: ticket.map(Ticket), what });
        match Reply::parse(line, View::Black) {
            Err(what) => {
                let start: String = line.chars().take(80).collect();
                self.unasked += 1;
                odd(None, format!("{what}: {start:?}"))
            }
            Ok(Reply::Answer { id, turn, is_during, analysis }) => {
                let Some(id) = ticket(&id) else {
                    self.unasked += 1;
                    return odd(None, format!("an answer to {id:?}, which is not asked, or was answered before"));
                };
                let open = self.open.get_mut(&id)?;
                if !open.left.contains(&turn) {
                    self.unasked += 1;
                    return odd(Some(id), format!("turn {turn} is answered twice"));
                }
                (self.heard, self.barren, self.unasked) = (Instant::now(), 0, 0);
                if is_during {
                    return Some(Event::Partial { ticket: Ticket(id), turn });
                }
                open.falls = 0;
                open.left.remove(&turn);
                if open.left.is_empty() {
                    self.open.remove(&id);
                }
                Some(match analysis {
                    Some(analysis) => Event::Answer { ticket: Ticket(id), turn, analysis },
                    None => Event::Dropped { ticket: Ticket(id), turn, what: "called off".to_string() },
                })
            }
            Ok(Reply::Warning { id, field, what }) => {
                let field = field.map_or(String::new(), |field| format!("{field}: "));
                odd(id.as_deref().and_then(ticket), format!("{field}{what}"))
            }
            Ok(Reply::Refused { id, field, what }) => {
                let id = id.as_deref().and_then(ticket);
                if let Some(id) = id {
                    self.open.remove(&id);
                    (self.heard, self.barren) = (Instant::now(), 0);
                }
                Some(Event::Refused { ticket: id.map(Ticket), field, what })
            }
            Ok(Reply::Done { .. }) => None,
        }
    }
}

impl Engine for Process {
    fn identity(&self) -> &EngineId {
        &self.identity
    }

    fn ask(&mut self, query: &Query) -> Ticket {
        self.asked += 1;
        let left: BTreeSet<usize> = query.turns.iter().copied().collect();
        if !left.is_empty() {
            if self.open.is_empty() {
                self.heard = Instant::now();
            }
            self.open.insert(self.asked, Open { query: query.clone(), left, falls: 0, is_sent: false });
        }
        Ticket(self.asked)
    }

    fn next(&mut self, wait: Duration) -> Result<Event, Gone> {
        let end = Instant::now().checked_add(wait);
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(event);
            }
            if self.open.is_empty() {
                return Err(Gone::Idle);
            }
            if self.running.is_none() {
                return Err(Gone::Broken(format!("{} is given up", self.name())));
            }
            // An unwanted reply is no sign of life.
            if self.unasked > UNASKED {
                self.fall("it says what nobody asked for")?;
                continue;
            }
            let hangs = self.heard + self.options.patience;
            if Instant::now() >= hangs {
                self.fall("it hangs")?;
                continue;
            }
            self.send_more();
            let until = end.map_or(hangs, |end| end.min(hangs));
            let left = until.saturating_duration_since(Instant::now());
            let heard = self.running.as_ref().map(|r| r.output.recv_timeout(left));
            match heard {
                Some(Ok(Heard::Line(line))) => {
                    if let Some(event) = self.hear(&line) {
                        return Ok(event);
                    }
                }
                Some(Ok(Heard::TooLong)) => self.fall("a line without an end")?,
                Some(Err(RecvTimeoutError::Timeout)) if Instant::now() < hangs => return Err(Gone::Late),
                Some(Err(RecvTimeoutError::Timeout)) => {}
                Some(Ok(Heard::End) | Err(RecvTimeoutError::Disconnected)) | None => self.fall("it is gone")?,
            }
        }
    }
}
