use super::*;
use crate::{Points, Problem, Reader, ReferenceReader};

/// What a region settles is settled in its parts, but not where those take more for granted.
#[test]
fn parts_that_take_no_more_for_granted_are_harder() {
    let all = Problem::parse("9x9 A9 X=black O ....+##|..O.+##|.OO.+##|....+##|++++###|#######").unwrap().question;
    let part = Question { region: all.region - all.exits, ..all.clone() };
    let wall = Question { wall: part.wall | Points::single(crate::Point::new(8, 8)), ..part.clone() };
    let open = Question { away: Points::single(crate::Point::new(3, 0)), ..part.clone() };
    for exits in [Exits::Blocked, Exits::Free] {
        assert!(is_harder(exits, &part, &all) && is_harder(exits, &all, &all));
    }
    // With its exits blocked it is no more than that part.
    assert!(is_harder(Exits::Blocked, &all, &part) && !is_harder(Exits::Free, &all, &part));
    assert!(!is_harder(Exits::Free, &wall, &all) && is_harder(Exits::Blocked, &wall, &all));
    let held = Question { held: Points::single(crate::Point::new(3, 0)), ..part.clone() };
    assert!(!is_harder(Exits::Free, &held, &all) && is_harder(Exits::Blocked, &held, &all));
    assert!(!is_harder(Exits::Blocked, &open, &all) && is_harder(Exits::Free, &open, &all));
    // The same points, where the defender has got away sooner.
    let sooner = Question { exits: all.exits | Points::single(crate::Point::new(3, 0)), ..all.clone() };
    for exits in [Exits::Blocked, Exits::Free] {
        assert!(is_harder(exits, &sooner, &all) && !is_harder(exits, &all, &sooner));
    }
}

/// Six points in the corner with one liberty outside. A stone of the wall has two liberties
/// outside, so that the first region takes it in; with the exits blocked he is captured there. In
/// the second one it is a ko, if the attacker moves first.
fn six_points() -> [Question; 2] {
    ["!...O*x+#|...OX+##|OOOOX###|XXXXX###", "!...O.X##|...OX###|OOOOX###|XXXXX###"]
        .map(|p| Question::from_picture(p).unwrap())
}

fn widening<'a>(
    reader: &'a DfPnReader,
    limits: &Limits,
    settles: &'a (dyn Fn(Outcome) -> bool + Sync),
    regions: &[Question],
    [life, capture]: [Vec<usize>; 2],
) -> Widening<'a> {
    let all = [life, capture, Vec::new()];
    Widening {
        reader,
        first: Role::Attacker,
        limits: limits.clone(),
        settles: Box::new(settles),
        clock: limits.start(),
        nodes: 0,
        most: limits.nodes,
        at: Round::alone(limits.nodes),
        is_shared: false,
        turns: Turns::default(),
        regions: [regions.into(), regions.into()],
        friends: Vec::new(),
        rings: regions.iter().map(|_| Ring::default()).collect(),
        walls: Walls::default(),
        order: all.clone(),
        all,
        last: [None, None],
        bounds: Outcome::UNKNOWN,
        ends: [None, None],
        keys: [None, None],
        own: 0,
        full: false,
        lives: SharedLives::default(),
    }
}

/// A capture in one region, where another one has shown that it lives: nothing is told.
#[test]
fn regions_that_contradict_each_other_show_nothing() {
    let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(100_000));
    let regions = [Question::from_picture("!..OX#|OOOX#|XXXX#").unwrap()];
    let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
    let read = |known: Outcome| {
        let mut at = widening(&reader, &limits, &is_told, &regions, [vec![], vec![0]]);
        at.bounds = known;
        at.run().unwrap().reading
    };
    assert_eq!(read(Outcome::UNKNOWN).outcome, Outcome::exactly(Class::Dead));
    let told = read(Outcome::between(Class::Seki, Class::Alive));
    assert_eq!((told.outcome, told.key, told.stop), (Outcome::UNKNOWN, None, Stop::Exhausted));
    // No more is asked than whether it is a ko at best.
    assert_eq!(read(Outcome::between(Class::Ko, Class::Alive)).outcome, Outcome::exactly(Class::Ko));
}

/// Two regions are settled, each in one way: the ko is found all the same.
#[test]
fn a_ko_is_found_where_each_way_settled_another_region() {
    let (reader, limits, regions) = (DfPnReader::new(), Limits::default().with_nodes(100_000), six_points());
    let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
    let mut at = widening(&reader, &limits, &is_told, &regions, [vec![0, 1], vec![1]]);
    (at.order, at.last) = (Default::default(), [Some(0), Some(1)]);
    for (ring, way) in [(0, 0), (1, 1)] {
        at.rings[ring].known[way] = at.read(ring, way, WAYS[way].1, 50_000).unwrap();
    }
    let found = at.run().unwrap();
    assert_eq!(found.reading.outcome.class(), Some(Class::Ko), "{:?}", found.reading);
    // The first region could be one for life only: no capture is looked for there.
    assert!(at.rings[0].known[1].is_none() && at.rings[0].ongoing[1].is_none());
}

/// One region shows that it is a ko at worst, another one that it is one at best.
#[test]
fn the_ends_of_a_ko_come_from_two_regions() {
    let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(100_000));
    // The same but for a stone of the wall that makes no difference.
    let regions = ["!...O.X##|...OX###|OOOOX###|XXXX####", "!...O.X##|...OX###|OOOOX###|XXXXX###"]
        .map(|p| Question::from_picture(p).unwrap());
    let is_ko = |o: Outcome| o.class() == Some(Class::Ko);
    let mut at = widening(&reader, &limits, &is_ko, &regions, [vec![0], vec![1]]);
    let found = at.run().unwrap();
    assert_eq!(found.reading.outcome, Outcome::exactly(Class::Ko), "{:?}", found.reading);
    // By the whole graph of the region it is one, and after the move that is told too.
    let whole = |q: &Question, first: Role| ReferenceReader.read_first(q, first, &limits).unwrap().outcome;
    let truth = whole(&regions[1], Role::Attacker);
    let after = regions[1].play(Role::Attacker, found.reading.key.expect("a move")).unwrap();
    assert_eq!((truth.class(), whole(&after, Role::Defender).class()), (Some(Class::Ko), Some(Class::Ko)));
    assert_eq!((found.showing(false), found.showing(true)), (&regions[0], &regions[1]));
    assert!(found.assumed().is_some_and(|words| words.contains("; ")), "both walls: {:?}", found.assumed());
    let mut proved = found.prove(&reader, Role::Attacker, &limits).unwrap();
    assert_eq!(found.check(&proved, Role::Attacker).unwrap(), Ok(()));
    let other = Widened { question: six_points()[0].clone(), ..found.clone() };
    assert!(other.check(&proved, Role::Attacker).unwrap().is_err(), "each proof is of its own region");
    proved.certificates.retain(|c| !c.killed);
    assert!(found.check(&proved, Role::Attacker).unwrap().is_err(), "both ends want a proof");
    // Where that is not enough, the number of threats is asked for in the region that may be read
    // both ways.
    let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
    let mut at = widening(&reader, &limits, &is_told, &regions, [vec![0], vec![1]]);
    let found = at.run().unwrap();
    assert_eq!((found.reading.outcome, &found.question), (truth, &regions[1]));
    assert!(found.at_best.is_none() && at.rings[0].ongoing[1].is_none());
}

/// Life is found in a region that is only read later on.
#[test]
fn regions_for_later_are_read() {
    let (reader, limits, regions) = (DfPnReader::new(), Limits::default().with_nodes(100_000), six_points());
    let read = |later: Vec<usize>| {
        let mut at = widening(&reader, &limits, &|o: Outcome| o.lives(), &regions, [Vec::new(), Vec::new()]);
        (at.first, at.all[LATER], at.order[LATER]) = (Role::Defender, later.clone(), later);
        at.run().unwrap()
    };
    let (none, found) = (read(Vec::new()), read(vec![1]));
    assert_eq!((none.reading.outcome, none.reading.nodes), (Outcome::UNKNOWN, 0));
    assert!(found.reading.outcome.lives() && found.question == regions[1], "{:?}", found.reading);
}

/// A long reading goes on in the largest region for life, too.
#[test]
fn the_largest_region_for_life_is_read_after_long() {
    let (reader, limits, regions) = (DfPnReader::new(), Limits::default(), six_points());
    let mut at = widening(&reader, &limits, &|_| false, &regions, [vec![7, 8, 9, 10, 11], vec![3, 4]]);
    at.order[LATER] = vec![5, 6, 7, 8, 9];
    let places = |at: &Widening<'_>, list| at.ahead(list).collect::<Vec<_>>();
    assert_eq!([places(&at, 0), places(&at, 1), places(&at, LATER)], [vec![0, 1, 2], vec![0], vec![0, 1, 2]]);
    at.nodes = POLICY.nodes_before_largest;
    assert_eq!([places(&at, 0), places(&at, 1), places(&at, LATER)], [vec![0, 1, 2, 4], vec![0], vec![0, 1, 2]]);
    at.order[0].truncate(3);
    assert_eq!(places(&at, 0), [0, 1, 2]);
}

/// One of many questions reads fewer regions for life beside each other when it takes long.
#[test]
fn fewer_regions_for_life_are_read_where_nodes_are_shared() {
    let (reader, limits, regions) = (DfPnReader::new(), Limits::default(), six_points());
    let mut at = widening(&reader, &limits, &|_| false, &regions, [vec![7, 8, 9, 10, 11], vec![3, 4]]).sharing();
    at.order[LATER] = vec![5, 6, 7, 8, 9];
    let places = |at: &Widening<'_>, list| at.ahead(list).collect::<Vec<_>>();
    assert_eq!([places(&at, 0), places(&at, 1), places(&at, LATER)], [vec![0, 1, 2], vec![0], vec![0, 1, 2]]);
    at.nodes = POLICY.nodes_before_one_ahead;
    assert_eq!([places(&at, 0), places(&at, 1), places(&at, LATER)], [vec![0, 1], vec![0], vec![0, 1, 2]]);
}

/// What each list has of the nodes of many turns, in hundredths: life, capture, life later on.
fn hundredths(at: &mut Widening<'_>) -> [u64; 3] {
    let mut of_each = [0; 3];
    for _ in 0..2000 {
        let (list, nodes) = at.turn().unwrap();
        at.had_turn(list, nodes);
        of_each[list] += nodes;
    }
    of_each.map(|nodes: u64| nodes * 100 / of_each.iter().sum::<u64>())
}

/// Where the numbers say nothing yet, turns go to what the side that is first wants, and to the
/// last list later on, or where it is all that is left.
#[test]
fn turns_keep_to_the_shares() {
    let (reader, limits, regions) = (DfPnReader::new(), Limits::default(), six_points());
    let lists = || [vec![0, 1], vec![0, 1]];
    let nodes = |first: Role, round: u32, settled: &[usize]| {
        let mut at = widening(&reader, &limits, &|_| false, &regions, lists()).sharing();
        (at.first, at.at.number, at.order[LATER]) = (first, round, vec![0, 1]);
        settled.iter().for_each(|&list| at.order[list].clear());
        hundredths(&mut at)
    };
    assert_eq!(nodes(Role::Attacker, 1, &[]), [25, 75, 0]);
    assert_eq!(nodes(Role::Defender, 1, &[]), [80, 20, 0]);
    // 32 to 8 to 4, with what is lost by whole nodes.
    let later = nodes(Role::Defender, 2, &[]);
    assert!(later.iter().zip([73, 18, 9]).all(|(got, wanted): (&u64, u64)| got.abs_diff(wanted) <= 1), "{later:?}");
    assert_eq!(nodes(Role::Attacker, 1, &[0]), [0, 100, 0]);
    assert_eq!(nodes(Role::Attacker, 1, &[0, 1]), [0, 0, 100]);
    let mut none = widening(&reader, &limits, &|_| false, &regions, [Vec::new(), Vec::new()]).sharing();
    assert!(none.turn().is_none());
    assert!(none.resume(1000, 1000).unwrap().is_some(), "nothing is left to be read");
}

/// A region that costs much and shows no ko makes another one for it less likely.
#[test]
fn regions_that_show_no_ko_make_another_one_wait() {
    let (reader, limits, regions) = (DfPnReader::new(), Limits::default(), six_points());
    let mut at = widening(&reader, &limits, &|_| false, &regions, [vec![0, 1], vec![0, 1]]).sharing();
    // Life without threats is shown.
    at.bounds = Outcome::between(Class::Ko, Class::Alive);
    assert_eq!(hundredths(&mut at), [33, 66, 0]);
    at.turns.failed(180_000);
    assert_eq!(hundredths(&mut at), [66, 33, 0]);
    // Long after it was begun, none is tried at all.
    at.nodes = 10_000;
    assert_eq!(hundredths(&mut at), [80, 20, 0]);
}

/// Where no table has room, the reading ends at once, and says why; with room it goes on.
#[test]
fn full_tables_end_a_reading() {
    let open = Problem::parse("9x9 A9 X=black O ....+##|..O.+##|.OO.+##|....+##|++++###|#######").unwrap();
    let reader = DfPnReader::new();
    let read = |memory: usize| {
        let limits = Limits::default().with_nodes(20_000).with_memory(memory);
        reader.read_widening(&open.question, open.first, &limits).unwrap().reading
    };
    let (none, some) = (read(0), read(1 << 30));
    assert_eq!((none.outcome, none.stop), (Outcome::UNKNOWN, Stop::Memory), "{none:?}");
    assert!(none.nodes < some.nodes && some.stop != Stop::Memory, "{none:?} {some:?}");
}
