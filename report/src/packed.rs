//! Drawings in fewer bytes: neighbouring elements that share their looks are said together.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// An element on a line of its own: a form with its measures, and the rest.
struct Element<'a> {
    tag: &'a str,
    /// The measures, in order.
    own: Vec<&'a str>,
    /// Further attributes.
    looks: &'a str,
    /// The words inside.
    inside: Option<&'a str>,
}

/// The forms, with the names of their measures.
const FORMS: [(&str, &[&str]); 4] = [
    ("line", &["x1", "y1", "x2", "y2"]),
    ("rect", &["x", "y", "width", "height"]),
    ("circle", &["cx", "cy", "r"]),
    ("text", &["x", "y"]),
];

fn measures(tag: &str) -> &'static [&'static str] {
    FORMS.iter().find(|(name, _)| *name == tag).map_or(&[], |(_, names)| names)
}

impl<'a> Element<'a> {
    fn of(line: &'a str) -> Option<Element<'a>> {
        let (tag, mut rest) = line.strip_prefix('<')?.split_once(' ')?;
        let (tag, names) = FORMS.iter().find(|(name, _)| *name == tag)?;
        let mut own = Vec::new();
        for name in *names {
            let value = rest.strip_prefix(name)?.strip_prefix("=\"")?;
            let (value, after) = value.split_once('"')?;
            own.push(value);
            rest = after.strip_prefix(' ').unwrap_or(after);
        }
        if *tag == "text" {
            let (looks, inside) = rest.split_once('>')?;
            let inside = inside.strip_suffix("</text>").filter(|inside| !inside.contains('<'))?;
            return Some(Element { tag, own, looks, inside: Some(inside) });
        }
        Some(Element { tag, own, looks: rest.strip_suffix("/>")?, inside: None })
    }

    /// Is it drawn with another one?
    fn joins(&self, other: &Element<'_>) -> bool {
        self.tag == other.tag && (self.tag == "line" || self.looks == other.looks)
    }

    fn write(&self, with_looks: bool, out: &mut String) {
        let _ = write!(out, "<{}", self.tag);
        for (name, value) in measures(self.tag).iter().zip(&self.own) {
            let _ = write!(out, " {name}=\"{}\"", short(value));
        }
        if with_looks && !self.looks.is_empty() {
            let _ = write!(out, " {}", self.looks);
        }
        match self.inside {
            Some(words) => *out += &format!(">{words}</text>"),
            None => *out += "/>",
        }
    }
}

/// Signs as one text, each at its place.
fn write_signs(signs: &[&Element<'_>], out: &mut String) {
    let Some(first) = signs.first() else { return };
    let list = |at: usize| {
        let all = signs.iter().map(|sign| sign.own.get(at).map_or("0", |value| short(value)));
        all.collect::<Vec<_>>().join(" ")
    };
    let words: String = signs.iter().filter_map(|sign| sign.inside).collect();
    let looks = if first.looks.is_empty() { String::new() } else { format!(" {}", first.looks) };
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\"{looks}>{words}</text>", list(0), list(1));
}

/// A number without zeros that say nothing.
fn short(number: &str) -> &str {
    if number.contains('.') && !number.contains(' ') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

/// The segments of lines as a path: those that go on in a row or a column are one.
fn path(lines: &[&Element<'_>], is_dashed: bool) -> String {
    let mut out = String::new();
    // By the direction and the place across: where segments begin and end.
    let mut along: BTreeMap<(bool, &str), Vec<(f64, f64)>> = BTreeMap::new();
    for line in lines {
        let [x1, y1, x2, y2] = [0, 1, 2, 3].map(|i| line.own.get(i).map_or("0", |value| short(value)));
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        let ordered = |a: &str, b: &str| (number(a).min(number(b)), number(a).max(number(b)));
        if y1 == y2 && !is_dashed {
            along.entry((true, y1)).or_default().push(ordered(x1, x2));
        } else if x1 == x2 && !is_dashed {
            along.entry((false, x1)).or_default().push(ordered(y1, y2));
        } else {
            let _ = write!(out, "M{x1} {y1}L{x2} {y2}");
        }
    }
    for ((is_row, across), mut parts) in along {
        parts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for part in parts {
            match joined.last_mut() {
                Some(last) if part.0 <= last.1 => last.1 = last.1.max(part.1),
                _ => joined.push(part),
            }
        }
        for (from, to) in joined {
            let _ = if is_row { write!(out, "M{from} {across}H{to}") } else { write!(out, "M{across} {from}V{to}") };
        }
    }
    out
}

fn write_run(run: &[Element<'_>], out: &mut String) {
    match run {
        [] => {}
        [one] => {
            one.write(true, out);
            *out += "\n";
        }
        [first, ..] if first.tag == "line" => {
            let mut looks: Vec<&str> = Vec::new();
            run.iter().for_each(|line| {
                if !looks.contains(&line.looks) {
                    looks.push(line.looks);
                }
            });
            for looks in looks {
                let lines: Vec<&Element<'_>> = run.iter().filter(|line| line.looks == looks).collect();
                let path = path(&lines, looks.contains("dash"));
                let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" {looks}/>");
            }
        }
        [first, ..] if first.tag == "text" => {
            let is_sign = |words: Option<&str>| words.is_some_and(|words| words.chars().count() == 1);
            let (signs, others): (Vec<_>, Vec<_>) = run.iter().partition(|element| is_sign(element.inside));
            write_signs(&signs, out);
            for other in others {
                other.write(true, out);
                *out += "\n";
            }
        }
        [first, ..] if first.tag == "rect" && !first.looks.contains("rx=") => {
            let mut path = String::new();
            for rect in run {
                let [x, y, width, height] = [0, 1, 2, 3].map(|i| rect.own.get(i).map_or("0", |value| short(value)));
                let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
            }
            let _ = writeln!(out, "<path d=\"{path}\" {}/>", first.looks);
        }
        [first, ..] if first.looks.is_empty() => {
            for element in run {
                element.write(true, out);
                *out += "\n";
            }
        }
        [first, ..] => {
            let _ = writeln!(out, "<g {}>", first.looks);
            let mut written = Vec::new();
            for element in run {
                let mut text = String::new();
                element.write(false, &mut text);
                // Forms that cover each other are drawn once.
                if element.looks.contains("opacity") || !written.contains(&text) {
                    *out += &text;
                    *out += "\n";
                    written.push(text);
                }
            }
            *out += "</g>\n";
        }
    }
}

/// A drawing in fewer bytes. Within a run of lines those of one look are drawn together, so
/// where lines of several looks cross, another one may lie above.
pub(crate) fn packed(svg: &str) -> String {
    let mut out = String::new();
    let mut run: Vec<Element<'_>> = Vec::new();
    for line in svg.lines() {
        match Element::of(line) {
            Some(element) => {
                if run.last().is_some_and(|last| !last.joins(&element)) {
                    write_run(&run, &mut out);
                    run.clear();
                }
                run.push(element);
            }
            None => {
                write_run(&run, &mut out);
                run.clear();
                out += line;
                out += "\n";
            }
        }
    }
    write_run(&run, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_go_on_are_one_and_looks_are_said_once() {
        let svg = "<svg>\n<line x1=\"6\" y1=\"6\" x2=\"46\" y2=\"6\" stroke=\"a\"/>\n\
                   <line x1=\"46\" y1=\"6\" x2=\"46\" y2=\"46\" stroke=\"b\"/>\n\
                   <line x1=\"46\" y1=\"6\" x2=\"86\" y2=\"6\" stroke=\"a\"/>\n\
                   <line x1=\"126\" y1=\"6\" x2=\"166\" y2=\"6\" stroke=\"a\"/>\n\
                   <text x=\"42.00\" y=\"18.60\" fill=\"c\">3</text>\n<text x=\"14\" y=\"1\" fill=\"c\">4</text>\n\
                   <text x=\"9\" y=\"9\" fill=\"c\">12</text>\n<circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"d\"/>\n</svg>\n";
        let packed = packed(svg);
        let expected = "<svg>\n<path d=\"M6 6H86M126 6H166\" fill=\"none\" stroke=\"a\"/>\n\
                        <path d=\"M46 6V46\" fill=\"none\" stroke=\"b\"/>\n\
                        <text x=\"42 14\" y=\"18.6 1\" fill=\"c\">34</text>\n<text x=\"9\" y=\"9\" fill=\"c\">12</text>\n\
                        <circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"d\"/>\n</svg>\n";
        assert_eq!(packed, expected);
        // A packed drawing stays as it is.
        assert_eq!(super::packed(expected), expected);
    }

    #[test]
    fn rectangles_of_one_look_are_a_path() {
        let rect = |x: u32| format!("<rect x=\"{x}\" y=\"6\" width=\"40\" height=\"30\" fill=\"a\"/>\n");
        assert_eq!(packed(&(rect(6) + &rect(46))), "<path d=\"M6 6h40v30h-40zM46 6h40v30h-40z\" fill=\"a\"/>\n");
        assert_eq!(packed(&rect(6)), rect(6));
    }

    #[test]
    fn dashes_begin_anew_on_every_line() {
        let line = |from: u32| {
            format!("<line x1=\"{from}\" y1=\"6\" x2=\"{}\" y2=\"6\" stroke-dasharray=\"3 2\"/>\n", from + 40)
        };
        let packed = packed(&(line(6) + &line(46)));
        assert_eq!(packed, "<path d=\"M6 6L46 6M46 6L86 6\" fill=\"none\" stroke-dasharray=\"3 2\"/>\n");
    }
}
