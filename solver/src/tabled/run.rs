//! A run of a plan's techniques.

use super::plan::{Plan, Site};
use super::state::State;
use super::tables::Tables;
use crate::grade::Swept;
use crate::techniques::steps::Ground;
use crate::{Clock, Conflict, Domain, RuleId, Tier, Value, Var};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// A run of a plan's techniques, which takes the steps of a [`Sweep`](crate::grade::Sweep).
pub struct TabledRun<'p> {
    plan: &'p Plan,
    tables: Rc<RefCell<Tables>>,
    state: State,
    /// The techniques that a run asks where no table knows, made on the first such occasion.
    ground: Option<Ground<'p>>,
    /// Variables that may differ from the ground's; `is_far`: all, and the rules in play.
    stale: Vec<u32>,
    is_far: bool,
    solution: Vec<Value>,
    /// The candidates that the last site strikes.
    struck: Vec<(u32, u64)>,
    /// The values that a step writes down.
    left: Vec<(u32, u64)>,
    /// By rule: did the run rest on it?
    used: Vec<bool>,
    counts: Vec<u32>,
    last_values: u32,
    steps: u64,
    clock: Clock,
}

impl std::fmt::Debug for TabledRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Run of {:?}", self.plan)
    }
}

impl<'p> TabledRun<'p> {
    /// A run with tables that the plan was made with. `solution`: values of a solution for all sets
    /// of rules to come, whose candidates nothing refutes; empty: none is known.
    pub fn new(plan: &'p Plan, tables: &Rc<RefCell<Tables>>, solution: &[Value], clock: &Clock) -> TabledRun<'p> {
        TabledRun {
            plan,
            tables: Rc::clone(tables),
            state: plan.initial.clone(),
            ground: None,
            stale: Vec::new(),
            is_far: true,
            solution: solution.to_vec(),
            struck: Vec::new(),
            left: Vec::new(),
            used: vec![false; plan.is_switched.len()],
            counts: vec![0; plan.levels.len()],
            last_values: 0,
            steps: 0,
            clock: clock.clone(),
        }
    }

    /// Starts anew without the rules that can be switched: these candidates (once a variable) are
    /// what the puzzle leaves by itself. `None`: they contradict each other.
    pub fn begin(&mut self, puzzle: &[(Var, Domain)]) -> Option<()> {
        let plan = self.plan;
        self.state.load(&plan.initial);
        self.is_far = true;
        self.used.fill(false);
        self.counts.fill(0);
        (self.last_values, self.steps) = (0, 0);
        for &(var, keep) in puzzle {
            let var = var.index();
            self.state.set(var, self.state.get(var) & keep.0 >> plan.low[var]);
        }
        // A variable with one value from the start is no discovery.
        let start = self.state.candidates().iter().enumerate().map(|(var, &left)| (var as u32, left));
        self.left.clear();
        self.left.extend(start.filter(|(_, left)| left & left.wrapping_sub(1) == 0));
        for at in 0..self.left.len() {
            let (var, left) = self.left[at];
            if left == 0 {
                return None;
            }
            self.write_down(var as usize, left).ok()?;
        }
        Some(())
    }

    /// Brings a rule in that was left out so far.
    pub fn add_rule(&mut self, rule: RuleId) {
        let plan = self.plan;
        if !self.state.switch_on(rule) {
            return;
        }
        for &site in plan.about(rule) {
            let own = plan.sites[site as usize].own;
            if own.iter().flatten().all(|&rule| self.state.is_on(rule)) {
                self.state.activate(site as usize);
            }
        }
        for var in plan.network.rule(rule).scope() {
            self.state.mark_all(plan.readers(var.index()));
        }
        self.is_far = true;
    }

    /// Gives a variable values from outside, and writes down the value that is given; `None` when
    /// the candidates contradict each other.
    pub fn restrict(&mut self, var: Var, keep: Domain) -> Option<()> {
        let (number, keep) = (var.index(), keep.0 >> self.plan.low[var.index()]);
        if keep.count_ones() == 1 {
            return self.write_down(number, keep).ok();
        }
        self.leave(number, keep).ok()
    }

    /// The candidates of a variable.
    pub fn domain(&self, var: Var) -> Domain {
        self.plan.domain(&self.state, var.index())
    }

    /// Is a variable written down?
    pub fn is_placed(&self, var: Var) -> bool {
        self.state.is_placed(var.index())
    }

    /// Did the run rest on a rule?
    pub fn has_used(&self, rule: RuleId) -> bool {
        self.used[rule.index()]
    }

    /// Copies the run as it stands.
    pub fn save(&self, to: &mut State) {
        to.load(&self.state);
    }

    /// Goes back to a copy of a run of the same plan. What it used so far stays noted.
    pub fn go_back(&mut self, to: &State) {
        self.state.load(to);
        self.is_far = true;
    }

    /// Goes on to the end with techniques up to a tier: is it solved? `None` when the candidates
    /// contradict each other. `in_rounds`: solve what a run step by step solves, with what reads
    /// much of the board last, and all of its conclusions at once.
    pub fn resume(&mut self, ceiling: Tier, in_rounds: bool, steps: u64) -> Option<bool> {
        let tables = Rc::clone(&self.tables);
        let mut tables = tables.borrow_mut();
        let plan = self.plan;
        let within = plan.within(ceiling, in_rounds);
        loop {
            while let Some(var) = self.state.next_last() {
                if self.state.get(var).count_ones() == 1 {
                    self.last_values += 1;
                    self.steps += 1;
                    self.write_down(var, self.state.get(var)).ok()?;
                }
            }
            if self.state.is_solved() {
                return Some(true);
            }
            if self.steps >= steps {
                return Some(false);
            }
            let Some(number) = self.next(&mut tables, within, in_rounds) else { return Some(false) };
            let site = &plan.sites[number];
            // It may have more to say.
            self.state.mark(number);
            self.counts[usize::from(site.level)] += 1;
            self.steps += 1;
            site.own.iter().flatten().for_each(|rule| self.used[rule.index()] = true);
            for rule in plan.switches_of(site) {
                self.used[rule.index()] |= self.state.is_on(*rule);
            }
            self.apply().ok()?;
        }
    }

    /// The steps of the run since it began.
    pub fn swept(&self, solved: bool) -> Swept {
        let own = self.plan.levels.iter().map(|level| &level.technique).zip(self.counts.iter().copied());
        let fired = std::iter::once((&self.plan.last, self.last_values)).chain(own).filter(|(_, n)| *n > 0);
        let score = fired.clone().map(|(technique, n)| technique.score() * n).sum();
        let counts = fired.map(|(technique, n)| (technique.id().clone(), n)).collect();
        Swept { solved, tier: self.tier(), score, counts }
    }

    /// The hardest tier that the run used since it began.
    pub fn tier(&self) -> Tier {
        let used = self.plan.levels.iter().zip(&self.counts).filter(|(_, n)| **n > 0);
        used.map(|(level, _)| level.technique.tier()).max().unwrap_or(Tier::Beginner)
    }

    /// The next site that concludes something, which is then struck.
    fn next(&mut self, tables: &mut Tables, within: &[u64], in_rounds: bool) -> Option<usize> {
        let plan = self.plan;
        let orders: &[Option<&[u64]>] = if in_rounds { &[Some(&plan.late), None] } else { &[None] };
        for &but in orders {
            while let Some(number) = self.state.next(within, but) {
                let site = &plan.sites[number];
                if site.is_bare {
                    if self.clock.expired().is_some() {
                        return None;
                    }
                    self.ask(site, in_rounds);
                } else {
                    self.look_up(tables, site);
                }
                if !self.struck.is_empty() {
                    return Some(number);
                }
            }
        }
        None
    }

    #[inline]
    fn look_up(&mut self, tables: &mut Tables, site: &Site) {
        self.struck.clear();
        let cells = self.plan.cells_of(site);
        let table = self.plan.table_of(site, tables);
        if site.is_small {
            let mut key = 0;
            for cell in cells {
                key |= self.state.get(cell.var as usize) << cell.at;
            }
            for (i, &rule) in self.plan.switches_of(site).iter().enumerate() {
                key |= u64::from(self.state.is_on(rule)) << (site.bits + i as u32);
            }
            match tables.get(table, key) {
                Some(0) => {}
                Some(strikes) => self.unpack(site, strikes.into()),
                None => self.find_out(tables, site, key.into()),
            }
        } else {
            let mut key = 0;
            for cell in cells {
                key |= u128::from(self.state.get(cell.var as usize)) << cell.at;
            }
            for (i, &rule) in self.plan.switches_of(site).iter().enumerate() {
                key |= u128::from(self.state.is_on(rule)) << (site.bits + i as u32);
            }
            match tables.get_large(table, key) {
                Some(0) => {}
                Some(strikes) => self.unpack(site, strikes),
                None => self.find_out(tables, site, key),
            }
        }
    }

    fn unpack(&mut self, site: &Site, strikes: u128) {
        for cell in self.plan.cells_of(site) {
            let gone = (strikes >> cell.at) as u64 & (u64::MAX >> (64 - cell.width));
            if gone != 0 {
                self.struck.push((cell.var.into(), gone));
            }
        }
    }

    /// Asks the technique, and keeps what it says.
    #[cold]
    fn find_out(&mut self, tables: &mut Tables, site: &Site, key: u128) {
        if site.members[0] < site.members[1] {
            self.ask_members(tables, site);
        } else {
            self.ask(site, false);
        }
        let own = if site.bits == u128::BITS { key } else { key & ((1 << site.bits) - 1) };
        let cells = self.plan.cells_of(site);
        let spare = (own.count_ones() as usize).saturating_sub(cells.len());
        if spare > self.plan.levels[usize::from(site.level)].most {
            return;
        }
        let mut strikes = 0;
        for &(var, gone) in &self.struck {
            if let Some(cell) = cells.iter().find(|cell| u32::from(cell.var) == var) {
                strikes |= u128::from(gone) << cell.at;
            }
        }
        let table = self.plan.table_of(site, tables);
        tables.insert(table, key, strikes);
    }

    /// Asks the sites that a site stands for.
    fn ask_members(&mut self, tables: &mut Tables, site: &Site) {
        let plan = self.plan;
        let mut all: Vec<(u32, u64)> = Vec::new();
        for &member in plan.members_of(site) {
            self.look_up(tables, &plan.sites[member as usize]);
            for &(var, gone) in &self.struck {
                match all.iter_mut().find(|(known, _)| *known == var) {
                    Some((_, known)) => *known |= gone,
                    None => all.push((var, gone)),
                }
            }
        }
        self.struck = all;
    }

    /// Asks the technique of a site: in rounds for all that it concludes there, else for the first.
    fn ask(&mut self, site: &Site, in_rounds: bool) {
        let plan = self.plan;
        self.struck.clear();
        self.catch_up();
        let Some(ground) = &mut self.ground else { return };
        let technique = &plan.levels[usize::from(site.level)].technique;
        let Some(parted) = technique.parted() else { return };
        ground.is_in_rounds = in_rounds;
        ground.forget();
        let (struck, low) = (&mut self.struck, &plan.low);
        let _ = parted.conclude(ground, &plan.parts[site.part as usize], &mut |ground| {
            let mut strike = |var: Var, gone: Domain| struck.push((var.0, gone.0 >> low[var.index()]));
            if ground.struck().is_empty() {
                parted.deduction(ground).removes.iter().for_each(|gone| strike(gone.var, gone.values));
            } else {
                ground.struck().iter().for_each(|&(var, gone)| strike(var, gone));
            }
            ControlFlow::Break(())
        });
        ground.forget();
    }

    /// Has the ground take the state over.
    fn catch_up(&mut self) {
        let (plan, state) = (self.plan, &self.state);
        let is_new = self.ground.is_none();
        let solution = &self.solution;
        let ground = self.ground.get_or_insert_with(|| {
            let mut ground = Ground::new(&plan.network);
            let start = plan.store();
            ground.begin(if solution.is_empty() { start } else { start.with_solution(solution) }, &[]);
            ground.add_looks(plan.looks);
            ground
        });
        let at = |var: usize| (Var(var as u32), plan.domain(state, var), state.is_placed(var));
        if self.is_far || is_new {
            ground.take_over((0..plan.low.len()).map(at));
            for rule in plan.network.rule_ids().filter(|rule| plan.is_switched[rule.index()]) {
                ground.set_off(rule, !state.is_on(rule));
            }
        } else if !self.stale.is_empty() {
            ground.take_over(self.stale.iter().map(|&var| at(var as usize)));
        }
        self.is_far = false;
        self.stale.clear();
    }

    /// Strikes what was concluded, and writes down what has one value left by that.
    fn apply(&mut self) -> Result<(), Conflict> {
        let struck = std::mem::take(&mut self.struck);
        let done = self.strike_and_place(&struck);
        self.struck = struck;
        done
    }

    fn strike_and_place(&mut self, struck: &[(u32, u64)]) -> Result<(), Conflict> {
        for &(var, gone) in struck {
            self.leave(var as usize, !gone)?;
        }
        // As it was before the step wrote anything down.
        self.left.clear();
        let left = struck.iter().map(|&(var, _)| (var, self.state.get(var as usize)));
        self.left.extend(left.filter(|(_, left)| left.count_ones() == 1));
        for at in 0..self.left.len() {
            let (var, left) = self.left[at];
            self.write_down(var as usize, left)?;
        }
        Ok(())
    }

    /// Leaves a variable these candidates.
    #[inline]
    fn leave(&mut self, var: usize, keep: u64) -> Result<(), Conflict> {
        let now = self.state.get(var);
        let left = now & keep;
        if left == now {
            return Ok(());
        }
        if left == 0 {
            return Err(Conflict { rule: None, var: Some(Var(var as u32)) });
        }
        self.state.set(var, left);
        self.state.mark_all(self.plan.readers(var));
        if left & (left - 1) == 0 {
            self.state.note_last(var);
        }
        self.note_stale(var);
        Ok(())
    }

    /// The ground does not know of a change.
    #[inline]
    fn note_stale(&mut self, var: usize) {
        if self.stale.len() < self.plan.low.len() {
            self.stale.push(var as u32);
        } else {
            self.is_far = true;
        }
    }

    /// Writes a value down, and strikes it from all-different rules that are in play.
    fn write_down(&mut self, var: usize, value: u64) -> Result<(), Conflict> {
        self.leave(var, value)?;
        self.state.place(var);
        self.note_stale(var);
        let plan = self.plan;
        let written = u128::from(value) << plan.low[var];
        for line in plan.lines(var) {
            if !self.state.is_on(line.rule) {
                continue;
            }
            let mut strikes = false;
            for &peer in &plan.peers[line.peers[0] as usize..line.peers[1] as usize] {
                let peer = peer as usize;
                let gone = (written >> plan.low[peer]) as u64;
                strikes |= self.state.get(peer) & gone != 0;
                self.leave(peer, !gone)?;
            }
            self.used[line.rule.index()] |= strikes;
        }
        Ok(())
    }
}
