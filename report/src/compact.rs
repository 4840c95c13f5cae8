//! SVG drawings in fewer bytes: neighbouring elements with the same style become one element.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// An SVG element that stands on a line of its own.
struct Element<'a> {
    tag: &'a str,
    /// The values of the attributes that [`GEOMETRY`] names, in its order.
    geometry: Vec<&'a str>,
    /// All other attributes, as they are written.
    style: &'a str,
    /// The characters of a text.
    text: Option<&'a str>,
}

/// The elements that are joined, with the attributes that say where they are drawn.
const GEOMETRY: [(&str, &[&str]); 4] = [
    ("line", &["x1", "y1", "x2", "y2"]),
    ("rect", &["x", "y", "width", "height"]),
    ("circle", &["cx", "cy", "r"]),
    ("text", &["x", "y"]),
];

fn geometry_names(tag: &str) -> &'static [&'static str] {
    GEOMETRY.iter().find(|(name, _)| *name == tag).map_or(&[], |(_, names)| names)
}

impl<'a> Element<'a> {
    fn of(line: &'a str) -> Option<Element<'a>> {
        let (tag, mut rest) = line.strip_prefix('<')?.split_once(' ')?;
        let (tag, names) = GEOMETRY.iter().find(|(name, _)| *name == tag)?;
        let mut geometry = Vec::new();
        for name in *names {
            let value = rest.strip_prefix(name)?.strip_prefix("=\"")?;
            let (value, after) = value.split_once('"')?;
            geometry.push(value);
            rest = after.strip_prefix(' ').unwrap_or(after);
        }
        if *tag == "text" {
            let (style, text) = rest.split_once('>')?;
            let text = text.strip_suffix("</text>").filter(|text| !text.contains('<'))?;
            return Some(Element { tag, geometry, style, text: Some(text) });
        }
        Some(Element { tag, geometry, style: rest.strip_suffix("/>")?, text: None })
    }

    /// Is it written together with another one? A run of lines may have several styles.
    fn joins(&self, other: &Element<'_>) -> bool {
        self.tag == other.tag && (self.tag == "line" || self.style == other.style)
    }

    /// A value of the geometry, shortened.
    fn at(&self, index: usize) -> &'a str {
        self.geometry.get(index).map_or("0", |value| short(value))
    }

    /// Is it a text of one character? The lists of `x` and `y` count characters beyond 16 bits twice.
    fn is_character(&self) -> bool {
        self.text.is_some_and(|text| text.encode_utf16().count() == 1)
    }

    fn write(&self, with_style: bool, out: &mut String) {
        let _ = write!(out, "<{}", self.tag);
        for (name, value) in geometry_names(self.tag).iter().zip(&self.geometry) {
            let _ = write!(out, " {name}=\"{}\"", short(value));
        }
        if with_style && !self.style.is_empty() {
            let _ = write!(out, " {}", self.style);
        }
        let _ = match self.text {
            Some(text) => writeln!(out, ">{text}</text>"),
            None => writeln!(out, "/>"),
        };
    }
}

/// Characters as one text, each at its own place.
fn write_characters(characters: &[&Element<'_>], out: &mut String) {
    let Some(first) = characters.first() else { return };
    let list = |index: usize| characters.iter().map(|one| one.at(index)).collect::<Vec<_>>().join(" ");
    let text: String = characters.iter().filter_map(|one| one.text).collect();
    let style = if first.style.is_empty() { String::new() } else { format!(" {}", first.style) };
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\"{style}>{text}</text>", list(0), list(1));
}

/// A decimal number without trailing zeros.
fn short(number: &str) -> &str {
    if number.contains('.') && !number.contains(' ') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

/// Lines as the data of a path. Segments that touch or overlap in a row or a column become one.
fn path(lines: &[&Element<'_>], is_dashed: bool) -> String {
    let mut out = String::new();
    // The key is the direction and the common coordinate, the value where each segment starts and ends.
    let mut along: BTreeMap<(bool, &str), Vec<(f64, f64)>> = BTreeMap::new();
    for line in lines {
        let [x1, y1, x2, y2] = [0, 1, 2, 3].map(|index| line.at(index));
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
        [one] => one.write(true, out),
        [first, ..] if first.tag == "line" => {
            let mut styles: Vec<&str> = Vec::new();
            for line in run {
                if !styles.contains(&line.style) {
                    styles.push(line.style);
                }
            }
            for style in styles {
                let lines: Vec<&Element<'_>> = run.iter().filter(|line| line.style == style).collect();
                let path = path(&lines, style.contains("dash"));
                let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" {style}/>");
            }
        }
        [first, ..] if first.tag == "text" => {
            let (characters, words): (Vec<_>, Vec<_>) = run.iter().partition(|element| element.is_character());
            write_characters(&characters, out);
            words.iter().for_each(|element| element.write(true, out));
        }
        [first, ..] if first.tag == "rect" && !first.style.contains("rx=") => {
            let mut path = String::new();
            for rect in run {
                let [x, y, width, height] = [0, 1, 2, 3].map(|index| rect.at(index));
                let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
            }
            let _ = writeln!(out, "<path d=\"{path}\" {}/>", first.style);
        }
        [first, ..] if first.style.is_empty() => run.iter().for_each(|element| element.write(true, out)),
        [first, ..] => {
            let _ = writeln!(out, "<g {}>", first.style);
            let mut written = Vec::new();
            for element in run {
                let mut text = String::new();
                element.write(false, &mut text);
                // An opaque element on an equal one changes nothing.
                if element.style.contains("opacity") || !written.contains(&text) {
                    *out += &text;
                    written.push(text);
                }
            }
            *out += "</g>\n";
        }
    }
}

/// Writes a drawing in fewer bytes. Neighbouring lines are sorted by style, so where lines of
/// different styles cross, the other one may end on top.
pub(crate) fn compact(svg: &str) -> String {
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
    fn lines_that_touch_are_one_path_and_a_style_is_written_once() {
        let svg = "<svg>\n<line x1=\"6\" y1=\"6\" x2=\"46\" y2=\"6\" stroke=\"a\"/>\n\
                   <line x1=\"46\" y1=\"6\" x2=\"46\" y2=\"46\" stroke=\"b\"/>\n\
                   <line x1=\"46\" y1=\"6\" x2=\"86\" y2=\"6\" stroke=\"a\"/>\n\
                   <line x1=\"126\" y1=\"6\" x2=\"166\" y2=\"6\" stroke=\"a\"/>\n\
                   <text x=\"42.00\" y=\"18.60\" fill=\"c\">3</text>\n<text x=\"14\" y=\"1\" fill=\"c\">4</text>\n\
                   <text x=\"9\" y=\"9\" fill=\"c\">12</text>\n<circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"d\"/>\n</svg>\n";
        let got = compact(svg);
        let expected = "<svg>\n<path d=\"M6 6H86M126 6H166\" fill=\"none\" stroke=\"a\"/>\n\
                        <path d=\"M46 6V46\" fill=\"none\" stroke=\"b\"/>\n\
                        <text x=\"42 14\" y=\"18.6 1\" fill=\"c\">34</text>\n<text x=\"9\" y=\"9\" fill=\"c\">12</text>\n\
                        <circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"d\"/>\n</svg>\n";
        assert_eq!(got, expected);
        // A compact drawing stays as it is.
        assert_eq!(compact(expected), expected);
    }

    #[test]
    fn rectangles_of_one_style_are_a_path() {
        let rect = |x: u32| format!("<rect x=\"{x}\" y=\"6\" width=\"40\" height=\"30\" fill=\"a\"/>\n");
        assert_eq!(compact(&(rect(6) + &rect(46))), "<path d=\"M6 6h40v30h-40zM46 6h40v30h-40z\" fill=\"a\"/>\n");
        assert_eq!(compact(&rect(6)), rect(6));
    }

    #[test]
    fn dashes_begin_anew_on_every_line() {
        let line = |from: u32| {
            format!("<line x1=\"{from}\" y1=\"6\" x2=\"{}\" y2=\"6\" stroke-dasharray=\"3 2\"/>\n", from + 40)
        };
        let got = compact(&(line(6) + &line(46)));
        assert_eq!(got, "<path d=\"M6 6L46 6M46 6L86 6\" fill=\"none\" stroke-dasharray=\"3 2\"/>\n");
    }
}
