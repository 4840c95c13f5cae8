//! The loop from one command: generate, cross-check, grade, mine, generate again against the
//! grades.

use crate::findings::{CheckRow, Findings, Made, TechniqueRow, Timings};
use crate::frontier::frontier;
use crate::tally::{Tally, TallyPass};
use crate::timed::{Figures, Timed, taken};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tesuji_corpus::passes::check::{CheckPass, CheckSummary, Plan, Share};
use tesuji_corpus::passes::{GradePass, add};
use tesuji_corpus::{Bad, Error, Outcome, Pass, Progress, Reader, RunOptions, Source, Target, run};
use tesuji_genre::{Catalogs, GenerateRequest, Genre, Record};
use tesuji_solver::{Catalog, Limits, Phase, Stop, TechniqueId, Tier};

/// Options of a cycle.
pub struct CycleOptions {
    /// The genre.
    pub genre: &'static dyn Genre,
    /// All genres (a corpus of records may name others; they are refused with their line).
    pub genres: Vec<&'static dyn Genre>,
    /// The corpus.
    pub corpus: Source,
    /// Seed of everything that is made.
    pub seed: u64,
    /// Time for the whole cycle. Where it bites, the stages say so.
    pub time: Duration,
    /// Worker threads; 0: one a core.
    pub threads: usize,
    /// Ask the slow solvers little: for a cycle of less than a minute.
    pub quick: bool,
    /// Puzzles to make before the check, and again of each kind against the grades.
    pub fresh: u64,
    /// Puzzles given to the miner at most; by default 300, and all where they are positions.
    pub mine: Option<usize>,
    /// Candidates to show.
    pub top: usize,
    /// The techniques that there are, by genre.
    pub catalogs: Catalogs,
    /// Techniques of the catalog that are promoted forms: the report says how they move the
    /// frontier.
    pub promoted: Vec<TechniqueId>,
    /// Further genres, whose puzzles all engines solve too.
    pub others: Vec<&'static dyn Genre>,
}

impl CycleOptions {
    /// The techniques of the genre.
    pub(crate) fn catalog(&self) -> &Catalog {
        self.catalogs.of(self.genre)
    }
}

#[cfg(test)]
impl CycleOptions {
    /// A cycle on nothing: options for tests.
    pub(crate) fn of(genre: &'static dyn Genre, time: Duration) -> CycleOptions {
        let genres = vec![genre];
        CycleOptions {
            genre,
            genres,
            corpus: Source::Stdin,
            seed: 1,
            time,
            threads: 1,
            quick: true,
            fresh: 1,
            mine: None,
            top: 1,
            catalogs: Catalogs::default(),
            promoted: Vec::new(),
            others: Vec::new(),
        }
    }
}

/// The share of the time that is left after grading for grading without promoted forms.
const FRONTIER: f64 = 0.2;
/// The share of other genres in the time that is left after the cross-check.
const OTHERS: f64 = 0.4;
/// The share of ideas in the time that is left after grading.
const IDEAS: f64 = 0.3;
/// The miner's share of the time that is left after grading.
const MINING: f64 = 0.6;

/// A stage's part of what is left of the time.
struct Budget {
    start: Instant,
    time: Duration,
}

impl Budget {
    fn left(&self) -> Duration {
        self.time.saturating_sub(self.start.elapsed())
    }

    /// Limits with a share of what is left.
    fn part(&self, share: f64) -> Limits {
        Limits::default().with_time(self.left().mul_f64(share))
    }
}

/// Keeps the messages for the report and passes them on.
struct Listen<'a> {
    to: &'a mut dyn Progress,
    bad: Vec<Bad>,
}

impl Progress for Listen<'_> {
    fn is_watched(&self) -> bool {
        self.to.is_watched()
    }
    fn start(&mut self, total: Option<u64>, done: u64) {
        self.to.start(total, done);
    }
    fn advance(&mut self, items: u64) {
        self.to.advance(items);
    }
    fn bad(&mut self, bad: &Bad, line: Option<&str>) {
        self.bad.push(bad.clone());
        self.to.bad(bad, line);
    }
    fn note(&mut self, words: &str) {
        self.to.note(words);
    }
    fn finish(&mut self) {
        self.to.finish();
    }
}

/// Forwards grading errors of lines that the check accepted.
struct Unsaid<'a, 'b> {
    to: &'a mut Listen<'b>,
    said: BTreeSet<(Option<String>, Option<u64>)>,
}

impl<'a, 'b> Unsaid<'a, 'b> {
    fn new(to: &'a mut Listen<'b>) -> Self {
        let said = to.bad.iter().map(|bad| (bad.file.clone(), bad.line)).collect();
        Unsaid { to, said }
    }
}

impl Progress for Unsaid<'_, '_> {
    fn bad(&mut self, bad: &Bad, line: Option<&str>) {
        if !self.said.contains(&(bad.file.clone(), bad.line)) {
            self.to.bad(bad, line);
        }
    }
}

/// Runs the loop.
///
/// # Errors
/// [`Error`] when the corpus can't be read, or the genre refuses a request that every
/// genre must take.
pub fn cycle(want: &CycleOptions, progress: &mut dyn Progress) -> Result<(Findings, Timings), Error> {
    let budget = Budget { start: Instant::now(), time: want.time };
    let mut listen = Listen { to: progress, bad: Vec::new() };
    let mut times = Timings::default();
    let mut stage = Instant::now();
    let mut ends = |times: &mut Timings, name: &str| {
        times.stages.push((name.to_string(), stage.elapsed().as_secs_f64()));
        stage = Instant::now();
    };

    // A missing corpus is an error before anything is made, and a piped one is read by two stages.
    let corpus = want.corpus.kept()?;
    listen.note("generating");
    let plain = Ask { tier: None, needs: None, without: None, shows: None, count: want.fresh };
    let generated =
        vec![make(want, &plain, "fresh puzzles for the corpus", want.seed, budget.part(0.1).with_nodes(CANDIDATES))?];
    ends(&mut times, "generate");

    let fresh: Vec<Record> = generated.iter().flat_map(|m| m.puzzles.clone()).collect();
    let sources = [corpus, as_source(&fresh)?];

    listen.note("cross-checking");
    let notes = generated.iter().filter_map(ended_by_time).collect();
    let mut found = Findings { generated, notes, ..Findings::new(want.genre.name(), want.corpus.name(), want.seed) };
    let checked = check(want, &sources, &budget, &mut found, &mut times, &mut listen)?;
    ends(&mut times, "cross-check");

    if !want.others.is_empty() {
        listen.note("other genres");
        let share = (want.threads, budget.part(OTHERS).time);
        let asked = &mut found.disagreements;
        found.genres = crate::matrix::genres(&want.others, &want.genres, share, asked, &mut listen)?;
        if found.genres.len() < want.others.len() {
            let (n, all) = (found.genres.len(), want.others.len());
            found.notes.push(format!("of {all} other genres {n} were asked about: the others' time was up"));
        }
        ends(&mut times, "other genres");
    }

    listen.note("grading");
    let mut rest = Unsaid::new(&mut listen);
    let (tally, graded, seen) = grade(want, &sources, &budget, &mut found, &mut times, &mut rest)?;
    found.read = checked.iter().zip(seen).map(|(&a, b)| a.max(b)).sum();
    ends(&mut times, "grade");

    if !want.promoted.is_empty() {
        listen.note("grading without promoted forms");
        let (moved, cut) = frontier(want, &graded, &budget.part(FRONTIER))?;
        found.frontier = moved;
        if cut > 0 {
            found.notes.push(format!("{cut} puzzles were not graded without the promoted forms: the time was up"));
        }
        ends(&mut times, "frontier");
    }

    listen.note("ideas");
    crate::ideas::ideas(want, &graded, &budget.part(IDEAS), &mut found)?;
    ends(&mut times, "ideas");

    listen.note("mining");
    crate::mining::mine(want, &graded, budget.part(MINING).time, &mut found)?;
    ends(&mut times, "mine");

    listen.note("generating against the grades");
    found.regenerated = regenerate(want, &tally, &mut found, &budget)?;
    ends(&mut times, "generate against the grades");
    found.bad = listen.bad;
    Ok((found, times))
}

fn run_one<P: Pass>(
    want: &CycleOptions,
    pass: &P,
    source: &Source,
    target: Target<'_>,
    limits: Limits,
    progress: &mut dyn Progress,
) -> Result<Outcome<P::Summary>, Error> {
    let reader = Reader::new(&want.genres, Some(want.genre), source);
    let options = RunOptions { threads: want.threads, limits, ..RunOptions::default() };
    run(pass, source, &reader, target, &options, progress)
}

fn as_source(records: &[Record]) -> Result<Source, Error> {
    Ok(Source::Bytes("generated".to_string(), to_lines(records)?.into()))
}

pub(crate) fn to_lines(records: &[Record]) -> Result<Vec<u8>, Error> {
    let mut lines = Vec::new();
    for record in records {
        serde_json::to_writer(&mut lines, record).map_err(|e| Error::io("records")(e.into()))?;
        lines.push(b'\n');
    }
    Ok(lines)
}

pub(crate) fn from_lines(lines: &[u8]) -> Result<Vec<Record>, Error> {
    let parse = |line| serde_json::from_slice(line).map_err(|e: serde_json::Error| Error::io("records")(e.into()));
    lines.split(|&b| b == b'\n').filter(|l| !l.is_empty()).map(parse).collect()
}

/// Nodes of the reference of a genre whose positions are read: the cycle has a whole corpus to go
/// through, and its time ends by the clock.
const READING: u64 = 250_000;

/// The slow solvers' part in a cycle that is to end within a minute.
fn quick(plan: &mut Plan) {
    let (nodes, time, first) = match plan.solver.name() {
        "simple" => (3_000, Duration::MAX, 60),
        "milp" => (u64::MAX, Duration::from_secs(1), 8),
        "cpsat" => (u64::MAX, Duration::from_secs(5), 40),
        _ => return,
    };
    plan.limits = Limits::default().with_nodes(nodes).with_time(time);
    plan.share = Share::First(first);
}

/// Cross-checks the sources; how many puzzles of each it came to.
fn check(
    want: &CycleOptions,
    sources: &[Source],
    budget: &Budget,
    found: &mut Findings,
    times: &mut Timings,
    progress: &mut dyn Progress,
) -> Result<Vec<u64>, Error> {
    let (mut plans, missing) = Plan::standard();
    if want.quick {
        plans.iter_mut().for_each(quick);
    }
    let mut figures: BTreeMap<String, Figures> = BTreeMap::new();
    let timed = |plan: Plan| {
        let own = figures.entry(plan.solver.name().to_string()).or_default().clone();
        Plan { solver: Box::new(Timed::new(plan.solver, own)), ..plan }
    };
    let pass = CheckPass { most: READING, ..CheckPass::new(plans.into_iter().map(timed).collect()) };
    let (mut seen, mut asked) = (Vec::new(), 0);
    for source in sources {
        let mut lines = Vec::new();
        let outcome = run_one(want, &pass, source, Target::Stream(&mut lines), budget.part(0.6), progress)?;
        seen.push(outcome.records);
        if !outcome.stop.is_complete() {
            found.notes.push(format!(
                "the check of {} ended by its limit of {} after {} items",
                source.name(),
                outcome.stop.name(),
                outcome.items
            ));
        }
        let c: &CheckSummary = &outcome.counts;
        add(&mut found.solutions, &BTreeMap::from([(0, c.none), (1, c.unique), (2, c.multiple)]));
        found.compared += c.puzzles.saturating_sub(c.uncompared);
        asked += c.puzzles - c.readings;
        if c.uncompared > 0 {
            let (n, all) = (c.uncompared, c.puzzles);
            found.notes.push(format!(
                "{}: {n} of {all} puzzles were finished by fewer than two solvers: not compared",
                source.name()
            ));
        }
        for (name, s) in &c.solvers {
            found.check.push(CheckRow {
                solver: name.clone(),
                file: source.name(),
                asked: s.asked,
                done: s.done,
                agree: s.agree,
                unfinished: s.unfinished.values().sum(),
                refused: s.refused.values().sum(),
                limit: s.limits.clone(),
            });
        }
        for record in from_lines(&lines)? {
            found.disagreements.push(serde_json::to_value(record).unwrap_or_default());
        }
    }
    found.check.sort_by(|a, b| (&a.file, &a.solver).cmp(&(&b.file, &b.solver)));
    for (name, own) in figures {
        times.solvers.insert(name, taken(&own));
    }
    // Games have no network for a solver.
    if asked > 0 {
        found.notes.extend(missing);
    }
    Ok(seen)
}

/// Grades the sources: what was counted, the graded puzzles, and how many puzzles of each source it
/// came to.
fn grade(
    want: &CycleOptions,
    sources: &[Source],
    budget: &Budget,
    found: &mut Findings,
    times: &mut Timings,
    progress: &mut dyn Progress,
) -> Result<(Tally, Vec<Record>, Vec<u64>), Error> {
    let figures = Figures::default();
    let trial = u8::from(want.genre.info().has_trial);
    let grade = GradePass { catalogs: want.catalogs.clone(), needs: false, trial, ..GradePass::default() };
    let pass = TallyPass { grade, figures: figures.clone() };
    let mut tally = Tally::default();
    let (mut graded, mut seen) = (Vec::new(), Vec::new());
    for source in sources {
        let mut lines = Vec::new();
        let outcome = run_one(want, &pass, source, Target::Stream(&mut lines), budget.part(0.5), progress)?;
        seen.push(outcome.records);
        if !outcome.stop.is_complete() {
            found.notes.push(format!(
                "grading of {} ended by its limit of {} after {} items",
                source.name(),
                outcome.stop.name(),
                outcome.items
            ));
        }
        use tesuji_corpus::Summary as _;
        tally.merge(&outcome.counts);
        graded.extend(from_lines(&lines)?);
    }
    times.grading = taken(&figures);
    for record in &graded {
        let Some(g) = &record.grade else { continue };
        *found.tiers.entry(g.tier.clone()).or_default() += 1;
        if !g.solved {
            let depth = g.trial_depth.map_or("?".to_string(), |d| d.to_string());
            *found.trial_depth.entry(depth).or_default() += 1;
        }
    }
    for technique in want.catalog().list() {
        let used = tally.techniques.get(technique.id().as_str()).cloned().unwrap_or_default();
        found.techniques.push(TechniqueRow {
            id: technique.id().to_string(),
            name: technique.name().to_string(),
            tier: technique.tier().name().to_string(),
            puzzles: used.puzzles,
            fired: used.fired,
            example: used.example.map(|e| e.item),
        });
    }
    let example = |t: &Tier| tally.tiers.get(t.name()).map(|first| first.item.clone());
    found.examples = Tier::ALL.iter().filter_map(example).collect();
    Ok((tally, graded, seen))
}

/// One kind of puzzle to make.
struct Ask {
    tier: Option<Tier>,
    needs: Option<String>,
    without: Option<String>,
    /// A motif that the solution is to show, for genres that have the option.
    shows: Option<String>,
    count: u64,
}

/// The option by which a request names a motif.
const SHOWS: &str = "shows";

impl Ask {
    fn words(&self, genre: &str, seed: u64) -> String {
        let mut words = format!("tesuji generate --genre {genre}");
        for (flag, value) in [("tier", self.tier.map(Tier::name)), ("needs", self.needs.as_deref())] {
            words += &value.map_or(String::new(), |v| format!(" --{flag} {v}"));
        }
        words += &self.without.as_ref().map_or(String::new(), |w| format!(" --without {w}"));
        words += &self.shows.as_ref().map_or(String::new(), |s| format!(" --{SHOWS} {s}"));
        words + &format!(" --count {} --seed {seed}", self.count)
    }
}

/// Candidates that the first request may try: it asks for nothing but puzzles.
const CANDIDATES: u64 = 200_000;

fn make(want: &CycleOptions, ask: &Ask, why: &str, seed: u64, limits: Limits) -> Result<Made, Error> {
    // The candidates that it may try belong to the command: with another bound it makes something
    // else.
    let words = format!("{} --nodes {}", ask.words(want.genre.name(), seed), limits.nodes);
    let id = |name: &Option<String>| name.iter().map(|n| TechniqueId(n.clone().into())).collect::<Vec<_>>();
    let request = GenerateRequest {
        tier: ask.tier,
        catalog: Some(want.catalog().clone()),
        needs: id(&ask.needs),
        without: id(&ask.without),
        set: ask.shows.iter().map(|id| (SHOWS.to_string(), id.clone())).collect(),
        count: ask.count,
        seed,
        limits,
        threads: want.threads,
        ..GenerateRequest::default()
    };
    let mut puzzles = Vec::new();
    let report = want.genre.generate(&request, &mut |r| puzzles.push(r)).map_err(Error::Bad)?;
    Ok(Made { request: words, why: why.to_string(), report, puzzles })
}

/// The words for a request that the clock ended: another run may come further.
fn ended_by_time(made: &Made) -> Option<String> {
    (made.report.stop == Stop::Time).then(|| format!("{} ended by its limit of time", made.request))
}

/// Tiers of the requests.
const RAREST: usize = 2;

/// The requests that the corpus lacks: its two rarest tiers below master that the genre takes, and
/// its rarest technique of the hard tier without the commonest other one there (of positions: a
/// motif can't be needed; the request wants one that shows it, where the genre has that option).
/// Refusals of the genre are noted.
fn regenerate(want: &CycleOptions, tally: &Tally, found: &mut Findings, budget: &Budget) -> Result<Vec<Made>, Error> {
    let mut asks: Vec<(Ask, String)> = Vec::new();
    let mut tiers: Vec<(u64, Tier)> =
        Tier::ALL[..5].iter().map(|&t| (found.tiers.get(t.name()).copied().unwrap_or(0), t)).collect();
    tiers.sort();
    for (n, tier) in tiers {
        let ask = Ask { tier: Some(tier), needs: None, without: None, shows: None, count: want.fresh.min(3) };
        asks.push((ask, format!("{n} in the corpus: one of its rarest tiers")));
    }
    let mut hard: Vec<(u64, &str)> = want
        .catalog()
        .list()
        .iter()
        .filter(|t| t.tier() == Tier::Hard && !t.row().assumes_uniqueness)
        .filter_map(|t| tally.techniques.get_key_value(t.id().as_str()).map(|(id, u)| (u.puzzles, id.as_str())))
        .collect();
    hard.sort();
    if let (Some(&(n, rare)), Some(&(_, common))) = (hard.first(), hard.last())
        && rare != common
    {
        let is_motif =
            |id: &str| want.catalog().list().iter().any(|t| t.id().as_str() == id && t.phase() == Phase::Pattern);
        let none = Ask { tier: None, needs: None, without: None, shows: None, count: 1 };
        if !found.positions || !is_motif(rare) && !is_motif(common) {
            let ask = Ask { needs: Some(rare.to_string()), without: Some(common.to_string()), ..none };
            asks.push((ask, format!("fired in {n} puzzles only, {common} in the most")));
        } else if is_motif(rare) && want.genre.info().options.iter().any(|o| o.key == SHOWS) {
            asks.push((Ask { shows: Some(rare.to_string()), ..none }, format!("shown by {n} puzzles only")));
        }
    }
    // The forms that somebody promoted, those that the corpus needed least first.
    let mut promoted: Vec<(u64, &TechniqueId)> =
        want.promoted.iter().map(|id| (tally.techniques.get(id.as_str()).map_or(0, |used| used.puzzles), id)).collect();
    promoted.sort();
    if let Some((n, id)) = promoted.first() {
        let ask = Ask { tier: None, needs: Some(id.to_string()), without: None, shows: None, count: want.fresh.min(3) };
        asks.push((ask, format!("promoted, and fired in {n} puzzles only")));
    }
    let (mut made, mut tiers, mut seed) = (Vec::new(), 0, want.seed);
    let others = asks.iter().filter(|(ask, _)| ask.tier.is_none()).count();
    for (ask, why) in &asks {
        if ask.tier.is_some() && tiers == RAREST {
            continue;
        }
        let left = if ask.tier.is_some() { RAREST - tiers + others } else { 1 };
        // Not the clock is to say what is found, where there is time enough.
        let limits = budget.part(0.9 / left as f64).with_nodes(want.genre.info().patience);
        seed = seed.wrapping_add(1);
        match make(want, ask, why, seed, limits) {
            Ok(one) => {
                tiers += usize::from(ask.tier.is_some());
                found.notes.extend(ended_by_time(&one));
                made.push(one);
            }
            Err(Error::Bad(bad)) => {
                found.notes.push(format!("not made ({}): {bad}", ask.words(want.genre.name(), seed)))
            }
            Err(other) => return Err(other),
        }
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Use;

    fn asked(genre: &str, threads: usize, techniques: &[&str]) -> (Vec<Made>, Findings) {
        let genre = tesuji_genres::get(genre).expect("a genre that is registered");
        let time = Duration::from_secs(3600);
        let want = CycleOptions { threads, ..CycleOptions::of(genre, time) };
        let used = |(i, id): (usize, &&str)| (id.to_string(), Use { puzzles: 1 + i as u64, ..Use::default() });
        let tally = Tally { techniques: techniques.iter().enumerate().map(used).collect(), ..Tally::default() };
        let mut found = Findings::new(genre.name(), String::new(), 1);
        let made = regenerate(&want, &tally, &mut found, &Budget { start: Instant::now(), time }).expect("asks");
        (made, found)
    }

    /// A request ends after a number of candidates, not after a time: the report is the same on any
    /// machine.
    #[test]
    fn requests_end_by_candidates() {
        let told = [1, 2].map(|threads| {
            let (made, found) = asked("anti-knight", threads, &["remote-pair", "turbot-fish"]);
            let last = made.last().expect("requests");
            assert_eq!((last.report.made, last.report.stop), (0, Stop::Nodes), "{}", last.request);
            assert!(last.request.contains("--needs remote-pair") && found.notes.is_empty(), "{:?}", found.notes);
            serde_json::to_string(&made).expect("is written")
        });
        assert_eq!(told[0], told[1]);
    }

    /// Tiers that a genre does not have leave their place to the next.
    #[test]
    fn tiers_that_a_genre_can_have_are_asked_for() {
        let (made, found) = asked("killer", 1, &[]);
        let tiers: Vec<&str> = made.iter().filter_map(|m| m.request.split_whitespace().nth(5)).collect();
        assert_eq!(tiers, ["easy", "medium"]);
        assert_eq!(found.notes.iter().filter(|note| note.contains("no killer is easier")).count(), 1);
    }
}
