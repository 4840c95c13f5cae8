//! Mill as a genre: what the commands see.

use crate::board::Point;
use crate::draw::{self, Highlights};
use crate::exchange::{Category, Pack, PackPuzzle, QR_PREFIX, Severity, json::Json};
use crate::fen::{self, Dialect};
use crate::game_text::{self, PlayedGame};
use crate::position::Colour;
use crate::puzzle::{
    self, Aim, Difficulty, Judged, Kernel, Library, MOTIFS, Mill, Motif, NoPuzzle, NoTables, Nothing, Oracle, Probe,
    Question, Source, Step, Turned, closers, default_folder, difficulty, first_moves, interesting, judge,
    judge_loosely, mark_of, may_be, pack_puzzle, plain_keys, standard, step_of,
};
use crate::variant::{self, Variant};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tesuji_genre::position::{Candidate, Found, ParsedPosition, PositionGenre, Positions, named, step};
use tesuji_genre::recipe::Tried;
use tesuji_genre::{
    Bad, EnumerateRequest, Enumerated, FirstMove, GenerateRequest, GenreInfo, GradeInfo, GradeRequest, Graded, Marks,
    Medium, Need, OptionSpec, Parsed, PositionActions, Puzzle, Record, Reducible, Solution, Solved, State as Filled,
    WalkRequest, Walked, near,
};
use tesuji_solver::reading::{Goal, Outcome, Side, least_horizon, needed_closers};
use tesuji_solver::{Catalog, Clock, Deduction, Limits, Phase, Stats, Stop, TechniqueId, Tier};

mod enumerate;
mod stored;
mod walk;
mod words;

/// The genre.
#[derive(Clone, Copy, Debug, Default)]
pub struct MillGenre;

/// The one value of the genre.
pub static MILL: Positions<MillGenre> = Positions(MillGenre);

const OPTIONS: [OptionSpec; 4] = [
    OptionSpec { key: "category", values: Category::NAMES, default: "winGame", help: "What the puzzle asks for" },
    OptionSpec {
        key: "variant",
        values: &["standard_9mm", "lasker_morris", "twelve_mens_morris"],
        default: "standard_9mm",
        help: "The rule set",
    },
    OptionSpec { key: "captures", values: &["2", "3"], default: "2", help: "Captures that capturePieces asks for" },
    OptionSpec {
        key: "tables",
        values: &[],
        default: "",
        help: "Folder of the endgame tables (out/tables, or TESUJI_TABLES)",
    },
];

/// Men a side of the sectors that puzzles are drawn from, when they are there.
const MOST_MEN: u32 = 9;
/// Positions that one candidate draws.
const DRAWS: u32 = 256;
/// Positions with men in hand that reading one puzzle may visit.
const BUDGET: u64 = 60_000;
/// Positions of a hint where no number is named.
const HINT_NODES: u64 = 10_000_000;
/// Positions of plain search where no number is named.
const PLAIN_NODES: u64 = 20_000_000;
/// Plies and positions within which closers are looked for.
const HORIZON: (u32, u64) = (5, 20_000);

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let closers = [
        ("decisive-mill", "Decisive mill", Tier::Beginner, 10),
        ("shut-in", "Shut in", Tier::Easy, 20),
        ("fork", "Fork", Tier::Medium, 30),
    ];
    let closers = closers.map(|(id, name, tier, score)| named(id, name, tier, score, Phase::Propagation));
    let motifs = MOTIFS.map(|(_, id, name, tier, score)| named(id, name, tier, score, Phase::Pattern));
    closers.into_iter().chain(motifs).collect()
});

/// Why a position was not judged.
enum Unjudged {
    /// It is no puzzle, or can't be read.
    Bad(Bad),
    /// A limit ended the reading; the number of positions read.
    Limit(Stop, u64),
}

impl From<Bad> for Unjudged {
    fn from(bad: Bad) -> Self {
        Unjudged::Bad(bad)
    }
}

impl From<NoTables> for Unjudged {
    fn from(why: NoTables) -> Self {
        match why {
            NoTables::Bad(bad) => Unjudged::Bad(bad),
            NoTables::Limit(stop) => Unjudged::Limit(stop, 0),
        }
    }
}

impl From<Unjudged> for Bad {
    fn from(why: Unjudged) -> Self {
        match why {
            Unjudged::Bad(bad) => bad,
            Unjudged::Limit(stop, _) => Bad::new(format!("not known: {}", NoPuzzle::Limit(stop))),
        }
    }
}

/// A puzzle, or a position at which several turns are right.
struct Read {
    kernel: Kernel,
    /// The source of the values.
    values: Arc<dyn Probe>,
    judged: Judged,
    /// Positions that it took.
    nodes: u64,
}

/// Reads a position within limits; small tables that are missing are built within their time.
fn judged(question: &Question, unique: bool, limits: &Limits) -> Result<Read, Unjudged> {
    let kernel = question.kernel()?;
    let clock = limits.start();
    let values: Arc<dyn Probe> = match question.category {
        // Read, not looked up: the values of the lines are not needed.
        Category::FormMill | Category::CapturePieces => Arc::new(Nothing),
        // Before any tables are built for it.
        _ if question.state.placing() && kernel.move_while_placing => {
            return Err(Bad::new(format!("not known: {}", NoPuzzle::Circular)).at("variant").into());
        }
        _ => {
            let (own, enemy) = (question.state.own_total(), question.state.enemy_total());
            Library::open_within(question.variant, &default_folder(), own, enemy, limits)?
        }
    };
    let left = limits.clone().with_time(clock.remaining());
    let mut oracle = Oracle::new(kernel, &*values, BUDGET).within(&left);
    let judged = judge_loosely(question, &mut oracle, unique);
    let nodes = oracle.meter().nodes();
    match judged {
        Ok(judged) => Ok(Read { kernel, values, judged, nodes }),
        Err(NoPuzzle::Limit(stop)) => Err(Unjudged::Limit(stop, nodes)),
        Err(NoPuzzle::TooWide) => Err(Unjudged::Limit(Stop::Nodes, nodes)),
        Err(why) if why.is_open() => Err(Bad::new(format!("not known: {why}")).into()),
        Err(why) => Err(Bad::new(format!("no puzzle: {why}")).into()),
    }
}

fn info(question: &Question, judged: &Judged, difficulty: &Difficulty) -> GradeInfo {
    let mut techniques = BTreeMap::new();
    for motif in &judged.motifs {
        techniques.insert(motif.name().to_string(), 1);
    }
    let mut features: BTreeMap<String, f64> =
        difficulty.parts.iter().map(|(name, points)| (format!("score-{name}"), *points)).collect();
    let n = |v: u32| f64::from(v);
    features.insert("turns".into(), n(judged.n));
    features.insert("legal".into(), n(judged.legal));
    features.insert("keeping".into(), n(judged.keeping));
    features.insert("decoys".into(), n(judged.decoys));
    features.insert("only".into(), n(judged.only));
    features.insert("decisions".into(), n(judged.decisions));
    features.insert("app-rating".into(), puzzle::app_rating(question, judged, difficulty.trial) as f64);
    GradeInfo {
        tier: difficulty.tier.name().into(),
        score: Some(difficulty.score),
        solved: true,
        techniques,
        trial_depth: u8::try_from(difficulty.trial).ok(),
        features,
        ..GradeInfo::default()
    }
}

/// The closers without which reading to the least horizon fails, for puzzles that ask for a win.
fn needs(question: &Question, judged: &Judged, want: &GradeRequest) -> Result<Option<Vec<Need>>, Bad> {
    if judged.aim != Aim::Win {
        return Ok(Some(Vec::new()));
    }
    let allowed: Vec<_> = closers().into_iter().filter(|c| want.catalog.get(c.id()).is_some()).collect();
    let game = Mill(question.kernel()?);
    let at = Turned { state: question.state, side: question.side };
    let side = if question.side == Colour::White { Side::First } else { Side::Second };
    let goal = Goal { side, value: Outcome::won_by(side) };
    let tier = want.ceiling.unwrap_or(Tier::Master);
    let limits = Limits { nodes: HORIZON.1.min(want.limits.nodes), ..want.limits.clone() };
    let horizon = least_horizon(&game, &allowed, tier, &at, goal, HORIZON.0, &limits);
    let Some(plies) = horizon.plies else { return Ok(None) };
    let (needed, _) = needed_closers(&game, &allowed, tier, &at, goal, plies, &limits);
    let need = |id: TechniqueId| Need::new(id.as_str(), plies, judged.legal);
    Ok(Some(needed.into_iter().map(need).collect()))
}

/// The solutions of a position. The best move has one solution also where several turns are right:
/// it lists them, and of a won position those that win soonest with the number of turns.
fn solutions(question: &Question, keys: &[Step], soonest: Option<(&[Step], u32)>) -> Vec<Solution> {
    let found = answers(question, keys);
    if question.category != Category::FindBestMove || found.len() < 2 {
        return found.into_iter().map(Solution::from).collect();
    }
    let mut fields = serde_json::Map::new();
    fields.insert("key".into(), found.into());
    if let Some((soonest, turns)) = soonest {
        fields.insert("soonest".into(), answers(question, soonest).into());
        fields.insert("turns".into(), turns.into());
    }
    vec![Solution::Position(fields)]
}

/// The right turns as solutions: of a mill the man's step alone, as it does not matter what the
/// mill takes.
fn answers(question: &Question, keys: &[Step]) -> Vec<String> {
    let mut found = Vec::new();
    for key in keys {
        let takes = key.takes.filter(|_| question.category != Category::FormMill);
        let text = Step { takes, ..*key }.to_string();
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The solution of a record: the key turns, the number of the solver's turns, the line.
fn solution(judged: &Judged) -> Solution {
    let text = |steps: &[Step]| steps.iter().map(ToString::to_string).collect::<Vec<_>>();
    serde_json::json!({"key": text(&judged.keys), "turns": judged.n, "line": text(&judged.line)}).into()
}

fn variant_of(id: Option<&String>) -> Result<&'static Variant, Bad> {
    let id = id.map_or(standard().id, String::as_str);
    variant::VARIANTS.iter().find(|v| v.id == id).ok_or_else(|| {
        let near = near(id, variant::VARIANTS.iter().map(|v| v.id));
        Bad::new(format!("no rule set {id:?}; {near}")).at("variant")
    })
}

/// `4-3` as numbers; `None` for `any`.
fn sector_of(size: Option<&str>) -> Result<Option<(u32, u32)>, Bad> {
    let Some(size) = size.filter(|s| *s != "any") else { return Ok(None) };
    let numbers = size.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.filter(|(a, b)| (3..=12).contains(a) && (3..=12).contains(b)).map(Some).ok_or_else(|| {
        Bad::new(format!("a sector such as 4-3 (men of the side to move, of the other) is expected, this is {size:?}"))
            .at("size")
    })
}

/// The source that a request draws from.
fn source(want: &GenerateRequest) -> Result<(Arc<Library>, Source), Bad> {
    let variant = variant_of(want.set.get("variant"))?;
    let category = want.set.get("category").map_or("winGame", String::as_str);
    let category =
        Category::of(category).ok_or_else(|| Bad::new(format!("no category {category:?}")).at("category"))?;
    let circles = Kernel::of(&variant.rules).is_some_and(|k| k.move_while_placing);
    if category == Category::Opening && circles {
        let what = format!("no openings of {}: {}", variant.id, NoPuzzle::Circular);
        return Err(Bad::new(what).at("category"));
    }
    let captures = want.set.get("captures").and_then(|c| c.parse().ok()).unwrap_or(2);
    let only = sector_of(want.size.as_deref())?;
    let folder = want.set.get("tables").filter(|f| !f.is_empty()).map_or_else(default_folder, PathBuf::from);
    let read = matches!(category, Category::FormMill | Category::CapturePieces);
    let library = match only {
        Some((own, enemy)) if !read => Library::open(variant, &folder, own, enemy)?,
        _ if read => Library::open(variant, &folder, 3, 3)?,
        _ => {
            // With it come all greater sectors that are there.
            let five = u32::from(puzzle::BUILT_ON_DEMAND);
            Library::open(variant, &folder, five, five)?
        }
    };
    let captures = if category == Category::CapturePieces { captures } else { 1 };
    let most = only.map_or(MOST_MEN, |(a, b)| a.max(b));
    let source = Source::new(variant, category, captures, &library, only, most);
    if source.sectors.is_empty() {
        let size = want.size.as_deref().unwrap_or("any");
        return Err(Bad::new(format!("no {} in sector {size}", category.name())).at("size"));
    }
    Ok((library, source))
}

const INFO: GenreInfo = GenreInfo {
    name: "mill",
    about: "nine men's morris and its variants: mills, captures, wins and draws with one right turn",
    title: "Nine men's morris",
    rules: "Three men of one side on a line are a mill; who makes one takes a man of the other side that is in \
        no mill. Who has fewer than three men left, or can't move, has lost.",
    sizes: &["any", "3-3", "4-3", "3-4", "4-4", "5-3", "3-5", "5-4", "4-5", "5-5", "6-5", "5-6", "6-6"],
    options: &OPTIONS,
    formats: &["line", "jsonl", "sanmill"],
    documents: &["sanmill"],
    patience: 300_000,
    ..GenreInfo::POSITIONS
};

impl PositionActions for MillGenre {
    fn read_by(&self, doc: &[u8], rules: &str, found: &mut dyn FnMut(Result<Parsed, Bad>)) -> Option<bool> {
        match variant_of(Some(&rules.to_string())) {
            // Other documents name their rules themselves.
            Ok(variant) => {
                let mut typed = |r: Found<Question>| found(r.map(|(typed, line)| MILL.parsed(typed, line)));
                Some(read_games(doc, variant, &mut typed) || self.read_document(doc, &mut typed))
            }
            Err(bad) => {
                found(Err(bad));
                Some(true)
            }
        }
    }

    /// The position without its category.
    fn essence(&self, record: &Record) -> Vec<String> {
        let Ok(parsed) = PositionGenre::parse(self, &record.puzzle) else { return Vec::new() };
        let least = parsed.position.least();
        vec![Question { category: Category::FindBestMove, captures: 1, ..least }.to_string()]
    }

    fn notices(&self) -> Vec<String> {
        puzzle::built_tables()
    }

    fn first_moves(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Vec<FirstMove>, Bad> {
        Ok(first_moves(&self.position(puzzle)?, solution))
    }

    fn reducible(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Vec<Box<dyn Reducible>>, Bad> {
        Ok(puzzle::reducible(&self.position(puzzle)?, solution))
    }

    fn contradicts(&self, puzzle: &Puzzle, stored: &Solution, found: &Solution) -> Result<Option<String>, Bad> {
        Ok(stored::contradicts(&self.position(puzzle)?, stored, found))
    }

    /// The key with its man drawn, and the line.
    fn answer(&self, puzzle: &Puzzle, _: Option<&Filled>, limits: &Limits) -> Result<Option<(String, Marks)>, Bad> {
        let position = &self.position(puzzle)?;
        let nodes = if limits.nodes == u64::MAX { HINT_NODES } else { limits.nodes };
        let Read { judged, .. } = judged(position, false, &limits.clone().with_nodes(nodes))?;
        let placed = judged.line.first().or(judged.keys.first()).map(mark_of).into_iter().collect();
        Ok(Some((words::answer(position, &judged), Marks { placed, ..Marks::default() })))
    }
}

impl PositionGenre for MillGenre {
    type Position = Question;

    fn handle(&self) -> &'static Positions<Self> {
        &MILL
    }
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn catalog(&self) -> &Catalog {
        &CATALOG
    }
    fn size(&self, position: &Question) -> String {
        format!("{}-{}", position.state.own_total(), position.state.enemy_total())
    }

    fn parse(&self, text: &str) -> Result<ParsedPosition<Question>, Bad> {
        Question::parse(text).map(ParsedPosition::from)
    }

    fn print(&self, position: &Question) -> String {
        position.to_string()
    }

    fn read_document(&self, doc: &[u8], found: &mut dyn FnMut(Found<Question>)) -> bool {
        if read_games(doc, standard(), found) {
            return true;
        }
        let start = doc.trim_ascii_start();
        let payload = start.starts_with(QR_PREFIX.as_bytes());
        // Records are objects too, one a line: a pack is one document that says `puzzles`, or a
        // puzzle with a position.
        if !(payload || is_pack(doc)) {
            return false;
        }
        let (pack, findings) = Pack::read(doc);
        for finding in findings.iter().filter(|f| f.severity == Severity::Error) {
            found(Err(Bad::new(finding.what.clone()).at(finding.path.clone())));
        }
        for (path, puzzle) in pack.iter().flat_map(Pack::placed) {
            found(question_of(puzzle).map(|p| (p, None)).map_err(|bad| {
                let at = bad.at.clone().unwrap_or_default();
                let field = if at == "variant" { "ruleVariantId" } else { "initialPosition" };
                bad.at(format!("{path}.{field}"))
            }));
        }
        true
    }

    fn write_document(
        &self,
        format: &str,
        records: &mut dyn Iterator<Item = Record>,
        out: &mut dyn Write,
    ) -> Result<(), Bad> {
        if format != "sanmill" {
            return Err(Bad::new(format!("mill has no format {format}")));
        }
        let mut puzzles = Vec::new();
        for record in records {
            puzzles.push(packed(&record).map_err(|bad| bad.at(record.id.clone()))?);
        }
        let text = puzzle::pack(puzzles, None).export();
        out.write_all(text.as_bytes()).map_err(|e| Bad::new(e.to_string()))
    }

    fn least_image(&self, position: &Question) -> String {
        position.least().to_string()
    }

    fn solve(&self, position: &Question, limits: &Limits) -> Result<Solved, Bad> {
        let spent = |nodes| Stats { nodes, ..Stats::default() };
        match judged(position, false, limits) {
            Ok(Read { judged, nodes, .. }) => {
                let soonest = (judged.aim == Aim::Win).then_some((&judged.quickest[..], judged.n));
                let mut keys = solutions(position, &judged.keys, soonest);
                let stop = if keys.len() >= limits.solutions { Stop::Enough } else { Stop::Exhausted };
                keys.truncate(limits.solutions);
                Ok(Solved { solutions: keys, stop, stats: spent(nodes) })
            }
            Err(Unjudged::Limit(stop, nodes)) => Ok(Solved { solutions: Vec::new(), stop, stats: spent(nodes) }),
            Err(Unjudged::Bad(bad)) => Err(bad),
        }
    }

    fn reference(&self, position: &Question, limits: &Limits) -> Result<Solved, Bad> {
        let kernel = position.kernel()?;
        // Where no number is named: many draws would be searched for ever.
        let limits =
            &Limits { nodes: if limits.nodes == u64::MAX { PLAIN_NODES } else { limits.nodes }, ..limits.clone() };
        let read = plain_keys(position, &kernel, limits);
        let stats = Stats { nodes: read.nodes, ..Stats::default() };
        let soonest = read.soonest.as_ref().map(|(steps, turns)| (&steps[..], *turns));
        let mut keys = solutions(position, &read.keys, soonest);
        let stop = match read.stop {
            Stop::Exhausted if keys.len() >= limits.solutions => Stop::Enough,
            stop => stop,
        };
        keys.truncate(limits.solutions);
        Ok(Solved { solutions: keys, stop, stats })
    }

    fn with_line(&self, position: &Question, limits: &Limits) -> Result<Option<Solution>, Bad> {
        match judged(position, false, limits) {
            Ok(Read { judged, .. }) => Ok(Some(solution(&judged))),
            Err(Unjudged::Limit(..)) => Ok(None),
            Err(Unjudged::Bad(bad)) => Err(bad),
        }
    }

    fn grade(&self, position: &Question, _: Option<&Filled>, want: &GradeRequest) -> Result<Graded, Bad> {
        let (kernel, judged) = match judged(position, false, &want.limits) {
            Ok(Read { kernel, judged, .. }) => (kernel, judged),
            Err(Unjudged::Limit(stop, _)) => return Ok(Graded { limit: Some(stop), ..Graded::default() }),
            Err(Unjudged::Bad(bad)) => return Err(bad),
        };
        let difficulty = difficulty(&kernel, position, &judged);
        let mut info = info(position, &judged, &difficulty);
        let allowed = |id: &str| want.catalog.list().iter().any(|t| t.id().as_str() == id);
        info.techniques.retain(|id, _| allowed(id));
        if want.needs {
            info.ceiling = Some(want.ceiling.unwrap_or(Tier::Master).name().into());
            info.needs = needs(position, &judged, want)?;
        }
        let steps = judged.motifs.iter().map(|m| step(&TechniqueId::new(m.name()))).collect();
        Ok(Graded { info, steps, words: words::steps(position, &judged), ..Graded::default() })
    }

    fn hint(
        &self,
        position: &Question,
        _: Option<&Filled>,
        catalog: &Catalog,
        limits: &Limits,
    ) -> Result<Option<(Deduction, String, Marks)>, Bad> {
        // Where no number is named, as many positions as solving has.
        let nodes = if limits.nodes == u64::MAX { HINT_NODES } else { limits.nodes };
        let Read { judged, .. } = judged(position, false, &limits.clone().with_nodes(nodes))?;
        let known = |m: Motif| catalog.get(&TechniqueId::new(m.name())).is_some();
        let motif = puzzle::telling(&judged, known);
        if motif.is_none() && !judged.motifs.is_empty() {
            return Ok(None);
        }
        // A puzzle without a motif has to be read.
        let technique = TechniqueId::new(motif.map_or("reading", Motif::name));
        let hint = puzzle::hint(motif).to_string();
        let cells = judged.keys.first().and_then(|k| k.from).map(|p| tesuji_solver::Var(p.index() as u32));
        let marks = Marks { cells: cells.into_iter().collect(), ..Marks::default() };
        Ok(Some((step(&technique), hint, marks)))
    }

    fn check_request(&self, want: &GenerateRequest) -> Result<(), Bad> {
        source(want).map(|_| ())
    }

    fn sample(
        &self,
        want: &GenerateRequest,
        _: u64,
        rng: &mut ChaCha8Rng,
        clock: &Clock,
        tried: &mut Tried,
    ) -> Vec<Candidate<Question>> {
        // The request was looked at before: what fails now yields nothing.
        let Ok((library, source)) = source(want) else { return Vec::new() };
        let kernel = library.kernel();
        for round in 0..DRAWS {
            if round % 16 == 15 && clock.expired().is_some() {
                tried.cut = true;
                return Vec::new();
            }
            let Some(question) = source.draw(rng) else { continue };
            tried.count += 1;
            let mut oracle = library.oracle(BUDGET);
            let judged = match judge(&question, &mut oracle) {
                Ok(judged) => judged,
                Err(why) => {
                    tried.reject(reason(why));
                    continue;
                }
            };
            if !interesting(&judged) {
                tried.reject("too few wrong turns");
                continue;
            }
            if want.tier.is_some_and(|tier| !may_be(&judged, &question, tier)) {
                tried.reject("another tier");
                continue;
            }
            let difficulty = difficulty(&kernel, &question, &judged);
            if want.tier.is_some_and(|tier| difficulty.tier != tier) {
                tried.reject("another tier");
                continue;
            }
            return vec![candidate(question, &judged, &difficulty, &mut oracle)];
        }
        Vec::new()
    }

    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        enumerate::run(want, emit)
    }

    fn walk(&self, position: &Question, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        walk::walk(position, want)
    }

    fn draw(&self, position: &Question, _: Option<&Filled>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        let diagonals = position.variant.rules.diagonals;
        let points: Vec<Point> = marks.cells.iter().filter_map(|v| Point::new(u8::try_from(v.0).ok()?)).collect();
        let turns = marks.placed.iter().filter_map(|m| Some(step_of(*m)?.turn())).collect();
        Ok(match medium {
            Medium::Svg => {
                let caption = puzzle::words_of_goal(position);
                draw::svg(&position.position(), diagonals, &Highlights { points, turns, caption })
            }
            Medium::Unicode => {
                let names: Vec<&str> = points.iter().map(|p| p.name()).collect();
                let look = if names.is_empty() { String::new() } else { format!("look at {}\n", names.join(", ")) };
                let board = draw::unicode(&position.position(), diagonals);
                format!("{board}{}\n{look}", puzzle::words_of_goal(position))
            }
        })
    }
}

/// A puzzle with its solution, its grade, and itself as a pack has it.
fn candidate(
    question: Question,
    judged: &Judged,
    difficulty: &Difficulty,
    oracle: &mut Oracle<'_>,
) -> Candidate<Question> {
    let packed = pack_puzzle(&question, judged, difficulty, oracle);
    let mut extra = BTreeMap::new();
    extra.insert("sanmill".to_string(), Value::from(&packed.to_json()));
    Candidate {
        position: question,
        solution: Some(solution(judged)),
        grade: Some(info(&question, judged, difficulty)),
        extra,
    }
}

/// A position as a record with its tier, if it is a puzzle worth giving; read within limits.
pub fn record_of(question: &Question, library: &Library, limits: &Limits) -> Option<(Record, Tier)> {
    puzzle_of(question, library, limits).ok()
}

/// Why a position is no puzzle worth giving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Its category asks for other positions.
    Kind,
    /// For this reason.
    For(String),
}

/// The same with the reason where it is none.
///
/// # Errors
/// [`Missed`].
pub fn puzzle_of(question: &Question, library: &Library, limits: &Limits) -> Result<(Record, Tier), Missed> {
    let mut oracle = library.oracle(BUDGET).within(limits);
    let judged = judge(question, &mut oracle).map_err(|why| match why {
        NoPuzzle::OtherKind => Missed::Kind,
        why => Missed::For(reason(why)),
    })?;
    if !interesting(&judged) {
        return Err(Missed::For("too few wrong turns".to_string()));
    }
    let difficulty = difficulty(&library.kernel(), question, &judged);
    let made = candidate(*question, &judged, &difficulty, &mut oracle);
    let bare = MILL.puzzle(question).record();
    let record = Record { solution: made.solution, grade: made.grade, extra: made.extra, ..bare };
    Ok((record, difficulty.tier))
}

fn reason(why: NoPuzzle) -> String {
    why.to_string()
}

/// Reads a text of games, if it is one.
fn read_games(doc: &[u8], variant: &'static Variant, found: &mut dyn FnMut(Found<Question>)) -> bool {
    let Some(text) = std::str::from_utf8(doc).ok().filter(|text| game_text::is_game(text)) else { return false };
    game_text::games_by(text, variant).into_iter().for_each(|game| found(game.and_then(|g| after_game(&g))));
    true
}

/// The position that a game ends in, as a question for the best turn.
fn after_game(game: &PlayedGame) -> Found<Question> {
    let fen = fen::print(&game.end, Dialect::Nodes);
    let question = Question::new(game.variant, &fen, Category::FindBestMove, 1)?;
    let turns: Vec<String> = game.turns.iter().map(ToString::to_string).collect();
    let mut notes = BTreeMap::new();
    let start = fen::print(&game.start, Dialect::Nodes);
    notes.insert("played".to_string(), serde_json::json!({"start": start, "turns": turns}));
    Ok((ParsedPosition { position: question, state: None, notes, later: None }, None))
}

/// Is the document a pack, a contribution or a bare puzzle of the app? A broken one is known by its
/// first field.
fn is_pack(doc: &[u8]) -> bool {
    let start = doc.trim_ascii_start();
    if !start.starts_with(b"{") {
        return false;
    }
    match serde_json::from_slice::<Value>(doc) {
        Ok(value) => {
            let has = |key: &str| value.get(key).is_some();
            let one = value.get("puzzle").is_some_and(Value::is_object);
            has("puzzles") || one || has("title") && has("initialPosition")
        }
        // Records stand one on a line; a line that is no record on its own begins a broken
        // document.
        Err(_) => {
            let line = start.split(|b| *b == b'\n').next().unwrap_or_default();
            let names = ["\"formatVersion\"", "\"puzzles\"", "\"version\"", "\"exportedBy\""];
            let head = String::from_utf8_lossy(&start[..start.len().min(400)]).into_owned();
            serde_json::from_slice::<Value>(line).is_err() && names.iter().any(|n| head.contains(n))
        }
    }
}

/// The question of a pack's puzzle, with what the pack says of it.
fn question_of(puzzle: &PackPuzzle) -> Result<ParsedPosition<Question>, Bad> {
    let id = puzzle.rule_variant_id();
    let variant = variant::VARIANTS.iter().find(|v| v.id == id).ok_or_else(|| {
        let near = near(id, variant::VARIANTS.iter().map(|v| v.id));
        Bad::new(format!("unknown: {id:?}; {near}")).at("variant")
    })?;
    let captures = puzzle.tags.iter().find_map(|t| t.strip_prefix("capture:")?.parse().ok()).unwrap_or(2);
    let captures = if puzzle.category == Category::CapturePieces { captures } else { 1 };
    let question = Question::new(variant, &puzzle.initial_position, puzzle.category, captures)?;
    let mut notes = BTreeMap::new();
    notes.insert("sanmill".to_string(), Value::from(&puzzle.to_json()));
    Ok(ParsedPosition { position: question, state: None, notes, later: None })
}

/// A record as a pack's puzzle: as it came or was made, else proved anew.
fn packed(record: &Record) -> Result<PackPuzzle, Bad> {
    if let Some(value) = record.extra.get("sanmill") {
        let mut found = Vec::new();
        if let Some(puzzle) = PackPuzzle::read(&Json::from(value), "$", &mut found) {
            return Ok(puzzle.in_order());
        }
        let what = found.first().map(ToString::to_string).unwrap_or_default();
        return Err(Bad::new(format!("its puzzle can't be read: {what}")));
    }
    let question = Question::parse(&record.puzzle)?;
    // A pack says that one turn is right: only of what is so by the definitions.
    let Read { kernel, values, judged, .. } = judged(&question, true, &Limits::default())?;
    let difficulty = difficulty(&kernel, &question, &judged);
    Ok(pack_puzzle(&question, &judged, &difficulty, &mut Oracle::new(kernel, &*values, BUDGET)))
}
