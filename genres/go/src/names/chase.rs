//! Chains that run and don't get away: ladder and net.
//!
//! Both may be in the main line, by the side that moves first, or in the refutation of a wrong
//! first move that has to be refuted by play (by the other side): players name a ladder most often
//! where it is why a move fails. So both are looked for in the whole solution tree. A net may also
//! be another right first move than the one of the main line, which is only the one that is proved
//! soonest.

use super::scene::{Scene, Turn};
use crate::Role;
use crate::read::{State, cells};

/// The lines of the solution tree with the side that succeeds in them.
fn lines<'a>(s: &'a Scene<'_>) -> impl Iterator<Item = (&'a [Turn], Role)> {
    let refuted = s.refutations.iter().map(|line| (&line[..], s.prover().other()));
    [(&s.turns[..], s.prover())].into_iter().chain(refuted)
}

/// Is that chain safe as it stands: joined to the wall, or to an exit?
fn is_out(s: &Scene<'_>, role: Role, chain: u64) -> bool {
    chain & if role == Role::Attacker { s.area.wall } else { s.area.exits } != 0
}

/// The chain of a turn's stone, and its liberties (all cells where it is out).
fn grown(s: &Scene<'_>, turn: &Turn) -> (u64, u64) {
    let chain = s.chain(&turn.after, turn.by(), turn.stone());
    let free = s.area.around(chain) & s.area.all & !turn.after.attacker & !turn.after.defender;
    (chain, if is_out(s, turn.by(), chain) { u64::MAX } else { free })
}

/// Is that chain of the opponent in atari beside the stone of a turn?
fn is_hit(s: &Scene<'_>, t: &Turn, chain: u64) -> bool {
    s.area.around(chain) & t.stone() != 0 && s.atari(&t.after, t.by().other(), chain).is_some()
}

/// Ladder: a chain is driven from atari to atari. It is put in atari, runs without taking anything
/// or joining another chain, has two liberties then, is put in atari again, and so on: three ataris
/// at least. (Two are a mere push and a capture on the way.)
pub(super) fn ladder(s: &Scene<'_>) -> bool {
    lines(s).any(|(turns, by)| {
        (0..turns.len()).any(|start| {
            let (mut ataris, mut driven) = (0, None);
            for pair in turns[start..].chunks(2) {
                let after = &pair[0].after;
                if pair[0].by() != by || pair[0].stone() == 0 {
                    break;
                }
                let other = by.other();
                let hit = |&chain: &u64| {
                    is_hit(s, &pair[0], chain)
                        && !is_out(s, other, chain)
                        && driven.is_none_or(|before: u64| chain & before != 0)
                };
                let Some(chain) = s.chains(after, other).into_iter().find(hit) else { break };
                ataris += 1;
                if ataris == 3 {
                    return true;
                }
                let Some(run) = pair.get(1).filter(|t| t.taken() == 0 && t.stone() != 0) else { break };
                let (longer, free) = grown(s, run);
                if longer & !run.stone() != chain || free.count_ones() != 2 {
                    break;
                }
                driven = Some(longer);
            }
            false
        })
    })
}

/// Most liberties of a running chain that a net still holds.
const HELD: u32 = 3;

/// Net: the first move of the one who succeeds in a line touches no stone of the opponent, and
/// shuts a chain in, diagonally or a knight's move from it, that stood there before the line began
/// and is not in atari. Empty points lead from the chain to a way out (an exit; for the attacker's
/// stones, the wall). After the move each of its liberties is beside a stone of the one who shuts
/// it in, so that it has no free step and no room for an eye; no run gets out, nor has more than
/// three liberties; without the move, one run would have more. And the chain is captured in the
/// end: in the line, or, where it is the defender's and he can be captured, by the proof.
pub(super) fn net(s: &Scene<'_>) -> bool {
    // Where an atari does as well, the net is not what the problem is about.
    let plain = s.turns.first().is_some_and(|t| s.chains(&t.after, t.by().other()).iter().any(|&c| is_hit(s, t, c)));
    let keys = s.keys.iter().filter(|_| !plain).map(|key| (std::slice::from_ref(key), s.prover()));
    lines(s).chain(keys).any(|(turns, by)| {
        let other = by.other();
        turns.iter().enumerate().filter(|(_, t)| t.by() == by && t.stone() != 0).take(1).any(|(i, t)| {
            if t.taken() != 0 {
                return false;
            }
            let Some(p) = s.point(t.stone()) else { return false };
            let (beside, _) = s.near(p);
            if beside.iter().any(|&q| s.is_stone(&t.before, other, q)) {
                return false;
            }
            s.chains(&t.before, other).into_iter().any(|chain| {
                let near = cells(chain).filter_map(|c| s.point(1 << c)).any(|q| {
                    let (dx, dy) = (p.x.abs_diff(q.x), p.y.abs_diff(q.y));
                    (dx.min(dy), dx.max(dy)) == (1, 1) || (dx.min(dy), dx.max(dy)) == (1, 2)
                });
                let caught = turns[i + 1..].iter().any(|later| later.by() == by && later.taken() & chain != 0);
                let proved = by == Role::Attacker && s.area.target.is_none_or(|target| target & chain != 0);
                near && chain & turns[0].before.stones(other) != 0
                    && !is_out(s, other, chain)
                    && (caught || proved)
                    && s.atari(&t.after, other, chain).is_none()
                    && leads_out(s, &t.before, other, chain)
                    && is_beset(s, &t.after, other, chain)
                    && match (run(s, &t.before, other, chain), run(s, &t.after, other, chain)) {
                        (Some(before), Some(after)) => after <= HELD && before > after,
                        _ => false,
                    }
            })
        })
    })
}

/// Do empty points lead from a chain to a way out?
fn leads_out(s: &Scene<'_>, at: &State, role: Role, chain: u64) -> bool {
    is_out(s, role, s.area.flood(chain, chain | s.area.all & !at.attacker & !at.defender))
}

/// Is each liberty of a chain beside a stone of the opponent?
fn is_beset(s: &Scene<'_>, at: &State, role: Role, chain: u64) -> bool {
    let own = s.area.around(chain) & s.area.all & !at.attacker & !at.defender;
    let against = s.area.around(at.stones(role.other())) | if role == Role::Defender { s.area.wall } else { 0 };
    own & !against == 0
}

/// The liberties that the best run of a chain leaves it with: a move at one of its own; more than
/// any number where it gets out.
fn run(s: &Scene<'_>, at: &State, role: Role, chain: u64) -> Option<u32> {
    let own = s.area.around(chain) & s.area.all & !at.attacker & !at.defender;
    let runs = cells(own).filter_map(|c| s.play(at, role, 1 << c)).map(|t| grown(s, &t).1.count_ones());
    runs.max()
}
