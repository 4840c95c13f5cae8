//! Open problems: a region around a target that has no closed wall.
//!
//! The region reaches as far as the attacker's stones leave room, and stops where one step more
//! would be in the open. Its rim are the *exits*: a capture must succeed although the defender is
//! safe as soon as the target is joined to one of them; life must be had although the attacker owns
//! them all. So what is proved of the region is true of the board, under one assumption: the
//! attacker's chains of the wall, each with [`STRONG`] liberties elsewhere, hold. Where neither is
//! proved, the region can be [widened](Question::widened), end elsewhere ([`Question::rounded`]),
//! or less be asked of the wall ([`Question::loosened`]).

use super::outlets::{OPEN, in_the_open};
use super::walls::is_touched;
use super::{Goal, Question, Unclear};
use crate::{Board, Color, Points};

/// Liberties outside the region with which an attacker chain is taken to be safe.
pub const STRONG: usize = 3;
/// The same where more is taken for granted (see [`Question::loosened`]).
pub(super) const LOOSE: usize = 2;
/// Liberties outside the region with which a defender chain is taken to be alive.
const FRIEND: usize = 5;
/// Steps from the target that the first region goes into the open.
const INTO: usize = 2;
/// Steps from the target that the first region reaches at most.
pub(super) const REACH: usize = 8;
/// Steps from the target that the smaller regions reach.
const NEAR: usize = 4;
/// Regions in which all attacker chains are taken to hold.
const NARROW: usize = 10;
/// Points that the next of those has more at least.
const STEP: usize = 3;
/// Most points of a region that the readers handle.
pub(crate) const MOST: usize = 64;
/// Liberties outside with which every chain is taken to hold.
pub(super) const ALL: usize = 1;

impl Question {
    /// The question whether `target`, stones of one colour, can be captured, with the least region
    /// around it.
    ///
    /// # Errors
    /// [`Unclear`] when the target is not stones of one colour.
    pub fn around(board: &Board, target: &Points) -> Result<Question, Unclear> {
        let defender = target_color(board, target)?;
        let target = board.whole_chains(defender, *target & board.stones(defender));
        Ok(Question::reaching(board, defender, target, STRONG))
    }

    /// The least region around stones of the defender, with so many liberties outside for chains
    /// that hold.
    pub(super) fn reaching(board: &Board, defender: Color, target: Points, strong: usize) -> Question {
        let attackers = board.stones(defender.other());
        let near = board.beside(&attackers);
        let quiet = board.empty() - near;
        let open = quiet.parts().into_iter().filter(|p| p.len() >= OPEN);
        let open = open.fold(Points::EMPTY, |all, part| all | part);
        let mut reaches = vec![target];
        for step in 0..REACH {
            let far = if step < INTO { Points::EMPTY } else { open };
            let inside = reaches[step];
            reaches.push(inside | (board.beside(&inside) - attackers - far));
        }
        let frame = Frame::first(board, defender, target, strong);
        // Where weak chains of the attacker lead too far, it reaches less far.
        let fits = |inside: &Points| Some(frame.around(*inside)).filter(|q| q.region.len() <= MOST);
        reaches.iter().skip(1).rev().find_map(fits).unwrap_or_else(|| frame.around(reaches[REACH]))
    }

    /// The same question where more is taken for granted: attacker chains with two liberties
    /// outside hold too, so that the region is smaller. First the ones [nearer](Question::nearer)
    /// to the target, then that region, then up to so many wider ones; none where it is the
    /// question's own, or [rests on a doubtful wall](Question::rests_on_doubtful_wall).
    #[must_use]
    pub fn loosened(&self, wider: usize) -> Vec<Question> {
        let Some(own) = self.loose() else { return Vec::new() };
        let mut found = own.around_it(LOOSE);
        found.retain(|near| !near.rests_on_doubtful_wall());
        found.push(own);
        for _ in 0..wider {
            let next = found[found.len() - 1].wider(LOOSE).filter(|next| !next.rests_on_doubtful_wall());
            let Some(next) = next else { break };
            found.push(next);
        }
        found
    }

    /// The first region where more is taken for granted.
    pub(super) fn loose(&self) -> Option<Question> {
        let own = Question::reaching(&self.board, self.defender, self.target, LOOSE);
        // The wall goes on to hold where the region grows over what makes it doubtful.
        let is_own = (own.region, own.wall) == (self.region, self.wall);
        (!is_own && !own.rests_on_doubtful_wall()).then_some(own)
    }

    /// Is there a chain in the wall with fewer than [`STRONG`] liberties outside that may be what
    /// he turns against: with stones of the defender beside it outside, or such that he takes one
    /// of these liberties and it does not run on from there?
    #[must_use]
    pub fn rests_on_doubtful_wall(&self) -> bool {
        let against = self.board.stones(self.defender) - self.region;
        let is_doubtful = |c: &crate::Chain| {
            let outside = c.liberties - self.region;
            c.stones.meets(&self.wall)
                && outside.len() < STRONG
                && (self.board.beside(&c.stones).meets(&against) || !self.runs_on(&outside))
        };
        self.board.chains().any(is_doubtful)
    }

    /// Whichever of those liberties outside the defender takes, does the chain have [`STRONG`] of
    /// them again after it ran to another one?
    fn runs_on(&self, outside: &Points) -> bool {
        let after = |board: &Board, p, color| {
            let mut after = board.clone();
            after.play(p, color).is_ok().then_some(after)
        };
        let is_free = |board: &Board, to| {
            let chain = after(board, to, self.attacker()).and_then(|b| b.chain(to).copied());
            chain.is_some_and(|c| (c.liberties - self.region).len() >= STRONG)
        };
        outside.iter().all(|taken| {
            let left = |b: Board| (*outside - Points::single(taken)).iter().any(|to| is_free(&b, to));
            after(&self.board, taken, self.defender).is_none_or(left)
        })
    }

    /// Is no chain of the wall [weak](Question::weak_wall), or [touched](Question::touched_wall) by
    /// stones of the defender outside? Else it has to be read whether the wall holds.
    #[must_use]
    pub fn wall_holds(&self) -> bool {
        self.weak_wall().is_empty() && self.touched_wall().is_empty()
    }

    /// The same question in regions that there are when all attacker chains with liberties outside
    /// of them are taken to hold, from one step around the target to some steps beyond its own
    /// region, the least first: good for proofs of life, since the attacker only gains by that;
    /// what held goes on to hold where the region takes in its liberties. Then the same where such
    /// chains are taken in themselves, which is harder for him. What is open (`away`) in the
    /// question's own region, or beyond it, is so in them; nothing else is.
    #[must_use]
    pub fn narrowed(&self) -> Vec<Question> {
        let (board, defender, target) = (&self.board, self.defender, self.target);
        let frame = Frame { holds: self.wall, keeps: 0, is_first: false, ..Frame::first(board, defender, target, ALL) };
        let attackers = self.board.stones(self.attacker());
        let mut inside = self.target;
        let mut found: Vec<Question> = Vec::new();
        for _ in 0..REACH {
            inside |= (self.board.beside(&inside) & self.region) - attackers;
            let narrow = frame.around(inside);
            let least = found.last().map_or(0, |last| last.region.len() + STEP);
            if narrow.region.len() >= least && narrow.region.len() < self.region.len() {
                found.push(narrow);
            }
        }
        let mut last = frame.around(inside);
        let most = found.len() + NARROW;
        while found.len() < most
            && let Some(wider) = last.wider(ALL)
        {
            found.push(wider.clone());
            last = wider;
        }
        let frame = Frame { keeps: ALL, ..frame };
        for at in 0..found.len() {
            let taken_in = frame.around(found[at].region);
            if taken_in.region.len() <= MOST && found.iter().all(|q| q.region != taken_in.region) {
                found.push(taken_in);
            }
        }
        for race in self.races() {
            if found.iter().all(|q| (q.region, q.wall) != (race.region, race.wall)) {
                found.push(race);
            }
        }
        // The region takes nothing for granted that the question's own region does not.
        for narrow in &mut found {
            narrow.away = narrow.away - (self.region - self.away);
            narrow.for_life = true;
        }
        found
    }

    /// Smaller regions around the target, the least first, that take nothing for granted but what
    /// this one does: their wall is part of its wall, and no stone on their rim holds that does not
    /// hold in it. Good for proofs of capture, which they can only make harder.
    #[must_use]
    pub fn nearer(&self) -> Vec<Question> {
        self.around_it(STRONG)
    }

    /// The same with so many liberties outside for chains that hold.
    fn around_it(&self, strong: usize) -> Vec<Question> {
        let (board, defender, target) = (&self.board, self.defender, self.target);
        let frame = Frame::first(board, defender, target, strong);
        let attackers = self.board.stones(self.attacker());
        let mut inside = self.target;
        let mut found: Vec<Question> = Vec::new();
        for _ in 0..NEAR {
            inside |= (self.board.beside(&inside) & self.region) - attackers;
            let mut near = frame.around(inside);
            near.held &= self.held;
            let larger = |than: &Question| than.region.len() + 2 <= near.region.len();
            let fits = near.wall.within(&self.wall) && near.region.within(&self.region);
            if fits && near.region.len() + 2 <= self.region.len() && found.last().is_none_or(larger) {
                found.push(near);
            }
        }
        found
    }

    /// Stones of the wall with a single liberty outside: they may be captured, so that taking them
    /// for safe can be wrong.
    #[must_use]
    pub fn weak_wall(&self) -> Points {
        let weak = |c: &&crate::Chain| c.stones.meets(&self.wall) && (c.liberties - self.region).len() < 2;
        self.board.chains().filter(weak).fold(Points::EMPTY, |all, c| all | c.stones)
    }

    /// The same question in a region that goes one step further wherever it ends in the open (if
    /// that would be too large, only near the target); `None` where it does not, or would be too
    /// large.
    #[must_use]
    pub fn widened(&self) -> Option<Question> {
        self.wider(STRONG)
    }

    /// The same with so many liberties outside for chains that hold.
    fn wider(&self, strong: usize) -> Option<Question> {
        let attackers = self.board.stones(self.attacker());
        // The defender's chains are taken in as a whole, or not at all.
        let whole = |points: Points| self.board.whole_chains(self.defender, points);
        let step = whole(self.board.beside(&self.exits) - attackers - self.region) - self.region;
        if step.is_empty() {
            return None;
        }
        let (board, defender, target) = (&self.board, self.defender, self.target);
        let keeps = if strong == ALL { 0 } else { strong };
        let frame = Frame { holds: self.wall, keeps, is_first: false, ..Frame::first(board, defender, target, strong) };
        let fits = |step: Points| {
            let wider = frame.around(self.region | step);
            (wider.region.len() <= MOST && wider.region != self.region).then_some(wider)
        };
        if let Some(wider) = fits(step) {
            return Some(wider);
        }
        // Not everywhere, then: where it is near the target, as long as it fits.
        let (mut inside, mut part, mut tried) = (target, Points::EMPTY, Points::EMPTY);
        loop {
            // Through attacker stones of the region too: those can be captured.
            let further = inside | board.beside(&inside) & (self.region | step);
            if further == inside {
                break;
            }
            inside = further;
            for p in ((inside & step) - tried).iter() {
                tried.insert(p);
                let more = part | whole(Points::single(p));
                if fits(more).is_some() {
                    part = more;
                }
            }
        }
        fits(part)
    }
}

/// The colour of the stones of a target.
pub(super) fn target_color(board: &Board, target: &Points) -> Result<Color, Unclear> {
    if target.is_empty() {
        return Err(Unclear::NoTarget);
    }
    match Color::ALL.map(|c| target.meets(&board.stones(c))) {
        [true, false] => Ok(Color::Black),
        [false, true] => Ok(Color::White),
        _ => Err(Unclear::Target(target.iter().map(|p| p.name(board.size().1)).collect())),
    }
}

/// The purpose of a region.
pub(super) struct Frame<'a> {
    pub(super) board: &'a Board,
    pub(super) defender: Color,
    pub(super) target: Points,
    /// Liberties outside with which an attacker chain is taken to hold.
    pub(super) strong: usize,
    /// Attacker chains that held in the region before; empty for a first region.
    pub(super) holds: Points,
    /// Liberties outside with which those go on to hold.
    pub(super) keeps: usize,
    /// Is it a first region? Only in those that were widened an exit may lie in the open.
    pub(super) is_first: bool,
    /// Points beyond that count as the attacker's.
    pub(super) given: Points,
    /// Are attacker chains taken in, however many liberties they have, where stones of the defender
    /// stand beside them outside?
    pub(super) takes_touched: bool,
}

impl<'a> Frame<'a> {
    /// A frame for the first region; chains of its wall need `strong` liberties outside.
    pub(super) fn first(board: &'a Board, defender: Color, target: Points, strong: usize) -> Frame<'a> {
        let (holds, given) = (Points::EMPTY, Points::EMPTY);
        Frame { board, defender, target, strong, holds, keeps: strong, is_first: true, given, takes_touched: false }
    }

    /// The question in a region that holds at least what of `inside` hangs together with the
    /// target: weak attacker chains at its rim are taken in, the defender's chains that reach out
    /// of it are left out.
    pub(super) fn around(&self, inside: Points) -> Question {
        let &Frame { board, defender, target, strong, holds, keeps, is_first, given, takes_touched } = self;
        let attackers = board.stones(defender.other());
        let mut region = inside;
        for chain in board.chains().filter(|c| c.color == defender) {
            if chain.stones.meets(&target) {
                region |= chain.stones;
            } else if !chain.stones.within(&inside) {
                region = region - chain.stones;
            }
        }
        region = target.flood(&region);
        loop {
            let rim = board.beside(&region) & (attackers - region);
            let weak = |c: &&crate::Chain| {
                let least = if c.stones.meets(&holds) { keeps } else { strong };
                let is_touched = takes_touched && is_touched(board, defender, &target, &region, c);
                let is_weak = c.stones.meets(&rim) && (is_touched || (c.liberties - region).len() < least);
                c.color == defender.other() && is_weak && !c.stones.meets(&given)
            };
            let taken_in = board.chains().filter(weak).fold(Points::EMPTY, |all, c| all | c.stones | c.liberties);
            if taken_in.within(&region) {
                break;
            }
            region |= taken_in;
        }
        let wall = board.chains().filter(|c| c.color == defender.other() && c.stones.meets(&board.beside(&region)));
        let wall = (wall.fold(Points::EMPTY, |all, c| all | c.stones) | given) - region;
        let beyond = board.all() - region - wall;
        let exits = board.beside(&beyond) & region;
        // None holds where all points of the region may become the defender's.
        let held = Points::EMPTY;
        let mut away = beside_friends(board, defender, &beyond, &exits);
        if !is_first {
            away |= in_the_open(board, &(attackers | given), &beyond, &exits);
        }
        let (goal, shut) = (Goal::Crucial, Points::EMPTY);
        Question {
            board: board.clone(),
            defender,
            region,
            wall,
            exits,
            held,
            away,
            shut,
            target,
            goal,
            for_life: false,
        }
    }
}

/// The exits beside a chain of the defender with [`FRIEND`] liberties beyond the region, which no
/// stone of the attacker touches, or one of the liberties of which lies in the open itself. (Others
/// have to be read: see [`Question::rests_on`].)
fn beside_friends(board: &Board, defender: Color, beyond: &Points, exits: &Points) -> Points {
    *exits & board.empty() & board.beside(&strong_friends(board, defender, beyond))
}

/// Those chains.
pub(super) fn strong_friends(board: &Board, defender: Color, beyond: &Points) -> Points {
    let attackers = board.stones(defender.other());
    let strong = |c: &&crate::Chain| {
        let outer = c.liberties & *beyond;
        let is_friend = c.color == defender && c.stones.within(beyond) && outer.len() >= FRIEND;
        let is_safe =
            || !board.beside(&c.stones).meets(&attackers) || !in_the_open(board, &attackers, beyond, &outer).is_empty();
        is_friend && is_safe()
    };
    board.chains().filter(strong).fold(Points::EMPTY, |all, c| all | c.stones)
}

impl Question {
    /// A guess at what an unmarked open position asks: the defender is the side whose stones are,
    /// on the average, more steps away from the open (not through the other's stones), and all his
    /// stones that hang together with his largest chain are the target.
    ///
    /// # Errors
    /// [`Unclear`] where the sides are equally near, or there is no open.
    pub fn guess(board: &Board) -> Result<Question, Unclear> {
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        if stones.is_empty() {
            return Err(Unclear::NoTarget);
        }
        let quiet = board.empty() - board.beside(&stones);
        let open = quiet.largest_parts().into_iter().fold(Points::EMPTY, |all, part| all | part);
        // Sum of the steps of a side's stones, over their number; sides are compared as fractions.
        let steps = |color: Color| {
            let (own, passable) = (board.stones(color), board.all() - board.stones(color.other()));
            let (mut at, mut sum, mut step) = (open, 0, 0_usize);
            loop {
                let next = (at | board.beside(&at)) & passable;
                step += 1;
                sum += step * (next & (own - at)).len();
                if next == at {
                    return (sum + step * (own - at).len(), own.len());
                }
                at = next;
            }
        };
        let [(black, blacks), (white, whites)] = Color::ALL.map(steps);
        let defender = match (black * whites.max(1)).cmp(&(white * blacks.max(1))) {
            std::cmp::Ordering::Greater => Color::Black,
            std::cmp::Ordering::Less => Color::White,
            std::cmp::Ordering::Equal => return Err(Unclear::WhoAttacks),
        };
        let chains = board.chains_in_order(defender, &board.stones(defender), |c| std::cmp::Reverse(c.stones.len()));
        let Some(largest) = chains.first() else { return Err(Unclear::NoTarget) };
        let first = Question::around(board, &largest.stones)?;
        Question::around(board, &(first.region & board.stones(defender)))
    }
}
