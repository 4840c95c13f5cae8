use super::*;

#[test]
fn ranks_and_tiers_rise_over_the_whole_scale() {
    let ranks: Vec<String> = (0..=100).map(rank).collect();
    assert_eq!((ranks[0].as_str(), ranks[100].as_str()), ("30k", "9d"));
    let mut seen = ranks.clone();
    seen.dedup();
    assert_eq!(seen.len(), RANKS, "each rank has its scores");
    let number = |r: &String| {
        let n: i32 = r[..r.len() - 1].parse().unwrap();
        if r.ends_with('k') { -n } else { n - 1 }
    };
    assert!(ranks.windows(2).all(|w| number(&w[0]) <= number(&w[1])));
    assert!((0..100).all(|s| tier(s) <= tier(s + 1)));
    assert_eq!(tesuji_solver::Tier::ALL.map(|t| (0..=100).filter(|&s| tier(s) == t).count() > 4), [true; 6]);
}

#[test]
fn scores_stay_on_the_scale_and_every_feature_is_named() {
    let most = Features { depth: 31.0, breadth: 60.0, effort: 30.0, empty: 60.0, ..Features::default() };
    assert_eq!(most.score(), 100);
    assert!(Features { swing: 3.0, ..Features::default() }.score() < 10);
    assert_eq!(most.named().len(), WEIGHTS.len());
}
