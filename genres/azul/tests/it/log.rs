//! Logs: what is written replays to the same game, and what is spoilt is refused.

use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use tesuji_azul::log::{Event, Recorder, replay, self_play};
use tesuji_azul::{Move, Phase, Policy, Rng, State, WallKind};

fn kinds() -> impl Strategy<Value = WallKind> {
    prop_oneof![Just(WallKind::Coloured), Just(WallKind::Grey)]
}

const NAMES: [&str; 4] = ["11", "22", "33", "44"];

/// A game: positions before each move, the moves, the last position, its log.
fn game(seed: u64, players: usize, kind: WallKind, policy: Policy) -> (Vec<(State, Move)>, State, Vec<Event>) {
    let mut rng = Rng::new(seed);
    let mut state = State::deal(players, kind, &mut rng);
    let names = NAMES[..players].iter().map(|n| n.to_string()).collect();
    let (mut recorder, mut events) = Recorder::start(&state, names).unwrap();
    let mut moves = Vec::new();
    while state.round() < 15 {
        match state.phase() {
            Phase::Drafting => {
                let mv = policy.choose(&state, &mut rng).unwrap();
                events.extend(recorder.play(&state, mv));
                moves.push((state, mv));
                state.play(mv).unwrap();
            }
            Phase::Tiling => {
                let before = state;
                let ended = state.end_round(&mut rng).unwrap();
                events.extend(recorder.end_round(&before, &ended, &state));
            }
            _ => break,
        }
    }
    (moves, state, events)
}

fn text(events: &[Event]) -> String {
    events.iter().map(|e| e.line() + "\n").collect()
}

/// Has a player tiles in hand after these events?
fn in_hand(events: &[Event]) -> bool {
    let last = events.iter().rev().find(|e| match e {
        Event::TilesPlacedOnLine { placed_tiles, discarded_tiles, .. } => {
            placed_tiles.iter().chain(discarded_tiles).all(|t| t.colour.is_some())
        }
        Event::TilesSelected { .. } => true,
        _ => false,
    });
    matches!(last, Some(Event::TilesSelected { .. }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_written_game_replays(seed: u64, players in 2usize..=4, kind in kinds(), greedy: bool) {
        let policy = if greedy { Policy::Greedy } else { Policy::Random };
        let (moves, last, events) = game(seed, players, kind, policy);
        for event in &events {
            let again = Event::parse(&event.line());
            prop_assert_eq!(again.as_ref(), Ok(event));
        }
        let mut seen = Vec::new();
        let games = replay(&text(&events), &mut |d| seen.push((*d.before, d.mv))).unwrap();
        prop_assert_eq!(games.len(), 1);
        let scores: Vec<u16> = last.boards().iter().map(|b| b.score()).collect();
        prop_assert_eq!(&games[0].scores, &scores);
        prop_assert_eq!(games[0].finished, last.phase() == Phase::Over);
        prop_assert_eq!(seen, moves);
    }

    /// An event left out, doubled or exchanged with its successor: refused, unless it is one that
    /// only announces, at that event or (for one left out) at the latest when the log ends.
    #[test]
    fn an_event_out_of_place_is_refused(seed: u64, kind in kinds(), pick: prop::sample::Index, how in 0u8..3) {
        let (_, last, events) = game(seed, 2, kind, Policy::Greedy);
        if last.phase() != Phase::Over {
            return Ok(());
        }
        let i = pick.index(events.len() - 1);
        let announces = |e: &Event| match e {
            Event::LastRound { .. } | Event::GameStart { .. } => true,
            Event::TilesPlacedOnLine { discarded_tiles, .. } => discarded_tiles.iter().any(|t| t.colour.is_none()),
            _ => false,
        };
        let bonus = |e: &Event| matches!(e, Event::EndScore { .. } | Event::FirstPlayerToken { .. });
        if announces(&events[i]) || (how == 2 && (announces(&events[i + 1]) || bonus(&events[i]))) {
            return Ok(());
        }
        // Two players tile at the same time: whose line or floor comes first is free.
        let tiling = |at: usize| match &events[at] {
            Event::PlaceTileOnWall { complete_lines } => complete_lines.keys().cloned().collect::<Vec<_>>(),
            Event::EmptyFloorLine { floor_lines } => floor_lines.keys().cloned().collect(),
            // A full line of the grey wall that falls to the floor: nobody has tiles in hand.
            Event::TilesPlacedOnLine { player_id, .. } if !in_hand(&events[..at]) => vec![player_id.clone()],
            _ => Vec::new(),
        };
        let (one, other) = (tiling(i), tiling(i + 1));
        let apart = !one.is_empty() && !other.is_empty() && one.iter().all(|player| !other.contains(player));
        if how == 2 && apart {
            return Ok(());
        }
        let mut spoilt = events.clone();
        let at = match how {
            0 => { spoilt.remove(i); i..events.len() + 1 }
            1 => { spoilt.insert(i, events[i].clone()); i + 1..i + 2 }
            _ => { spoilt.swap(i, i + 1); i..i + 2 }
        };
        match replay(&text(&spoilt), &mut |_| {}) {
            Ok(_) => prop_assert!(false, "accepted without {}", events[i].line()),
            Err(e) => prop_assert!(at.contains(&(e.line.unwrap() as usize - 1)), "{e}, expected in {at:?}"),
        }
    }

    #[test]
    fn any_text_is_answered(seed in 0u64..50, at: prop::sample::Index, junk: char) {
        let (_, _, events) = game(seed, 2, WallKind::Coloured, Policy::Random);
        let mut chars: Vec<char> = text(&events).chars().collect();
        let i = at.index(chars.len());
        chars[i] = junk;
        let _ = replay(&chars.into_iter().collect::<String>(), &mut |_| {});
    }
}

#[test]
fn what_is_taken_back_is_not_a_decision() {
    let (moves, _, events) = game(5, 2, WallKind::Coloured, Policy::Greedy);
    // The first move: selected, placed; then both are taken back and done again.
    let at = events.iter().position(|e| matches!(e, Event::TilesSelected { .. })).unwrap();
    let player_id = "11".to_string();
    let mut longer = events[..at + 2].to_vec();
    longer.push(Event::UndoSelectLine { player_id: player_id.clone() });
    longer.push(Event::UndoTakeTiles { player_id });
    longer.extend_from_slice(&events[at..]);
    let mut n = 0;
    let games = replay(&text(&longer), &mut |_| n += 1).unwrap();
    assert!(games[0].finished);
    assert_eq!(n, moves.len());
    let other = Event::UndoSelectLine { player_id: "22".into() };
    longer[at + 2] = other;
    assert_eq!(replay(&text(&longer), &mut |_| {}).unwrap_err().line, Some(at as u64 + 3));
}

#[test]
fn two_games_in_one_log_and_players_learnt_from_their_turns() {
    let mut all = String::new();
    for players in [2, 3] {
        all += &self_play(&NAMES[..players], WallKind::Coloured, &[Policy::Greedy], 3);
    }
    // Without our own first event.
    let bare: String = all.lines().filter(|l| !l.contains("gameStart")).map(|l| format!("{l}\n")).collect();
    let games = replay(&bare, &mut |_| {}).unwrap();
    assert_eq!(games.iter().map(|g| g.players.len()).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(games[1].players, ["11", "22", "33"]);
    assert!(games.iter().all(|g| g.finished));
}
