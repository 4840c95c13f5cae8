//! Games reviewed: exact costs where a round can be read, estimates with their error elsewhere.

use tesuji_azul::read::Reader;
use tesuji_azul::review::{MoveReview, ReviewOptions, decisions, review};
use tesuji_azul::{Policy, WallKind, log};

fn reviewed(players: &[Policy], kind: WallKind, seed: u64, options: &ReviewOptions) -> Vec<Option<MoveReview>> {
    let names = ["Ada", "Bo", "Cy", "Di"];
    let text = log::self_play(&names[..players.len()], kind, players, seed);
    let (games, all) = decisions(&text).expect("a log of ours");
    assert_eq!((games.len(), games[0].decisions), (1, all.len() as u64));
    let mut reader = Reader::new();
    all.iter().map(|d| review(d, &mut reader, options)).collect()
}

/// The accounts of an exact cost add up to it, but for those too small for a word.
#[test]
fn reasons_add_up_to_the_cost() {
    let options = ReviewOptions { samples: 0, ..ReviewOptions::default() };
    let mut explained = 0;
    for kind in [WallKind::Coloured, WallKind::Grey] {
        let all = reviewed(&[Policy::Greedy, Policy::Random], kind, 3, &options);
        assert!(all.iter().any(Option::is_none), "a first pick can't be read, and nothing is estimated");
        for r in all.into_iter().flatten() {
            assert_eq!(r.cost.error, None, "without play-outs there is no estimate");
            if r.cost.points < 1.0 {
                continue;
            }
            let why = r.explain(&mut Reader::new(), &options).expect("read");
            let sum: f64 = why.reasons.iter().map(|reason| reason.points).sum();
            assert!((sum - r.cost.points).abs() < 2.5, "{} {sum} {why:?}", r.cost.points);
            assert!(why.reasons.iter().all(|reason| reason.words.starts_with("Ada")
                || reason.words.starts_with("Bo")
                || reason.words.starts_with("the ")));
            explained += 1;
        }
    }
    assert!(explained > 20, "{explained}");
}

/// The best move costs nothing, no exact cost is negative, and the same seed gives the same review.
#[test]
fn costs_are_sound_and_repeatable() {
    let options = ReviewOptions { samples: 20, read_nodes: 50_000, seed: 9 };
    for players in [&[Policy::Strong, Policy::Greedy][..], &[Policy::Greedy, Policy::Random, Policy::Greedy]] {
        let first = reviewed(players, WallKind::Coloured, 5, &options);
        assert_eq!(first, reviewed(players, WallKind::Coloured, 5, &options));
        let first: Vec<MoveReview> = first.into_iter().map(|r| r.expect("a review of every decision")).collect();
        assert!(first.iter().any(|r| r.cost.error.is_some()) && first.iter().any(|r| r.cost.error.is_none()));
        for r in &first {
            if r.cost.error.is_none() {
                assert!(r.cost.points >= 0.0, "{r:?}");
                assert_eq!(r.cost.points > 0.0, r.best != r.decision.mv, "{r:?}");
            }
        }
    }
}

/// Where a decision can be read, the estimate is near the truth: half of them within three points.
#[test]
fn estimates_are_near_the_truth() {
    let exact = ReviewOptions { samples: 0, ..ReviewOptions::default() };
    let estimate = ReviewOptions { read_nodes: 0, samples: 40, seed: 1 };
    let players = [Policy::Strong, Policy::Greedy];
    let pairs = reviewed(&players, WallKind::Coloured, 2, &exact).into_iter();
    let pairs = pairs.zip(reviewed(&players, WallKind::Coloured, 2, &estimate));
    let mut off: Vec<f64> = pairs
        .filter_map(|(a, b)| Some((a?, b?)))
        .filter(|(a, _)| (8..=14).contains(&a.decision.before.tiles_on_table()))
        .map(|(a, b)| (a.cost.points - b.cost.points.max(0.0)).abs())
        .collect();
    off.sort_by(f64::total_cmp);
    assert!(off.len() > 10 && off[off.len() / 2] < 3.0, "{off:?}");
}
