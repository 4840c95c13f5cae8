//! The client of the analysis protocol against an engine that misbehaves, and against tapes.

use std::path::Path;
use std::time::{Duration, Instant};
use tesuji_harvest::engine::{
    Analysis, Answers, Engine, EngineId, Event, Gone, Process, Query, Recording, Reply, Rules, SessionOptions, Tape,
    View, answers,
};
use tesuji_sgf::{BoardSize, Color, Move, Point};

/// A query about `turns` turns.
fn query(turns: usize, size: u8) -> Query {
    let color = |i: usize| if i.is_multiple_of(2) { Color::Black } else { Color::White };
    let at = |i: usize| Move::At(Point::new((i % 9) as u8, (i / 9) as u8));
    Query {
        size: BoardSize { width: size, height: size },
        setup: Vec::new(),
        moves: (0..turns.saturating_sub(1)).map(|i| (color(i), at(i))).collect(),
        rules: Rules::default(),
        first: None,
        turns: (0..turns).collect(),
        visits: 4,
        ownership: true,
        policy: false,
    }
}

fn start(mode: &str, file: Option<&Path>) -> Result<Process, Gone> {
    let options = SessionOptions { patience: Duration::from_millis(1500), starts: 2, ..SessionOptions::default() };
    let file = file.map_or(String::new(), |file| format!(" '{}'", file.display()));
    Process::start(&format!("'{}' {mode}{file}", env!("CARGO_BIN_EXE_tesuji-fake-engine")), options)
}

const WAIT: Duration = Duration::from_secs(60);

fn is_whole(found: &Answers) -> bool {
    found.turns.iter().enumerate().all(|(n, turn)| turn.as_ref().is_some_and(|a| a.score == n as f64))
}

#[test]
fn every_answer_comes_once_however_the_engine_misbehaves() {
    let dir = tempfile::tempdir().expect("a folder");
    for mode in ["plain", "shuffled", "twice", "garble", "hang-once", "die", "flood-once"] {
        let starts = dir.path().join(mode);
        let mut engine = start(mode, Some(&starts)).expect("starts");
        assert_eq!(engine.identity(), &EngineId { version: "fake".into(), model: "none".into() });
        let found = answers(&mut engine, &query(10, 9), WAIT).unwrap_or_else(|gone| panic!("{mode}: {gone}"));
        assert!(is_whole(&found), "{mode}: {found:?}");
        let restarts = std::fs::read(&starts).expect("counted").len() - 1;
        let expected = match mode {
            "die" => 3,
            "hang-once" | "flood-once" => 1,
            _ => 0,
        };
        assert_eq!(restarts, expected, "{mode}");
        assert_eq!(found.told.is_empty(), mode == "plain" || mode == "shuffled", "{mode}: {:?}", found.told);
        assert_eq!(engine.next(WAIT), Err(Gone::Idle), "{mode}");
    }
}

#[test]
fn an_engine_that_helps_nobody_is_given_up() {
    for mode in ["mute", "flood"] {
        let begun = Instant::now();
        let found = start(mode, None).and_then(|mut engine| answers(&mut engine, &query(3, 9), WAIT));
        assert!(matches!(found, Err(Gone::Broken(_))), "{mode}: {found:?}");
        assert!(begun.elapsed() < Duration::from_secs(50), "{mode}");
    }
    // Answers before the engine hung are kept, and the query that stopped it is named.
    let mut engine = start("hang", None).expect("starts");
    let ticket = engine.ask(&query(3, 9));
    let mut seen = Vec::new();
    let end = loop {
        match engine.next(WAIT) {
            Ok(Event::Answer { ticket: of, turn, .. }) => seen.push((of, turn)),
            Ok(_) => {}
            Err(gone) => break gone,
        }
    };
    assert_eq!((seen, end), (vec![(ticket, 0), (ticket, 1), (ticket, 2)], Gone::Idle), "three turns in two starts");
}

#[test]
fn a_missing_engine_is_named() {
    assert!(matches!(Process::start(" ", SessionOptions::default()), Err(Gone::Broken(_))));
    let missing = Process::start("/no/such/engine analysis", SessionOptions::default());
    assert!(matches!(missing, Err(Gone::Broken(why)) if why.contains("/no/such/engine can't be started")));
}

#[test]
fn a_refused_query_costs_no_other() {
    let mut engine = start("plain", None).expect("starts");
    let (bad, good) = (engine.ask(&query(2, 25)), engine.ask(&query(2, 9)));
    let (mut refused, mut answered) = (None, 0);
    while let Ok(event) = engine.next(WAIT) {
        match event {
            Event::Refused { ticket, field, .. } => refused = Some((ticket, field)),
            Event::Answer { ticket, .. } if ticket == good => answered += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((refused, answered), (Some((Some(bad), Some("boardXSize".to_string()))), 2));
}

#[test]
fn a_tape_is_recorder_cache_and_replay() {
    let dir = tempfile::tempdir().expect("a folder");
    let (tape, starts) = (dir.path().join("tape.jsonl"), dir.path().join("starts"));
    let asked = query(6, 9);
    let mut recording = Recording::new(start("plain", Some(&starts)).expect("starts"), &tape).expect("opens");
    let first = answers(&mut recording, &asked, WAIT).expect("answers");
    let length = std::fs::metadata(&tape).expect("is there").len();
    // Longer games share their beginning.
    let longer = answers(&mut recording, &query(8, 9), WAIT).expect("answers");
    assert!(is_whole(&first) && is_whole(&longer));
    drop(recording);
    let text = std::fs::read_to_string(&tape).expect("reads");
    assert_eq!((text.lines().count(), text.len() as u64 > length), (8, true), "what was known is not asked again");
    // A run that was killed while it wrote.
    std::fs::write(&tape, format!("{text}{{\"key\":")).expect("writes");
    let identity = Tape::engine_of(&tape).expect("says who");
    let mut replay = Tape::open(&tape, identity.clone()).expect("opens");
    assert_eq!(answers(&mut replay, &asked, WAIT).expect("answers"), first);
    assert_eq!(std::fs::read_to_string(&tape).expect("reads"), text, "the half line is gone");
    let other = EngineId { model: "another".into(), ..identity };
    let missing = answers(&mut Tape::open(&tape, other).expect("opens"), &asked, WAIT).expect("ends");
    assert_eq!((missing.turns.iter().flatten().count(), missing.told.len()), (0, 6));
}

#[test]
fn views_say_whose_numbers_they_are() {
    let line = |player: &str| {
        let root = format!("{{\"currentPlayer\":\"{player}\",\"winrate\":0.75,\"scoreLead\":2.5,\"visits\":1}}");
        format!("{{\"id\":\"1\",\"turnNumber\":0,\"rootInfo\":{root},\"ownership\":[0.5]}}")
    };
    let read = |player: &str, view: View| -> Analysis {
        match Reply::parse(&line(player), view).expect("reads") {
            Reply::Answer { analysis: Some(analysis), .. } => *analysis,
            other => panic!("{other:?}"),
        }
    };
    for (player, view, winrate, score, owned) in [
        ("B", View::Black, 0.75, 2.5, 0.5),
        ("W", View::Black, 0.75, 2.5, 0.5),
        ("W", View::SideToMove, 0.25, -2.5, -0.5),
        ("B", View::SideToMove, 0.75, 2.5, 0.5),
        ("B", View::White, 0.25, -2.5, -0.5),
    ] {
        let read = read(player, view);
        assert_eq!((read.winrate, read.score, read.ownership), (winrate, score, vec![owned]), "{player} {view:?}");
    }
}
