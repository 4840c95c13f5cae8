//! A chapter drawn as a tree (SVG): a row a variation, a column a move.

use crate::point::Color;
use crate::variation::{Chapter, Step};
use std::fmt::Write;

/// Pixels from move to move.
const STEP: usize = 46;
/// Pixels from row to row.
const ROW: usize = 26;
/// Pixels at the edges.
const EDGE: usize = 30;
/// Pixels for the name and the legend.
const HEAD: usize = 64;

/// A node: what leads to it, and where it is drawn.
struct Node {
    step: Option<Step>,
    children: Vec<usize>,
    depth: usize,
    row: usize,
}

/// The variations as a tree: what they share is drawn once.
fn tree(chapter: &Chapter) -> Vec<Node> {
    let mut nodes = vec![Node { step: None, children: Vec::new(), depth: 0, row: 0 }];
    for variation in &chapter.variations {
        let mut at = 0;
        for &step in &variation.steps {
            let known = nodes[at].children.iter().copied().find(|&c| nodes[c].step == Some(step));
            at = known.unwrap_or_else(|| {
                let depth = nodes[at].depth + 1;
                nodes.push(Node { step: Some(step), children: Vec::new(), depth, row: 0 });
                let new = nodes.len() - 1;
                nodes[at].children.push(new);
                new
            });
        }
    }
    for node in &mut nodes {
        // In a book the first branch comes last.
        let last = usize::from(node.children.len() > 1);
        node.children.rotate_right(last);
    }
    let mut rows = 0;
    let mut stack = vec![0];
    while let Some(at) = stack.pop() {
        nodes[at].row = rows;
        match nodes[at].children.is_empty() {
            true => rows += 1,
            false => stack.extend(nodes[at].children.iter().rev()),
        }
    }
    nodes
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The tree of a chapter as SVG.
pub fn svg(chapter: &Chapter) -> String {
    let nodes = tree(chapter);
    let deepest = nodes.iter().map(|n| n.depth).max().unwrap_or(0);
    let rows = nodes.iter().map(|n| n.row).max().unwrap_or(0) + 1;
    let width = (2 * EDGE + deepest * STEP).max(900);
    let height = HEAD + 2 * EDGE + (rows - 1) * ROW;
    let at = |n: &Node| (EDGE + n.depth * STEP, HEAD + EDGE + n.row * ROW);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f4ecd8\"/>\n\
         <text x=\"{EDGE}\" y=\"24\" font-size=\"16\">{}</text>\n\
         <text x=\"{EDGE}\" y=\"46\" fill=\"#555\">{} variations. Filled: Black, white: White, squares: stones set up; red cross: \
         answered, not played; dashed: by the neighbours alone; below: can wait</text>",
        escaped(&chapter.name),
        chapter.variations.len()
    );
    for parent in &nodes {
        let (x, y) = at(parent);
        for child in parent.children.iter().map(|&c| &nodes[c]) {
            let (cx, cy) = at(child);
            let _ = match y == cy {
                true => writeln!(out, "<path d=\"M{x} {y}H{cx}\" stroke=\"#8a7a5c\" fill=\"none\"/>"),
                // Down along the parent's column, then across.
                false => writeln!(
                    out,
                    "<path d=\"M{x} {y}V{}Q{x} {cy} {} {cy}H{cx}\" stroke=\"#8a7a5c\" fill=\"none\"/>",
                    cy - 8,
                    x + 8
                ),
            };
        }
    }
    for node in &nodes {
        let (x, y) = at(node);
        let Some(step) = node.step else {
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#8a7a5c\"/>");
            continue;
        };
        let color = match step {
            Step::Setup { color, .. } => color,
            Step::Play { mv, .. } => mv.color,
        };
        let (fill, ink) = match color {
            Color::Black => ("#1b1b1b", "#fff"),
            Color::White => ("#fff", "#1b1b1b"),
        };
        let (left, top) = (x - 17, y - 9);
        let name = match step {
            Step::Setup { at, .. } => {
                let _ = writeln!(
                    out,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"34\" height=\"18\" fill=\"{fill}\" stroke=\"#1b1b1b\"/>"
                );
                at.to_string()
            }
            Step::Play { mv, tags } => {
                let dashes = if tags.near { " stroke-dasharray=\"3 2\" stroke-width=\"2\"" } else { "" };
                let rim = if tags.near { "#2a7ad1" } else { "#1b1b1b" };
                let _ = writeln!(
                    out,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"34\" height=\"18\" rx=\"9\" fill=\"{fill}\" stroke=\"{rim}\"{dashes}/>"
                );
                if tags.ignore {
                    let _ = writeln!(
                        out,
                        "<path d=\"M{} {}l8 8m0 -8l-8 8\" stroke=\"#d22\" stroke-width=\"2\"/>",
                        x + 9,
                        y - 12
                    );
                }
                if tags.later {
                    let _ =
                        writeln!(out, "<path d=\"M{} {}h20\" stroke=\"#e0a100\" stroke-width=\"3\"/>", x - 10, y + 11);
                }
                mv.at.map_or_else(|| "pass".to_string(), |p| p.to_string())
            }
        };
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{name}</text>", y + 4);
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn rows_and_columns_as_in_the_file() {
        let file = "(;SZ[19];B[pd](;W[qf];B[nc])(;W[nc](;B[qf])(;B[qc]C[<bad>]))(;W[pf]))";
        let chapter = Tree::read("a<b>.sgf", file.as_bytes(), &mut |p| panic!("{p}")).chapter();
        let nodes = tree(&chapter);
        let mut places: Vec<(usize, usize, String)> = nodes[1..]
            .iter()
            .map(|n| match n.step {
                Some(Step::Play { mv, .. }) => (n.row, n.depth, mv.to_string()),
                _ => panic!("a move"),
            })
            .collect();
        places.sort();
        let wanted = [
            (0, 1, "b Q16"),
            (0, 2, "w R14"),
            (0, 3, "b O17"),
            (1, 2, "w O17"),
            (1, 3, "b R14"),
            (2, 3, "b R17"),
            (3, 2, "w Q14"),
        ];
        assert_eq!(places, wanted.map(|(r, d, m)| (r, d, m.to_string())));
        let drawn = svg(&chapter);
        assert_eq!((drawn.matches("<text").count(), drawn.matches("#d22").count()), (2 + 7, 1));
        assert!(drawn.contains("a&lt;b&gt;.sgf") && drawn.ends_with("</svg>\n"));
    }

    #[test]
    fn an_empty_chapter() {
        assert!(svg(&Chapter { name: String::new(), size: 19, variations: Vec::new() }).contains("0 variations"));
    }
}
