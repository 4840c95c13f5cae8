//! Problems whose region does not say all: read in wider and wider regions of the whole board,
//! first moves included.
//!
//! One reader is behind every face: `solve`, `grade` and `hint`, and the GTP commands. It reads
//! what comes of the target ([`DfPnReader::read_widening`]), then what comes of it if the other
//! side moves first (so that a settled group is known as one before any move is looked at), then
//! the first moves: each in the region that shows the outcome, and those of which that shows
//! nothing by a reading of their own after the move.

use crate::problem::Idea;
use crate::question::{Class, Outcome, Question, Role};
use crate::read::search::SearchJudge;
use crate::read::{Area, DfPnReader, Exits, Reader, Reading, TooLarge, Widened};
use crate::study::{self, Aim, First, Judge, Study};
use crate::{Point, Points, Problem};
use tesuji_solver::{Limits, Stop};

/// Positions for a first move that the region says nothing about. Moves that are left get `MORE`
/// times as many, where at most `FEW` are left.
const MOVE_NODES: u64 = 20_000;
const MORE: u64 = 5;
const FEW: usize = 8;
/// Positions for a first move beyond the region, and how many steps from it such moves are looked
/// at.
const BEYOND_NODES: u64 = 6_000;
const BEYOND: usize = 2;
/// The share that goes to the problem's own region first: what a record says of its region is taken
/// at its word.
const OWN: u64 = 16;
/// The share of what is left that the other side's first move may take.
const OTHER: u64 = 2;

/// The readings of a problem in regions of the whole board.
pub(crate) struct Regional {
    /// The mover first.
    pub(crate) read: Widened,
    /// The other side first; `None` where nothing was left to read that with.
    pub(crate) other: Option<Widened>,
    /// A proposed move by which the mover succeeds, where regions show nothing.
    pub(crate) shown: Option<Shown>,
    /// Positions visited.
    pub(crate) nodes: u64,
}

/// A first move that gets the mover what he wants of the target, whatever else there is.
pub(crate) struct Shown {
    /// The move.
    pub(crate) key: Point,
    /// What is proved by it.
    pub(crate) outcome: Outcome,
    /// The reading after it, with the other side first; `None` where the move takes the target.
    pub(crate) after: Option<Widened>,
}

impl Shown {
    /// The move, if a reading within these limits shows that it succeeds without a ko; and the
    /// positions that it took.
    pub(crate) fn of(
        reader: &DfPnReader,
        question: &Question,
        first: Role,
        key: Point,
        limits: &Limits,
    ) -> (Option<Shown>, u64) {
        let best = Outcome::exactly(if first == Role::Attacker { Class::Dead } else { Class::Alive });
        let Some(after) = after(reader, question, first, key, best, limits) else { return (None, 0) };
        let outcome = after.outcome();
        let nodes = after.nodes();
        let outcome = match first {
            // Another move may get more.
            Role::Defender if outcome.lives() => Outcome::between(outcome.low, Class::Alive),
            Role::Attacker if outcome.class() == Some(Class::Dead) => outcome,
            _ => return (None, nodes),
        };
        let after = match after {
            After::Taken => None,
            After::Read(read) => Some(*read),
        };
        (Some(Shown { key, outcome, after }), nodes)
    }
}

/// Positions at most, and the share of the positions of a problem, for a proposed move.
const MOST_OF_IDEA: u64 = 66_000;
const IDEA: u64 = 3;

/// The limits for a proposed move.
pub(crate) fn for_idea(limits: &Limits) -> Limits {
    limits.clone().with_nodes((limits.nodes / IDEA).min(MOST_OF_IDEA))
}

/// Does a problem have to be read in regions of the whole board? Those that are for life only are
/// not: their lines say no more.
pub(crate) fn is_regional(problem: &Problem) -> bool {
    let q = &problem.question;
    !q.is_captured() && !q.for_life && !q.is_enclosed()
}

/// Is it known what comes of it?
pub(crate) fn is_decided(outcome: Outcome) -> bool {
    outcome.lives() || matches!(outcome.class(), Some(Class::Dead | Class::Ko))
}

impl Regional {
    /// Reads what comes of the target if `first` moves first, and if the other side does.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(crate) fn of(
        reader: &DfPnReader,
        question: &Question,
        first: Role,
        limits: &Limits,
    ) -> Result<Regional, TooLarge> {
        let clock = limits.start();
        // Its own region may decide it.
        let few = limits.clone().with_nodes(limits.nodes / OWN).with_time(limits.time / OWN as u32);
        let own = reader.read_first(question, first, &few).ok();
        let mut nodes = own.as_ref().map_or(0, |own| own.nodes);
        let holds = |outcome: Outcome| outcome.lives() || is_decided(outcome) && question.touched_wall().is_empty();
        let read = match own.filter(|own| holds(own.outcome)) {
            Some(own) => Widened::of(question.clone(), own),
            None => {
                let left = limits.clone().with_nodes(limits.nodes.saturating_sub(nodes)).with_time(clock.remaining());
                let read = reader.read_widening(question, first, &left)?;
                nodes += read.reading.nodes;
                read
            }
        };
        let left = limits.nodes.saturating_sub(nodes) / OTHER;
        let mut turned = question.clone();
        turned.board.set_ko(None);
        let other = if is_decided(read.reading.outcome) && left > 0 {
            let limits = limits.clone().with_nodes(left).with_time(clock.remaining());
            Some(reader.read_widening(&turned, first.other(), &limits)?)
        } else {
            None
        };
        nodes += other.as_ref().map_or(0, |other| other.reading.nodes);
        Ok(Regional { read, other, shown: None, nodes })
    }

    /// The readings of a problem of which regions show nothing, by a move that is proposed: after
    /// it, and with the other side first. `None` where nothing is shown for the move either.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(crate) fn by_idea(
        reader: &DfPnReader,
        problem: &Problem,
        idea: &Idea,
        limits: &Limits,
        spent: u64,
    ) -> Result<Option<Regional>, TooLarge> {
        let (q, first) = (&problem.question, problem.first);
        let (clock, few) = (limits.start(), for_idea(limits));
        let (shown, nodes) = Shown::of(reader, q, first, idea.point, &few);
        let mut nodes = spent + nodes;
        let (Some(shown), Some(within)) = (shown, told_in(q)) else { return Ok(None) };
        let left = limits.nodes.saturating_sub(nodes);
        let mut turned = q.clone();
        turned.board.set_ko(None);
        let other = if left > 0 {
            let limits = limits.clone().with_nodes(left).with_time(clock.remaining());
            Some(reader.read_widening(&turned, first.other(), &limits)?)
        } else {
            None
        };
        nodes += other.as_ref().map_or(0, |other| other.reading.nodes);
        let reading = Reading { outcome: shown.outcome, key: Some(Some(shown.key)), stop: Stop::Exhausted, nodes };
        Ok(Some(Regional { read: Widened::of(within, reading), other, shown: Some(shown), nodes }))
    }

    /// What the answer takes for granted.
    pub(super) fn assumed(&self) -> Option<String> {
        match &self.shown {
            None => self.read.assumed(),
            Some(shown) => shown.after.as_ref().and_then(Widened::assumed),
        }
    }

    /// The outcome with the other side first, where it is decided, or where its bounds show that
    /// the move is needed.
    pub(crate) fn otherwise(&self) -> Option<Outcome> {
        let own = self.read.reading.outcome;
        let is_apart =
            |o: Outcome| own.lives() && o.high <= Class::Ko || own.class() == Some(Class::Dead) && o.low >= Class::Ko;
        self.other.as_ref().map(|other| other.reading.outcome).filter(|&o| is_decided(o) || is_apart(o))
    }

    /// Does no move of that side change anything: does it fail, or succeed as well if it passes?
    pub(crate) fn is_settled(&self, first: Role) -> bool {
        is_settled(first, self.read.reading.outcome, self.otherwise())
    }
}

/// Does a first move change nothing, by what is known of the outcome with that side first, and with
/// the other?
pub(super) fn is_settled(first: Role, outcome: Outcome, otherwise: Option<Outcome>) -> bool {
    let is_vague = |o: Outcome| o.class() == Some(Class::Ko) && o.threats.is_none();
    match (outcome.succeeds(first), otherwise) {
        (Some(false), _) => true,
        // Two kos whose threats are not counted are not compared.
        (Some(true), Some(other)) if is_vague(outcome) && other.class() == Some(Class::Ko) || is_vague(other) => false,
        (Some(true), Some(other)) => outcome.gains(first, other) == Some(false),
        _ => false,
    }
}

/// The first moves of a problem that is not settled.
pub(crate) struct FirstMoves {
    /// The problem in the region in which they were judged.
    pub(crate) problem: Problem,
    /// Who judged them there.
    pub(crate) judge: SearchJudge,
    /// The study of the first moves. Those of which nothing is known are among the undecided.
    pub(crate) study: Study,
    /// Right moves that the region does not show to be right.
    pub(crate) also: Vec<Point>,
    /// Positions visited.
    pub(crate) nodes: u64,
}

impl FirstMoves {
    /// All right first moves that are known.
    pub(crate) fn right(&self) -> Vec<Point> {
        let area = self.judge.area();
        let mut points: Vec<Point> = self.study.keys().filter_map(|first| area.point(first.ply)).collect();
        points.extend(&self.also);
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// Judges the first moves by what was read.
///
/// # Errors
/// [`TooLarge`].
pub(crate) fn first_moves(
    reader: &DfPnReader,
    question: &Question,
    first: Role,
    found: &Regional,
    limits: &Limits,
) -> Result<FirstMoves, TooLarge> {
    let clock = limits.start();
    let (read, outcome) = (&found.read, found.read.reading.outcome);
    // A capture holds with the exits free, life with the exits blocked; a ko is shown by the way of
    // the side that moves.
    let is_capture = match outcome.class() {
        Some(Class::Ko) => first == Role::Attacker,
        class => class == Some(Class::Dead),
    };
    let exits = if is_capture { Exits::Free } else { Exits::Blocked };
    let shown = read.showing(is_capture);
    let problem = Problem::new(shown.clone(), first);
    let mut judge = SearchJudge::new(Area::of(shown, exits)?, limits);
    let plain = judge.area().state(shown, first, crate::read::Supply::NONE);
    let aim = match Aim::of(outcome, first) {
        Some(aim) => Some(aim),
        // A ko with another number of threats each way: with that of this way.
        None => match study::outcome(&mut judge, &plain) {
            Ok(outcome) => Aim::of(outcome, first),
            Err(_) => None,
        },
    };
    let mut study = Study { outcome, aim, root: plain, firsts: Vec::new(), undecided: Vec::new() };
    let mut also: Vec<Point> = Vec::new();
    let named = read.reading.key.flatten();
    if let Some(aim) = aim {
        let root = judge.area().state(shown, first, aim.supply);
        study.root = root;
        let mut plies = judge.area().moves(&root);
        plies.sort_by_key(|&ply| (judge.area().point(ply) != named || named.is_none(), ply));
        for ply in plies {
            let Some(after) = judge.area().play(&root, ply) else { continue };
            match aim.kept(&mut judge, &after) {
                Ok(right) => study.firsts.push(First { ply, after, right }),
                Err(_) => study.undecided.push(judge.area().point(ply)),
            }
        }
        study.firsts.sort_by_key(|first| first.ply);
    }
    let mut nodes = judge.nodes();
    // A move that is wrong there may be right elsewhere: the position after it is read.
    let again = std::mem::take(&mut study.firsts);
    let (right, wrong): (Vec<First>, Vec<First>) = again.into_iter().partition(|first| first.right);
    study.firsts = right;
    let is_final = shown.is_enclosed();
    let is_worse = |other: Outcome| is_as_good(first, outcome, other) == Some(false);
    let mut asked: Vec<(Option<Point>, Option<First>)> =
        wrong.into_iter().map(|first| (judge.area().point(first.ply), Some(first))).collect();
    asked.extend(std::mem::take(&mut study.undecided).into_iter().map(|point| (point, None)));
    // Points of the region that are blocked with the exits.
    let exits = shown.exits & shown.board.empty();
    asked.extend(exits.iter().filter(|&p| judge.area().cell(p).is_none()).map(|p| (Some(p), None)));
    for most in [MOVE_NODES, MORE * MOVE_NODES] {
        if most > MOVE_NODES && asked.len() > FEW {
            break;
        }
        for (point, within) in std::mem::take(&mut asked) {
            let known = match point {
                // The region is the whole question: its word on the move is final.
                _ if is_final && within.is_some() => Some(false),
                None => found.otherwise().map(|other| !is_worse(other)),
                Some(p) => {
                    let left = limits.nodes.saturating_sub(nodes).min(most);
                    let limits = limits.clone().with_nodes(left).with_time(clock.remaining());
                    let after = (left > 0).then(|| after(reader, question, first, p, outcome, &limits)).flatten();
                    nodes += after.as_ref().map_or(0, After::nodes);
                    after.and_then(|after| is_as_good(first, outcome, after.outcome()))
                }
            };
            match (known, within, point) {
                (Some(false), Some(within), _) => study.firsts.push(within),
                (Some(true), _, Some(p)) => also.push(p),
                (Some(false), None, _) => {}
                _ => asked.push((point, within)),
            }
        }
    }
    study.undecided.extend(asked.into_iter().map(|(point, _)| point));
    let beyond = if is_final || study.aim.is_none() { Points::EMPTY } else { beyond(shown) };
    for p in beyond.iter().filter(|p| named != Some(*p)) {
        let left = limits.nodes.saturating_sub(nodes).min(BEYOND_NODES);
        let limits = limits.clone().with_nodes(left).with_time(clock.remaining());
        let Some(after) = (left > 0).then(|| after(reader, question, first, p, outcome, &limits)).flatten() else {
            continue;
        };
        nodes += after.nodes();
        if is_as_good(first, outcome, after.outcome()) == Some(true) {
            also.push(p);
        }
    }
    if let Some(p) = named.filter(|p| study.keys().all(|k| judge.area().point(k.ply) != Some(*p)) && !also.contains(p))
    {
        study.undecided.retain(|&other| other != Some(p));
        also.push(p);
    }
    study.firsts.sort_by_key(|first| first.ply);
    Ok(FirstMoves { problem, judge, study, also, nodes })
}

/// The empty points near a region that are not in it.
fn beyond(region: &Question) -> Points {
    let empty = region.board.empty();
    let near = (0..BEYOND).fold(region.region, |near, _| near | (region.board.beside(&near) & empty));
    (near - region.region) & empty
}

/// Is what comes of a move as good as the best outcome, for the side that made it? `None` where
/// that is not known.
fn is_as_good(first: Role, best: Outcome, after: Outcome) -> Option<bool> {
    let is_ko = |o: Outcome| o.class() == Some(Class::Ko);
    match first {
        Role::Attacker if best.class() == Some(Class::Dead) && after.low > Class::Dead => Some(false),
        Role::Attacker if after.class() == Some(Class::Dead) => Some(true),
        Role::Attacker if after.lives() => Some(false),
        Role::Defender if best.lives() && after.high <= Class::Ko => Some(false),
        Role::Defender if after.lives() => Some(true),
        Role::Defender if after.class() == Some(Class::Dead) => Some(false),
        _ if is_ko(best) && is_ko(after) && best.threats.is_some() && after.threats.is_some() => Some(match first {
            Role::Attacker => after.rank() <= best.rank(),
            Role::Defender => after.rank() >= best.rank(),
        }),
        _ => None,
    }
}

/// The region in which the answer about a proposed move is told: the question's own, or the largest
/// one nearer to the target that is small enough.
fn told_in(q: &Question) -> Option<Question> {
    let fits = |q: &Question| Area::of(q, Exits::Free).is_ok();
    if fits(q) { Some(q.clone()) } else { q.nearer().into_iter().rev().find(fits) }
}

/// What comes of the target after a move.
enum After {
    /// The move takes it.
    Taken,
    /// It is read, with the other side first.
    Read(Box<Widened>),
}

impl After {
    fn outcome(&self) -> Outcome {
        match self {
            After::Taken => Outcome::exactly(Class::Dead),
            After::Read(read) => read.reading.outcome,
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            After::Taken => 0,
            After::Read(read) => read.reading.nodes,
        }
    }
}

/// What comes of the target after a move; `None` where it can't be played or read.
fn after(
    reader: &DfPnReader,
    question: &Question,
    first: Role,
    p: Point,
    best: Outcome,
    limits: &Limits,
) -> Option<After> {
    let mut board = question.board.clone();
    board.play(p, question.color(first)).ok()?;
    let left = question.target & board.stones(question.defender);
    if left.is_empty() {
        return Some(After::Taken);
    }
    let next = Question::around(&board, &left).ok()?;
    let settles = |outcome: Outcome| is_as_good(first, best, outcome).is_some();
    reader.read_until(&next, first.other(), &settles, limits).ok().map(|read| After::Read(Box::new(read)))
}
