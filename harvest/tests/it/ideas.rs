//! An engine's policy as ideas: proofs are ours, a tape says the same again, and an engine that
//! stops in the middle is named.

use std::collections::VecDeque;
use std::time::Duration;
use tesuji_go::zones::{ZoneGoal, ZoneProof, prove_with};
use tesuji_go::{Question, Role};
use tesuji_harvest::engine::{Analysis, Engine, EngineId, Event, Gone, Query, Recording, Tape, Ticket};
use tesuji_harvest::go::EngineIdeas;
use tesuji_solver::Limits;

const WAIT: Duration = Duration::from_secs(1);

/// An engine that likes one point more than the others, and stops after a number of answers.
struct Scripted {
    identity: EngineId,
    likes: usize,
    answers: usize,
    asked: u64,
    ready: VecDeque<Event>,
}

impl Scripted {
    fn new(likes: usize, answers: usize) -> Scripted {
        let identity = EngineId { version: "1".to_string(), model: "scripted".to_string() };
        Scripted { identity, likes, answers, asked: 0, ready: VecDeque::new() }
    }
}

impl Engine for Scripted {
    fn identity(&self) -> &EngineId {
        &self.identity
    }

    fn ask(&mut self, query: &Query) -> Ticket {
        assert!(query.policy && query.visits == 1 && !query.ownership && query.moves.is_empty());
        assert_eq!(query.to_json()["includePolicy"], true);
        self.asked += 1;
        let points = usize::from(query.size.width) * usize::from(query.size.height);
        let mut policy = vec![0.5 / points as f32; points + 1];
        policy[self.likes] = 0.5;
        // Illegal moves are negative; this one is none, and it costs nothing but time.
        policy[1] = -1.0;
        let to_move = query.first.expect("says who moves");
        let analysis =
            Analysis { to_move, winrate: 0.5, score: 0.0, visits: 1, moves: Vec::new(), ownership: Vec::new(), policy };
        let ticket = Ticket(self.asked);
        self.ready.push_back(Event::Answer { ticket, turn: 0, analysis: Box::new(analysis) });
        ticket
    }

    fn next(&mut self, _: Duration) -> Result<Event, Gone> {
        if self.answers == 0 {
            return Err(Gone::Broken("scripted ended: out of words".to_string()));
        }
        self.answers -= 1;
        self.ready.pop_front().ok_or(Gone::Idle)
    }
}

/// A group that lives if it plays in the corner.
fn question() -> Question {
    Question::from_picture("!...OX|..OOX|OOOXX|XXX##").expect("a picture")
}

fn proof(engine: &mut dyn Engine, positions: u64) -> (Option<ZoneProof>, u64, Option<String>) {
    let mut ideas = EngineIdeas::new(engine, positions, WAIT);
    let limits = Limits::default().with_nodes(100_000);
    let found = prove_with(&question(), ZoneGoal::Survive, Role::Defender, &limits, &mut ideas);
    (found, ideas.told(), ideas.gone().map(str::to_string))
}

#[test]
fn a_tape_has_the_same_ideas_and_proofs_are_checked() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("ideas.jsonl");
    let mut recording = Recording::new(Scripted::new(0, usize::MAX), &path).expect("opens");
    let (found, told, gone) = proof(&mut recording, 1_000);
    let found = found.expect("a proof");
    assert_eq!((found.certificate.check(), gone), (Ok(()), None));
    assert!(told > 0);
    let mut tape = Tape::open(&path, EngineId { version: "1".into(), model: "scripted".into() }).expect("opens");
    let (again, of_tape, gone) = proof(&mut tape, 1_000);
    assert_eq!(again.map(|again| again.certificate), Some(found.certificate));
    assert_eq!((of_tape, gone), (told, None));
    // Another policy asks about other positions: what is not on the tape is no idea, and no fault.
    let (without, few, gone) = proof(&mut Tape::new(EngineId::default()), 1_000);
    assert!(without.is_some_and(|proof| proof.certificate.check().is_ok()));
    assert_eq!((few, gone), (0, None));
}

#[test]
fn an_engine_that_stops_in_the_middle_is_named_and_the_search_goes_on() {
    for answers in [0, 2] {
        let (found, told, gone) = proof(&mut Scripted::new(20, answers), 1_000);
        assert!(found.is_some_and(|proof| proof.certificate.check().is_ok()));
        assert_eq!(told, answers as u64);
        assert_eq!(gone.as_deref(), Some("scripted ended: out of words"));
    }
    let (found, told, gone) = proof(&mut Scripted::new(20, usize::MAX), 3);
    assert!(found.is_some() && told <= 3 && gone.is_none());
}
