//! Rows beside the pencil house: the sudoku crate, counting, Go, Mill, SGF, the program's start.

use super::clock::timed;
use super::{Done, Row, Trouble, Work, outside};
use crate::{boxed, generic, parse_line};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use sudoku::Sudoku;
use tesuji_corpus::Source;
use tesuji_go::read::sample;
use tesuji_go::{DfPnReader, Question, Reader as _, ReferenceReader, Role};
use tesuji_mill::{Position, RuleSet, perft};
use tesuji_sgf::Collection;
use tesuji_solver::fast::Engine;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Limits, Network, Value, Var};

/// CPU seconds of a turn.
const SLICE: f64 = 0.1;

/// The rows.
pub(super) fn rows(to: &mut Vec<Row>) {
    for set in ["data/puzzles", "17_clue.txt"] {
        let rival = format!("crate sudoku solution {set}");
        let ours = Row::new(format!("engine sudoku {set}"), "puzzles", SLICE, move || ours(&sudokus(set)?));
        to.push(Row { beside: vec![rival.clone()], ..ours });
        to.push(Row { is_rival: true, ..Row::new(rival, "puzzles", SLICE, move || theirs(&sudokus(set)?)) });
    }
    // Both numbers are in the literature.
    to.push(Row::new("count 4x4 sudoku grids".into(), "grids", SLICE, || Ok(counting(boxed(2, 2), 288))));
    to.push(Row::new("count 5x5 latin squares".into(), "grids", SLICE, || Ok(counting(latin(5), 161_280))));
    to.push(Row::new("read go enclosed".into(), "positions", SLICE, enclosed));
    to.push(Row::new("read go groups".into(), "positions", SLICE, groups));
    to.push(Row::new("count mill turns".into(), "lines", SLICE, || Ok(Box::new(mill))));
    to.push(Row::new("parse sgf".into(), "nodes", SLICE, sgf));
    for words in ["--version", "genres"] {
        let prepare = move || -> Result<Work, Trouble> {
            let program = program()?;
            Ok(Box::new(move |amount| {
                let all = (0..amount).map(|_| Ok(outside::run(&program, &[words.to_string()])?.0));
                Ok(Done { units: amount, seconds: all.sum::<Result<f64, String>>()? })
            }))
        };
        to.push(Row::new(format!("start tesuji {words}"), "starts", SLICE, prepare));
    }
}

/// Lines of 81 characters of the project's own sudokus, or of a file of the data folder.
fn sudokus(set: &str) -> Result<Vec<String>, Trouble> {
    let line = |domains: Vec<Domain>| domains.iter().map(|d| d.value().map_or('.', |v| char::from(b'0' + v))).collect();
    if let Some(sample) = Some(set).filter(|set| *set != "data/puzzles").map(|set| generic::sample(set, 2_000)) {
        return Ok(sample.ok_or_else(|| Trouble::Missing(set.to_string()))?.into_iter().map(line).collect());
    }
    let genre = tesuji_genres::get("sudoku").ok_or_else(|| "no sudoku".to_string())?;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/puzzles/sudoku.jsonl.gz");
    let works = crate::race::works(genre, &Source::of_arg(path))?;
    Ok(works.iter().map(|work| work.puzzle.text.replace('0', ".")).filter(|text| parse_line(text).is_some()).collect())
}

/// Solves lines in turn; each has one solution.
fn solving(lines: Vec<String>, mut solve: impl FnMut(&str) -> Option<[u8; 81]> + 'static) -> Work {
    Box::new(move |amount| {
        timed(amount, || {
            let mut all = lines.iter().cycle().take(amount as usize);
            all.try_for_each(|line| match black_box(solve(line)) {
                Some(_) => Ok(()),
                None => Err(format!("{line}: no solution, or several")),
            })
        })
    })
}

fn our_solution(engine: &Engine, line: &str, limits: &Limits) -> Option<[u8; 81]> {
    let mut first = None;
    let count = engine.solve_givens(&parse_line(line)?, 0, limits, &mut |values: &[Value]| {
        first = first.or(values.try_into().ok());
        ControlFlow::Continue(())
    });
    first.filter(|_| count.solutions == 1)
}

fn their_solution(line: &str) -> Option<[u8; 81]> {
    Some(Sudoku::from_str_line(line).ok()?.solution()?.to_bytes())
}

fn ours(lines: &[String]) -> Result<Work, Trouble> {
    let (engine, limits) = (Engine::compile(&boxed(3, 3)), Limits::solutions(2));
    for line in lines {
        if our_solution(&engine, line, &limits) != their_solution(line) {
            return Err(format!("{line}: another answer than the sudoku crate's").into());
        }
    }
    Ok(solving(lines.to_vec(), move |line| our_solution(&engine, line, &limits)))
}

fn theirs(lines: &[String]) -> Result<Work, Trouble> {
    Ok(solving(lines.to_vec(), their_solution))
}

/// Rows and columns alone.
fn latin(n: usize) -> Network {
    let mut net = Network::with_vars(n * n, Domain::range(1, n as u8));
    for (line, of) in [(0, (n, 1)), (1, (1, n))] {
        for i in 0..n {
            let vars = (0..n).map(|j| Var((i * of.0 + j * of.1) as u32)).collect();
            net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Line(line)).expect("variables of the grid");
        }
    }
    net
}

/// Counts all solutions again and again.
fn counting(net: Network, expected: usize) -> Work {
    let engine = Engine::compile(&net);
    Box::new(move |amount| {
        timed(amount * expected as u64, || {
            for _ in 0..amount {
                let count = engine.count(engine.network().domains(), &Limits::solutions(usize::MAX)).solutions;
                if count != expected {
                    return Err(format!("{count} solutions, not {expected}"));
                }
            }
            Ok(())
        })
    })
}

/// Questions with what is known of them for each side to move first.
type Asked = Vec<(Question, Role, tesuji_go::Outcome)>;

/// Reads all questions again and again, each time with empty tables; positions are counted.
fn reading(asked: Asked, limits: Limits, fresh: fn() -> DfPnReader) -> Work {
    Box::new(move |amount| {
        let mut units = 0;
        let done = timed(1, || {
            for _ in 0..amount {
                let reader = fresh();
                for (question, first, expected) in &asked {
                    let reading = reader.read_first(question, *first, &limits).map_err(|e| format!("{e:?}"))?;
                    if reading.outcome != *expected {
                        return Err(format!("{}: {}, not {expected}", question.picture(), reading.outcome));
                    }
                    units += reading.nodes;
                }
            }
            Ok(())
        })?;
        Ok(Done { units, ..done })
    })
}

/// Small positions, by the verdicts of the reference.
fn enclosed() -> Result<Work, Trouble> {
    let mut asked = Asked::new();
    let limits = Limits::default().with_nodes(20_000);
    for question in (0..60).filter_map(|seed| sample::enclosed(&mut ChaCha8Rng::seed_from_u64(seed), 5)) {
        for first in Role::ALL {
            let known = ReferenceReader.read_first(&question, first, &limits).map_err(|e| format!("{e:?}"))?;
            if known.stop.is_complete() && asked.len() < 24 {
                asked.push((question.clone(), first, known.outcome));
            }
        }
    }
    if asked.len() < 24 {
        Err("too few positions are decided".to_string().into())
    } else {
        Ok(reading(asked, limits, DfPnReader::telling_seki))
    }
}

/// Groups of several chains, by the first verdict of the reader itself: proved, and no other later.
fn groups() -> Result<Work, Trouble> {
    let (mut asked, limits) = (Asked::new(), Limits::default().with_nodes(20_000));
    for question in (0..200).filter_map(|seed| sample::group(&mut ChaCha8Rng::seed_from_u64(seed), 9)) {
        for first in Role::ALL {
            let known = DfPnReader::new().read_first(&question, first, &limits).map_err(|e| format!("{e:?}"))?;
            if (1_000..20_000).contains(&known.nodes) && known.outcome.class().is_some() && asked.len() < 8 {
                asked.push((question.clone(), first, known.outcome));
            }
        }
    }
    if asked.is_empty() {
        Err("no group is decided".to_string().into())
    } else {
        Ok(reading(asked, limits, DfPnReader::new))
    }
}

/// Actions to depth 4 from the start: 24 · 23 · 22 · 21 placings, as no mill closes before the fifth.
fn mill(amount: u64) -> Result<Done, String> {
    let (rules, expected) = (RuleSet::STANDARD, 24 * 23 * 22 * 21);
    timed(amount * expected, || {
        for _ in 0..amount {
            let count = perft::actions(&rules, &Position::start(&rules), 4);
            if count != expected {
                return Err(format!("{count} lines of four actions, not {expected}"));
            }
        }
        Ok(())
    })
}

/// A game with variations and comments, written here.
fn sgf() -> Result<Work, Trouble> {
    const MOVES: usize = 2_000;
    let point =
        |i: usize| [b'a' + (i % 19) as u8, b'a' + (i / 19 % 19) as u8].map(char::from).iter().collect::<String>();
    let mut text = "(;GM[1]FF[4]SZ[19]KM[6.5]PB[Black]PW[White]".to_string();
    for i in 0..MOVES {
        text += &format!("(;{}[{}]C[Move {i}: \\] a comment]TR[aa][bb])", if i % 2 == 0 { 'B' } else { 'W' }, point(i));
    }
    text += ")";
    Ok(Box::new(move |amount| {
        timed(amount * (MOVES as u64 + 1), || {
            for _ in 0..amount {
                let (games, faults) = Collection::parse(text.as_bytes());
                let nodes = games.nodes().count();
                if nodes != MOVES + 1 || !faults.is_empty() {
                    return Err(format!("{nodes} nodes and {} faults", faults.len()));
                }
            }
            Ok(())
        })
    }))
}

/// The program beside this one.
fn program() -> Result<PathBuf, Trouble> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let beside = own.parent().unwrap_or(Path::new(".")).join("tesuji");
    if beside.is_file() { Ok(beside) } else { Err(Trouble::Missing(beside.display().to_string())) }
}
