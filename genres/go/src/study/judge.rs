//! Who is believed: judges of positions, and what a question comes to by their word.

use crate::read::{Area, MOST_THREATS, State, Supply};
use crate::{Class, Outcome, Role};
use tesuji_solver::Stop;

/// An exact judge of positions of one area: proved answers or none.
pub trait Judge {
    /// Where it is played.
    fn area(&self) -> &Area;

    /// Does the attacker capture from there?
    ///
    /// # Errors
    /// The limit that was reached.
    fn kills(&mut self, at: &State) -> Result<bool, Stop>;

    /// Is it known that no number of ko threats changes the answer there?
    fn free_of_ko(&mut self, at: &State) -> bool;

    /// Positions visited so far.
    fn nodes(&self) -> u64;
}

/// What a position comes to. Life by seki is not told from two eyes.
///
/// # Errors
/// The limit that was reached.
pub fn outcome(judge: &mut dyn Judge, at: &State) -> Result<Outcome, Stop> {
    let with = |t: i8| {
        let supply = Supply(t);
        State { supply, ko: if supply.unlimited(at.turn) { State::NO_KO } else { at.ko }, ..*at }
    };
    let most = MOST_THREATS as i8;
    if judge.kills(&with(0))? {
        if judge.free_of_ko(&with(0)) {
            return Ok(Outcome::exactly(Class::Dead));
        }
        for t in 1..=most {
            if !judge.kills(&with(-t))? {
                return Ok(Outcome::ko(Role::Defender, t as u8));
            }
        }
        return Ok(Outcome::exactly(Class::Dead));
    }
    let lives = Outcome::between(Class::Seki, Class::Alive);
    if judge.free_of_ko(&with(0)) || !judge.kills(&with(Supply::ATTACKER_UNLIMITED.0))? {
        return Ok(lives);
    }
    for t in 1..=most {
        if judge.kills(&with(t))? {
            return Ok(Outcome::ko(Role::Attacker, t as u8));
        }
    }
    Ok(Outcome::exactly(Class::Ko))
}

/// The yes-or-no question that tells moves which get `first` this outcome from those that don't.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Ko threats while it is played.
    pub supply: Supply,
    /// Is it to capture?
    pub kill: bool,
}

impl Aim {
    /// The aim of the side that gets that outcome; `None` where it has nothing to play for.
    #[must_use]
    pub fn of(outcome: Outcome, first: Role) -> Option<Aim> {
        let threats = outcome.threats.map(|t| (t.by, t.count.min(i8::MAX as u8) as i8));
        let supply = match (first, outcome.class(), threats) {
            (Role::Attacker, Some(Class::Dead), _) => -(MOST_THREATS as i8),
            (Role::Attacker, Some(Class::Ko), Some((Role::Defender, n))) => -(n - 1),
            (Role::Attacker, Some(Class::Ko), Some((Role::Attacker, n))) => n,
            (Role::Defender, Some(Class::Ko), Some((Role::Defender, n))) => -n,
            (Role::Defender, Some(Class::Ko), Some((Role::Attacker, n))) => n - 1,
            (Role::Defender, _, _) if outcome.lives() => Supply::ATTACKER_UNLIMITED.0,
            _ => return None,
        };
        Some(Aim { supply: Supply(supply), kill: first == Role::Attacker })
    }

    /// Does a position keep the aim? Asked without threats first, which often settles it: a capture
    /// fails with more defender threats only where it fails to be free of kos, and threats never
    /// hurt who has them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn kept(self, judge: &mut dyn Judge, at: &State) -> Result<bool, Stop> {
        let t = self.supply.0;
        if t != 0 {
            let plain = State { supply: Supply::NONE, ..*at };
            let kills = judge.kills(&plain)?;
            // Captured in spite of nothing but the attacker's own strength, or not captured even
            // without his threats.
            if kills && t > 0 || !kills && t < 0 || judge.free_of_ko(&plain) {
                return Ok(kills == self.kill);
            }
        }
        Ok(judge.kills(at)? == self.kill)
    }

    /// Who has the aim.
    #[must_use]
    pub fn side(self) -> Role {
        if self.kill { Role::Attacker } else { Role::Defender }
    }
}
