//! Writing position strings.

use super::{Dialect, extension};
use crate::board::Set;
use crate::position::{Colour, Phase, Position, StalemateRemoval};
use std::fmt::Write;

/// The position as a string of the dialect.
pub fn print(position: &Position, dialect: Dialect) -> String {
    let p = position;
    let mut out = String::new();
    for i in 0..24 {
        if i == 8 || i == 16 {
            out.push('/');
        }
        let at = |set: Set| set >> i & 1 != 0;
        out.push(match () {
            () if at(p.marked) => 'X',
            () if at(p.men[0]) => 'O',
            () if at(p.men[1]) => '@',
            () => '*',
        });
    }
    let black = u32::from(p.side == Colour::Black);
    let (phase, action) = match (p.end, p.phase) {
        (Some(_), _) => ('o', '?'),
        (None, phase) => {
            let letter = if phase == Phase::Placing { 'p' } else { 'm' };
            let action = match phase {
                _ if p.removals[p.side.index()] > 0 => 'r',
                Phase::Placing => 'p',
                Phase::Moving => 's',
            };
            (letter, action)
        }
    };
    let remove = |side: usize| {
        let count = i32::from(p.removals[side]);
        if p.remove_own[side] { -count } else { count }
    };
    let mills = p.used_mills.map(|m| u64::from(m) << dialect.shift());
    let none = if dialect == Dialect::Nodes { -1 } else { 0 };
    let number =
        |point: Option<crate::board::Point>| point.map_or(none, |p| p.index() as i64 + i64::from(dialect.shift()));
    let last = |side: usize| match p.last_mill[side] {
        None => (none, none),
        Some((from, to)) => (number(from), number(Some(to))),
    };
    let ((wf, wt), (bf, bt)) = (last(0), last(1));
    let _ = write!(
        out,
        " {} {phase} {action} {} {} {} {} {} {} {wf} {wt} {bf} {bt} {} {} {}",
        if black == 1 { 'b' } else { 'w' },
        p.on_board(Colour::White),
        p.hand[0],
        p.on_board(Colour::Black),
        p.hand[1],
        remove(0),
        remove(1),
        mills[0] << 32 | mills[1],
        p.quiet,
        1 + p.ply.saturating_sub(black) / 2,
    );
    if dialect == Dialect::Nodes {
        out.push_str(" ids:nodes");
    }
    let [w, b] = p.captures;
    extension::write(&mut out, 'c', [w.custodian, b.custodian], dialect);
    extension::write(&mut out, 'i', [w.intervention, b.intervention], dialect);
    extension::write(&mut out, 'l', [w.leap, b.leap], dialect);
    if let Some(preferred) = p.preferred {
        let _ = write!(out, " p:{}", preferred.index() as u32 + dialect.shift());
    }
    match p.stalemate_removal {
        StalemateRemoval::None => {}
        StalemateRemoval::ThenMove => out.push_str(" s:1"),
        StalemateRemoval::Both => out.push_str(" s:2"),
    }
    out
}
