//! Every genre names the clues that clash in a puzzle without a solution.

use super::{request, small};
use tesuji_genre::clue::ClueGenre;
use tesuji_genre::{ClueActions, Genre, RepairRequest, Repaired};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::genres::*;
use tesuji_pencil::house::Pencil;
use tesuji_solver::{Limits, Stop};

/// Genres all of whose clues go together.
const WHOLE: [&Pencil; 15] = [
    &CONSECUTIVE,
    &GALAXIES,
    &HASHI,
    &HITORI,
    &KAKURO,
    &KENKEN,
    &KROPKI,
    &KUROTTO,
    &NONOGRAM,
    &NURIKABE,
    &NURIMISAKI,
    &THERMOMETERS,
    &TRACKS,
    &UNDEAD,
    &YAJILIN,
];
/// Genres that have regions and no clues, or clues of one kind.
const OF_REGIONS: [&Pencil; 3] = [&LITS, &NORINORI, &STAR_BATTLE];
/// Some of the others.
const OPTIONAL: [&Pencil; 5] = [&AKARI, &FILLOMINO, &MASYU, &SLITHERLINK, &TENTS];

fn repaired(genre: &'static Pencil, text: &str, edits: usize) -> Option<Repaired> {
    let puzzle = ClueActions::parse_contradicting(genre, text).ok()?.puzzle;
    let want = RepairRequest { edits, count: 3, limits: Limits::default().with_nodes(100_000) };
    Some(ClueActions::repair(genre, &puzzle, &want).unwrap_or_else(|bad| panic!("{text}: {bad}")))
}

fn made(genre: &'static Pencil, seed: u64) -> String {
    let dynamic = tesuji_pencil::genres::all().into_iter().find(|g| g.name() == Genre::name(genre)).expect("listed");
    let mut made = Vec::new();
    Genre::generate(genre, &request(small(dynamic), seed), &mut |r| made.push(r)).expect("generated");
    made.remove(0).puzzle
}

/// All clues but one are those of a puzzle with a solution: a clash has that one.
#[test]
fn a_clash_names_the_clue_that_is_wrong() {
    for genre in WHOLE.into_iter().chain(OPTIONAL) {
        let text = made(genre, 6);
        let puzzle = ClueGenre::parse(genre, &text).expect("a puzzle").puzzle;
        let mut clues: Vec<Clue> = puzzle.clues.values().cloned().collect();
        clues.extend((1..=9).map(Clue::Number));
        let (mut looked, mut named, mut unknown, mut fixed, mut cases) = (0, 0, 0, 0, 0);
        'places: for &place in puzzle.clues.keys() {
            let others = clues.iter().filter(|clue| **clue != puzzle.clues[&place]).take(12);
            for clue in others.map(Some).chain([None]) {
                let mut damaged = puzzle.clone();
                match clue {
                    Some(clue) => drop(damaged.clues.insert(place, clue.clone())),
                    None => drop(damaged.clues.remove(&place)),
                }
                let text = ClueGenre::print(genre, &damaged);
                let Ok(parsed) = Genre::parse(genre, &text) else { continue };
                let Ok(solved) = Genre::solve(genre, &parsed.puzzle, &Limits::default().with_nodes(100_000)) else {
                    continue;
                };
                if !solved.solutions.is_empty() || solved.stop != Stop::Exhausted {
                    continue;
                }
                looked += 1;
                let Some(found) = repaired(genre, &text, 1) else { continue };
                assert_eq!(found.solutions, 0, "{text}");
                let name = genre.place_name(&puzzle.structure, place);
                let name = name.trim_start_matches("the clue ");
                named += usize::from(found.clash.iter().any(|words| words.contains(name)));
                // Where a puzzle without a clue is another puzzle, a clash is not always known.
                unknown += usize::from(found.clash.is_empty());
                fixed += usize::from(!found.repairs.is_empty());
                for repair in &found.repairs {
                    let again = Genre::parse(genre, &repair.record.puzzle).expect("a puzzle").puzzle;
                    let solved = Genre::solve(genre, &again, &Limits::solutions(2)).expect("solved");
                    assert_eq!((solved.solutions.len(), solved.stop), (1, Stop::Exhausted), "{text}");
                    assert_eq!(solved.solutions.first(), repair.record.solution.as_ref(), "{text}");
                }
                cases += 1;
                if cases == 6 {
                    break 'places;
                }
                continue 'places;
            }
        }
        println!("{}: {looked} damaged, {named} named, {fixed} repaired", Genre::name(genre));
        assert!(looked > 0, "{}: nothing was damaged", Genre::name(genre));
        // Stars of galaxies go together, so only what is wrong at sight is named. Thermometers and
        // mirrors are the board: where one is damaged, the numbers that no longer fit are named.
        let is_exact = !["galaxies", "thermometers", "undead"].contains(&Genre::name(genre));
        assert!(!is_exact || named + unknown == looked, "{}: {named} of {looked}", Genre::name(genre));
        assert!(unknown == 0 || !genre.clues_are_optional(), "{}: {unknown}", Genre::name(genre));
        let editable = ["hitori", "kakuro", "nonogram", "nurikabe"].contains(&Genre::name(genre));
        if editable || genre.clues_are_optional() {
            assert_eq!(fixed, looked, "{}", Genre::name(genre));
        }
    }
}

/// Dominoes that clash are named where numbers of a dominosa changed places.
#[test]
fn dominoes_that_clash_are_named() {
    let text = made(&DOMINOSA, 6);
    let puzzle = ClueGenre::parse(&DOMINOSA, &text).expect("a puzzle").puzzle;
    let places: Vec<u32> = puzzle.clues.keys().copied().collect();
    let mut looked = 0;
    for pair in places.windows(3) {
        let mut damaged = puzzle.clone();
        let (a, b) = (puzzle.clues[&pair[0]].clone(), puzzle.clues[&pair[2]].clone());
        damaged.clues.extend([(pair[0], b), (pair[2], a)]);
        let text = ClueGenre::print(&DOMINOSA, &damaged);
        let found = repaired(&DOMINOSA, &text, 1).expect("read");
        if found.solutions == 0 {
            looked += 1;
            assert!(found.clash.iter().all(|words| words.starts_with("the domino")), "{text}: {found:?}");
            assert!(!found.clash.is_empty() && !found.edits, "{text}: {found:?}");
        }
    }
    assert!(looked > 0);
}

/// Regions that can't be filled are named, and a star battle gets the cell that is in the wrong
/// region.
#[test]
fn regions_that_clash_are_named() {
    for genre in OF_REGIONS {
        let (mut looked, mut fixed) = (0, 0);
        for seed in 1..60 {
            let text = made(genre, seed % 6 + 1);
            let puzzle = ClueGenre::parse(genre, &text).expect("a puzzle").puzzle;
            // The regions of another puzzle's left half: mostly without a solution.
            let moved = moved(&puzzle.structure, seed as usize);
            let Some(board) = moved else { continue };
            let damaged = tesuji_genre::clue::Clued::<Pencil> { structure: board.into(), clues: puzzle.clues.clone() };
            let text = ClueGenre::print(genre, &damaged);
            let Ok(parsed) = Genre::parse(genre, &text) else { continue };
            let solved = Genre::solve(genre, &parsed.puzzle, &Limits::default()).expect("solved");
            if !solved.solutions.is_empty() {
                continue;
            }
            looked += 1;
            let found = repaired(genre, &text, 1).expect("read");
            assert!(!found.clash.is_empty() && found.clash.iter().all(|c| c.contains("region")), "{text}: {found:?}");
            fixed += usize::from(!found.repairs.is_empty());
            if looked == 5 {
                break;
            }
        }
        println!("{}: {looked} damaged, {fixed} repaired", Genre::name(genre));
        assert!(looked > 0, "{}", Genre::name(genre));
        assert!(Genre::name(genre) != "starbattle" || fixed > 0);
    }
}

/// The board with a cell in a region beside it, the `number`th way.
fn moved(board: &tesuji_pencil::board::Board, number: usize) -> Option<tesuji_pencil::board::Board> {
    let regions = board.regions()?;
    let ways: Vec<(usize, usize)> = board
        .cells()
        .flat_map(|c| board.neighbours(c).map(move |n| (c, n)))
        .filter(|&(c, n)| regions.of(c) != regions.of(n) && regions.cells(regions.of(c)).len() > 1)
        .collect();
    let (cell, beside) = *ways.get(number * 7 % ways.len().max(1))?;
    let labels: Vec<u32> = (0..board.size().cells())
        .map(|c| if c == cell { regions.of(beside) as u32 } else { regions.of(c) as u32 })
        .collect();
    board.clone().with_regions(&labels).ok()
}

/// Three islands around one cell clash by their places, whatever their numbers say: the cell would
/// be sea that can't get out.
#[test]
fn places_that_clash_are_named() {
    // The first rows are "2 . 3 . ." and ". 1 . . .".
    let found = repaired(&NURIKABE, "nurikabe/5/4/2g3i1q2g", 1).expect("an address");
    assert_eq!(found.solutions, 0);
    assert_eq!(found.clash, ["2 at r1c1", "3 at r1c3", "1 at r2c2"]);
}
