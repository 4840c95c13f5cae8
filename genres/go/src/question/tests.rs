use super::*;

#[test]
fn pictures_round_trip() {
    for text in [
        "...OX|...OX|OOOOX|XXXXX",
        "!xxx.OX|.OOOOX|OOXXXX|XXXXXX",
        "....*|...O*|.OOO*|XXX**",
        "....+|...O>|.OOO*|XXX**",
        "....=|...O>|.OOO*|XXX**",
        "kxOX|xO.X|OOOX|XXXX",
    ] {
        let q = Question::from_picture(text).unwrap();
        assert_eq!(q.picture(), text);
        for s in crate::Symmetry::ALL {
            let image = q.image(s);
            let again = image.image(s.inverse());
            assert_eq!(again, q);
        }
    }
    // What is beyond the wall is not shown.
    assert_eq!(Question::from_picture("..OXX|OOOXX|XXXXX").unwrap().picture(), "..OX|OOOX|XXXX");
}

#[test]
fn bad_pictures_name_the_place() {
    let why = |text: &str| Question::from_picture(text).unwrap_err().to_string();
    assert_eq!(why("..OX|OOX|XXXX"), "row 2, column 4: the rows must be equally long");
    assert_eq!(why("..O?|OOXX|XXXX"), "row 1, column 4: one of `X x O o . * + > = k #` is expected");
    assert_eq!(why("k.OX|.kOX|XXXX"), "row 2, column 2: a second `k`: only one point can be banned");
    assert!(why("....|....").contains("no stone to attack"));
    assert_eq!(why("Ox|x."), "no liberty for the chain at A2");
    assert!(why(&".".repeat(30)).contains("30×2") || why(&".".repeat(30)).contains("30×1"));
    assert!(why("").contains("no stone"));
}

#[test]
fn inferred_from_a_bare_position() {
    use Color::{Black, White};
    // A corner group of White, enclosed by Black.
    let rows = [
        "...OX....",
        "...OX....",
        "OOOOX....",
        "XXXXX....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let stones = rows.iter().enumerate().flat_map(|(y, row)| {
        row.chars().enumerate().filter_map(move |(x, c)| match c {
            'X' => Some((Point::new(x as u8, y as u8), Black)),
            'O' => Some((Point::new(x as u8, y as u8), White)),
            _ => None,
        })
    });
    let board = Board::set_up(9, 9, stones).unwrap();
    let q = Question::infer(&board).unwrap();
    assert_eq!((q.defender, q.is_open()), (White, false));
    assert_eq!(q.picture(), "...OX|...OX|OOOOX|XXXXX");
    let marked = Question::of_target(&board, &Points::single(Point::new(0, 2))).unwrap();
    assert_eq!(marked.region, q.region);
    // The attacker's own group is open.
    let other = Question::of_target(&board, &Points::single(Point::new(4, 0))).unwrap();
    assert!(other.is_open());
    assert!(matches!(Question::of_target(&board, &Points::single(Point::new(8, 8))), Err(Unclear::Target(_))));
    assert!(matches!(Question::of_target(&board, &Points::EMPTY), Err(Unclear::NoTarget)));
    assert!(matches!(Question::infer(&Board::new(9, 9).unwrap()), Err(Unclear::NoTarget)));
    assert!(q.play(Role::Attacker, Some(Point::new(8, 8))).is_err());
    assert!(!q.play(Role::Attacker, Some(Point::new(1, 0))).unwrap().is_captured());
}

/// A board from rows; X is Black.
fn board(rows: &[&str]) -> Board {
    let stones = rows.iter().enumerate().flat_map(|(y, row)| {
        row.bytes().enumerate().filter_map(move |(x, glyph)| {
            let color = match glyph {
                b'X' => Color::Black,
                b'O' => Color::White,
                _ => return None,
            };
            Some((Point::new(x as u8, y as u8), color))
        })
    });
    Board::set_up(rows[0].len() as u8, rows.len() as u8, stones).unwrap()
}

/// White in the corner, with a gap on the first line on either side.
const GAPS: [&str; 13] = [
    ".O...........",
    ".OXX.........",
    ".OX..........",
    ".OX..........",
    ".OX..........",
    ".XX..........",
    ".X...........",
    ".............",
    ".............",
    ".............",
    ".............",
    ".............",
    ".............",
];

#[test]
fn a_region_around_a_target_ends_where_the_open_begins() {
    let b = board(&GAPS);
    let q = Question::around(&b, &Points::single(Point::new(1, 1))).unwrap();
    assert_eq!((q.defender, q.goal), (Color::White, Goal::Crucial));
    assert_eq!(q.target, b.chain(Point::new(1, 1)).unwrap().stones);
    assert!(q.is_open() && q.exits.within(&q.region) && q.target.within(&q.region));
    assert!(!q.wall.meets(&q.region) && q.wall.within(&b.stones(Color::Black)));
    // Whatever lies beside the region is wall, off the board, or beside an exit.
    let beyond = b.beside(&q.region) - q.region - q.wall;
    assert!(b.beside(&beyond) & q.region == b.beside(&beyond) & q.exits);
    // The wall that held goes on to hold; no stone at the rim does.
    assert!(q.held.is_empty() && q.away.is_empty());
    let wider = q.widened().unwrap();
    assert!(q.wall.within(&wider.wall) && wider.away.within(&wider.exits));
    let narrow = q.narrowed();
    assert!(narrow.len() > 2 && narrow[0].region.within(&q.region), "{}", q.picture());
    assert!(narrow.iter().any(|n| !n.region.within(&q.region)), "they go on beyond");
    assert!(q.region.within(&wider.region) && wider.region.len() > q.region.len());
    assert!((q.exits - wider.exits).iter().count() > 0);
}

/// Where a region for life has taken in all liberties of F6, that is told to hold without one, and
/// in another region it is taken in itself.
#[test]
fn chains_that_hold_without_liberties_are_taken_in_too() {
    let rows = [".......", ".....O.", "X......", ".......", ".......", ".......", "......."];
    let b = board(&rows);
    let q = Question::around(&b, &Points::single(Point::new(0, 2))).unwrap();
    let chain = b.chain(Point::new(5, 1)).unwrap();
    let all = chain.stones | chain.liberties;
    let (holds, taken_in): (Vec<Question>, Vec<Question>) = q
        .narrowed()
        .into_iter()
        .filter(|n| chain.liberties.within(&n.region))
        .partition(|n| chain.stones.meets(&n.wall));
    assert!(!holds.is_empty() && !taken_in.is_empty());
    assert!(taken_in.iter().all(|n| all.within(&n.region) && n.for_life && n.region.len() <= 64));
    assert!(holds.iter().all(|h| taken_in.iter().any(|t| h.region.within(&t.region))));
}

/// An exit may lie in the open in a region that was widened, also where no chain of the attacker
/// holds.
#[test]
fn wider_regions_without_a_wall_end_in_the_open_too() {
    let mut rows = vec!["..................."; 19];
    rows[9] = ".........O.X.......";
    let q = Question::around(&board(&rows), &Points::single(Point::new(9, 9))).unwrap();
    let wider = q.widened().unwrap();
    assert!(q.wall.is_empty() && q.away.is_empty() && wider.wall.is_empty());
    assert!(!wider.away.is_empty(), "{}", wider.picture());
}

#[test]
fn wider_regions_say_the_same_and_more() {
    let b = board(&GAPS);
    let reader = crate::DfPnReader::new();
    let limits = tesuji_solver::Limits::default().with_nodes(300_000);
    let mut q = Question::around(&b, &Points::single(Point::new(1, 1))).unwrap();
    for first in Role::ALL {
        let found = reader.read_widening(&q, first, &limits).unwrap();
        let proved = found.prove(&reader, first, &limits).unwrap();
        assert_eq!(found.check(&proved, first).unwrap(), Ok(()), "{first}: {:?}", found.reading);
        assert!(
            found.reading.outcome.class().is_some() || found.reading.outcome.lives(),
            "{first} {:?}",
            found.reading
        );
    }
    let mut known: [Option<Outcome>; 2] = [None; 2];
    for _ in 0..3 {
        for (first, known) in Role::ALL.into_iter().zip(&mut known) {
            let got = crate::Reader::read_first(&reader, &q, first, &limits).unwrap().outcome;
            if let Some(before) = known {
                assert!(before.low <= got.high && got.low <= before.high, "{first}: {got} after {before}");
            }
            *known = Some(got);
        }
        let Some(wider) = q.widened() else { return };
        q = wider;
    }
}

#[test]
fn weak_walls_are_seen_and_sides_guessed() {
    let mut rows = GAPS;
    rows[7] = "..X..........";
    let b = board(&rows);
    let guess = Question::guess(&b).unwrap();
    assert_eq!(guess.defender, Color::White);
    assert!(guess.target.contains(Point::new(1, 1)));
    let corner = |top: [&'static str; 3]| {
        let mut rows = ["."; 9].map(|_| ".........");
        rows[..3].copy_from_slice(&top);
        board(&rows)
    };
    let q = Question::infer(&corner(["....OX...", "OOOOOX...", "XXXXXX..."])).unwrap();
    assert!(q.weak_wall().is_empty());
    // F9 has one liberty outside.
    let q = Question::infer(&corner(["....OX...", "OOOOO.X..", "XXXXXX..."])).unwrap();
    assert!(q.weak_wall().contains(Point::new(5, 0)), "{}", q.picture());
}

/// A chain with few liberties outside is no wall without a proof where stones of the defender stand
/// beside these.
#[test]
fn a_wall_that_is_nearly_shut_in_is_touched() {
    let touched = |beyond: &str| {
        let line = format!("9x9 A9 X=black X ...OX|OOOOX|XXXX#{beyond}");
        crate::Problem::parse(&line).unwrap().question.touched_wall()
    };
    assert_eq!((touched("").len(), touched(" O+J1").len()), (0, 0));
    let found = touched(" O+G9");
    assert!(found.len() == 1 && found[0].contains(Point::new(4, 0)) && found[0].len() == 2, "{found:?}");
}

#[test]
fn a_position_without_marks_may_ask_several_things() {
    let b = board(&GAPS);
    let all = Question::candidates(&b, Color::White);
    let guess = Question::guess(&b).unwrap();
    assert!(
        all[0].defender == Color::White && all[0].target.within(&guess.target),
        "the side farther from the open first"
    );
    assert!(all.iter().any(|q| q.defender == Color::Black), "then the other one");
    for (i, q) in all.iter().enumerate() {
        assert!(!q.target.is_empty() && q.target.within(&b.stones(q.defender)) && q.target.within(&q.region));
        assert!(all[..i].iter().all(|p| p.target != q.target), "each target once");
    }
    // Every chain is part of some target.
    for chain in b.chains() {
        assert!(all.iter().any(|q| chain.stones.within(&q.target)));
    }
    // An enclosed group is asked about as it is.
    let closed = board(&["..OX.....", "OOOX.....", "XXXX.....", ".........", "........."]);
    let all = Question::candidates(&closed, Color::Black);
    assert_eq!(all[0], Question::infer(&closed).unwrap());
    assert!(!all[0].is_open() && all[1].is_open());
    assert!(Question::candidates(&Board::new(9, 9).unwrap(), Color::Black).is_empty());
}

/// A board with moves played where that is legal, by what each cell says (0 black, 1 white, else
/// none), and one of its stones.
fn played(w: u8, h: u8, cells: &[u8], at: usize) -> (Board, Option<Point>) {
    let mut board = Board::new(w, h).unwrap();
    for (i, cell) in cells.iter().enumerate().take(usize::from(w) * usize::from(h)) {
        let p = Point::new(i as u8 % w, i as u8 / w);
        let _ = match cell {
            0 => board.play(p, Color::Black),
            1 => board.play(p, Color::White),
            _ => continue,
        };
    }
    board.pass();
    let stones: Vec<Point> = (board.stones(Color::Black) | board.stones(Color::White)).iter().collect();
    let chosen = stones.get(at % stones.len().max(1)).copied();
    (board, chosen)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(30))]

    /// On any position regions are well formed, reading stays within its limits, and what is
    /// decided replays.
    #[test]
    fn regions_of_random_positions(w in 4u8..12, h in 4u8..12, cells in proptest::collection::vec(0u8..6, 121), at in 0usize..121) {
        let (board, chosen) = played(w, h, &cells, at);
        let marked = chosen.map_or(Points::EMPTY, Points::single);
        let reader = crate::DfPnReader::new();
        let limits = tesuji_solver::Limits::default().with_nodes(400).with_memory(1 << 20);
        let asked = [Question::infer(&board), Question::of_target(&board, &marked), Question::guess(&board), Question::around(&board, &marked)];
        for q in asked.into_iter().flatten() {
            proptest::prop_assert!(q.exits.within(&q.region) && q.target.within(&q.region) && !q.wall.meets(&q.region));
            proptest::prop_assert!(q.wall.within(&board.stones(q.attacker())) && q.target.meets(&board.stones(q.defender)));
            let beyond = board.beside(&q.region) - q.region - q.wall;
            proptest::prop_assert!((board.beside(&beyond) & q.region).within(&q.exits), "{}", q.picture());
            // At its place: on the picture's own board a wall can lack the liberties that it has
            // beyond.
            let shown = crate::Problem::new(q.clone(), Role::Attacker).print();
            let shown = crate::Problem::parse(&shown).unwrap().question;
            let sizes = |q: &Question| [q.region, q.exits, q.away, q.target].map(|set| set.len());
            proptest::prop_assert_eq!(sizes(&shown), sizes(&q), "{}", q.picture());
            if let Some(wider) = q.widened() {
                proptest::prop_assert!(wider.target == q.target && wider.region != q.region);
                proptest::prop_assert!(wider.region.len() <= 64 || q.region.len() > 64);
            }
            for near in if q.is_open() { q.nearer() } else { Vec::new() } {
                let beyond = board.beside(&near.region) - near.region - near.wall;
                proptest::prop_assert!((board.beside(&beyond) & near.region).within(&near.exits), "{}", near.picture());
                proptest::prop_assert!(near.target == q.target && near.region.len() < q.region.len());
                // It takes no more for granted.
                proptest::prop_assert!(near.wall.within(&q.wall) && near.held.within(&q.held) && near.region.within(&q.region));
            }
            for narrow in if q.is_open() { q.narrowed() } else { Vec::new() } {
                let beyond = board.beside(&narrow.region) - narrow.region - narrow.wall;
                proptest::prop_assert!((board.beside(&beyond) & narrow.region).within(&narrow.exits), "{}", narrow.picture());
                proptest::prop_assert!(narrow.target == q.target && narrow.away.within(&narrow.exits));
                proptest::prop_assert!(!narrow.away.meets(&(q.region - q.away)), "{}", narrow.picture());
            }
            for loose in if q.is_open() { q.loosened(2) } else { Vec::new() } {
                let beyond = board.beside(&loose.region) - loose.region - loose.wall;
                proptest::prop_assert!((board.beside(&beyond) & loose.region).within(&loose.exits), "{}", loose.picture());
                proptest::prop_assert!(loose.target == q.target && loose.wall.within(&board.stones(q.attacker())));
            }
            for (rounds, least) in [(q.rounded(), open::STRONG), (q.rounded_loosely(), open::LOOSE)] {
                for round in rounds {
                    let beyond = board.beside(&round.region) - round.region - round.wall;
                    proptest::prop_assert!((board.beside(&beyond) & round.region).within(&round.exits), "{}", round.picture());
                    proptest::prop_assert!(round.target == q.target && round.held.within(&round.exits) && round.region.len() <= 64);
                    let mut walls = board.chains().filter(|c| c.stones.meets(&round.wall));
                    proptest::prop_assert!(walls.all(|c| (c.liberties - round.region).len() >= least), "{}", round.picture());
                    proptest::prop_assert!(least == open::STRONG || !round.rests_on_doubtful_wall());
                }
            }
            for first in Role::ALL {
                let Ok(found) = reader.read_widening(&q, first, &limits) else { continue };
                if found.reading.outcome.lives() || found.reading.outcome.class().is_some() {
                    let proved = found.prove(&reader, first, &limits.clone().with_nodes(20_000)).unwrap();
                    let (told, again) = (found.reading.outcome, proved.reading.outcome);
                    proptest::prop_assert!(told.low <= again.high && again.low <= told.high, "{told}, then {again}: {}", found.question.picture());
                    if again == told {
                        proptest::prop_assert_eq!(found.check(&proved, first).unwrap(), Ok(()), "{} {}", found.question.picture(), first);
                    }
                }
            }
        }
    }
}

/// What is told of the image of an open problem, and the positions that it took.
fn read_in_image(board: &Board, chosen: Point, s: crate::Symmetry) -> [Option<(Outcome, u64)>; 2] {
    let (reader, limits) = (crate::DfPnReader::new(), tesuji_solver::Limits::default().with_nodes(2_000));
    let target = Points::single(s.point(chosen, board.size()));
    let q = Question::around(&board.image(s), &target).unwrap();
    Role::ALL.map(|first| reader.read_widening(&q, first, &limits).map(|w| (w.reading.outcome, w.reading.nodes)).ok())
}

/// Which of two empty areas that are equally large is the outside does not hang on where they lie:
/// it is the one that the defender does not touch. Where that may be either side, nothing is
/// inferred.
#[test]
fn of_equal_areas_the_outside_is_told_alike_in_all_images() {
    let inferred = |rows: &[&str]| {
        let board = board(rows);
        let of_image =
            |s: crate::Symmetry| Question::infer(&board.image(s)).map(|q| q.image(s.inverse()).target.len()).ok();
        let own = of_image(crate::Symmetry::ALL[0]);
        assert!(crate::Symmetry::ALL.into_iter().all(|s| of_image(s) == own), "{board}");
        own
    };
    // An eye of three points, and three outside.
    assert_eq!(inferred(&["..OX.", ".OOX.", "OOXX."]), None);
    // White touches both of the largest, Black none.
    assert_eq!(inferred(&[".OXX.XXO.", ".OXXXXXO.", ".OOOOOOO."]), Some(9));
    // Black touches one of them, White both.
    assert_eq!(inferred(&["..OX..", ".OOX.O", "OXXXO.", "OOOOO."]), Some(5));
}

/// Of friends that have as many stones the same comes first in all images.
#[test]
fn images_with_several_friends_are_read_alike() {
    let moves = "X.XXXXXXX XXXXXXXXX XXOXXXXXO ..XOXXOOX ..XOOO.OX .....X... ....XXOXO";
    let cells: Vec<u8> =
        moves.bytes().filter(|&b| b != b' ').map(|b| b"XO.".iter().position(|&c| c == b).unwrap() as u8).collect();
    let (board, Some(chosen)) = played(9, 7, &cells, 0) else { panic!("no stones") };
    let own = read_in_image(&board, chosen, crate::Symmetry::ALL[0]);
    for s in crate::Symmetry::ALL {
        assert_eq!(read_in_image(&board, chosen, s), own, "{s:?}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]

    /// Where a region is not widened, no point beyond its exits can be added that would fit: not
    /// behind attacker stones in it either.
    #[test]
    fn regions_are_widened_as_far_as_they_fit(cells in proptest::collection::vec(0u8..5, 121), at in 0usize..121) {
        let (board, Some(chosen)) = played(11, 11, &cells, at) else { return Ok(()) };
        let mut q = Question::around(&board, &Points::single(chosen)).unwrap();
        if q.region.len() > 64 {
            return Ok(());
        }
        while let Some(wider) = q.widened() {
            q = wider;
        }
        let attackers = board.stones(q.attacker());
        let (strong, keeps) = (open::STRONG, open::STRONG);
        let first = open::Frame::first(&board, q.defender, q.target, strong);
        let frame = open::Frame { holds: q.wall, keeps, is_first: false, ..first };
        for p in (board.beside(&q.exits) - attackers - q.region).iter() {
            let whole = board.chain(p).map_or(Points::single(p), |c| c.stones);
            let more = frame.around(q.region | whole).region;
            proptest::prop_assert!(more == q.region || more.len() > 64, "{} could be added to {}", p.name(11), q.picture());
        }
    }

    /// Images of an open problem are read alike, position by position.
    #[test]
    fn images_of_open_problems_are_read_alike(cells in proptest::collection::vec(0u8..5, 63), at in 0usize..63, s in 1usize..16) {
        let (board, Some(chosen)) = played(9, 7, &cells, at) else { return Ok(()) };
        let [one, other] = [0, s].map(|s| read_in_image(&board, chosen, crate::Symmetry::ALL[s]));
        proptest::prop_assert_eq!(one, other);
    }

    /// The targets that a position without marks may have are the same in all images, in the same
    /// order.
    #[test]
    fn images_have_the_same_candidates(cells in proptest::collection::vec(0u8..5, 63), s in 1usize..16) {
        let (board, _) = played(9, 7, &cells, 0);
        let symmetry = crate::Symmetry::ALL[s];
        let image = |q: Question| q.image(symmetry);
        let own: Vec<Question> = Question::candidates(&board, Color::Black).into_iter().map(image).collect();
        proptest::prop_assert_eq!(Question::candidates(&board.image(symmetry), symmetry.color(Color::Black)), own);
    }

    /// Where the mover's stones are asked about, it is one chain: of several it would be enough
    /// that any lives.
    #[test]
    fn a_chain_of_the_movers_is_asked_about(cells in proptest::collection::vec(0u8..5, 63)) {
        let (board, _) = played(9, 7, &cells, 0);
        for q in Question::candidates(&board, Color::Black).into_iter().filter(|q| q.defender == Color::Black) {
            let chains = board.chains().filter(|c| c.stones.meets(&q.target)).count();
            proptest::prop_assert!(chains == 1 || !q.is_open(), "{}", q.picture());
        }
    }

    /// What one of the regions shows by itself is not given up when they are read one after the
    /// other.
    #[test]
    fn what_one_region_shows_is_not_given_up(cells in proptest::collection::vec(0u8..5, 49), at in 0usize..49) {
        let (board, Some(chosen)) = played(7, 7, &cells, at) else { return Ok(()) };
        let q = Question::around(&board, &Points::single(chosen)).unwrap();
        let own: Vec<Question> = std::iter::successors(Some(q.clone()), Question::widened).take(5).collect();
        let (reader, limits) = (crate::DfPnReader::new(), tesuji_solver::Limits::default().with_nodes(3_000));
        for first in Role::ALL {
            let shows = |regions: Vec<Question>, exits, is: fn(Outcome) -> bool| {
                regions.iter().chain(&own).find(|r| reader.read_way(r, first, exits, &limits).is_ok_and(|r| is(r.outcome))).cloned()
            };
            let lives = shows(q.narrowed(), crate::read::Exits::Blocked, Outcome::lives);
            let dies = shows(q.nearer(), crate::read::Exits::Free, |o| o.class() == Some(Class::Dead));
            let Some(shown) = lives.as_ref().or(dies.as_ref()) else { continue };
            let all = reader.read_widening(&q, first, &limits.clone().with_nodes(20_000)).unwrap().reading;
            let told = [lives.is_some() && all.outcome.lives(), dies.is_some() && all.outcome.class() == Some(Class::Dead)];
            proptest::prop_assert!(told.contains(&true) || all.stop != tesuji_solver::Stop::Exhausted, "{first}: {}, {:?}, but {}", all.outcome, all.stop, shown.picture());
        }
    }
}

/// Less is asked of the wall: D9 has two liberties outside, of which White's stone beside it can
/// take one.
#[test]
fn a_loose_wall_may_be_doubtful() {
    let rows = [".O.X.....", "OOO.X....", "XXXX.....", "........."];
    let near = |stone: &str| {
        let mut all = rows.map(str::to_string).to_vec();
        all.resize(9, ".........".to_string());
        let (x, y) = (stone.as_bytes()[0] - b'A', 9 - (stone.as_bytes()[1] - b'0'));
        all[usize::from(y)].replace_range(usize::from(x)..=usize::from(x), "O");
        board(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for (stone, is_doubtful) in [("H5", false), ("E9", true)] {
        let b = near(stone);
        let strict = Question::around(&b, &Points::single(Point::new(0, 1))).unwrap();
        let loose = Question::reaching(&b, strict.defender, strict.target, open::LOOSE);
        assert_eq!(loose.rests_on_doubtful_wall(), is_doubtful, "{stone}");
        assert_eq!(strict.loosened(0).is_empty(), is_doubtful, "{stone}");
        assert!(!strict.rests_on_doubtful_wall());
    }
}

/// Two liberties outside hold a wall that runs on from either when the other is taken: anywhere but
/// along the edge, where it stays short.
#[test]
fn a_wall_that_stays_short_is_doubtful() {
    for (y, is_doubtful) in [(4, false), (7, false), (8, true)] {
        let mut rows = vec!["........."; 9];
        rows[y - 1] = "...OO....";
        rows[y] = "...XX....";
        let b = board(&rows);
        let y = y as u8;
        let [chain, target] = [y, y - 1].map(|y| *b.chain(Point::new(3, y)).unwrap());
        let outside: Points = [Point::new(2, y), Point::new(5, y)].into_iter().collect();
        let region = (target.stones | chain.liberties) - outside;
        let q = Question { region, wall: chain.stones, ..Question::around(&b, &target.stones).unwrap() };
        assert_eq!((chain.liberties - region).len(), 2);
        assert_eq!(q.rests_on_doubtful_wall(), is_doubtful, "{}", q.board);
    }
}

/// Along a wall on the third line a region ends one point further on the first line than on the
/// second.
#[test]
fn rounded_regions_end_where_play_would() {
    let mut rows = vec![".........", "......O.X", "..XXXXO..", ".....XXOO", "......XX.", "......X..", "......X.."];
    rows.resize(9, ".........");
    let b = board(&rows);
    let q = Question::around(&b, &Points::single(Point::new(6, 1))).unwrap();
    let least = |q: &Question, y: u8| (0..9).find(|&x| q.region.contains(Point::new(x, y)));
    let mut seen = 0;
    let reader = crate::DfPnReader::new();
    for round in q.rounded() {
        let (Some(first), Some(second)) = (least(&round, 0), least(&round, 1)) else { panic!("{}", round.picture()) };
        if (2..6).contains(&second) {
            assert!(first + 1 == second, "{}", round.picture());
            seen += 1;
        }
    }
    assert!(seen >= 3, "{seen}");
    // Black kills, which no smaller region shows.
    let limits = tesuji_solver::Limits::default().with_nodes(8_000);
    let shows = |q: &Question| {
        let read = reader.read_way(q, Role::Attacker, crate::read::Exits::Free, &limits).unwrap();
        read.outcome.class() == Some(Class::Dead)
    };
    assert!(q.rounded().iter().any(shows));
    // Since no stone on a rim holds, wider regions show it as soon as these do.
    assert!(!q.nearer().iter().chain([&q]).any(shows));
}

/// White, to move, takes the wall from outside (A5 and E9): that the region around the target has
/// no exits makes it no better.
#[test]
fn a_closed_wall_may_be_doubtful() {
    let mut rows = vec!["..OX.....", "..OXO....", "OOOXO....", "XXXXO....", ".OOO....."];
    rows.resize(9, ".........");
    let b = board(&rows);
    let target = Points::single(Point::new(0, 2));
    let strict = Question::around(&b, &target).unwrap();
    let loose = Question::reaching(&b, strict.defender, strict.target, open::LOOSE);
    assert!(!loose.is_open() && loose.rests_on_doubtful_wall());
    assert!(strict.loosened(4).is_empty());
    let reader = crate::DfPnReader::new();
    let limits = tesuji_solver::Limits::default().with_nodes(50_000);
    for first in Role::ALL {
        let outcome = reader.read_widening(&strict, first, &limits).unwrap().reading.outcome;
        assert!(outcome.lives(), "{first} first: {outcome}");
    }
    // In a wider region nothing of White's is beside that wall outside any more: it is in doubt all
    // the same.
    let b = board(&["X.OX.", ".XXO.", ".XO..", "OX.OX", "OO.OX"]);
    let strict = Question::around(&b, &Points::single(Point::new(2, 0))).unwrap();
    let all = Question { region: b.all(), wall: Points::EMPTY, exits: Points::EMPTY, ..strict.clone() };
    let truth = crate::Reader::read_first(&reader, &all, Role::Defender, &limits).unwrap().outcome;
    let told = reader.read_widening(&strict, Role::Defender, &limits).unwrap().reading.outcome;
    assert!(truth.lives() && told.class() != Some(Class::Dead), "{truth}, told {told}");
}

/// The wall of a marked group is no wall where it can be taken at once.
#[test]
fn a_marked_group_is_not_enclosed_by_a_wall_in_atari() {
    let mut rows = vec!["..OXO....", "..OXO....", "OOOXO....", "XXXXO....", ".OOO....."];
    rows.resize(9, ".........");
    let marked = Question::of_target(&board(&rows), &Points::single(Point::new(0, 2))).unwrap();
    assert_eq!(marked.goal, Goal::Crucial);
    let limits = tesuji_solver::Limits::default().with_nodes(50_000);
    let reading = crate::DfPnReader::new().read_widening(&marked, Role::Defender, &limits).unwrap().reading;
    assert_ne!(reading.outcome.class(), Some(Class::Dead), "{reading:?}");
}

/// A way into the open is no life for the target if the attacker, moving first, can block it with a
/// stone that has liberties there.
#[test]
fn a_way_into_the_open_can_be_blocked() {
    let q = Question::from_picture("!XXX##|X.O=#|XXX##|#####").unwrap();
    let reader = crate::DfPnReader::new();
    let limits = tesuji_solver::Limits::default();
    let read = |first| crate::Reader::read_first(&reader, &q, first, &limits).unwrap().outcome;
    assert!(read(Role::Defender).lives());
    assert!(!read(Role::Attacker).lives(), "{}", read(Role::Attacker));
}

/// A stone whose only liberty is an exit is no stone that can't be captured as soon as the exit is
/// blocked.
#[test]
fn stones_without_liberties_hold_nothing() {
    let q = Question::from_picture("!XO....xoX|XOOOOOO+X|XXXXXXXXX").unwrap();
    let limits = tesuji_solver::Limits::default();
    let all = crate::Reader::read_first(&crate::ReferenceReader, &q, Role::Attacker, &limits).unwrap().outcome;
    let blocked = crate::DfPnReader::new().read_way(&q, Role::Attacker, crate::read::Exits::Blocked, &limits).unwrap();
    assert!(!all.lives() && !blocked.outcome.lives(), "{all} with the exit free, {} with it blocked", blocked.outcome);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]

    /// One stone of the opponent, anywhere, leaves all but one of a chain's outlets in the open.
    #[test]
    fn one_stone_spoils_one_outlet(cells in proptest::collection::vec(0u8..14, 169), at in 0usize..169, wanted in 2usize..4) {
        let (board, Some(chosen)) = played(13, 13, &cells, at) else { return Ok(()) };
        let Some(chain) = board.chain(chosen).copied() else { return Ok(()) };
        let opponent = chain.color.other();
        let Some(found) = outlets::outlets(&board, chain.color, &chain.stones, &Points::EMPTY, wanted) else { return Ok(()) };
        proptest::prop_assert!(found.len() == wanted && found.within(&chain.liberties));
        for z in board.empty().iter() {
            let mut after = board.clone();
            if after.play(z, opponent).is_ok() {
                let left = outlets_left(&after, opponent, &found);
                proptest::prop_assert!(left + 1 >= wanted, "{board}{found:?} after {z:?}");
            }
        }
        let own = Question::at_outlets(&board, chain.color, &chain.stones, &Points::EMPTY, wanted).unwrap();
        let reading = crate::DfPnReader::new().read_way(&own, Role::Attacker, crate::read::Exits::Blocked, &tesuji_solver::Limits::default());
        proptest::prop_assert!(reading.unwrap().outcome.lives());
    }

    /// A region with a margin, or with points in the open, is well formed, and the same with its
    /// exits blocked but for those.
    #[test]
    fn margins_and_outlets_change_one_way_only(cells in proptest::collection::vec(0u8..7, 121), at in 0usize..121) {
        let (board, Some(chosen)) = played(11, 11, &cells, at) else { return Ok(()) };
        let q = Question::around(&board, &Points::single(chosen)).unwrap();
        let near = q.region - q.away;
        for q in std::iter::successors(Some(q), Question::widened).take(3).filter(|q| q.region.len() <= 64) {
            for wider in [1, 2].into_iter().filter_map(|steps| q.with_margin(steps)) {
                proptest::prop_assert!(wider.region.len() <= 64 && q.exits.within(&wider.exits) && q.wall.within(&wider.wall));
                proptest::prop_assert!((wider.region - q.region).within(&wider.exits) && !wider.wall.meets(&wider.region));
                let blocked = |q: &Question| {
                    let area = crate::read::Area::of(q, crate::read::Exits::Blocked).unwrap();
                    [area.all, area.wall, area.exits].map(|set| area.points(set))
                };
                proptest::prop_assert_eq!(blocked(&q), blocked(&wider));
            }
            let Some(wider) = q.with_outlets(&near) else { continue };
            let more = wider.region - q.region;
            proptest::prop_assert!(more.within(&wider.away) && !more.meets(&near) && !board.beside(&more).meets(&more));
            proptest::prop_assert!(!board.beside(&more).meets(&board.stones(q.attacker())));
        }
    }
}

/// How many of the points still lie in the open.
fn outlets_left(board: &Board, opponent: Color, points: &Points) -> usize {
    outlets::in_the_open(board, &board.stones(opponent), &board.all(), points).len()
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(120))]

    /// Who lives in a region with its exits blocked lives on the whole board, where nothing holds;
    /// who is captured in one with its exits free is captured on the whole board, where the same
    /// wall holds. By the whole graph.
    #[test]
    fn what_is_true_of_regions_is_true_of_the_board(cells in proptest::collection::vec(0u8..4, 12), at in 0usize..12) {
        let (board, Some(chosen)) = played(4, 3, &cells, at) else { return Ok(()) };
        let q = Question::around(&board, &Points::single(chosen)).unwrap();
        let none = Points::EMPTY;
        let whole = |wall: Points| Question {
            region: board.all() - wall, wall, exits: none, held: none, away: none, ..q.clone()
        };
        let mut regions = q.nearer();
        regions.extend(q.narrowed());
        regions.push(q.clone());
        regions.extend(q.widened());
        regions.extend(q.loosened(1));
        regions.extend(q.rounded());
        regions.extend(q.rounded_loosely());
        let margins: Vec<Question> =
            regions.iter().flat_map(|q| [1, 2].map(|steps| q.with_margin(steps))).flatten().collect();
        regions.extend(margins);
        let (reader, limits) = (crate::DfPnReader::new(), tesuji_solver::Limits::default());
        // Larger graphs take too long here.
        let small = limits.clone().with_nodes(20_000);
        for region in regions {
            let region = Question { away: none, held: none, ..region };
            for first in Role::ALL {
                let read = |exits| reader.read_way(&region, first, exits, &limits).unwrap().outcome;
                let truth = |q: &Question| crate::Reader::read_first(&crate::ReferenceReader, q, first, &small).unwrap();
                if read(crate::read::Exits::Blocked).lives() {
                    let all = truth(&whole(none));
                    let dies = all.outcome.high < Class::Seki;
                    proptest::prop_assert!(!dies, "{first} first: {}, but lives in {}", all.outcome, region.picture());
                }
                if region.is_open() && read(crate::read::Exits::Free).class() == Some(Class::Dead) {
                    let all = truth(&whole(region.wall));
                    let survives = all.outcome.low > Class::Dead;
                    proptest::prop_assert!(!survives, "{first} first: {}, but captured in {}", all.outcome, region.picture());
                }
            }
        }
    }
}

/// What is told of a group, with walls that are taken to hold, against the whole board, where
/// nothing is: who lives, lives; who is captured may live by taking the wall, which is rare.
/// (`TESUJI_CASES` questions by `TESUJI_SEED`.)
#[test]
fn what_is_told_of_a_group_is_true_of_the_board() {
    use rand_core::{RngCore, SeedableRng};
    let set = |name: &str, usual: u64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 1));
    let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
    let (reader, limits) = (crate::DfPnReader::new(), tesuji_solver::Limits::default());
    let (mut compared, mut survive, mut joined) = (0, 0, 0);
    while compared < set("TESUJI_CASES", 2000) {
        let mut board = Board::new(5, 5).unwrap();
        for i in 0..12 + below(30) {
            let _ = board.play(Point::new(below(5) as u8, below(5) as u8), Color::ALL[i % 2]);
        }
        board.pass();
        let stones: Vec<Point> = (board.all() - board.empty()).iter().collect();
        if board.empty().len() > 11 || stones.is_empty() {
            continue;
        }
        let target = Points::single(stones[below(stones.len())]);
        for q in [Question::around(&board, &target), Question::of_target(&board, &target)].into_iter().flatten() {
            let none = Points::EMPTY;
            let whole = Question { region: board.all(), wall: none, exits: none, held: none, away: none, ..q.clone() };
            for first in Role::ALL {
                let found = reader.read_widening(&q, first, &limits.clone().with_nodes(5_000)).unwrap();
                let told = found.reading.outcome;
                let truth =
                    crate::Reader::read_first(&reader, &whole, first, &limits.clone().with_nodes(60_000)).unwrap();
                let dies = truth.outcome.high < Class::Seki;
                assert!(!(told.lives() && dies), "{board}{first} first, {}: told {told}", q.picture());
                let is_less = told.low == Class::Ko && truth.outcome.high < Class::Ko;
                assert!(!is_less, "{board}{first} first, {}: told {told}, is {}", q.picture(), truth.outcome);
                compared += u64::from(told.class().is_some() || told.lives());
                joined += u64::from(!found.friends.is_empty());
                survive += u64::from(told.high <= Class::Ko && truth.outcome.low > told.high);
            }
        }
    }
    println!(
        "{compared} compared, {joined} of them joined to friends; captured if the wall holds, but not on the whole board: {survive}"
    );
    assert!(survive * 200 <= compared, "{survive} of {compared}");
}

/// Who has something to gain by moving first.
#[test]
fn a_move_gains_if_the_other_side_would_do_better() {
    let (dead, alive) = (Outcome::exactly(Class::Dead), Outcome::between(Class::Seki, Class::Alive));
    let ko = |by, n| Outcome::ko(by, n);
    assert_eq!(dead.gains(Role::Attacker, alive), Some(true));
    assert_eq!(alive.gains(Role::Defender, dead), Some(true));
    assert_eq!(dead.gains(Role::Attacker, dead), Some(false), "dead whoever moves");
    assert_eq!(alive.gains(Role::Attacker, alive), Some(false), "it does not capture");
    assert_eq!(dead.gains(Role::Attacker, ko(Role::Defender, 1)), Some(true), "a ko is less than a capture");
    assert_eq!(
        ko(Role::Defender, 1).gains(Role::Attacker, ko(Role::Attacker, 1)),
        Some(true),
        "who needs threats counts"
    );
    assert_eq!(ko(Role::Attacker, 1).gains(Role::Attacker, ko(Role::Attacker, 1)), Some(false));
    assert_eq!(dead.gains(Role::Attacker, Outcome::UNKNOWN), None);
    assert_eq!(Outcome::UNKNOWN.gains(Role::Defender, dead), None);
    assert_eq!(Outcome::between(Class::Dead, Class::Ko).succeeds(Role::Defender), None);
}
