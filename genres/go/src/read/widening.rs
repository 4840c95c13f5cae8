//! Open problems, read in wider and wider regions.

use super::friends::Joined;
use super::regions::Regions;
use super::search::{Asked, INFINITE, Ongoing, SharedLives};
use super::{DfPnReader, Exits, Reading, TooLarge, Widened};
use crate::{Class, Outcome, Point, Question, Role};
use std::sync::Arc;
use tesuji_solver::{Clock, Limits, Stop};

/// The first round gets this share of the nodes, every other one twice as many as the one before.
const FIRST: u64 = 100;
/// Where questions share their nodes, one share has so many in the first round.
const FIRST_OF_SHARED: u64 = 67;
/// There, too: where life looks so many times cheaper than a capture, its share is so many times as large, and that of the capture so many times smaller.
/// (Not the other way round: where captures are shown, they look dear for long.)
const NEARER: u64 = 13;
const MORE: u64 = 4;
const LESS: u64 = 8;
/// What is left to prove in a region counts from so many nodes on: before, it is a guess.
const TRIED: u64 = 1500;
/// The lists of regions: for life, for capture, and for life later on (those that are joined to friends, too). Which way each is read; and so
/// many regions beyond the first that is not settled may be read before it.
const LISTS: [usize; 3] = [0, 1, 0];
const AHEAD: [usize; 3] = [2, 0, 2];
/// After so many nodes the largest region for life that is not settled is one of them, too: where a life is shown at all, it costs hardly more in
/// a large region than in the least one that shows it.
const LONG: u64 = 200_000;
/// One that is not begun is, if what is left to prove costs so much in those that are.
const BEGIN: u32 = 300;
/// Nodes after which a region counts as twice as dear: numbers at the root are guesses, and where many were spent they were wrong.
const PATIENCE: u64 = 2000;
/// The last list is read after so many rounds, with this share of the nodes that life has.
const LATER: usize = 2;
const BEFORE: u32 = 2;
const SHARE: u64 = 8;
/// The lists in the order in which a round reads them.
const STEPS: [usize; 3] = [1, LATER, 0];
/// A region is left for another one after this share of a round, or so many nodes.
const SLICES: u64 = 8;
const SLICE: u64 = 2000;
/// Tables that are kept at once: each way's for the regions that are being read and for the last one that is settled.
const TABLES: usize = AHEAD[0] + AHEAD[1] + AHEAD[LATER] + 6;
/// The same for all regions of a question together, where questions share their nodes; what is left to prove in one where nothing was tried; and how
/// much larger it looks where a ko is asked for.
const PATIENCE_WITH_ALL: u64 = 5000;
const UNTRIED: u64 = 100;
const OF_KO: u64 = 64;
/// Nodes to look for a ko with, for one of a share; and at least this part of all.
const KO: u64 = 3;
const OF_ALL: u64 = 100;

/// Is no more asked of an outcome than that it lies in an interval?
pub(super) type Settles<'a> = Box<dyn Fn(Outcome) -> bool + Send + Sync + 'a>;

/// A round, and how far it has come.
struct Round {
    /// From 1 on; 0 before the first one.
    number: u32,
    /// The nodes of one share.
    nodes: u64,
    /// Which of [`STEPS`] is under way, none at the end; and of so many nodes these are left.
    step: usize,
    share: u64,
    left: u64,
}

impl Round {
    /// Before the first one.
    fn before(nodes: u64) -> Round {
        Round { number: 0, nodes, step: STEPS.len(), share: 0, left: 0 }
    }
}

/// What is known of one region.
#[derive(Default)]
struct Ring {
    /// With the exits blocked, and free: the reading under way.
    ongoing: [Option<Ongoing>; 2],
    /// With the exits blocked, and free: what of that way's answer is settled.
    known: [Option<Reading>; 2],
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
    /// No more than so many.
    most: u64,
    /// Where the rounds have come to.
    at: Round,
    /// Is it one of many questions that share their nodes?
    shares: bool,
    regions: Arc<[Question]>,
    /// The friends on whom life in each of the last regions rests.
    friends: Vec<Vec<Question>>,
    rings: Vec<Ring>,
    /// The regions of each list, the least first.
    all: [Vec<usize>; 3],
    /// Those of them that are not settled yet.
    order: [Vec<usize>; 3],
    /// The last one each way that is.
    last: [Option<usize>; 2],
    /// What all of them together show, and by which of them each end is shown.
    bounds: Outcome,
    ends: [Option<usize>; 2],
    /// The first moves there, of the side that wants that end.
    keys: [Option<Option<Point>>; 2],
    /// The region that is told when nothing is found.
    own: usize,
    /// A table was full: what needed more is given up.
    full: bool,
    /// Lives that were found in some region.
    lives: SharedLives,
}

/// What is read for life, and for capture; and what is asked of it where that can't be any more, since it is a ko the other way.
const WAYS: [(Exits, Asked, Asked); 2] =
    [(Exits::Blocked, Asked::Life, Asked::LifeOrKo), (Exits::Free, Asked::Death, Asked::DeathOrKo)];

/// What a reading one way says of the outcome: with the exits free it may be less, with the exits blocked more.
fn part(way: usize, o: Outcome) -> Outcome {
    match WAYS[way].0 {
        Exits::Blocked => Outcome::between(o.low, Class::Alive),
        Exits::Free => Outcome::between(Class::Dead, o.high),
    }
}

impl<'a> Widening<'a> {
    /// Reads one region one way; `None` where the limits leave nothing.
    fn read(&mut self, ring: usize, way: usize, asked: Asked, nodes: u64) -> Result<Option<Reading>, TooLarge> {
        let left = self.most.saturating_sub(self.nodes);
        if left == 0 || self.clock.expired().is_some() {
            return Ok(None);
        }
        let own = self.limits.clone().with_nodes(nodes.min(left)).with_time(self.clock.remaining());
        let own = of_one_table(own);
        let ongoing = match &mut self.rings[ring].ongoing[way] {
            Some(ongoing) => ongoing,
            none => none.insert(self.reader.begin(&self.regions[ring], self.first, WAYS[way].0, &own)?),
        };
        let settles = &self.settles;
        let settles = |o: Outcome| asked != Asked::All && settles(part(way, o));
        let reading = ongoing.go_on(&mut self.lives, asked, &settles, &own);
        self.nodes += reading.nodes;
        Ok(Some(reading))
    }

    /// Goes on until that many nodes were read in all, or a few more where a ko is looked at, but never more than `most`. `None` if nothing is
    /// settled by them.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(super) fn go_on(&mut self, until: u64, most: u64) -> Result<Option<Widened>, TooLarge> {
        while self.nodes < until && self.clock.expired().is_none() {
            if self.at.step == STEPS.len() {
                self.most = most;
                if self.at.number > 0
                    && let Some(found) = self.end_round()?
                {
                    return Ok(Some(found));
                }
                self.at.number += 1;
                self.begin_step(0);
                continue;
            }
            self.most = until.min(most);
            let found = self.step(STEPS[self.at.step])?;
            if found.is_some() {
                return Ok(found);
            }
            if self.bounds.class() == Some(Class::Ko) {
                self.most = most;
                return self.told_ko(self.nodes_for_ko()).map(Some);
            }
            if self.at.left == 0 {
                self.begin_step(self.at.step + 1);
            }
        }
        Ok(self.clock.expired().map(|_| self.told()))
    }

    fn begin_step(&mut self, step: usize) {
        self.at.step = step;
        let Some(&list) = STEPS.get(step) else { return };
        let share = self.at.nodes.saturating_mul(self.shares()[LISTS[list]]);
        let share = match list {
            LATER if self.at.number <= BEFORE => 0,
            LATER => share / SHARE,
            _ => share,
        };
        self.at.share = match (self.shares && self.is_life_nearer(), LISTS[list]) {
            (false, _) => share,
            (true, 0) => share.saturating_mul(MORE),
            (true, _) => share / LESS,
        };
        self.at.left = self.at.share;
    }

    fn nodes_for_ko(&self) -> u64 {
        self.at.nodes.saturating_mul(KO).max(self.limits.nodes / OF_ALL)
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

    /// What is left to prove in the cheapest region of each list, as far as it is known in those that were tried.
    fn costs(&self) -> [Option<u64>; 3] {
        [0, 1, 2].map(|list: usize| {
            let way = LISTS[list];
            let asked = self.asked(way);
            let tried = self.order[list].iter().filter_map(|&ring| self.rings[ring].ongoing[way].as_ref());
            let costs = tried.filter(|ongoing| ongoing.spent() >= TRIED).map(|ongoing| ongoing.cost(asked));
            // Nothing left is near where it is shown without threats, and unknown where a ko is asked for and that was not begun.
            let is_known = |cost: &u32| *cost < INFINITE && (*cost > 0 || matches!(asked, Asked::Life | Asked::Death));
            costs.filter(is_known).map(|cost| u64::from(cost.max(1))).min()
        })
    }

    /// What it may cost to settle it, for a comparison with other questions: what is left to prove where that is least, times the nodes that were
    /// spent (and some), as among the regions of one question.
    pub(super) fn price(&self) -> u64 {
        let [life, capture, later] = self.costs();
        // Where one end is known: the numbers of the ko that is asked for are far greater.
        let of_ko = if self.bounds == Outcome::UNKNOWN { 1 } else { OF_KO };
        let capture = capture.map(|cost| cost.div_ceil(of_ko));
        price(life.into_iter().chain(capture).chain(later).min(), self.nodes)
    }

    fn is_life_nearer(&self) -> bool {
        let [life, capture, later] = self.costs();
        let life = life.into_iter().chain(later).min();
        life.zip(capture).is_some_and(|(life, capture)| life.saturating_mul(NEARER) < capture)
    }

    /// The same as one of many questions that share their nodes.
    pub(super) fn sharing(self) -> Widening<'a> {
        Widening { shares: true, at: Round::before(FIRST_OF_SHARED), ..self }
    }

    /// Nodes that were read.
    pub(super) fn spent(&self) -> u64 {
        self.nodes
    }

    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        self.rings.iter().flat_map(|ring| &ring.ongoing).flatten().map(Ongoing::bytes).sum()
    }

    /// What is known as it stands; there is no memory for more.
    pub(super) fn give_up(&mut self) -> Widened {
        self.full = true;
        self.told()
    }

    /// What is known as it stands, and why no more.
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
        let found = self.go_on(most, most)?;
        Ok(found.unwrap_or_else(|| self.told()))
    }

    /// Gives its tables back to the reader.
    pub(super) fn end(self) {
        for ongoing in self.rings.into_iter().flat_map(|r| r.ongoing).flatten() {
            self.reader.end(ongoing);
        }
    }

    /// What all regions together show: each bounds the outcome.
    fn told_bounds(&self, stop: Stop) -> Widened {
        // Where a ko is all that is told, any move that leads to one will do.
        let of_mover = match self.first {
            Role::Defender => self.keys[0],
            Role::Attacker => self.keys[1],
        };
        let key = of_mover.filter(|_| self.bounds.class() == Some(Class::Ko));
        let reading = Reading { outcome: self.bounds, key, stop, nodes: self.nodes };
        let [low, high] = self.ends;
        let question = self.regions[low.or(high).unwrap_or(self.own)].clone();
        let at_best = high.filter(|_| low.is_some() && low != high).map(|ring| self.regions[ring].clone());
        Widened { question, at_best, friends: low.map_or(Vec::new(), |ring| self.friends_of(ring)), reading }
    }

    /// The friends on whom life in a region rests.
    fn friends_of(&self, ring: usize) -> Vec<Question> {
        let joined = ring.checked_sub(self.regions.len() - self.friends.len());
        joined.map_or(Vec::new(), |at| self.friends[at].clone())
    }

    /// One region shows that it is no better than what another shows that it is at least. So something that is taken for granted is wrong (that a
    /// wall holds, or that a point is in the open), and nothing is known.
    fn told_nothing(&mut self) -> Widened {
        (self.bounds, self.ends, self.keys) = (Outcome::UNKNOWN, [None; 2], [None; 2]);
        self.told_bounds(Stop::Exhausted)
    }

    /// A ko, by what all regions together show. The number of threats is asked for in those that show its ends, each the other way.
    fn told_ko(&mut self, nodes: u64) -> Result<Widened, TooLarge> {
        for ring in self.ends.into_iter().flatten() {
            // Regions for life may take more of the wall for granted than a capture can rest on.
            let is_for_capture = self.all[1].contains(&ring);
            for way in [0, 1].into_iter().filter(|&way| way == 0 || is_for_capture) {
                let reading = self.read(ring, way, Asked::All, nodes)?;
                self.rings[ring].known[way] = reading.filter(|r| r.stop == Stop::Exhausted);
            }
            if let Some(found) = self.ko(ring, nodes)? {
                return Ok(found);
            }
        }
        Ok(self.told_bounds(Stop::Exhausted))
    }

    /// What is asked one way: where what was found so far leaves no life, or no capture, whether it is a ko.
    fn asked(&self, way: usize) -> Asked {
        let (_, asked, by_ko) = WAYS[way];
        let is_out = [self.bounds.high <= Class::Ko, self.bounds.low >= Class::Ko];
        if is_out[way] { by_ko } else { asked }
    }

    /// Takes into account what a region shows one way. Where life, or a capture, can't be shown any more, the other regions are to be read
    /// anew, for a ko.
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
        let regions = self.regions.clone();
        let is_within = |one: usize, by: usize| one == by || is_harder(WAYS[other].0, &regions[one], &regions[by]);
        let open = |ring: &usize| !settled.iter().any(|&by| is_within(*ring, by));
        for list in (0..LISTS.len()).filter(|&list| LISTS[list] == other) {
            self.order[list] = self.all[list].iter().copied().filter(open).collect();
        }
    }

    /// Nodes of a round for life with the exits blocked, and for capture with the exits free, as shares: more for what the side that moves
    /// first wants; once there is a ko one way, more for the other way, which begins anew.
    fn shares(&self) -> [u64; 2] {
        match self.first {
            _ if self.asked(0) == Asked::LifeOrKo => [2, 1],
            _ if self.asked(1) == Asked::DeathOrKo => [1, 2],
            Role::Attacker => [1, 3],
            Role::Defender => [4, 1],
        }
    }

    fn is_settled(&self) -> bool {
        self.order.iter().all(Vec::is_empty)
    }

    fn found(&self, ring: usize, reading: Reading) -> Widened {
        let reading = Reading { nodes: self.nodes, ..reading };
        Widened { friends: self.friends_of(ring), ..Widened::of(self.regions[ring].clone(), reading) }
    }

    /// Where a proof looks cheapest now, among the first regions of a list that are not settled: its place in their order.
    fn cheapest(&self, list: usize) -> Option<usize> {
        let way = LISTS[list];
        let asked = self.asked(way);
        let cost = |&at: &usize| match &self.rings[self.order[list][at]].ongoing[way] {
            Some(ongoing) => u64::from(ongoing.cost(asked)) * (PATIENCE + ongoing.spent()),
            None if at == 0 => 0,
            None => u64::from(BEGIN) * PATIENCE,
        };
        self.ahead(list).min_by_key(cost)
    }

    /// The regions of a list that are not settled and may be read now, by their places in its order.
    fn ahead(&self, list: usize) -> impl Iterator<Item = usize> + use<> {
        let (all, first) = (self.order[list].len(), AHEAD[list] + 1);
        let largest = (list == 0 && all > first && self.nodes >= LONG).then(|| all - 1);
        (0..all.min(first)).chain(largest)
    }

    /// The regions of a list that are not settled, with the nodes that the step has left. What a larger region settles is not looked for in those
    /// within it that take no more for granted: both capture and life are harder there.
    fn step(&mut self, list: usize) -> Result<Option<Widened>, TooLarge> {
        let way = LISTS[list];
        let asked = self.asked(way);
        let slice = (self.at.share / SLICES).max(SLICE);
        while self.at.left > 0 {
            let Some(at) = self.cheapest(list) else {
                self.at.left = 0;
                break;
            };
            let ring = self.order[list][at];
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

    /// That region is settled one way, and what lies within it. Its table is kept, that of the one before goes back to the reader: a ko is
    /// only asked for in the last one that both ways have settled (and read again if one way is further).
    fn settle(&mut self, way: usize, ring: usize) {
        let regions = self.regions.clone();
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

/// The limits of one of the tables.
fn of_one_table(limits: Limits) -> Limits {
    match limits.memory {
        usize::MAX => limits,
        memory => limits.with_memory(memory / TABLES),
    }
}

/// See [`Widening::price`].
pub(super) fn price(cost: Option<u64>, spent: u64) -> u64 {
    cost.unwrap_or(UNTRIED).max(1).saturating_mul(PATIENCE_WITH_ALL + spent)
}

/// Is one region a part of the other that takes no more for granted? Then life (exits blocked), or capture, is no easier in it.
fn is_harder(exits: Exits, one: &Question, than: &Question) -> bool {
    let granted = match exits {
        Exits::Blocked => one.away.within(&than.away),
        Exits::Free => one.wall.within(&than.wall) && one.held.within(&than.held),
    };
    one.region.within(&than.region) && granted
}

impl<'a> Widening<'a> {
    /// A reading of an open question, with at most so many nodes for friends.
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
        let Some(Regions { all: mut regions, mut order, own }) = Regions::of(question) else {
            return Err(TooLarge(question.region.len()));
        };
        let clock = limits.start();
        let for_life = order[0].iter().chain(&order[LATER]).map(|&ring| &regions[ring]);
        let (joined, nodes) = reader.joined(for_life, &of_one_table(limits.clone()).with_nodes(of_friends));
        let mut friends = Vec::new();
        for Joined { question, friends: shown } in joined {
            order[LATER].push(regions.len());
            regions.push(question);
            friends.push(shown);
        }
        order[LATER].sort_by_key(|&ring| regions[ring].region.len());
        let rings = regions.iter().map(|_| Ring::default()).collect();
        let regions = regions.into();
        let (most, at) = (limits.nodes, Round::before(limits.nodes.div_ceil(FIRST * KO)));
        let at = Widening {
            reader,
            first,
            limits,
            settles,
            clock,
            nodes,
            most,
            at,
            shares: false,
            regions,
            friends,
            rings,
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
    /// Reads a question; where it is open and neither life nor capture is proved, in wider regions, with few nodes at first,
    /// then with more. The nodes of all together stay within the limits, and their tables, of which there are up to ten, within the memory (256 MB
    /// each where the limits don't say).
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
        settles: &(dyn Fn(Outcome) -> bool + Sync),
        limits: &Limits,
    ) -> Result<Widened, TooLarge> {
        if !question.is_open() || question.is_captured() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Points, Problem, Reader, ReferenceReader};

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

    /// Six points in the corner with one liberty outside. A stone of the wall has two liberties outside, so that the first region takes it in;
    /// with the exits blocked he is captured there. In the second one it is a ko, if the attacker moves first.
    fn six_points() -> [Question; 2] {
        ["!...O*x+#|...OX+##|OOOOX###|XXXXX###", "!...O.X##|...OX###|OOOOX###|XXXXX###"]
            .map(|p| Question::from_picture(p).unwrap())
    }

    fn widening<'a>(
        reader: &'a DfPnReader,
        limits: &Limits,
        settles: &'a (dyn Fn(Outcome) -> bool + Sync),
        regions: &[Question],
        [life, capture]: [Vec<usize>; 2],
    ) -> Widening<'a> {
        let all = [life, capture, Vec::new()];
        Widening {
            reader,
            first: Role::Attacker,
            limits: limits.clone(),
            settles: Box::new(settles),
            clock: limits.start(),
            nodes: 0,
            most: limits.nodes,
            at: Round::before(limits.nodes.div_ceil(FIRST * KO)),
            shares: false,
            regions: regions.into(),
            friends: Vec::new(),
            rings: regions.iter().map(|_| Ring::default()).collect(),
            order: all.clone(),
            all,
            last: [None, None],
            bounds: Outcome::UNKNOWN,
            ends: [None, None],
            keys: [None, None],
            own: 0,
            full: false,
            lives: SharedLives::default(),
        }
    }

    /// A capture in one region, where another one has shown that it lives: nothing is told.
    #[test]
    fn regions_that_contradict_each_other_show_nothing() {
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(100_000));
        let regions = [Question::from_picture("!..OX#|OOOX#|XXXX#").unwrap()];
        let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
        let read = |known: Outcome| {
            let mut at = widening(&reader, &limits, &is_told, &regions, [vec![], vec![0]]);
            at.bounds = known;
            at.run().unwrap().reading
        };
        assert_eq!(read(Outcome::UNKNOWN).outcome, Outcome::exactly(Class::Dead));
        let told = read(Outcome::between(Class::Seki, Class::Alive));
        assert_eq!((told.outcome, told.key, told.stop), (Outcome::UNKNOWN, None, Stop::Exhausted));
        // No more is asked than whether it is a ko at best.
        assert_eq!(read(Outcome::between(Class::Ko, Class::Alive)).outcome, Outcome::exactly(Class::Ko));
    }

    /// Two regions are settled, each in one way: the ko is found all the same.
    #[test]
    fn a_ko_is_found_where_each_way_settled_another_region() {
        let (reader, limits, regions) = (DfPnReader::new(), Limits::default().with_nodes(100_000), six_points());
        let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
        let mut at = widening(&reader, &limits, &is_told, &regions, [vec![0, 1], vec![1]]);
        (at.order, at.last) = (Default::default(), [Some(0), Some(1)]);
        for (ring, way) in [(0, 0), (1, 1)] {
            at.rings[ring].known[way] = at.read(ring, way, WAYS[way].1, 50_000).unwrap();
        }
        let found = at.run().unwrap();
        assert_eq!(found.reading.outcome.class(), Some(Class::Ko), "{:?}", found.reading);
        // The first region could be one for life only: no capture is looked for there.
        assert!(at.rings[0].known[1].is_none() && at.rings[0].ongoing[1].is_none());
    }

    /// One region shows that it is a ko at worst, another one that it is one at best.
    #[test]
    fn the_ends_of_a_ko_come_from_two_regions() {
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(100_000));
        // The same but for a stone of the wall that makes no difference.
        let regions = ["!...O.X##|...OX###|OOOOX###|XXXX####", "!...O.X##|...OX###|OOOOX###|XXXXX###"]
            .map(|p| Question::from_picture(p).unwrap());
        let is_ko = |o: Outcome| o.class() == Some(Class::Ko);
        let mut at = widening(&reader, &limits, &is_ko, &regions, [vec![0], vec![1]]);
        let found = at.run().unwrap();
        assert_eq!(found.reading.outcome, Outcome::exactly(Class::Ko), "{:?}", found.reading);
        // By the whole graph of the region it is one, and after the move that is told too.
        let whole = |q: &Question, first: Role| ReferenceReader.read_first(q, first, &limits).unwrap().outcome;
        let truth = whole(&regions[1], Role::Attacker);
        let after = regions[1].play(Role::Attacker, found.reading.key.expect("a move")).unwrap();
        assert_eq!((truth.class(), whole(&after, Role::Defender).class()), (Some(Class::Ko), Some(Class::Ko)));
        assert_eq!((found.showing(false), found.showing(true)), (&regions[0], &regions[1]));
        assert!(found.assumed().is_some_and(|words| words.contains("; ")), "both walls: {:?}", found.assumed());
        let mut proved = found.prove(&reader, Role::Attacker, &limits).unwrap();
        assert_eq!(found.check(&proved, Role::Attacker).unwrap(), Ok(()));
        let other = Widened { question: six_points()[0].clone(), ..found.clone() };
        assert!(other.check(&proved, Role::Attacker).unwrap().is_err(), "each proof is of its own region");
        proved.certificates.retain(|c| !c.killed);
        assert!(found.check(&proved, Role::Attacker).unwrap().is_err(), "both ends want a proof");
        // Where that is not enough, the number of threats is asked for in the region that may be read both ways.
        let is_told = |o: Outcome| o.lives() || o.class() == Some(Class::Dead);
        let mut at = widening(&reader, &limits, &is_told, &regions, [vec![0], vec![1]]);
        let found = at.run().unwrap();
        assert_eq!((found.reading.outcome, &found.question), (truth, &regions[1]));
        assert!(found.at_best.is_none() && at.rings[0].ongoing[1].is_none());
    }

    /// Life is found in a region that is only read later on.
    #[test]
    fn regions_for_later_are_read() {
        let (reader, limits, regions) = (DfPnReader::new(), Limits::default().with_nodes(100_000), six_points());
        let read = |later: Vec<usize>| {
            let mut at = widening(&reader, &limits, &|o: Outcome| o.lives(), &regions, [Vec::new(), Vec::new()]);
            (at.first, at.all[LATER], at.order[LATER]) = (Role::Defender, later.clone(), later);
            at.run().unwrap()
        };
        let (none, found) = (read(Vec::new()), read(vec![1]));
        assert_eq!((none.reading.outcome, none.reading.nodes), (Outcome::UNKNOWN, 0));
        assert!(found.reading.outcome.lives() && found.question == regions[1], "{:?}", found.reading);
    }

    /// A long reading goes on in the largest region for life, too.
    #[test]
    fn the_largest_region_for_life_is_read_after_long() {
        let (reader, limits, regions) = (DfPnReader::new(), Limits::default(), six_points());
        let mut at = widening(&reader, &limits, &|_| false, &regions, [vec![7, 8, 9, 10, 11], vec![3, 4]]);
        at.order[LATER] = vec![5, 6, 7, 8, 9];
        let places = |at: &Widening<'_>, list| at.ahead(list).collect::<Vec<_>>();
        assert_eq!([places(&at, 0), places(&at, 1), places(&at, LATER)], [vec![0, 1, 2], vec![0], vec![0, 1, 2]]);
        at.nodes = LONG;
        assert_eq!([places(&at, 0), places(&at, 1), places(&at, LATER)], [vec![0, 1, 2, 4], vec![0], vec![0, 1, 2]]);
        at.order[0].truncate(3);
        assert_eq!(places(&at, 0), [0, 1, 2]);
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
