//! Why one move is better than another: both lines played on, their accounts compared.

use super::parts::{Account, Outcome, close};
use super::{Cost, MoveReview, ReviewOptions, sample, themes};
use crate::read::{Reader, Want};
use crate::scenario::Kind;
use crate::{Move, Phase, Rng, State, sub_seed};
use tesuji_solver::Limits;

/// An account on which the two moves differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// Points that the move played loses on it; negative: points that it gains.
    pub points: f64,
    /// In words.
    pub words: String,
}

/// Why a move is better than the one that was played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// The accounts, the largest first. Their points add up to the cost.
    pub reasons: Vec<Reason>,
    /// Best play after the move that was played, where the round was read.
    pub after_played: Vec<Move>,
    /// Best play after the better move.
    pub after_best: Vec<Move>,
    /// Types of scenario that the position shows.
    pub themes: Vec<Kind>,
    /// The cost at the end of the next round, over deals from the bag; `None` where the game is
    /// over before, or without play-outs.
    pub over_deals: Option<Cost>,
}

/// Points below which an account is not worth a word.
const WORD: f64 = 0.45;

impl MoveReview {
    /// Why the best move is better; `None` where a limit is reached, or the best move was played.
    pub fn explain(&self, reader: &mut Reader, options: &ReviewOptions) -> Option<Explanation> {
        let (state, played) = (&self.decision.before, self.decision.mv);
        if self.best == played {
            return None;
        }
        let mut explanation = Explanation { themes: themes(self, reader, options), ..Explanation::default() };
        let seed = sub_seed(options.seed, self.decision.game << 32 | self.decision.number);
        let moves = [crate::read::canonical(state, played), self.best];
        let pairs = if self.cost.error.is_none() {
            let limits = Limits::default().with_nodes(options.read_nodes);
            let (after_played, a) = principal(state, played, reader, &limits)?;
            let (after_best, b) = principal(state, self.best, reader, &limits)?;
            (explanation.after_played, explanation.after_best) = (after_played, after_best);
            vec![(a, b)]
        } else {
            sample::pairs(state, moves, reader, 0, options.samples, seed)
        };
        if options.samples > 0 {
            let dealt = sample::pairs(state, moves, reader, 1, options.samples, seed);
            let goes_on = dealt.iter().any(|(a, b)| !a.is_over || !b.is_over);
            explanation.over_deals = goes_on.then(|| sample::cost(&dealt, state.turn()));
        }
        explanation.reasons = reasons(&pairs, state, &self.decision.players);
        Some(explanation)
    }
}

/// Best play of all after a move, and what it comes to.
fn principal(state: &State, mv: Move, reader: &mut Reader, limits: &Limits) -> Option<(Vec<Move>, Outcome)> {
    let mut state = *state;
    state.play(mv).ok()?;
    let mut line = Vec::new();
    while state.phase() == Phase::Drafting {
        let best = reader.read(&state, Want::Best, limits).best()?;
        state.play(best.mv).ok()?;
        line.push(best.mv);
    }
    // The deal makes no difference: the accounts are those of the round's end.
    Some((line, close(&mut state, &mut Rng::new(0))))
}

/// The accounts on which the moves differ, averaged over the pairs (played, best).
fn reasons(pairs: &[(Outcome, Outcome)], state: &State, players: &[String]) -> Vec<Reason> {
    let (n, me) = (pairs.len().max(1) as f64, state.turn());
    let difference = |player: usize, account: Account| {
        let one = |(a, b): &(Outcome, Outcome)| b.parts[player][account as usize] - a.parts[player][account as usize];
        pairs.iter().map(one).sum::<f64>() / n
    };
    let mut all = Vec::new();
    for player in 0..state.players() {
        let name = players.get(player).map_or("the player", String::as_str);
        for account in Account::ALL {
            let more = difference(player, account);
            // An opponent's gain is the mover's loss.
            let points = if player == me { more } else { -more };
            if points.abs() >= WORD {
                all.push(Reason { points, words: words(name, account, -more) });
            }
        }
    }
    let overs = |of: fn(&(Outcome, Outcome)) -> bool| pairs.iter().filter(|pair| of(pair)).count() as f64 / n;
    let (played, best) = (overs(|p| p.0.is_over), overs(|p| p.1.is_over));
    all.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()).then(a.words.cmp(&b.words)));
    if (played - best).abs() > 0.5 {
        let (who, but) =
            if played > best { ("the move played", "the better one") } else { ("the better move", "the one played") };
        all.insert(0, Reason { points: 0.0, words: format!("{who} ends the game with this round, {but} does not") });
    }
    all
}

/// The change that the move played makes on an account; `more` is negative where it takes away.
fn words(name: &str, account: Account, more: f64) -> String {
    let size = super::words::points(more.abs());
    let than = if more > 0.0 { "more" } else { "fewer" };
    match account {
        Account::Tiles => format!("{name}'s tiles score {size} {than} in this round"),
        Account::Floor if more < 0.0 => format!("{name} loses {size} more on the floor line"),
        Account::Floor => format!("{name} loses {size} fewer on the floor line"),
        Account::Bonus => format!("{name} has {size} {than} of bonuses"),
        Account::Lines => format!("{name}'s started lines promise {size} {than}"),
        Account::Wall => format!("{name}'s columns and colours promise {size} {than}"),
        Account::Token if more > 0.0 => format!("{name} moves first in the next round ({size})"),
        Account::Token => format!("{name} does not move first in the next round ({size})"),
        Account::Later => format!("{name} makes {size} {than} in the next round"),
    }
}
