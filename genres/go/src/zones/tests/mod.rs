mod damage;
mod rules;
mod small;

use super::certificate::{ZoneCertificate, ZoneGoal, ZoneSide};
use super::closure::Closure;
use super::ground::{Cell, Ground};
use super::guide::{RegionGuide, Unguided};
use super::policy::ZoneRules;
use super::prove::{ZoneProof, run};
use crate::{Board, Color, Goal, Illegal, Point, Points, Question, Role};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use small::Small;
use tesuji_solver::Limits;

/// The number of questions that a test asks: that of `TESUJI_ZONES` where it is set and more.
fn questions(count: usize) -> usize {
    let named = std::env::var("TESUJI_ZONES").ok().and_then(|count| count.parse().ok());
    named.map_or(count, |named: usize| named.max(count))
}

fn nodes(nodes: u64) -> Limits {
    Limits::default().with_nodes(nodes)
}

/// Stones at random on points of a board, the others as they are; `None` where a chain has no
/// liberty.
fn random(board: &Board, keep: &Points, fill: u64, rng: &mut ChaCha8Rng) -> Option<Board> {
    let (w, h) = board.size();
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for p in board.all().iter() {
        if keep.contains(p) {
            stones.extend(board.get(p).map(|color| (p, color)));
        } else if rng.next_u64() % 100 < fill {
            stones.push((p, Color::ALL[(rng.next_u64() % 2) as usize]));
        }
    }
    Board::set_up(w, h, stones).ok()
}

/// The question about the chain at a point, all of the board being the region.
fn about(board: &Board, p: Point) -> Question {
    let defender = board.get(p).unwrap();
    Question {
        board: board.clone(),
        defender,
        region: board.all(),
        wall: Points::EMPTY,
        exits: Points::EMPTY,
        held: Points::EMPTY,
        away: Points::EMPTY,
        shut: Points::EMPTY,
        target: Points::single(p),
        goal: Goal::Crucial,
        for_life: false,
    }
}

/// Is the target captured, by the whole graph of the board? The prover of `goal` is bound by bans.
fn by_graph(q: &Question, goal: ZoneGoal, first: Role, most: usize) -> Option<bool> {
    let (w, h) = q.board.size();
    let small = Small { width: w.into(), height: h.into() };
    let bits = |set: Points| set.iter().fold(0, |all, p| all | 1 << (u32::from(p.y) * small.width + u32::from(p.x)));
    let [a, d] = [q.attacker(), q.defender].map(|color| bits(q.board.stones(color)));
    small.is_captured(a, d, bits(q.target), first == Role::Attacker, goal == ZoneGoal::Capture, most)
}

/// Questions of small boards at random, with the goals that are proved of each, by rules of zones.
fn for_each_proof(
    count: usize,
    sizes: &[(u8, u8)],
    rules: ZoneRules,
    seed: u64,
    mut each: impl FnMut(&Question, ZoneGoal, Role, ZoneProof, &mut ChaCha8Rng),
) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut asked = 0;
    while asked < count {
        let (w, h) = sizes[(rng.next_u64() % sizes.len() as u64) as usize];
        let empty = Board::new(w, h).unwrap();
        let fill = 50 + rng.next_u64() % 46;
        let Some(board) = random(&empty, &Points::EMPTY, fill, &mut rng) else { continue };
        let stones: Vec<Point> = (board.all() - board.empty()).iter().collect();
        if stones.is_empty() {
            continue;
        }
        let q = about(&board, stones[(rng.next_u64() % stones.len() as u64) as usize]);
        let first = Role::ALL[(rng.next_u64() % 2) as usize];
        asked += 1;
        for goal in [ZoneGoal::Capture, ZoneGoal::Survive] {
            if let Some(proof) = run(&q, goal, first, &nodes(300), &Unguided, rules) {
                each(&q, goal, first, proof, &mut rng);
            }
        }
    }
    asked
}

/// Each proof is true of the board, and of boards with other stones outside of the zone.
#[test]
fn what_is_proved_on_small_boards_is_true_by_their_whole_graphs() {
    const MOST: usize = 40_000;
    let (mut claims, mut captures, mut compared, mut elsewhere) = (0, 0, 0, 0);
    let sizes = [(3, 3), (5, 2), (4, 3), (3, 4)];
    let asked = for_each_proof(questions(300), &sizes, ZoneRules::ALL, 1, |q, goal, first, proof, rng| {
        assert_eq!(proof.certificate.check(), Ok(()), "{goal:?}, {first} first\n{}", q.board);
        claims += 1;
        captures += usize::from(goal == ZoneGoal::Capture);
        let wanted = goal == ZoneGoal::Capture;
        if let Some(is_captured) = by_graph(q, goal, first, MOST) {
            assert_eq!(is_captured, wanted, "{goal:?}, {first} first, {:?}\n{}", q.target, q.board);
            compared += 1;
        }
        for _ in 0..2 {
            let fill = 40 + rng.next_u64() % 60;
            let Some(other) = random(&q.board, &proof.zone, fill, rng) else { continue };
            if other == q.board {
                continue;
            }
            let q = Question { board: other, ..q.clone() };
            if let Some(is_captured) = by_graph(&q, goal, first, MOST) {
                assert_eq!(is_captured, wanted, "elsewhere: {goal:?}, {first} first, {:?}\n{}", q.target, q.board);
                elsewhere += 1;
            }
        }
    });
    println!("{asked} questions, {claims} claims, {captures} captures, {compared} compared, {elsewhere} elsewhere");
    assert!(claims > 200 && captures > 80 && compared > 150 && elsewhere > 50);
}

/// Each rule of zones is needed: without it some certificate is refused. And what the checker
/// accepts without a rule is no less true.
#[test]
fn the_checker_finds_every_rule_that_is_left_out() {
    let all = ZoneRules::ALL;
    let mutants = [
        ("one liberty", ZoneRules { liberties: 1, ..all }),
        ("no liberty", ZoneRules { liberties: 0, ..all }),
        ("what is taken", ZoneRules { taken: false, ..all }),
        ("the opponent's chains", ZoneRules { opponents_chains: false, ..all }),
        ("suicide", ZoneRules { suicide: false, ..all }),
        ("the pass", ZoneRules { pass: false, ..all }),
    ];
    let mut unseen = Vec::new();
    for (name, rules) in mutants {
        let (mut refused, mut accepted) = (0, 0);
        for_each_proof(questions(150), &[(4, 4), (5, 4), (5, 5)], rules, 2, |q, goal, first, proof, _| {
            match proof.certificate.check() {
                Err(_) => refused += 1,
                Ok(()) => {
                    accepted += 1;
                    if let Some(is_captured) = by_graph(q, goal, first, 4_000) {
                        assert_eq!(is_captured, goal == ZoneGoal::Capture, "{name}: {goal:?}\n{}", q.board);
                    }
                }
            }
        });
        println!("without {name}: {refused} refused, {accepted} accepted");
        unseen.extend((refused == 0).then_some(name));
    }
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// A move that the rest of the proof does not look at has to be legal all the same.
#[test]
fn what_keeps_a_move_legal_is_in_the_zone() {
    let board = Board::new(5, 5).unwrap();
    let mut played = board.clone();
    let at = Point::new(2, 2);
    let taken = played.play(at, Color::Black).unwrap();
    let closure = Closure { board: &board, rules: &ZoneRules::ALL };
    let zone = closure.before_move(at, &played, &taken, Color::Black, &Points::single(Point::new(0, 0)));
    assert_eq!((zone.len(), zone.contains(at)), (3, true));
    assert!((zone & board.empty()).meets(&board.beside(&Points::single(at))));
}

/// After a stone is taken the prover may be banned from retaking: all around the move shows it.
#[test]
fn what_shows_a_ko_is_in_the_zone() {
    let board = Board::new(5, 5).unwrap();
    let (at, ko) = (Point::new(2, 2), Points::single(Point::new(2, 3)));
    let zone = |rules: &ZoneRules| Closure { board: &board, rules }.before_reply(at, &ko, &ko);
    assert!(board.beside(&Points::single(at)).within(&zone(&ZoneRules::ALL)));
    assert!(!board.beside(&Points::single(at)).within(&zone(&ZoneRules { ko: false, ..ZoneRules::ALL })));
}

/// Certificates hold against opponents who play at random, and against all short lines, on boards
/// with other stones outside of the zone.
#[test]
fn certificates_are_played_out() {
    let mut games = 0;
    for_each_proof(80, &[(4, 4), (5, 5)], ZoneRules::ALL, 3, |q, goal, _, proof, rng| {
        let certificate = ZoneCertificate::parse(&proof.certificate.print()).unwrap();
        assert_eq!(certificate, proof.certificate);
        for round in 0..4 {
            let board = if round == 0 { Some(q.board.clone()) } else { random(&q.board, &proof.zone, 70, rng) };
            let Some(board) = board else { continue };
            let played = certificate.play_randomly(&board, q.defender, 200, rng).unwrap();
            assert!(played.is_ok(), "{goal:?}: {played:?}\n{board}");
            games += 1;
        }
        let all = certificate.play_all(&q.board, q.defender, 3, 200).unwrap();
        assert!(all.is_ok(), "{goal:?}: {all:?}\n{}", q.board);
        games += all.unwrap();
    });
    println!("{games} games");
    assert!(games > 1_000);
}

/// The checker and the replay share one description of the game, the plainest there is: the board
/// plays as it does, with the same chains and bans, and refuses the same moves.
#[test]
fn the_plain_game_is_that_of_the_board() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut moves, mut refused, mut captures, mut kos, mut bans) = (0, 0, 0, 0, 0);
    for game in 0..200 {
        let (w, h) = [(3, 3), (5, 2), (4, 5), (6, 6)][game % 4];
        let mut board = Board::new(w, h).unwrap();
        let mut ground = Ground::new((w, h), Cell::Empty);
        for _ in 0..3 * usize::from(w) * usize::from(h) {
            let spot = (rng.next_u64() % (u64::from(w) * u64::from(h))) as u16;
            let side = if rng.next_u64() % 2 == 0 { ZoneSide::Attacker } else { ZoneSide::Defender };
            let color = if side == ZoneSide::Attacker { Color::Black } else { Color::White };
            let at = Point::new((spot % u16::from(w)) as u8, (spot / u16::from(w)) as u8);
            if let Some(ban) = board.ko() {
                assert_eq!(board.clone().play(ban, color), Err(Illegal::Ko));
                bans += 1;
                board.set_ko(None);
            }
            let spots = |set: &Points| {
                let mut spots: Vec<u16> = set.iter().map(|p| u16::from(p.y) * u16::from(w) + u16::from(p.x)).collect();
                spots.sort_unstable();
                spots
            };
            let before = ground.clone();
            match (board.play(at, color), ground.play(spot, side)) {
                (Ok(taken), Some((mut found, ko))) => {
                    found.sort_unstable();
                    assert_eq!(found, spots(&taken), "{board}");
                    let ban = board.ko().map(|p| spots(&Points::single(p))[0]);
                    assert_eq!(ko, ban, "{board}");
                    (moves, captures, kos) =
                        (moves + 1, captures + usize::from(!found.is_empty()), kos + usize::from(ko.is_some()));
                }
                (Err(why), None) => {
                    let is_free = before.at(spot) == Cell::Empty;
                    assert_eq!(why, if is_free { Illegal::Suicide } else { Illegal::Occupied });
                    assert_eq!(ground, before);
                    refused += 1;
                }
                (played, found) => panic!("{played:?} {found:?}\n{board}"),
            }
            for (color, side) in [(Color::Black, ZoneSide::Attacker), (Color::White, ZoneSide::Defender)] {
                let cells = (0..).zip(&ground.cells).filter(|(_, cell)| **cell == Cell::Stone(side));
                assert_eq!(spots(&board.stones(color)), cells.map(|(spot, _)| spot).collect::<Vec<u16>>());
                for mut flood in ground.floods(side) {
                    flood.stones.sort_unstable();
                    flood.liberties.sort_unstable();
                    let one = flood.stones[0];
                    let chain = board.chain(Point::new((one % u16::from(w)) as u8, (one / u16::from(w)) as u8));
                    let chain = chain.map(|c| (spots(&c.stones), spots(&c.liberties)));
                    assert_eq!(chain, Some((flood.stones, flood.liberties)), "{board}");
                }
            }
        }
    }
    println!("{moves} moves, {refused} refused, {captures} captures, {kos} kos, {bans} bans");
    assert!(moves > 2_000 && refused > 2_000 && captures > 200 && kos > 20 && bans > 0);
}

/// A shape with whatever stones around.
#[test]
fn a_corner_is_proved_whatever_lies_around() {
    let q = Question::from_picture("!...OX|..OOX|OOOXX|XXX##").unwrap();
    let proof = super::prove(&q, ZoneGoal::Survive, Role::Defender, &nodes(20_000)).expect("it lives by B9");
    assert_eq!(proof.key, Some(Point::new(1, 0)));
    assert!(super::prove(&q, ZoneGoal::Survive, Role::Attacker, &nodes(2_000)).is_none(), "it dies");
    let captured = super::prove(&q, ZoneGoal::Capture, Role::Attacker, &nodes(20_000)).expect("it is captured");
    assert_eq!(captured.key, Some(Point::new(1, 0)));
    println!("{} and {} nodes, {} points", proof.nodes, captured.nodes, captured.zone.len());
}

/// Words of a reader of the region, on moves too, make no proof that the checker refuses.
#[test]
fn guided_proofs_are_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut asked, mut proofs) = (0, 0);
    while asked < 30 {
        let Some(q) = crate::read::sample::enclosed(&mut rng, 6) else { continue };
        let first = Role::ALL[asked % 2];
        asked += 1;
        for goal in [ZoneGoal::Capture, ZoneGoal::Survive] {
            let Ok(guide) = RegionGuide::of(&q, goal, first, &nodes(3_000)) else { continue };
            let Some(proof) = run(&q, goal, first, &nodes(150), &guide, ZoneRules::ALL) else { continue };
            assert_eq!(proof.certificate.check(), Ok(()), "{goal:?}, {first} first\n{}", q.picture());
            assert_eq!(proof.certificate.is_for(&q, first), Ok(()));
            proofs += 1;
        }
    }
    assert!(proofs >= 10, "{proofs} proofs");
}
