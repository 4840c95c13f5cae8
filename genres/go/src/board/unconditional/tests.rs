use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn board(rows: &str) -> Board {
    let rows: Vec<&str> = rows.split_whitespace().collect();
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

/// All positions that a side reaches by playing alone.
fn alone(from: &Board, player: Color) -> Vec<Board> {
    let key = |b: &Board| Color::ALL.map(|c| b.stones(c));
    let mut seen = BTreeSet::from([key(from)]);
    let mut all = vec![from.clone()];
    let mut at = 0;
    while at < all.len() {
        for p in all[at].empty().iter() {
            let mut next = all[at].clone();
            next.pass();
            if next.play(p, player).is_ok() && seen.insert(key(&next)) {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}

/// By the definition: the owner's stones that stand in all positions, and the points where the
/// opponent never has stones that are alive in turn, nor eyes of such.
fn by_definition(from: &Board, owner: Color) -> (Points, Points) {
    let reached = alone(from, owner.other());
    let alive = reached.iter().fold(from.all(), |all, b| all & b.stones(owner));
    let mut had = Points::EMPTY;
    for b in &reached {
        let living = pass_alive(b, owner.other());
        let inside = (b.all() - living).parts().into_iter().filter(|part| !part.meets(&alive));
        if !living.is_empty() {
            had = inside.fold(had | living, |all, part| all | part);
        }
    }
    (alive, from.all() - alive - had)
}

/// What a point is, of the stones on it, what is alive, and whose the territory is.
fn status_by_definition(b: &Board, found: &Unconditional, p: Point) -> Status {
    let holds = |c: Color| found.alive(c).contains(p) || found.territory(c).contains(p);
    match b.get(p) {
        Some(stone) if holds(stone) => Status::Alive,
        Some(stone) if found.territory(stone.other()).contains(p) => Status::Dead,
        Some(_) => Status::Undecided,
        None => Color::ALL.into_iter().find(|&c| holds(c)).map_or(Status::Undecided, Status::Territory),
    }
}

/// A white stone in a room of two cells of a black chain that lives.
#[test]
fn stones_in_the_territory_of_the_other_side_are_dead() {
    let b = board(".OX XXX .X.");
    let found = Unconditional::of(&b);
    let status = |x, y| found.status(Point::new(x, y));
    assert_eq!((status(1, 0), status(0, 0)), (Status::Dead, Status::Territory(Color::Black)));
    assert_eq!((status(2, 0), status(1, 2)), (Status::Alive, Status::Alive));
    agrees(&b);
}

fn agrees(b: &Board) {
    let found = Unconditional::of(b);
    for p in b.all().iter() {
        assert_eq!(found.status(p), status_by_definition(b, &found, p), "{p:?} in\n{b}");
    }
    for owner in Color::ALL {
        let (alive, territory) = by_definition(b, owner);
        assert_eq!(found.alive(owner), alive, "{owner} alive in\n{b}");
        if !alive.is_empty() {
            assert_eq!(found.territory(owner), territory, "territory of {owner} in\n{b}");
        }
    }
}

/// Stones over two rows that hold a living black chain; chains without liberties are left out.
fn over_a_living_chain(width: u8, cells: &[u8]) -> Board {
    let upper: Vec<String> = cells
        .chunks(width.into())
        .map(|row| row.iter().map(|c| ['.', '.', 'X', 'O', 'O'][*c as usize % 5]).collect())
        .collect();
    let mut rows = upper;
    rows.push("X".repeat(width.into()));
    rows.push((0..width).map(|x| if x % 2 == 0 { '.' } else { 'X' }).collect());
    loop {
        let text = rows.join(" ");
        let stones: Vec<(Point, u8)> = rows
            .iter()
            .enumerate()
            .flat_map(|(y, r)| r.bytes().enumerate().map(move |(x, g)| (Point::new(x as u8, y as u8), g)))
            .collect();
        let color = |g: u8| if g == b'X' { Some(Color::Black) } else { (g == b'O').then_some(Color::White) };
        let set = stones.iter().filter_map(|&(p, g)| color(g).map(|c| (p, c)));
        match Board::set_up(width, rows.len() as u8, set) {
            Ok(b) => return b,
            Err(super::super::BadPosition::NoLiberty(names)) => {
                for name in names {
                    let p = Point::parse(&name, width, rows.len() as u8).unwrap();
                    rows[p.y as usize].replace_range(p.x as usize..=p.x as usize, ".");
                }
            }
            Err(e) => panic!("{e}: {text}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn as_the_definition_says_by_all_sequences(cells in prop::collection::vec(0u8..5, 12)) {
        agrees(&over_a_living_chain(4, &cells));
    }

    #[test]
    fn as_the_definition_says_on_wider_boards(cells in prop::collection::vec(0u8..5, 10)) {
        agrees(&over_a_living_chain(5, &cells));
    }
}

#[test]
fn large_rooms_are_open_and_small_ones_are_not() {
    let room = board("..... ..... ..... ..... XXXXX .X.X.");
    assert!(!Unconditional::of(&room).territory(Color::Black).contains(Point::new(2, 1)));
    agrees(&board("..... ..X.. ..... XXXXX .X.X."));
    agrees(&board(".O.OX OOO.X XXXXX .X.X."));
}

#[test]
fn a_pair_across_is_a_seki_only_inside_one_chain() {
    // Nine by nine, Black alive at the bottom: White's ring around two black stones is one chain in
    // the first position; in the second the stones beside the pair belong to different chains.
    let seki = board("XXXXXXXXX X.OOOOX.X XOO.OXXXX XO.XOOXXX XOOX.OXX. XXO.OOXXX XXOOOXXXX X.XXXXX.X XXX.XXXXX");
    let dead = board("XXXXXXXXX X.XOOOX.X XXO.OXXXX XO.XOXXXX XOOX.OXX. XXO.OOXXX XXOOOXXXX X.XXXXX.X XXX.XXXXX");
    let at = Point::new(3, 3);
    assert_eq!(Unconditional::of(&seki).status(at), Status::Undecided, "{seki}");
    assert_eq!(Unconditional::of(&dead).status(at), Status::Alive, "{dead}");
}
