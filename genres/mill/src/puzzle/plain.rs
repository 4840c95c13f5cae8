//! The reference: plain search without tables, memory or order, for checking.

use super::judge::MOST_TURNS;
use super::question::Question;
use super::state::{Kernel, State, Step};
use crate::exchange::Category;
use tesuji_solver::{Clock, Limits, Stop};

/// The result of plain search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    /// The right turns.
    pub keys: Vec<Step>,
    /// For the best move of a won position: the right turns that win soonest, and in how many
    /// turns.
    pub soonest: Option<(Vec<Step>, u32)>,
    /// `Exhausted`: the keys are these. Else the limit that ended the search; the keys are not
    /// known then.
    pub stop: Stop,
    /// Positions visited.
    pub nodes: u64,
}

/// Deepest search, in plies.
const DEEPEST: u32 = 60;

/// The proved value of a turn for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proved {
    /// It wins, in this number of plies after it.
    Wins(u32),
    /// It loses, in this number of plies after it.
    Loses(u32),
}

/// The best turns; where they win, those that win soonest and in how many turns.
type Best = (Vec<Step>, Option<(Vec<Step>, u32)>);

/// A turn with what is proved of it.
type Told = (Step, Option<Proved>);

struct Search<'a> {
    kernel: &'a Kernel,
    clock: Clock,
    nodes: u64,
}

impl Search<'_> {
    fn visit(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        self.clock.check(self.nodes).map_or(Ok(()), Err)
    }

    /// Does the side to move win within `plies` plies?
    fn wins(&mut self, at: &State, plies: u32) -> Result<bool, Stop> {
        self.visit()?;
        if plies == 0 || self.kernel.lost(at) {
            return Ok(false);
        }
        for step in self.kernel.all_turns(at) {
            if self.loses(&self.kernel.play(at, step), plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does the side to move lose within `plies` plies?
    fn loses(&mut self, at: &State, plies: u32) -> Result<bool, Stop> {
        self.visit()?;
        if self.kernel.lost(at) {
            return Ok(true);
        }
        if plies == 0 {
            return Ok(false);
        }
        for step in self.kernel.all_turns(at) {
            if !self.wins(&self.kernel.play(at, step), plies - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does the solver take `want` men within `turns`? `solver`: he is to move.
    fn takes(&mut self, at: &State, want: u8, turns: u8, solver: bool) -> Result<bool, Stop> {
        self.visit()?;
        if want == 0 {
            return Ok(true);
        }
        if turns == 0 || self.kernel.lost(at) {
            return Ok(false);
        }
        for step in self.kernel.all_turns(at) {
            let next = self.kernel.play(at, step);
            let left = want - u8::from(solver && step.takes.is_some());
            if self.takes(&next, left, turns - u8::from(solver), !solver)? == solver {
                return Ok(solver);
            }
        }
        Ok(!solver)
    }

    fn quickest(&mut self, at: &State) -> Result<Vec<Step>, Stop> {
        let turns = self.kernel.all_turns(at);
        let mut lasting: Vec<Step> = turns.clone();
        for plies in 0..DEEPEST {
            let mut keys = Vec::new();
            for &step in &turns {
                if self.loses(&self.kernel.play(at, step), plies)? {
                    keys.push(step);
                }
            }
            if !keys.is_empty() {
                return Ok(keys);
            }
            let mut longer = Vec::new();
            for &step in &lasting {
                if !self.wins(&self.kernel.play(at, step), plies)? {
                    longer.push(step);
                }
            }
            if longer.is_empty() {
                return Ok(lasting);
            }
            lasting = longer;
        }
        Err(Stop::Nodes)
    }

    /// Looks deeper and deeper until enough is proved of the turns.
    fn proved(&mut self, at: &State, enough: impl Fn(&[Told]) -> bool) -> Result<Vec<Told>, Stop> {
        let mut turns: Vec<Told> = self.kernel.all_turns(at).into_iter().map(|step| (step, None)).collect();
        for plies in 0..DEEPEST {
            for (step, known) in turns.iter_mut().filter(|t| t.1.is_none()) {
                let next = self.kernel.play(at, *step);
                if self.loses(&next, plies)? {
                    *known = Some(Proved::Wins(plies));
                } else if self.wins(&next, plies)? {
                    *known = Some(Proved::Loses(plies));
                }
            }
            if enough(&turns) {
                return Ok(turns);
            }
        }
        Err(Stop::Nodes)
    }

    /// The best turns: all that win, at any speed; where all lose, those that none outlasts by two
    /// turns.
    fn best(&mut self, at: &State) -> Result<Best, Stop> {
        let turns = self.proved(at, |turns| turns.iter().all(|t| t.1.is_some()))?;
        let wins: Vec<(Step, u32)> =
            turns.iter().filter_map(|t| if let Some(Proved::Wins(n)) = t.1 { Some((t.0, n)) } else { None }).collect();
        if let Some(least) = wins.iter().map(|w| w.1).min() {
            let soonest = wins.iter().filter(|w| w.1 == least).map(|w| w.0).collect();
            // The winner's turns: this one, and one for each two plies after it.
            return Ok((wins.iter().map(|w| w.0).collect(), Some((soonest, 1 + least / 2))));
        }
        let plies = |t: &Told| if let Some(Proved::Loses(n)) = t.1 { n } else { 0 };
        let longest = turns.iter().map(plies).max().unwrap_or(0);
        Ok((turns.iter().filter(|t| longest - plies(t) < 4).map(|t| t.0).collect(), None))
    }

    /// The turns that stop a mill and win: what a defence asks for where the position is won. That
    /// one is drawn is not proved by looking ahead.
    fn defences(&mut self, at: &State) -> Result<Vec<Step>, Stop> {
        let kernel = self.kernel;
        let mills = |at: &State| !kernel.lost(at) && kernel.all_turns(at).iter().any(|s| s.takes.is_some());
        let stops = |step: &Step| !mills(&kernel.play(at, *step));
        let won = |t: &Told| matches!(t.1, Some(Proved::Wins(_)));
        let turns = self.proved(at, |turns| {
            let settled = |t: &Told| t.1.is_some() || !stops(&t.0);
            turns.iter().all(|t| t.1.is_some()) || turns.iter().any(won) && turns.iter().all(settled)
        })?;
        let threatened = mills(&at.passed());
        Ok(turns.iter().filter(|t| threatened && won(t) && stops(&t.0)).map(|t| t.0).collect())
    }
}

/// The right turns by plain search: the quickest wins, or the longest defences of a lost position;
/// the quickest ways to a mill or to captures; best moves and defences as they are defined, where
/// looking ahead proves each. A draw takes more than that: there the limit ends it.
pub fn plain_keys(question: &Question, kernel: &Kernel, limits: &Limits) -> Plain {
    let mut search = Search { kernel, clock: limits.start(), nodes: 0 };
    let at = &question.state;
    let goal = |search: &mut Search<'_>, want: u8| {
        for turns in 1..=MOST_TURNS {
            let mut keys = Vec::new();
            for step in kernel.all_turns(at) {
                let left = want - u8::from(step.takes.is_some());
                if search.takes(&kernel.play(at, step), left, turns - 1, false)? {
                    keys.push(step);
                }
            }
            if !keys.is_empty() {
                return Ok(keys);
            }
        }
        Ok(Vec::new())
    };
    let alone = |keys: Vec<Step>| (keys, None);
    let found = match question.category {
        Category::FormMill => goal(&mut search, 1).map(alone),
        Category::CapturePieces => goal(&mut search, question.captures).map(alone),
        Category::Defend => search.defences(at).map(alone),
        Category::FindBestMove => search.best(at),
        _ => search.quickest(at).map(alone),
    };
    let ((keys, soonest), stop) = match found {
        Ok(found) => (found, Stop::Exhausted),
        Err(stop) => ((Vec::new(), None), stop),
    };
    Plain { keys, soonest, stop, nodes: search.nodes }
}
