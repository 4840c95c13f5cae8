//! Walking through puzzles of every kind of genre: what can be clicked can be made, and the
//! solution is walked to its end.

use std::collections::BTreeMap;
use std::time::Duration;
use tesuji_genre::{GenerateRequest, Genre, Judged, Puzzle, Record, Rect, WalkRequest, Walked};
use tesuji_solver::Limits;

const GENRES: [(&str, &str, &[(&str, &str)]); 10] = [
    ("sudoku", "4x4", &[]),
    ("sudoku", "9x9", &[]),
    ("killer", "4x4", &[]),
    ("slitherlink", "5x5", &[]),
    ("hitori", "5x5", &[]),
    ("hashi", "7x7", &[]),
    ("nonogram", "5x5", &[]),
    ("tsumego", "9x9", &[]),
    ("mill", "", &[("category", "formMill")]),
    ("azul", "2p", &[("stage", "late/mid")]),
];

fn made(genre: &dyn Genre, size: &str, set: &[(&str, &str)]) -> Record {
    let set: BTreeMap<String, String> = set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let limits = Limits::default().with_time(Duration::from_secs(20));
    let want = GenerateRequest {
        size: Some(size.to_string()).filter(|s| !s.is_empty()),
        set,
        limits,
        ..GenerateRequest::default()
    };
    let mut found = None;
    genre
        .generate(&want, &mut |record| found = Some(record))
        .unwrap_or_else(|e| panic!("{} {size}: {e}", genre.name()));
    found.unwrap_or_else(|| panic!("no {} {size}", genre.name()))
}

struct Asked<'a> {
    puzzle: &'a Puzzle,
    record: &'a Record,
}

impl Asked<'_> {
    fn walk(&self, moves: &[String], step: bool) -> Result<Walked, tesuji_genre::Bad> {
        let want = WalkRequest { solution: self.record.solution.as_ref(), moves, step, ..WalkRequest::default() };
        self.puzzle.genre.walk(self.puzzle, &want)
    }
}

/// Width and height of a drawing.
fn size(svg: &str) -> (f64, f64) {
    let from = svg.find("viewBox=\"0 0 ").expect("a view") + 13;
    let mut numbers = svg[from..].split('"').next().expect("ends").split(' ').map(|n| n.parse().expect("a number"));
    (numbers.next().expect("a width"), numbers.next().expect("a height"))
}

#[test]
fn what_can_be_clicked_can_be_made_and_solutions_are_walked_to_their_end() {
    for (name, wanted, set) in GENRES {
        let genre = tesuji_genres::get(name).expect("a genre");
        let record = made(genre, wanted, set);
        let puzzle = genre.parse(&record.puzzle).expect("parses").puzzle;
        let asked = Asked { puzzle: &puzzle, record: &record };
        let start = asked.walk(&[], false).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(!start.spots.is_empty() && start.moves.is_empty() && start.judged.is_none(), "{name}");
        let (w, h) = size(&start.svg);
        for spot in &start.spots {
            let Rect { x, y, w: width, h: height } = spot.at;
            assert!(x + width > 0.0 && y + height > 0.0 && x < w && y < h, "{name}: {:?} in {w} by {h}", spot.at);
        }
        // Every choice; the right ones are those of the solution.
        let mut judged: BTreeMap<&str, u32> = BTreeMap::new();
        for choice in start.spots.iter().flat_map(|s| &s.choices).take(60) {
            let moves = [choice.mv.clone()];
            let after = asked.walk(&moves, false).unwrap_or_else(|e| panic!("{name}: {}: {e}", choice.mv));
            assert_eq!(after.moves[0], choice.mv, "{name}");
            let word = after.judged.map_or("none", |j| if j == Judged::Right { "right" } else { "wrong" });
            *judged.entry(word).or_default() += 1;
        }
        assert!(judged.contains_key("right") && judged.contains_key("wrong"), "{name}: {judged:?}");
        // The solution, step by step.
        let mut at = start;
        for _ in 0..600 {
            if at.is_end {
                break;
            }
            let before = at.moves.len();
            at = asked.walk(&at.moves.clone(), true).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(at.moves.len() > before || at.is_end, "{name} stands still at {:?}", at.moves);
            assert_ne!(at.judged, Some(Judged::Wrong), "{name}: {:?}", at.moves);
        }
        assert!(at.is_end, "{name}: {} moves", at.moves.len());
        // Text that is no move is refused, and nothing panics.
        for wrong in ["", "=", "≠", "r1c1=", "r99c99=1", "r1c1=\u{0}", "Z99", "pass", "a1-a1", "9X9", "手筋"] {
            let _ = asked.walk(&[wrong.to_string(), wrong.to_string()], true);
            let _ = asked.walk(&[wrong.to_string()], false);
        }
        let many = vec!["pass".to_string(); tesuji_genre::MOST_MOVES + 1];
        assert!(asked.walk(&many, false).is_err(), "{name}");
        // Without a solution there is a board all the same.
        let bare = genre.walk(&puzzle, &WalkRequest::default()).expect("a board");
        assert!(bare.svg.contains("<svg"), "{name}");
    }
}
