//! The table and the plot of a race.

use super::{Cell, Race};
use std::fmt::Write as _;

/// The engine that others are compared with.
const BASE: &str = "fast";

fn micros(of: f64) -> String {
    match of {
        _ if of >= 1e6 => format!("{:.1} s", of / 1e6),
        _ if of >= 1e3 => format!("{:.1} ms", of / 1e3),
        _ => format!("{of:.1} µs"),
    }
}

/// The table: median CPU time a puzzle, and how many times that of the fast engine.
pub fn markdown(race: &Race) -> String {
    let engines = race.engines();
    let mut out = String::from("# Race\n\n");
    let _ = writeln!(out, "{}\n", race.machine);
    let versions: Vec<String> = race.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let _ = writeln!(
        out,
        "Versions: {}. Each answer (solutions up to two, and the only one) was compared; medians of CPU time a puzzle, and in \
         brackets how many times that of `{BASE}`; (n of m): finished within {} ms, where some were late or not taken.\n",
        versions.join(", "),
        race.limit
    );
    if !race.skipped.is_empty() {
        let _ = writeln!(out, "Not there: {}.\n", race.skipped.join("; "));
    }
    let _ = writeln!(out, "| genre | set | puzzles | {} |", engines.join(" | "));
    let _ = writeln!(out, "|---|---|---|{}", "---|".repeat(engines.len()));
    for row in &race.rows {
        let base = row.cells.get(BASE).and_then(Cell::median);
        let cells = engines.iter().map(|name| match row.cells.get(name) {
            None => String::new(),
            Some(cell) if cell.refused == cell.asked => "not taken".to_string(),
            Some(cell) => {
                let part = match cell.finished == cell.asked {
                    true => String::new(),
                    false => format!(" ({} of {})", cell.finished, cell.asked),
                };
                match (cell.median(), base) {
                    (Some(time), Some(base)) if name != BASE => {
                        format!("{} [{:.1}]{part}", micros(time), time / base)
                    }
                    (Some(time), _) => format!("{}{part}", micros(time)),
                    (None, _) => format!("late{part}"),
                }
            }
        });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            row.genre,
            row.set,
            row.puzzles,
            cells.collect::<Vec<_>>().join(" | ")
        );
    }
    out
}

/// Height of a row of the plot, and the widths of names and of a factor of ten.
const ROW: f64 = 15.0;
const NAMES_WIDTH: f64 = 190.0;
const DECADE: f64 = 85.0;
/// Powers of ten of the axis, below and above the fast engine.
const DECADES: (i32, i32) = (-1, 5);
const COLOURS: [&str; 10] =
    ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"];

/// The mark of an engine: discs in ten colours, then squares in the same colours; hollow where
/// some puzzles were not finished.
fn mark(engine: usize, at: (f64, f64), is_full: bool, title: &str) -> String {
    let colour = COLOURS[engine % COLOURS.len()];
    let fill = if is_full { colour } else { "#fff" };
    let shape = match engine / COLOURS.len() {
        0 => format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"", at.0, at.1),
        _ => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\"", at.0 - 3.5, at.1 - 3.5),
    };
    format!(
        "{shape} fill=\"{fill}\" stroke=\"{colour}\"><title>{title}</title></{}>",
        if engine < COLOURS.len() { "circle" } else { "rect" }
    )
}

/// A plot of the ratios: a row a set, a mark an engine, on a logarithmic axis.
pub fn plot(race: &Race) -> String {
    let engines = race.engines();
    let legend = (engines.len() as f64 / 6.0).ceil() * 16.0;
    let (top, width) = (30.0 + legend, NAMES_WIDTH + DECADE * f64::from(DECADES.1 - DECADES.0) + 30.0);
    let height = top + ROW * race.rows.len() as f64 + 10.0;
    let x = |ratio: f64| {
        NAMES_WIDTH + DECADE * (ratio.log10().clamp(DECADES.0.into(), DECADES.1.into()) - f64::from(DECADES.0))
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"10\">\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>"
    );
    let number = |name: &str| engines.iter().position(|e| e == name).unwrap_or_default();
    for (i, name) in engines.iter().enumerate() {
        let at = (14.0 + (i % 6) as f64 * (width - 20.0) / 6.0, 14.0 + (i / 6) as f64 * 16.0);
        out += &mark(i, at, true, name);
        let _ = write!(out, "<text x=\"{:.1}\" y=\"{:.1}\">{name}</text>", at.0 + 7.0, at.1 + 3.5);
    }
    for power in DECADES.0..=DECADES.1 {
        let at = x(10_f64.powi(power));
        let _ = write!(
            out,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{height:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}×</text>",
            top - 4.0,
            top - 8.0,
            10_f64.powi(power)
        );
    }
    for (i, row) in race.rows.iter().enumerate() {
        let y = top + ROW * (i as f64 + 0.5);
        let name = if row.set == "data/puzzles" { row.genre.clone() } else { format!("{}: {}", row.genre, row.set) };
        let name: String = name.chars().take(34).collect();
        let _ = write!(out, "<text x=\"4\" y=\"{:.1}\">{name}</text>", y + 3.5);
        let Some(base) = row.cells.get(BASE).and_then(Cell::median) else { continue };
        for (engine, cell) in &row.cells {
            let Some(time) = cell.median() else { continue };
            let title = format!("{engine}: {:.1}×", time / base);
            out += &mark(number(engine), (x(time / base), y), cell.finished == cell.asked, &title);
        }
    }
    out + "</svg>\n"
}
