//! Motifs: names for what a puzzle's line shows. They describe; they can't be needed.
//!
//! Each is an exact predicate over the line and the values of the first turns; sources: Sanmill's
//! list of tactical motifs (names only) and the German teaching literature (Zwickmühle,
//! Doppelangriff).

use super::state::{Kernel, State, Step};
use crate::board::{Point, Set, points};
use tesuji_solver::Tier;

/// The line of a puzzle: the solver's turns at even places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Where it starts, the solver to move.
    pub start: State,
    /// The turns of both sides.
    pub steps: Vec<Step>,
}

/// A motif: its name, its words, how hard it is to see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Motif {
    /// The first turn threatens to close mills at two points or more.
    DoubleThreat,
    /// One man closes a mill, goes back and closes another: the double mill (Zwickmühle).
    DoubleMill,
    /// Mills are closed with two turns running, by different ways than a double mill.
    RunningMill,
    /// The first turn takes the point at which the other side would close a mill.
    MillBlock,
    /// The line ends with the other side shut in.
    Immobilisation,
    /// After a turn that takes nothing, the other side has exactly one step.
    Zugzwang,
    /// The other side is let take a man, and the solver reaches his goal nonetheless.
    Sacrifice,
    /// A mill could be closed at once, and every turn that does so is wrong.
    GreedyMillTrap,
    /// The right step closes a mill, and only one man may be taken.
    CaptureChoice,
    /// The first turn closes nothing and threatens nothing.
    QuietMove,
    /// The first turn threatens along two lines that meet in a man.
    RightAngleThreat,
    /// The first turn goes from one ring to another along a spoke.
    RingTransfer,
    /// The first turn takes half the steps of the other side or more.
    MobilitySqueeze,
    /// The first turn opens a closed mill.
    MillOpening,
    /// The first turn flies.
    Flight,
    /// The other side flies.
    AgainstFlying,
}

/// All motifs with their names, words, tiers and points, in order.
pub const MOTIFS: [(Motif, &str, &str, Tier, u32); 16] = [
    (Motif::DoubleThreat, "double-threat", "Double threat", Tier::Easy, 30),
    (Motif::DoubleMill, "double-mill", "Double mill", Tier::Easy, 30),
    (Motif::RunningMill, "running-mill", "Running mill", Tier::Easy, 30),
    (Motif::MillBlock, "mill-block", "Block", Tier::Beginner, 20),
    (Motif::Immobilisation, "immobilisation", "Immobilisation", Tier::Medium, 40),
    (Motif::Zugzwang, "zugzwang", "Zugzwang", Tier::Hard, 50),
    (Motif::Sacrifice, "sacrifice", "Sacrifice", Tier::Hard, 60),
    (Motif::GreedyMillTrap, "greedy-mill-trap", "Greedy mill trap", Tier::Hard, 60),
    (Motif::CaptureChoice, "capture-choice", "Choice of the man to take", Tier::Medium, 40),
    (Motif::QuietMove, "quiet-move", "Quiet move", Tier::Hard, 60),
    (Motif::RightAngleThreat, "right-angle-threat", "Right-angle threat", Tier::Medium, 40),
    (Motif::RingTransfer, "ring-transfer", "Ring transfer", Tier::Easy, 20),
    (Motif::MobilitySqueeze, "mobility-squeeze", "Mobility squeeze", Tier::Medium, 40),
    (Motif::MillOpening, "mill-opening", "Mill opening", Tier::Easy, 20),
    (Motif::Flight, "flight", "Flight", Tier::Easy, 20),
    (Motif::AgainstFlying, "against-flying", "Against flying men", Tier::Medium, 30),
];

impl Motif {
    /// Its name: `double-mill`.
    pub fn name(self) -> &'static str {
        MOTIFS[self as usize].1
    }
}

/// Positions along the line, one more than turns.
fn states(kernel: &Kernel, line: &Line) -> Vec<State> {
    let mut states = vec![line.start];
    for step in &line.steps {
        let last = states[states.len() - 1];
        states.push(kernel.play(&last, *step));
    }
    states
}

/// Mills that the solver could close if the other side passed; `after` has the other side to move.
fn threats(kernel: &Kernel, after: &State) -> Set {
    kernel.closing_points(&after.passed())
}

/// Lines of two men and one empty point at which the side closes a mill, for each of these points.
fn open_lines(kernel: &Kernel, men: Set, at: Set) -> Vec<Set> {
    let mut lines = Vec::new();
    for p in points(at) {
        lines.extend(kernel.board.partners[p.index()].iter().filter(|&&rest| rest != 0 && men & rest == rest));
    }
    lines
}

/// The motifs of a line, in order. `right` are the turns at the start that reach the goal.
pub fn motifs(kernel: &Kernel, line: &Line, right: &[Step]) -> Vec<Motif> {
    let Some(&key) = line.steps.first() else { return Vec::new() };
    let states = states(kernel, line);
    let (start, after) = (&states[0], &states[1]);
    let solver: Vec<Step> = line.steps.iter().step_by(2).copied().collect();
    let threat = if key.takes.is_none() { threats(kernel, after) } else { 0 };
    let legal = kernel.all_turns(start);
    let shows = |motif: Motif| match motif {
        Motif::DoubleThreat => threat.count_ones() >= 2,
        Motif::DoubleMill => solver.windows(2).any(|w| swings(&w[0], &w[1])),
        Motif::RunningMill => {
            solver.windows(2).any(|w| w[0].takes.is_some() && w[1].takes.is_some() && !swings(&w[0], &w[1]))
        }
        Motif::MillBlock => kernel.closing_points(&start.passed()) & key.to.bit() != 0,
        Motif::Immobilisation => {
            let last = &states[states.len() - 1];
            line.steps.len() % 2 == 1 && last.own_total() >= 3 && kernel.blocked(last)
        }
        Motif::Zugzwang => (0..line.steps.len()).step_by(2).any(|i| {
            line.steps[i].takes.is_none() && !kernel.lost(&states[i + 1]) && kernel.mobility(&states[i + 1]) == 1
        }),
        Motif::Sacrifice => {
            line.steps.len() % 2 == 1 && line.steps.iter().skip(1).step_by(2).any(|s| s.takes.is_some())
        }
        Motif::GreedyMillTrap => {
            key.takes.is_none() && legal.iter().any(|s| s.takes.is_some()) && !right.iter().any(|s| s.takes.is_some())
        }
        Motif::CaptureChoice => {
            let same: Vec<_> = legal.iter().filter(|s| s.same_man(&key)).collect();
            key.takes.is_some() && same.len() > 1 && same.iter().filter(|s| right.contains(s)).count() == 1
        }
        Motif::QuietMove => key.takes.is_none() && threat == 0 && !kernel.lost(after),
        Motif::RightAngleThreat => {
            let lines = open_lines(kernel, after.enemy, threat);
            let both = |a: &Set, b: &Set| a & b != 0 && a != b;
            lines.iter().enumerate().any(|(i, a)| lines[i + 1..].iter().any(|b| both(a, b)))
        }
        Motif::RingTransfer => {
            key.from.is_some_and(|f| f.index() % 8 == key.to.index() % 8 && f.index() / 8 != key.to.index() / 8)
        }
        Motif::MobilitySqueeze => {
            let (before, now) = (kernel.mobility(&start.passed()), kernel.mobility(after));
            !kernel.flies(&start.passed())
                && !start.placing()
                && key.takes.is_none()
                && before >= now + 2
                && now * 2 <= before
        }
        Motif::MillOpening => key.from.is_some_and(|f| kernel.board.closes(start.own & !f.bit(), f)),
        Motif::Flight => key.from.is_some_and(|f| kernel.board.neighbours[f.index()] & key.to.bit() == 0),
        Motif::AgainstFlying => !start.placing() && kernel.flies(&start.passed()) && !kernel.flies(start),
    };
    MOTIFS.iter().map(|m| m.0).filter(|m| shows(*m)).collect()
}

/// Does the second turn take the man of the first straight back, both closing mills?
fn swings(first: &Step, second: &Step) -> bool {
    let back = |a: Option<Point>, b: Point| a == Some(b);
    first.takes.is_some() && second.takes.is_some() && back(second.from, first.to) && back(first.from, second.to)
}
