//! The report page of a cycle.

use crate::NO_CORPUS;
use crate::findings::{Findings, Made, Timings};
use crate::html::{self, Cell, escape, section, table, thousands};
use crate::plot::{self, Bar};
use tesuji_genre::{Genre, Marks, Medium, Record};
use tesuji_solver::{Limits, Stop, TechniqueId, Tier};

/// The whole page as one self-contained HTML text.
pub fn page(genre: &'static dyn Genre, found: &Findings, times: &Timings) -> String {
    let sections = [
        section("check", "Cross-check", &(check(found) + &solved(genre, found))),
        section("genres", "Genres and engines", &(crate::matrix::drawn(&found.genres) + &of_other_genres(found))),
        section("grades", "Grades", &grades(genre, found, times)),
        section("techniques", "Techniques", &(techniques(found) + &in_pictures(genre, found))),
        section("ideas", "Ideas", &crate::ideas::drawn(found)),
        section("frontier", "What promoted forms changed", &crate::frontier::section(&found.frontier)),
        section("candidates", "Candidates for new techniques", &candidates(found)),
        section("generated", "Generated", &made(genre, &found.generated)),
        section("regenerated", "Generated against the grades", &made(genre, &found.regenerated)),
        section("times", "Times", &timing(times)),
        section("input", "Input and notes", &input(found)),
    ];
    html::page(&format!("tesuji cycle: {}", found.genre), &lead(found), &sections)
}

fn lead(found: &Findings) -> String {
    let disagreements = found.disagreements.len() as u64;
    // That there is no disagreement says something of what was compared only.
    let class = if found.compared > 0 && found.compared == found.read { "good" } else { "" };
    let made: u64 = found.generated.iter().chain(&found.regenerated).map(|m| m.report.made).sum();
    let tile = |n: u64, what: &str, class: &str| {
        format!("<div class=\"tile\"><b class=\"{class}\">{}</b><span>{}</span></div>", thousands(n), escape(what))
    };
    let plain = "";
    let corpus = match found.corpus.as_str() {
        NO_CORPUS => "No corpus: what was made is all there is".to_string(),
        name => format!("Corpus <code>{}</code>", escape(name)),
    };
    let compared = format!(
        "<div class=\"tile\"><b class=\"{class}\">{} of {}</b><span>compared by two engines or more</span></div>",
        thousands(found.compared),
        thousands(found.read)
    );
    format!(
        "<p>Tesuji makes puzzles, lets solvers that share nothing but the rules check each other, grades the puzzles as a \
         person would solve them, and mines the steps that no known technique explains. This page shows one round of it.</p>\
         <p class=\"soft\">{}, seed {}.</p><div class=\"tiles\">{}{}{}{}{}{}{}</div>",
        corpus,
        found.seed,
        tile(found.read, "puzzles read", plain),
        compared,
        tile(disagreements, "disagreements", if disagreements > 0 { "bad" } else { plain }),
        tile(found.tiers.values().sum(), "graded", plain),
        tile(made, "generated", plain),
        tile(found.candidates.len() as u64, "candidates shown", plain),
        tile(found.bad.len() as u64, "bad inputs", if found.bad.is_empty() { plain } else { "bad" }),
    )
}

fn check(found: &Findings) -> String {
    let rows: Vec<Vec<Cell>> = found
        .check
        .iter()
        .map(|r| {
            vec![
                Cell::text(&r.solver),
                Cell::text(&r.file),
                Cell::count(r.asked),
                Cell::count(r.done),
                Cell::count(r.agree),
                Cell::count(r.unfinished),
                Cell::count(r.refused),
                Cell::text(r.limit.strip_prefix(r.solver.as_str()).unwrap_or(&r.limit).trim_start()),
            ]
        })
        .collect();
    let mut out = String::from(
        "<p>Engines that share nothing but the puzzle's rules search for up to two solutions each; they agree when \
         they say the same.</p>",
    );
    out += &table(&["solver", "file", "asked", "done", "agree", "unfinished", "refused", "limit"], &rows);
    if found.disagreements.is_empty() {
        out += match found.compared {
            0 => "<p>Nothing was compared: nowhere did two solvers finish.</p>",
            _ => "<p class=\"good\">No disagreement where two solvers finished.</p>",
        };
    }
    for d in &found.disagreements {
        out += &format!("<p class=\"bad\">Disagreement</p><pre><code>{}</code></pre>", escape(&d.to_string()));
    }
    out
}

/// A board with its caption.
fn board(svg: &str, caption: &str) -> String {
    format!("<figure class=\"board\">{svg}<figcaption>{}</figcaption></figure>", escape(caption))
}

/// Nodes for the drawing of a solution or a step.
const NODES: u64 = 100_000;

/// A puzzle that the solvers agree on, with its solution.
fn solved(genre: &'static dyn Genre, found: &Findings) -> String {
    let limits = Limits::default().with_nodes(NODES);
    let drawn = found.examples.iter().find_map(|record| {
        let puzzle = genre.parse(&record.puzzle).ok()?.puzzle;
        let solution = crate::drawn_solution(genre, &puzzle, record.state.as_ref(), Medium::Svg, &limits).ok()?.ok()?;
        let caption = genre.caption(record);
        let own =
            genre.draw(&puzzle, record.state.as_ref(), &Marks { caption, ..Marks::default() }, Medium::Svg).ok()?;
        Some(board(&own, "a puzzle") + &board(&solution.drawing, solution.words.as_deref().unwrap_or("its solution")))
    });
    drawn.map_or(String::new(), |boards| format!("<div class=\"boards\">{boards}</div>"))
}

/// Most other genres with a board on the page.
const GENRES: usize = 6;

/// A puzzle of some of the other genres.
fn of_other_genres(found: &Findings) -> String {
    let drawn = |name: &str| {
        let genre = tesuji_genres::get(name)?;
        let record = crate::matrix::first_of(genre)?;
        let puzzle = genre.parse(&record.puzzle).ok()?.puzzle;
        let marks = Marks { caption: genre.caption(&record), ..Marks::default() };
        Some(board(&genre.draw(&puzzle, record.state.as_ref(), &marks, Medium::Svg).ok()?, name))
    };
    // Some from the beginning of the list, some from its end.
    let step = (found.genres.len() / GENRES).max(1);
    let boards: String = found.genres.iter().step_by(step).take(GENRES).filter_map(|row| drawn(&row.genre)).collect();
    if boards.is_empty() { boards } else { format!("<div class=\"boards\">{boards}</div>") }
}

/// Most techniques with a picture on the page.
const PICTURES: usize = 6;

/// The hardest techniques that were used, each at work.
fn in_pictures(genre: &'static dyn Genre, found: &Findings) -> String {
    let limits = Limits::default().with_nodes(NODES);
    let mut rows: Vec<_> = found.techniques.iter().filter(|row| row.puzzles > 0 && row.example.is_some()).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(Tier::from_name(&row.tier).map_or(0, |tier| tier as u8)));
    let drawn = rows.into_iter().filter_map(|row| {
        let puzzle = genre.parse(row.example.as_deref()?).ok()?.puzzle;
        let step = crate::print::step_of(genre, &puzzle, &TechniqueId(row.id.clone().into()), &limits)?;
        Some(board(&step.svg, &step.words))
    });
    let boards: String = drawn.take(PICTURES).collect();
    if boards.is_empty() { boards } else { format!("<div class=\"boards\">{boards}</div>") }
}

fn grades(genre: &'static dyn Genre, found: &Findings, times: &Timings) -> String {
    let bar = |label: &str, count: u64| Bar { label: label.to_string(), count };
    let tiers: Vec<Bar> =
        Tier::ALL.iter().map(|t| bar(t.name(), found.tiers.get(t.name()).copied().unwrap_or(0))).collect();
    let solutions: Vec<Bar> = found
        .solutions
        .iter()
        .map(|(&n, &count)| bar(["none", "one", "two or more"].get(n as usize).unwrap_or(&"?"), count))
        .collect();
    let depth: Vec<Bar> =
        found.trial_depth.iter().map(|(depth, &count)| bar(&format!("T&E({depth})"), count)).collect();
    let mut out = format!(
        "<div class=\"plots\">{}{}",
        plot::bars("Puzzles by tier", &tiers),
        plot::bars("Puzzles by number of solutions", &solutions)
    );
    if !depth.is_empty() {
        out += &plot::bars("Beyond the catalog: trial depth", &depth);
    }
    out += &plot::log_histogram("Time to grade a puzzle", "µs", &times.grading);
    out += "</div><h3>One of each tier</h3>";
    out += &boards(genre, &found.examples);
    out
}

fn boards(genre: &'static dyn Genre, records: &[Record]) -> String {
    let mut out = String::from("<div class=\"boards\">");
    for r in records {
        let picture = genre
            .parse(&r.puzzle)
            .and_then(|p| {
                let marks = Marks { caption: genre.caption(r), ..Marks::default() };
                genre.draw(&p.puzzle, r.state.as_ref(), &marks, Medium::Svg)
            })
            .unwrap_or_else(|e| format!("<p class=\"bad\">{}</p>", escape(&e.to_string())));
        let grade = r.grade.as_ref().map_or(String::new(), |g| {
            let needs: Vec<&str> = g.needs.iter().flatten().map(|n| n.technique.as_str()).collect();
            let needs = if needs.is_empty() { String::new() } else { format!("; needs {}", needs.join(", ")) };
            let score = g.score.map_or_else(String::new, |score| format!(", score {score}"));
            format!("{}{score}{needs}", g.tier)
        });
        out += &format!(
            "<figure class=\"board\" id=\"p-{0}\">{picture}<figcaption>{1}<br><code>{2}</code></figcaption></figure>",
            escape(&r.id),
            escape(&grade),
            escape(&r.puzzle)
        );
    }
    out + "</div>"
}

fn techniques(found: &Findings) -> String {
    let rows: Vec<Vec<Cell>> = found
        .techniques
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let example = t.example.as_deref().unwrap_or("");
            let tier = Tier::from_name(&t.tier).map_or(9, |t| t as u8);
            vec![
                Cell::text(&t.name).sort_by(i),
                Cell::html(format!("<code>{}</code>", escape(&t.id))),
                Cell::text(&t.tier).sort_by(tier),
                Cell::count(t.puzzles),
                Cell::count(t.fired),
                Cell::html(format!("<code>{}</code>", escape(example))),
            ]
        })
        .collect();
    table(&["technique", "id", "tier", "puzzles", "fired", "an example"], &rows)
}

/// In place of a table without rows.
const NONE: &str = "<p><b>No candidate.</b></p>";

fn candidates(found: &Findings) -> String {
    if found.positions {
        return views(found);
    }
    let mut out = format!(
        "<p>The miner was given {} and looked at {} puzzles, of which {} stalled. What it found are shapes of minimal \
         proofs, ranked by the puzzles they occur in; a person decides which deserve a name.</p>",
        if found.known.is_empty() { "no technique".to_string() } else { escape(&found.known.join(", ")) },
        thousands(found.mined.0),
        thousands(found.mined.1)
    );
    let rows: Vec<Vec<Cell>> = found
        .candidates
        .iter()
        .map(|c| {
            vec![
                Cell::count(c.rank),
                Cell::html(format!("<a href=\"#c-{}\">{}</a>", c.rank, escape(&c.shape))),
                Cell::text(c.literature.as_deref().unwrap_or("–")),
                Cell::count(c.puzzles),
                Cell::count(c.seen),
                Cell::count(c.unlocks),
            ]
        })
        .collect();
    if rows.is_empty() {
        return out + NONE;
    }
    out += &table(&["rank", "shape", "in the literature", "puzzles", "eliminations", "unlocks"], &rows);
    out += "<div class=\"boards\">";
    for c in &found.candidates {
        out += &format!(
            "<figure class=\"board\" id=\"c-{}\">{}<figcaption><b>{}. {}</b><br>{}<br><code>{}</code></figcaption></figure>",
            c.rank,
            c.svg,
            c.rank,
            escape(&c.shape),
            escape(&c.words),
            escape(&c.puzzle)
        );
    }
    out + "</div>"
}

/// The candidates of a genre whose puzzles are positions: views of key moves.
fn views(found: &Findings) -> String {
    let what = if found.known.is_empty() { "all of them" } else { "those that no motif of the catalog describes" };
    let is_any = |signs: &[char]| found.candidates.iter().any(|c| c.shape.contains(signs));
    let legend = match () {
        () if is_any(&['*']) => {
            " In a view <code>*</code> is the move, <code>O</code> the mover's stones, <code>X</code> the other's (small where the chain has one \
             liberty), <code>.</code> an empty point, <code>?</code> one outside of the region, <code>#</code> beyond the edge."
        }
        () if is_any(&['O', 'X']) => {
            " In a view <code>O</code> is the mover's, <code>X</code> the other's, <code>.</code> an empty point."
        }
        () => "",
    };
    let mut out = format!(
        "<p>Of {} positions the miner was given {what}: {}. Their solutions say which first moves are right. What it found are views of \
         what lies around a move in which it is right more often than elsewhere, looked for in one half of the puzzles and checked in \
         the other; a person decides which deserve a name.{legend}</p>",
        thousands(found.mined.0),
        thousands(found.mined.1)
    );
    let view = |shape: &str| {
        let (what, rows) = shape.split_once(": ").unwrap_or(("", shape));
        format!("{}<pre>{}</pre>", escape(what), escape(&rows.trim_matches('|').replace('|', "\n")))
    };
    let row = |c: &crate::Candidate| {
        vec![
            Cell::html(format!("<a href=\"#c-{0}\">{0}</a>", c.rank)).sort_by(c.rank),
            Cell::html(view(&c.shape)),
            Cell::count(c.puzzles),
            Cell::count(c.seen),
            Cell::count(c.unlocks),
        ]
    };
    let rows: Vec<Vec<Cell>> = found.candidates.iter().map(row).collect();
    if rows.is_empty() {
        return out + NONE;
    }
    out += &table(&["rank", "view", "right", "places", "right, apart"], &rows);
    out += "<div class=\"boards\">";
    for c in &found.candidates {
        let (words, puzzle) = (escape(&c.words), escape(&c.puzzle));
        out += &format!(
            "<figure class=\"board\" id=\"c-{0}\">{1}<figcaption><b>{0}.</b> {words}<br><code>{puzzle}</code></figcaption></figure>",
            c.rank, c.svg
        );
    }
    out + "</div>"
}

/// A command that breaks between its options only.
fn command(words: &str) -> String {
    let parts: Vec<String> = words.split(" --").map(escape).collect();
    let options = parts.iter().skip(1).map(|o| format!(" <span>--{o}</span>"));
    format!("{}{}", parts.first().map_or("", String::as_str), options.collect::<String>())
}

fn made(genre: &'static dyn Genre, sets: &[Made]) -> String {
    let rows: Vec<Vec<Cell>> = sets
        .iter()
        .map(|m| {
            let rejected: Vec<String> =
                m.report.rejected.iter().map(|(why, n)| format!("{why} {}", thousands(*n))).collect();
            vec![
                Cell::html(format!("<code>{}</code>", command(&m.request))),
                Cell::text(&m.why),
                Cell::count(m.report.made),
                Cell::count(m.report.tried),
                Cell::text(rejected.join(", ")),
                // The nodes of a request are the candidates that it may try.
                Cell::text(if m.report.stop == Stop::Nodes { "candidates" } else { m.report.stop.name() }),
            ]
        })
        .collect();
    let mut out = table(&["request", "why", "made", "tried", "rejected", "ended by"], &rows);
    let shown: Vec<Record> = sets.iter().filter_map(|m| m.puzzles.first().cloned()).collect();
    out += &boards(genre, &shown);
    out
}

fn timing(times: &Timings) -> String {
    let rows: Vec<Vec<Cell>> =
        times.stages.iter().map(|(name, s)| vec![Cell::text(name), Cell::figure(*s, 2)]).collect();
    let mut out = table(&["stage", "seconds"], &rows);
    out += "<div class=\"plots\">";
    // Positions are read without a solver of networks.
    for (solver, figures) in times.solvers.iter().filter(|(_, figures)| !figures.is_empty()) {
        out += &plot::log_histogram(&format!("{solver}: time for a puzzle"), "µs", figures);
    }
    out + "</div>"
}

fn input(found: &Findings) -> String {
    let notes: String = found.notes.iter().map(|n| format!("<p>{}</p>", escape(n))).collect();
    if found.bad.is_empty() {
        return format!("{notes}<p>Every line of the input was a puzzle.</p>");
    }
    let items: String = found.bad.iter().take(200).map(|b| format!("<li>{}</li>", escape(&b.to_string()))).collect();
    format!("{notes}<p>{} bad inputs:</p><ul>{items}</ul>", thousands(found.bad.len() as u64))
}
