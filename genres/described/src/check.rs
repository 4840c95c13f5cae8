//! Tries a genre file on small boards: does it have puzzles, do its clues and rules say something,
//! do the engine and brute force agree?

use super::definition::Definition;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_genre::{Bad, shuffle, sub_rng};
use tesuji_pencil::board::{Board, Place, Size};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::codec::Puzzle;
use tesuji_pencil::house::{PencilGenre, Rules, Variables};
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Network, RuleId, Stop, Value};

/// A finding of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its kind.
    pub kind: FindingKind,
    /// Its words.
    pub words: String,
}

/// Kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FindingKind {
    /// Claims that were tried and hold.
    Tried,
    /// The engine and brute force differ: a fault of the program.
    Differs,
    /// There is no puzzle.
    Contradictory,
    /// A clue, a rule or a value that says nothing.
    Unused,
    /// A rule that excludes nothing, or a value that does not occur, on the boards that were tried.
    Idle,
    /// Things that take long.
    Slow,
}

impl FindingKind {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Tried => "tried",
            FindingKind::Differs => "differs",
            FindingKind::Contradictory => "contradictory",
            FindingKind::Unused => "unused",
            FindingKind::Idle => "idle",
            FindingKind::Slow => "slow",
        }
    }

    /// Is something wrong with the genre?
    pub fn is_fault(self) -> bool {
        matches!(self, FindingKind::Differs | FindingKind::Contradictory | FindingKind::Unused)
    }
}

/// Sizes that are tried beside the usual one.
const SMALL: [&str; 4] = ["2x2", "2x3", "3x3", "4x4"];
/// Boards of one size, completions of a board, solutions that are compared, at most.
const BOARDS: usize = 8;
const COMPLETIONS: usize = 6;
const SOLUTIONS: usize = 4_000;
/// Values that brute force tries for one network.
const TRIED: u64 = 400_000;
/// Nodes of a search.
const NODES: u64 = 50_000;
/// Numbers that are tried on a place, at most.
const LISTED: u16 = 20;
/// A rule with more combinations than this is slow.
const LONG_TABLE: usize = 5_000;

/// Counts of what the parts of a genre did.
struct Seen {
    /// By rule: was it stated; did it exclude a filling.
    stated: Vec<bool>,
    excludes: Vec<bool>,
    /// By kind of clues: was one derived; did one exclude a filling.
    derived: Vec<bool>,
    says: Vec<bool>,
    values: Domain,
    fillings: usize,
    compared: usize,
    /// The rules that no filling of a small board meets, in words.
    clash: String,
    findings: Vec<Finding>,
}

/// Tries the genre of a file.
///
/// # Errors
/// [`Bad`] with the line and the column of what can't be read.
pub fn check(source: &str) -> Result<Vec<Finding>, Bad> {
    let definition = Definition::read(source)?;
    let (rules, kinds) = (definition.rules.len(), definition.clues.len());
    let mut seen = Seen {
        stated: vec![false; rules],
        excludes: vec![false; rules],
        derived: vec![false; kinds],
        says: vec![false; kinds],
        values: Domain::EMPTY,
        fillings: 0,
        compared: 0,
        clash: String::new(),
        findings: Vec::new(),
    };
    for size in SMALL {
        for board in definition.small_boards(Size::parse(size)?) {
            definition.try_board(&board, &mut seen)?;
        }
    }
    definition.try_usual_size(&mut seen)?;
    Ok(definition.summed_up(seen))
}

impl Definition {
    /// Some boards of a small size.
    fn small_boards(&self, size: Size) -> Vec<Board> {
        let mut boards: Vec<Board> = Vec::new();
        for seed in 0..BOARDS as u64 {
            if let Ok(board) = self.division.board(size, &mut sub_rng(seed, 0))
                && !boards.contains(&board)
            {
                boards.push(board);
            }
        }
        boards
    }

    /// The network of a puzzle with the rules, by number, that are taken.
    fn network(&self, puzzle: &Puzzle, takes: &dyn Fn(usize) -> bool) -> Result<(Network, Variables), Bad> {
        let variables = self.variables(puzzle)?;
        let mut to = Rules::new(&puzzle.board, &variables);
        let mut scope = self.scope(puzzle, &variables);
        for (i, rule) in self.rules.iter().enumerate().filter(|(i, _)| takes(*i)) {
            rule.state(i as u16, &mut scope, &mut to)?;
        }
        let net = to.into_network().map_err(|e| Bad::new(e.to_string()))?;
        Ok((net, variables))
    }

    /// The domains that the clues of a puzzle leave.
    fn domains(&self, puzzle: &Puzzle, variables: &Variables) -> Result<Vec<Domain>, Bad> {
        let mut domains = variables.domains().to_vec();
        for (&place, clue) in &puzzle.clues {
            for (p, keep) in Definition::pattern(self, &puzzle.board, place, clue)? {
                if let Some(var) = variables.get(p) {
                    domains[var.index()] &= keep;
                }
            }
        }
        Ok(domains)
    }

    /// The fillings of a puzzle, and whether these are all.
    fn fillings(&self, puzzle: &Puzzle, leaves_out: Option<usize>) -> Result<(BTreeSet<Vec<Value>>, bool), Bad> {
        let (net, variables) = self.network(puzzle, &|rule| Some(rule) != leaves_out)?;
        let domains = self.domains(puzzle, &variables)?;
        let limits = Limits::solutions(SOLUTIONS).with_nodes(NODES);
        let answer = Session::within(&net, &domains, Policy::default()).solve(&[], &limits);
        let is_complete = answer.stop == Stop::Exhausted;
        Ok((answer.solutions.into_iter().collect(), is_complete))
    }

    fn try_board(&self, board: &Board, seen: &mut Seen) -> Result<(), Bad> {
        let bare = Puzzle { board: Arc::new(board.clone()), clues: BTreeMap::new() };
        let (all, is_complete) = self.fillings(&bare, None)?;
        self.compare(&bare, &all, is_complete, seen)?;
        seen.fillings += all.len();
        if all.is_empty() && is_complete {
            seen.clash = self.clash(&bare)?;
        }
        all.iter().flatten().for_each(|&value| seen.values = seen.values.with(value));
        self.try_rules(&bare, &all, is_complete, seen)?;
        let mut drawn: Vec<&Vec<Value>> = all.iter().collect();
        shuffle(&mut drawn, &mut sub_rng(1, 1));
        let variables = self.variables(&bare)?;
        if let Some(filling) = drawn.first() {
            let value = |p: Place| variables.get(p).map_or(0, |var| filling[var.index()]);
            for kind in self.clues.iter().filter(|kind| self.area_numbers.is_none() && kind.derived.is_none()) {
                let several = |place: &Place| self.numbers_by_rules(board, *place, &value, LISTED).take(2).count() > 1;
                if !kind.is_value && kind.on.places(board).iter().any(several) {
                    let words =
                        format!("the numbers of {} do not follow from a filling; derive tells them", kind.on.name());
                    seen.add(FindingKind::Idle, words);
                }
            }
        }
        for filling in drawn.into_iter().take(COMPLETIONS) {
            let value = |p: Place| variables.get(p).map_or(0, |var| filling[var.index()]);
            let clues = PencilGenre::clues(self, board, &value, &mut sub_rng(1, 2));
            for (i, kind) in self.clues.iter().enumerate() {
                let own: BTreeMap<Place, Clue> =
                    clues.iter().filter(|(p, _)| kind.on.has(**p)).map(|(p, c)| (*p, c.clone())).collect();
                if own.is_empty() {
                    continue;
                }
                seen.derived[i] = true;
                if kind.unknown {
                    let unknown = own.keys().map(|&p| (p, Clue::Unknown)).collect();
                    self.tell_stated(&Puzzle { board: Arc::clone(&bare.board), clues: unknown }, seen)?;
                }
                let puzzle = Puzzle { board: Arc::clone(&bare.board), clues: own };
                let (left, is_whole) = self.fillings(&puzzle, None)?;
                if is_whole && !left.contains(filling) {
                    let why = self.broken(&puzzle, filling)?;
                    let words = format!("clues that were derived from a filling of {} exclude it{why}", board.size());
                    seen.add(FindingKind::Contradictory, words);
                }
                seen.says[i] |= is_complete && is_whole && all.iter().any(|other| !left.contains(other));
                self.compare(&puzzle, &left, is_whole, seen)?;
                self.try_rules(&puzzle, &left, is_whole, seen)?;
            }
        }
        Ok(())
    }

    /// Which rules are stated, and which exclude something.
    fn try_rules(
        &self,
        puzzle: &Puzzle,
        all: &BTreeSet<Vec<Value>>,
        is_complete: bool,
        seen: &mut Seen,
    ) -> Result<(), Bad> {
        self.tell_stated(puzzle, seen)?;
        for i in 0..self.rules.len() {
            if is_complete && seen.stated[i] && !seen.excludes[i] {
                let (without, _) = self.fillings(puzzle, Some(i))?;
                seen.excludes[i] = without.iter().any(|filling| !all.contains(filling));
            }
        }
        Ok(())
    }

    fn tell_stated(&self, puzzle: &Puzzle, seen: &mut Seen) -> Result<(), Bad> {
        let (net, _) = self.network(puzzle, &|_| true)?;
        for class in net.rule_ids().filter_map(|id| net.origin(id)).map(|origin| usize::from(origin.class)) {
            seen.stated[class] = true;
        }
        Ok(())
    }

    /// In words which rules no filling of a board meets, by itself or together, each of them needed
    /// for that; empty where that is not settled.
    fn clash(&self, bare: &Puzzle) -> Result<String, Bad> {
        let mut kept: Vec<usize> = (0..self.rules.len()).collect();
        let is_met = |kept: &[usize]| -> Result<bool, Bad> {
            let (net, _) = self.network(bare, &|rule| kept.contains(&rule))?;
            let limits = Limits::solutions(1).with_nodes(NODES);
            let answer = Session::within(&net, net.domains(), Policy::default()).solve(&[], &limits);
            Ok(!answer.solutions.is_empty() || answer.stop != Stop::Exhausted)
        };
        if is_met(&kept)? {
            return Ok(String::new());
        }
        for rule in (0..self.rules.len()).rev() {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&other| other != rule).collect();
            if !is_met(&fewer)? {
                kept = fewer;
            }
        }
        Ok(match self.told_rules(&kept) {
            (names, 1) => format!(": rule {names} can't be met"),
            (_, 0) => String::new(),
            (names, _) => format!(": rules {names} can't be met together"),
        })
    }

    /// The names of rules, and how many they are.
    fn told_rules(&self, rules: &[usize]) -> (String, usize) {
        let names: Vec<&str> = rules.iter().map(|&rule| &*self.rules[rule].id).collect();
        let told = match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        };
        (told, names.len())
    }

    /// In words which rules a filling breaks.
    fn broken(&self, puzzle: &Puzzle, filling: &[Value]) -> Result<String, Bad> {
        let (net, _) = self.network(puzzle, &|_| true)?;
        let is_broken = |id: &RuleId| !net.rule(*id).holds(&|var| filling[var.index()]);
        let broken: BTreeSet<usize> = net
            .rule_ids()
            .filter(is_broken)
            .filter_map(|id| Some(usize::from(net.origin(id)?.class)))
            .filter(|&class| class < self.rules.len())
            .collect();
        let broken: Vec<usize> = broken.into_iter().collect();
        Ok(match self.told_rules(&broken) {
            (_, 0) => String::new(),
            (names, 1) => format!(": rule {names} breaks"),
            (names, _) => format!(": rules {names} break"),
        })
    }

    /// Compares the engine's fillings with those that brute force finds.
    fn compare(
        &self,
        puzzle: &Puzzle,
        all: &BTreeSet<Vec<Value>>,
        is_complete: bool,
        seen: &mut Seen,
    ) -> Result<(), Bad> {
        let (net, variables) = self.network(puzzle, &|_| true)?;
        let domains = self.domains(puzzle, &variables)?;
        let Some(expected) = brute_force(&net, &domains).filter(|_| is_complete) else { return Ok(()) };
        seen.compared += 1;
        if expected != *all {
            let (own, other) = (all.len(), expected.len());
            let words = format!("{own} fillings by the engine and {other} by brute force on {}", puzzle.board.size());
            seen.add(FindingKind::Differs, words);
        }
        Ok(())
    }

    /// Fills the usual size, and solves the puzzle that its clues make.
    fn try_usual_size(&self, seen: &mut Seen) -> Result<(), Bad> {
        let size = Size::parse(self.sizes[0])?;
        let mut outcomes = BTreeSet::new();
        let (mut clash, mut broken) = (String::new(), String::new());
        for seed in 0..4 {
            let board = self.division.board(size, &mut sub_rng(seed, 3))?;
            let bare = Puzzle { board: Arc::new(board), clues: BTreeMap::new() };
            let (net, variables) = self.network(&bare, &|_| true)?;
            if seed == 0 {
                self.tell_long_rules(&net, size, seen);
            }
            let limits = Limits::solutions(1).with_nodes(NODES);
            let answer = Session::within(&net, net.domains(), Policy::default()).solve(&[], &limits);
            let Some(filling) = answer.solutions.first() else {
                if answer.stop == Stop::Exhausted && clash.is_empty() {
                    clash = self.clash(&bare)?;
                }
                outcomes.insert(if answer.stop == Stop::Exhausted { "none" } else { "open" });
                continue;
            };
            outcomes.insert("filled");
            filling.iter().for_each(|&value| seen.values = seen.values.with(value));
            seen.fillings += 1;
            let value = |p: Place| variables.get(p).map_or(0, |var| filling[var.index()]);
            let clues = PencilGenre::clues(self, &bare.board, &value, &mut sub_rng(seed, 4));
            let puzzle = Puzzle { clues, ..bare.clone() };
            let (net, variables) = self.network(&puzzle, &|_| true)?;
            let domains = self.domains(&puzzle, &variables)?;
            let limits = Limits::solutions(2).with_nodes(NODES);
            let answer = Session::within(&net, &domains, Policy::default()).solve(&[], &limits);
            if answer.solutions.is_empty() && answer.stop == Stop::Exhausted && broken.is_empty() {
                broken = self.broken(&puzzle, filling)?;
            }
            outcomes.insert(match (answer.solutions.len(), answer.stop) {
                (1, Stop::Exhausted) => "unique",
                (2.., _) => "several",
                (0, Stop::Exhausted) => "excluded",
                _ => "long",
            });
        }
        let has = |outcome| outcomes.contains(outcome);
        if !has("filled") && has("none") {
            // Other regions may leave a filling.
            let is_one = self.division == super::division::Division::Whole;
            let kind = if is_one { FindingKind::Contradictory } else { FindingKind::Slow };
            seen.add(kind, format!("no filling of the boards of {size} that were drawn satisfies all rules{clash}"));
        }
        if has("open") || has("long") {
            seen.add(FindingKind::Slow, format!("a board of {size} was not settled within {NODES} nodes"));
        }
        if has("excluded") {
            let words = format!("clues that were derived from a filling of {size} exclude it{broken}");
            seen.add(FindingKind::Contradictory, words);
        }
        if has("filled") && !has("unique") && has("several") {
            let words =
                format!("fillings of {size} with all their clues have several solutions: few puzzles can be made");
            seen.add(FindingKind::Slow, words);
        }
        Ok(())
    }

    fn tell_long_rules(&self, net: &Network, size: Size, seen: &mut Seen) {
        let mut longest: BTreeMap<usize, usize> = BTreeMap::new();
        for id in net.rule_ids() {
            if let (RuleSpec::Table { tuples, .. }, Some(origin)) = (net.spec(id), net.origin(id)) {
                let most = longest.entry(origin.class.into()).or_default();
                *most = tuples.len().max(*most);
            }
        }
        for (class, most) in longest.into_iter().filter(|(_, most)| *most > LONG_TABLE) {
            let name = &self.rules[class].id;
            seen.add(FindingKind::Slow, format!("rule {name} lists {most} combinations on {size}"));
        }
    }

    fn summed_up(&self, mut seen: Seen) -> Vec<Finding> {
        if seen.fillings == 0 {
            seen.add(FindingKind::Contradictory, format!("no board that was tried has a filling{}", seen.clash));
        }
        for (i, rule) in self.rules.iter().enumerate() {
            if !seen.stated[i] && !rule.with_clues {
                seen.add(FindingKind::Unused, format!("rule {} is stated nowhere on the boards tried", rule.id));
            } else if seen.stated[i] && !seen.excludes[i] {
                seen.add(FindingKind::Idle, format!("rule {} excludes nothing on the boards tried", rule.id));
            }
        }
        let kinds = if seen.fillings > 0 { &self.clues[..] } else { &[] };
        for (i, kind) in kinds.iter().enumerate() {
            let name = kind.on.name();
            if !seen.derived[i] {
                seen.add(FindingKind::Unused, format!("no filling gives a clue to {name}"));
            } else if !seen.says[i] && self.area_numbers.is_none() {
                seen.add(FindingKind::Unused, format!("clues of {name} say nothing: they exclude no filling"));
            }
        }
        let unused = Domain::range(0, self.most).minus(seen.values);
        if let super::scope::ValueNames::Words(words) = &self.names
            && seen.fillings > 0
        {
            for value in unused.iter() {
                let word = &words[usize::from(value)];
                seen.add(FindingKind::Idle, format!("the value {word:?} stands in no filling that was tried"));
            }
        }
        let words = format!("{} fillings; {} puzzles compared with brute force", seen.fillings, seen.compared);
        seen.add(FindingKind::Tried, words);
        seen.findings.sort_by_key(|finding| finding.kind);
        seen.findings.dedup();
        seen.findings
    }
}

impl Seen {
    fn add(&mut self, kind: FindingKind, words: String) {
        self.findings.push(Finding { kind, words });
    }
}

/// All fillings, with `Rule::holds` as the only judge; `None` where they are too many to try.
fn brute_force(net: &Network, domains: &[Domain]) -> Option<BTreeSet<Vec<Value>>> {
    // A rule decides as soon as its last variable has a value.
    let mut asked = vec![Vec::new(); net.len()];
    for id in net.rule_ids() {
        match net.rule(id).scope().iter().max() {
            Some(last) => asked[last.index()].push(id),
            None if !net.rule(id).holds(&|_| 0) => return Some(BTreeSet::new()),
            None => {}
        }
    }
    let mut found = BTreeSet::new();
    let mut values: Vec<Value> = Vec::new();
    let mut left: Vec<Vec<Value>> = vec![domains.first()?.iter().collect()];
    let mut tried = 0;
    while let Some(options) = left.last_mut() {
        let Some(value) = options.pop() else {
            left.pop();
            values.pop();
            continue;
        };
        tried += 1;
        if tried > TRIED {
            return None;
        }
        values.push(value);
        let at = values.len() - 1;
        if !asked[at].iter().all(|&id| net.rule(id).holds(&|v| values[v.index()])) {
            values.pop();
        } else if values.len() == net.len() {
            found.insert(values.clone());
            values.pop();
        } else {
            left.push(domains[values.len()].iter().collect());
        }
    }
    Some(found)
}
