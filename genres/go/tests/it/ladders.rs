//! Ladders that run out of a region: what lies in the open does not live, and a stone on the rim
//! does not hold, where a ladder across the board takes it. Checked by a reader of ladders that
//! knows nothing of regions.

use rand_core::{RngCore, SeedableRng};
use tesuji_go::problem::read_sgf;
use tesuji_go::{Board, Class, Color, DfPnReader, Outcome, Point, Points, Question, Role};
use tesuji_sgf::Collection;
use tesuji_solver::Limits;

/// How the hunter, to move, takes the chain at `prey` on the whole board by ataris alone: the line
/// with the longest defence, or `None`. Every answer to an atari is tried: the last liberty, and
/// the capture of a chain that gives the atari.
fn ladder(board: &Board, prey: Point, depth: usize) -> Option<Vec<Point>> {
    let chain = board.chain(prey)?;
    let hunter = chain.color.other();
    if depth == 0 || chain.liberties.len() > 2 {
        return None;
    }
    chain.liberties.iter().find_map(|p| {
        let mut after = board.clone();
        after.play(p, hunter).ok()?;
        let mut line = vec![p];
        line.extend(caught(&after, prey, depth)?);
        Some(line)
    })
}

/// The same with the prey to move; the line is empty where it is taken.
fn caught(board: &Board, prey: Point, depth: usize) -> Option<Vec<Point>> {
    let Some(chain) = board.chain(prey) else { return Some(Vec::new()) };
    if chain.liberties.len() > 1 {
        return None;
    }
    let beside = board.beside(&chain.stones);
    let hunters =
        board.chains().filter(|c| c.color != chain.color && c.stones.meets(&beside) && c.liberties.len() == 1);
    let answers = hunters.fold(chain.liberties, |all, c| all | c.liberties);
    // Left alone, it is taken at once.
    let last = chain.liberties.first()?;
    let mut longest = vec![last];
    let mut taken = board.clone();
    taken.pass();
    taken.play(last, chain.color.other()).ok()?;
    for answer in answers.iter() {
        let mut after = board.clone();
        if after.play(answer, chain.color).is_err() {
            continue;
        }
        let mut line = vec![answer];
        line.extend(ladder(&after, prey, depth - 1)?);
        if line.len() > longest.len() {
            longest = line;
        }
    }
    Some(longest)
}

/// Longer ladders than this are none for the test.
const DEPTH: usize = 60;

fn told(question: &Question, first: Role, nodes: u64) -> Outcome {
    let limits = Limits::default().with_nodes(nodes).with_memory(64 << 20);
    DfPnReader::new().read_widening(question, first, &limits).expect("a region that can be read").reading.outcome
}

fn question(sgf: &str) -> Question {
    let (games, _) = Collection::parse(sgf.as_bytes());
    read_sgf(games.roots().next().expect("a game")).expect("a problem").0.question
}

fn is_dead(outcome: Outcome) -> bool {
    outcome.class() == Some(Class::Dead)
}

/// A stone that a ladder takes on an empty board does not live, wherever the ladder begins.
#[test]
fn a_ladder_across_the_board_is_no_life() {
    for sgf in [
        "(;SZ[19]PL[B]AB[do][ep][dn]AW[eo]TR[eo])",
        "(;SZ[13]PL[B]AB[dj][ek][di]AW[ej]TR[ej])",
        "(;SZ[19]PL[W]AW[od][pe][nd]AB[oe]TR[oe])",
    ] {
        let question = question(sgf);
        let prey = question.target.first().expect("a target");
        assert!(ladder(&question.board, prey, DEPTH).is_some(), "{sgf}");
        let outcome = told(&question, Role::Attacker, 50_000);
        assert!(!outcome.lives(), "{sgf}: {outcome}");
    }
}

/// J5 captures only in a region that ends before the ladder does in which white takes it.
#[test]
fn a_stone_that_a_ladder_takes_holds_nothing() {
    let sgf = "(;SZ[19]PL[B]AB[hr][hq][ip][jr][jq]AW[hp][ho][hn][is][ir][iq][jp]TR[is])";
    let question = question(sgf);
    let mut after = question.board.clone();
    let key = Point::parse("J5", 19, 19).expect("a point");
    after.play(key, Color::Black).expect("a legal move");
    assert!(ladder(&after, key, DEPTH).is_some(), "white takes it in a ladder");
    let reader = DfPnReader::new();
    let limits = Limits::default().with_nodes(50_000);
    let found = reader.read_widening(&question, Role::Attacker, &limits).expect("a region that can be read");
    assert!(!is_dead(found.reading.outcome), "{}: {:?}", found.question.picture(), found.reading);
}

/// Stones scattered thinly over a board, and one chain with two liberties at most.
fn scattered(rng: &mut rand_chacha::ChaCha8Rng) -> Option<(Board, Points)> {
    let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
    let size = 9 + 2 * below(3) as u8;
    let mut board = Board::new(size, size).ok()?;
    let (x, y) = (2 + below(usize::from(size) - 4), 2 + below(usize::from(size) - 4));
    // Most of them near each other, so that they touch.
    for i in 0..8 + below(10) {
        let spread = if i % 4 == 0 { 4 } else { 2 };
        let near = |at: usize, by: usize| u8::try_from((at + by).saturating_sub(spread)).ok();
        let (Some(px), Some(py)) = (near(x, below(2 * spread + 1)), near(y, below(2 * spread + 1))) else { continue };
        let p = Point::new(px.min(size - 1), py.min(size - 1));
        let _ = board.play(p, Color::ALL[i % 2]);
    }
    board.pass();
    let short: Vec<Points> = board.chains().filter(|c| c.liberties.len() <= 2).map(|c| c.stones).collect();
    let target = *short.get(below(short.len().max(1)))?;
    Some((board, target))
}

/// A capture by `key` is told. After how many moves of the ladder that answers it the target is
/// told to live, the attacker to move, though he played what was told to capture: `None` where it
/// is not, where nothing is told, or where he should not have run.
fn life_in_spite(board: &mut Board, asked: &Question, line: &[Point], key: Point, nodes: u64) -> Option<usize> {
    let mut told_to_capture = key;
    let mut played = key;
    for (at, pair) in line.chunks(2).enumerate() {
        board.play(pair[0], asked.defender).ok()?;
        let later = Question::around(board, &(asked.target & board.stones(asked.defender))).ok()?;
        let limits = Limits::default().with_nodes(nodes).with_memory(64 << 20);
        let found = DfPnReader::new().read_widening(&later, Role::Attacker, &limits).ok()?.reading;
        if found.outcome.lives() {
            return (played == told_to_capture).then_some(2 * at + 1);
        }
        told_to_capture = found.key.flatten().filter(|_| is_dead(found.outcome))?;
        played = *pair.get(1)?;
        board.play(played, asked.attacker()).ok()?;
    }
    None
}

/// Wherever the opponent plays first, a chain that is taken to live by its liberties in the open
/// (no other points are in its region) has one left on which no ladder takes it. The number of
/// such moves; 0 where the region is another one.
fn escapes(lives: &Question) -> usize {
    let exits = lives.away;
    if exits.is_empty() || lives.region != (lives.target | exits) {
        return 0;
    }
    let mut tried = 0;
    for z in (lives.board.empty() - lives.wall).iter() {
        let mut after = lives.board.clone();
        if after.play(z, lives.attacker()).is_err() {
            continue;
        }
        let gets_away = |p: Point| {
            let mut later = after.clone();
            later.play(p, lives.defender).is_ok() && ladder(&later, p, DEPTH).is_none()
        };
        assert!(exits.iter().any(gets_away), "{}{} after {z:?}", lives.board, lives.picture());
        tried += 1;
    }
    tried
}

/// A wall that stones touch, with room to run: black takes the corner, and the wall's own life is
/// that it gets into the open wherever white plays first.
#[test]
fn a_wall_with_liberties_in_the_open_holds() {
    for touching in ["", "AB[bd]", "AB[bd][gd]", "AB[ad][fa]"] {
        let sgf = format!("(;SZ[19]PL[W]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]{touching}TR[ab])");
        let question = question(&sgf);
        let reader = DfPnReader::new();
        let limits = Limits::default().with_nodes(20_000);
        let found = reader.read_widening(&question, Role::Attacker, &limits).expect("a region that can be read");
        assert!(is_dead(found.reading.outcome), "{sgf}: {}", found.reading.outcome);
        assert_eq!(found.walls.is_empty(), touching.is_empty(), "{sgf}");
        let proved = found.prove(&reader, Role::Attacker, &limits).expect("the same region");
        assert_eq!(found.check(&proved, Role::Attacker).expect("the same region"), Ok(()));
        if let [wall] = &found.walls[..] {
            assert!(escapes(wall) > 100, "{}", wall.picture());
            // One of them is not enough, and there is none beside a stone of the opponent.
            let mut fewer = found.clone();
            let last = wall.away.first().expect("a liberty");
            let q = &mut fewer.walls[0];
            for set in [&mut q.away, &mut q.exits, &mut q.region] {
                set.remove(last);
            }
            let refused = fewer.check(&proved, Role::Attacker).expect("the same region");
            assert!(refused.expect_err("one liberty").contains("does not get into the open"));
        }
    }
}

/// On random positions: what a ladder takes is not told to live; and where a capture is told and
/// the defender takes the stone that was played in a ladder across the board, the target is not
/// told to live on the way. (`TESUJI_CASES` positions by `TESUJI_SEED`.)
#[test]
fn what_is_told_stands_against_ladders() {
    let set = |name: &str, usual: u64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 46));
    let nodes = set("TESUJI_NODES", 2_000);
    let (mut looked_at, mut laddered, mut answered, mut by_outlets) = (0, 0, 0, 0);
    while looked_at < set("TESUJI_CASES", 120) {
        let Some((board, target)) = scattered(&mut rng) else { continue };
        let (Ok(question), Some(prey)) = (Question::around(&board, &target), target.first()) else { continue };
        looked_at += 1;
        let reader = DfPnReader::new();
        let limits = Limits::default().with_nodes(nodes).with_memory(64 << 20);
        let Ok(found) = reader.read_widening(&question, Role::Attacker, &limits) else { continue };
        by_outlets += found.walls.iter().chain(&found.friends).filter(|lives| escapes(lives) > 0).count();
        if ladder(&board, prey, DEPTH).is_some() {
            laddered += 1;
            let outcome = found.reading.outcome;
            assert!(!outcome.lives(), "{board}{} at {prey:?}: {outcome}", question.picture());
            continue;
        }
        let Some(Some(key)) = found.reading.key.filter(|_| is_dead(found.reading.outcome)) else { continue };
        let mut after = board.clone();
        if after.play(key, question.attacker()).is_err() {
            continue;
        }
        let Some(line) = ladder(&after, key, DEPTH) else { continue };
        answered += 1;
        if let Some(at) = life_in_spite(&mut after, &question, &line, key, nodes) {
            panic!("{board}{} after {key:?}, {:?}", found.question.picture(), &line[..at]);
        }
    }
    println!(
        "{looked_at} positions, {laddered} ladders, {answered} captures with a ladder in answer, {by_outlets} chains that get into the open"
    );
    assert!(laddered >= 10, "{laddered}");
}
