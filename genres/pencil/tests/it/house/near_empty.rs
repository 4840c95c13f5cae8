//! Boards with hardly a clue have many solutions, and that is found at once.

use std::sync::Arc;
use tesuji_genre::clue::{ClueGenre, Clued, Clues};
use tesuji_genre::{GenerateRequest, Genre, sub_rng};
use tesuji_pencil::board::{Board, Size};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::genres::*;
use tesuji_pencil::house::Pencil;
use tesuji_solver::{Limits, Stop};

/// Genres with boards of any size, of which clues may be missing.
const ALL: [&Pencil; 36] = [
    &AKARI,
    &AQRE,
    &BINAIRO,
    &CAVE,
    &CONSECUTIVE,
    &COUNTRY_ROAD,
    &CREEK,
    &FILLOMINO,
    &FUTOSHIKI,
    &GOKIGEN,
    &HEYAWAKE,
    &HITORI,
    &KAKURASU,
    &KAKURO,
    &KENKEN,
    &KROPKI,
    &KURODOKO,
    &KUROTTO,
    &LITS,
    &MAGNETS,
    &MASYU,
    &MINES,
    &NORINORI,
    &NURIKABE,
    &NURIMISAKI,
    &PALISADE,
    &RIPPLE,
    &SHAKASHAKA,
    &SIMPLE_LOOP,
    &SKYSCRAPERS,
    &SLITHERLINK,
    &TAPA,
    &TENTS,
    &UNRULY,
    &YAJILIN,
    &YIN_YANG,
];

/// Nodes within which two solutions are found, or none.
const NODES: u64 = 30_000;

fn undecided(genre: &'static Pencil, board: Arc<Board>, clues: Clues<Clue>) -> Option<String> {
    let puzzle = Clued::<Pencil> { structure: board, clues };
    let text = ClueGenre::print(genre, &puzzle);
    // Where it is no puzzle there is nothing to decide.
    let parsed = Genre::parse(genre, &text).ok()?;
    let begun = std::time::Instant::now();
    let limits = Limits::solutions(2).with_nodes(NODES).with_time(std::time::Duration::from_secs(60));
    let solved = Genre::solve(genre, &parsed.puzzle, &limits).ok()?;
    let took = begun.elapsed().as_secs_f64();
    if took > 2.0 {
        println!("{text}: {took:.1} s, {} nodes", solved.stats.nodes);
    }
    (!solved.stop.is_complete()).then(|| format!("{text}: {:?} after {} nodes", solved.stop, solved.stats.nodes))
}

#[test]
fn boards_with_hardly_a_clue_are_decided() {
    let mut open = Vec::new();
    for genre in ALL {
        for (rows, cols) in [(9, 9), (12, 12), (20, 20)] {
            let name = Genre::name(genre);
            let want = GenerateRequest::default();
            let size = format!("{rows}x{cols}");
            let drawn = ClueGenre::structure(genre, &size, &want, &mut sub_rng(3, 0)).ok();
            // An open board where that is one of the genre, and one as the generator draws it.
            let bare = Board::new(Size::new(rows, cols).expect("a size"));
            for board in drawn.into_iter().chain([bare]) {
                let board = Arc::new(board);
                open.extend(undecided(genre, Arc::clone(&board), Clues::new()));
                let middle = ClueGenre::places(genre, &board);
                if let Some(&place) = middle.get(middle.len() / 2 + 1) {
                    for clue in [Clue::Number(2), Clue::Black] {
                        open.extend(undecided(genre, Arc::clone(&board), [(place, clue)].into()));
                    }
                }
            }
            println!("{name} {size}");
        }
    }
    assert!(open.is_empty(), "{open:#?}");
}

/// The board that was reported, and larger ones of its kind: a row that needs one of many.
#[test]
fn nearly_empty_akaris_have_several_solutions() {
    for (size, walls) in [("12/12", "zzzzzzzj"), ("14/14", "zzzzzzzzzzy"), ("24/24", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz")]
    {
        let Ok(parsed) = Genre::parse(&AKARI, &format!("akari/{size}/{walls}")) else { continue };
        let limits = Limits::solutions(2).with_nodes(NODES);
        let solved = Genre::solve(&AKARI, &parsed.puzzle, &limits).expect("solved");
        assert_eq!((solved.solutions.len(), solved.stop), (2, Stop::Enough), "{size}");
    }
}
