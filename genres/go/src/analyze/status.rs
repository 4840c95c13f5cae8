//! The status of a chain.

use super::{Analysis, Fault, title};
use crate::read::Move;
use crate::{Color, Outcome};
use std::fmt;
use tesuji_solver::{Limits, Stop};

/// The outcome for the chain if one side moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideStatus {
    /// Who moves first.
    pub first: Color,
    /// The proved outcome.
    pub outcome: Outcome,
    /// A move that gets it, where the proof names one; `None` inside is a pass.
    pub key: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Why the reading ended.
    pub stop: Stop,
    /// The words.
    pub text: String,
}

/// The status of a chain for either side to move first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The chain, the region, and what is taken for granted.
    head: Vec<String>,
    /// Black first, then White.
    pub sides: [SideStatus; 2],
}

/// As lines: the chain and its region, Black first, White first.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<&str> = self.head.iter().chain(self.sides.iter().map(|s| &s.text)).map(String::as_str).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Analysis {
    /// The status of the chain for either side to move first, each within half of the nodes.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn status(&self, limits: &Limits) -> Result<Status, Fault> {
        let q = &self.question;
        let mut head = Vec::new();
        let sides = self.sides().map(|(color, role)| {
            let read = self.read(role, limits)?;
            let reading = &read.reading;
            let mut text = format!("{} first: {}", title(color), self.words(reading.outcome));
            let decided = reading.outcome.class().is_some() || reading.outcome.lives();
            match reading.key.filter(|_| decided) {
                Some(Some(p)) => text += &format!(", by {}", self.name(p)),
                Some(None) => text += ", by a pass",
                None => {}
            }
            text += &format!(" ({} positions in {} points", reading.nodes, read.question.region.len());
            if let Some(at_best) = &read.at_best {
                text += &format!(", and in {}", at_best.region.len());
            }
            text += match (decided, reading.stop) {
                (true, _) => ")",
                (false, Stop::Exhausted) => "; in no larger region)",
                (false, _) => "; not read to the end)",
            };
            // The region of the verdict may be another one than the chain's own.
            if let Some(assumed) = read.assumed().filter(|_| decided) {
                text += &format!("; taken for granted: {assumed}");
            }
            Ok(SideStatus {
                first: color,
                outcome: reading.outcome,
                key: reading.key,
                nodes: reading.nodes,
                stop: reading.stop,
                text,
            })
        });
        let [black, white] = sides;
        let sides = [black.map_err(Fault::TooLarge)?, white.map_err(Fault::TooLarge)?];
        let stones = q.target.len();
        head.push(format!(
            "{} {}: {stones} stone{}, {}",
            title(q.defender),
            q.target.first().map(|p| self.name(p)).unwrap_or_default(),
            if stones == 1 { "" } else { "s" },
            if q.is_open() { "open" } else { "enclosed" }
        ));
        let weak = q.weak_wall();
        if !weak.is_empty() {
            head.push(format!("Taken for safe: {}", self.names(weak.iter())));
        }
        Ok(Status { head, sides })
    }
}
