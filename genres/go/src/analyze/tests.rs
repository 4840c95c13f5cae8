use super::*;
use crate::read::Ply;
use crate::read::search::SearchJudge;
use crate::read::{Area, Exits, Reader, State, cells, sample};
use crate::study::Judge;
use crate::{Class, ReferenceReader, Symmetry};
use rand_core::SeedableRng;
use tesuji_solver::Stop;

fn board(rows: &[&str]) -> Board {
    let color = |c| match c {
        'X' => Some(Color::Black),
        'O' => Some(Color::White),
        _ => None,
    };
    let row = |(y, row): (usize, &&str)| {
        row.chars()
            .enumerate()
            .filter_map(move |(x, c)| Some((Point::new(x as u8, y as u8), color(c)?)))
            .collect::<Vec<_>>()
    };
    Board::set_up(rows[0].len() as u8, rows.len() as u8, rows.iter().enumerate().flat_map(row)).unwrap()
}

fn asked(rows: &[&str], at: &str) -> Analysis {
    let board = board(rows);
    let (w, h) = board.size();
    Analysis::of(&board, Point::parse(at, w, h).unwrap(), Color::Black).unwrap()
}

const LIMITS: fn() -> Limits = || Limits::default().with_nodes(200_000);

#[test]
fn the_vital_point_of_three() {
    let rows = [".......", ".......", ".......", ".......", "XXXXX..", "OOOOX..", "...OX.."];
    let asked = asked(&rows, "B2");
    let status = asked.status(&LIMITS()).unwrap();
    assert_eq!(status.sides.each_ref().map(|s| s.first), Color::ALL);
    assert_eq!(status.sides[0].outcome.class(), Some(Class::Dead));
    assert_eq!(status.sides[1].outcome.class(), Some(Class::Alive));
    let keys = asked.keys(&LIMITS()).unwrap();
    let b1 = Point::parse("B1", 7, 7).unwrap();
    for side in &keys.sides {
        assert!(!side.settled && side.right == [b1] && side.open.is_empty(), "{keys}");
    }
    let text = keys.to_string();
    assert!(
        text.contains("CIRCLE B1\nTRIANGLE B1\nTEXT Black first: DEAD, by B1; White first: ALIVE, by B1"),
        "{text}"
    );
    let zone = asked.zone(&LIMITS()).unwrap();
    let points = zone.sides[1].1.unwrap();
    assert!(points.contains(b1), "{zone}");
    assert!(!points.contains(Point::parse("G7", 7, 7).unwrap()), "{zone}");
}

/// Nothing to do where the chain is captured or alive anyway.
#[test]
fn settled_chains_have_no_keys() {
    // Two points at the edge are one eye.
    let dead = asked(&[".......", ".......", ".......", "XXXX...", "OOOX...", "..OX...", "OOOX..."], "B3");
    let keys = dead.keys(&LIMITS()).unwrap();
    assert_eq!(keys.to_string(), "TEXT Black first: DEAD, settled; White first: DEAD, nothing to play for");
    let alive = asked(&[".......", ".......", ".......", ".......", "XXXXXX.", "OOOOOX.", ".O.O.X."], "B2");
    let status = alive.status(&LIMITS()).unwrap();
    assert!(status.sides.iter().all(|s| s.outcome.lives()), "{status}");
    let keys = alive.keys(&LIMITS()).unwrap();
    assert!(keys.to_string().lines().all(|l| l.starts_with("TEXT")), "{keys}");
}

#[test]
fn no_answer_is_guessed() {
    let asked = asked(
        &[
            "X.......X",
            ".........",
            "..XXX....",
            "..OOO....",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
        ],
        "D6",
    );
    let status = asked.status(&Limits::default().with_nodes(4)).unwrap();
    for side in &status.sides {
        assert!(side.outcome.class().is_none() && !side.outcome.lives(), "{status}");
        assert_ne!(side.stop, Stop::Exhausted);
    }
    assert!(status.to_string().contains("UNKNOWN") && status.to_string().contains("not read to the end"), "{status}");
    let keys = asked.keys(&Limits::default().with_nodes(4)).unwrap();
    assert!(keys.to_string().contains("not decided"), "{keys}");
    let empty = Analysis::of(&board(&["..", ".."]), Point::new(0, 0), Color::Black);
    assert_eq!(empty.unwrap_err().to_string(), "no stone at A2");
}

/// A ko ban binds the side whose move it is, and no other.
#[test]
fn a_ban_binds_who_is_to_move() {
    let rows = ["X.OX...", ".XOX...", "XOOX...", "OOXX...", "XXX....", ".......", "......."];
    for bound in Color::ALL {
        let swap = Symmetry::ALL[if bound == Color::White { 0 } else { 8 }];
        assert!(swap.swaps_colors() == (bound == Color::Black) && !swap.transposes());
        let told = |ban: Option<&str>, turn: Color| {
            let mut at = board(&rows).image(swap);
            at.set_ko(ban.map(|p| Point::parse(p, 7, 7).unwrap()));
            let sides = Analysis::of(&at, Point::new(2, 0), turn).unwrap().status(&LIMITS()).unwrap().sides;
            sides.map(|side| (side.outcome, side.key))
        };
        for turn in Color::ALL {
            // Who lives needs A6 for a ko, the other has two captures.
            let (free, [black, white]) = (told(None, turn), told(Some("A6"), turn));
            let is_bound = |side: Color| side == bound && turn == bound;
            assert_eq!(black == free[0], !is_bound(Color::Black), "{black:?}, {:?}", free[0]);
            assert_eq!(white == free[1], !is_bound(Color::White), "{white:?}, {:?}", free[1]);
        }
    }
}

/// Right first moves are those after which the whole graph gives the same outcome; kos included.
#[test]
fn right_moves_against_the_whole_graph() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(31);
    let limits = Limits::default().with_nodes(3000);
    let (mut compared, mut named) = (0, 0);
    while compared < 24 {
        let Some(q) = sample::enclosed(&mut rng, 5) else { continue };
        let Some(at) = q.target.first() else { continue };
        let Ok(asked) = Analysis::of(&q.board, at, Color::Black) else { continue };
        let own = asked.question().clone();
        if own.is_open() {
            continue;
        }
        let plain = ReferenceReader.read(&own, &limits).unwrap();
        if Role::ALL.iter().any(|&r| plain.first(r).stop != Stop::Exhausted) {
            continue;
        }
        let keys = asked.keys(&Limits::default().with_nodes(400_000)).unwrap();
        for side in &keys.sides {
            let role = own.role(side.first);
            let best = plain.first(role).outcome;
            assert!(best == side.outcome || best.lives() && side.outcome.lives(), "{}", own.picture());
            assert!(side.open.is_empty());
            let mut want = Vec::new();
            let passed = ReferenceReader.read_first(&own, role.other(), &limits).unwrap().outcome;
            let as_good = |o: Outcome| o == best || o.lives() && best.lives();
            for p in own.region.iter() {
                let Ok(next) = own.play(role, Some(p)) else { continue };
                let read = ReferenceReader.read_first(&next, role.other(), &Limits::default()).unwrap();
                if as_good(read.outcome) {
                    want.push(p);
                }
            }
            if side.settled {
                assert!(as_good(passed), "{} {}", own.picture(), side.text);
            } else if !side.right.is_empty() {
                named += 1;
                assert_eq!(side.right, want, "{} {}", own.picture(), side.text);
                assert!(!as_good(passed), "{} {}", own.picture(), side.text);
            }
            compared += 1;
        }
    }
    assert!(named > 3, "{named}");
}

/// A free move of the opponent outside the zone changes nothing.
#[test]
fn a_proof_rests_on_its_zone() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(37);
    let reader = DfPnReader::new();
    let (mut outside, mut smaller) = (0, 0);
    while outside < 30 {
        let Some(q) = sample::group(&mut rng, 7) else { continue };
        let area = Area::of(&q, Exits::Free).unwrap();
        for first in Role::ALL {
            let proved = reader.prove(&q, first, &Limits::default().with_nodes(20_000)).unwrap();
            for c in &proved.certificates {
                let root = area.state(&q, first, c.supply);
                let zone = zone_of(&area, &root, c);
                let opponent = if c.killed { Role::Defender } else { Role::Attacker };
                smaller += u32::from(zone != area.all);
                for cell in cells(area.all & !zone & !root.attacker & !root.defender) {
                    let Some(after) = area.play(&State { turn: opponent, ..root }, Ply(cell)) else { continue };
                    let after = State { turn: first, ko: root.ko, ..after };
                    let mut judge = SearchJudge::new(area.clone(), &Limits::default().with_nodes(200_000));
                    let Ok(killed) = judge.kills(&after) else { continue };
                    assert_eq!(
                        killed,
                        c.killed,
                        "{} {first} first, {:?} at {cell}",
                        q.picture(),
                        area.point(Ply(cell))
                    );
                    outside += 1;
                }
            }
        }
    }
    assert!(smaller > 4, "{smaller}");
}
