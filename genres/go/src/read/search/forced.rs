//! Forced moves: what the side to move must consider because its opponent would otherwise succeed
//! at once.

use super::chains::Chains;
use super::geometry::{Geometry, each, mask};
use super::lemmas::{PositionFeatures, pass_alive};
use crate::Role;
use crate::read::{Ply, State};

/// The cells that the side to move need consider; everything else loses to one move and a lemma.
///
/// Attacker: where a defender move would make pass-alive stones, he must play on their cells or
/// vital regions, on that point, beside or on what it takes, or capture something. Defender: where
/// an attacker move beside the immortal would leave no two eyes, he must play there or capture
/// something.
pub(super) fn forced(geometry: &Geometry, look: &PositionFeatures, scratch: &mut PositionFeatures, at: &State) -> u64 {
    let chains = &look.chains;
    let mut must = u64::MAX;
    if geometry.prunes {
        must = relevant(geometry, chains);
        let dame = dame(geometry, chains, at) & must;
        must &= match at.turn {
            Role::Defender => !dame,
            Role::Attacker => !(dame & dame.wrapping_sub(1)),
        };
    }
    let mut gates = 0;
    let (attacker, defender) = (at.attacker, at.defender);
    if geometry.area.exits != 0 {
        // One way out is left: it must be closed.
        let ways_out = chains.ways_out(geometry, at);
        if at.turn == Role::Attacker && ways_out != 0 {
            return ways_out;
        }
        if at.turn == Role::Defender {
            match chains.gates(geometry) {
                Some(all) => gates = all,
                None => return must,
            }
        }
    }
    let target = geometry.area.target.unwrap_or(u64::MAX);
    match at.turn {
        Role::Attacker => {
            let captures = chains.defender.atari();
            let inside = look.eyes.cells;
            each(chains.empty, |cell| {
                let stone = 1_u64 << cell;
                if must & chains.empty == 0 {
                    return;
                }
                let taken = chains.attacker.taken_by(stone);
                let beside = geometry.beside(cell);
                // A lone stone completes nothing; and the move must be legal.
                if taken == 0
                    && (beside & defender == 0 || beside & chains.empty == 0 && !chains.defender.extends(stone))
                {
                    return;
                }
                let after = State {
                    attacker: attacker & !taken,
                    defender: defender | stone,
                    turn: Role::Attacker,
                    ko: State::NO_KO,
                    ..*at
                };
                scratch.eyes.follow(geometry, &look.eyes, after.defender, cell);
                if scratch.eyes.count < 2 {
                    return;
                }
                // Outside of the eyes, with no new one and no chains joined, all is as it was.
                let joins = || chains.defender.iter().filter(|(_, l)| l & stone != 0).count() > 1;
                if taken | inside & stone == 0 && scratch.eyes.count == look.eyes.count && !joins() {
                    return;
                }
                scratch.chains.follow(geometry, chains, &after, Ply(cell), taken);
                let alive = pass_alive(&scratch.chains, &scratch.eyes);
                if alive & (defender | stone) & target != 0 {
                    must &= alive | stone | taken | geometry.around(taken) | captures;
                }
            });
        }
        Role::Defender => {
            let captures = chains.attacker.atari();
            let eye_cells = chains.eye_cells(defender);
            // A move that leaves its own chain one liberty could be captured by the threat, and
            // make room.
            let tight = chains.defender.iter().fold(0, |all, (_, l)| all | l & mask(is_two_at_most(l)));
            // Only beside the one chain there is does the defender keep one chain.
            let apart = if chains.defender.len == 1 { !chains.defender.liberties[0] } else { u64::MAX };
            each(chains.empty & chains.near_immortal, |cell| {
                let stone = 1_u64 << cell;
                let joined = stone | chains.attacker.beside(stone);
                let near = geometry.around(joined) | chains.near_immortal;
                let left = eye_cells & !joined & !near;
                if geometry.two_apart(left) || chains.defender.taken_by(stone) != 0 {
                    return;
                }
                let mut keep = stone | captures | tight | gates;
                // What a capture of many stones could leave counts as soon as there are several
                // chains.
                let room = geometry.all & !chains.immortal & !joined & !near;
                if defender.count_ones() >= 5 && geometry.two_apart(room) {
                    keep |= apart;
                }
                each(geometry.beside(cell) & chains.empty, |q| {
                    let beside = geometry.beside(q);
                    if beside & (chains.empty & !stone | defender) == 0 {
                        keep |= 1 << q;
                    }
                });
                must &= keep;
            });
        }
    }
    must
}

/// The cells where a move can matter, where only a target counts.
///
/// What the immortal cut off from the target does not matter: a move there is a pass. And one more
/// immortal stone never hurts the attacker: of a move that he finds already made he makes a pass.
/// Now let a stone of his on the empty cell `c` be immortal, and cut off what lies behind. Then he
/// need not play behind `c`, since `c` does more; and the defender need not either, since the
/// answer on `c` has gained the attacker a stone.
fn relevant(geometry: &Geometry, chains: &Chains) -> u64 {
    let Some(target) = geometry.area.target else { return u64::MAX };
    let room = chains.room;
    let mut behind = 0;
    each(room & chains.empty & chains.near_immortal, |c| {
        if behind >> c & 1 == 0 && geometry.may_cut(c, room) {
            let rest = room & !(1 << c);
            behind |= rest & !geometry.flood(target, rest).0;
        }
    });
    room & !behind
}

/// Liberties of the target that are good for nothing else (*dame*), where it is one chain: beside
/// the immortal, and beside nothing but its stones, the immortal, and other liberties of it that
/// are beside the immortal.
///
/// The defender need not play there: after his pass the attacker has at least as much. For let him
/// answer to the stone as he would to the pass, and pass where he would fill the liberty himself.
/// The stone gives the chain no new liberty and takes one from it; it takes none from stones that
/// could be captured, since what the attacker puts beside it is immortal anyway; so every move of
/// the defender's that is legal after it is legal after the pass, and what is captured then is
/// captured now. If the target is captured sooner, that is the end. To the attacker all of them are
/// alike: only how many there are counts.
pub(super) fn dame(geometry: &Geometry, chains: &Chains, at: &State) -> u64 {
    let Some(target) = geometry.area.target.map(|target| target & at.defender) else { return 0 };
    let Some((stones, liberties)) = chains.defender.iter().find(|(stones, _)| stones & target != 0) else { return 0 };
    if target & !stones != 0 {
        return 0;
    }
    let plain = liberties & chains.near_immortal & !geometry.area.exits;
    let beside = stones | chains.immortal | plain;
    let mut found = 0;
    each(plain, |cell| {
        if geometry.beside(cell) & !beside == 0 && cell != at.ko {
            found |= 1 << cell;
        }
    });
    found
}

/// Two cells or fewer.
#[inline]
fn is_two_at_most(set: u64) -> bool {
    let others = set & set.wrapping_sub(1);
    others & others.wrapping_sub(1) == 0
}
