use super::*;
use crate::read::{Area, Exits, Supply};
use crate::{Point, Problem, Symmetry};

#[test]
fn names_of_ranks_have_numbers() {
    for score in 0..=100 {
        assert_eq!(rank_named(&rank(score)), Some(rank_number(score)));
    }
    for wrong in ["", "k", "0k", "31k", "10d", "0d", "15", "k15", "15k-10k", "-3k"] {
        assert_eq!(rank_named(wrong), None, "{wrong}");
    }
}

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
fn short_lines_of_open_problems_are_easy() {
    use tesuji_solver::Tier;
    assert_eq!([3, 4, 5].map(|plies| tier(most(plies))), [Tier::Easy, Tier::Medium, Tier::Medium]);
    assert!((1..30).all(|plies| most(plies) <= most(plies + 1)) && tier(most(6)) == Tier::Master);
}

const NONE: Features = Features {
    depth: 1.0,
    breadth: 1.0,
    swing: 3.0,
    surprise: 0.0,
    clutter: 0.0,
    contested: 0.0,
    effort: 1.0,
    empty: 3.0,
    inner: 0.0,
    horizon: 1.0,
    refutation: 1.0,
    choices: 3.0,
    live: 0.0,
    ko: 0.0,
    sacrifice: 0.0,
};

#[test]
fn scores_stay_on_the_scale_and_every_feature_is_named() {
    let most = Features { depth: 31.0, breadth: 40.0, empty: 60.0, ..Features::default() };
    assert_eq!(most.score(), 100);
    assert!(NONE.score() < 10, "{}", NONE.score());
    assert_eq!(most.named().len(), WEIGHTS.len());
    // Records hold what the score is made of.
    assert_eq!(score(&most.named()), most.score());
}

/// Swing and the attacker's stones inside make a problem easier, everything else harder, or has no
/// say.
#[test]
fn every_feature_counts_in_its_direction() {
    for (name, weight) in WEIGHTS {
        let easier = matches!(name, "swing" | "inner");
        assert!(if easier { weight <= 0.0 } else { weight >= 0.0 }, "{name}: {weight}");
    }
    for must in ["depth", "breadth", "swing"] {
        assert!(WEIGHTS.iter().any(|(name, w)| *name == must && *w != 0.0), "{must}");
    }
}

#[test]
fn images_of_a_problem_measure_the_same() {
    let problem = Problem::parse("19x19 A19 X=black O OO.OX|....X|OOO.X|XXX.X|###X#").unwrap();
    let all: Vec<Features> = Symmetry::ALL.into_iter().map(|s| measured(&problem.image(s))).collect();
    assert!(all.iter().all(|f| *f == all[0]), "{all:?}");
    assert!(all[0].effort > 1.0 && all[0].clutter > 0.1);
}

/// The middle of three looks best to either side; a move on the first line does not. And the shares
/// sum to one.
#[test]
fn the_prior_sees_a_vital_point() {
    for first in ["X", "O"] {
        let problem = Problem::parse(&format!("9x9 A9 X=black {first} ...OX|OOOOX|XXXX#")).unwrap();
        let area = Area::of(&problem.question, Exits::Free).unwrap();
        let shares = looks::shares(&problem, &area, &area.state(&problem.question, problem.first, Supply::NONE));
        let sum: f64 = shares.iter().map(|s| s.1).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let best = shares.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        assert_eq!(area.point(best), Some(Point::new(1, 0)), "{first}: {shares:?}");
        assert!(looks::surprise(&shares, |p| p == best) < looks::surprise(&shares, |p| p != best));
    }
}
