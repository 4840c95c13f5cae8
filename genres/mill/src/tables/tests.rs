use super::*;
use crate::board::Board;
use crate::position::{Colour, Position};
use crate::rules;
use crate::variant::{RuleSet, Stalemate};
use tesuji_solver::{Limits, Stop};

fn built(rules: &RuleSet, sectors: &[(u8, u8)]) -> (tempfile::TempDir, Tables) {
    let dir = tempfile::tempdir().unwrap();
    let stop = Builder::new(rules, dir.path())
        .unwrap()
        .sectors(sectors.iter().copied())
        .run(&Limits::default(), &mut |_| {})
        .unwrap();
    assert_eq!(stop, Stop::Exhausted);
    let tables = Tables::open(rules, dir.path()).unwrap();
    (dir, tables)
}

fn counts(tables: &Tables, own: u8, other: u8) -> [u64; 4] {
    let c = tables.counts(Sector::new(own, other).unwrap()).unwrap();
    [c.positions, c.win, c.draw, c.loss]
}

/// Numbers of positions, wins, draws and losses up to symmetry, and the longest games: compared
/// position by position with Malom's published sector files by an independent program.
#[test]
fn small_sectors_have_the_published_counts() {
    let (_dir, tables) = built(&RuleSet::STANDARD, &[(4, 3)]);
    assert_eq!(counts(&tables, 3, 3), [169_626, 140_621, 269, 28_736]);
    assert_eq!(counts(&tables, 4, 3), [760_398, 75_397, 681_906, 3_095]);
    assert_eq!(counts(&tables, 3, 4), [760_398, 102_281, 658_117, 0]);
    let longest = |own, other| {
        let c = tables.counts(Sector::new(own, other).unwrap()).unwrap();
        (c.longest_win, c.longest_loss)
    };
    assert_eq!(longest(3, 3), (Some(25), Some(26)));
    assert_eq!(longest(4, 3), (Some(1), Some(32)));
    assert_eq!(longest(3, 4), (Some(33), None));
    for sector in ["3-3", "4-3", "3-4"] {
        let checked = verify(&tables, sector.parse().unwrap(), 7).unwrap();
        assert!(checked.positions > 10_000 && checked.bad == 0, "{checked:?}");
    }
}

/// The value by the rules' complete turns.
fn by_the_rules(tables: &Tables, position: &Position) -> Value {
    let next = rules::turns_played(tables.rules(), position);
    let values = next.iter().map(|(_, after)| tables.probe(after).unwrap().before());
    values.max_by_key(|v| v.merit()).unwrap()
}

#[test]
fn values_follow_from_the_rules_turns_in_several_rule_sets() {
    let others = [
        RuleSet { may_fly: false, ..RuleSet::STANDARD },
        RuleSet { diagonals: true, remove_from_mills: true, ..RuleSet::STANDARD },
        RuleSet { stalemate: Stalemate::Draw, may_fly: false, ..RuleSet::STANDARD },
    ];
    for rules in others {
        let (_dir, tables) = built(&rules, &[(3, 3)]);
        let sector = Sector::new(3, 3).unwrap();
        for (own, other, value) in tables.positions(sector).step_by(97) {
            let position = rules::settled(&rules, Position::moving([own, other], Colour::White));
            match position.end {
                Some(end) if end.winner.is_none() => assert_eq!(value, Value::Draw),
                Some(_) => assert_eq!(value, Value::Loss(0)),
                None => assert_eq!(value, by_the_rules(&tables, &position), "{rules:?} {position:?}"),
            }
        }
        assert_eq!(verify(&tables, sector, 1).unwrap().bad, 0);
    }
}

/// Where three men slide, side by side with four and five: captures that lose, the longest of them,
/// positions with no quiet turn left, and men that all stand in mills (five in two that cross), so
/// that each may be taken.
#[test]
fn captures_that_lose_and_men_that_are_all_in_mills() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let (_dir, tables) = built(&rules, &[(5, 3)]);
    for (sector, every) in [("4-3", 9), ("3-4", 9), ("5-3", 90), ("3-5", 9)] {
        let checked = verify(&tables, sector.parse().unwrap(), every).unwrap();
        assert!(checked.positions > 10_000 && checked.bad == 0, "{sector}: {checked:?}");
    }
    // The same by the rules' own turns, and the cases are there.
    let (mut losing, mut crossed) = (0, 0);
    for (own, other, value) in tables.positions(Sector::new(3, 5).unwrap()).step_by(331) {
        let position = rules::settled(&rules, Position::moving([own, other], Colour::White));
        if position.end.is_none() {
            assert_eq!(value, by_the_rules(&tables, &position), "{position:?}");
        }
        let taken = rules::turns(&rules, &position).into_iter().filter(|turn| turn.actions().count() > 1);
        losing += usize::from(taken.count() > 0 && matches!(value, Value::Loss(_)));
    }
    for (own, other, value) in tables.positions(Sector::new(3, 5).unwrap()) {
        let board = Board::get(false);
        if board.in_mills(other) != other {
            continue;
        }
        let position = rules::settled(&rules, Position::moving([own, other], Colour::White));
        let turns = rules::turns(&rules, &position);
        if turns.iter().any(|turn| turn.actions().count() > 1) {
            crossed += 1;
            assert_eq!(value, by_the_rules(&tables, &position), "{position:?}");
        }
    }
    assert!(losing > 20 && crossed > 20, "{losing} {crossed}");
}

#[test]
fn portable_and_native_builds_are_equal() {
    let rules = RuleSet { diagonals: true, may_fly: false, ..RuleSet::STANDARD };
    let run = |portable: bool| {
        let dir = tempfile::tempdir().unwrap();
        let builder = Builder::new(&rules, dir.path()).unwrap().sectors([(3, 3)]);
        let builder = if portable { builder.portable() } else { builder };
        builder.run(&Limits::default(), &mut |_| {}).unwrap();
        std::fs::read(dir.path().join("diagonals-nofly-3-3.mill")).unwrap()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn damaged_files_are_found_and_built_anew() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let (dir, tables) = built(&rules, &[(3, 3)]);
    drop(tables);
    let path = dir.path().join("plain-nofly-3-3.mill");
    let good = std::fs::read(&path).unwrap();
    let opened = || Tables::open(&rules, dir.path()).map(|t| t.table("3-3".parse().unwrap()).unwrap().check());
    let write = |bytes: &[u8]| std::fs::write(&path, bytes).unwrap();
    write(&good[..good.len() - 1]);
    assert!(opened().unwrap_err().to_string().contains("truncated"));
    write(&good[..100]);
    assert!(opened().unwrap_err().to_string().contains("not even a header"));
    let mut bad = good.clone();
    bad[80] ^= 1;
    write(&bad);
    assert!(opened().unwrap_err().to_string().contains("header is damaged"));
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    write(&bad);
    assert!(opened().unwrap().unwrap_err().to_string().contains("checksum"));
    let mut seen = Vec::new();
    Builder::new(&rules, dir.path()).unwrap().sectors([(3, 3)]).run(&Limits::default(), &mut |p| seen.push(p)).unwrap();
    assert!(matches!(seen[..], [Progress::Damaged(..), Progress::Begun { .. }, Progress::Built { .. }]), "{seen:?}");
    assert_eq!(std::fs::read(&path).unwrap(), good);
}

#[test]
fn rules_without_closed_movement_are_refused() {
    for variant in ["russian_mill", "morabaraba", "da_san_qi", "mul_mulan"] {
        let rules = &crate::variant::by_id(variant).unwrap().rules;
        assert!(matches!(Builder::new(rules, "nowhere"), Err(TableError::NotClosed(_))), "{variant}");
    }
    assert!("2-3".parse::<Sector>().is_err() && "4".parse::<Sector>().is_err());
}

#[test]
fn dependence_order() {
    let builder = Builder::new(&RuleSet::STANDARD, "nowhere").unwrap().sectors([(4, 4)]);
    let order: Vec<String> = builder.order().iter().map(ToString::to_string).collect();
    assert_eq!(order, ["3-3", "4-3", "4-4"]);
    let all = Builder::new(&RuleSet::STANDARD, "nowhere").unwrap().sectors(sectors_up_to(9, 9));
    assert_eq!(all.order().len(), 28);
    let slots: u64 = sectors_up_to(9, 9).iter().filter_map(|&(w, b)| Sector::new(w, b)).map(Sector::slots).sum();
    assert_eq!(slots, 9_193_626_407);
}

/// The longest game in 3-3 takes 26 plies, in 3-4 33: a bound below is an error wherever it is met,
/// never a wrap.
#[test]
fn too_long_a_game_is_an_error() {
    let run = |sector: (u8, u8), longest: u8| {
        let dir = tempfile::tempdir().unwrap();
        let builder = Builder::new(&RuleSet::STANDARD, dir.path()).unwrap().sectors([sector]).longest(longest);
        builder.run(&Limits::default(), &mut |_| {})
    };
    for longest in [0, 1, 2, 7, 24, 25] {
        assert!(matches!(run((3, 3), longest), Err(TableError::Overflow(_))), "{longest}");
    }
    assert!(run((3, 3), 26).is_ok());
    assert!(matches!(run((4, 3), 32), Err(TableError::Overflow(s)) if s.own + s.other == 7));
}

/// A table says what men on the board are worth; men in hand and points that are marked it does not
/// know.
#[test]
fn positions_beyond_the_tables_have_no_value() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let (_dir, tables) = built(&rules, &[(3, 3)]);
    let (own, other) = tables.positions("3-3".parse().unwrap()).map(|(own, other, _)| (own, other)).next().unwrap();
    let plain = Position::moving([own, other], Colour::White);
    assert!(tables.probe(&plain).is_some());
    let marked = (own | other) & (own | other).wrapping_neg();
    for beyond in [
        Position { hand: [1, 0], ..plain },
        Position { hand: [0, 1], ..plain },
        Position { marked, ..plain },
        Position { phase: crate::position::Phase::Placing, ..plain },
    ] {
        assert_eq!(tables.probe(&beyond), None, "{beyond:?}");
    }
}

/// Two bits say what the bytes say, in a quarter of the room; what was needed on the way is gone.
#[test]
fn values_alone_are_those_of_the_plies() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let (whole, tables) = built(&rules, &[(4, 3)]);
    let dir = tempfile::tempdir().unwrap();
    let builder = Builder::new(&rules, dir.path()).unwrap().sectors([(4, 3)]).values_only();
    let plan = builder.plan().unwrap();
    builder.run(&Limits::default(), &mut |_| {}).unwrap();
    let names = |dir: &std::path::Path| -> Vec<(String, u64)> {
        let file = |e: std::io::Result<std::fs::DirEntry>| {
            let e = e.unwrap();
            (e.file_name().to_string_lossy().into_owned(), e.metadata().unwrap().len())
        };
        std::fs::read_dir(dir).unwrap().map(file).collect()
    };
    let size = |dir| names(dir).iter().map(|f| f.1).sum::<u64>();
    assert!(names(dir.path()).iter().all(|f| f.0.ends_with(".values")), "{:?}", names(dir.path()));
    assert!(size(dir.path()) < size(whole.path()) / 4 + 1000);
    // The plies of 3-3 and of the last pair, and all values, stand there together at the end.
    assert_eq!(plan.disk, size(dir.path()) + size(whole.path()));
    let values = Tables::open(&rules, dir.path()).unwrap();
    for sector in tables.sectors() {
        values.table(sector).unwrap().check().unwrap();
        assert_eq!(values.counts(sector), tables.counts(sector));
        assert!(!values.has_plies(sector) && tables.has_plies(sector));
        for (own, other, value) in tables.positions(sector).step_by(7) {
            assert_eq!((values.value(own, other), values.outcome(own, other)), (None, Some(value.outcome())));
            assert_eq!(tables.outcome(own, other), Some(value.outcome()));
        }
    }
    for tables in [&tables, &values] {
        let checked = verify_sample(tables, 20_000, 5).unwrap();
        assert_eq!((checked.positions, checked.bad), (20_000, 0), "{checked:?}");
    }
    // Nothing left to do; with a damaged file all that it depends on is built again.
    assert_eq!(builder.plan().unwrap().places(), 0);
    let path = dir.path().join("plain-nofly-4-3.values");
    let good = std::fs::read(&path).unwrap();
    let mut bad = good.clone();
    bad[1000] ^= 5;
    std::fs::write(&path, &bad).unwrap();
    assert!(Tables::open(&rules, dir.path()).unwrap().table("4-3".parse().unwrap()).unwrap().check().is_err());
    builder.run(&Limits::default(), &mut |_| {}).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), good);
}

/// A changed byte is a wrong value, and a sample of all places finds one of many.
#[test]
fn a_sample_finds_wrong_values() {
    let rules = RuleSet { may_fly: false, ..RuleSet::STANDARD };
    let (dir, tables) = built(&rules, &[(3, 3)]);
    assert_eq!(verify_sample(&tables, 5_000, 1).unwrap().bad, 0);
    drop(tables);
    let path = dir.path().join("plain-nofly-3-3.mill");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[192..].iter_mut().step_by(50).for_each(|b| *b = if *b == 255 { 3 } else { 255 });
    std::fs::write(&path, &bytes).unwrap();
    let tables = Tables::open(&rules, dir.path()).unwrap();
    let checked = verify_sample(&tables, 5_000, 1).unwrap();
    assert!(checked.bad > 100 && checked.example.is_some(), "{checked:?}");
    assert_eq!(verify_sample(&tables, 5_000, 1).unwrap(), checked, "the same sample");
    assert_ne!(verify_sample(&tables, 5_000, 2).unwrap().bad, checked.bad, "another seed, another sample");
}

/// The whole standard game, and what stands in the way of it.
#[test]
fn a_plan_says_what_is_needed() {
    let dir = tempfile::tempdir().unwrap();
    let all = Builder::new(&RuleSet::STANDARD, dir.path()).unwrap().all();
    let plan = all.plan().unwrap();
    assert_eq!((plan.pairs.len(), plan.places()), (28, 9_193_626_407));
    // A header for each of the 49 files.
    assert_eq!(plan.disk, 9_193_626_407 + 49 * 192);
    assert!(plan.memory() < 12 << 30, "{}", plan.memory());
    let room = |disk, memory| Room { disk: Some(disk), memory: Some(memory) };
    assert!(plan.fits(&room(1 << 34, 1 << 34)).is_ok() && plan.fits(&Room::default()).is_ok());
    let told = plan.fits(&room(1 << 33, 1 << 34)).unwrap_err().to_string();
    assert_eq!(told, "too little disk: 9.19 GB needed, 8.59 GB there");
    assert_eq!(plan.fits(&room(1 << 34, 1 << 20)).unwrap_err().what, "memory");
    assert_eq!(plan.time(1e6).as_secs(), 9193);
    let values = all.values_only().plan().unwrap();
    assert!(values.disk < plan.disk * 3 / 4, "{}", values.disk);
}
