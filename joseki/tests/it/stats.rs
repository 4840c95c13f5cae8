//! Statistics of games, recounted plainly.

use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::game::Game;
use tesuji_joseki::stats::{self, CornerMove, Sequences};
use tesuji_joseki::tree::Tree;
use tesuji_joseki::variation::Book;

/// The sequences of a game's four corners counted in another way: the game is turned by all 8
/// symmetries, the moves in the upper right quadrant are written down, and of the two ways in which
/// each corner gets there the lesser text counts.
fn recount(games: &[Game], longest: usize) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for game in games.iter().filter(|g| g.size == 19) {
        // Which corner is brought to the upper right: by its place before turning.
        let mut texts = BTreeMap::<(bool, bool), Vec<Vec<String>>>::new();
        for turn in 0..8 {
            let image = |x: i32, y: i32| {
                let (x, y) = if turn & 1 == 0 { (x, y) } else { (18 - x, y) };
                let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, 18 - y) };
                if turn & 4 == 0 { (x, y) } else { (y, x) }
            };
            let quadrant = |x: i32, y: i32| x > 9 && y > 9;
            let corner =
                [(0, 0), (18, 0), (0, 18), (18, 18)].into_iter().find(|&(x, y)| image(x, y) == (18, 18)).unwrap();
            let stones = game.setup.iter().map(|(_, p)| image(p.x.into(), p.y.into()));
            if stones.into_iter().any(|(x, y)| quadrant(x, y)) {
                continue;
            }
            let mut moves = Vec::new();
            let mut first = None;
            for mv in &game.moves {
                let Some(p) = mv.at else { continue };
                let (x, y) = image(p.x.into(), p.y.into());
                if quadrant(x, y) {
                    let first = *first.get_or_insert(mv.color);
                    moves.push(format!("{} {:02} {:02}", if mv.color == first { 'b' } else { 'w' }, 18 - y, 18 - x));
                }
            }
            moves.truncate(longest);
            texts.entry((corner.0 == 18, corner.1 == 18)).or_default().push(moves);
        }
        for ways in texts.values() {
            assert_eq!(ways.len(), 2);
            let moves = ways[0].clone().min(ways[1].clone());
            for length in 1..=moves.len() {
                *counts.entry(moves[..length].join(", ")).or_default() += 1;
            }
        }
    }
    counts
}

fn text(moves: &[CornerMove]) -> String {
    let one = |m: &CornerMove| format!("{} {:02} {:02}", if m.by_first { 'b' } else { 'w' }, m.lines.0, m.lines.1);
    moves.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn check(games: &[Game]) {
    let mut sequences = Sequences::default();
    games.iter().for_each(|g| sequences.add(g, 12));
    let counts = recount(games, 12);
    for (least, most) in [(4, 20), (1, usize::MAX)] {
        let mut wanted: Vec<(u64, String)> = counts
            .iter()
            .filter(|(moves, _)| moves.split(", ").count() >= least)
            .map(|(moves, count)| (*count, moves.clone()))
            .collect();
        // Most frequent first; texts of moves sort as the moves do.
        let ours: Vec<(u64, String)> = sequences.top(least, most).iter().map(|t| (t.count, text(&t.moves))).collect();
        wanted.sort_by_key(|w| std::cmp::Reverse(w.0));
        wanted.truncate(most);
        assert_eq!(ours.iter().map(|o| o.0).collect::<Vec<_>>(), wanted.iter().map(|w| w.0).collect::<Vec<_>>());
        for (count, moves) in &ours {
            assert_eq!(counts.get(moves), Some(count), "{moves}");
        }
    }
}

fn made_up() -> Vec<Game> {
    let sgf = [
        "(;SZ[19]RE[B+R];B[pd];W[qf];B[nc];W[dp];B[rd])",
        "(;SZ[19]RE[W+1];B[dd];W[fc];B[cf];W[qp])",
        "(;SZ[19];W[pp];B[nq];W[qn];B[pj])",
        "(;SZ[19]RE[B+2];B[pd];W[pd])",
        "(;SZ[19];B[qc];W[pd];B[od];W[pe])",
        "(;SZ[19]RE[W+R]AB[pd];W[qf];B[dd];W[cf];B[cc];W[jj];B[];W[tt])",
        "(;SZ[13];B[jd];W[kf])",
    ];
    sgf.iter().map(|s| Game::all(s.as_bytes())[0].clone().unwrap()).collect()
}

#[test]
fn counts_of_made_up_games() {
    let games = made_up();
    check(&games);
    let mut sequences = Sequences::default();
    games.iter().for_each(|g| sequences.add(g, 12));
    let top = sequences.top(3, 1);
    assert_eq!((top[0].count, top[0].wins), (3, [1, 1]), "the approach and its answer, in three corners");
    // Parts merged in any order are the whole.
    let mut parts: Vec<Sequences> = games
        .iter()
        .map(|g| {
            let mut part = Sequences::default();
            part.add(g, 12);
            part
        })
        .collect();
    parts.reverse();
    let mut merged = Sequences::default();
    parts.into_iter().for_each(|p| merged.merge(p));
    assert_eq!(merged, sequences);
}

#[test]
fn what_the_book_lacks_and_where_it_was_left() {
    let file = "(;SZ[19];B[pd](;W[qf];B[pf])(;W[qd]C[<bad>];B[qe]))";
    let book = Book { chapters: vec![Tree::read("a.sgf", file.as_bytes(), &mut |p| panic!("{p}")).chapter()] };
    let dictionary = Dictionary::build(19, &book, &mut |p| panic!("{p}"));
    let games = made_up();
    let mut sequences = Sequences::default();
    games.iter().for_each(|g| sequences.add(g, 12));
    let lacking = stats::lacking(&sequences, &dictionary, 2);
    assert_eq!(lacking.len(), 1, "{lacking:?}");
    let l = &lacking[0];
    assert_eq!((text(&l.known), text(&[l.mv])), ("b 03 03, w 02 05".to_string(), "b 05 02".to_string()));
    assert_eq!((l.count, l.of, l.has_other), (3, 4, true), "once the corner was answered otherwise");
    // The tree to edit is a file of joseki without a fault, and once it is in the book nothing is
    // lacking.
    let edited = stats::lacking_sgf(&lacking);
    let more = Tree::read("b.sgf", &edited, &mut |p| panic!("{p}")).chapter();
    let book = Book { chapters: vec![book.chapters[0].clone(), more] };
    let dictionary = Dictionary::build(19, &book, &mut |p| panic!("{p}"));
    assert_eq!(stats::lacking(&sequences, &dictionary, 2), []);
}

#[test]
fn departures_from_the_book() {
    let file = "(;SZ[19];B[pd](;W[qf];B[nc];W[rd];B[qc])(;W[qd]C[<bad>];B[qe]))";
    let book = Book { chapters: vec![Tree::read("a.sgf", file.as_bytes(), &mut |p| panic!("{p}")).chapter()] };
    let dictionary = Dictionary::build(19, &book, &mut |p| panic!("{p}"));
    let left = |sgf: &str| -> Vec<String> {
        let game = Game::all(sgf.as_bytes())[0].clone().unwrap();
        let name = |d: stats::Departure| {
            let answers: Vec<String> = d.answers.iter().map(|s| s.at.to_string()).collect();
            format!("{} {} {:?} {}: {}", d.number, d.mv, d.kind, d.corner.name(), answers.join(" "))
        };
        stats::departures(&game, &dictionary, 100).into_iter().map(name).collect()
    };
    assert_eq!(left("(;SZ[19];B[pd];W[qf];B[nc];W[rd];B[qc])"), [""; 0]);
    assert_eq!(left("(;SZ[19];B[pd];W[qf];B[pf])"), ["3 b Q14 Other upper right: O17"]);
    assert_eq!(left("(;SZ[19];B[dp];W[cn];B[fq];W[qd])"), [""; 0], "an empty corner");
    assert_eq!(left("(;SZ[19];B[jj];W[dp];B[cn];W[fq];B[qd])"), ["5 b R16 Elsewhere lower left: B4"]);
    let wanted = ["6 w R16 Bad upper right: R14 O17", "7 b pass Elsewhere upper right: R15"];
    assert_eq!(left("(;SZ[19];B[jj];W[ji];B[ij];W[ii];B[pd];W[qd];B[])"), wanted);
}

#[test]
fn the_archive_is_counted_right() {
    let root = std::env::var_os("TESUJI_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").into());
    let dir = root.join("sgf").join("games");
    let Ok(list) = std::fs::read_dir(&dir) else {
        eprintln!("SKIPPED: {} is not there", dir.display());
        return;
    };
    let files = list.filter_map(|f| std::fs::read(f.ok()?.path()).ok());
    let games: Vec<Game> = files.flat_map(|bytes| Game::all(&bytes)).flatten().collect();
    assert!(games.len() > 1000);
    check(&games);
}
