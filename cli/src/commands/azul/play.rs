//! `tesuji azul play`.

use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use tesuji_azul::log::Session;
use tesuji_azul::read::{Reader, Want};
use tesuji_azul::review::{Advice, advise};
use tesuji_azul::{Move, Policy, State, WallKind};
use tesuji_solver::Limits;

/// The command.
pub fn command() -> Command {
    let policy = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("POLICY").value_parser(|t: &str| t.parse::<Policy>()).help(help)
    };
    Command::new("play")
        .about("A game in the terminal, logged event by event")
        .after_help(
            "Moves are read from standard input: factory or C, colour, line or F, as 3B2 or CRF (B blue, Y yellow, R red, \
             K black, W white). `moves` lists them, `hint` reads the round exactly where that is possible and else samples it, `quit` ends. The \
             log has the form of Board Game Arena's events; `tesuji harvest azul` reads it.",
        )
        .arg(policy("against", "Who plays the other boards: random, greedy, mixed:RATIO, strong").default_value("strong"))
        .arg(policy("me", "Let this policy play your board too"))
        .arg(
            Arg::new("players")
                .long("players")
                .value_name("N")
                .default_value("2")
                .value_parser(value_parser!(u8).range(2..=4))
                .help("Players"),
        )
        .arg(
            Arg::new("wall")
                .long("wall")
                .value_name("WALL")
                .default_value("coloured")
                .value_parser(["coloured", "grey"])
                .help("Side of the boards"),
        )
        .arg(
            Arg::new("seat")
                .long("seat")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u8).range(1..=4))
                .help("Your seat; 1 starts"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("S")
                .default_value("1")
                .value_parser(value_parser!(u64))
                .help("The same seed deals the same game"),
        )
        .arg(Arg::new("log").long("log").value_name("FILE").value_parser(value_parser!(PathBuf)).help(
            "Append the events of the game to this file",
        ))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let number = |name: &str| usize::from(matches.get_one::<u8>(name).copied().unwrap_or(1));
    let (players, seat) = (number("players"), number("seat") - 1);
    if seat >= players {
        return Err(Failure::Usage(format!("--seat {} with {players} players", seat + 1)));
    }
    let kind = match matches.get_one::<String>("wall").map(String::as_str) {
        Some("grey") => WallKind::Grey,
        _ => WallKind::Coloured,
    };
    let against = matches.get_one::<Policy>("against").copied().unwrap_or(Policy::Strong);
    let me = matches.get_one::<Policy>("me").copied();
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let names: Vec<String> = (0..players)
        .map(|p| match (p == seat, me) {
            (true, None) => "you".to_string(),
            (true, Some(policy)) => format!("{policy} {}", p + 1),
            _ => format!("{against} {}", p + 1),
        })
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut session = Session::deal(&names, kind, seed).ok_or_else(|| Failure::Usage("2 to 4 players".into()))?;
    let mut log = Log::open(matches.get_one::<PathBuf>("log"))?;
    let mut lines = std::io::stdin().lock().lines();
    if me.is_none() {
        writeln!(
            console.out,
            "a move is a factory or C, a colour, and a line or F: 3B2; `moves` lists them, `hint`, `quit`"
        )?;
    }
    while !session.over() {
        log.write(&mut session)?;
        let turn = session.state().turn();
        let policy = if turn == seat { me } else { Some(against) };
        let before = *session.state();
        match policy {
            Some(policy) => {
                let Some(mv) = session.play_by(policy) else { break };
                writeln!(console.out, "{} takes {}", names[turn], mv.words())?;
            }
            None => {
                write!(console.out, "{}\nyour move: ", table(&before, &names))?;
                console.out.flush()?;
                match ask(&mut session, &mut lines, console)? {
                    Some(mv) => writeln!(console.out, "you take {}", mv.words())?,
                    None => {
                        log.write(&mut session)?;
                        writeln!(console.out, "broken off in round {}", before.round())?;
                        return Ok(0);
                    }
                }
            }
        }
        if session.state().round() != before.round() || session.over() {
            let scores: Vec<String> =
                names.iter().zip(session.state().boards()).map(|(n, b)| format!("{n} {}", b.score())).collect();
            writeln!(console.out, "end of round {}: {}", before.round(), scores.join(", "))?;
        }
    }
    log.write(&mut session)?;
    let ranking = session.state().ranking().unwrap_or_default();
    let first: Vec<&str> = ranking.first().into_iter().flatten().map(|&p| names[p]).collect();
    writeln!(console.out, "{}the game is over; first: {}", table(session.state(), &names), first.join(" and "))?;
    Ok(0)
}

/// Asks until a legal move is played; `None` when the input ends.
fn ask(
    session: &mut Session,
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
    console: &mut Console<'_>,
) -> Result<Option<Move>, Failure> {
    for line in lines {
        let line = line.map_err(|e| Failure::Run(tesuji_corpus::Error::io("standard input")(e)))?;
        match line.trim() {
            "" => {}
            "quit" => return Ok(None),
            "moves" => {
                let all: Vec<String> = session.state().legal().iter().map(ToString::to_string).collect();
                writeln!(console.out, "{}", all.join(" "))?;
            }
            "hint" => writeln!(console.out, "{}", hint(session.state()))?,
            text => match Move::parse(&text.to_uppercase()) {
                None => writeln!(console.out, "{text:?} is no move; such as 3B2: factory or C, colour, line or F")?,
                Some(mv) => match session.play(mv) {
                    Ok(_) => return Ok(Some(mv)),
                    Err(why) => writeln!(console.out, "{mv} is not legal: {why}")?,
                },
            },
        }
        write!(console.out, "your move: ")?;
        console.out.flush()?;
    }
    Ok(None)
}

/// Positions that a hint may visit.
const HINT_NODES: u64 = 4_000_000;
/// Play-outs of a hint where the round can't be read.
const HINT_SAMPLES: u32 = 200;

fn hint(state: &State) -> String {
    let mut reader = Reader::new();
    let reading = reader.read(state, Want::Best, &Limits::default().with_nodes(HINT_NODES));
    if let Some(best) = reading.best() {
        let points = f64::from(best.value) / 10.0;
        return format!("exact: best for this round is {} ({points:+.1} points)", best.mv.words());
    }
    match advise(state, &mut reader, HINT_SAMPLES, 1) {
        Some(Advice { mv, margin, error, samples }) => format!(
            "sampled: {} looks best ({margin:+.1} ± {error:.1} points in {samples} play-outs); the round has too many \
             tiles to be read",
            mv.words()
        ),
        None => "there is no move to make".to_string(),
    }
}

/// The table in letters.
fn table(state: &State, names: &[&str]) -> String {
    let mut text = format!("\nround {}\n", state.round());
    for (i, factory) in state.factories().iter().enumerate() {
        text += &format!("  {}: {}", i + 1, factory.letters());
    }
    let token = if state.token().is_none() { " and the token" } else { "" };
    text += &format!("  C: {}{token}\n", state.centre().letters());
    for (p, (name, board)) in names.iter().zip(state.boards()).enumerate() {
        let token = if state.token() == Some(p) { ", the token" } else { "" };
        text += &format!("{name}: {} points; floor {}{token}\n", board.score(), board.floor().letters());
        for row in 0..5 {
            let (letter, n) = board.line(row).map_or(('.', 0), |(c, n)| (c.letter(), usize::from(n)));
            let line: String = std::iter::repeat_n('.', row + 1 - n).chain(std::iter::repeat_n(letter, n)).collect();
            let wall = |column| match (board.wall_tile(state.kind(), row, column), state.kind()) {
                (Some(c), _) => c.letter(),
                (None, WallKind::Coloured) => tesuji_azul::coloured_at(row, column).letter().to_ascii_lowercase(),
                (None, WallKind::Grey) => '.',
            };
            text += &format!("  {} {line:>5} | {}\n", row + 1, (0..5).map(wall).collect::<String>());
        }
    }
    text
}

/// The log file, if one is written.
struct Log(Option<(PathBuf, File)>);

impl Log {
    fn open(path: Option<&PathBuf>) -> Result<Log, Failure> {
        let Some(path) = path else { return Ok(Log(None)) };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(tesuji_corpus::Error::io(path))?;
        Ok(Log(Some((path.clone(), file))))
    }

    /// Writes what has happened since.
    fn write(&mut self, session: &mut Session) -> Result<(), Failure> {
        let events = session.take_events();
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let text: String = events.iter().map(|e| e.line() + "\n").collect();
        file.write_all(text.as_bytes()).map_err(|e| tesuji_corpus::Error::io(path.clone())(e).into())
    }
}
