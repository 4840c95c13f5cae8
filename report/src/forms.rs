//! Pages of mined forms, for a person who decides about them: an index, and a page a form.

use crate::html::{self, Cell, escape, section, table, thousands};
use tesuji_discovery::{Board, Cluster, Decisions, Example, Parts, Ruling, board, literature, near};
use tesuji_genre::{Bad, Genre};

/// A page and the name of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormPage {
    /// `index.html`, `form-3.html`.
    pub file: String,
    /// The whole page.
    pub html: String,
}

/// The pages of ranked clusters, the index first.
///
/// # Errors
/// [`Bad`] when an example is no puzzle of the genre, or its proof does not pass the referee.
pub fn pages(
    genre: &'static dyn Genre,
    parts: &Parts,
    ranked: &[&Cluster],
    decisions: &Decisions,
) -> Result<Vec<FormPage>, Bad> {
    let all = Pages { genre, parts, ranked, decisions };
    let mut made = vec![FormPage { file: "index.html".into(), html: all.index() }];
    for at in 0..ranked.len() {
        made.push(FormPage { file: file(at), html: all.form(at)? });
    }
    Ok(made)
}

fn file(at: usize) -> String {
    format!("form-{}.html", at + 1)
}

struct Pages<'a> {
    genre: &'static dyn Genre,
    parts: &'a Parts,
    ranked: &'a [&'a Cluster],
    decisions: &'a Decisions,
}

/// The script that turns pages by keys.
const KEYS: &str =
    "<script>onkeydown=e=>{const a=document.querySelector(`a[data-key=\"${e.key}\"]`);if(a)a.click()}</script>";

impl Pages<'_> {
    fn decided(&self, form: &str) -> String {
        match self.decisions.get(self.genre.name(), form) {
            None => String::new(),
            Some(d) => match d.verdict {
                Ruling::Promote => format!("promoted as {} ({})", d.name, d.id),
                Ruling::Discard => "discarded".to_string(),
                Ruling::SameAs => format!("the same as {}", d.id),
            },
        }
    }

    fn index(&self) -> String {
        let s = self.parts.clusters.summary;
        let lead = format!(
            "<p class=\"soft\">{} puzzles of {}, {}. What is known solves {} of them; with the removals found {} more. \
             {} removals, {} forms, {} of them here. Click a heading to sort.</p>",
            thousands(s.puzzles),
            escape(self.genre.name()),
            escape(&self.known()),
            thousands(s.known),
            thousands(s.solved),
            thousands(s.removals),
            thousands(self.parts.clusters.len() as u64),
            thousands(self.ranked.len() as u64),
        );
        let row = |(at, c): (usize, &&Cluster)| {
            vec![
                Cell::count(at as u64 + 1),
                Cell::html(format!("<a href=\"{}\"><code>{}</code></a>", file(at), escape(&c.form.key))),
                Cell::text(literature(&c.form.key).unwrap_or_else(|| "no name known".to_string())),
                Cell::count(u64::from(c.form.size)),
                Cell::count(c.puzzles),
                Cell::count(c.plain),
                Cell::count(c.finishes),
                Cell::count(c.seen),
                Cell::count(c.unlocks),
                Cell::text(self.decided(&c.form.key)),
            ]
        };
        let rows: Vec<Vec<Cell>> = self.ranked.iter().enumerate().map(row).collect();
        let head = [
            "rank",
            "form",
            "in the literature",
            "truths",
            "puzzles",
            "plainest",
            "finishes",
            "removals",
            "unlocks",
            "decided",
        ];
        html::page(&format!("Forms of {}", self.genre.name()), &lead, &[table(&head, &rows)])
    }

    /// The techniques that the miner knew, in words.
    fn known(&self) -> String {
        let known = self.parts.parameters.split(' ').find_map(|p| p.strip_prefix("known="));
        match known {
            None | Some("singles") => "singles known".to_string(),
            Some(list) => format!("singles and {} techniques known", list.split(',').count()),
        }
    }

    fn form(&self, at: usize) -> Result<String, Bad> {
        let c = self.ranked[at];
        let name = literature(&c.form.key).unwrap_or_else(|| "no name known".to_string());
        let go =
            |at: usize, key: &str, words: &str| format!("<a data-key=\"{key}\" href=\"{}\">{words}</a> ", file(at));
        let mut links = "<a data-key=\"i\" href=\"index.html\">index (i)</a> ".to_string();
        if at > 0 {
            links += &go(at - 1, "p", "previous (p)");
        }
        if at + 1 < self.ranked.len() {
            links += &go(at + 1, "n", "next (n)");
        }
        let lead = format!(
            "<p>{links}</p><p class=\"soft\"><b>{}</b> <code>{}</code> {}</p>{}",
            escape(&name),
            escape(&c.form.key),
            escape(&self.decided(&c.form.key)),
            tiles(c)
        );
        let mut drawn = Vec::new();
        for (label, example) in illustrations(c) {
            drawn.push((label, example, board(self.genre, example)?));
        }
        let sections = [
            section("pattern", "The pattern", &pattern(&drawn)),
            section("boards", "Boards", &boards(&drawn)),
            section("change", "What it would change", &self.change(c)),
            section("near", "Nearest forms", &self.near(c)),
            section("decide", "Decide", &self.decide(c)),
            KEYS.to_string(),
        ];
        Ok(html::page(&format!("{}. {}", at + 1, name), &lead, &sections))
    }

    fn change(&self, c: &Cluster) -> String {
        let s = self.parts.clusters.summary;
        let open = s.puzzles.saturating_sub(s.known + s.bad + s.unfinished);
        format!(
            "<table><thead><tr><th></th><th>before</th><th>after</th></tr></thead><tbody><tr><td>puzzles solved without \
             trial</td><td class=\"n\">{}</td><td class=\"n\">at least {}</td></tr><tr><td>puzzles left open</td><td \
             class=\"n\">{}</td><td class=\"n\">at most {}</td></tr></tbody></table><p class=\"soft\">Those solved after are \
             the puzzles in which the form shows every removal that was missing; as a technique they move to its tier. {} \
             of {} removals are its own, {} of them let a single be drawn.</p>",
            thousands(s.known),
            thousands(s.known + c.finishes),
            thousands(open),
            thousands(open - c.finishes.min(open)),
            thousands(c.seen),
            thousands(s.removals),
            thousands(c.unlocks)
        )
    }

    fn near(&self, c: &Cluster) -> String {
        let keys = self.ranked.iter().map(|other| other.form.key.as_str());
        let found = near(&c.form.key, keys);
        if found.is_empty() {
            return "<p class=\"soft\">None of its kind.</p>".to_string();
        }
        let line = |key: &str| {
            let at = self.ranked.iter().position(|other| other.form.key == key).unwrap_or_default();
            let name = literature(key).unwrap_or_else(|| "no name known".to_string());
            format!("<li><a href=\"{}\"><code>{}</code></a> {}</li>", file(at), escape(key), escape(&name))
        };
        format!("<ul>{}</ul>", found.into_iter().map(line).collect::<String>())
    }

    fn decide(&self, c: &Cluster) -> String {
        let command = |words: &str| {
            let form = c.form.key.replace('\'', "");
            let genre = self.genre.name();
            format!(
                "<p><code>{}</code></p>",
                escape(
                    &format!("tesuji discover {words} --genre {genre} --catalog decisions.jsonl")
                        .replace("FORM", &format!("'{form}'"))
                )
            )
        };
        command("promote FORM --name NAME --tier master")
            + &command("discard FORM --reason WHY")
            + &command("same-as FORM TECHNIQUE")
    }
}

fn tiles(c: &Cluster) -> String {
    let tile = |n: u64, what: &str| format!("<div class=\"tile\"><b>{}</b><span>{what}</span></div>", thousands(n));
    format!(
        "<div class=\"tiles\">{}{}{}{}{}{}{}</div>",
        tile(u64::from(c.form.size), "truths"),
        tile(c.puzzles, "puzzles"),
        tile(c.plain, "in which it is plainest"),
        tile(c.finishes, "that it finishes"),
        tile(c.seen, "removals"),
        tile(c.unlocks, "that let a single be drawn"),
        tile(c.variants.len() as u64, "exact graphs"),
    )
}

/// An early board, a typical and a late one, as far as they differ.
fn illustrations(c: &Cluster) -> Vec<(&'static str, &Example)> {
    let late = c.examples.first();
    let wanted = [("early", c.early.as_ref()), ("typical", c.typical.as_ref()), ("late", late)];
    let mut chosen: Vec<(&'static str, &Example)> = Vec::new();
    for (label, example) in wanted {
        let is_new = |e: &&Example| !chosen.iter().any(|(_, other)| other == e);
        let other = c.examples.iter().rev().find(is_new);
        if let Some(example) = example.filter(|e| is_new(e)).or(other) {
            chosen.push((label, example));
        }
    }
    chosen
}

type Drawn<'a> = [(&'static str, &'a Example, Board)];

/// The proof of the plainest board, without the board.
fn pattern(drawn: &Drawn<'_>) -> String {
    let Some((_, _, board)) = drawn.last() else { return "<p>No example.</p>".to_string() };
    let chain = board.chain.as_ref().map(|c| format!("<p><code>{}</code></p>", escape(c))).unwrap_or_default();
    let drawing = match &board.diagram {
        Some(svg) => format!(
            "<div class=\"scroll\">{svg}</div><p class=\"soft\">If the red candidate were true: dashed lines exclude, green \
             candidates are what is left of their truth, and the last truth has no room. Letters stand for values.</p>"
        ),
        None => {
            let line = |words: &String| format!("<li>{}</li>", escape(words.trim()));
            format!("<ol>{}</ol>", board.words.iter().map(line).collect::<String>())
        }
    };
    drawing + &chain
}

fn boards(drawn: &Drawn<'_>) -> String {
    let one = |(label, example, board): &(&'static str, &Example, Board)| {
        let chain = board.chain.as_ref().map(|c| format!("<code>{}</code><br>", escape(c))).unwrap_or_default();
        let words: Vec<String> = board.words.iter().map(|w| escape(w)).collect();
        format!(
            "<figure class=\"board\">{}<figcaption><b>{label}</b>, {} candidates<br>{chain}<details><summary>the proof in \
             words</summary>{}</details><code>{}</code></figcaption></figure>",
            board.svg,
            example.candidates,
            words.join("<br>"),
            escape(&example.puzzle)
        )
    };
    let mut legend: Vec<&str> = Vec::new();
    for words in drawn.iter().flat_map(|(_, _, board)| &board.legend) {
        if !legend.contains(words) {
            legend.push(words);
        }
    }
    let legend = format!("<p class=\"soft\">{}.</p>", legend.join("; "));
    format!("{legend}<div class=\"boards wide\">{}</div>", drawn.iter().map(one).collect::<String>())
}
