//! `tesuji hint`.

use super::show::numbered;
use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs, solvers};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use std::path::PathBuf;
use tesuji_corpus::{Error, atomic};
use tesuji_genre::clue::SEVERAL;
use tesuji_genre::{Bad, Hint, HintRequest, Medium, Next, Puzzle, Step, Uniqueness, known_techniques};

/// The fields of a hint's JSON, for `--help`.
const JSON: &str = "\
A line of JSON for each puzzle: `answer` is step, solved, stuck or nothing (a game's position with nothing to say); \
`uniqueness` is proved, not-proved (`stop` then names the limit) or, with --any-solution, several. Where it is not proved \
that the puzzle has one solution, techniques that assume it stay out. `hint` holds `technique`, `name`, `words`, `cells`, `values`, `houses`, \
`pattern`, `extra`, `placements`, `eliminations` (each a list of `cell` and `value`, as the puzzle writes them) and \
`because`. A step by rules has `premises` (statements with `cell`, `value` and `holds`), `clues` (places that it uses) \
and `reasons` in order, each with its `rule`, the `part` of it, `because` and `concludes`; a chain has what it \
`supposed`, and a reason that concludes nothing is the contradiction.";

/// The command.
pub fn command() -> Command {
    // Genres of positions read for a hint; each has its own default limit.
    let bound = "search nodes, or positions read for a hint of a game [default: the genre's own]";
    let [time, nodes] = common::limits("1h", "0", bound);
    let nodes = nodes.default_value(None);
    let last_resort = Arg::new("last-resort")
        .long("last-resort")
        .action(ArgAction::SetTrue)
        .help("Where the techniques find nothing, give a step by trial, marked as such");
    let any_solution = Arg::new("any-solution")
        .long("any-solution")
        .action(ArgAction::SetTrue)
        .help("Of a puzzle with several solutions, give steps that hold in all of them; else it is refused");
    let first = Arg::new("first")
        .long("first")
        .action(ArgAction::SetTrue)
        .help("Of a Go problem only where to look, and for which idea; the move comes without this");
    let svg = Arg::new("svg")
        .long("svg")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Write the step as an SVG drawing too; those of further puzzles go to FILE-2, FILE-3 …");
    Command::new("hint").about("Names the next step of a puzzle, partly filled or not").after_help(JSON).args([
        common::genre(),
        inputs::files(),
        common::json(),
        common::lines(),
        common::target(),
        common::variant(),
        common::tier("Only techniques of this tier at most"),
        common::without(),
        common::take_over(),
        last_resort,
        any_solution,
        first,
        svg,
        common::catalog(),
        time,
        nodes,
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let restriction = common::restriction_of(context, matches)?;
    let any_solution = matches.get_flag("any-solution");
    let last_resort = matches.get_flag("last-resort");
    let svg = matches.get_one::<PathBuf>("svg");
    if let Some(path) = svg {
        common::for_drawing(path)?;
        if path.as_os_str() == "-" {
            return Err(Failure::Usage("--svg - : standard output has the JSON of the hint; name a file".into()));
        }
    }
    let mut drawn = 0;
    let limits = common::limits_of(matches);
    let clock = limits.start();
    // It settles killers that the genre's own engines do not finish.
    let sat = solvers::by_name("sat")?;
    let Treated { bad, stop } = each(context, matches, console, &mut |work, console| {
        let genre = work.puzzle.genre;
        let own = context.catalog(genre);
        known_techniques(genre.name(), own, restriction.without.as_deref().unwrap_or_default())?;
        let (restriction, is_own) = restriction.over(work.record.grade.as_ref());
        let catalog = restriction.apply(own);
        let asked = restriction.words().filter(|_| is_own);
        let state = work.record.state.as_ref();
        let limits = limits.clone().with_time(clock.remaining());
        let want = HintRequest { catalog: &catalog, last_resort, any_solution, limits, solvers: &[&*sat] };
        let hint = genre.hint(&work.puzzle, state, &want).map_err(advised)?;
        let hint = if matches.get_flag("first") { first_stage(&work.puzzle, hint)? } else { hint };
        let mut line = line(&work.record.id, &hint)?;
        if let Some(words) = &asked {
            line["restricted"] = words.as_str().into();
        }
        if let (Some(path), Next::Step(step)) = (svg, &hint.next) {
            drawn += 1;
            let path = numbered(path, drawn);
            let drawing = genre.draw(&work.puzzle, state, &step.marks, Medium::Svg)?;
            atomic::write_atomic(&path, &mut |out| out.write_all(drawing.as_bytes())).map_err(Error::io(&path))?;
            line["svg"] = path.display().to_string().into();
        }
        common::print_answer(line, work, console)?;
        if !matches.get_flag("json") {
            if let Some(words) = &asked {
                writeln!(console.err, "as the record asks, {words} (--tier, --without NAME or none say otherwise)")?;
            }
            match hint.uniqueness {
                Uniqueness::Unproved(stop) => writeln!(
                    console.err,
                    "not known to have one solution (the search ended by the limit of {}): techniques that assume it stay out",
                    stop.name()
                )?,
                Uniqueness::Several => writeln!(
                    console.err,
                    "several solutions: techniques that assume one stay out, and what is concluded holds in all"
                )?,
                Uniqueness::NotAsked | Uniqueness::Proved => {}
            }
            match &hint.next {
                Next::Solved => writeln!(console.err, "solved: every value is written down")?,
                Next::Stuck if last_resort => {
                    writeln!(console.err, "stuck: neither these techniques nor trial find a step")?;
                }
                Next::Stuck => {
                    writeln!(console.err, "stuck: these techniques find no step (--last-resort gives one by trial)")?;
                }
                Next::Nothing => writeln!(console.err, "nothing left to say of this position")?,
                Next::Step(step) => {
                    writeln!(console.err, "{}", step.words)?;
                    if console.terminal {
                        let drawing = genre.draw(&work.puzzle, state, &step.marks, Medium::Unicode)?;
                        writeln!(console.err, "{}", drawing.trim_end())?;
                    }
                    if catalog.get(&step.deduction.technique).is_some_and(|t| t.is_last_resort()) {
                        writeln!(console.err, "   a last resort: no named technique and no idea goes on here")?;
                    }
                    if let Some(words) = work.record.chosen() {
                        writeln!(console.err, "   {words}")?;
                    }
                }
            }
        }
        Ok(())
    })?;
    let ending = Ending::new().bad(bad).stopped(stop);
    ending.explain(console);
    Ok(ending.code())
}

/// The first stage of a hint, without the move.
fn first_stage(puzzle: &Puzzle, mut hint: Hint) -> Result<Hint, Failure> {
    if let Next::Step(step) = &mut hint.next {
        let first = puzzle.genre.as_positions().and_then(|actions| actions.first_stage(puzzle, step));
        **step = first.ok_or_else(|| {
            let genre = puzzle.genre.name();
            Failure::Usage(format!("--first is for hints in stages, and those of {genre} name one step"))
        })?;
    }
    Ok(hint)
}

/// Tells of the option that goes on with several solutions.
fn advised(bad: Bad) -> Bad {
    if bad.what != SEVERAL {
        return bad;
    }
    Bad { what: format!("{SEVERAL}; --any-solution gives steps that hold in all of them"), ..bad }
}

/// The answer as JSON.
fn line(id: &str, hint: &Hint) -> Result<Value, Failure> {
    let (answer, step) = match &hint.next {
        Next::Step(step) => ("step", as_json(step)?),
        Next::Solved => ("solved", Value::Null),
        Next::Stuck => ("stuck", Value::Null),
        Next::Nothing => ("nothing", Value::Null),
    };
    let mut line = json!({"id": id, "answer": answer, "hint": step});
    if let Some(uniqueness) = hint.uniqueness.name() {
        line["uniqueness"] = uniqueness.into();
    }
    if let Uniqueness::Unproved(stop) = hint.uniqueness {
        line["stop"] = stop.name().into();
    }
    Ok(line)
}

/// A step as JSON: its data and its words; for a game, its moves.
fn as_json(step: &Step) -> Result<Value, Failure> {
    let mut hint = match &step.data {
        Some(data) => serde_json::to_value(data).map_err(|e| Failure::output(e.into()))?,
        None => json!({"technique": step.deduction.technique.as_str()}),
    };
    hint["words"] = step.words.clone().into();
    Ok(hint)
}
