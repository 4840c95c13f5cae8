use super::super::DfPnReader;
use super::super::dfpn::Search;
use super::super::geometry::Geometry;
use super::super::policy::Policy;
use super::super::session::Session;
use super::super::tests::{crucial, set, small_regions};
use super::patterns::{Patterns, Prepared};
use super::{LifePatterns, SharedLives};
use crate::read::{Area, Exits, Ply, State, Supply, cells};
use crate::{Question, Role};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::Limits;

/// A random group with ways out, of which one chain counts.
fn group(rng: &mut ChaCha8Rng) -> Option<Question> {
    let empty = 8 + (rng.next_u32() % 8) as usize;
    let q = crate::read::sample::group(rng, empty)?;
    let outer: Vec<_> = (q.board.beside(&q.wall) & q.board.empty() & q.region).iter().collect();
    let exits = outer.into_iter().filter(|_| rng.next_u32().is_multiple_of(5)).collect();
    Some(crucial(Question { exits, ..q }))
}

fn search(reader: &DfPnReader, q: &Question, exits: Exits, prunes: bool, limits: &Limits) -> Search {
    let mut geometry = Geometry::new(Area::of(q, exits).unwrap());
    geometry.prunes = prunes;
    reader.search(geometry, limits)
}

/// Has every chain a liberty, or what stands in for one?
fn is_legal(area: &Area, s: &State) -> bool {
    let empty = area.all & !(s.attacker | s.defender);
    [(s.attacker, area.wall), (s.defender, area.exits)].into_iter().all(|(stones, safe)| {
        cells(stones).all(|c| {
            let chain = area.flood(1 << c, stones);
            chain & safe != 0 || area.around(chain) & empty != 0
        })
    })
}

/// The same on the zone, other stones elsewhere; `None` if no such position was found.
fn elsewhere(rng: &mut ChaCha8Rng, area: &Area, zone: u64, s: &State) -> Option<State> {
    (0..20).find_map(|_| {
        let (a, b) = (rng.next_u64(), rng.next_u64());
        let [attacker, defender] = match rng.next_u32() % 3 {
            0 => [a & b, !a & b],
            1 => [a, 0],
            _ => [a & b, !a & !b],
        };
        let s = State {
            attacker: s.attacker & zone | attacker & area.all & !zone,
            defender: s.defender & zone | defender & !attacker & area.all & !zone,
            ..*s
        };
        (is_legal(area, &s) && !area.is_captured(&s)).then_some(s)
    })
}

/// Is the position captured, by a search that keeps no lives and leaves out nothing? `None` if that
/// is not known.
fn is_captured(reader: &DfPnReader, q: &Question, exits: Exits, s: &State) -> Option<bool> {
    let limits = Limits::default().with_nodes(30_000);
    let mut search = search(reader, q, exits, false, &limits);
    let place = search.known(s);
    search.run(place);
    let e = *search.entry(place);
    reader.reuse(search);
    // Survival may rest on the path: it is no capture all the same, as far as the search can tell.
    (!e.open()).then(|| e.killed())
}

#[test]
fn what_a_zone_shows_lives_whatever_stands_elsewhere() {
    let mut rng = ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 29));
    let most = set("TESUJI_CASES", 150);
    let (reader, limits) = (small_regions(), Limits::default().with_nodes(20_000));
    let (mut groups, mut asked, mut unknown, mut by_attacker, mut outside) = (0, 0, 0, 0, 0);
    while groups < most {
        let Some(q) = group(&mut rng) else { continue };
        groups += 1;
        for (first, exits) in
            [(Role::Attacker, Exits::Free), (Role::Defender, Exits::Free), (Role::Attacker, Exits::Blocked)]
        {
            let Ok(area) = Area::of(&q, exits) else { continue };
            let mut session = Session::new(search(&reader, &q, exits, true, &limits), &q, first);
            let _ = session.decide(Supply::NONE);
            let search = session.search;
            let table = &search.table;
            let mut lives: Vec<(u64, State)> = (0..table.len())
                .filter(|&p| table.zone(p) != 0)
                .map(|p| (table.zone(p), table.at(p).state()))
                .collect();
            reader.reuse(search);
            for _ in 0..lives.len().min(6) {
                let (zone, s) = lives.swap_remove(rng.next_u32() as usize % lives.len());
                let Some(other) = elsewhere(&mut rng, &area, zone, &s) else { continue };
                match is_captured(&reader, &q, exits, &other) {
                    None => unknown += 1,
                    Some(captured) => {
                        let show =
                            |s: &State| format!("attacker {:b} defender {:b} {}", s.attacker, s.defender, s.turn);
                        assert!(
                            !captured,
                            "{} {exits:?}: zone {zone:b} of {}, {}",
                            q.picture(),
                            show(&s),
                            show(&other)
                        );
                        asked += 1;
                        by_attacker += u32::from(s.turn == Role::Attacker);
                        outside += u32::from((other.attacker, other.defender) != (s.attacker, s.defender));
                    }
                }
            }
        }
    }
    println!(
        "{asked} asked of {groups} groups, {by_attacker} with the attacker to move, {outside} changed; {unknown} unknown"
    );
    assert!(
        asked > groups && by_attacker * 4 > groups as u32 && outside * 4 > asked as u32,
        "{asked} {by_attacker} {outside}"
    );
}

/// What one region gives another one takes, where it is the same; and it is a life there.
#[test]
fn lives_of_another_region_are_lives() {
    let mut rng = ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 31));
    let most = set("TESUJI_CASES", 500);
    let (reader, limits) = (small_regions(), Limits::default().with_nodes(20_000));
    let (mut groups, mut given, mut taken, mut asked) = (0, 0, 0, 0);
    while groups < most {
        let Some(q) = group(&mut rng) else { continue };
        if q.exits.is_empty() {
            continue;
        }
        groups += 1;
        let mut shared = SharedLives::default();
        let [from, to] = if rng.next_u32().is_multiple_of(2) {
            [Exits::Free, Exits::Blocked]
        } else {
            [Exits::Blocked, Exits::Free]
        };
        let (Ok(_), Ok(area)) = (Area::of(&q, from), Area::of(&q, to)) else { continue };
        let mut one = search(&reader, &q, from, true, &limits);
        one.import_lives(&q.board, &mut shared);
        let mut session = Session::new(one, &q, Role::Attacker);
        let _ = session.decide(Supply::NONE);
        session.search.export_lives(&q.board, &mut shared);
        given += session.search.lives.patterns.iter().map(Patterns::len).sum::<usize>();
        reader.reuse(session.search);
        let mut other = search(&reader, &q, to, true, &limits);
        other.import_lives(&q.board, &mut shared);
        let found = other.lives.patterns.iter().map(Patterns::len).sum::<usize>();
        taken += found;
        for (side, turn) in [(0, Role::Attacker), (1, Role::Defender)] {
            let patterns = &other.lives.patterns[side];
            for _ in 0..patterns.len().min(3) {
                let (zone, attacker, defender) = patterns.get(rng.next_u32() as usize % patterns.len());
                let s = State { attacker, defender, turn, ko: State::NO_KO, supply: Supply::NONE };
                let Some(s) = elsewhere(&mut rng, &area, zone, &s) else { continue };
                if let Some(captured) = is_captured(&reader, &q, to, &s) {
                    assert!(!captured, "{} {to:?}: zone {zone:b}, {s:?}", q.picture());
                    asked += 1;
                }
            }
        }
        reader.reuse(other);
    }
    println!("{given} lives given, {taken} taken, {asked} asked");
    assert!(taken > 0 && taken < given && asked > groups / 20, "{given} {taken} {asked}");
}

/// Patterns are found many at a time as one by one.
#[test]
fn patterns_are_found() {
    let mut rng = ChaCha8Rng::seed_from_u64(37);
    let none = State { attacker: 0, defender: 0, turn: Role::Attacker, ko: State::NO_KO, supply: Supply::NONE };
    for round in 0..6_u32 {
        let mut patterns = Patterns::new(Policy::STANDARD.life_patterns);
        let mut prepared = Prepared::default();
        let mut all: Vec<(u64, State)> = Vec::new();
        // Few cells, so that some are found; few patterns, and several blocks of them.
        let within = (1_u64 << (8 + 3 * round)) - 1;
        let random = |rng: &mut ChaCha8Rng| {
            let (a, b) = (rng.next_u64() & within, rng.next_u64() & within);
            State { attacker: a & b, defender: a & !b, ..none }
        };
        for n in 0..[3, 60, 64, 300, 520, 1100][round as usize] {
            let s = random(&mut rng);
            let zone = rng.next_u64() & rng.next_u64() & within;
            patterns.add(zone, &s);
            all.push((zone, s));
            if n % 7 != 0 {
                continue;
            }
            let s = random(&mut rng);
            let meets_one = |s: &State, (zone, of): &(u64, State)| {
                (s.attacker ^ of.attacker) & zone == 0 && (s.defender ^ of.defender) & zone == 0
            };
            let meets = |s: &State| all.iter().filter(|it| meets_one(s, it)).map(|(zone, _)| *zone).collect::<Vec<_>>();
            let check = |s: &State, found: Option<u64>| match found {
                Some(zone) => assert!(meets(s).contains(&zone)),
                None => assert!(meets(s).is_empty(), "{s:?}"),
            };
            check(&s, patterns.find_since(&s, 0));
            // Those that were added since are found; older ones may be.
            for known in [n / 2, n, n + 1] {
                let is_since = all[known..].iter().any(|it| meets_one(&s, it));
                match patterns.find_since(&s, known) {
                    Some(zone) => assert!(meets(&s).contains(&zone)),
                    None => assert!(!is_since, "{s:?}"),
                }
            }
            patterns.prepare(&s, &mut prepared);
            check(&s, patterns.find_prepared(&prepared));
            check(&s, patterns.find_after(&prepared, &s, Ply::PASS));
            for cell in cells(within & !(s.attacker | s.defender)) {
                for after in
                    [State { attacker: s.attacker | 1 << cell, ..s }, State { defender: s.defender | 1 << cell, ..s }]
                {
                    check(&after, patterns.find_after(&prepared, &after, Ply(cell)));
                }
            }
        }
    }
}

/// A ban of the attacker's takes nothing from a life, one of the defender's may.
#[test]
fn bans_and_passes() {
    let mut lives = LifePatterns::new(&Policy::STANDARD);
    let s = State { attacker: 1, defender: 6, turn: Role::Attacker, ko: State::NO_KO, supply: Supply::NONE };
    lives.patterns[0].add(7, &s);
    let banned = State { ko: 5, ..s };
    let passed = State { turn: Role::Defender, ..s };
    let all = [s, banned, passed, State { ko: 5, ..passed }];
    assert_eq!(all.map(|s| lives.find(&s)), [Some(7), Some(7), Some(7), None]);
    let mut prepared = |s: State| {
        lives.prepare(&s);
        lives.find_prepared(&s)
    };
    assert_eq!(all.map(&mut prepared), [Some(7), Some(7), Some(7), None]);
    let mut lives = LifePatterns::new(&Policy::STANDARD);
    lives.patterns[1].add(7, &passed);
    assert_eq!([s, passed].map(|s| lives.find(&s)), [None, Some(7)]);
    lives.prepare(&passed);
    assert_eq!(lives.find_prepared(&passed), Some(7));
}
