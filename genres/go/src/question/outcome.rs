//! Outcomes of readings.

use std::fmt;

/// The two sides of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Wants to capture.
    Attacker,
    /// Wants to live.
    Defender,
}

impl Role {
    /// Both, the attacker first.
    pub const ALL: [Role; 2] = [Role::Attacker, Role::Defender];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
        })
    }
}

/// The classes of results, rising for the defender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Class {
    /// Captured, however many ko threats the defender has (see [`Outcome`]).
    Dead,
    /// Who has more ko threats decides.
    Ko,
    /// Not captured, however many ko threats the attacker has, but the defender can't force two
    /// eyes.
    Seki,
    /// Forced to be pass-alive, however many ko threats the attacker has.
    Alive,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Dead => "DEAD",
            Class::Ko => "KO",
            Class::Seki => "SEKI",
            Class::Alive => "ALIVE",
        })
    }
}

/// The external ko threats that decide a ko.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Threats {
    /// Who needs them; the other one wins the ko when nobody has any, that is, takes first.
    pub by: Role,
    /// How many he needs at least, when the other one has none.
    pub count: u8,
}

/// The proved outcome of a question with one side to move: the class, or an interval of classes.
///
/// DEAD means killed for every number of defender threats up to the reader's cap, and usually for
/// any number (a proof in which no ban ever matters). ALIVE and SEKI hold against unlimited
/// attacker threats. Life by seki is a label of its own; readers that were not asked to tell the
/// two apart answer "SEKI or ALIVE".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// The worst class (for the defender) that is not excluded.
    pub low: Class,
    /// The best class that is not excluded.
    pub high: Class,
    /// With KO: the threats, when counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Threats>,
}

impl Outcome {
    /// Nothing known.
    pub const UNKNOWN: Outcome = Outcome { low: Class::Dead, high: Class::Alive, threats: None };

    /// Exactly this class.
    #[must_use]
    pub fn exactly(class: Class) -> Outcome {
        Outcome { low: class, high: class, threats: None }
    }

    /// A ko that `by` wins with `count` external threats.
    #[must_use]
    pub fn ko(by: Role, count: u8) -> Outcome {
        Outcome { threats: Some(Threats { by, count }), ..Outcome::exactly(Class::Ko) }
    }

    /// From `low` to `high`.
    #[must_use]
    pub fn between(low: Class, high: Class) -> Outcome {
        Outcome { low, high, threats: None }
    }

    /// The class, if it is decided.
    #[must_use]
    pub fn class(self) -> Option<Class> {
        (self.low == self.high).then_some(self.low)
    }

    /// Is it proved that the defender is not captured, with either side's threats: SEKI, ALIVE, or
    /// one of them?
    #[must_use]
    pub fn lives(self) -> bool {
        self.low >= Class::Seki
    }

    /// Does that side get what it wants, be it by ko, where it moves first? `None` where that is
    /// not decided.
    #[must_use]
    pub fn succeeds(self, first: Role) -> Option<bool> {
        match (self.class(), first) {
            (Some(Class::Ko), _) => Some(true),
            (Some(Class::Dead), _) => Some(first == Role::Attacker),
            _ if self.lives() => Some(first == Role::Defender),
            _ => None,
        }
    }

    /// Has the side that moves first, with this outcome, gained by its move, if `other` is the
    /// outcome where the other side moves first? `None` where the two don't decide that. The other
    /// outcome may be an interval: it decides where all of it is worse for the side that moves first.
    #[must_use]
    pub fn gains(self, first: Role, other: Outcome) -> Option<bool> {
        if !self.succeeds(first)? {
            return Some(false);
        }
        let is_apart = match first {
            Role::Attacker => other.low >= Class::Ko && self.high < other.low,
            Role::Defender => other.high <= Class::Ko && self.low > other.high,
        };
        if is_apart {
            return Some(true);
        }
        // The other side fails if it moves first: the move was not needed.
        let better = match first {
            Role::Attacker => self.rank() < other.rank(),
            Role::Defender => self.rank() > other.rank(),
        };
        other.succeeds(first.other()).map(|succeeds| succeeds && better)
    }

    /// The worth of an outcome to the defender, least first: the class, and within KO who needs
    /// threats and how many.
    #[must_use]
    pub fn rank(self) -> (Class, i16) {
        let threats = self.threats.map_or(0, |t| match t.by {
            Role::Defender => -i16::from(t.count),
            Role::Attacker => i16::from(t.count),
        });
        (self.low, threats)
    }
}

/// `DEAD`, `KO, the defender needs 1 threat`, `UNKNOWN (KO to ALIVE)`, `SEKI or ALIVE`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.class(), self.threats) {
            (Some(class), Some(Threats { by, count })) => {
                write!(f, "{class}, the {by} needs {count} threat{}", if count == 1 { "" } else { "s" })
            }
            (Some(class), None) => write!(f, "{class}"),
            _ if self.lives() => f.write_str("SEKI or ALIVE"),
            _ if *self == Outcome::UNKNOWN => f.write_str("UNKNOWN"),
            _ => write!(f, "UNKNOWN ({} to {})", self.low, self.high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An interval decides where every outcome in it does, and nowhere else.
    #[test]
    fn an_interval_decides_where_all_of_it_does() {
        let classes = [Class::Dead, Class::Ko, Class::Seki, Class::Alive];
        let mut decided = 0;
        for own in classes.map(Outcome::exactly) {
            for (i, &low) in classes.iter().enumerate() {
                for &high in &classes[i + 1..] {
                    for first in Role::ALL {
                        let each = classes.iter().filter(|&&class| low <= class && class <= high);
                        let all: Vec<Option<bool>> = each.map(|&c| own.gains(first, Outcome::exactly(c))).collect();
                        let told = own.gains(first, Outcome::between(low, high));
                        if let Some(told) = told {
                            decided += 1;
                            assert!(all.iter().all(|&one| one == Some(told)), "{own}, {first}: {low} to {high}");
                        }
                    }
                }
            }
        }
        assert!(decided > 20, "{decided}");
        let interval = Outcome::between(Class::Dead, Class::Ko);
        let lives = Outcome::between(Class::Seki, Class::Alive);
        assert_eq!(lives.gains(Role::Defender, interval), Some(true));
        assert_eq!(Outcome::exactly(Class::Ko).gains(Role::Defender, interval), None);
        assert_eq!(
            Outcome::exactly(Class::Dead).gains(Role::Attacker, Outcome::between(Class::Ko, Class::Alive)),
            Some(true)
        );
    }
}
