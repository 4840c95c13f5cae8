//! Azul as a genre: positions whose question is "which move?".

use crate::draw;
use crate::grade::{Figures, figures};
use crate::read::{MoveValue, Reader, Want, distinct_moves, plain};
use crate::scenario::{GameStage, Kind, Params, RoundStage, Sampler, Scenario, Tries, kinds};
use crate::{Move, Phase, Policy, State, WallKind, text};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::str::FromStr;
use std::sync::LazyLock;
use tesuji_genre::position::{Candidate, Found, ParsedPosition, PositionGenre, Positions, named, step};
use tesuji_genre::recipe::Tried;
use tesuji_genre::{
    Bad, Coverage, EnumerateRequest, Enumerated, FirstMove, GenerateRequest, GenreInfo, GradeInfo, GradeRequest,
    Graded, Marks, Medium, OptionSpec, PositionActions, Puzzle, Record, Solution, Solved, WalkRequest, Walked,
};
use tesuji_solver::{Catalog, Clock, Deduction, Limits, Stats, Stop, TechniqueId, Tier};

/// Azul.
#[derive(Clone, Copy, Debug, Default)]
pub struct Azul;

/// The genre.
pub static AZUL: Positions<Azul> = Positions(Azul);

/// Positions that one reading may visit where the request names no bound.
const READ_NODES: u64 = 3_000_000;
/// Bound on each reading of a grade: a duel's, and the slower one of more players.
const GRADE_NODES: [u64; 2] = [10_000_000, 300_000];
/// Play-outs of a hint where the round can't be read.
const HINT_SAMPLES: u32 = 200;
/// Positions that the reference may visit where the request names no bound: a second or so.
const PLAIN_NODES: u64 = 3_000_000;

const STAGES: &[&str] = &[
    "any",
    "any/start",
    "any/mid",
    "any/end",
    "early",
    "early/start",
    "early/mid",
    "early/end",
    "mid",
    "mid/start",
    "mid/mid",
    "mid/end",
    "late",
    "late/start",
    "late/mid",
    "late/end",
];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "stage",
        values: STAGES,
        default: "any",
        help: "Stage of the game, and of the round (left out: what can be read to the end)",
    },
    OptionSpec {
        key: "type",
        values: &[],
        default: "any",
        help: "Types that are shown, joined by +: colour-conflict, floor-dilemma, damage-control, denial, adjacency, end-bonus, token-timing, game-end, last-pick",
    },
    OptionSpec {
        key: "policy",
        values: &[],
        default: "greedy",
        help: "Who plays: random, greedy, mixed:RATIO, strong",
    },
    OptionSpec { key: "gap", values: &[], default: "0", help: "Least gap between best and second best, in points" },
    OptionSpec { key: "tiles", values: &[], default: "any", help: "Exactly so many tiles on the table" },
    OptionSpec { key: "pick", values: &[], default: "any", help: "Exactly so many picks made in the round" },
    OptionSpec {
        key: "filters",
        values: &["default", "none"],
        default: "default",
        help: "Filters of moves and destinations",
    },
    OptionSpec {
        key: "deal",
        values: &[],
        default: "1",
        help: "For enumerate: the seed of the position to start from",
    },
];

const SIZES: &[&str] = &["2p", "3p", "4p", "2p-grey", "3p-grey", "4p-grey"];

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    use tesuji_solver::Phase::{Pattern, Propagation};
    let reading = named("azul-reading", "Reading the round", Tier::Beginner, 1, Propagation);
    let kind = |k: Kind| {
        let (id, name) = names(k);
        named(id, name, Tier::Beginner, 1, Pattern)
    };
    std::iter::once(reading).chain(Kind::ALL.into_iter().map(kind)).collect()
});

fn names(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::ColourConflict => ("azul-colour-conflict", "Colour conflict"),
        Kind::FloorDilemma => ("azul-floor-dilemma", "Floor dilemma"),
        Kind::DamageControl => ("azul-damage-control", "Damage control"),
        Kind::Denial => ("azul-denial", "Denial"),
        Kind::Adjacency => ("azul-adjacency", "Adjacency"),
        Kind::EndBonus => ("azul-end-bonus", "End bonus"),
        Kind::TokenTiming => ("azul-token-timing", "Token timing"),
        Kind::GameEnd => ("azul-game-end", "Game-end trigger"),
        Kind::LastPick => ("azul-last-pick", "Last-pick parity"),
    }
}

thread_local! {
    /// The tables of a worker; answers do not depend on what they were used for before.
    static SAMPLER: RefCell<Sampler> = RefCell::new(Sampler::new());
    static READER: RefCell<Reader> = RefCell::new(Reader::new());
}

fn with_reader<T>(run: impl FnOnce(&mut Reader) -> T) -> T {
    READER.with(|reader| match reader.try_borrow_mut() {
        Ok(mut reader) => run(&mut reader),
        // Called from within itself: a reader of its own.
        Err(_) => run(&mut Reader::new()),
    })
}

fn points(tenths: i32) -> f64 {
    f64::from(tenths) / 10.0
}

fn bounded(limits: &Limits, most: u64) -> Limits {
    if limits.nodes == u64::MAX { limits.clone().with_nodes(most) } else { limits.clone() }
}

/// The size's players and wall.
fn parse_size(size: &str) -> Option<(usize, WallKind)> {
    let (players, kind) = match size.strip_suffix("-grey") {
        Some(players) => (players, WallKind::Grey),
        None => (size, WallKind::Coloured),
    };
    let players = players.strip_suffix('p')?.parse().ok()?;
    (2..=4).contains(&players).then_some((players, kind))
}

/// The parameters of a request.
fn params(size: Option<&str>, set: &BTreeMap<String, String>, seed: u64) -> Result<Params, Bad> {
    let size = size.unwrap_or(SIZES[0]);
    let unknown = || Bad::new(format!("no size {size:?}; there are {}", SIZES.join(", "))).at("size");
    let (players, wall) = parse_size(size).ok_or_else(unknown)?;
    let mut params = Params { players, wall, seed, read_nodes: READ_NODES, ..Params::default() };
    let get = |key: &str| set.get(key).map(String::as_str).filter(|v| !v.is_empty() && *v != "any");
    if let Some(stage) = get("stage") {
        let (game, round) = stage.split_once('/').unwrap_or((stage, "any"));
        params.game_stage = GameStage::from_name(game);
        params.round_stage = RoundStage::from_name(round);
    }
    for name in get("type").into_iter().flat_map(|t| t.split('+')) {
        let unknown = || {
            let near = tesuji_genre::near(name, Kind::ALL.map(Kind::name));
            Bad::new(format!("no type {name:?}; {near}")).at("type")
        };
        params.kinds.push(Kind::from_name(name).ok_or_else(unknown)?);
    }
    if let Some(policy) = get("policy") {
        params.policy = Policy::from_str(policy).map_err(|e| Bad::new(e).at("policy"))?;
    }
    if let Some(gap) = get("gap") {
        let least: f64 = gap
            .parse()
            .ok()
            .filter(|g: &f64| g.is_finite() && *g >= 0.0)
            .ok_or_else(|| Bad::new(format!("{gap:?} is no number of points")).at("gap"))?;
        params.filter.min_value_gap = (least > 0.0).then_some(least);
    }
    let whole = |key: &str| match get(key) {
        None => Ok(None),
        Some(n) => n.parse::<u32>().map(Some).map_err(|_| Bad::new(format!("{n:?} is no number")).at(key)),
    };
    (params.tiles, params.pick) = (whole("tiles")?, whole("pick")?);
    if get("filters") == Some("none") {
        params.filter.min_legal_actions = 0;
        params.filter.min_unique_destinations = 0;
        params.filter.require_non_floor_option = false;
        params.filter.max_floor_ratio = 1.0;
    }
    params.check()?;
    Ok(params)
}

/// Where nothing says how far the round has gone, positions that can be read to its end: the middle
/// and the end of a duel's round by turns, the end of the round with more players. (The start is
/// beyond exact reading, and the sampler's favourite.)
fn readable(params: &mut Params, index: u64) {
    if params.round_stage.is_none() && params.tiles.is_none() && params.pick.is_none() {
        let middle = params.players == 2 && index.is_multiple_of(2);
        params.round_stage = Some(if middle { RoundStage::Mid } else { RoundStage::End });
    }
}

/// The fields of a scenario's record beside the position.
pub fn scenario_fields(scenario: &Scenario, policy: Policy) -> BTreeMap<String, Value> {
    let mut extra = BTreeMap::new();
    extra.insert("game_stage".into(), json!(scenario.game_stage.name()));
    extra.insert("round_stage".into(), json!(scenario.round_stage.name()));
    if let Some(reason) = scenario.late_reason {
        extra.insert("late_reason".into(), json!(reason));
    }
    extra.insert("attempt".into(), json!(scenario.attempt));
    extra.insert("pick".into(), json!(scenario.pick));
    extra.insert("quality".into(), json!(scenario.quality));
    extra.insert("policy".into(), json!(policy.to_string()));
    extra.insert("types".into(), json!(scenario.kinds.iter().map(|k| k.name()).collect::<Vec<_>>()));
    extra.insert("filters_passed".into(), json!(scenario.filters_passed));
    extra
}

/// The answer: every best move and their value in points. Equally good moves are one answer, not
/// several: the question is for a best move.
fn answer(moves: &[(Move, i32)]) -> Option<Solution> {
    let best = moves.iter().map(|m| m.1).max()?;
    let mut all: Vec<Move> = moves.iter().filter(|m| m.1 == best).map(|m| m.0).collect();
    all.sort_unstable();
    Some(json!({"moves": all.iter().map(Move::to_string).collect::<Vec<_>>(), "value": points(best)}).into())
}

/// The answer of a reading that was done.
pub(crate) fn answer_of(reading: &crate::read::Reading) -> Option<Solution> {
    reading.best().and_then(|_| answer(&exact(&reading.moves)))
}

fn exact(moves: &[MoveValue]) -> Vec<(Move, i32)> {
    moves.iter().filter(|m| m.exact).map(|m| (m.mv, m.value)).collect()
}

/// The grade of a position from its figures and types.
pub fn grade_info(figures: &Figures, shown: &[Kind]) -> GradeInfo {
    let mut features = BTreeMap::new();
    features.insert("gap".to_string(), figures.gap.map_or(-1.0, points));
    features.insert("near_best".to_string(), figures.near.into());
    features.insert("legal".to_string(), figures.legal.into());
    features.insert("distinct".to_string(), figures.distinct.into());
    features.insert("depth".to_string(), figures.depth.into());
    features.insert("greedy_regret".to_string(), points(figures.greedy_regret));
    features.insert("impulse_regret".to_string(), points(figures.impulse_regret));
    let techniques = shown.iter().map(|&k| (names(k).0.to_string(), 1)).collect();
    GradeInfo {
        tier: figures.tier().name().to_string(),
        score: Some(figures.score()),
        solved: true,
        techniques,
        features,
        ..GradeInfo::default()
    }
}

fn words(state: &State, figures: &Figures) -> String {
    let Some(best) = figures.reading.best() else { return "no move".into() };
    let gap = match figures.gap {
        Some(0) => ", as good as another".to_string(),
        Some(gap) => format!(", {:.1} better than the next", points(gap)),
        None => ", the only move".to_string(),
    };
    let who = state.turn() + 1;
    format!("player {who}: {} ({}) leads to {:+.1} points{gap}", best.mv.words(), best.mv, points(best.value))
}

fn limit(stop: Stop) -> Bad {
    Bad::new(format!("not read to the end of the round: the limit of {} was reached", stop.name()))
}

fn ask(state: &State) -> Result<(), Bad> {
    match state.phase() {
        Phase::Drafting => Ok(()),
        Phase::Tiling => Err(Bad::new("no tile is left to take: there is no move to find").at("factories")),
        Phase::Over | Phase::Stalled => Err(Bad::new("the game is over: there is no move to find").at("round")),
    }
}

const INFO: GenreInfo = GenreInfo {
    name: "azul",
    about: "the board game: which move leads to the best margin, by the points at the round's end and what they promise?",
    rules: "Take all tiles of one colour from a display and put them into one pattern line. Find the move that \
        leads to the best margin.",
    sizes: SIZES,
    options: OPTIONS,
    formats: &["line", "jsonl", "practice"],
    ..GenreInfo::POSITIONS
};

impl PositionActions for Azul {
    fn first_moves(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Vec<FirstMove>, Bad> {
        Ok(crate::around::first_moves(&self.position(puzzle)?, solution))
    }

    /// The best moves and what they bring.
    fn contradicts(&self, _: &Puzzle, stored: &Solution, found: &Solution) -> Result<Option<String>, Bad> {
        let moves = |of: &Solution| {
            let mut all: Vec<String> = of.get("moves")?.as_array()?.iter().map(ToString::to_string).collect();
            all.sort();
            Some(all)
        };
        if moves(stored).is_some_and(|stored| moves(found).is_some_and(|found| stored != found)) {
            return Ok(Some("the stored moves".to_string()));
        }
        let value = |of: &Solution| of.get("value").and_then(Value::as_f64);
        let differs = value(stored).zip(value(found)).is_some_and(|(a, b)| (a - b).abs() > 0.05);
        Ok(differs.then(|| "the stored value".to_string()))
    }
}

impl PositionGenre for Azul {
    type Position = State;

    fn handle(&self) -> &'static Positions<Self> {
        &AZUL
    }
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn catalog(&self) -> &Catalog {
        &CATALOG
    }
    fn size(&self, position: &State) -> String {
        let grey = if position.kind() == WallKind::Grey { "-grey" } else { "" };
        format!("{}p{grey}", position.players())
    }

    fn parse(&self, text: &str) -> Result<ParsedPosition<State>, Bad> {
        let position = text::parse(text.trim())?;
        ask(&position)?;
        Ok(position.into())
    }

    fn print(&self, position: &State) -> String {
        position.to_string()
    }

    /// The practice tool's JSON, one document after the other.
    fn read_document(&self, doc: &[u8], found: &mut dyn FnMut(Found<State>)) -> bool {
        let Ok(text) = std::str::from_utf8(doc) else { return false };
        if !text.trim_start().starts_with('{') || !text.contains("\"state_version\"") {
            return false;
        }
        for (lines, document) in crate::practice::documents(text) {
            let read = crate::practice::import(document).and_then(|practice| {
                ask(&practice.state)?;
                let mut parsed = ParsedPosition::from(practice.state);
                if let Some(seed) = practice.scenario_seed {
                    parsed.notes.insert("scenario_seed".into(), json!(seed));
                }
                Ok((parsed, None))
            });
            found(read.map_err(|bad| crate::practice::after_lines(lines, bad)));
        }
        true
    }

    fn write_document(
        &self,
        format: &str,
        records: &mut dyn Iterator<Item = Record>,
        out: &mut dyn std::io::Write,
    ) -> Result<(), Bad> {
        if format != "practice" {
            return Err(Bad::new(format!("azul has no format {format}")));
        }
        for record in records {
            let state = text::parse(&record.puzzle)?;
            let practice = crate::practice::Practice::new(state);
            writeln!(out, "{}", crate::practice::export(&practice)).map_err(|e| Bad::new(e.to_string()))?;
        }
        Ok(())
    }

    /// Factories sorted by their tiles, players turned so that player 1 is to move. Colours are not
    /// free: the wall fixes them.
    fn least_image(&self, position: &State) -> String {
        least(position).to_string()
    }

    fn solve(&self, position: &State, limits: &Limits) -> Result<Solved, Bad> {
        ask(position)?;
        let reading = with_reader(|reader| reader.read(position, Want::Near(0), limits));
        let solutions = answer_of(&reading).into_iter().collect();
        Ok(Solved { solutions, stop: reading.stop, stats: Stats { nodes: reading.nodes, ..Stats::default() } })
    }

    fn reference(&self, position: &State, limits: &Limits) -> Result<Solved, Bad> {
        ask(position)?;
        let most = limits.nodes.min(PLAIN_NODES);
        let Some((values, nodes)) = plain::values(position, most) else {
            return Ok(Solved {
                solutions: Vec::new(),
                stop: Stop::Nodes,
                stats: Stats { nodes: most, ..Stats::default() },
            });
        };
        let turn = position.turn();
        let distinct = distinct_moves(position);
        let moves: Vec<(Move, i32)> =
            values.into_iter().filter(|v| distinct.contains(&v.0)).map(|(mv, v)| (mv, v[turn])).collect();
        let stats = Stats { nodes, ..Stats::default() };
        Ok(Solved { solutions: answer(&moves).into_iter().collect(), stop: Stop::Exhausted, stats })
    }

    fn grade(
        &self,
        position: &State,
        _state: Option<&tesuji_genre::State>,
        want: &GradeRequest,
    ) -> Result<Graded, Bad> {
        ask(position)?;
        let limits = bounded(&want.limits, GRADE_NODES[0]);
        with_reader(|reader| {
            let unfinished = |stop: Stop| Ok(Graded { limit: Some(stop), ..Graded::default() });
            let figures = match figures(position, None, reader, &limits) {
                Ok(figures) => figures,
                Err(stop) => return unfinished(stop),
            };
            let Some(mut shown) = kinds(position, &figures.reading, reader, &limits) else {
                return unfinished(Stop::Nodes);
            };
            let allowed = |id: &'static str| want.catalog.get(&TechniqueId::new(id)).is_some();
            shown.retain(|&kind| allowed(names(kind).0));
            let mut info = grade_info(&figures, &shown);
            // Nothing but reading is needed, and without it nothing is solved.
            info.solved = allowed("azul-reading");
            if want.needs {
                info.needs = Some(Vec::new());
                info.ceiling = want.ceiling.map(|t| t.name().to_string());
            }
            let mut steps = Vec::new();
            let mut lines = Vec::new();
            if info.solved {
                steps.push(step(&TechniqueId::new("azul-reading")));
                lines.push(words(position, &figures));
            }
            for kind in shown {
                steps.push(step(&TechniqueId::new(names(kind).0)));
                lines.push(format!("{}: {}", names(kind).1, kind.about()));
            }
            Ok(Graded { info, steps, words: lines, ..Graded::default() })
        })
    }

    fn hint(
        &self,
        position: &State,
        _state: Option<&tesuji_genre::State>,
        catalog: &Catalog,
        limits: &Limits,
    ) -> Result<Option<(Deduction, String, Marks)>, Bad> {
        ask(position)?;
        let id = TechniqueId::new("azul-reading");
        if catalog.get(&id).is_none() {
            return Ok(None);
        }
        let limits = bounded(limits, GRADE_NODES[0]);
        let reading = with_reader(|reader| reader.read(position, Want::Second, &limits));
        let Some(best) = reading.best() else {
            if reading.stop != Stop::Nodes {
                return Err(limit(reading.stop));
            }
            let advice = with_reader(|reader| crate::review::advise(position, reader, HINT_SAMPLES, 1));
            let Some(advice) = advice else { return Ok(None) };
            let text = format!(
                "sampled: {} ({}) looks best: {} ± {:.1} by the round's end in {} play-outs; reading it reached the \
                 limit of nodes",
                advice.mv.words(),
                advice.mv,
                lead(advice.margin),
                advice.error,
                advice.samples
            );
            return Ok(Some((step(&id), text, draw::marks(advice.mv))));
        };
        let gap = reading.gap().map_or("the only move".into(), |g| format!("{:.1} better than the next", points(g)));
        let text = format!(
            "exact: {} ({}): {} by the round's end and what is to come, {gap}",
            best.mv.words(),
            best.mv,
            lead(points(best.value))
        );
        Ok(Some((step(&id), text, draw::marks(best.mv))))
    }

    fn check_request(&self, want: &GenerateRequest) -> Result<(), Bad> {
        params(want.size.as_deref(), &want.set, want.seed).map(|_| ())
    }

    /// Candidate `index` is the game of that number; its scenario is graded where the request asks
    /// for a tier.
    fn sample(
        &self,
        want: &GenerateRequest,
        index: u64,
        _rng: &mut ChaCha8Rng,
        _clock: &Clock,
        tried: &mut Tried,
    ) -> Vec<Candidate<State>> {
        let Ok(mut params) = params(want.size.as_deref(), &want.set, want.seed) else { return Vec::new() };
        readable(&mut params, index);
        SAMPLER.with(|sampler| {
            let Ok(mut sampler) = sampler.try_borrow_mut() else { return Vec::new() };
            let mut tries = Tries::default();
            let found = sampler.attempt(&params, index, &mut tries);
            tried.count += tries.snapshots.max(1);
            for (why, n) in tries.rejected {
                *tried.rejected.entry(why).or_default() += n;
            }
            found.and_then(|scenario| candidate(&scenario, &params, want, tried)).into_iter().collect()
        })
    }

    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        enumerate(want, emit)
    }

    fn walk(&self, position: &State, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        crate::walk::walk(position, want)
    }

    fn draw(
        &self,
        position: &State,
        _state: Option<&tesuji_genre::State>,
        marks: &Marks,
        medium: Medium,
    ) -> Result<String, Bad> {
        Ok(match medium {
            Medium::Unicode => draw::unicode(position, marks),
            Medium::Svg => draw::svg(position, marks),
        })
    }
}

/// The record's content of a scenario, unless its tier is wrong or it can't be graded.
fn candidate(
    scenario: &Scenario,
    params: &Params,
    want: &GenerateRequest,
    tried: &mut Tried,
) -> Option<Candidate<State>> {
    let limits = Limits::default().with_nodes(GRADE_NODES[usize::from(params.players > 2)]);
    let state = &scenario.state;
    with_reader(|reader| {
        let figures = match figures(state, scenario.reading.as_ref(), reader, &limits) {
            Ok(figures) => figures,
            Err(_) => {
                tried.reject("not read to the end");
                return None;
            }
        };
        if let Some(tier) = want.tier
            && figures.tier() != tier
        {
            tried.reject(format!("tier {}", figures.tier().name()));
            return None;
        }
        let Some(shown) = kinds(state, &figures.reading, reader, &limits) else {
            tried.reject("not read to the end");
            return None;
        };
        Some(Candidate {
            position: *state,
            solution: answer_of(&figures.reading),
            grade: Some(grade_info(&figures, &shown)),
            extra: scenario_fields(scenario, params.policy),
        })
    })
}

/// A lead in words.
fn lead(points: f64) -> String {
    match format!("{:.1}", points.abs()).as_str() {
        "0.0" => "level".to_string(),
        size if points > 0.0 => format!("{size} points ahead"),
        size => format!("{size} points behind"),
    }
}

/// The least image; see [`Azul::least_image`].
fn least(position: &State) -> State {
    let mut state = *position;
    let n = state.players();
    let count = state.factories().len();
    state.factories[..count].sort_by_key(|f| (f.is_empty(), f.total() < 4, *f));
    let turn = state.turn();
    state.boards[..n].rotate_left(turn);
    let turned = |p: usize| ((p + n - turn) % n) as u8;
    state.starter = turned(position.starter());
    if let Some(p) = position.token() {
        state.token = turned(p);
    }
    state.turn = 0;
    state.index_sources();
    state
}

/// Every decision position that can follow in the round from one position, up to the order of
/// factories, that passes the filters.
fn enumerate(want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
    tesuji_genre::clue::option::check(OPTIONS, &want.set)?;
    let seed = match want.set.get("deal") {
        None => 1,
        Some(text) => crate::parse_seed(text).map_err(|e| Bad::new(e).at("deal"))?,
    };
    let mut params = params(Some(&want.size), &want.set, seed)?;
    if want.grids || want.minimal {
        return Err(Bad::new("Azul has neither grids nor minimal puzzles"));
    }
    let wanted = params.filter;
    // The start: the deal itself, or the first scenario of that seed at the stage asked for.
    let start = if params.game_stage.is_none() && params.round_stage.is_none() && params.tiles.is_none() {
        State::deal(params.players, params.wall, &mut crate::Rng::new(seed))
    } else {
        params.kinds.clear();
        let (found, tries) = Sampler::new().generate(&params);
        found.map(|s| s.state).ok_or_else(|| Bad::new(format!("no position to start from: {:?}", tries.rejected)))?
    };
    let clock = want.limits.start();
    let most = want.limits.solutions as u64;
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut queue = VecDeque::from([start]);
    seen.insert(key(&start));
    let (mut total, mut visited, mut stop) = (0u64, 0u64, Stop::Exhausted);
    let mut by: BTreeMap<u32, u64> = BTreeMap::new();
    let mut bytes = 0usize;
    while let Some(state) = queue.pop_front() {
        visited += 1;
        if let Some(why) = clock.check(visited).or_else(|| clock.expired().filter(|_| visited % 64 == 0)) {
            stop = why;
            break;
        }
        if bytes > want.limits.memory {
            stop = Stop::Memory;
            break;
        }
        if crate::scenario::filter(&state, &wanted).is_ok() {
            if total >= most {
                stop = Stop::Enough;
                break;
            }
            total += 1;
            *by.entry(state.tiles_on_table()).or_default() += 1;
            if !want.count_only {
                emit(AZUL.puzzle(&state).record());
            }
        }
        for mv in distinct_moves(&state) {
            let mut next = state;
            next.apply(mv);
            if next.phase() == Phase::Drafting {
                let key = key(&next);
                bytes += key.len() + size_of::<State>() + 64;
                if seen.insert(key) {
                    queue.push_back(next);
                }
            }
        }
    }
    let coverage = if stop == Stop::Exhausted { Coverage::Complete } else { Coverage::Partial };
    Ok(Enumerated { coverage, stop, total, by, minimal: None })
}

/// The text with the factories in order.
fn key(state: &State) -> String {
    let mut sorted = *state;
    let count = sorted.factories().len();
    sorted.factories[..count].sort();
    sorted.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_trails_is_behind() {
        let words = [2.5, -8.0, 0.0, -0.04, 0.05001].map(lead);
        assert_eq!(words, ["2.5 points ahead", "8.0 points behind", "level", "level", "0.1 points ahead"]);
    }
}
