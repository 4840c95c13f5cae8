//! Zone certificates as data: what is written, read, and refused.

use crate::{Point, Symmetry};
use serde::{Deserialize, Serialize};

/// The version of the format. Another one is refused.
pub const VERSION: u32 = 1;

/// Most nodes of a certificate that is read.
const MOST_NODES: usize = 1 << 20;

/// The goal that the prover forces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneGoal {
    /// The attacker plays, and at some time no stone of the defender is on the target.
    Capture,
    /// The defender plays, and a stone of his is on the target at all times.
    Survive,
}

/// The two sides as the question names them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneSide {
    /// He wants to capture the target.
    Attacker,
    /// He wants to save it.
    Defender,
}

/// A point by its number: rows from the top, from left to right.
pub type Spot = u16;

/// The step of a proof at one of its positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ZoneStep {
    /// No stone of the defender is on the target.
    Taken,
    /// A stone on the target belongs to chains with two vital regions each.
    Alive,
    /// The prover plays a stone; then the node of that number holds.
    Move {
        /// The point.
        at: Spot,
        /// The node.
        to: usize,
    },
    /// The prover passes.
    Pass {
        /// The node.
        to: usize,
    },
    /// The opponent may play on these points of the zone; each leads to a node.
    Replies {
        /// Points and nodes.
        moves: Vec<(Spot, usize)>,
        /// The node after a pass, or a move outside of the zone, where a capture is proved. (Where
        /// survival is proved, the prover answers those by a pass, and the position is as before.)
        elsewhere: Option<usize>,
    },
}

/// A position of the proof, as far as the proof looks at it. What is claimed holds on every board
/// with these stones and these empty points, whatever lies elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneNode {
    /// Attacker stones of the zone.
    pub attacker: Vec<Spot>,
    /// Defender stones of the zone.
    pub defender: Vec<Spot>,
    /// Empty points of the zone.
    pub empty: Vec<Spot>,
    /// The point of the zone where the prover, to move, may not retake a ko. (The opponent is bound
    /// by no ban, so that the proof holds for any number of his threats.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ko: Option<Spot>,
    /// The step.
    pub step: ZoneStep,
}

/// A proof of a capture or of survival on the whole board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneCertificate {
    /// [`VERSION`].
    pub version: u32,
    /// Width and height of the board.
    pub size: (u8, u8),
    /// The goal that is proved.
    pub goal: ZoneGoal,
    /// Who moves first.
    pub first: ZoneSide,
    /// The points of the target.
    pub target: Vec<Spot>,
    /// The positions. Each speaks of earlier ones only; the last one is the root.
    pub nodes: Vec<ZoneNode>,
}

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The text is no certificate.
    #[error("no zone certificate: {0}")]
    Text(String),
    /// Another version.
    #[error("a zone certificate of version {0}; version {VERSION} is read")]
    Version(u64),
    /// A board of a size that is not read.
    #[error("a zone certificate for a board of {0}×{1}; sizes from 2×2 to 25×25 are read")]
    Size(u8, u8),
    /// More nodes than are read, or none.
    #[error("a zone certificate of {0} nodes; from 1 to {MOST_NODES} are read")]
    Nodes(usize),
    /// A point off the board.
    #[error("node {node}: point {spot} is off the board")]
    OffBoard {
        /// The node, counted from 0.
        node: usize,
        /// The point.
        spot: Spot,
    },
    /// A point with two contents, or listed twice.
    #[error("node {node}: {spot} is listed twice")]
    Twice {
        /// The node.
        node: usize,
        /// The point, by letters.
        spot: String,
    },
    /// A node that does not stand earlier.
    #[error("node {node} speaks of node {to}, which does not stand before it")]
    Order {
        /// The node.
        node: usize,
        /// The other one.
        to: usize,
    },
    /// No target, or one off the board.
    #[error("the target is empty or off the board")]
    Target,
    /// It is about another position or question.
    #[error("the certificate is about another question: {0}")]
    Other(String),
    /// A step that does not follow.
    #[error("node {node}: {what}")]
    Unsound {
        /// The node.
        node: usize,
        /// The fault, in words.
        what: String,
    },
}

impl ZoneCertificate {
    /// Reads a certificate from JSON and looks whether it is whole. (Whether it is sound is for
    /// [`check`](ZoneCertificate::check) to say.)
    ///
    /// # Errors
    /// [`Refused`].
    pub fn parse(text: &str) -> Result<ZoneCertificate, Refused> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|e| Refused::Text(e.to_string()))?;
        let version = value.get("version").ok_or_else(|| Refused::Text("it has no version".into()))?;
        match version.as_u64() {
            Some(v) if v == u64::from(VERSION) => {}
            Some(v) => return Err(Refused::Version(v)),
            None => return Err(Refused::Text(format!("version {version} is no number"))),
        }
        let found: ZoneCertificate = serde_json::from_value(value).map_err(|e| Refused::Text(e.to_string()))?;
        found.is_whole()?;
        Ok(found)
    }

    /// The certificate as JSON, in one line.
    #[must_use]
    pub fn print(&self) -> String {
        // Numbers, lists and names only: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whose goal it is.
    #[must_use]
    pub fn prover(&self) -> ZoneSide {
        match self.goal {
            ZoneGoal::Capture => ZoneSide::Attacker,
            ZoneGoal::Survive => ZoneSide::Defender,
        }
    }

    /// The certificate for the image of its board.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> ZoneCertificate {
        let size = symmetry.size(self.size);
        let map = |spot: &Spot| {
            let width = Spot::from(self.size.0);
            let p = symmetry.point(Point::new((spot % width) as u8, (spot / width) as u8), self.size);
            Spot::from(p.y) * Spot::from(size.0) + Spot::from(p.x)
        };
        let maps = |spots: &[Spot]| {
            let mut spots: Vec<Spot> = spots.iter().map(map).collect();
            spots.sort_unstable();
            spots
        };
        let node = |node: &ZoneNode| ZoneNode {
            attacker: maps(&node.attacker),
            defender: maps(&node.defender),
            empty: maps(&node.empty),
            ko: node.ko.as_ref().map(map),
            step: match &node.step {
                ZoneStep::Move { at, to } => ZoneStep::Move { at: map(at), to: *to },
                ZoneStep::Replies { moves, elsewhere } => {
                    let mut moves: Vec<(Spot, usize)> = moves.iter().map(|(at, to)| (map(at), *to)).collect();
                    moves.sort_unstable();
                    ZoneStep::Replies { moves, elsewhere: *elsewhere }
                }
                step => step.clone(),
            },
        };
        let nodes = self.nodes.iter().map(node).collect();
        ZoneCertificate { size, target: maps(&self.target), nodes, ..self.clone() }
    }

    /// Number of points of the board.
    pub(super) fn points(&self) -> usize {
        usize::from(self.size.0) * usize::from(self.size.1)
    }

    /// A point as SGF writes it.
    pub(super) fn name(&self, spot: Spot) -> String {
        let width = u16::from(self.size.0).max(1);
        let letter = |v: u16| char::from(b'a' + (v % 26) as u8);
        [letter(spot % width), letter(spot / width)].iter().collect()
    }

    /// Is it whole: sizes, points, and numbers of nodes?
    ///
    /// # Errors
    /// [`Refused`].
    pub(super) fn is_whole(&self) -> Result<(), Refused> {
        if self.version != VERSION {
            return Err(Refused::Version(self.version.into()));
        }
        let (w, h) = self.size;
        if !(2..=25).contains(&w) || !(2..=25).contains(&h) {
            return Err(Refused::Size(w, h));
        }
        if self.nodes.is_empty() || self.nodes.len() > MOST_NODES {
            return Err(Refused::Nodes(self.nodes.len()));
        }
        let count = self.points();
        let is_off = |spot: &Spot| usize::from(*spot) >= count;
        if self.target.is_empty() || self.target.iter().any(is_off) {
            return Err(Refused::Target);
        }
        let mut seen = vec![usize::MAX; count];
        for (node, it) in self.nodes.iter().enumerate() {
            for &spot in it.attacker.iter().chain(&it.defender).chain(&it.empty) {
                if is_off(&spot) {
                    return Err(Refused::OffBoard { node, spot });
                }
                if std::mem::replace(&mut seen[usize::from(spot)], node) == node {
                    return Err(Refused::Twice { node, spot: self.name(spot) });
                }
            }
            if let Some(spot) = it.ko.filter(|ko| is_off(ko)) {
                return Err(Refused::OffBoard { node, spot });
            }
            let mut speaks_of: Vec<usize> = Vec::new();
            match &it.step {
                ZoneStep::Taken | ZoneStep::Alive => {}
                ZoneStep::Move { at, to } => {
                    if is_off(at) {
                        return Err(Refused::OffBoard { node, spot: *at });
                    }
                    speaks_of.push(*to);
                }
                ZoneStep::Pass { to } => speaks_of.push(*to),
                ZoneStep::Replies { moves, elsewhere } => {
                    let mut points: Vec<Spot> = moves.iter().map(|&(at, _)| at).collect();
                    points.sort_unstable();
                    if let Some(&spot) = points.iter().find(|at| is_off(at)) {
                        return Err(Refused::OffBoard { node, spot });
                    }
                    if let Some(pair) = points.windows(2).find(|pair| pair[0] == pair[1]) {
                        return Err(Refused::Twice { node, spot: self.name(pair[0]) });
                    }
                    speaks_of.extend(moves.iter().map(|&(_, to)| to).chain(*elsewhere));
                }
            }
            if let Some(&to) = speaks_of.iter().find(|&&to| to >= node) {
                return Err(Refused::Order { node, to });
            }
        }
        Ok(())
    }
}
