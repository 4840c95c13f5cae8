//! Self-play against the statistics of independent engines: 20,000 games a policy and player count.
//!
//! The figures compared with were measured with other code over 20,000 games each, so a difference
//! of two means has √2 times the standard error of one; three of these and half a unit of the last
//! digit given are allowed.

use tesuji_azul::{Phase, Policy, Rng, State, WallKind, play_out, sub_seed};

const GAMES: u64 = 20_000;

/// A mean over the games.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, x: f64) {
        self.sum += x;
        self.squares += x * x;
    }

    fn value(&self) -> f64 {
        self.sum / GAMES as f64
    }

    fn error(&self) -> f64 {
        let mean = self.value();
        ((self.squares / GAMES as f64 - mean * mean).max(0.0) / GAMES as f64).sqrt()
    }

    /// Panics if this mean and one measured elsewhere, rounded to `unit`, differ by more than
    /// chance explains.
    fn agrees(&self, what: &str, other: f64, unit: f64) {
        let (mean, allowed) = (self.value(), 3.0 * 2f64.sqrt() * self.error() + unit / 2.0);
        println!("{what}: {mean:.4} against {other} (allowed {allowed:.4})");
        assert!((mean - other).abs() <= allowed, "{what}: {mean:.4} against {other}, allowed {allowed:.4}");
    }
}

#[derive(Default)]
struct Sample {
    scores: [Mean; 4],
    wins: [Mean; 4],
    rounds: Mean,
    plies: Mean,
    stalled: u64,
}

fn sample(players: usize, policy: Policy) -> Sample {
    let mut sample = Sample::default();
    for game in 0..GAMES {
        let mut rng = Rng::new(sub_seed(1, game));
        let mut state = State::deal(players, WallKind::Coloured, &mut rng);
        sample.plies.add(f64::from(play_out(&mut state, &[policy], &mut rng)));
        sample.rounds.add(f64::from(state.round()));
        sample.stalled += u64::from(state.phase() == Phase::Stalled);
        let best = state.ranking().and_then(|r| r.into_iter().next()).unwrap_or_default();
        for (p, board) in state.boards().iter().enumerate() {
            sample.scores[p].add(f64::from(board.score()));
            sample.wins[p].add(if best.contains(&p) { 1.0 / best.len() as f64 } else { 0.0 });
        }
    }
    sample
}

#[test]
fn random_games_of_two() {
    let s = sample(2, Policy::Random);
    s.rounds.agrees("rounds", 6.60, 0.01);
    s.plies.agrees("plies", 70.4, 0.1);
    s.scores[0].agrees("first seat's score", 2.94, 0.01);
    s.scores[1].agrees("second seat's score", 2.95, 0.01);
    s.wins[0].agrees("first seat's wins", 0.501, 0.001);
    assert_eq!(s.stalled, 0);
}

#[test]
fn greedy_games_of_two() {
    let s = sample(2, Policy::Greedy);
    s.rounds.agrees("rounds", 6.73, 0.01);
    s.plies.agrees("plies", 74.0, 0.1);
    s.scores[0].agrees("first seat's score", 47.1, 0.1);
    s.scores[1].agrees("second seat's score", 44.1, 0.1);
    s.wins[0].agrees("first seat's wins", 0.549, 0.001);
    assert_eq!(s.stalled, 0);
}

#[test]
fn greedy_games_of_three_and_four() {
    let three = sample(3, Policy::Greedy);
    for (seat, wins) in [0.398, 0.324, 0.279].into_iter().enumerate() {
        three.wins[seat].agrees("wins of three", wins, 0.001);
    }
    let four = sample(4, Policy::Greedy);
    for (seat, wins) in [0.324, 0.259, 0.214, 0.204].into_iter().enumerate() {
        four.wins[seat].agrees("wins of four", wins, 0.001);
    }
    // Elsewhere 11 of 20,000 games were still running after 200 rounds: Poisson, three standard
    // errors of a difference.
    println!("stalled: {}", four.stalled);
    assert!((f64::from(four.stalled as u32) - 11.0).abs() <= 3.0 * 2f64.sqrt() * 11f64.sqrt(), "{}", four.stalled);
}
