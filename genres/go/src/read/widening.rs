//! Open problems, read in wider and wider regions.

use super::{DfPnReader, Proved, Reader, Reading, TooLarge};
use crate::{Outcome, Question, Role};
use tesuji_solver::{Limits, Stop};

/// Regions that are tried, the first included.
const RINGS: usize = 4;
/// Shares of the nodes that a region gets in one round of the regions.
const ROUNDS: [u64; 3] = [24, 6, 1];

/// A reading, and the question in the region that it is about.
#[derive(Clone, Debug)]
pub struct Widened {
    /// The question as it was read: the given one, or with a wider region.
    pub question: Question,
    /// What was found.
    pub reading: Reading,
}

impl Widened {
    /// The proof of it, read again with certificates.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn prove(&self, reader: &DfPnReader, first: Role, limits: &Limits) -> Result<Proved, TooLarge> {
        reader.prove(&self.question, first, limits)
    }
}

fn is_decided(outcome: Outcome) -> bool {
    outcome.lives() || outcome.class().is_some()
}

impl DfPnReader {
    /// Reads a question; where it is open and neither life nor capture is proved, in wider regions, first all of them with
    /// few nodes, then with more. The nodes of all together stay within the limits.
    ///
    /// # Errors
    /// [`TooLarge`] if the question's own region is.
    pub fn read_widening(&self, question: &Question, first: Role, limits: &Limits) -> Result<Widened, TooLarge> {
        let mut regions = vec![question.clone()];
        if !question.is_open() {
            let reading = self.read_first(question, first, limits)?;
            return Ok(Widened { question: question.clone(), reading });
        }
        while regions.len() < RINGS
            && let Some(wider) = regions[regions.len() - 1].widened()
        {
            regions.push(wider);
        }
        let clock = limits.start();
        let (mut nodes, mut best) = (0, None::<Widened>);
        let mut open = vec![true; regions.len()];
        for share in ROUNDS {
            for (region, open) in regions.iter().zip(&mut open) {
                let left = limits.nodes.saturating_sub(nodes);
                if !*open || left == 0 || clock.expired().is_some() {
                    continue;
                }
                let own = limits.clone().with_nodes((limits.nodes / share).min(left)).with_time(clock.remaining());
                let reading = self.read_first(region, first, &own)?;
                nodes += reading.nodes;
                *open = reading.stop != Stop::Exhausted;
                let reading = Reading { nodes, ..reading };
                let found = Widened { question: region.clone(), reading };
                if is_decided(found.reading.outcome) {
                    return Ok(found);
                }
                let span = |w: &Widened| w.reading.outcome.high as u8 - w.reading.outcome.low as u8;
                if best.as_ref().is_none_or(|b| span(&found) < span(b)) {
                    best = Some(found);
                }
            }
        }
        let stop = if open.contains(&true) { clock.expired().unwrap_or(Stop::Nodes) } else { Stop::Exhausted };
        let unknown = || Reading { outcome: Outcome::UNKNOWN, key: None, stop, nodes };
        let best = best.unwrap_or_else(|| Widened { question: question.clone(), reading: unknown() });
        Ok(Widened { reading: Reading { nodes, stop, ..best.reading }, ..best })
    }
}
