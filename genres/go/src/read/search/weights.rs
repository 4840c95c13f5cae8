//! First guesses of the proof numbers.

use super::chains::Chains;
use super::geometry::Geometry;
use crate::Role;
use crate::read::State;

/// Guessed costs of proving capture and life.
pub(super) fn first(geometry: &Geometry, chains: &Chains, s: &State) -> (u32, u32) {
    let outside = geometry.all & !s.defender;
    let mut rest = outside & !geometry.flood(outside & geometry.wall, outside).0;
    let mut eyes = 0;
    while rest != 0 && eyes < 4 {
        rest &= !geometry.flood(rest & rest.wrapping_neg(), outside).0;
        eyes = (eyes + 2).min(4);
    }
    let apart = geometry.apart(chains.eye_cells(s.defender));
    let turn = |role| if s.turn == role { 4 } else { 0 };
    let capture = 4 + 4 * apart.saturating_sub(1) + 4 * eyes + turn(Role::Defender);
    let life = 4 + 4 * (4 - eyes) + 2 * 4_u32.saturating_sub(apart) + turn(Role::Attacker);
    (capture, life)
}
