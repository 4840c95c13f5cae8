//! From an unsettled group to a problem on a crop of its board.

use super::crop::{crop, tidy};
use super::granted::wall_stands;
use super::known::Known;
use super::life::{Life, life_of};
use super::scan::Unsettled;
use super::trim::{picture, trimmed};
use super::validate::{Outside, Rejected, wall_holds};
use crate::grade::graded;
use crate::judge::{Answer, OnBoard, Who, board_of};
use crate::read::DfPnReader;
use crate::read::shapes::images;
use crate::{Board, Class, Point, Points, Problem, Question, Role};
use tesuji_genre::{GradeRequest, Graded};
use tesuji_solver::Limits;

/// Demands on a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgeOptions {
    /// Positions that one answer may take; what needs more is too deep.
    pub nodes: u64,
    /// Lines around what matters.
    pub margin: u8,
    /// Fewest and most plies of the main line.
    pub plies: (usize, usize),
    /// Fewest plies of the strict file.
    pub strict: usize,
    /// Answers that taking off stones may take.
    pub checks: usize,
    /// Most points of the picture of a problem whose line is shorter than that.
    pub picture: usize,
    /// Positions for each chain of the wall.
    pub wall_nodes: u64,
    /// Positions for what the whole board says where the wall is granted.
    pub confirm_nodes: u64,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        JudgeOptions {
            // No problem of sixty games took more than 216,000.
            nodes: 300_000,
            margin: 3,
            plies: (3, 15),
            strict: 5,
            checks: 6,
            picture: 144,
            wall_nodes: 20_000,
            confirm_nodes: 50_000,
        }
    }
}

/// A problem with its answer.
pub struct Judged {
    /// The problem, on the crop.
    pub problem: Problem,
    /// How the group lives where its side moves first.
    pub life: Life,
    /// Stones of the board inside of the window that were taken off.
    pub tidied: usize,
    /// Is the wall granted that stones of the defender touch on the whole board?
    pub is_granted: bool,
    /// First moves of which the whole board does not decide what the crop does.
    pub undecided_on_board: usize,
    /// Plies of the main line.
    pub plies: usize,
    /// Positions that its answer took.
    pub nodes: u64,
    pub(super) found: Answer,
    /// Its proofs on the whole board.
    pub(super) board: OnBoard,
    pub(super) graded: Graded,
}

/// The question about the target on another board.
pub(super) fn asked(board: Board, target: &Points, first: Role) -> Result<Problem, Rejected> {
    let question = Question::around(&board, target).map_err(|_| Rejected::NoCrop)?;
    Ok(Problem::new(question, first))
}

/// Judges a group with that side to move first.
///
/// # Errors
/// Why it is no problem.
pub fn judge(group: &Unsettled, first: Role, reader: &DfPnReader, options: &JudgeOptions) -> Result<Judged, Rejected> {
    let limits = Limits::default().with_nodes(options.nodes);
    let mut question = group.question.clone();
    question.board.set_ko(None);
    let whole = whole_board(Problem::new(question, first), reader, options)?;
    let cut = cropped(&whole, reader, &limits, options)?;
    cut.check(options)?;
    let before = cut.problem.question.board.clone();
    if let Some(real) = &group.whole {
        // The attacker's moves to the end of the line.
        let moves = cut.found.plies().div_ceil(2);
        let lives = group.outcomes[1].lives();
        if !wall_stands(real, lives, moves, reader, (options.confirm_nodes, options.wall_nodes)) {
            return Err(Rejected::Wall);
        }
    }
    let tidied = tidied(&whole, cut, reader, &limits, options)?;
    let tidied = trimmed(&whole, tidied, reader, &limits, options);
    if tidied.found.plies() < options.strict && picture(&tidied.problem.question.board) > options.picture {
        return Err(Rejected::Picture);
    }
    let gone = stones(&before) - stones(&tidied.problem.question.board);
    let judged = finished(&whole, tidied, gone, reader, &limits, options)?;
    Ok(Judged { is_granted: group.whole.is_some(), ..judged })
}

/// Number of stones.
fn stones(board: &Board) -> usize {
    (board.all() - board.empty()).len()
}

/// Images of a move under the symmetries of a problem.
const MOST_IMAGES: usize = 8;
/// One of this number of the positions shows for most groups that they are no problem.
const QUICK: u64 = 10;

/// The answer on the board: with a part of the positions first, and with all of them where that
/// neither decides all first moves nor shows that there is no problem.
fn whole_board(problem: Problem, reader: &DfPnReader, options: &JudgeOptions) -> Result<Known, Rejected> {
    for nodes in [options.nodes / QUICK, options.nodes] {
        let known = Known::of(problem.clone(), reader, &Limits::default().with_nodes(nodes));
        let is_last = nodes == options.nodes;
        match known {
            Ok(known) => {
                // Several keys may still be images of each other on the crop, where the target has some.
                let keys = known.keys.len();
                if keys > MOST_IMAGES || keys > 1 && !is_symmetric(&problem.question.target) {
                    return Err(Rejected::Keys(keys));
                }
                if is_last || known.undecided().is_empty() {
                    return Ok(known);
                }
            }
            Err(why) if is_last => return Err(why),
            Err(_) => {}
        }
    }
    Err(Rejected::Unknown(options.nodes))
}

/// Is the group an image of itself?
fn is_symmetric(stones: &Points) -> bool {
    images(&stones.iter().map(|p| (i32::from(p.x), i32::from(p.y))).collect()).len() < 8
}

/// The crop around what is played, or else around all that the proofs are about: the first with the
/// board's answer.
fn cropped(whole: &Known, reader: &DfPnReader, limits: &Limits, options: &JudgeOptions) -> Result<Known, Rejected> {
    let q = &whole.problem.question;
    let keys: Points = whole.keys.iter().copied().collect();
    let near = q.target | keys | whole.played();
    let far = whole.readings().iter().fold(near, |all, (read, _)| {
        let beside = read.friends.iter().chain(&read.walls).chain(&read.at_best);
        beside.fold(all | read.question.region, |all, question| all | question.region)
    });
    let mut why = Rejected::NoCrop;
    let mut last = None;
    for (active, margin) in [(near, options.margin), (far, 1)] {
        let Ok(cut) = crop(&q.board, &active, margin) else { continue };
        if last.as_ref() == Some(&cut.board) {
            continue;
        }
        last = Some(cut.board.clone());
        let known =
            asked(cut.board, &q.target, whole.problem.first).and_then(|problem| Known::of(problem, reader, limits));
        why = match known {
            Ok(known) => match whole.lacks(&known) {
                None if known.undecided().is_empty() => return Ok(known),
                None => Rejected::Undecided(known.undecided().len()),
                Some(outside) => Rejected::Differs(outside),
            },
            Err(Rejected::Settled) => Rejected::Differs(Outside::Other),
            Err(why) => why,
        };
    }
    Err(why)
}

/// The crop without chains of which no proof speaks, and without the far ends of the attacker's
/// others, as far as the answer stays.
fn tidied(
    whole: &Known,
    cut: Known,
    reader: &DfPnReader,
    limits: &Limits,
    options: &JudgeOptions,
) -> Result<Known, Rejected> {
    let zone = cut.zone(reader, limits)?;
    let q = &cut.problem.question;
    let board = q.board.clone();
    let needed = zone | board.beside(&zone) | q.target;
    let mut parts: Vec<Points> = board.chains().map(|c| c.stones).filter(|s| !s.meets(&needed)).collect();
    // A wall may be long: what is three steps from all that is spoken of shows nothing.
    let near = board.beside(&needed) | needed;
    let walls = board.chains().filter(|c| c.color == q.attacker() && c.stones.meets(&needed));
    parts.extend(walls.map(|c| c.stones - near).filter(|far| !far.is_empty()));
    let center = middle(&zone);
    // The farthest chains go first.
    parts.sort_by_key(|part| (std::cmp::Reverse(part.first().map(|p| distance(p, center))), *part));
    let mut best: Option<Known> = None;
    let mut may_stand = |less: &Board| {
        let known = asked(less.clone(), &q.target, cut.problem.first).and_then(|p| Known::of(p, reader, limits));
        let stands = known.ok().filter(|k| whole.lacks(k).is_none() && k.check(options).is_ok());
        let is_so = stands.is_some();
        best = stands.or(best.take());
        is_so
    };
    let left = tidy(&board, &parts, options.checks, &mut may_stand);
    Ok(best.filter(|known| known.problem.question.board == left).unwrap_or(cut))
}

fn middle(points: &Points) -> Point {
    let n = points.len().max(1);
    let sum = |along: fn(Point) -> u8| points.iter().map(|p| usize::from(along(p))).sum::<usize>() / n;
    Point::new(sum(|p| p.x) as u8, sum(|p| p.y) as u8)
}

fn distance(p: Point, q: Point) -> u8 {
    p.x.abs_diff(q.x).max(p.y.abs_diff(q.y))
}

/// The last checks: proofs that replay, walls that hold, a kind of life, a grade.
fn finished(
    whole: &Known,
    mut known: Known,
    gone: usize,
    reader: &DfPnReader,
    limits: &Limits,
    options: &JudgeOptions,
) -> Result<Judged, Rejected> {
    known.zone(reader, limits)?;
    let shown = known.found.problem(&known.problem);
    if !wall_holds(&shown.question, reader, options) {
        return Err(Rejected::Wall);
    }
    let living = known.readings().into_iter().find(|(_, first)| *first == Role::Defender);
    let problem = &known.problem;
    let board = board_of(problem, &known.found, Some(known.otherwise), &known.keys, limits, Who::Search);
    if board.is_contrary() {
        return Err(Rejected::Wall);
    }
    let mut gone = gone;
    if let Some(zone) = board.rests_on() {
        let before = stones(&known.problem.question.board);
        known = within(whole, known, &zone, reader, limits, options);
        gone += before - stones(&known.problem.question.board);
    }
    let life = match living {
        Some((read, _)) if read.reading.outcome.class() == Some(Class::Ko) => Life::Ko,
        Some((read, first)) if read.friends.is_empty() => life_of(read.showing(false), first),
        _ => Life::Joined,
    };
    let is_ko = known.found.study.outcome.class() == Some(Class::Ko) || known.otherwise.class() == Some(Class::Ko);
    let want = GradeRequest::new(crate::grade::catalog().clone(), limits.clone());
    let graded = graded(&known.problem, &mut known.found, &want).map_err(|_| Rejected::Ungraded)?;
    Ok(Judged {
        life: if is_ko { Life::Ko } else { life },
        tidied: gone,
        is_granted: false,
        undecided_on_board: whole.undecided().len(),
        plies: known.found.plies(),
        nodes: known.found.nodes(),
        problem: known.problem,
        found: known.found,
        board,
        graded,
    })
}

/// The problem without the chains outside of the zone of its proofs, as far as its other moves fail
/// without them too.
fn within(
    whole: &Known,
    known: Known,
    zone: &Points,
    reader: &DfPnReader,
    limits: &Limits,
    options: &JudgeOptions,
) -> Known {
    let q = &known.problem.question;
    let kept = *zone | q.target;
    let parts: Vec<Points> = q.board.chains().map(|c| c.stones).filter(|s| !s.meets(&kept)).collect();
    if parts.is_empty() {
        return known;
    }
    let (board, target, first) = (q.board.clone(), q.target, known.problem.first);
    let mut last: Option<Known> = None;
    let mut may_stand = |less: &Board| {
        let less = asked(less.clone(), &target, first).and_then(|problem| Known::of(problem, reader, limits));
        let stands = less.ok().filter(|k| whole.lacks(k).is_none() && k.check(options).is_ok());
        let is_so = stands.is_some();
        last = stands.or(last.take());
        is_so
    };
    let parts = in_order(&board, parts);
    let left = tidy(&board, &parts, options.checks, &mut may_stand);
    last.filter(|last| last.problem.question.board == left).unwrap_or(known)
}

/// Chains in an order that is the same in all images of a board.
fn in_order(board: &Board, parts: Vec<Points>) -> Vec<Points> {
    let all = parts.iter().fold(Points::EMPTY, |all, part| all | *part);
    let mut ordered: Vec<Points> = Vec::new();
    for p in board.in_order(&all) {
        if ordered.iter().all(|part| !part.contains(p)) {
            ordered.extend(parts.iter().filter(|part| part.contains(p)));
        }
    }
    ordered
}
