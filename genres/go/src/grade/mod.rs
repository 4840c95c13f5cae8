//! Grades and hints: features, score, names, and the words of a person.

mod catalog;
mod made;

pub(crate) use catalog::catalog;
pub use catalog::{CATALOG, TAGS};
pub(crate) use made::{Made, tags};

use crate::difficulty::{self, Features};
use crate::draw;
use crate::judge::{Answer, Unfinished, Who, answer, judge, name};
use crate::names::{CLOSERS, ClosedBy, Closers, Scene, shown};
use crate::read::{Area, Ply, State as Position, Supply};
use crate::study::{Line, Lines, Study, study, swing};
use crate::{Class, Outcome, Problem, Role};
use std::collections::BTreeMap;
use tesuji_genre::position::step;
use tesuji_genre::{Bad, GradeInfo, GradeRequest, Graded, Marks, Need, State};
use tesuji_solver::{Catalog, Deduction, Limits, Literal, Stop, TechniqueId, Tier};

/// Plies that count where the closers prove nothing.
const OPEN_HORIZON: f64 = 15.0;

fn closers_of(catalog: &Catalog) -> Closers {
    Closers::keep(|id| catalog.list().iter().any(|t| t.id().as_str() == id))
}

/// Why there is no grade.
pub(crate) enum Ungraded {
    /// Not decided within the limits, with the number of positions where they were counted.
    Undecided(Stop, Option<u64>),
    /// It is no problem.
    Bad(Bad),
}

impl From<Bad> for Ungraded {
    fn from(bad: Bad) -> Ungraded {
        Ungraded::Bad(bad)
    }
}

impl From<Unfinished> for Ungraded {
    fn from(cut: Unfinished) -> Ungraded {
        match cut.why() {
            Some(why) => Ungraded::Bad(Bad::new(why)),
            None => Ungraded::Undecided(cut.stop, Some(cut.nodes)),
        }
    }
}

impl From<Ungraded> for Bad {
    fn from(why: Ungraded) -> Bad {
        let (stop, nodes) = match why {
            Ungraded::Bad(bad) => return bad,
            Ungraded::Undecided(stop, nodes) => (stop, nodes),
        };
        let why = match stop {
            Stop::Nodes => "as many positions were visited as the limit allows",
            Stop::Time => "the time is used up",
            Stop::Memory => "the memory is used up",
            Stop::Interrupted => "interrupted",
            Stop::Open => "a wider region is needed",
            Stop::Exhausted | Stop::Enough => "read to the end",
        };
        let after = nodes.map_or(String::new(), |n| format!(" ({n} positions)"));
        Bad::new(format!("not decided: {why}{after}"))
    }
}

fn undecided(stop: Stop) -> Ungraded {
    Ungraded::Undecided(stop, None)
}

pub(crate) fn done(problem: &Problem, limits: &Limits) -> Result<Answer, Ungraded> {
    match answer(problem, limits, Who::Search)? {
        Err(cut) => Err(cut.into()),
        Ok(found) if found.is_settled() => {
            Err(Bad::new(format!("no problem: {} whoever moves first", found.study.outcome)).into())
        }
        Ok(found) => Ok(found),
    }
}

/// The scene of the solution tree.
pub(crate) fn scene<'a>(problem: &'a Problem, found: &'a Answer) -> Scene<'a> {
    let refuted = found.lines.wrong.iter().filter(|l| l.is_plausible()).map(|l| &l.plies[..]);
    main_line(problem, found).refuting(found.study.root, refuted)
}

/// Leaves the refutations out.
fn main_line<'a>(problem: &'a Problem, found: &'a Answer) -> Scene<'a> {
    let main = found.lines.main.as_ref();
    let plies = main.map_or(&[][..], |l| &l.plies);
    let closed = main.is_some_and(|l| l.horizon.is_some());
    let root = found.study.root;
    let keys = found.study.keys().map(|f| f.ply);
    Scene::new(problem, found.judge.area(), found.told, closed, root, plies).keyed(root, keys)
}

pub(crate) fn features(problem: &Problem, found: &mut Answer) -> Result<Features, Ungraded> {
    let swing = swing(&found.study, &mut *found.judge).map_err(undecided)?;
    let plies = |l: &Line| l.horizon.map_or(OPEN_HORIZON, |h| f64::from(h) + 1.0);
    let wrong = &found.lines.wrong;
    let scene = scene(problem, found);
    let sacrifice = scene.turns.iter().any(|t| t.by() != problem.first && t.taken() != 0);
    let measured = match &found.regional {
        Some(_) => difficulty::measured_on(problem, found.judge.area(), spoken_of(&found.lines)),
        None => difficulty::measured(problem),
    };
    Ok(Features {
        depth: found.lines.main.as_ref().map_or(0.0, |l| l.plies.iter().filter(|&&p| p != Ply::PASS).count() as f64),
        swing,
        surprise: surprise(problem, &found.study, found.judge.area()),
        horizon: found.lines.main.as_ref().map_or(OPEN_HORIZON, plies),
        refutation: wrong.iter().map(plies).fold(0.0, f64::max),
        ko: is_ko(&found.study),
        sacrifice: f64::from(u8::from(sacrifice)),
        ..measured
    })
}

/// The cells on which the solution tree plays.
fn spoken_of(lines: &Lines) -> u64 {
    let wrong = lines.wrong.iter().filter(|line| line.is_plausible());
    let all = lines.main.iter().chain(&lines.others).chain(wrong).flat_map(|line| &line.plies);
    all.filter_map(|ply| ply.cell()).fold(0, |cells, cell| cells | 1 << cell)
}

/// The features of a problem as far as the limits allow, with whether it was read to the end: what
/// is not found out is as in hard problems.
#[must_use]
pub fn estimated(problem: &Problem, limits: &Limits) -> (Features, bool) {
    if let Ok(mut found) = done(problem, limits)
        && let Ok(features) = features(&found.problem(problem), &mut found)
    {
        return (features, true);
    }
    let mut told = difficulty::measured(problem);
    // The first moves are judged sooner than all lines are found.
    if let Ok(mut judge) = judge(problem, limits, Who::Search)
        && let Ok(study) = study(problem, &mut *judge)
        && !study.is_settled()
    {
        told.surprise = surprise(problem, &study, judge.area());
        told.ko = is_ko(&study);
        if let Ok(swing) = swing(&study, &mut *judge) {
            told.swing = swing;
        }
    }
    (told, false)
}

fn surprise(problem: &Problem, study: &Study, area: &Area) -> f64 {
    let looks = difficulty::looks::shares(problem, area, &study.root);
    difficulty::looks::surprise(&looks, |ply| study.keys().any(|f| f.ply == ply))
}

fn is_ko(study: &Study) -> f64 {
    f64::from(u8::from(study.outcome.class() == Some(Class::Ko)))
}

/// The closers under a ceiling, and the tier of the ceiling.
fn under(catalog: &Catalog, tier: Tier) -> Closers {
    closers_of(&catalog.up_to(tier))
}

pub(crate) fn grade(problem: &Problem, want: &GradeRequest) -> Result<Graded, Bad> {
    match done(problem, &want.limits).and_then(|mut found| graded(problem, &mut found, want)) {
        Err(Ungraded::Undecided(stop, _)) if !stop.is_complete() => {
            Ok(Graded { limit: Some(stop), ..Graded::default() })
        }
        graded => Ok(graded?),
    }
}

/// The grade of a problem that was read already.
pub(crate) fn graded(problem: &Problem, found: &mut Answer, want: &GradeRequest) -> Result<Graded, Ungraded> {
    let problem = &found.problem(problem);
    let features = features(problem, found)?;
    let most = if found.regional.is_some() { difficulty::most(found.plies()) } else { u32::MAX };
    let score = features.score().min(most);
    let mut techniques: BTreeMap<String, u32> = BTreeMap::new();
    let known = |id: &str| want.catalog.list().iter().any(|t| t.id().as_str() == id);
    let (motifs, closer) = {
        let scene = scene(problem, found);
        let closer = closer_at(found, &scene.end, closers_of(&want.catalog));
        (shown(&scene), closer)
    };
    for id in motifs.iter().map(|m| m.id).chain(closer.map(ClosedBy::id)).filter(|id| known(id)) {
        *techniques.entry(id.to_string()).or_default() += 1;
    }
    // It counts as solved only if the allowed closers prove it; a life by seki needs the closer
    // of that name.
    let allowed = closers_of(&want.catalog);
    let full = Closers::default();
    let horizon = found.lines.main.as_ref().and_then(|l| l.horizon);
    let solved = match horizon {
        Some(h) if allowed != full => proves(found, allowed, h)?,
        Some(_) => true,
        None => known("seki") || found.study.outcome.class() == Some(Class::Ko),
    };
    let ceiling = match want.ceiling {
        Some(tier) => Some(tier),
        None => ceiling_of(found, &want.catalog, horizon)?,
    };
    let needs = match (want.needs, horizon, ceiling) {
        (true, Some(h), Some(tier)) => Some(needs(found, under(&want.catalog, tier), h, problem)?),
        (true, _, _) => Some(Vec::new()),
        _ => None,
    };
    let info = GradeInfo {
        tier: difficulty::tier(score).name().to_string(),
        score: Some(score),
        solved,
        ceiling: ceiling.filter(|_| want.needs).map(|t| t.name().to_string()),
        needs,
        techniques,
        features: features.named(),
        ..GradeInfo::default()
    };
    let words = words(problem, found, &want.catalog, &difficulty::rank(score));
    let steps = info.techniques.keys().filter_map(|id| want.catalog.list().iter().find(|t| t.id().as_str() == id));
    let steps = steps.map(|t| step(t.id())).collect();
    let extra = BTreeMap::from([
        ("rank".to_string(), difficulty::rank(score).into()),
        ("tags".to_string(), made::tags(problem, motifs.iter().map(|m| m.id), found.plies()).into()),
    ]);
    Ok(Graded { info, steps, words, extra, ..Graded::default() })
}

/// Do these closers prove the key move within the horizon?
fn proves(found: &mut Answer, closers: Closers, horizon: u8) -> Result<bool, Ungraded> {
    let study = found.study.clone();
    found_within(&study, found, closers, horizon)
}

fn found_within(
    study: &crate::study::Study,
    found: &mut Answer,
    closers: Closers,
    horizon: u8,
) -> Result<bool, Ungraded> {
    crate::study::proved_within(study, &mut *found.judge, closers, horizon).map_err(undecided)
}

/// The lowest tier whose closers prove the key move at all within the horizon.
fn ceiling_of(found: &mut Answer, catalog: &Catalog, horizon: Option<u8>) -> Result<Option<Tier>, Ungraded> {
    let Some(h) = horizon else { return Ok(None) };
    for tier in Tier::ALL {
        if proves(found, under(catalog, tier), h)? {
            return Ok(Some(tier));
        }
    }
    Ok(None)
}

/// The closers without which the proof fails at the horizon.
fn needs(found: &mut Answer, closers: Closers, horizon: u8, problem: &Problem) -> Result<Vec<Need>, Ungraded> {
    let mut needs = Vec::new();
    for closer in CLOSERS {
        if matches!(closer, ClosedBy::Capture | ClosedBy::Escape) || closers.without(closer) == closers {
            continue;
        }
        if !proves(found, closers.without(closer), horizon)? {
            let open = problem.empty().len() as u32;
            needs.push(Need::new(closer.id(), u32::from(horizon) + 1, open));
        }
    }
    Ok(needs)
}

fn closer_at(found: &Answer, end: &Position, closers: Closers) -> Option<ClosedBy> {
    closers.decide(found.judge.area(), end).map(|(_, by)| by)
}

fn task(problem: &Problem, outcome: Outcome) -> String {
    let mover = capital(&problem.color().to_string());
    let group = capital(&problem.question.defender.to_string());
    match (problem.first, outcome.class()) {
        (Role::Attacker, Some(Class::Dead)) => format!("{mover} to move kills {group}"),
        (_, Some(Class::Ko)) => match outcome.threats.filter(|threats| threats.count > 0) {
            Some(threats) => {
                let side = capital(&problem.question.color(threats.by).to_string());
                let s = if threats.count == 1 { "" } else { "s" };
                format!("{mover} to play. Ko ({side} needs {} ko threat{s})", threats.count)
            }
            None => format!("{mover} to play. Ko"),
        },
        _ => format!("{mover} to move lives"),
    }
}

/// The first move of a line that takes a ko: how many moves come before it.
fn takes_ko(found: &Answer, line: &Line) -> Option<usize> {
    let area = found.judge.area();
    let mut at = Position { supply: Supply::NONE, ..found.study.root };
    line.plies.iter().position(|&ply| {
        at = area.play(&Position { ko: Position::NO_KO, ..at }, ply).unwrap_or(at);
        at.ko != Position::NO_KO
    })
}

/// A line of a problem of which the best outcome is a ko: up to the move that takes it, or else as
/// far as it goes.
fn ko_words(problem: &Problem, found: &Answer, line: &Line) -> String {
    let names = moves(problem, found, line);
    let by = |n: usize| if n.is_multiple_of(2) { problem.color() } else { problem.color().other() };
    let side = |color: crate::Color| capital(&color.to_string());
    let mover = side(problem.color());
    let gains = match problem.first {
        Role::Attacker => format!("the {} stones are captured", problem.question.defender),
        Role::Defender => "the group lives".to_string(),
    };
    let Some(taken) = takes_ko(found, line) else {
        return format!("{}: then it is a ko. If {mover} wins it, {gains}.", names.join(" "));
    };
    let taker = side(by(taken));
    let line = if taken == 0 { String::new() } else { format!("{}: ", names[..=taken].join(" ")) };
    format!("{line}{taker} {} takes the ko. If {mover} wins it, {gains}.", names[taken])
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}

fn ending(by: Option<ClosedBy>, lives: bool) -> &'static str {
    match by {
        Some(ClosedBy::Capture) => "and the stones are captured",
        Some(ClosedBy::Escape) => "and the group gets away",
        Some(ClosedBy::TwoEyes) => "and two eyes are secure",
        Some(ClosedBy::NoEyeSpace) => "and there is no room left for two eyes",
        Some(ClosedBy::Nakade) => "and the vital point of the eye space is taken",
        None if lives => "and the group can't be captured",
        None => "and the group can't be saved",
    }
}

/// The moves of a line; where one takes a ko back at once, with the threat that it needs.
fn moves(problem: &Problem, found: &Answer, line: &Line) -> Vec<String> {
    let area = found.judge.area();
    let retakes = line.retakes(area, &found.study.root);
    let told = |(&ply, retakes): (&Ply, bool)| {
        let threat = if retakes { " (after a threat)" } else { "" };
        format!("{}{threat}", name(problem, area, ply))
    };
    line.plies.iter().zip(retakes).map(told).collect()
}

/// How a line ends, in words that the catalog has.
fn end_words(problem: &Problem, found: &Answer, catalog: &Catalog, line: &Line, lives: bool) -> &'static str {
    let scene = Scene::new(problem, found.judge.area(), found.study.outcome, true, found.study.root, &line.plies);
    let by = closer_at(found, &scene.end, Closers::default());
    let ko = found.study.outcome.class() == Some(Class::Ko) && by.is_none();
    if ko { "and the ko decides" } else { ending(closer_at(found, &scene.end, closers_of(catalog)), lives) }
}

/// A wrong first move: what answers it, how it goes on, how it ends.
fn wrong_words(problem: &Problem, found: &Answer, catalog: &Catalog, line: &Line, lives: bool) -> String {
    let end = end_words(problem, found, catalog, line, lives);
    let reply = capital(&problem.color().other().to_string());
    // Where nobody has a threat the move may do: it leads to a ko.
    let retakes = line.retakes(found.judge.area(), &found.study.root);
    let by_ko = found.study.outcome.class() != Some(Class::Ko) && retakes.iter().skip(1).step_by(2).any(|&by| by);
    let mover = capital(&problem.color().to_string());
    if by_ko && let Some(taken) = takes_ko(found, line).filter(|&taken| taken > 0) {
        let line_to_ko = moves(problem, found, line)[..=taken].join(" ");
        return format!(
            "{} lets {reply} make a ko, and {mover} can do without: {line_to_ko}.",
            name(problem, found.judge.area(), line.plies[0])
        );
    }
    let condition = if by_ko { format!(" if {reply} has a ko threat") } else { String::new() };
    match moves(problem, found, line).as_slice() {
        [] => String::new(),
        [first] => format!("{first} fails as it stands, {end}."),
        [first, answer] => format!("{first} fails{condition}: {reply} answers {answer}, {end}."),
        [first, answer, rest @ ..] => {
            format!("{first} fails{condition}: {reply} answers {answer}, then {}, {end}.", rest.join(" "))
        }
    }
}

/// Moves of which it is not known that they fail, named in words.
const NAMED: usize = 6;

/// One line a thought: the key move, the main line, the best wrong move, the names, the rank.
fn words(problem: &Problem, found: &Answer, catalog: &Catalog, rank: &str) -> Vec<String> {
    let mut words = Vec::new();
    let lives = problem.first == Role::Defender;
    let keys = found.keys();
    let h = problem.question.board.size().1;
    let keys: Vec<String> = keys.into_iter().map(|p| p.name(h)).collect();
    words.push(format!("{}: {}.", task(problem, found.study.outcome), keys.join(" or ")));
    let is_ko = found.study.outcome.class() == Some(Class::Ko);
    let ko = found.lines.main.as_ref().filter(|_| is_ko).map(|main| ko_words(problem, found, main));
    if let Some(ko) = ko {
        words.push(ko);
    } else if let Some(main) = &found.lines.main {
        let end = end_words(problem, found, catalog, main, lives);
        words.push(match main.plies.len() {
            1 => format!("{}.", capital(end.trim_start_matches("and "))),
            _ => format!("{}, {end}.", moves(problem, found, main).join(" ")),
        });
    }
    if found.told.class() == Some(Class::Seki) {
        words.push("With the best play of both it is a seki.".to_string());
    }
    if let Some(wrong) = best_wrong(&found.lines) {
        words.push(wrong_words(problem, found, catalog, wrong, !lives));
    }
    if !found.study.undecided.is_empty() {
        let name = |p: &Option<crate::Point>| p.map_or("a pass".to_string(), |p| p.name(h));
        let mut undecided: Vec<String> = found.study.undecided.iter().take(NAMED).map(name).collect();
        if let Some(more) = found.study.undecided.len().checked_sub(NAMED).filter(|&more| more > 0) {
            undecided.push(format!("{more} more"));
        }
        words.push(format!("Not shown to fail here: {}.", undecided.join(", ")));
    }
    let known = |id: &'static str| catalog.get(&TechniqueId::new(id)).is_some();
    let names =
        |scene: &Scene<'_>| -> Vec<&str> { shown(scene).into_iter().filter(|m| known(m.id)).map(|m| m.name).collect() };
    let (own, all) = (names(&main_line(problem, found)), names(&scene(problem, found)));
    let others: Vec<&str> = all.into_iter().filter(|name| !own.contains(name)).collect();
    for (whose, names) in [("It shows", own), ("Answers to wrong moves show", others)] {
        if !names.is_empty() {
            words.push(format!("{whose}: {}.", names.join(", ").to_lowercase()));
        }
    }
    words.extend(found.assumes(problem).map(|words| format!("Taken for granted: {words}.")));
    words.push(format!("About {rank}."));
    words
}

/// The wrong first move that takes the most plies to refute.
fn best_wrong(lines: &Lines) -> Option<&Line> {
    lines.wrong.iter().find(|l| l.horizon.is_some() && l.is_plausible()).or(lines.wrong.first())
}

/// Positions that a hint may take where no number is named.
const HINT_NODES: u64 = 3_000_000;

/// Is life told as another kind of life, ALIVE or SEKI, where the other side moves first?
fn is_told_otherwise(problem: &Problem, found: &Answer) -> bool {
    let other = crate::judge::told(problem, problem.first.other(), found.study.outcome, Who::Search);
    found.told.class().is_some() && other.class().is_some() && other != found.told
}

/// The key move in words, with marks; after the moves of a state.
pub(crate) fn hint(
    problem: &Problem,
    state: Option<&State>,
    catalog: &Catalog,
    limits: &Limits,
) -> Result<Option<(Deduction, String, Marks)>, Bad> {
    let now = match state {
        Some(state) => draw::after(problem, state)?,
        None => problem.clone(),
    };
    let nodes = if limits.nodes == u64::MAX { HINT_NODES } else { limits.nodes };
    let limits = limits.clone().with_nodes(nodes);
    let found = match answer(&now, &limits, Who::Search)? {
        Ok(found) if !found.is_settled() => found,
        // Life is life for the search: which move makes two eyes of it, or a seki, it does not
        // tell.
        Ok(found) if found.told.lives() && is_told_otherwise(&now, &found) => {
            let words = format!(
                "{} lives whoever moves first, {} moving first as {}. Which move is two eyes and which is seki is not told.",
                capital(&now.question.defender.to_string()),
                now.color(),
                found.told
            );
            let id = TechniqueId::new(TAGS[0].0);
            return Ok(Some((step(&id), words, Marks::default())));
        }
        // After moves: they have settled it, be it the wrong way.
        Ok(found) if state.is_some_and(|s| s.text.is_some()) => {
            let words = format!("No move changes it any more: {}, {}.", now.question.defender, found.told);
            let id = TechniqueId::new(TAGS[0].0);
            return Ok(Some((step(&id), words, Marks::default())));
        }
        Ok(_) => return Ok(None),
        Err(cut) => return Err(Ungraded::from(cut).into()),
    };
    let now = found.problem(&now);
    let Some(main) = &found.lines.main else { return Ok(None) };
    // The marks are those of the next moves, not of answers to other moves.
    let names: Vec<&str> = {
        let scene = main_line(&now, &found);
        let closer = closer_at(&found, &scene.end, closers_of(catalog)).map(ClosedBy::id);
        shown(&scene).iter().map(|m| m.id).chain(closer).collect()
    };
    let technique = catalog.list().iter().rev().find(|t| names.contains(&t.id().as_str()));
    let id = match technique {
        Some(technique) => technique.id().clone(),
        // It has no name; that is no reason to say nothing, unless names were left out.
        None if names.is_empty() && catalog.list().len() == catalog::catalog().list().len() => {
            TechniqueId::new(TAGS[0].0)
        }
        None => return Ok(None),
    };
    let mut text = words(&now, &found, catalog, "");
    text.pop();
    let area = found.judge.area();
    let moves = main.plies.iter().map(|&ply| name(&now, area, ply)).collect();
    let is_ko = found.study.outcome.class() == Some(Class::Ko);
    let caption = is_ko.then(|| draw::ko_caption(&now));
    let mut marks = Marks { moves, caption, ..Marks::default() };
    for (i, p) in main.plies.iter().map(|&ply| area.point(ply)).enumerate().take(9) {
        if let Some(p) = p
            && !marks.placed.iter().any(|l| l.var == draw::number(&now, p))
        {
            marks.placed.push(Literal { var: draw::number(&now, p), value: i as u8 + 1 });
        }
    }
    Ok(Some((step(&id), text.join(" "), marks)))
}
