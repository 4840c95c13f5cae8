//! A proof drawn without its board: truths in the order in which they fire, their candidates, and
//! which excludes which. Cells and values are forgotten; kinds of houses stay.

use crate::firing::Firing;
use crate::sets::set_of;
use std::fmt::Write;
use tesuji_solver::{Literal, Network, Truth};

/// Room of a truth, and of a candidate in it.
const WIDE: f64 = 92.0;
const HIGH: f64 = 30.0;
/// Where the first candidate stands.
const TOP: f64 = 58.0;

const INK: &str = "#1d2733";
const SOFT: &str = "#7d8794";
const TRUTH: &str = "#e3effc";
const RIGHT: &str = "#2e9e5b";
const GONE: &str = "#cf2e3f";

/// The drawing (SVG).
pub fn diagram(net: &Network, firing: &Firing) -> String {
    let mut at: Vec<(Literal, f64, f64)> = vec![(firing.goal, 40.0, TOP)];
    let tallest = firing.truths.iter().map(|f| f.candidates.len()).max().unwrap_or(1);
    let (wide, high) = (90.0 + WIDE * firing.truths.len() as f64, TOP + HIGH * tallest as f64 + 8.0);
    let mut boxes = String::new();
    let mut dots = String::new();
    let value = letters(firing);
    for (i, fired) in firing.truths.iter().enumerate() {
        let x = 90.0 + WIDE * i as f64;
        let n = fired.candidates.len() as f64;
        let _ = write!(
            boxes,
            "<rect x=\"{x}\" y=\"{}\" width=\"56\" height=\"{}\" rx=\"12\" fill=\"{TRUTH}\"/>\
             <text x=\"{}\" y=\"20\" fill=\"{INK}\">{}</text><text x=\"{}\" y=\"34\" font-size=\"10\" \
             fill=\"{SOFT}\">{}</text>",
            TOP - 18.0,
            HIGH * n + 6.0,
            x + 28.0,
            what(net, fired.truth, &value),
            x + 28.0,
            if fired.left.is_some() { format!("{}.", i + 1) } else { "no room".to_string() },
        );
        for (k, &l) in fired.candidates.iter().enumerate() {
            let y = TOP + HIGH * k as f64;
            at.push((l, x + 28.0, y));
            let fill = if fired.left == Some(l) { RIGHT } else { SOFT };
            dot(&mut dots, (x + 28.0, y), fill, value(l.value));
        }
    }
    let place = |l: Literal, after: f64| -> Vec<(f64, f64)> {
        at.iter().filter(|(m, x, _)| *m == l && *x > after).map(|p| (p.1, p.2)).collect()
    };
    let mut lines = String::new();
    for &(from, to) in &firing.links {
        let start = place(from, 0.0).first().copied().unwrap_or((40.0, TOP));
        for end in place(to, start.0) {
            let bend = (end.0 - start.0) / 2.0;
            let _ = write!(
                lines,
                "<path d=\"M{} {}C{} {} {} {} {} {}\" stroke=\"{GONE}\" stroke-dasharray=\"4 3\"/>",
                start.0,
                start.1,
                start.0 + bend,
                start.1,
                end.0 - bend,
                end.1,
                end.0,
                end.1
            );
        }
    }
    for (from, to) in firing.strong() {
        for a in place(from, 0.0) {
            for b in place(to, 0.0).into_iter().filter(|b| a.0 == b.0) {
                let _ = write!(lines, "<path d=\"M{} {}L{} {}\" stroke=\"{RIGHT}\"/>", a.0, a.1, b.0, b.1);
            }
        }
    }
    dot(&mut dots, (40.0, TOP), GONE, value(firing.goal.value));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" text-anchor=\"middle\">\
         <text x=\"40\" y=\"20\" fill=\"{GONE}\">if true</text>{boxes}<g fill=\"none\" stroke-width=\"1.8\">{lines}</g>\
         {dots}</svg>\n"
    )
}

fn dot(out: &mut String, (x, y): (f64, f64), fill: &str, letter: String) {
    let _ = write!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"{fill}\"/><text x=\"{x}\" y=\"{}\" fill=\"#ffffff\">{letter}</text>",
        y + 4.0
    );
}

/// Values as letters, in the order in which they come up.
fn letters(firing: &Firing) -> impl Fn(u8) -> String + use<> {
    let mut met = vec![firing.goal.value];
    for l in firing.truths.iter().flat_map(|f| &f.candidates) {
        if !met.contains(&l.value) {
            met.push(l.value);
        }
    }
    move |value| {
        let at = met.iter().position(|v| *v == value).unwrap_or_default();
        char::from(b'a' + (at % 26) as u8).to_string()
    }
}

fn what(net: &Network, truth: Truth, value: &impl Fn(u8) -> String) -> String {
    match (set_of(net, truth), truth) {
        (Some(set), Truth::Rule { part: tesuji_solver::Part::Value(v), .. }) => {
            let house = match set.kind(net, false) {
                'r' => "row",
                'c' => "column",
                'b' => "region",
                'd' => "diagonal",
                _ => "house",
            };
            format!("{} in a {house}", value(v))
        }
        _ => "a cell".to_string(),
    }
}
