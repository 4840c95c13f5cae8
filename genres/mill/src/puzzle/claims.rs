//! A pack's claims, compared with the rules, the tables and reading.
//!
//! Two parts. [`check_lines`] plays every line under the rules: a position that can't be read, an
//! illegal action, a wrong side, a turn that stops half way are findings with their JSON path.
//! [`check_claims`] solves the puzzle anew and lists each claim that is wrong: numbers of turns in
//! tags, title and description, which lines are optimal, how many first turns win, whether a draw
//! hangs on one move, and whether the stored defence is the longest.

use super::goals::{Captures, Goals};
use super::library::Library;
use super::probe::{Oracle, Valued};
use super::question::Question;
use super::state::{Kernel, State, Step};
use super::worth::{Outcome, Worth};
use crate::action::{Action, Turn};
use crate::exchange::{Category, Finding, Pack, PackPuzzle, RuleSettings, Solution};
use crate::fen;
use crate::position::Position;
use crate::rules;
use crate::variant::{self, RuleSet, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A wrong claim.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct WrongClaim {
    /// The puzzle's id.
    pub id: String,
    /// JSON path of what claims it.
    pub path: String,
    /// The claim.
    pub claim: String,
    /// The truth.
    pub truth: String,
    /// A line that shows it.
    pub line: Vec<String>,
}

/// The result of solving a puzzle anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// All claims hold.
    Holds,
    /// Some don't.
    Wrong(Vec<WrongClaim>),
    /// Not decided; why.
    Unknown(String),
}

/// Most turns within which captures are looked for.
const MOST_TURNS: u8 = 5;
/// Positions that a search for a mill or captures may visit.
const BUDGET: u64 = 400_000;
/// Most turns of a win that is read without tables.
const LATEST_SOON: u32 = 20;
/// So many turns beyond the claim a win is looked for where there is none within it.
const LATER: u32 = 3;
/// Positions with men in hand that the claims of one puzzle may have read.
const PLACING_BUDGET: u64 = 20_000_000;

/// The rules of a puzzle: its settings, else its variant.
fn rules_of(puzzle: &PackPuzzle) -> Option<RuleSet> {
    if let Some(text) = &puzzle.rule_settings_json {
        return RuleSettings::read(text, "$").ok().map(|s| s.rules());
    }
    variant::VARIANTS.iter().find(|v| v.id == puzzle.rule_variant_id()).map(|v| v.rules)
}

/// Plays every line of every puzzle: findings for positions that can't be read and lines that can't
/// be played.
pub fn check_lines(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, puzzle) in pack.placed() {
        // An unknown variant is a finding of its own.
        let Some(rules) = rules_of(puzzle) else { continue };
        let at = format!("{path}.initialPosition");
        if puzzle.initial_position.trim().is_empty() {
            continue;
        }
        match fen::parse(&rules, &puzzle.initial_position) {
            Err(e) => found.push(Finding::error(at, "position", e.to_string())),
            Ok(parsed) => {
                let start = parsed.position;
                if start.end.is_some() {
                    found.push(Finding::error(at, "position", "the game is over in this position"));
                    continue;
                }
                for oddity in parsed.oddities.iter().filter(|_| puzzle.initial_position.contains(" m r ")) {
                    found.push(Finding::warning(at.clone(), "position", *oddity));
                }
                for (i, solution) in puzzle.solutions.iter().enumerate() {
                    let path = format!("{path}.solutions[{i}]");
                    play(&rules, &start, solution, &path, &mut found);
                }
                replay(&rules, puzzle, &start, &path, &mut found);
            }
        }
    }
    found
}

/// Plays a line; the first thing wrong with it is a finding.
fn play(rules: &RuleSet, start: &Position, solution: &Solution, path: &str, found: &mut Vec<Finding>) {
    let mut at = *start;
    for (k, mv) in solution.moves.iter().enumerate() {
        let path = format!("{path}.moves[{k}]");
        if mv.notation.trim().is_empty() {
            return;
        }
        let action = match mv.notation.parse::<Action>() {
            Ok(action) => action,
            Err(e) => return found.push(Finding::error(format!("{path}.notation"), "notation", e.to_string())),
        };
        let side = at.side.name().to_lowercase();
        if at.end.is_none() && mv.side != side {
            let what = format!("{side} is to move here, this says {}", mv.side);
            return found.push(Finding::error(format!("{path}.side"), "side-order", what));
        }
        match rules::play(rules, &at, action) {
            Ok(next) => at = next,
            Err(e) => return found.push(Finding::error(format!("{path}.notation"), "illegal-move", e.to_string())),
        }
    }
    if at.must_remove() {
        let what = format!("the line ends before {} has taken a man", at.side.name());
        found.push(Finding::error(format!("{path}.moves"), "unfinished-turn", what));
    }
}

/// Replays the game of a provenance.
fn replay(rules: &RuleSet, puzzle: &PackPuzzle, start: &Position, path: &str, found: &mut Vec<Finding>) {
    let Some(provenance) = &puzzle.provenance else { return };
    let path = format!("{path}.provenance");
    let mut at = Position::start(rules);
    let play = |at: &Position, text: &str| -> Result<Position, String> {
        let turn: Turn = text.parse().map_err(|e: crate::action::BadMove| e.to_string())?;
        rules::play_turn(rules, at, turn).map_err(|e| e.to_string())
    };
    for (i, text) in provenance.replay_history.iter().enumerate() {
        match play(&at, text) {
            Ok(next) => at = next,
            Err(what) => {
                return found.push(Finding::error(format!("{path}.replayHistory[{i}]"), "replay", what));
            }
        }
    }
    let same = at.men == start.men && at.hand == start.hand && at.side == start.side;
    if !same {
        let what = "the game does not lead to initialPosition";
        found.push(Finding::error(format!("{path}.replayHistory"), "replay", what));
    }
    if let Err(what) = play(&at, &provenance.recorded_turn) {
        found.push(Finding::error(format!("{path}.recordedTurn"), "replay", what));
    }
}

/// Solves every puzzle anew. `done` hears of each: path, puzzle, outcome.
pub fn check_claims(pack: &Pack, folder: &Path, done: &mut dyn FnMut(&str, &PackPuzzle, Checked)) {
    for (path, puzzle) in pack.placed() {
        done(&path, puzzle, check_puzzle(&path, puzzle, folder));
    }
}

/// The sectors that a pack's claims are decided by: for each rule set that has values, men of the
/// solver and of the other side, those in hand counted.
pub fn needed_sectors(pack: &Pack) -> BTreeMap<&'static str, BTreeSet<(u8, u8)>> {
    let mut needed = BTreeMap::<_, BTreeSet<_>>::new();
    for (_, puzzle) in pack.placed() {
        let variant = variant::VARIANTS.iter().find(|v| v.id == puzzle.rule_variant_id());
        let is_read = matches!(puzzle.category, Category::FormMill | Category::CapturePieces);
        let Some(variant) = variant.filter(|v| !is_read && Kernel::of(&v.rules).is_some()) else { continue };
        if let Ok(question) = Question::new(variant, &puzzle.initial_position, puzzle.category, 1) {
            let at = question.state;
            needed.entry(variant.id).or_default().insert((at.own_total() as u8, at.enemy_total() as u8));
        }
    }
    needed
}

/// Solves a puzzle anew.
pub fn check_puzzle(path: &str, puzzle: &PackPuzzle, folder: &Path) -> Checked {
    let Some(variant) = variant::VARIANTS.iter().find(|v| v.id == puzzle.rule_variant_id()) else {
        return Checked::Unknown(format!("unknown rule set {}", puzzle.rule_variant_id()));
    };
    if puzzle.rule_settings_json.is_some() && rules_of(puzzle) != Some(variant.rules) {
        return Checked::Unknown("rules of its own".into());
    }
    match solve(path, puzzle, variant, folder) {
        Ok(wrong) if wrong.is_empty() => Checked::Holds,
        Ok(wrong) => Checked::Wrong(wrong),
        Err(why) => Checked::Unknown(why),
    }
}

struct Claims<'a> {
    path: &'a str,
    puzzle: &'a PackPuzzle,
    wrong: Vec<WrongClaim>,
    /// A claim that was not decided; why.
    undecided: Option<String>,
}

impl Claims<'_> {
    fn wrong(&mut self, part: &str, claim: impl Into<String>, truth: impl Into<String>, line: Vec<String>) {
        self.wrong.push(WrongClaim {
            id: self.puzzle.id.clone(),
            path: format!("{}.{part}", self.path),
            claim: claim.into(),
            truth: truth.into(),
            line,
        });
    }

    /// The number behind a tag's prefix, with the tag's place.
    fn tag(&self, prefix: &str) -> Option<(usize, u32)> {
        let number = |t: &String| t.strip_prefix(prefix).and_then(|n| n.parse().ok());
        self.puzzle.tags.iter().enumerate().find_map(|(i, t)| number(t).map(|n| (i, n)))
    }

    fn tagged(&self, tag: &str) -> bool {
        self.puzzle.tags.iter().any(|t| t == tag)
    }

    /// Numbers claimed: the tag, and what title and description say (`win in 5`, `in 5 moves`).
    fn turns(&self, tag: &str) -> Vec<(String, String, u32)> {
        let mut claims = Vec::new();
        if let Some((i, n)) = self.tag(tag) {
            claims.push((format!("tags[{i}]"), format!("{tag}{n}"), n));
        }
        for (part, text) in [("title", &self.puzzle.title), ("description", &self.puzzle.description)] {
            if let Some(n) = said_turns(text) {
                claims.push((part.to_string(), text.clone(), n));
            }
        }
        claims
    }
}

/// The number behind the last ` in ` of a text: turns.
fn said_turns(text: &str) -> Option<u32> {
    let text = text.to_lowercase();
    let behind = text.match_indices(" in ").filter_map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    behind.last()
}

fn texts(steps: &[Step]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}

/// A stored line as complete turns; `None` where it can't be played or has an unfinished turn.
fn turns_of(kernel: &Kernel, start: &State, solution: &Solution) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut at = *start;
    let mut moves = solution.moves.iter().peekable();
    while let Some(mv) = moves.next() {
        let mut turn = Turn::single(mv.notation.parse().ok()?);
        while let Some(next) = moves.peek().filter(|m| m.notation.starts_with('x')) {
            turn = turn.with(next.notation.parse().ok()?)?;
            moves.next();
        }
        let step = Step::of(turn)?;
        if !kernel.all_turns(&at).contains(&step) {
            return None;
        }
        steps.push(step);
        at = kernel.play(&at, step);
    }
    (!steps.is_empty()).then_some(steps)
}

fn solve(path: &str, puzzle: &PackPuzzle, variant: &'static Variant, folder: &Path) -> Result<Vec<WrongClaim>, String> {
    let question = Question::new(variant, &puzzle.initial_position, puzzle.category, 1).map_err(|b| b.to_string())?;
    let kernel = question.kernel().map_err(|b| b.to_string())?;
    let at = question.state;
    let lines: Option<Vec<Vec<Step>>> = puzzle.solutions.iter().map(|s| turns_of(&kernel, &at, s)).collect();
    let lines = lines.ok_or("a line can't be played; see the findings")?;
    let mut claims = Claims { path, puzzle, wrong: Vec::new(), undecided: None };
    match puzzle.category {
        Category::FormMill => goal(&mut claims, &kernel, &at, Captures(1), &lines)?,
        Category::CapturePieces => {
            let k = claims.tag("capture:").or(claims.tag("target:")).map_or_else(|| said_captures(puzzle), |t| t.1);
            goal(&mut claims, &kernel, &at, Captures(k.clamp(1, 9) as u8), &lines)?;
        }
        _ => match Library::open(variant, folder, at.own_total(), at.enemy_total()) {
            Ok(library) => {
                let mut oracle = library.oracle(PLACING_BUDGET);
                let turns = oracle.turns(&at).ok_or_else(|| oracle.why_unknown(&at).to_string())?;
                values(&mut claims, &mut oracle, &at, &turns, &lines)?;
            }
            Err(missing) => soon(&mut claims, variant, folder, &at, &lines, &missing.to_string())?,
        },
    }
    Ok(claims.wrong)
}

/// Claims about a win within few turns, where tables are missing: reading decides them without.
fn soon(
    claims: &mut Claims<'_>,
    variant: &'static Variant,
    folder: &Path,
    at: &State,
    lines: &[Vec<Step>],
    missing: &str,
) -> Result<(), String> {
    let said = claims.turns("win-in-");
    let Some(most) = said.iter().map(|s| s.2).max().filter(|n| (1..=LATEST_SOON).contains(n)) else {
        return Err(missing.to_string());
    };
    let library = Library::partial(variant, folder).map_err(|b| b.to_string())?;
    for turns in most..=most + LATER {
        let plies = (2 * turns - 1) as u8;
        let mut oracle = library.oracle(PLACING_BUDGET).short(plies);
        match oracle.worth(at) {
            Some(Worth::Win(_)) => {
                claims.wrong.clear();
                let valued = oracle.turns(at).ok_or_else(|| oracle.why_unknown(at).to_string())?;
                values(claims, &mut oracle, at, &valued, lines)?;
                let open = claims.undecided.take();
                return if claims.wrong.is_empty() { open.map_or(Ok(()), Err) } else { Ok(()) };
            }
            Some(Worth::Loss(_)) => {
                claims.wrong("category", "a forced win", "the position is lost", Vec::new());
                return Ok(());
            }
            Some(Worth::Draw) if turns == most => {
                for (part, claim, _) in &said {
                    claims.wrong(part, claim.clone(), format!("no win within {most} turns"), Vec::new());
                }
            }
            Some(Worth::Draw) => {}
            None if claims.wrong.is_empty() => return Err(missing.to_string()),
            None => return Ok(()),
        }
    }
    Ok(())
}

/// `capture N` or `remove N` in title or description, as the app looks for it.
fn said_captures(puzzle: &PackPuzzle) -> u32 {
    let number = |text: &str| {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.windows(2).find_map(|w| (w[0] == "capture" || w[0] == "remove").then(|| w[1].parse().ok())?)
    };
    number(&puzzle.title).or_else(|| number(&puzzle.description)).unwrap_or(1)
}

/// Claims about mills and captures.
fn goal(
    claims: &mut Claims<'_>,
    kernel: &Kernel,
    at: &State,
    want: Captures,
    lines: &[Vec<Step>],
) -> Result<(), String> {
    let wide = |_| "too wide to be read".to_string();
    let mut goals = Goals::new(*kernel, BUDGET);
    let Some(n) = goals.least(at, want, MOST_TURNS).map_err(wide)? else {
        let what = format!("{} captures can't be forced within {MOST_TURNS} turns", want.0);
        claims.wrong("category", claims.puzzle.category.name(), what, Vec::new());
        return Ok(());
    };
    let keys = goals.keys(at, want, n).map_err(wide)?;
    let best = goals.line(at, keys[0], want, n).map_err(wide)?;
    let tag = if want.0 == 1 { "mill-in-" } else { "capture-in-" };
    for (part, claim, said) in claims.turns(tag) {
        if said != u32::from(n) {
            claims.wrong(&part, claim, format!("{n} turns"), texts(&best));
        }
    }
    for (i, line) in lines.iter().enumerate() {
        let optimal = claims.puzzle.solutions[i].is_optimal;
        let right = keys.contains(&line[0]);
        if optimal != right {
            let claim = if optimal { "isOptimal true" } else { "isOptimal false" };
            let truth = if right { "one of the quickest ways" } else { "the goal takes longer or can't be forced so" };
            claims.wrong(&format!("solutions[{i}].isOptimal"), claim, truth, texts(&best));
        } else if right {
            let mills = line.iter().step_by(2).filter(|s| s.takes.is_some()).count();
            if mills < usize::from(want.0) {
                let truth = format!("the line ends after {mills} of {} captures", want.0);
                claims.wrong(&format!("solutions[{i}].moves"), "a solution", truth, texts(&best));
            }
        }
    }
    Ok(())
}

/// Claims about values: wins and draws.
fn values(
    claims: &mut Claims<'_>,
    oracle: &mut Oracle<'_>,
    at: &State,
    turns: &[Valued],
    lines: &[Vec<Step>],
) -> Result<(), String> {
    let best = turns.iter().map(|v| v.worth).max().ok_or("the side to move has no turn")?;
    let first = turns.iter().find(|v| v.worth == best).map(|v| v.step);
    // A draw goes round for ever.
    let most = if best == Worth::Draw { 8 } else { 400 };
    let truth_line = oracle.line(at, first, most).ok_or_else(|| oracle.why_unknown(at).to_string())?;
    let truth_line = texts(&truth_line);
    let puzzle = claims.puzzle;
    let wins = matches!(puzzle.category, Category::WinGame | Category::Mixed) || claims.tag("win-in-").is_some();
    // A tag tells what is claimed only where the category and the other tags leave that open.
    let held = ["objective:hold-draw", "hold-draw", "unique-draw-save"];
    let hold = !wins && held.iter().any(|tag| claims.tagged(tag));
    let drawing: Vec<Step> = turns.iter().filter(|v| v.worth == Worth::Draw).map(|v| v.step).collect();
    if hold {
        if best != Worth::Draw {
            claims.wrong("tags", "the draw is to be held", format!("the position is a {}", named(best)), truth_line);
            return Ok(());
        }
        if claims.tagged("unique-draw-save") && drawing.len() != 1 {
            claims.wrong(
                "tags",
                "one turn holds the draw",
                format!("{} do: {:?}", drawing.len(), texts(&drawing)),
                texts(&drawing),
            );
        }
        for (i, line) in lines.iter().enumerate() {
            if !drawing.contains(&line[0]) {
                let truth = format!("{} loses; the draw is held by {:?}", line[0], texts(&drawing));
                claims.wrong(&format!("solutions[{i}]"), "holds the draw", truth, truth_line.clone());
            }
        }
        return Ok(());
    }
    if claims.tagged("stop-mill") && puzzle.category == Category::Defend && !wins {
        stops(claims, &oracle.kernel, at, (turns, best), lines, &truth_line);
        return Ok(());
    }
    if wins && best.outcome() != Outcome::Win {
        claims.wrong("category", "a forced win", format!("the position is a {}", named(best)), truth_line);
        return Ok(());
    }
    if best.outcome() == Outcome::Win {
        won(claims, oracle, at, (turns, best), lines, &truth_line)?;
        return Ok(());
    }
    // A best move of another kind: optimal lines must keep the value.
    for (i, line) in lines.iter().enumerate() {
        let worth = turns.iter().find(|v| v.step == line[0]).map(|v| v.worth);
        let keeps = worth.is_some_and(|w| if best == Worth::Draw { w == best } else { w.outcome() == best.outcome() });
        if puzzle.solutions[i].is_optimal && !keeps {
            let truth = format!("{} is a {}, the position a {}", line[0], worth.map_or("?".into(), named), named(best));
            claims.wrong(&format!("solutions[{i}].isOptimal"), "isOptimal true", truth, truth_line.clone());
        }
    }
    Ok(())
}

/// Claims about a mill that is to be stopped without giving anything up: they do not say how soon
/// the game is won.
fn stops(
    claims: &mut Claims<'_>,
    kernel: &Kernel,
    at: &State,
    (turns, best): (&[Valued], Worth),
    lines: &[Vec<Step>],
    truth: &[String],
) {
    if best.outcome() == Outcome::Loss {
        claims.wrong("tags", "nothing is given up", format!("the position is a {}", named(best)), truth.to_vec());
        return;
    }
    if kernel.closing_points(&at.passed()) == 0 {
        claims.wrong("tags", "a mill is threatened", "none can be closed", Vec::new());
        return;
    }
    for (i, line) in lines.iter().enumerate() {
        let key = line[0];
        let after = kernel.play(at, key);
        let path = format!("solutions[{i}].isOptimal");
        let worth = turns.iter().find(|v| v.step == key).map(|v| v.worth);
        let mill = match kernel.lost(&after) {
            true => None,
            false => kernel.all_turns(&after).into_iter().find(|s| s.takes.is_some()),
        };
        let keeps = worth.is_some_and(|w| w.outcome() == best.outcome());
        match (claims.puzzle.solutions[i].is_optimal, keeps, mill) {
            (true, false, _) => {
                let is = worth.map_or("?".into(), named);
                let what = format!("{key} is a {is}, the position a {}", named(best));
                claims.wrong(&path, "isOptimal true", what, truth.to_vec());
            }
            (true, true, Some(mill)) => {
                let what = format!("{key} does not stop {mill}");
                claims.wrong(&path, "isOptimal true", what, texts(&[key, mill]));
            }
            (false, true, None) => {
                claims.wrong(
                    &path,
                    "isOptimal false",
                    format!("{key} stops the mill and gives nothing up"),
                    texts(line),
                );
            }
            _ => {}
        }
    }
}

fn named(worth: Worth) -> String {
    match worth {
        Worth::Win(_) => format!("win in {}", worth.winners_turns()),
        Worth::Draw => "draw".into(),
        Worth::Loss(_) => format!("loss in {}", worth.winners_turns()),
    }
}

/// Claims about a forced win.
fn won(
    claims: &mut Claims<'_>,
    oracle: &mut Oracle<'_>,
    at: &State,
    (turns, best): (&[Valued], Worth),
    lines: &[Vec<Step>],
    truth: &[String],
) -> Result<(), String> {
    let n = best.winners_turns();
    // The number in the words of a puzzle of other kinds need not be turns to the win.
    let counts =
        claims.tag("win-in-").is_some() || matches!(claims.puzzle.category, Category::WinGame | Category::Mixed);
    for (part, claim, said) in claims.turns("win-in-").into_iter().filter(|_| counts) {
        if said != n {
            claims.wrong(&part, claim, format!("a win in {n}"), truth.to_vec());
        }
    }
    let shortest = turns.iter().filter(|v| v.worth == best).count();
    let slower = turns.iter().filter(|v| v.worth.outcome() == Outcome::Win).count() - shortest;
    for (prefix, count) in [
        ("shortest-first-turns:", shortest),
        ("slower-winning-first-turns:", slower),
        ("non-winning-first-turns:", turns.len() - shortest - slower),
    ] {
        if oracle.is_short() && prefix != "shortest-first-turns:" {
            if claims.tag(prefix).is_some() {
                claims.undecided = Some(format!("{prefix} what slower turns are worth is not read without tables"));
            }
            continue;
        }
        if let Some((i, said)) = claims.tag(prefix).filter(|(_, said)| *said as usize != count) {
            claims.wrong(&format!("tags[{i}]"), format!("{prefix}{said}"), format!("{prefix}{count}"), truth.to_vec());
        }
    }
    let whole =
        matches!(claims.puzzle.category, Category::WinGame | Category::Mixed | Category::Endgame | Category::Opening);
    for (i, line) in lines.iter().enumerate() {
        let optimal = claims.puzzle.solutions[i].is_optimal;
        let worth = turns.iter().find(|v| v.step == line[0]).map(|v| v.worth);
        let fast = worth == Some(best);
        if optimal && !fast {
            let is = match worth {
                Some(Worth::Draw) if oracle.is_short() => "slower or no win".to_string(),
                worth => worth.map_or("?".into(), |w| format!("a {}", named(w))),
            };
            let truth_text = format!("{} is {is}, the shortest way wins in {n}", line[0]);
            claims.wrong(&format!("solutions[{i}].isOptimal"), "isOptimal true", truth_text, truth.to_vec());
        } else if optimal && whole {
            let horizon = oracle.horizon();
            let played = stored(claims, oracle, at, line, i, n);
            oracle.set_horizon(horizon);
            played?;
        } else if !optimal && oracle.is_short() && worth == Some(Worth::Draw) {
            // The stored line says about how long it takes.
            let horizon = oracle.horizon();
            oracle.set_horizon(u8::try_from(line.len() + 2 * LATER as usize).ok());
            let after = oracle.worth(&oracle.kernel.play(at, line[0]));
            oracle.set_horizon(horizon);
            if !matches!(after, Some(Worth::Loss(_))) {
                claims.undecided = Some(format!("solutions[{i}]: a slower win is not read without tables"));
            }
        } else if !optimal && worth.is_none_or(|w| w.outcome() != Outcome::Win) {
            let is = worth.map_or("?".into(), named);
            claims.wrong(&format!("solutions[{i}]"), "a slower win", format!("{} is a {is}", line[0]), truth.to_vec());
        } else if !optimal && fast && solver_turns(line) <= n as usize {
            let what = format!("{} is a shortest win, in {n}", line[0]);
            claims.wrong(&format!("solutions[{i}].isOptimal"), "isOptimal false", what, truth.to_vec());
        }
    }
    Ok(())
}

fn solver_turns(line: &[Step]) -> usize {
    line.len().div_ceil(2)
}

/// An optimal line: it must end the game, and neither side may do better at any of its turns.
fn stored(
    claims: &mut Claims<'_>,
    oracle: &mut Oracle<'_>,
    start: &State,
    line: &[Step],
    index: usize,
    n: u32,
) -> Result<(), String> {
    let mut at = *start;
    for (k, step) in line.iter().enumerate() {
        let turns = oracle.turns(&at).ok_or_else(|| oracle.why_unknown(&at).to_string())?;
        let best = turns.iter().map(|v| v.worth).max();
        let made = turns.iter().find(|v| v.step == *step).map(|v| v.worth);
        if made != best {
            let better = turns.iter().find(|v| Some(v.worth) == best).map(|v| v.step);
            let mut shown = texts(&line[..k]);
            let rest = oracle.line(&at, better, 400).ok_or_else(|| oracle.why_unknown(&at).to_string())?;
            shown.extend(texts(&rest));
            let who = if k % 2 == 0 { "the solver wins sooner" } else { "the defence lasts longer" };
            let truth = format!(
                "at turn {} {who} with {}: {} turns in all instead of {}",
                k + 1,
                better.map(|s| s.to_string()).unwrap_or_default(),
                solver_turns_of(&shown),
                solver_turns(line)
            );
            claims.wrong(
                &format!("solutions[{index}].moves"),
                "a shortest win against the longest defence",
                truth,
                shown,
            );
            return Ok(());
        }
        best.into_iter().for_each(|worth| oracle.narrow(worth));
        at = oracle.kernel.play(&at, *step);
    }
    if !oracle.kernel.lost(&at) {
        let truth = format!("the game is not over at its end; the win takes {n} turns");
        let rest = oracle.line(&at, None, 400).ok_or_else(|| oracle.why_unknown(&at).to_string())?;
        let mut shown = texts(line);
        shown.extend(texts(&rest));
        claims.wrong(&format!("solutions[{index}].moves"), "a whole line", truth, shown);
    }
    Ok(())
}

fn solver_turns_of(shown: &[String]) -> usize {
    shown.len().div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Colour;
    use crate::puzzle::{default_folder, difficulty, judge, pack_puzzle, standard};

    /// Reading without tables agrees with the tables on short wins: for sound puzzles, and for ones
    /// that claim a turn too many or too few.
    #[test]
    fn short_wins_are_decided_without_tables() {
        let tables = Library::open(standard(), &default_folder(), 3, 4).unwrap();
        let empty = tempfile::tempdir().unwrap();
        let (mut checked, mut slower) = (0, 0);
        let of = |sector: &str| tables.tables().positions(sector.parse().unwrap()).step_by(97);
        for (own, enemy, _) in of("3-3").chain(of("3-4")) {
            let question = Question {
                variant: standard(),
                state: State::moving(own, enemy),
                side: Colour::White,
                category: Category::WinGame,
                captures: 1,
            };
            let mut oracle = tables.oracle(0);
            let Ok(judged) = judge(&question, &mut oracle) else { continue };
            if judged.n != 2 {
                continue;
            }
            let difficulty = difficulty(&tables.kernel(), &question, &judged);
            let puzzle = pack_puzzle(&question, &judged, &difficulty, &mut oracle);
            let tag = puzzle.tags.iter().position(|t| t == "win-in-2").expect("the tag");
            for claimed in 1..=3 {
                let mut puzzle = puzzle.clone();
                puzzle.tags[tag] = format!("win-in-{claimed}");
                // The words would claim otherwise.
                (puzzle.title, puzzle.description) = ("A win".into(), "A win".into());
                puzzle.solutions.truncate(2);
                slower += puzzle.solutions.len() - 1;
                let lines: Option<Vec<Vec<Step>>> =
                    puzzle.solutions.iter().map(|s| turns_of(&tables.kernel(), &question.state, s)).collect();
                let mut claims = Claims { path: "$", puzzle: &puzzle, wrong: Vec::new(), undecided: None };
                let said = soon(&mut claims, standard(), empty.path(), &question.state, &lines.unwrap(), "no tables");
                assert_eq!(said, Ok(()), "{question}");
                let told: Vec<&str> = claims.wrong.iter().map(|w| w.truth.as_str()).collect();
                assert_eq!(told, if claimed == 2 { vec![] } else { vec!["a win in 2"] }, "{question}");
            }
            checked += 1;
            if checked == 3 && slower > 0 {
                break;
            }
        }
        assert!(checked >= 3, "{checked}");
    }
}
