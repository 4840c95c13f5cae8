//! Successors of a position.

use super::chains::Chains;
use super::geometry::{Geometry, each};
use crate::Role;
use crate::read::{Ply, State};

/// The legal successors by moves on those cells, or by a pass: by cells, the pass last. The
/// attacker passes only under a ban: otherwise a pass gains nothing, since the defender may pass in
/// turn. `banned` is set where a ban takes a move away. Told are the position, the move to it and
/// the stones that it takes.
pub(super) fn successors(
    geometry: &Geometry,
    chains: &Chains,
    at: &State,
    must: u64,
    banned: &mut bool,
    mut found: impl FnMut(State, Ply, u64),
) {
    let (attacker, defender) = (at.attacker, at.defender);
    *banned = at.ko != State::NO_KO && !at.supply.has(at.turn);
    let capturable = match at.turn {
        Role::Attacker => chains.defender.atari(),
        Role::Defender => chains.attacker.atari(),
    };
    each(chains.empty & must, |cell| {
        let stone = 1_u64 << cell;
        let mut supply = at.supply;
        let is_banned = cell == at.ko;
        if is_banned {
            if *banned {
                return;
            }
            supply = supply.used();
        }
        let beside = geometry.beside(cell);
        let open = beside & chains.empty != 0;
        let (own, taken, state) = match at.turn {
            Role::Attacker => {
                let taken = if capturable & stone != 0 { chains.defender.taken_by(stone) } else { 0 };
                let legal = open
                    || taken != 0
                    || geometry.wall & stone != 0
                    || beside & chains.immortal != 0
                    || chains.attacker.extends(stone);
                if !legal {
                    return;
                }
                let own = beside & attacker != 0 || geometry.wall & stone != 0;
                let state = State {
                    attacker: attacker | stone,
                    defender: defender & !taken,
                    turn: Role::Defender,
                    ko: State::NO_KO,
                    supply,
                };
                (own, taken, state)
            }
            Role::Defender => {
                let taken = if capturable & stone != 0 { chains.attacker.taken_by(stone) } else { 0 };
                let safe = (geometry.area.exits | chains.out.1) & stone != 0;
                if !open && taken == 0 && !safe && !chains.defender.extends(stone) {
                    return;
                }
                let state = State {
                    attacker: attacker & !taken,
                    defender: defender | stone,
                    turn: Role::Attacker,
                    ko: State::NO_KO,
                    supply,
                };
                (beside & defender != 0 || geometry.area.exits & stone != 0, taken, state)
            }
        };
        let is_ko = taken != 0 && taken & (taken - 1) == 0 && !own && !open && !supply.unlimited(state.turn);
        let ko = if is_ko { taken.trailing_zeros() as u8 } else { State::NO_KO };
        found(State { ko, ..state }, Ply(cell), taken);
    });
    if at.turn == Role::Defender || at.ko != State::NO_KO {
        found(State { turn: at.turn.other(), ko: State::NO_KO, ..*at }, Ply::PASS, 0);
    }
}
