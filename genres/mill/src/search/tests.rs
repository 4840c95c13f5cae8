use super::*;
use crate::board::ALL;
use crate::position::Colour;
use crate::rules;
use crate::tables::Builder;
use crate::variant::RuleSet;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::Stop;
use tesuji_solver::reading::replay;

fn tables(rules: &RuleSet) -> (tempfile::TempDir, Tables) {
    let dir = tempfile::tempdir().unwrap();
    Builder::new(rules, dir.path()).unwrap().sectors([(4, 3)]).run(&Limits::default(), &mut |_| {}).unwrap();
    let tables = Tables::open(rules, dir.path()).unwrap();
    (dir, tables)
}

/// Random men on the board, `hand` in hand, so that no side has more than four or three of them in
/// all.
fn placing(rng: &mut ChaCha8Rng, totals: [u32; 2], hand: [u8; 2]) -> Position {
    let mut men = [0_u32, 0];
    for side in 0..2 {
        while men[side].count_ones() < totals[side] - u32::from(hand[side]) {
            let bit = 1 << (rng.next_u32() % 24);
            if (men[0] | men[1]) & bit == 0 {
                men[side] |= bit;
            }
        }
    }
    assert_eq!((men[0] | men[1]) & !ALL, 0);
    Position { hand, phase: crate::Phase::Placing, ..Position::moving(men, Colour::White) }
}

#[test]
fn alpha_beta_and_df_pn_agree_with_every_turn() {
    let rules = RuleSet::STANDARD;
    let (_dir, tables) = tables(&rules);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut seen = [0; 3];
    for (totals, hand) in [([3, 3], [1, 1]), ([4, 3], [1, 1]), ([3, 4], [1, 1]), ([4, 3], [1, 0])] {
        for _ in 0..6 {
            let position = placing(&mut rng, totals, hand);
            let want = plain(&tables, &position, 4).expect("all sectors are there");
            let found = exact(&tables, &position, 4, &Limits::default());
            assert_eq!((found.value, found.stop), (Some(want), Stop::Exhausted), "{position:?}");
            let best = found.best.expect("a turn");
            let after = rules::play_turn(&rules, &position, best).unwrap();
            let kept = plain(&tables, &after, 4).unwrap();
            // White begins when placing is over, even if White placed last.
            assert_eq!(if after.side == position.side { kept } else { kept.before() }, want);
            seen[want.outcome() as usize] += 1;
            for goal in [Outcome::Win, Outcome::Draw] {
                let read = outcome(&tables, &position, goal, &Limits::default());
                assert_eq!(read.holds, Some(want.outcome() >= goal), "{position:?}");
                let (game, closer) = (MillGame { rules }, TableCloser::new(&tables));
                let side = side_of(position.side);
                let claim = Goal { side, value: goal.seen_by(side) }.claim(want.outcome() >= goal);
                let proof = read.proof.expect("a proof");
                replay(&game, &position.timeless(), claim, &proof, &[&closer]).expect("the proof replays");
            }
        }
    }
    assert!(seen.iter().filter(|&&n| n > 0).count() >= 2, "{seen:?}");
}

#[test]
fn a_limit_is_said() {
    let rules = RuleSet::STANDARD;
    let (_dir, tables) = tables(&rules);
    let start = Position::start(&rules);
    let found = exact(&tables, &start, 3, &Limits::default());
    assert_eq!((found.value, found.best, found.stop), (None, None, Stop::Exhausted), "beyond the depth");
    let found = exact(&tables, &start, 30, &Limits::default().with_nodes(500));
    assert_eq!((found.value, found.stop), (None, Stop::Nodes));
}

/// Does the side to move win within `plies`, by every turn of both sides?
fn wins_within(rules: &RuleSet, at: &Position, plies: u32) -> bool {
    let side = at.side;
    plies > 0
        && rules::turns_played(rules, at).into_iter().any(|(_, after)| match after.end {
            Some(end) => end.winner == Some(side),
            None => {
                plies > 2
                    && rules::turns_played(rules, &after).into_iter().all(|(_, again)| match again.end {
                        Some(end) => end.winner == Some(side),
                        None => wins_within(rules, &again, plies - 2),
                    })
            }
        })
}

/// Without any table: wins in one and two turns are found as by every turn of both sides, and no
/// position is less known than its turns.
#[test]
fn near_wins_are_found_without_tables() {
    let rules = RuleSet::STANDARD;
    let dir = tempfile::tempdir().unwrap();
    let tables = Tables::open(&rules, dir.path()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let (mut won, mut seen) = (0, 0);
    for totals in [[3, 3], [5, 3], [4, 4], [7, 3], [5, 5], [9, 4], [9, 9]] {
        for _ in 0..8 {
            let placed = placing(&mut rng, totals, [0, 0]);
            let at = rules::settled(&rules, Position { phase: crate::Phase::Moving, ..placed });
            if at.end.is_some() {
                continue;
            }
            let found = probed(&tables, &at, &Limits::default());
            let few = matches!(found.value, Some(crate::tables::Value::Win(1..=3)));
            assert_eq!(few, wins_within(&rules, &at, 3), "{at:?}: {found:?}");
            let best = found.turns.first().and_then(|(_, value)| *value);
            assert!(!matches!(best, Some(crate::tables::Value::Win(_))) || found.value == best, "{found:?}");
            let mut reader = Placing::new(&tables, &Limits::default()).unwrap();
            if let Some(state) = Placing::admits(&at).ok()
                && let Some(Some(value)) = reader.short(&state, FEW_PLIES)
            {
                let line = reader.short_line(&state, value);
                assert_eq!(Some(line.len()), value.plies().map(usize::from), "{at:?}");
            }
            won += usize::from(few);
            seen += 1;
        }
    }
    assert!(won >= 5 && seen > 40, "{won} of {seen}");
}
