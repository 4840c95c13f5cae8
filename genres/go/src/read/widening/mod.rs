//! Open problems, read in wider and wider regions.

mod hunt;
mod ko;
mod policy;
mod price;
mod rounds;
#[cfg(test)]
mod tests;
mod turns;

use super::friends::Joined;
use super::regions::Regions;
use super::search::{Objective, PausedSearch, SharedLives};
use super::walls::Walls;
use super::{DfPnReader, Exits, Reading, TooLarge, Widened};
use crate::{Class, Outcome, Point, Question, Role};
use policy::POLICY;
pub(super) use price::price;
use rounds::{Round, STEPS};
use std::sync::Arc;
use tesuji_solver::{Clock, Limits, Stop};
use turns::Turns;

/// The lists of regions: for life, for capture, and for life later on (regions that are joined to
/// friends are there, too). Each entry is the way in which its regions are read.
const LISTS: [usize; 3] = [0, 1, 0];
/// The place of the list that is read later.
const LATER: usize = 2;
/// Tables that are kept at once: each way has one for each region that is being read, and one for the
/// last region that is settled.
const TABLES: usize = POLICY.ahead[0] + POLICY.ahead[1] + POLICY.ahead[LATER] + 6;

/// Is no more asked of an outcome than that it lies in an interval?
pub(super) type Settles<'a> = Box<dyn Fn(Outcome) -> bool + Send + Sync + 'a>;

/// The state of one region.
#[derive(Default)]
struct Ring {
    /// With the exits blocked, and free: the reading under way.
    ongoing: [Option<PausedSearch>; 2],
    /// With the exits blocked, and free: what of that way's answer is settled.
    known: [Option<Reading>; 2],
    /// The questions that show that its wall holds, as far as that has to be read: `None` before
    /// anybody read it, `Some(None)` where the wall may fall.
    held: Option<Option<Vec<Question>>>,
}

/// A reading under way.
pub(super) struct Widening<'a> {
    reader: &'a DfPnReader,
    first: Role,
    limits: Limits,
    /// Need no more be known than that the outcome lies in an interval?
    settles: Settles<'a>,
    clock: Clock,
    nodes: u64,
    /// The greatest number of nodes.
    most: u64,
    /// Where the rounds have come to.
    at: Round,
    /// Is it one of many questions that share their nodes? Then it is read in turns.
    is_shared: bool,
    turns: Turns,
    /// As they are read each way.
    regions: [Arc<[Question]>; 2],
    /// The friends on whom life in each of the last regions rests.
    friends: Vec<Vec<Question>>,
    rings: Vec<Ring>,
    /// The readings of their walls.
    walls: Walls,
    /// The regions of each list, the least first.
    all: [Vec<usize>; 3],
    /// Those of them that are not settled yet.
    order: [Vec<usize>; 3],
    /// The last one each way that is.
    last: [Option<usize>; 2],
    /// The bounds by all of them together, and the region that shows each end.
    bounds: Outcome,
    ends: [Option<usize>; 2],
    /// The first moves there, of the side that wants that end.
    keys: [Option<Option<Point>>; 2],
    /// The region of the answer where nothing is found.
    own: usize,
    /// A table was full: what needed more is given up.
    full: bool,
    /// Lives that were found in some region.
    lives: SharedLives,
}

/// The two ways of reading, for life and for capture: the exits, the objective, and the objective
/// where a ko the other way leaves no more.
const WAYS: [(Exits, Objective, Objective); 2] =
    [(Exits::Blocked, Objective::Life, Objective::LifeOrKo), (Exits::Free, Objective::Death, Objective::DeathOrKo)];

/// What a reading one way proves: with exits blocked a lower bound of the outcome, with exits
/// free an upper one.
fn part(way: usize, o: Outcome) -> Outcome {
    match WAYS[way].0 {
        Exits::Blocked => Outcome::between(o.low, Class::Alive),
        Exits::Free => Outcome::between(Class::Dead, o.high),
    }
}

impl<'a> Widening<'a> {
    /// Reads one region one way; `None` where the limits leave nothing.
    fn read(&mut self, ring: usize, way: usize, asked: Objective, nodes: u64) -> Result<Option<Reading>, TooLarge> {
        let left = self.most.saturating_sub(self.nodes);
        if left == 0 || self.clock.expired().is_some() {
            return Ok(None);
        }
        let own = self.limits.clone().with_nodes(nodes.min(left)).with_time(self.clock.remaining());
        let own = of_one_table(own);
        let ongoing = match &mut self.rings[ring].ongoing[way] {
            Some(ongoing) => ongoing,
            none => none.insert(self.reader.begin(&self.regions[way][ring], self.first, WAYS[way].0, &own)?),
        };
        let settles = &self.settles;
        let settles = |o: Outcome| asked != Objective::All && settles(part(way, o));
        let reading = ongoing.resume(&mut self.lives, asked, &settles, &own);
        self.nodes += reading.nodes;
        Ok(Some(reading))
    }

    /// Goes on until that many nodes were read in all, or a few more where a ko is looked at, but
    /// never more than `most`. `None` if nothing is settled by them.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(super) fn resume(&mut self, until: u64, most: u64) -> Result<Option<Widened>, TooLarge> {
        while self.nodes < until && self.clock.expired().is_none() {
            let found = if self.is_shared { self.next_turn(until, most)? } else { self.next_step(until, most)? };
            if found.is_some() {
                return Ok(found);
            }
            if self.bounds.class() == Some(Class::Ko) {
                self.most = most;
                return self.told_ko(self.nodes_for_ko()).map(Some);
            }
        }
        Ok(self.clock.expired().map(|_| self.told()))
    }

    /// A step of a round, or the end of one.
    fn next_step(&mut self, until: u64, most: u64) -> Result<Option<Widened>, TooLarge> {
        if self.at.step == STEPS.len() {
            let found = self.next_round(most)?;
            if found.is_none() {
                self.begin_step(0);
            }
            return Ok(found);
        }
        self.most = until.min(most);
        let found = self.step(STEPS[self.at.step])?;
        if found.is_none() && self.at.left == 0 {
            self.begin_step(self.at.step + 1);
        }
        Ok(found)
    }

    /// A turn of one of the lists, where questions share their nodes.
    fn next_turn(&mut self, until: u64, most: u64) -> Result<Option<Widened>, TooLarge> {
        if self.is_round_over() {
            if let Some(found) = self.next_round(most)? {
                return Ok(Some(found));
            }
            self.begin_turns();
        }
        // All may be settled from the start; then the round is over.
        let Some((list, nodes)) = self.turn() else { return Ok(None) };
        (self.at.left, self.at.share) = (nodes, nodes.saturating_mul(POLICY.slices));
        self.most = until.min(most);
        let before = self.nodes;
        let found = self.step(list)?;
        self.had_turn(list, self.nodes - before);
        Ok(found)
    }

    /// Ends a round, and begins the next one where that tells nothing.
    fn next_round(&mut self, most: u64) -> Result<Option<Widened>, TooLarge> {
        self.most = most;
        let found = if self.at.number > 0 { self.end_round()? } else { None };
        if found.is_none() {
            self.at.number += 1;
        }
        Ok(found)
    }

    /// After a round: is it a ko, or is nothing left to be read?
    fn end_round(&mut self) -> Result<Option<Widened>, TooLarge> {
        let nodes = self.nodes_for_ko();
        if let Some(last) = self.rings.iter().rposition(|r| r.known.iter().all(Option::is_some))
            && let Some(found) = self.ko(last, nodes)?
        {
            return Ok(Some(found));
        }
        if self.is_settled() {
            let found = self.ko_at_last(nodes)?;
            return Ok(Some(found.unwrap_or_else(|| self.told())));
        }
        self.at.nodes = self.at.nodes.saturating_mul(2);
        Ok(None)
    }

    /// Makes it one of many questions that share their nodes.
    pub(super) fn sharing(self) -> Widening<'a> {
        Widening { is_shared: true, at: turns::before(), ..self }
    }

    /// Nodes that were read.
    pub(super) fn spent(&self) -> u64 {
        self.nodes
    }

    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        self.rings.iter().flat_map(|ring| &ring.ongoing).flatten().map(PausedSearch::bytes).sum()
    }

    /// The answer as it stands; there is no memory for more.
    pub(super) fn give_up(&mut self) -> Widened {
        self.full = true;
        self.told()
    }

    /// The answer as it stands, and why there is no more.
    pub(super) fn told(&self) -> Widened {
        let stop = match self.clock.expired() {
            _ if self.is_settled() && !self.full => Stop::Exhausted,
            Some(stop) => stop,
            None if self.full => Stop::Memory,
            None => Stop::Nodes,
        };
        self.told_bounds(stop)
    }

    fn run(&mut self) -> Result<Widened, TooLarge> {
        let most = self.limits.nodes;
        let found = self.resume(most, most)?;
        Ok(found.unwrap_or_else(|| self.told()))
    }

    /// Gives its tables back to the reader.
    pub(super) fn end(self) {
        for ongoing in self.rings.into_iter().flat_map(|r| r.ongoing).flatten() {
            self.reader.end(ongoing);
        }
    }

    /// The answer by the bounds that all regions together show.
    fn told_bounds(&self, stop: Stop) -> Widened {
        // Where the answer is a ko, any move that leads to one will do.
        let of_mover = match self.first {
            Role::Defender => self.keys[0],
            Role::Attacker => self.keys[1],
        };
        let key = of_mover.filter(|_| self.bounds.class() == Some(Class::Ko));
        let reading = Reading { outcome: self.bounds, key, stop, nodes: self.nodes };
        let [low, high] = self.ends;
        let for_life = |ring: usize| self.regions[0][ring].clone();
        let for_capture = |ring: usize| self.regions[1][ring].clone();
        let question = low.map(for_life).or_else(|| high.map(for_capture));
        let question = question.unwrap_or_else(|| for_life(self.own));
        let at_best = high.filter(|_| low.is_some()).map(for_capture);
        let at_best = at_best.filter(|best| *best != question);
        let friends = low.map_or(Vec::new(), |ring| self.friends_of(ring));
        let walls = high.map_or(Vec::new(), |ring| self.walls_of(ring));
        Widened { question, at_best, friends, walls, reading }
    }

    /// Does the wall of a region hold, as far as has to be read? If not, no capture there is told.
    fn holds(&mut self, ring: usize) -> bool {
        if self.rings[ring].held.is_none() {
            let before = self.walls.spent();
            let limits = of_one_table(self.limits.clone().with_time(self.clock.remaining()));
            let held = self.walls.of(self.reader, &self.regions[1][ring], &limits);
            self.rings[ring].held = Some(held);
            self.nodes += self.walls.spent() - before;
        }
        matches!(self.rings[ring].held, Some(Some(_)))
    }

    /// The questions that show that the wall of a region holds.
    fn walls_of(&self, ring: usize) -> Vec<Question> {
        self.rings[ring].held.clone().flatten().unwrap_or_default()
    }

    /// The friends on whom life in a region rests.
    fn friends_of(&self, ring: usize) -> Vec<Question> {
        let joined = ring.checked_sub(self.regions[0].len() - self.friends.len());
        joined.map_or(Vec::new(), |at| self.friends[at].clone())
    }

    /// One region shows that it is no better than what another shows that it is at least. So
    /// something that is taken for granted is wrong (that a wall holds, or that a point is in the
    /// open), and nothing is known.
    fn told_nothing(&mut self) -> Widened {
        (self.bounds, self.ends, self.keys) = (Outcome::UNKNOWN, [None; 2], [None; 2]);
        self.told_bounds(Stop::Exhausted)
    }

    /// The objective one way: a ko, where the answers so far leave no life, or no capture.
    fn asked(&self, way: usize) -> Objective {
        let (_, asked, by_ko) = WAYS[way];
        let is_out = [self.bounds.high <= Class::Ko, self.bounds.low >= Class::Ko];
        if is_out[way] { by_ko } else { asked }
    }

    /// Takes into account what a region shows one way. Where life, or a capture, can't be shown any
    /// more, the other regions are to be read anew, for a ko.
    fn bound(&mut self, way: usize, ring: usize, reading: &Reading) {
        let other = 1 - way;
        let before = self.asked(other);
        let (bound, known) = (part(way, reading.outcome), self.bounds);
        let both = Outcome::between(bound.low.max(known.low), bound.high.min(known.high));
        if both != known {
            (self.bounds, self.ends[way], self.keys[way]) = (both, Some(ring), reading.key);
        }
        if self.asked(other) == before {
            return;
        }
        // Where it was no ko either.
        let known = |ring: usize| self.rings[ring].known[other].as_ref();
        let is_out = |o: Outcome| if other == 0 { o.class() == Some(Class::Dead) } else { o.lives() };
        let settled = (0..self.rings.len()).filter(|&ring| known(ring).is_some_and(|r| is_out(r.outcome)));
        let settled: Vec<usize> = settled.collect();
        let regions = self.regions[other].clone();
        let is_within = |one: usize, by: usize| one == by || is_harder(WAYS[other].0, &regions[one], &regions[by]);
        let open = |ring: &usize| !settled.iter().any(|&by| is_within(*ring, by));
        for list in (0..LISTS.len()).filter(|&list| LISTS[list] == other) {
            self.order[list] = self.all[list].iter().copied().filter(open).collect();
        }
    }

    fn is_settled(&self) -> bool {
        self.order.iter().all(Vec::is_empty)
    }

    fn found(&self, ring: usize, reading: Reading) -> Widened {
        let reading = Reading { nodes: self.nodes, ..reading };
        let takes_wall = reading.outcome.high < Class::Seki;
        let walls = if takes_wall { self.walls_of(ring) } else { Vec::new() };
        let friends = self.friends_of(ring);
        let [for_life, for_capture] = [0, 1].map(|way| self.regions[way][ring].clone());
        let (question, at_best) = match reading.outcome {
            o if o.high < Class::Ko => (for_capture, None),
            // A ko is shown by both.
            o if o.high == Class::Ko => (for_life, Some(for_capture)),
            _ => (for_life, None),
        };
        let at_best = at_best.filter(|best| *best != question);
        Widened { friends, walls, at_best, ..Widened::of(question, reading) }
    }

    /// Where a proof looks cheapest now, among the first regions of a list that are not settled:
    /// its place in their order.
    fn cheapest(&self, list: usize) -> Option<usize> {
        let way = LISTS[list];
        let asked = self.asked(way);
        let cost = |&at: &usize| match &self.rings[self.order[list][at]].ongoing[way] {
            Some(ongoing) => u64::from(ongoing.cost(asked)) * (POLICY.region_patience + ongoing.spent()),
            None if at == 0 => 0,
            None => u64::from(POLICY.begin_above) * POLICY.region_patience,
        };
        self.ahead(list).min_by_key(cost)
    }

    /// The regions of a list that are not settled and may be read now, by their places in its
    /// order.
    fn ahead(&self, list: usize) -> impl Iterator<Item = usize> + use<> {
        let ahead = if list == 0 && self.is_shared && self.nodes >= POLICY.nodes_before_one_ahead {
            1
        } else {
            POLICY.ahead[list]
        };
        let (all, first) = (self.order[list].len(), ahead + 1);
        let largest = (list == 0 && all > first && self.nodes >= POLICY.nodes_before_largest).then(|| all - 1);
        (0..all.min(first)).chain(largest)
    }

    /// The regions of a list that are not settled, with the nodes that the step has left. What a
    /// larger region settles is not looked for in those within it that take no more for granted:
    /// both capture and life are harder there.
    fn step(&mut self, list: usize) -> Result<Option<Widened>, TooLarge> {
        let way = LISTS[list];
        let asked = self.asked(way);
        let slice = (self.at.share / POLICY.slices).max(POLICY.least_slice);
        while self.at.left > 0 {
            let Some(at) = self.cheapest(list) else {
                self.at.left = 0;
                break;
            };
            let ring = self.order[list][at];
            if WAYS[way].0 == Exits::Free && !self.holds(ring) {
                self.order[list].remove(at);
                continue;
            }
            let most = self.at.left.min(slice);
            let Some(reading) = self.read(ring, way, asked, most)? else { break };
            self.at.left = self.at.left.saturating_sub(reading.nodes.max(1));
            let bound = part(way, reading.outcome);
            if bound.low > self.bounds.high || bound.high < self.bounds.low {
                return Ok(Some(self.told_nothing()));
            }
            if (self.settles)(bound) {
                return Ok(Some(self.found(ring, Reading { outcome: bound, ..reading })));
            }
            self.bound(way, ring, &reading);
            if (self.settles)(self.bounds) {
                return Ok(Some(self.told_bounds(Stop::Exhausted)));
            }
            if self.bounds.class() == Some(Class::Ko) {
                break;
            }
            if reading.stop == Stop::Memory {
                // More nodes would not help: the region is given up.
                self.full = true;
                self.order[list].remove(at);
                if let Some(ongoing) = self.rings[ring].ongoing[way].take() {
                    self.reader.end(ongoing);
                }
            } else if reading.stop == Stop::Exhausted {
                if asked == Objective::DeathOrKo {
                    self.turns.failed(self.rings[ring].ongoing[way].as_ref().map_or(0, PausedSearch::spent));
                }
                self.rings[ring].known[way] = Some(reading);
                self.settle(way, ring);
            } else if reading.nodes < most {
                // It is not nodes that are lacking, unless it is to be gone on with later.
                if self.nodes < self.most {
                    self.at.left = 0;
                }
                break;
            }
        }
        Ok(None)
    }

    /// That region is settled one way, and what lies within it. Its table is kept, that of the one
    /// before goes back to the reader: a ko is only asked for in the last one that both ways have
    /// settled (and read again if one way is further).
    fn settle(&mut self, way: usize, ring: usize) {
        let regions = self.regions[way].clone();
        let by = &regions[ring];
        let is_settled = |ring: &usize| is_harder(WAYS[way].0, &regions[*ring], by);
        let mut left: Vec<usize> = self.last[way].replace(ring).into_iter().collect();
        for list in (0..LISTS.len()).filter(|&list| LISTS[list] == way) {
            let (settled, open) = self.order[list].iter().partition(|&r| *r == ring || is_settled(r));
            self.order[list] = open;
            left.extend::<Vec<usize>>(settled);
        }
        for other in left.into_iter().filter(|&r| r != ring) {
            if let Some(ongoing) = self.rings[other].ongoing[way].take() {
                self.reader.end(ongoing);
            }
        }
    }
}

/// The limits of one of the tables.
fn of_one_table(limits: Limits) -> Limits {
    match limits.memory {
        usize::MAX => limits,
        memory => limits.with_memory(memory / TABLES),
    }
}

/// Is one region a part of the other that takes no more for granted? Then life (exits blocked), or
/// capture, is no easier in it.
fn is_harder(exits: Exits, one: &Question, than: &Question) -> bool {
    match exits {
        Exits::Blocked => {
            let inside = |q: &Question| q.region - (q.exits - q.away);
            inside(one).within(&inside(than)) && one.away.within(&than.away) && one.shut.within(&than.shut)
        }
        Exits::Free => {
            let ends_sooner = (than.exits & one.region).within(&one.exits);
            let granted = one.wall.within(&than.wall) && one.held.within(&than.held);
            one.region.within(&than.region) && ends_sooner && granted
        }
    }
}

impl<'a> Widening<'a> {
    /// A reading of an open question, with at most `of_friends` nodes for friends.
    ///
    /// # Errors
    /// [`TooLarge`] if all regions are.
    pub(super) fn new(
        reader: &'a DfPnReader,
        question: &Question,
        first: Role,
        settles: Settles<'a>,
        limits: Limits,
        of_friends: u64,
    ) -> Result<Widening<'a>, TooLarge> {
        let Some(found) = Regions::of(question) else {
            return Err(TooLarge(question.region.len()));
        };
        let (mut blocked, mut free) = (found.with_outlets(), found.with_margins());
        let Regions { mut order, own, .. } = found;
        let clock = limits.start();
        let for_life = order[0].iter().chain(&order[LATER]).map(|&ring| &blocked[ring]);
        let (joined, nodes) = reader.joined(for_life, &of_one_table(limits.clone()).with_nodes(of_friends));
        let mut friends = Vec::new();
        for Joined { question, friends: shown } in joined {
            order[LATER].push(free.len());
            free.push(question.clone());
            blocked.push(question);
            friends.push(shown);
        }
        order[LATER].sort_by_key(|&ring| blocked[ring].region.len());
        let rings = blocked.iter().map(|_| Ring::default()).collect();
        let regions = [blocked.into(), free.into()];
        let (most, at) = (limits.nodes, Round::alone(limits.nodes));
        let at = Widening {
            reader,
            first,
            limits,
            settles,
            clock,
            nodes,
            most,
            at,
            is_shared: false,
            turns: Turns::default(),
            regions,
            friends,
            rings,
            walls: Walls::default(),
            all: order.clone(),
            order,
            last: [None, None],
            bounds: Outcome::UNKNOWN,
            ends: [None, None],
            keys: [None, None],
            own,
            full: false,
            lives: SharedLives::default(),
        };
        Ok(at)
    }
}

impl DfPnReader {
    /// Reads a question; where it is open and neither life nor capture is proved, in wider regions,
    /// with few nodes at first, then with more. The nodes of all together stay within the limits,
    /// and their tables, of which there are up to ten, within the memory (256 MB each where the
    /// limits don't say).
    ///
    /// # Errors
    /// [`TooLarge`] if all its regions are.
    pub fn read_widening(&self, question: &Question, first: Role, limits: &Limits) -> Result<Widened, TooLarge> {
        let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
        self.read_until(question, first, &is_told, limits)
    }

    /// The same until the outcome is known as far as it is asked for: `settles` says so of an
    /// interval that is proved. (A ko is told in any case where it is one with the exits blocked
    /// and free.)
    ///
    /// # Errors
    /// [`TooLarge`] if all its regions are.
    pub fn read_until(
        &self,
        question: &Question,
        first: Role,
        settles: &(dyn Fn(Outcome) -> bool + Sync),
        limits: &Limits,
    ) -> Result<Widened, TooLarge> {
        if question.is_enclosed() || question.is_captured() {
            let reading = self.read_enclosed(question, first, settles, limits)?;
            return Ok(Widened::of(question.clone(), reading));
        }
        let settles: Settles<'_> = Box::new(settles);
        let mut at = Widening::new(self, question, first, settles, limits.clone(), limits.nodes)?;
        let found = at.run();
        at.end();
        found
    }
}
