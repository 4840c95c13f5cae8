//! The opening book: first deals grouped by the pattern of their factories, with a representative
//! of each group evaluated.
//!
//! A factory's pattern is how its tiles fall into colours: 4, 31, 22, 211 or 1111. A deal's pattern
//! is that of all its factories, the most even ones last: `31.22.211.211.1111`. Two players' deals
//! have 126 possible patterns. The representative is the deal whose tiles by colour, sorted, are
//! nearest to the group's mean.
//!
//! A round of twenty tiles is beyond exact reading, so first moves are compared by playing games to
//! their end: every move with the same chances, mean margin of the starter and its standard error.
//! That is an estimate, and says so.

use crate::{Move, Phase, Policy, Rng, State, WallKind, play_out, read, sub_seed};
use std::collections::BTreeMap;

/// Deals of one pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The pattern.
    pub pattern: String,
    /// How many deals have it.
    pub seen: u64,
    /// Sum of the starter's margins in one self-played game of each deal.
    pub margin_sum: i64,
    /// Games among these that the starter won.
    pub starter_won: u64,
    /// Number of the deal that represents the group; see [`deal`].
    pub representative: u64,
}

/// An evaluated first move.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// The move.
    pub mv: Move,
    /// Mean margin of the player who makes it, in points, at the end of the game.
    pub margin: f64,
    /// Its standard error.
    pub error: f64,
    /// Games.
    pub games: u64,
}

/// The `n`-th deal of a seed.
pub fn deal(players: usize, kind: WallKind, seed: u64, n: u64) -> State {
    State::deal(players, kind, &mut Rng::new(sub_seed(seed, n)))
}

/// The pattern of the factories.
pub fn pattern(state: &State) -> String {
    let mut all: Vec<String> =
        state.factories().iter().filter(|f| !f.is_empty()).map(|f| factory_pattern(f.counts())).collect();
    all.sort_by(|a, b| b.cmp(a));
    all.join(".")
}

/// Counts without the zeros, the greatest first.
fn factory_pattern(mut counts: [u32; 5]) -> String {
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.iter().filter(|&&n| n > 0).map(ToString::to_string).collect()
}

/// Tiles by colour, sorted.
fn profile(state: &State) -> [i64; 5] {
    let mut counts = state.factories().iter().fold(state.centre(), |all, &f| all.plus(f)).counts().map(i64::from);
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

/// The margin of a player over the best of the others at the end of a game.
fn margin(state: &State, player: usize) -> i64 {
    let score = |p: usize| i64::from(state.board(p).score());
    let others = (0..state.players()).filter(|&p| p != player).map(score).max();
    score(player) - others.unwrap_or(0)
}

/// Plays the first `count` deals of a seed to the end and groups them, the most frequent pattern
/// first.
pub fn groups(players: usize, kind: WallKind, policy: Policy, seed: u64, count: u64) -> Vec<Group> {
    let mut all: BTreeMap<String, (Group, [i64; 5], Vec<(u64, [i64; 5])>)> = BTreeMap::new();
    for n in 0..count {
        let start = deal(players, kind, seed, n);
        let pattern = pattern(&start);
        let mut end = start;
        play_out(&mut end, &[policy; 4][..players], &mut Rng::new(sub_seed(seed ^ 1, n)));
        let empty = || {
            let group = Group { pattern: pattern.clone(), seen: 0, margin_sum: 0, starter_won: 0, representative: n };
            (group, [0; 5], Vec::new())
        };
        let (group, sums, members) = all.entry(pattern.clone()).or_insert_with(empty);
        group.seen += 1;
        group.margin_sum += margin(&end, 0);
        group.starter_won += u64::from(end.ranking().is_some_and(|r| r.first().is_some_and(|first| first == &[0])));
        let profile = profile(&start);
        sums.iter_mut().zip(profile).for_each(|(sum, n)| *sum += n);
        members.push((n, profile));
    }
    let mut groups: Vec<Group> = all
        .into_values()
        .map(|(mut group, sums, members)| {
            let size = group.seen as i64;
            // Distance to the mean, times the size of the group squared: whole numbers.
            let far = |p: &[i64; 5]| p.iter().zip(sums).map(|(n, sum)| (n * size - sum).pow(2)).sum::<i64>();
            let nearest = members.iter().min_by_key(|(n, p)| (far(p), *n));
            group.representative = nearest.map_or(group.representative, |m| m.0);
            group
        })
        .collect();
    groups.sort_by(|a, b| (b.seen, &a.pattern).cmp(&(a.seen, &b.pattern)));
    groups
}

/// Evaluates moves of a position by `games` games each of a policy, the same chances for every
/// move; the best first.
pub fn evaluate(state: &State, moves: &[Move], policy: Policy, seed: u64, games: u64) -> Vec<Evaluated> {
    let player = state.turn();
    let mut all: Vec<Evaluated> = moves
        .iter()
        .filter_map(|&mv| {
            let mut first = *state;
            first.play(mv).ok()?;
            let (mut sum, mut squares) = (0i64, 0i64);
            for game in 0..games {
                let mut end = first;
                play_out(&mut end, &[policy; 4][..state.players()], &mut Rng::new(sub_seed(seed, game)));
                let m = margin(&end, player);
                (sum, squares) = (sum + m, squares + m * m);
            }
            let n = games.max(1) as f64;
            let mean = sum as f64 / n;
            let variance = (squares as f64 / n - mean * mean).max(0.0);
            Some(Evaluated { mv, margin: mean, error: (variance / (n - 1.0).max(1.0)).sqrt(), games })
        })
        .collect();
    all.sort_by(|a, b| b.margin.total_cmp(&a.margin).then(a.mv.cmp(&b.mv)));
    all
}

/// The first moves of a deal: all distinct ones by `wide` games of the greedy player, then the best
/// `narrow.0` of these by `narrow.1` games of the stronger one.
pub fn first_moves(state: &State, seed: u64, wide: u64, narrow: (usize, u64)) -> Vec<Evaluated> {
    if state.phase() != Phase::Drafting {
        return Vec::new();
    }
    let broad = evaluate(state, &read::distinct_moves(state), Policy::Greedy, seed, wide);
    let best: Vec<Move> = broad.iter().take(narrow.0).map(|e| e.mv).collect();
    evaluate(state, &best, Policy::Strong, seed, narrow.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let state: State = crate::text::parse(
            "2c/1/p1/s1/tc/BBYR.KKKW.BYRK.BYYY.RRWW/-/16,15,16,16,17/0,0,0,0,0/0:-.-.-.-.-:_________________________:-/0:-.-.-.-.-:_________________________:-",
        )
        .unwrap();
        assert_eq!(pattern(&state), "31.31.22.211.1111");
        assert_eq!(profile(&state), [5, 4, 4, 4, 3]);
    }

    #[test]
    fn groups_count_every_deal_once() {
        let groups = groups(2, WallKind::Coloured, Policy::Greedy, 3, 300);
        assert_eq!(groups.iter().map(|g| g.seen).sum::<u64>(), 300);
        assert!(groups.windows(2).all(|w| w[0].seen >= w[1].seen));
        for group in groups {
            assert_eq!(pattern(&deal(2, WallKind::Coloured, 3, group.representative)), group.pattern);
        }
    }

    /// The same chances for every move, and the mean is that of the games.
    #[test]
    fn evaluation_is_the_mean_of_its_games() {
        let state = deal(2, WallKind::Coloured, 3, 0);
        let moves = read::distinct_moves(&state);
        let all = evaluate(&state, &moves[..4], Policy::Greedy, 9, 20);
        assert_eq!(all.len(), 4);
        for e in &all {
            let mut sum = 0;
            for game in 0..20 {
                let mut end = state;
                end.play(e.mv).unwrap();
                play_out(&mut end, &[Policy::Greedy; 2], &mut Rng::new(sub_seed(9, game)));
                sum += i64::from(end.board(0).score()) - i64::from(end.board(1).score());
            }
            assert_eq!(e.margin, sum as f64 / 20.0);
        }
    }
}
