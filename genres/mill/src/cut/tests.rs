//! A game of three men a side: the sector is built for it.

use super::*;
use crate::game_text;
use crate::puzzle::{plain_keys, standard};
use std::sync::LazyLock;
use tesuji_solver::Limits;

static TABLES: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    Library::open(standard(), dir.path(), 3, 3).expect("built");
    dir
});

fn library() -> Library {
    Library::partial(standard(), TABLES.path()).expect("opens")
}

/// White wins in two turns by d5-f4 alone; d5-d2 gives that up.
const FEN: &str = "O***@***/@**O****/**O***@* w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

fn cut_of(turns: &str, options: &CutOptions) -> (Cut, Vec<Record>) {
    let game = game_text::games(&format!("[FEN \"{FEN}\"]\n\n1. {turns}\n")).remove(0).expect("plays");
    let (library, clock) = (library(), Limits::default().start());
    let mut records = Vec::new();
    let cut = cut(&game, options, &library, &clock, &mut |record| records.push(record));
    assert_eq!((cut.kept as usize, cut.is_cut), (records.len(), false));
    (cut, records)
}

#[test]
fn a_missed_win_is_a_puzzle_with_the_right_turn() {
    let (cut, records) = cut_of("d5-d1", &CutOptions::default());
    let (positions, valued) = (cut.positions, cut.valued);
    assert_eq!((positions, valued, records.len()), (1, 1, 1), "{cut:?}");
    let record = &records[0];
    let question = Question::parse(&record.puzzle).expect("a puzzle");
    assert_eq!(question.category, Category::WinGame);
    // The plain search, which shares only the rules, finds the same turn.
    let plain = plain_keys(&question, &question.kernel().expect("rules"), &Limits::default().with_nodes(5_000_000));
    assert_eq!(plain.stop, tesuji_solver::Stop::Exhausted);
    let keys: Vec<String> = plain.keys.iter().map(ToString::to_string).collect();
    assert_eq!(record.solution.as_ref().expect("a solution")["key"], json!(keys));
    let metadata = &record.extra["metadata"];
    assert_eq!((&metadata["original_move_number"], &metadata["played"]), (&1.into(), &"d5-d1".into()));
    assert_eq!((&metadata["value_before"], &metadata["is_key"]), (&"win".into(), &false.into()));
    assert_eq!(metadata["blunder"], json!(cut.missed == 1));
    assert!(record.canon.is_some() && record.grade.is_some());
}

#[test]
fn a_turn_that_is_the_key_is_no_blunder() {
    let (cut, records) = cut_of("d5-f4", &CutOptions::default());
    assert_eq!((cut.missed, cut.found, records.len()), (0, 1, 1));
    assert_eq!(records[0].extra["metadata"]["is_key"], true);
    let (cut, records) = cut_of("d5-f4", &CutOptions { only_missed: true, ..CutOptions::default() });
    assert_eq!((records.len(), cut.rejected["the player keeps the value"]), (0, 1));
}

#[test]
fn what_is_not_known_is_counted_by_its_reason() {
    let (library, clock) = (library(), Limits::default().start());
    let whole = |options: &CutOptions| {
        let game = game_text::games("1. d6 f4\n2. b4 d2\n").remove(0).expect("plays");
        cut(&game, options, &library, &clock, &mut |_| panic!("nothing is known of it"))
    };
    assert_eq!(whole(&CutOptions::default()).rejected["men in hand"], 4);
    let openings = CutOptions { categories: vec![Category::Opening], ..CutOptions::default() };
    let cut = whole(&openings);
    assert_eq!((cut.valued, cut.rejected.values().sum::<u64>()), (0, 4), "{cut:?}");
    let ended = Limits::default().with_time(std::time::Duration::ZERO).start();
    let game = game_text::games("1. d6 f4\n").remove(0).expect("plays");
    assert!(super::cut(&game, &CutOptions::default(), &library, &ended, &mut |_| ()).is_cut);
}
