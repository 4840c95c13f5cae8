//! Open problems, read in wider and wider regions.

use super::{DfPnReader, Exits, Proved, Reader, Reading, TooLarge};
use crate::{Class, Outcome, Question, Role};
use tesuji_solver::{Limits, Stop};

/// Regions that are tried, the first included.
const RINGS: usize = 4;
/// Regions that are tried at a time, from the first that is not settled.
const AHEAD: usize = 2;
/// Shares of the nodes that one search gets in the rounds.
const ROUNDS: [u64; 4] = [40, 8, 3, 1];

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

/// One way of reading in all the regions.
struct Way {
    exits: Exits,
    /// The first region that is not settled that way.
    from: usize,
    /// What the regions have shown, the widest of those that ended last.
    known: Option<(usize, Reading)>,
}

impl DfPnReader {
    /// Reads a question; where it is open and neither life nor capture is proved, in wider regions, with few nodes at first,
    /// then with more. The nodes of all together stay within the limits.
    ///
    /// # Errors
    /// [`TooLarge`] if the question's own region is.
    pub fn read_widening(&self, question: &Question, first: Role, limits: &Limits) -> Result<Widened, TooLarge> {
        if !question.is_open() {
            let reading = self.read_first(question, first, limits)?;
            return Ok(Widened { question: question.clone(), reading });
        }
        let mut regions = vec![question.clone()];
        while regions.len() < RINGS
            && let Some(wider) = regions[regions.len() - 1].widened()
        {
            regions.push(wider);
        }
        let clock = limits.start();
        let mut nodes = 0;
        let mut ways = [Exits::Blocked, Exits::Free].map(|exits| Way { exits, from: 0, known: None });
        for share in ROUNDS {
            for way in &mut ways {
                let ahead = regions.iter().enumerate().skip(way.from).take(AHEAD);
                for (ring, region) in ahead {
                    let left = limits.nodes.saturating_sub(nodes);
                    if left == 0 || clock.expired().is_some() {
                        break;
                    }
                    let own = limits.clone().with_nodes((limits.nodes / share).min(left)).with_time(clock.remaining());
                    let reading = self.read_exits(region, first, way.exits, &own)?;
                    nodes += reading.nodes;
                    let done = match way.exits {
                        Exits::Blocked => reading.outcome.lives(),
                        Exits::Free => reading.outcome.class() == Some(Class::Dead),
                    };
                    if done {
                        return Ok(Widened { question: region.clone(), reading: Reading { nodes, ..reading } });
                    }
                    if reading.stop == Stop::Exhausted {
                        way.from = way.from.max(ring + 1);
                        way.known = Some((ring, reading));
                    }
                }
            }
            // Both ways the same ko: a wider region lies between them.
            if let [Some((a, blocked)), Some((b, free))] = ways.each_ref().map(|w| w.known.as_ref())
                && blocked.outcome == free.outcome
                && blocked.outcome.class().is_some()
            {
                let reading = Reading { nodes, key: blocked.key.or(free.key), ..blocked.clone() };
                return Ok(Widened { question: regions[*a.max(b)].clone(), reading });
            }
        }
        let bound = |way: &Way| way.known.as_ref().map_or(Outcome::UNKNOWN, |(_, r)| r.outcome);
        let outcome = Outcome::between(bound(&ways[0]).low, bound(&ways[1]).high);
        let settled = ways.iter().all(|w| w.from == regions.len());
        let stop = if settled { Stop::Exhausted } else { clock.expired().unwrap_or(Stop::Nodes) };
        let reading = Reading { outcome, key: None, stop, nodes };
        Ok(Widened { question: question.clone(), reading })
    }
}
