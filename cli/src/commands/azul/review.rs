//! `tesuji azul review`.

use crate::ending::Ending;
use crate::{Console, Failure, common, inputs, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rayon::prelude::*;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tesuji_azul::log::Replayed;
use tesuji_azul::read::Reader;
use tesuji_azul::review::{Explanation, LogDecision, MoveReview, ReviewOptions, cost_words, decisions, effect, review};
use tesuji_azul::{AZUL, Move, draw};
use tesuji_corpus::{Error, Source, atomic};
use tesuji_genre::{Bad, Genre, Medium, Puzzle};
use tesuji_report::lessons::{self, Lesson};
use tesuji_solver::{Clock, Stop};

/// The command.
pub fn command() -> Command {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
    };
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u32)).help(help)
    };
    Command::new("review")
        .about("Reviews logged games: the dearest decisions first, with what was better and why")
        .after_help(
            "The cost of a decision is the difference of two margins: that after the best move and that after the move \
             that was played, at the end of the round, with what that end promises. Where the round can be read it is exact; else \
             play-outs estimate it and its standard error is given (the play-outs are a quick player's: what they get wrong \
             is not in it). Decisions are sorted by their cost, estimates by two standard errors less. For each one that is \
             shown, play-outs also go on over deals from the bag to the end of the next round.",
        )
        .args([
            inputs::files().help("Logs of games, an event a line; of a folder all files in it; - reads standard input"),
            number("top", "5", "Decisions that are shown; 0: all mistakes"),
            Arg::new("player").long("player").value_name("NAME").help("Only the decisions of this player"),
            number("samples", "200", "Pairs of play-outs for an estimate; 0: decisions that can't be read are left out"),
            Arg::new("seed")
                .long("seed")
                .value_name("S")
                .default_value("1")
                .value_parser(value_parser!(u64))
                .help("Seed of the play-outs"),
            file("html", "Write the review as a page that needs nothing else; - for standard output"),
            file("practice", "Write the mistakes as puzzles (records), worst first, to practise on"),
            common::json().help("Print a line of JSON for each decision and, last, a summary, in place of words"),
        ])
        .arg(Arg::new("boards").long("no-boards").action(ArgAction::SetTrue).help("Words alone in the terminal"))
        .args(common::limits("1h", "300000", "positions that one exact reading may visit"))
}

/// A decision of a file.
struct Reviewed {
    file: String,
    review: MoveReview,
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let html = matches.get_one::<PathBuf>("html");
    let practice = matches.get_one::<PathBuf>("practice");
    html.map_or(Ok(()), |path| common::for_page(path))?;
    let json = matches.get_flag("json");
    if json && html.is_some_and(|path| path == Path::new("-")) {
        return Err(Failure::Usage("--html - with --json: both write to standard output; name a file".to_string()));
    }
    practice.map_or(Ok(()), |path| common::for_records(path))?;
    let number = |name: &str| matches.get_one::<u32>(name).copied().unwrap_or(0);
    let mut limits = common::limits_of(matches);
    limits.interrupt = Some(interrupt::listen());
    let options = ReviewOptions {
        read_nodes: limits.nodes,
        samples: number("samples"),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(1),
    };
    let clock = limits.with_nodes(u64::MAX).start();
    let (mut games, mut wrong, mut all) = (0, 0, Vec::new());
    for source in inputs::sources(matches)? {
        common::tell_waiting(&source, console);
        let name = source.name();
        match text_of(&source)?.and_then(|text| decisions(&text)) {
            Ok((played, _)) if played.is_empty() => {
                wrong += 1;
                let _ = writeln!(console.err, "error: {name}: no game in it; a log has an event of JSON on each line");
            }
            Ok((played, found)) => {
                games += played.len();
                tell_others(&name, &played, console);
                all.extend(found.into_iter().map(|decision| (name.clone(), decision)));
            }
            Err(bad) => {
                wrong += 1;
                let _ = writeln!(console.err, "error: {}", bad.file(&name));
            }
        }
    }
    if let Some(player) = matches.get_one::<String>("player") {
        let mut names: Vec<String> = all.iter().flat_map(|(_, d)| d.players.clone()).collect();
        names.sort();
        names.dedup();
        if !names.is_empty() && !names.contains(player) {
            return Err(Failure::unknown("player", player, names.iter().map(String::as_str)));
        }
        all.retain(|(_, d)| d.player() == player);
    }
    let asked = all.len();
    let found = reviews(all, &options, &clock);
    let stop = if found.len() < asked { clock.expired().unwrap_or(Stop::Time) } else { Stop::Exhausted };
    let looked_at = found.len();
    let mut found: Vec<Reviewed> = found.into_iter().flatten().collect();
    let left_out = looked_at - found.len();
    found.sort_by(|a, b| b.review.cost.least().total_cmp(&a.review.cost.least()));
    if let Some(path) = practice {
        write_practice(path, &found, console)?;
    }
    let top = match number("top") {
        0 => usize::MAX,
        n => n as usize,
    };
    let worst: Vec<&Reviewed> = found.iter().filter(|r| r.review.is_mistake()).take(top).collect();
    let explained: Vec<Option<Explanation>> =
        worst.par_iter().map(|r| READER.with_borrow_mut(|reader| r.review.explain(reader, &options))).collect();
    let lessons = worst.iter().zip(&explained).map(|(r, e)| lesson(r, e.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let mut figures = figures(games, &found);
    if left_out > 0 {
        figures.push((left_out.to_string(), "left out: not read, and no play-outs (--samples 0)".to_string()));
    }
    let legend = "In a drawing the better move is outlined in pink, the one that was played in dashes.";
    if let Some(path) = html {
        let page = lessons::page("Azul: games reviewed", &figures, legend, &lessons);
        if path == Path::new("-") {
            write!(console.out, "{page}")?;
        } else {
            atomic::write_atomic(path, &mut |out| out.write_all(page.as_bytes())).map_err(Error::io(path))?;
        }
    }
    if json {
        for r in &found {
            let mut line = r.review.data();
            line["file"] = r.file.clone().into();
            common::print_json(&line, console)?;
        }
    } else if html.is_none() {
        tell(&worst, &lessons, &explained, !matches.get_flag("boards"), console)?;
    }
    let words: Vec<String> = figures.iter().map(|(n, what)| format!("{n} {what}")).collect();
    let exact = found.iter().filter(|r| r.review.cost.error.is_none()).count();
    let summary = json!({
        "summary": "azul review", "games": games, "decisions": found.len(), "exact": exact,
        "mistakes": found.iter().filter(|r| r.review.is_mistake()).count(), "left_out": left_out,
        "wrong": wrong,
    });
    let ending = Ending::new().because(wrong > 0, || format!("{wrong} logs were wrong")).stopped(stop);
    ending.tell(json, summary, &format!("azul review: {}", words.join("; ")), console)
}

/// Tells what of a log is no part of its games.
fn tell_others(name: &str, played: &[Replayed], console: &mut Console<'_>) {
    let mut foreign: BTreeMap<&str, u64> = BTreeMap::new();
    for (event, n) in played.iter().flat_map(|game| &game.foreign) {
        *foreign.entry(event).or_default() += n;
    }
    if !foreign.is_empty() {
        let events: Vec<String> = foreign.iter().map(|(event, n)| format!("{event} {n}")).collect();
        let all: u64 = foreign.values().sum();
        let words = events.join(", ");
        let _ = writeln!(console.err, "note: {name}: events that are no part of a game, passed over: {all} ({words})");
    }
    for game in played {
        if let Some(player) = &game.conceded {
            let who = if player.is_empty() { "a player" } else { player };
            let _ = writeln!(console.err, "note: {name}: the game of line {} ends where {who} gives it up", game.line);
        }
    }
}

fn text_of(source: &Source) -> Result<Result<String, Bad>, Failure> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut source.open()?, &mut bytes).map_err(Error::io(source.name()))?;
    Ok(String::from_utf8(bytes).map_err(|_| Bad::new("not a text (UTF-8); a log has an event of JSON on each line")))
}

thread_local! {
    static READER: RefCell<Reader> = RefCell::new(Reader::new());
}

/// Reviews the decisions until the time is over; `None` stands for one that can't be read, where
/// nothing is estimated.
fn reviews(all: Vec<(String, LogDecision)>, options: &ReviewOptions, clock: &Clock) -> Vec<Option<Reviewed>> {
    let one = |(file, decision): (String, LogDecision)| {
        let review = READER.with_borrow_mut(|reader| review(&decision, reader, options));
        review.map(|review| Reviewed { file, review })
    };
    // Whether there was time is seen in order, so that the reviews are those of a beginning.
    let done: Vec<Option<Option<Reviewed>>> =
        all.into_par_iter().map(|item| clock.expired().is_none().then(|| one(item))).collect();
    done.into_iter().map_while(|r| r).collect()
}

/// Figures of the whole, each with its meaning.
fn figures(games: usize, found: &[Reviewed]) -> Vec<(String, String)> {
    let exact = found.iter().filter(|r| r.review.cost.error.is_none()).count();
    let mistakes = found.iter().filter(|r| r.review.is_mistake()).count();
    let mut all = vec![
        (games.to_string(), "games".to_string()),
        (found.len().to_string(), "decisions".to_string()),
        (exact.to_string(), "read exactly".to_string()),
        ((found.len() - exact).to_string(), "estimated by play-outs".to_string()),
        (mistakes.to_string(), "mistakes".to_string()),
    ];
    let mut names: Vec<&str> = found.iter().map(|r| r.review.decision.player()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let own = found.iter().filter(|r| r.review.decision.player() == name);
        let costs: Vec<f64> = own.map(|r| r.review.cost.least().max(0.0)).collect();
        let mean = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
        all.push((format!("{mean:.1}"), format!("points lost a decision by {name}, at least")));
    }
    all
}

fn write_practice(path: &Path, found: &[Reviewed], console: &mut Console<'_>) -> Result<(), Failure> {
    let mistakes: Vec<&Reviewed> = found.iter().filter(|r| r.review.is_mistake()).collect();
    let mut text = String::new();
    for r in &mistakes {
        let record = r.review.record(Some(&r.file));
        let line = serde_json::to_string(&record).map_err(|e| Failure::output(e.into()))?;
        let _ = writeln!(text, "{line}");
    }
    atomic::write_atomic(path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(path))?;
    let _ = writeln!(console.err, "{} positions to practise on: {}", mistakes.len(), path.display());
    Ok(())
}

/// Most reasons that a lesson names.
const REASONS: usize = 6;

/// Most moves of a line in the output.
const LINE: usize = 6;

fn line_of(moves: &[Move]) -> String {
    let shown: Vec<String> = moves.iter().take(LINE).map(Move::to_string).collect();
    let more = if moves.len() > LINE { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}

fn lesson(r: &Reviewed, why: Option<&Explanation>) -> Result<Lesson, Failure> {
    let MoveReview { decision, best, cost, .. } = &r.review;
    let state = &decision.before;
    let puzzle = Puzzle::new(&AZUL, String::new(), state.to_string());
    let marks = draw::marks_of_two(*best, decision.mv);
    let mut notes = Vec::new();
    let mut reasons = Vec::new();
    if let Some(why) = why {
        reasons = why.reasons.iter().take(REASONS).map(|reason| reason.words.clone()).collect();
        if !why.after_played.is_empty() || !why.after_best.is_empty() {
            notes.push(format!("Best play after it: {}.", line_of(&why.after_played)));
            notes.push(format!("Best play after the better move: {}.", line_of(&why.after_best)));
        }
        for theme in &why.themes {
            notes.push(format!("The position: {}.", theme.about()));
        }
        if let Some(dealt) = why.over_deals {
            notes.push(format!("At the end of the next round, over deals from the bag: {}.", cost_words(dealt)));
        }
    }
    let (player, number) = (decision.player(), decision.number);
    Ok(Lesson {
        title: format!("Game {}, round {}, decision {number}: {player}", decision.game, state.round()),
        cost: cost_words(*cost),
        points: cost.points,
        played: format!("{} ({})", effect(state, decision.mv), decision.mv),
        better: format!("{} ({best})", effect(state, *best)),
        reasons,
        notes,
        drawing: AZUL.draw(&puzzle, None, &marks, Medium::Svg)?,
    })
}

/// The lessons in words, each with its board.
fn tell(
    worst: &[&Reviewed],
    lessons: &[Lesson],
    explained: &[Option<Explanation>],
    boards: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if worst.is_empty() {
        writeln!(console.out, "no mistake was found")?;
    }
    for (i, (r, lesson)) in worst.iter().zip(lessons).enumerate() {
        writeln!(console.out, "{}. {} ({}:{})", i + 1, lesson.title, r.file, r.review.decision.line)?;
        writeln!(console.out, "   played: {}", lesson.played)?;
        writeln!(console.out, "   better: {}", lesson.better)?;
        writeln!(console.out, "   cost:   {}", lesson.cost)?;
        let mut label = "why";
        for reason in explained[i].iter().flat_map(|why| &why.reasons).take(REASONS) {
            writeln!(console.out, "   {label:<7} {}", reason.words)?;
            label = "";
        }
        for note in &lesson.notes {
            writeln!(console.out, "   {note}")?;
        }
        if boards {
            let state = &r.review.decision.before;
            let puzzle = Puzzle::new(&AZUL, String::new(), state.to_string());
            let marks = draw::marks_of_two(r.review.best, r.review.decision.mv);
            let drawing = AZUL.draw(&puzzle, None, &marks, Medium::Unicode)?;
            writeln!(console.out, "   [better] and > its line, (played) and ) its line")?;
            for line in drawing.trim_end().lines() {
                writeln!(console.out, "   {line}")?;
            }
        }
        writeln!(console.out)?;
    }
    Ok(())
}
