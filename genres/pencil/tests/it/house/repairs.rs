//! Every suggested repair leaves one solution.

use super::{request, small};
use tesuji_genre::clue::{ClueGenre, Clued};
use tesuji_genre::{ClueActions, Genre, RepairRequest};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::genres::{AKARI, CREEK, MASYU, MINES, SLITHERLINK, UNRULY};
use tesuji_pencil::house::Pencil;
use tesuji_solver::{Limits, Stop};

#[test]
fn repairs_leave_one_solution() {
    let mut told = 0;
    for genre in [&AKARI, &CREEK, &MASYU, &MINES, &SLITHERLINK] {
        let size =
            small(tesuji_pencil::genres::all().into_iter().find(|g| g.name() == Genre::name(genre)).expect("there"));
        let mut made = Vec::new();
        Genre::generate(genre, &request(size, 5), &mut |r| made.push(r)).expect("generated");
        told += damaged(genre, &made[0].puzzle);
    }
    assert!(told > 50, "{told}");
}

/// A puzzle with one solution that was damaged by two edits is repaired by two or fewer, and by one
/// where one of all single edits is enough.
#[test]
fn no_repair_takes_more_edits_than_the_damage() {
    let mut repaired = [0; 3];
    for genre in [&AKARI, &CREEK, &MINES, &UNRULY] {
        let size =
            small(tesuji_pencil::genres::all().into_iter().find(|g| g.name() == Genre::name(genre)).expect("there"));
        let mut made = Vec::new();
        Genre::generate(genre, &request(size, 8), &mut |r| made.push(r)).expect("generated");
        let puzzle = ClueGenre::parse(genre, &made[0].puzzle).expect("a puzzle").puzzle;
        let mut clues: Vec<Option<Clue>> = vec![None];
        clues.extend(puzzle.clues.values().cloned().map(Some));
        clues.dedup();
        let places = ClueGenre::places(genre, &puzzle.structure);
        for (number, pair) in places.windows(5).map(|w| [w[0], w[4]]).enumerate() {
            let mut damaged = puzzle.clone();
            for (place, clue) in pair.into_iter().zip(clues.iter().cycle().skip(number)) {
                edit(&mut damaged, place, clue.as_ref());
            }
            let text = ClueGenre::print(genre, &damaged);
            let Ok(parsed) = ClueActions::parse_contradicting(genre, &text) else { continue };
            let want = RepairRequest { edits: 2, count: 1, limits: Limits::default().with_nodes(100_000) };
            let found = ClueActions::repair(genre, &parsed.puzzle, &want).expect("looked for");
            let fewest = found.repairs.first().map_or(0, |repair| repair.edits.len());
            let is_solved = is_unique(genre, &damaged);
            assert!(fewest > 0 || is_solved || !found.proved, "{text}");
            if found.proved && fewest != 1 && !is_solved {
                let single = places.iter().flat_map(|place| clues.iter().map(move |clue| (place, clue)));
                for (place, clue) in single {
                    let mut edited = damaged.clone();
                    edit(&mut edited, *place, clue.as_ref());
                    assert!(!is_unique(genre, &edited), "{text}: {}", ClueGenre::print(genre, &edited));
                }
            }
            repaired[fewest] += 1;
        }
    }
    assert!(repaired[1] > 20 && repaired[2] > 4, "{repaired:?}");
}

fn edit(puzzle: &mut Clued<Pencil>, place: u32, clue: Option<&Clue>) {
    match clue {
        Some(clue) => drop(puzzle.clues.insert(place, clue.clone())),
        None => drop(puzzle.clues.remove(&place)),
    }
}

fn is_unique(genre: &'static Pencil, puzzle: &Clued<Pencil>) -> bool {
    let Ok(parsed) = Genre::parse(genre, &ClueGenre::print(genre, puzzle)) else { return false };
    Genre::solve(genre, &parsed.puzzle, &Limits::solutions(2)).expect("solved").solutions.len() == 1
}

/// Puts every clue that occurs on every fourth place, or takes the clue there away; returns
/// the number of suggested repairs.
fn damaged(genre: &'static Pencil, text: &str) -> usize {
    let puzzle = ClueGenre::parse(genre, text).expect("a puzzle").puzzle;
    let mut clues: Vec<Option<Clue>> = vec![None];
    for clue in puzzle.clues.values().cloned().map(Some) {
        if !clues.contains(&clue) {
            clues.push(clue);
        }
    }
    let mut told = 0;
    for place in ClueGenre::places(genre, &puzzle.structure).into_iter().step_by(4) {
        for clue in &clues {
            let mut damaged = puzzle.clone();
            edit(&mut damaged, place, clue.as_ref());
            let Ok(parsed) = ClueActions::parse_contradicting(genre, &ClueGenre::print(genre, &damaged)) else {
                continue;
            };
            let want = RepairRequest { edits: 1, count: 40, limits: Limits::default().with_nodes(100_000) };
            for repair in ClueActions::repair(genre, &parsed.puzzle, &want).expect("looked for").repairs {
                let again = Genre::parse(genre, &repair.record.puzzle).expect("a puzzle").puzzle;
                let solved = Genre::solve(genre, &again, &Limits::solutions(2)).expect("solved");
                assert_eq!((solved.solutions.len(), solved.stop), (1, Stop::Exhausted), "{}", repair.record.puzzle);
                assert_eq!(Some(&solved.solutions[0]), repair.record.solution.as_ref(), "{}", repair.record.puzzle);
                told += 1;
            }
        }
    }
    told
}
