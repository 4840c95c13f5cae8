//! Open problems, read in wider and wider regions.

use super::regions::Regions;
use super::search::{Asked, Ongoing};
use super::{DfPnReader, Exits, Proved, Reading, TooLarge};
use crate::{Class, Outcome, Question, Role};
use tesuji_solver::{Clock, Limits, Stop};

/// The first round gets this share of the nodes, every other one twice as many as the one before.
const FIRST: u64 = 100;
/// Each way (life, capture), so many regions beyond the first that is not settled may be read before it.
const AHEAD: [usize; 2] = [2, 0];
/// One that is not begun is, if what is left to prove costs so much in those that are.
const BEGIN: u32 = 300;
/// A region is left for another one after this share of a round, or so many nodes.
const SLICES: u64 = 8;
const SLICE: u64 = 2000;
/// Tables that are kept at once: each way's for the regions that are being read and for the last one that is settled.
const TABLES: usize = AHEAD[0] + AHEAD[1] + 4;
/// Nodes to look for a ko with, for one of a share.
const KO: u64 = 3;

/// A reading, and the question in the region that it is about.
#[derive(Clone, Debug)]
pub struct Widened {
    /// The question as it was read: the given one, or with another region. (Where the outcome is an interval, or a ko, its ends may come
    /// from several regions: the given one is told then.)
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

/// What is known of one region.
#[derive(Default)]
struct Ring<'a> {
    /// With the exits blocked, and free: the reading under way.
    ongoing: [Option<Ongoing<'a>>; 2],
    /// With the exits blocked, and free: what of that way's answer is settled.
    known: [Option<Reading>; 2],
}

/// A reading under way.
struct Widening<'a> {
    reader: &'a DfPnReader,
    first: Role,
    limits: &'a Limits,
    /// Need no more be known than that the outcome lies in an interval?
    settles: &'a dyn Fn(Outcome) -> bool,
    clock: Clock,
    nodes: u64,
    regions: &'a [Question],
    rings: Vec<Ring<'a>>,
    /// The regions that are not settled yet each way, the least first.
    order: [Vec<usize>; 2],
    /// The last one each way that is.
    last: [Option<usize>; 2],
    /// The region that is told when nothing is found.
    own: usize,
    /// A table was full: what needed more is given up.
    full: bool,
}

const WAYS: [(Exits, Asked); 2] = [(Exits::Blocked, Asked::Life), (Exits::Free, Asked::Death)];

impl Widening<'_> {
    /// Reads one region one way; `None` where the limits leave nothing.
    fn read(&mut self, ring: usize, way: usize, asked: Asked, nodes: u64) -> Result<Option<Reading>, TooLarge> {
        let left = self.limits.nodes.saturating_sub(self.nodes);
        if left == 0 || self.clock.expired().is_some() {
            return Ok(None);
        }
        let own = self.limits.clone().with_nodes(nodes.min(left)).with_time(self.clock.remaining());
        let own = own.with_memory(self.limits.memory / TABLES);
        let ongoing = match &mut self.rings[ring].ongoing[way] {
            Some(ongoing) => ongoing,
            none => none.insert(self.reader.begin(&self.regions[ring], self.first, WAYS[way].0, &own)?),
        };
        // With the exits free it may be less, with the exits blocked more.
        let part = |o: Outcome| match WAYS[way].0 {
            Exits::Blocked => Outcome::between(o.low, Class::Alive),
            Exits::Free => Outcome::between(Class::Dead, o.high),
        };
        let settles = self.settles;
        let settles = |o: Outcome| asked != Asked::All && settles(part(o));
        let reading = ongoing.go_on(asked, &settles, &own);
        self.nodes += reading.nodes;
        Ok(Some(reading))
    }

    fn run(&mut self) -> Result<Widened, TooLarge> {
        let shares = shares(self.first);
        let mut nodes = self.limits.nodes.div_ceil(FIRST * KO);
        while self.nodes < self.limits.nodes && self.clock.expired().is_none() {
            for way in [1, 0] {
                if let Some(found) = self.step(way, nodes.saturating_mul(shares[way]))? {
                    return Ok(found);
                }
            }
            if let Some(last) = self.rings.iter().rposition(|r| r.known.iter().all(Option::is_some))
                && let Some(found) = self.ko(last, nodes.saturating_mul(KO))?
            {
                return Ok(found);
            }
            if self.is_settled() {
                if let Some(found) = self.ko_at_last(nodes.saturating_mul(KO))? {
                    return Ok(found);
                }
                break;
            }
            nodes = nodes.saturating_mul(2);
        }
        // Every region bounds the outcome.
        let known = |way: usize| self.rings.iter().filter_map(move |r| r.known[way].as_ref()).map(|r| r.outcome);
        let low = known(0).map(|o| o.low).max().unwrap_or(Class::Dead);
        let high = known(1).map(|o| o.high).min().unwrap_or(Class::Alive);
        let outcome = Outcome::between(low, high);
        let stop = match self.clock.expired() {
            _ if self.is_settled() && !self.full => Stop::Exhausted,
            Some(stop) => stop,
            None if self.full => Stop::Memory,
            None => Stop::Nodes,
        };
        let reading = Reading { outcome, key: None, stop, nodes: self.nodes };
        Ok(Widened { question: self.regions[self.own].clone(), reading })
    }

    fn is_settled(&self) -> bool {
        self.order.iter().all(Vec::is_empty)
    }

    fn found(&self, ring: usize, reading: Reading) -> Widened {
        Widened { question: self.regions[ring].clone(), reading: Reading { nodes: self.nodes, ..reading } }
    }

    /// Where a proof looks cheapest now, among the first regions that a way does not settle: its place in their order.
    fn cheapest(&self, way: usize) -> Option<usize> {
        let of_capture = WAYS[way].1 == Asked::Death;
        let cost = |&at: &usize| match &self.rings[self.order[way][at]].ongoing[way] {
            Some(ongoing) => ongoing.cost(of_capture),
            None if at == 0 => 0,
            None => BEGIN,
        };
        (0..self.order[way].len().min(AHEAD[way] + 1)).min_by_key(cost)
    }

    /// One way, in the regions that it does not settle, with so many nodes. What a larger region settles is not looked for in those
    /// within it that take no more for granted: both capture and life are harder there.
    fn step(&mut self, way: usize, nodes: u64) -> Result<Option<Widened>, TooLarge> {
        let (exits, asked) = WAYS[way];
        let slice = (nodes / SLICES).max(SLICE);
        let mut left = nodes;
        while left > 0
            && let Some(at) = self.cheapest(way)
        {
            let ring = self.order[way][at];
            let most = left.min(slice);
            let Some(reading) = self.read(ring, way, asked, most)? else { break };
            left = left.saturating_sub(reading.nodes.max(1));
            let bound = match exits {
                Exits::Blocked => Outcome::between(reading.outcome.low, Class::Alive),
                Exits::Free => Outcome::between(Class::Dead, reading.outcome.high),
            };
            if (self.settles)(bound) {
                return Ok(Some(self.found(ring, Reading { outcome: bound, ..reading })));
            }
            if reading.stop == Stop::Memory {
                // More nodes would not help: the region is given up.
                self.full = true;
                self.order[way].remove(at);
                if let Some(ongoing) = self.rings[ring].ongoing[way].take() {
                    self.reader.end(ongoing);
                }
            } else if reading.stop == Stop::Exhausted {
                self.rings[ring].known[way] = Some(reading);
                self.settle(way, ring);
            } else if reading.nodes < most {
                // It is not nodes that are lacking.
                break;
            }
        }
        Ok(None)
    }

    /// That region is settled one way, and what lies within it. Its table is kept, that of the one before goes back to the reader: a ko is
    /// only asked for in the last one that both ways have settled (and read again if one way is further).
    fn settle(&mut self, way: usize, ring: usize) {
        let regions = self.regions;
        let by = &regions[ring];
        let is_settled = |ring: &usize| is_harder(WAYS[way].0, &regions[*ring], by);
        let (settled, open) = self.order[way].iter().partition(|&r| *r == ring || is_settled(r));
        self.order[way] = open;
        for other in settled.into_iter().filter(|&r: &usize| r != ring).chain(self.last[way].replace(ring)) {
            if let Some(ongoing) = self.rings[other].ongoing[way].take() {
                self.reader.end(ongoing);
            }
        }
    }

    /// The last region that has no capture, read for life too if it was not: a ko needs one that both ways have settled. (Not the other way
    /// round: regions for life may take more of the wall for granted than a capture can rest on.)
    fn ko_at_last(&mut self, nodes: u64) -> Result<Option<Widened>, TooLarge> {
        let Some(ring) = self.last[1].filter(|&ring| self.rings[ring].known[0].is_none()) else { return Ok(None) };
        let reading = self.read(ring, 0, WAYS[0].1, nodes)?;
        self.rings[ring].known[0] = reading.filter(|r| r.stop == Stop::Exhausted);
        self.ko(ring, nodes)
    }

    /// A ko both ways is one: wider regions lie between the two.
    fn ko(&mut self, ring: usize, nodes: u64) -> Result<Option<Widened>, TooLarge> {
        for way in 0..WAYS.len() {
            let [Some(this), Some(other)] = [way, 1 - way].map(|w| self.rings[ring].known[w].as_ref()) else {
                return Ok(None);
            };
            let is_ko = |r: &Reading| r.outcome.class() == Some(Class::Ko);
            // The one was only asked for life, or death; it may turn out to be a ko.
            let could_be = this.outcome.low <= Class::Ko && this.outcome.high >= Class::Ko;
            if !is_ko(this) && could_be && is_ko(other) {
                match self.read(ring, way, Asked::All, nodes)? {
                    Some(full) if full.stop == Stop::Exhausted => self.rings[ring].known[way] = Some(full),
                    _ => return Ok(None),
                }
            }
        }
        let [Some(blocked), Some(free)] = &self.rings[ring].known else { return Ok(None) };
        if [blocked, free].iter().any(|r| r.outcome.class() != Some(Class::Ko)) {
            return Ok(None);
        }
        let outcome = if blocked.outcome == free.outcome { free.outcome } else { Outcome::exactly(Class::Ko) };
        let key = if self.first == Role::Attacker { free.key } else { blocked.key };
        let reading = Reading { outcome, key, ..blocked.clone() };
        Ok(Some(self.found(ring, reading)))
    }
}

/// Nodes of a round for life with the exits blocked, and for capture with the exits free, as shares: more for what the side that moves
/// first wants.
fn shares(first: Role) -> [u64; 2] {
    match first {
        Role::Attacker => [1, 3],
        Role::Defender => [2, 1],
    }
}

/// Is one region a part of the other that takes no more for granted? Then life (exits blocked), or capture, is no easier in it.
fn is_harder(exits: Exits, one: &Question, than: &Question) -> bool {
    let granted = match exits {
        Exits::Blocked => one.away.within(&than.away),
        Exits::Free => one.wall.within(&than.wall) && one.held.within(&than.held),
    };
    one.region.within(&than.region) && granted
}

impl DfPnReader {
    /// Reads a question; where it is open and neither life nor capture is proved, in wider regions, with few nodes at first,
    /// then with more. The nodes of all together stay within the limits.
    ///
    /// # Errors
    /// [`TooLarge`] if all its regions are.
    pub fn read_widening(&self, question: &Question, first: Role, limits: &Limits) -> Result<Widened, TooLarge> {
        let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
        self.read_until(question, first, &is_told, limits)
    }

    /// The same until the outcome is known as far as it is asked for: `settles` says so of an interval that is proved. (A ko
    /// is told in any case where it is one with the exits blocked and free.)
    ///
    /// # Errors
    /// [`TooLarge`] if all its regions are.
    pub fn read_until(
        &self,
        question: &Question,
        first: Role,
        settles: &dyn Fn(Outcome) -> bool,
        limits: &Limits,
    ) -> Result<Widened, TooLarge> {
        if !question.is_open() || question.is_captured() {
            let reading = self.read_enclosed(question, first, settles, limits)?;
            return Ok(Widened { question: question.clone(), reading });
        }
        let Some(Regions { all: regions, order, own }) = Regions::of(question) else {
            return Err(TooLarge(question.region.len()));
        };
        let rings = regions.iter().map(|_| Ring::default()).collect();
        let clock = limits.start();
        let mut at = Widening {
            reader: self,
            first,
            limits,
            settles,
            clock,
            nodes: 0,
            regions: &regions,
            rings,
            order,
            last: [None, None],
            own,
            full: false,
        };
        let found = at.run();
        for ongoing in at.rings.into_iter().flat_map(|r| r.ongoing).flatten() {
            self.end(ongoing);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Points, Problem};

    /// What a region settles is settled in its parts, but not where those take more for granted.
    #[test]
    fn parts_that_take_no_more_for_granted_are_harder() {
        let all = Problem::parse("9x9 A9 X=black O ....+##|..O.+##|.OO.+##|....+##|++++###|#######").unwrap().question;
        let part = Question { region: all.region - all.exits, ..all.clone() };
        let wall = Question { wall: part.wall | Points::single(crate::Point::new(8, 8)), ..part.clone() };
        let open = Question { away: Points::single(crate::Point::new(3, 0)), ..part.clone() };
        for exits in [Exits::Blocked, Exits::Free] {
            assert!(is_harder(exits, &part, &all) && is_harder(exits, &all, &all) && !is_harder(exits, &all, &part));
        }
        assert!(!is_harder(Exits::Free, &wall, &all) && is_harder(Exits::Blocked, &wall, &all));
        let held = Question { held: Points::single(crate::Point::new(3, 0)), ..part.clone() };
        assert!(!is_harder(Exits::Free, &held, &all) && is_harder(Exits::Blocked, &held, &all));
        assert!(!is_harder(Exits::Blocked, &open, &all) && is_harder(Exits::Free, &open, &all));
    }

    /// Two regions are settled, each in one way: the ko is found all the same. (Six points in the corner with one liberty outside; F6 has two
    /// liberties outside, so that the first region takes it in.)
    #[test]
    fn a_ko_is_found_where_each_way_settled_another_region() {
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(100_000));
        let pictures = ["!...O*x+#|...OX+##|OOOOX###|XXXXX###", "!...O.X##|...OX###|OOOOX###|XXXXX###"];
        let regions = pictures.map(|p| Question::from_picture(p).unwrap());
        let mut at = Widening {
            reader: &reader,
            first: Role::Attacker,
            limits: &limits,
            settles: &|o: Outcome| o.lives() || o.class() == Some(Class::Dead),
            clock: limits.start(),
            nodes: 0,
            regions: &regions,
            rings: vec![Ring::default(), Ring::default()],
            order: [Vec::new(), Vec::new()],
            last: [Some(0), Some(1)],
            own: 0,
            full: false,
        };
        for (ring, way) in [(0, 0), (1, 1)] {
            at.rings[ring].known[way] = at.read(ring, way, WAYS[way].1, 50_000).unwrap();
        }
        let found = at.run().unwrap();
        assert_eq!(found.reading.outcome.class(), Some(Class::Ko), "{:?}", found.reading);
        // The first region could be one for life only: no capture is looked for there.
        assert!(at.rings[0].known[1].is_none() && at.rings[0].ongoing[1].is_none());
    }

    /// Where no table has room, the reading ends at once, and says why; with room it goes on.
    #[test]
    fn full_tables_end_a_reading() {
        let open = Problem::parse("9x9 A9 X=black O ....+##|..O.+##|.OO.+##|....+##|++++###|#######").unwrap();
        let reader = DfPnReader::new();
        let read = |memory: usize| {
            let limits = Limits::default().with_nodes(20_000).with_memory(memory);
            reader.read_widening(&open.question, open.first, &limits).unwrap().reading
        };
        let (none, some) = (read(0), read(1 << 30));
        assert_eq!((none.outcome, none.stop), (Outcome::UNKNOWN, Stop::Memory), "{none:?}");
        assert!(none.nodes < 100 && some.nodes > 1000 && some.stop != Stop::Memory, "{none:?} {some:?}");
    }
}
