//! Suites, and how their cases are run.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The options of the command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// File or folder of the suite.
    pub path: PathBuf,
    /// The time limit of a case.
    pub time: Duration,
    /// The greatest number of cases.
    pub limit: usize,
    /// Run one case in this number of cases (1: all).
    pub every: usize,
    /// Folder that the games named in the file are relative to.
    pub games: Option<PathBuf>,
    /// A pattern book, or a table of counts.
    pub book: Option<PathBuf>,
    /// Folder of records to look at in place of new ones.
    pub records: Option<PathBuf>,
    /// Folder of tables built on demand.
    pub tables: PathBuf,
    /// The time limit of all cases together, in place of each one's: for suites whose cases can
    /// share it.
    pub total: Option<Duration>,
    /// Replay a proof of what agrees too, where the suite has proofs.
    pub replay: bool,
    /// The most positions of a case, for suites that count them.
    pub nodes: Option<u64>,
    /// Ask again after each answer's own moves?
    pub recheck: bool,
    /// The file of a network that proposes, for suites that ask one.
    pub net: Option<PathBuf>,
}

/// Why a suite did not run.
#[derive(Debug)]
pub enum Error {
    /// No suite of that name; the nearest ones.
    NoSuite(String, Vec<&'static str>),
    /// A file could not be read or is not of the suite's format.
    Input(String),
    /// The results could not be written.
    Output(std::io::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::NoSuite(name, near) => write!(f, "no suite `{name}`; there are: {}", near.join(", ")),
            Error::Input(what) => f.write_str(what),
            Error::Output(e) => write!(f, "cannot write: {e}"),
        }
    }
}

impl std::error::Error for Error {}

/// How a case came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// As the label says.
    Agree,
    /// Not as the label says, and no proof that we are right.
    Differ,
    /// Not as the label says, with a proof of ours that replays.
    Proved,
    /// Not decided within the limits.
    Unknown,
    /// Out of scope.
    Skipped,
}

/// A case's outcome.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The line to print (a JSON object): case, expected, got, proof or reason.
    pub line: Option<Value>,
    /// Counts for the summary: under a name, or under a name and a key (a table of counts).
    pub tally: Vec<(&'static str, Option<String>, u64)>,
    /// Two figures that should rise together, under a name.
    pub pair: Option<(String, f64, f64)>,
    /// A figure of which the summary shows the median and the greatest, under a name.
    pub figure: Option<Box<(&'static str, f64)>>,
}

impl Report {
    /// Only a verdict.
    pub fn of(verdict: Verdict) -> Self {
        Report { verdict, line: None, tally: Vec::new(), pair: None, figure: None }
    }

    /// A verdict with the line to print.
    pub fn with_line(verdict: Verdict, line: Value) -> Self {
        Report { line: Some(line), ..Report::of(verdict) }
    }

    /// Adds one to the summary's count of that name.
    #[must_use]
    pub fn count(mut self, name: &'static str) -> Self {
        self.tally.push((name, None, 1));
        self
    }

    /// Adds two figures whose rank correlation the summary shows under that name.
    #[must_use]
    pub fn pair(mut self, name: impl Into<String>, a: f64, b: f64) -> Self {
        self.pair = Some((name.into(), a, b));
        self
    }

    /// Adds a figure of which the summary shows the median and the greatest under that name.
    #[must_use]
    pub fn figure(mut self, name: &'static str, value: f64) -> Self {
        self.figure = Some(Box::new((name, value)));
        self
    }

    /// Adds one to the key's count in the summary's table of that name.
    #[must_use]
    pub fn count_in(mut self, table: &'static str, key: impl Into<String>) -> Self {
        self.tally.push((table, Some(key.into()), 1));
        self
    }
}

/// One case of a suite.
pub trait Case: Send + Sync {
    /// Runs it.
    fn run(&self, options: &Options) -> Report;
}

/// A suite's cases, read.
pub type Cases = Result<Vec<Box<dyn Case>>, Error>;

/// A suite: a name and a reader of its format.
#[derive(Clone, Copy)]
pub struct Suite {
    /// Name on the command line.
    pub name: &'static str,
    /// Its purpose, in a line.
    pub about: &'static str,
    /// Counts that the summary shows even when they are 0.
    pub counts: &'static [&'static str],
    /// Reads the cases.
    pub load: fn(&Options) -> Cases,
    /// Runs them with what they share ([`Options::total`]), if they can.
    pub together: Option<fn(&Options, Duration) -> Result<Vec<Report>, Error>>,
}

impl Options {
    /// All cases of a suite, each with that limit of time.
    pub fn of(path: PathBuf, time: Duration) -> Options {
        Options {
            path,
            time,
            limit: usize::MAX,
            every: 1,
            games: None,
            book: None,
            records: None,
            tables: PathBuf::new(),
            total: None,
            replay: false,
            nodes: None,
            recheck: false,
            net: None,
        }
    }

    /// Those that are to be run.
    pub fn select<T>(&self, cases: impl IntoIterator<Item = T>) -> Vec<T> {
        cases.into_iter().step_by(self.every.max(1)).take(self.limit).collect()
    }
}

/// Reports that came before those of earlier cases.
#[derive(Default)]
struct InOrder {
    waiting: BTreeMap<usize, Report>,
    next: usize,
}

impl InOrder {
    /// Passes reports on in the order of the cases, each as soon as all before it are there.
    fn pass_on(
        mut self,
        reports: std::sync::mpsc::Receiver<(usize, Report)>,
        to: &mut dyn FnMut(Report) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (i, report) in reports {
            self.waiting.insert(i, report);
            while let Some(report) = self.waiting.remove(&self.next) {
                to(report)?;
                self.next += 1;
            }
        }
        Ok(())
    }
}

/// The sums over all cases.
struct Summary<'a> {
    cases: usize,
    by_verdict: BTreeMap<Verdict, u64>,
    counts: BTreeMap<&'a str, u64>,
    tables: BTreeMap<&'a str, BTreeMap<String, u64>>,
    pairs: BTreeMap<String, Vec<(f64, f64)>>,
    figures: BTreeMap<&'a str, Vec<f64>>,
}

impl Summary<'_> {
    fn new(suite: &Suite) -> Self {
        let counts = suite.counts.iter().map(|&c| (c, 0)).collect();
        Summary {
            cases: 0,
            by_verdict: BTreeMap::new(),
            counts,
            tables: BTreeMap::new(),
            pairs: BTreeMap::new(),
            figures: BTreeMap::new(),
        }
    }

    /// Counts cases, and writes their lines.
    fn add(&mut self, reports: Vec<Report>, out: &mut dyn Write) -> Result<(), Error> {
        for report in reports {
            self.cases += 1;
            *self.by_verdict.entry(report.verdict).or_default() += 1;
            for (name, key, n) in report.tally {
                match key {
                    None => *self.counts.entry(name).or_default() += n,
                    Some(key) => *self.tables.entry(name).or_default().entry(key).or_default() += n,
                }
            }
            if let Some((name, a, b)) = report.pair {
                self.pairs.entry(name).or_default().push((a, b));
            }
            if let Some(&(name, value)) = report.figure.as_deref() {
                self.figures.entry(name).or_default().push(value);
            }
            if let Some(line) = report.line {
                writeln!(out, "{line}").map_err(Error::Output)?;
            }
        }
        out.flush().map_err(Error::Output)
    }
}

/// Runs a suite, cases in parallel, output in the order of the cases.
///
/// # Errors
/// [`Error`] when the input can't be read or the output can't be written.
pub fn run(suite: &Suite, options: &Options, out: &mut dyn Write) -> Result<(), Error> {
    let start = Instant::now();
    let mut summary = Summary::new(suite);
    if let Some(total) = options.total {
        let Some(together) = suite.together else {
            return Err(Error::Input(format!("the cases of {} share no time: --total is for others", suite.name)));
        };
        summary.add(together(options, total)?, out)?;
    } else {
        let cases = options.select((suite.load)(options)?);
        let (send, reports) = std::sync::mpsc::channel();
        // The lines are written while further cases run.
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (cases, next) = (&cases, &next);
            scope.spawn(move || {
                // One after the other, so that the earliest are done first.
                rayon::broadcast(|_| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = cases.get(i) else { break };
                        if send.send((i, case.run(options))).is_err() {
                            break;
                        }
                    }
                })
            });
            InOrder::default().pass_on(reports, &mut |report| summary.add(vec![report], out))
        })?;
    }
    let Summary { cases, by_verdict, counts, tables, pairs, figures } = summary;
    let n = |v: Verdict| by_verdict.get(&v).copied().unwrap_or(0);
    let mut line = Map::new();
    line.insert("suite".into(), json!(suite.name));
    line.insert("path".into(), json!(options.path.display().to_string()));
    line.insert("cases".into(), json!(cases));
    line.insert("agree".into(), json!(n(Verdict::Agree)));
    line.insert("differ".into(), json!(n(Verdict::Differ)));
    line.insert("proved".into(), json!(n(Verdict::Proved)));
    line.insert("unknown".into(), json!(n(Verdict::Unknown)));
    line.insert("skipped".into(), json!(n(Verdict::Skipped)));
    line.extend(counts.into_iter().map(|(name, n)| (name.to_string(), json!(n))));
    line.extend(tables.into_iter().map(|(name, table)| (name.to_string(), json!(table))));
    let thousandths = |value: f64| (value * 1000.0).round() / 1000.0;
    for (name, mut values) in figures {
        values.sort_by(f64::total_cmp);
        let median = values.get(values.len() / 2).copied().map(thousandths);
        line.insert(name.into(), json!({ "median": median, "most": values.last().copied().map(thousandths) }));
    }
    if !pairs.is_empty() {
        let rho = pairs.into_iter().map(|(name, of)| (name, spearman(&of).map(thousandths)));
        line.insert("spearman".into(), json!(rho.collect::<BTreeMap<_, _>>()));
    }
    let seconds = (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    line.insert("seconds".into(), json!(seconds));
    writeln!(out, "{}", Value::Object(line)).and_then(|()| out.flush()).map_err(Error::Output)
}

/// Spearman's rank correlation, equal values with their mean rank; `None` where one side has one
/// value alone.
fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        let below = |v: f64| values.iter().filter(|&&o| o < v).count() as f64;
        let equal = |v: f64| values.iter().filter(|&&o| o == v).count() as f64;
        values.iter().map(|&v| below(v) + (equal(v) - 1.0) / 2.0).collect()
    };
    let (a, b) = (ranks(pairs.iter().map(|p| p.0).collect()), ranks(pairs.iter().map(|p| p.1).collect()));
    // Ranks from 0 have this mean whatever is equal.
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_correlate_from_one_to_minus_one() {
        assert_eq!(spearman(&[(1.0, 10.0), (2.0, 20.0), (9.0, 21.0)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 1.0)]), None);
        // Ranks 0.5 0.5 2 3 beside 0 1 2 3: covariance 4.5 over the root of 4.5 times 5.
        let rho = spearman(&[(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)]).unwrap();
        assert!((rho - 4.5 / (4.5f64 * 5.0).sqrt()).abs() < 1e-12, "{rho}");
    }

    struct Fixed(usize);
    impl Case for Fixed {
        fn run(&self, _: &Options) -> Report {
            let verdict = [Verdict::Agree, Verdict::Differ, Verdict::Skipped][self.0 % 3];
            Report { line: (verdict == Verdict::Differ).then(|| json!({"case": self.0})), ..Report::of(verdict) }
                .count_in("thirds", (self.0 % 3).to_string())
        }
    }

    fn lines(every: usize, limit: usize) -> Vec<Value> {
        let load = |_: &Options| Ok((0..200).map(|i| Box::new(Fixed(i)) as Box<dyn Case>).collect());
        let suite = Suite { name: "fixed", about: "", counts: &["none"], load, together: None };
        let (path, time) = (PathBuf::from("p"), Duration::from_secs(1));
        let options = Options { limit, every, ..Options::of(path, time) };
        let mut out = Vec::new();
        run(&suite, &options, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    #[test]
    fn differences_in_order_then_the_summary() {
        let mut all = lines(1, usize::MAX);
        let summary = all.pop().unwrap();
        assert_eq!(all.iter().map(|l| l["case"].as_u64().unwrap()).collect::<Vec<_>>(), {
            (0..200).filter(|i| i % 3 == 1).collect::<Vec<_>>()
        });
        for (key, want) in [("cases", 200), ("agree", 67), ("differ", 67), ("skipped", 66), ("unknown", 0), ("none", 0)]
        {
            assert_eq!(summary[key], want, "{key}");
        }
        assert_eq!(summary["thirds"], json!({"0": 67, "1": 67, "2": 66}));
    }

    #[test]
    fn cases_that_share_their_time_are_summed_up_alike_and_others_are_refused() {
        let load = |_: &Options| Ok(Vec::new());
        let together = |options: &Options, _: Duration| {
            Ok(options.select(0..200).into_iter().map(|i| Fixed(i).run(options)).collect())
        };
        let (path, time, total) = (PathBuf::from("p"), Duration::ZERO, Some(Duration::ZERO));
        let options = Options { limit: 5, every: 3, total, ..Options::of(path, time) };
        let shared = Suite { name: "shared", about: "", counts: &["none"], load, together: Some(together) };
        let mut out = Vec::new();
        run(&shared, &options, &mut out).unwrap();
        let summary: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!((summary["cases"].as_u64(), summary["agree"].as_u64()), (Some(5), Some(5)));
        let error = run(&Suite { together: None, ..shared }, &options, &mut out).unwrap_err();
        assert!(error.to_string().contains("--total"), "{error}");
    }

    #[test]
    fn every_kth_up_to_the_limit() {
        let mut all = lines(3, 5);
        let summary = all.pop().unwrap();
        assert!(all.is_empty(), "cases 0, 3, 6, 9, 12 all agree");
        assert_eq!((summary["cases"].as_u64(), summary["agree"].as_u64()), (Some(5), Some(5)));
    }
}
