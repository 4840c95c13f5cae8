//! Messages where an engine refuses games.

use std::time::Duration;
use tesuji_corpus::Quiet;
use tesuji_harvest::engine::{Engine, EngineId, Event, Gone, Query, Ticket};
use tesuji_harvest::go::{GoOptions, HuntOptions, harvest_by_engine};

/// An engine that refuses queries with more moves than that, and knows nothing of the others.
struct Refusing {
    identity: EngineId,
    most: usize,
    asked: Vec<Query>,
    told: Vec<Event>,
}

impl Refusing {
    fn new(most: usize) -> Refusing {
        Refusing { identity: EngineId::default(), most, asked: Vec::new(), told: Vec::new() }
    }
}

impl Engine for Refusing {
    fn identity(&self) -> &EngineId {
        &self.identity
    }

    fn ask(&mut self, query: &Query) -> Ticket {
        self.asked.push(query.clone());
        let ticket = Ticket(self.asked.len() as u64);
        if query.moves.len() > self.most {
            let field = Some("rules".to_string());
            self.told.push(Event::Refused { ticket: Some(ticket), field, what: "Could not parse rules".to_string() });
        } else {
            let dropped = |&turn: &usize| Event::Dropped { ticket, turn, what: "called off".to_string() };
            self.told.extend(query.turns.iter().map(dropped));
        }
        ticket
    }

    fn next(&mut self, _: Duration) -> Result<Event, Gone> {
        if self.told.is_empty() { Err(Gone::Idle) } else { Ok(self.told.remove(0)) }
    }
}

const KO: &str = "(;SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[gg];W[bb];B[cb];W[bb];B[hh])";

#[test]
fn the_engines_words_are_told_and_whether_it_refuses_all() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = dir.path().join("games");
    std::fs::create_dir(&games).expect("made");
    std::fs::write(games.join("a.sgf"), "(;SZ[9];B[cc];W[gg];B[cg])").expect("written");
    std::fs::write(games.join("b.sgf"), "(;SZ[9];B[cc])").expect("written");
    let run = |most: usize, out: &str| {
        let (out, mut engine) = (dir.path().join(out), Refusing::new(most));
        let (options, hunt) = (GoOptions::default(), HuntOptions::default());
        harvest_by_engine(&games, &out, &options, &hunt, &mut engine, &mut Quiet).expect("runs")
    };
    let all = run(0, "all.jsonl");
    assert!(all.refused_all());
    assert_eq!(all.refusal.as_deref(), Some("a.sgf, game 1: rules: Could not parse rules"));
    assert!(all.words().iter().any(|line| line.contains("Could not parse rules")), "{:?}", all.words());
    let some = run(1, "some.jsonl");
    assert!(!some.refused_all() && some.refusal.is_some());
    let none = run(9, "none.jsonl");
    assert!(!none.refused_all() && none.refusal.is_none());
}

/// A move that retakes a ko at once is not sent.
#[test]
fn no_illegal_move_is_sent() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("ko.sgf");
    std::fs::write(&file, KO).expect("written");
    let mut engine = Refusing::new(99);
    let (options, hunt) = (GoOptions::default(), HuntOptions::default());
    harvest_by_engine(dir.path(), &dir.path().join("p.jsonl"), &options, &hunt, &mut engine, &mut Quiet).expect("runs");
    assert_eq!(engine.asked[0].moves.len(), 9);
}
