//! `tesuji candidates`: which values occur in solutions, and in how many.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value as Json, json};
use tesuji_genre::{Bad, ClueView, ClueWorth, Marks, Medium, State, View, WorthRequest, near};
use tesuji_solver::engine::{Candidates, Lit, Policy, Session};
use tesuji_solver::{Domain, Limits, Literal, Stop, Value, Var};

/// The help on the JSON.
const JSON: &str = "\
A line of JSON for each puzzle: `answer` is several, one, none (no solution) or unfinished (`stop` then names the limit); \
`up_to` is the bound of the counts, which stands for itself and more. `candidates` lists the places with their `values`: \
each value that occurs in a solution that was found, and in how many. With --worth `clues` lists the clues, each with \
the number of `solutions` without it (1: it can be left out), and whether a limit cut that short (`unfinished`).";

/// The command.
pub fn command() -> Command {
    let assume = Arg::new("assume")
        .long("assume")
        .value_name("PLACE=VALUE")
        .action(ArgAction::Append)
        .help("Only solutions in which this holds: r1c1=5, r2c3!=shaded; may be given several times");
    let worth = Arg::new("worth")
        .long("worth")
        .action(ArgAction::SetTrue)
        .help("Say for each clue how many solutions there are without it, up to N of --up-to");
    let up_to = Arg::new("up-to")
        .long("up-to")
        .value_name("N")
        .default_value("8")
        .value_parser(value_parser!(u32).range(1..=1000))
        .help("Count the solutions of a candidate up to this number");
    let [time, nodes] = common::limits("1h", "1000000", "search nodes for each puzzle");
    Command::new("candidates")
        .about("Lists the values that occur in solutions, and in how many of them")
        .after_help(JSON)
        .args([
            common::genre(),
            inputs::files(),
            common::json(),
            common::lines(),
            assume,
            up_to,
            worth,
            common::variant(),
            time,
            nodes,
        ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let assumed: Vec<&String> = matches.get_many("assume").into_iter().flatten().collect();
    let up_to = matches.get_one::<u32>("up-to").copied().unwrap_or(8);
    let limits = Limits { interrupt: interrupt::listened(), ..common::limits_of(matches) };
    let clock = limits.start();
    let mut unfinished = 0;
    let Treated { bad, stop } = each(context, matches, console, &mut |work, console| {
        let genre = work.puzzle.genre;
        let View::Clues(view) = genre.view(&work.puzzle)? else {
            return Err(Bad::new(format!("positions of {} have no candidates", genre.name())).into());
        };
        let domains = match &work.record.state {
            Some(state) => state.keep(&view.domains),
            None => view.domains.clone(),
        };
        let mut session = Session::within(&view.network, &domains, Policy::default());
        let assume = assumed.iter().map(|text| literal(&view, &session, text)).collect::<Result<Vec<Lit>, Bad>>()?;
        let limits = Limits { time: clock.remaining(), ..limits.clone() };
        let found = session.candidates(&assume, up_to as usize, &limits);
        let shown: Vec<Domain> = (0..found.len()).map(|v| found.domain(Var(v as u32))).collect();
        let answer = answer(&found, &shown);
        unfinished += u64::from(answer == "unfinished");
        let mut line = json!({"id": work.record.id, "answer": answer, "up_to": up_to});
        if found.stop != Stop::Exhausted {
            line["stop"] = found.stop.name().into();
        }
        line["candidates"] = (0..found.len()).map(|v| listed(&view, &found, Var(v as u32))).collect();
        let weighed = if matches.get_flag("worth") {
            let limits = Limits { time: clock.remaining(), ..limits.clone() };
            let actions = genre.clues("has no clues to weigh")?;
            actions.worth(&work.puzzle, &WorthRequest { up_to: up_to as usize, limits })?
        } else {
            Vec::new()
        };
        if !weighed.is_empty() {
            line["clues"] = weighed.iter().map(weighed_json).collect();
        }
        common::print_answer(line, work, console)?;
        if !matches.get_flag("json") {
            tell(&view, &found, (answer, up_to), console)?;
            if console.terminal && shown.iter().all(|domain| !domain.is_empty()) {
                let state = state_of(&view, &shown);
                let marks = Marks { candidates: true, ..Marks::default() };
                let drawing = genre.draw(&work.puzzle, Some(&state), &marks, Medium::Unicode)?;
                writeln!(console.err, "{}", drawing.trim_end())?;
            }
            for clue in &weighed {
                writeln!(console.err, "   {}", weighed_words(clue, up_to as usize))?;
            }
        }
        Ok(())
    })?;
    let ending = Ending::new().bad(bad).stopped(stop);
    let ending = ending.because(unfinished > 0, || format!("{unfinished} not finished within the limits"));
    ending.explain(console);
    Ok(ending.code())
}

fn answer(found: &Candidates, shown: &[Domain]) -> &'static str {
    if found.stop != Stop::Exhausted {
        "unfinished"
    } else if shown.iter().any(|domain| domain.is_empty()) {
        "none"
    } else if shown.iter().all(|domain| domain.is_single()) {
        "one"
    } else {
        "several"
    }
}

/// A clue and the number of solutions without it as JSON.
fn weighed_json(clue: &ClueWorth) -> Json {
    let mut json = json!({"clue": clue.clue, "solutions": clue.solutions});
    if !clue.is_known {
        json["unfinished"] = true.into();
    }
    json
}

/// The words for a clue and the number of solutions without it.
fn weighed_words(clue: &ClueWorth, up_to: usize) -> String {
    let ClueWorth { clue, solutions, is_known, .. } = clue;
    match solutions {
        _ if !is_known => format!("without {clue}: {solutions} found so far, not finished within the limits"),
        1 => format!("without {clue}: still one solution"),
        n if *n >= up_to => format!("without {clue}: {n} solutions or more"),
        n => format!("without {clue}: {n} solutions"),
    }
}

fn counts(found: &Candidates, var: Var) -> Vec<(Value, u32)> {
    found.domain(var).iter().map(|value| (value, found.count(Literal { var, value }))).collect()
}

/// A place and its values as JSON.
fn listed(view: &ClueView, found: &Candidates, var: Var) -> Json {
    let counts = counts(found, var).into_iter();
    let values: serde_json::Map<String, Json> = counts.map(|(v, n)| (view.names.value(v), n.into())).collect();
    json!({"cell": view.names.var(var), "values": values})
}

/// Says what is open, a line for each place.
fn tell(
    view: &ClueView,
    found: &Candidates,
    (answer, up_to): (&str, u32),
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let words = match answer {
        "none" => "no solution",
        "one" => "one solution",
        "several" => "several solutions; how many of them have each value:",
        _ => "not finished within the limits; what was found so far:",
    };
    writeln!(console.err, "{words}")?;
    for var in (0..found.len()).map(|v| Var(v as u32)).filter(|&var| found.domain(var).len() > 1) {
        let more = |n: u32| if n >= up_to { format!("{n} or more") } else { n.to_string() };
        let values: Vec<String> =
            counts(found, var).into_iter().map(|(v, n)| format!("{} ({})", view.names.value(v), more(n))).collect();
        writeln!(console.err, "   {}: {}", view.names.var(var), values.join(", "))?;
    }
    Ok(())
}

/// The state in which what is the same in all solutions is written down, and what occurs in none is
/// struck out.
fn state_of(view: &ClueView, shown: &[Domain]) -> State {
    let mut state = State::default();
    for (v, &left) in shown.iter().enumerate().filter(|(v, _)| !view.given.contains(Var(*v as u32))) {
        match left.value() {
            Some(value) => drop(state.placed.insert(v as u32, value)),
            None => drop(state.removed.insert(v as u32, view.domains[v].minus(left).0)),
        }
    }
    state
}

/// The assumption that a text states.
fn literal(view: &ClueView, session: &Session, text: &str) -> Result<Lit, Bad> {
    let (place, is) = text.split_once('=').ok_or_else(|| Bad::new(format!("{text}: PLACE=VALUE is expected")))?;
    let (place, holds) = place.strip_suffix('!').map_or((place, true), |place| (place, false));
    let (place, word) = (place.trim(), is.trim());
    let var = view.network.vars().find(|&var| view.names.var(var) == place);
    let Some(var) = var else {
        let names: Vec<String> = view.network.vars().map(|var| view.names.var(var)).collect();
        let near = near(place, names.iter().map(String::as_str));
        return Err(Bad::new(format!("--assume {text}: no place {place:?}; {near}")));
    };
    let all = view.network.domains()[var.index()];
    let value = all.iter().find(|&value| view.names.value(value) == word);
    let Some(value) = value else {
        let values: Vec<String> = all.iter().map(|value| view.names.value(value)).collect();
        return Err(Bad::new(format!("--assume {text}: no value {word:?} there; there are {}", values.join(", "))));
    };
    let is = session.is(Literal { var, value });
    Ok(if holds { is } else { !is })
}
