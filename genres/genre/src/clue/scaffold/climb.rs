//! One candidate: a reduced puzzle, and from there a walk over clue sets of the same completion
//! towards the target.
//!
//! A puzzle that is too hard gets clues back until it is as hard as asked, or too easy: the number
//! is found by halving. One that is too easy trades clues: some are given back, others go, and the
//! result is kept when it is no easier, and no farther from needing what must be needed (`judge.rs`
//! says how near).

use super::board::{BoardPlan, Boards};
use super::judge::{self, Judged, Run as Ended};
use super::narrow::{Tools, Unsolved};
use super::quick::{Compiled, Quick};
use super::reduce::Scaffold;
use super::words::WordBoard;
use super::{Run, Workshop};
use crate::clue::adapter::puzzle_of;
use crate::clue::genre::{Arrangement, ClueGenre, Clued, Clues};
use crate::clue::option;
use crate::random::{pick, shuffle};
use crate::recipe::Tried;
use crate::{ClueView, GradeInfo, Source};
use rand_chacha::ChaCha8Rng;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use tesuji_solver::tabled::Tables;
use tesuji_solver::techniques::steps::Memo;
use tesuji_solver::{Limits, Tier, Value};

/// Search nodes of one completion.
const COMPLETION_NODES: u64 = 1_000_000;
/// Trades before the walk starts over with another completion.
const TRADES: usize = 24;
/// At least one in so many variables of a puzzle has no value from the start.
const LEAST_OPEN: usize = 3;
/// One candidate in so many is compared: a search and the standard grader judge its puzzles, too.
const COMPARED: u64 = if cfg!(debug_assertions) { 4 } else { 16 };
/// Nodes of the search for other solutions of a compared puzzle.
const COMPARED_NODES: u64 = 1_000;
/// The reason to reject a puzzle of which fast runs and the standard grader don't say the same.
const DIFFERS: &str = "the standard grader says otherwise";
/// The reason to reject a puzzle that leaves a solver too little to do.
const TOO_LITTLE: &str = "too little is left to solve";
/// Reasons to reject a completion with all its clues: a search found several solutions (or gave
/// up), …
const SEVERAL: &str = "all clues leave several solutions";
/// … or the techniques of the tier don't solve it, and no search looked further.
const TOO_HARD: &str = "too hard for the tier, or several solutions";
/// Search nodes of a solution where nothing is put on places.
const ANY_NODES: u64 = 20_000;

/// The arrangement, tables and checks that go with a candidate.
struct Lot<G: ClueGenre> {
    arrangement: Arrangement,
    memo: Rc<RefCell<Memo>>,
    tables: Rc<RefCell<Tables>>,
    boards: RefCell<Option<Boards<G>>>,
    words: RefCell<Option<Arc<WordBoard<G>>>>,
    /// Are its puzzles compared with the standard grader and an exact search?
    is_compared: bool,
    /// Did the run before the network stall, so that the puzzle is too hard?
    is_too_hard: Cell<bool>,
    /// Is the puzzle repaired even if it is too hard?
    is_always_repaired: bool,
}

impl<G: ClueGenre> Run<'_, G> {
    /// Candidate `index`: a pure function of the request and the index, unless the time is up.
    pub(super) fn candidate(&self, index: u64) -> Tried {
        let mut tried = Tried::default();
        if self.clock.expired().is_some() {
            tried.cut = true;
            return tried;
        }
        let mut rng = self.streams.candidate(index);
        let (structure, at_once) = match self.genre.drawn(self.size, self.want, &mut rng) {
            Some((structure, solution)) => (Arc::new(structure), Some(solution)),
            None => match self.genre.structure(self.size, self.want, &mut rng) {
                Ok(structure) => (Arc::new(structure), None),
                Err(bad) => return rejected(tried, format!("structure: {}", bad.what)),
            },
        };
        let arrangement = self.genre.arrangement(&structure, self.shape, &mut rng);
        let style = self.shape.style;
        let drawn = match at_once.or_else(|| self.genre.completion(&structure, style, &mut rng)) {
            Some(solution) => Some(solution),
            None => {
                let Ok(bare) = self.genre.layout(&structure, &Clues::new()) else {
                    return rejected(tried, "structure");
                };
                // Where nothing is put on places any solution will do: the structure is the puzzle.
                if self.genre.places(&structure).is_empty() {
                    let limits = Limits::solutions(1).with_nodes(ANY_NODES).with_time(self.clock.remaining());
                    bare.solve(bare.network.domains(), &limits).solutions.pop()
                } else {
                    bare.random_solution(bare.network.domains(), &mut rng, COMPLETION_NODES, self.clock)
                }
            }
        };
        let Some(solution) = drawn else {
            tried.cut = self.clock.expired().is_some();
            return rejected(tried, "no completion");
        };
        let structure = match self.genre.grow(&structure, &solution, &mut rng) {
            Some(grown) => Arc::new(grown),
            None => structure,
        };
        let full = self.genre.derive_clues(&structure, &solution, style, &mut rng);
        let drawn = Clued { structure, clues: full };
        let (Clued { structure, clues: full }, solution) = match self.settled(&drawn, &solution, &mut rng) {
            // A longer run would have changed the puzzle further, so this one is not given out.
            Some(_) if self.clock.expired().is_some() => {
                tried.cut = true;
                return rejected(tried, "out of time");
            }
            Some(settled) => settled,
            None => (drawn, solution),
        };
        let Workshop { memo, tables, boards, words } =
            self.shops.lock().map(|mut free| free.pop()).ok().flatten().unwrap_or_default();
        let with = Lot {
            arrangement,
            memo: Rc::new(RefCell::new(memo)),
            tables: Rc::new(RefCell::new(tables)),
            boards: RefCell::new(boards),
            words: RefCell::new(words),
            is_compared: index.is_multiple_of(COMPARED),
            is_too_hard: Cell::new(false),
            is_always_repaired: self.genre.repaired_one_in().is_none_or(|n| index.is_multiple_of(n)),
        };
        let made = self.made((structure, full, solution), &with, &mut tried, &mut rng);
        let Lot { memo, tables, boards, words, .. } = with;
        if let (Some(memo), Some(tables), Ok(mut free)) =
            (Rc::into_inner(memo), Rc::into_inner(tables), self.shops.lock())
        {
            let (memo, tables) = (memo.into_inner(), tables.into_inner());
            free.push(Workshop { memo, tables, boards: boards.into_inner(), words: words.into_inner() });
        }
        if let Err(reason) = made {
            tried.cut |= self.clock.expired().is_some();
            return rejected(tried, reason);
        }
        tried
    }

    /// Walks from a completion, and if that leads nowhere from the same repaired.
    fn made(
        &self,
        (structure, full, solution): (Arc<G::Structure>, Clues<G::Clue>, Vec<Value>),
        with: &Lot<G>,
        tried: &mut Tried,
        rng: &mut ChaCha8Rng,
    ) -> Result<(), &'static str> {
        let Err(reason) = self.grow((Arc::clone(&structure), full.clone()), &solution, with, tried, rng) else {
            return Ok(());
        };
        let whole = Clued { structure, clues: full };
        let is_repaired =
            self.genre.repaired_one_in().is_some() && (with.is_always_repaired || !with.is_too_hard.get());
        let repaired = if is_repaired { self.repaired(whole, solution, rng) } else { None };
        let Some((whole, only)) = repaired else { return Err(reason) };
        self.grow((whole.structure, whole.clues), &only, with, tried, rng)
    }

    /// Walks from a completion with all its clues.
    ///
    /// # Errors
    /// Why nothing can come of these clues.
    fn grow(
        &self,
        (structure, full): (Arc<G::Structure>, Clues<G::Clue>),
        solution: &[Value],
        with: &Lot<G>,
        tried: &mut Tried,
        rng: &mut ChaCha8Rng,
    ) -> Result<(), &'static str> {
        let arrangement = with.arrangement;
        let floor = self.shape.floor(full.len()).max(*self.shape.clues.start());
        // Where all clues stay there is nothing to look for.
        let is_optional = self.genre.clues_are_optional() && floor < full.len();
        // Where clues stay and puzzles aren't changed, one that leaves too little needs no network.
        let open = if is_optional { None } else { self.genre.open_variables(&structure, &full) };
        if self.genre.repaired_one_in().is_none() && open.is_some_and(|open| !self.is_open_enough(open)) {
            tried.count += 1;
            tried.reject(TOO_LITTLE);
            return Ok(());
        }
        let is_laddered = self.target.is_laddered() && !self.shape.minimal;
        let is_planned = is_laddered && is_optional;
        let within = self.target.ceiling().unwrap_or(Tier::Medium).min(Tier::Medium);
        let mut known = None;
        if is_laddered && !is_optional && self.target.lacking().next().is_none() {
            known = self.first_look((&*structure, &full), solution, within);
            let run = known.as_ref().and_then(|look| look.run.as_ref());
            let is_hard = self.target.ceiling().is_some() && run.is_some_and(|run| !run.solved);
            with.is_too_hard.set(is_hard);
            let run = run.filter(|_| !with.is_compared);
            if let Some(run) = run.filter(|_| self.shape.clues.contains(&full.len())) {
                match self.target.judge_run(run, within) {
                    Some(Judged::Harder { .. }) => return Err(TOO_HARD),
                    Some(Judged::Easier { why, .. }) => {
                        tried.count += 1;
                        tried.reject(why);
                        return Ok(());
                    }
                    _ => {}
                }
            }
        }
        let words = || Some(Compiled::Words(self.word_board(&mut with.words.borrow_mut(), (&structure, &full))?));
        let board = || Some(Compiled::Tabled(self.board((&structure, &full), with)?));
        let board = if is_planned { words().or_else(board) } else { None };
        let quick = board
            .as_ref()
            .and_then(|board| Quick::new(self.genre, board, (&structure, &full, solution), &with.tables, self.clock));
        let scaffold = Scaffold::new(self.genre, structure, full, solution, (self.shape, arrangement));
        let mut kept = vec![true; scaffold.orbits.len()];
        let mut tools = OnceCell::new();
        let is_judged = !(self.want.ungraded && is_optional);
        if quick.is_none() && is_judged && (known.is_none() || with.is_compared) {
            tools.get_or_init(|| self.tools(&scaffold, &with.memo));
        }
        // What techniques solve has one solution. Where clues may go they are brought in one by
        // one.
        let ladder = quick.is_some();
        let is_solved = match tools.get_mut().and_then(Option::as_mut) {
            _ if is_optional => ladder,
            Some(tools) if is_laddered => tools.solves_in_steps(within),
            Some(tools) => tools.solves(within),
            None => known.as_ref().and_then(|look| look.run.as_ref()).is_some_and(|run| run.solved),
        };
        // A compared candidate was also run by a sweep, which must have taken the same steps.
        if let (Some(known), Some(Some(tools))) = (&known, tools.get())
            && !tools.ran_as(known.run.as_ref())
        {
            tried.count += 1;
            tried.reject(DIFFERS);
            return Ok(());
        }
        // A puzzle that the techniques of the tier don't solve is too hard.
        let is_told = ladder || known.is_some() || is_laddered && !is_optional && matches!(tools.get(), Some(Some(_)));
        let is_easy = is_told && self.target.ceiling().is_some();
        if !is_solved {
            if is_easy {
                return Err(TOO_HARD);
            }
            scaffold.unique(&kept, self.clock).then_some(()).ok_or(SEVERAL)?;
        }
        let is_searched = is_solved;
        let is_compared = with.is_compared;
        let scaffold = &scaffold;
        let memo = &with.memo;
        let mut walk = Walk {
            run: self,
            scaffold,
            solution,
            tried,
            floor,
            is_optional,
            quick,
            open,
            known: known.and_then(|look| look.run).map(|run| (within, run)),
            tools,
            memo,
            is_searched,
            is_compared,
        };
        if ladder {
            match walk.ladder(self.target.ceiling(), rng) {
                Ok(found) => {
                    if let Some(found) = found {
                        let (kept, info) = walk.dress(found, arrangement.clues, rng);
                        let record = self.record(scaffold, &kept, info, solution);
                        walk.tried.records.push(record);
                    }
                    return Ok(());
                }
                Err(Unsolved) if is_easy => return Err(TOO_HARD),
                Err(Unsolved) if !scaffold.unique(&kept, self.clock) => return Err(SEVERAL),
                Err(Unsolved) => (walk.is_searched, walk.quick) = (false, None),
            }
        }
        if is_optional && !walk.reduce(&mut kept, &[], rng) {
            walk.tried.cut = true;
            return Ok(());
        }
        if let Some(found) = walk.climb(kept, rng) {
            let (kept, info) = walk.dress(found, arrangement.clues, rng);
            let record = self.record(scaffold, &kept, info, solution);
            walk.tried.records.push(record);
        }
        Ok(())
    }

    /// Does the request itself say how many clues stay?
    fn wants_clues(&self) -> bool {
        self.shape.density > 0.0 || *self.shape.clues.start() > 0
    }

    /// Has a solver something to do where so many variables of all are open?
    fn is_open_enough(&self, (open, all): (usize, usize)) -> bool {
        self.wants_clues() || open * LEAST_OPEN >= all
    }

    /// Techniques without words, where they say all.
    fn tools<'s>(&self, scaffold: &'s Scaffold<'_, G>, memo: &Rc<RefCell<Memo>>) -> Option<Tools<'s>> {
        let whole = scaffold.whole().filter(|_| self.target.is_silent())?;
        Tools::new(whole, self.target, memo, self.clock)
    }

    /// The plan of a candidate's board, with all of its clues.
    fn board(
        &self,
        (structure, full): (&Arc<G::Structure>, &Clues<G::Clue>),
        with: &Lot<G>,
    ) -> Option<Arc<BoardPlan<G>>> {
        if !self.want.forms.and(self.genre.info().forms_at(self.want.tier)).tables {
            return None;
        }
        let (mut held, mut tables) = (with.boards.borrow_mut(), with.tables.borrow_mut());
        let most = self.target.ceiling().unwrap_or(Tier::Medium);
        Boards::plan(&mut held, self.genre, (structure, full), (&self.target.allowed, most), &mut tables)
    }

    fn record(&self, scaffold: &Scaffold<'_, G>, kept: &[bool], info: GradeInfo, solution: &[Value]) -> crate::Record {
        let puzzle = scaffold.puzzle(kept);
        let mut record = puzzle_of(self.genre, &puzzle).record();
        record.solution = Some(self.genre.solution(&puzzle, solution));
        record.grade = (!self.want.ungraded).then_some(info);
        let options = option::named(self.genre.info().options, &self.want.set);
        let (tool, seed) = (Some(crate::recipe::tool()), Some(self.want.seed));
        record.source = Some(Source { tool, seed, options, ..Source::default() });
        record
    }
}

fn rejected(mut tried: Tried, reason: impl Into<String>) -> Tried {
    tried.count += 1;
    tried.reject(reason);
    tried
}

pub(super) struct Walk<'w, 'r, 'n, G: ClueGenre> {
    pub(super) run: &'w Run<'r, G>,
    pub(super) scaffold: &'w Scaffold<'w, G>,
    solution: &'w [Value],
    pub(super) tried: &'w mut Tried,
    pub(super) floor: usize,
    pub(super) is_optional: bool,
    /// Techniques up to medium on the plan of the board.
    pub(super) quick: Option<Quick<'n>>,
    /// The run with all clues before there was a network, and the tier of its techniques.
    known: Option<(Tier, Ended)>,
    /// How many variables the clues together leave open, and how many there are, if that is known.
    open: Option<(usize, usize)>,
    /// Techniques without words, made when first asked.
    tools: OnceCell<Option<Tools<'w>>>,
    memo: &'w Rc<RefCell<Memo>>,
    /// Is it for a search to say that a puzzle has one solution, where techniques don't?
    is_searched: bool,
    /// Are puzzles that techniques solve searched, too, and graded once more?
    is_compared: bool,
}

/// A puzzle's place on the walk.
pub(super) enum Step {
    Fit(Box<GradeInfo>),
    /// How near the techniques that must be needed are, and how hard it is.
    Easier(u32, u64),
    Harder(u32),
    /// Out of the range of clues, or not minimal though that is asked.
    Wrong,
}

impl<G: ClueGenre> Walk<'_, '_, '_, G> {
    /// Takes orbits away, those of `last` last. `false` when the time is up.
    fn reduce(&mut self, kept: &mut [bool], last: &[usize], rng: &mut ChaCha8Rng) -> bool {
        self.scaffold.reduce(kept, (self.floor, self.run.target.is_easy()), last, rng, self.run.clock)
    }

    fn judge_silently(&mut self, kept: &[bool]) -> Option<Judged> {
        let is_kept = self.scaffold.is_kept(kept);
        let target = self.run.target;
        if let Some(judged) = self.quick.as_mut().and_then(|quick| quick.judge(target, &is_kept)) {
            return Some(judged);
        }
        if let Some((within, run)) = self.known.take()
            && let Some(judged) = target.judge_run(&run, within)
        {
            return Some(judged);
        }
        self.tools.get_or_init(|| self.run.tools(self.scaffold, self.memo));
        let tools = self.tools.get_mut()?.as_mut()?;
        let judged = tools.puzzle(&is_kept).map(|puzzle| target.judge_silently(puzzle));
        Some(judged.unwrap_or_else(|| Judged::Harder { near: 0, why: "no solution".to_string() }))
    }

    fn judge(&mut self, kept: &[bool]) -> Judged {
        if self.run.want.ungraded && self.is_optional && self.quick.is_none() {
            // Clues went only as long as a search proved one solution.
            let differs = self.is_compared && self.scaffold.has_other(kept, COMPARED_NODES, self.run.clock);
            return match differs {
                false => Judged::Fit(Box::default()),
                true => Judged::Harder { near: 0, why: DIFFERS.to_string() },
            };
        }
        let Some(judged) = self.judge_silently(kept) else {
            return match self.scaffold.start(kept) {
                Ok((layout, domains, given)) => {
                    let (target, clock) = (self.run.target, self.run.clock);
                    target.judge(&layout, (domains, given), self.solution, clock)
                }
                Err(bad) => Judged::Harder { near: 0, why: bad.what },
            };
        };
        if let Judged::Fit(info) = &judged {
            // Puzzles that techniques solve have one solution; a search confirms some of them.
            let clock = self.run.clock;
            if info.solved && self.is_compared && self.scaffold.has_other(kept, COMPARED_NODES, clock) {
                return Judged::Harder { near: 0, why: DIFFERS.to_string() };
            }
            if !info.solved && self.is_searched && !self.scaffold.unique(kept, clock) {
                return Judged::Harder { near: 0, why: "several solutions".to_string() };
            }
        }
        match judged {
            Judged::Fit(info) if self.is_compared && !self.is_graded_alike(kept, &info) => {
                Judged::Harder { near: 0, why: DIFFERS.to_string() }
            }
            Judged::Fit(info) => self.with_needs(kept, *info),
            other => other,
        }
    }

    /// Does the standard grader, step by step on the puzzle's own network, say the same of a
    /// puzzle?
    fn is_graded_alike(&self, kept: &[bool], info: &GradeInfo) -> bool {
        if !info.solved {
            return true;
        }
        let Ok((layout, domains, given)) = self.scaffold.start(kept) else { return false };
        let (network, names) = (Arc::clone(&layout.network), Arc::clone(&layout.names));
        let view = ClueView { network, domains, given, names };
        let Ok(start) = view.store(None) else { return false };
        let target = self.run.target;
        let within = target.ceiling().map_or_else(|| target.allowed.clone(), |tier| target.allowed.up_to(tier));
        let told = judge::graded(start.with_solution(self.solution), &within, self.run.clock);
        self.run.clock.expired().is_some()
            || told.is_some_and(|told| told.tier == info.tier && told.points == info.points && told.solved)
    }

    /// The verdict on a puzzle that is as asked but for what it needs, by techniques with words.
    fn with_needs(&self, kept: &[bool], info: GradeInfo) -> Judged {
        if self.run.target.lacking().next().is_none() {
            return Judged::Fit(Box::new(info));
        }
        let judged = self.scaffold.start(kept).and_then(|(layout, domains, given)| {
            let (network, names) = (Arc::clone(&layout.network), Arc::clone(&layout.names));
            let view = ClueView { network, domains, given, names };
            let start = view.store(None)?.with_solution(self.solution);
            Ok(self.run.target.with_needs(&start, info, self.run.clock))
        });
        match judged {
            Ok(Some(judged)) => judged,
            Ok(None) => Judged::Harder { near: 0, why: "no solution".to_string() },
            Err(bad) => Judged::Harder { near: 0, why: bad.what },
        }
    }

    pub(super) fn look(&mut self, kept: &[bool]) -> Step {
        self.tried.count += 1;
        let clues = self.scaffold.clues(kept);
        if !self.run.shape.clues.contains(&clues) {
            self.tried.reject("number of clues");
            return Step::Wrong;
        }
        let judged = self.judge(kept);
        if self.run.clock.expired().is_some() {
            self.tried.cut = true;
            self.tried.reject("out of time");
            return Step::Wrong;
        }
        match judged {
            Judged::Fit(_) if !self.leaves_enough_open(kept) => {
                self.tried.reject(TOO_LITTLE);
                Step::Wrong
            }
            Judged::Fit(info) => {
                let minimal =
                    if self.run.shape.minimal { self.scaffold.is_minimal(kept, self.run.clock) } else { Some(true) };
                match minimal {
                    Some(true) => return Step::Fit(info),
                    Some(false) => self.tried.reject("not minimal"),
                    None if self.run.clock.expired().is_some() => self.tried.cut = true,
                    None => self.tried.reject("of some clue it is not known whether it can be left out"),
                }
                Step::Wrong
            }
            Judged::Easier { near, hardness, why } => {
                self.tried.reject(why);
                Step::Easier(near, hardness)
            }
            Judged::Harder { near, why } => {
                self.tried.reject(why);
                Step::Harder(near)
            }
        }
    }

    /// Has a solver something to do, unless the request itself wants the clues?
    fn leaves_enough_open(&self, kept: &[bool]) -> bool {
        if self.run.wants_clues() {
            return true;
        }
        if let Some(open) = self.open {
            return self.run.is_open_enough(open);
        }
        if let Some(quick) = &self.quick {
            return self.run.is_open_enough(quick.open(&self.scaffold.is_kept(kept)));
        }
        self.scaffold
            .start(kept)
            .is_ok_and(|(_, domains, given)| self.run.is_open_enough((domains.len() - given.len(), domains.len())))
    }

    fn climb(&mut self, kept: Vec<bool>, rng: &mut ChaCha8Rng) -> Option<(Vec<bool>, GradeInfo)> {
        let mut at = kept;
        let mut height = match self.look(&at) {
            Step::Fit(info) => return Some((at, *info)),
            Step::Harder(near) => match self.soften(&at, near, rng) {
                Some(found) => return Some(found),
                None => (near, u64::MAX),
            },
            Step::Easier(near, hardness) => (near, hardness),
            Step::Wrong => (0, 0),
        };
        if self.run.target.is_any() || !self.is_optional {
            return None;
        }
        let mut left = TRADES;
        while left > 0 {
            left -= 1;
            if self.run.clock.expired().is_some() {
                self.tried.cut = true;
                return None;
            }
            let mut next = at.clone();
            let mut out: Vec<usize> = (0..next.len()).filter(|i| !next[*i]).collect();
            shuffle(&mut out, rng);
            out.truncate(1 + pick(rng, 4));
            for &i in &out {
                next[i] = true;
            }
            if !self.reduce(&mut next, &out, rng) {
                self.tried.cut = true;
                return None;
            }
            let got = match self.look(&next) {
                Step::Fit(info) => return Some((next, *info)),
                Step::Harder(near) => match self.soften(&next, near, rng) {
                    Some(found) => return Some(found),
                    None => (near, u64::MAX),
                },
                Step::Easier(near, hardness) => (near, hardness),
                Step::Wrong => continue,
            };
            if got.0 > height.0 {
                left = TRADES;
            }
            if got >= height {
                (at, height) = (next, got);
            }
        }
        None
    }

    /// Gives clues back in a drawn order until a puzzle that is too hard fits; the number is found
    /// by halving.
    fn soften(&mut self, kept: &[bool], near: u32, rng: &mut ChaCha8Rng) -> Option<(Vec<bool>, GradeInfo)> {
        if self.run.shape.minimal {
            return None;
        }
        let mut out: Vec<usize> = (0..kept.len()).filter(|i| !kept[*i]).collect();
        shuffle(&mut out, rng);
        if self.nearest(near) {
            return self.fill(kept.to_vec(), &out);
        }
        let (mut low, mut high) = (0, out.len() + 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let mut next = kept.to_vec();
            for &i in &out[..middle] {
                next[i] = true;
            }
            match self.look(&next) {
                Step::Fit(info) => return Some((next, *info)),
                Step::Harder(near) if self.nearest(near) => return self.fill(next, &out[middle..]),
                Step::Harder(_) => low = middle,
                Step::Easier(..) | Step::Wrong => high = middle,
            }
        }
        None
    }

    fn nearest(&self, near: u32) -> bool {
        near > 0 && near == self.run.target.nearest()
    }

    /// The techniques that must be needed find something where all others stall, but the puzzle is
    /// too hard: clues are given back one by one, those without which all this would no longer hold
    /// left out.
    fn fill(&mut self, mut kept: Vec<bool>, out: &[usize]) -> Option<(Vec<bool>, GradeInfo)> {
        for &i in out {
            if self.run.clock.expired().is_some() {
                self.tried.cut = true;
                return None;
            }
            kept[i] = true;
            match self.look(&kept) {
                Step::Fit(info) => return Some((kept, *info)),
                Step::Harder(near) if self.nearest(near) => {}
                _ => kept[i] = false,
            }
        }
        None
    }
}
