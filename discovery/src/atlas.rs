//! The atlas: ideas over all genres, each with its numbers, its pictures and examples.

use crate::idea::{Family, known_names};
use crate::picture::Picture;
use crate::reason::Explained;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::{Bad, ClueView, Genre, Marks, Medium, Puzzle, argument};
use tesuji_solver::grade::StandardGrader;
use tesuji_solver::{Board, Catalog, Deduction, Domain, Explainer, Limits, Literal, Tier, Var};

/// A step that has an idea.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdeaExample {
    /// The puzzle.
    pub puzzle: String,
    /// The technique by which the catalog names the step.
    pub technique: String,
    /// The step in words.
    pub words: String,
    /// The picture, as text and drawn; empty where a rule of the whole board takes part.
    pub picture: String,
    /// Its drawing.
    pub svg: String,
}

/// The steps that are a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureSteps {
    /// Their number.
    pub steps: u64,
    /// The puzzle of the first one.
    pub puzzle: String,
    /// The technique by which the catalog names the first one.
    pub technique: String,
    /// The easiest tier of the techniques that take such steps.
    pub tier: Tier,
    /// The size of that puzzle.
    pub size: String,
    /// The candidates before the first one.
    pub before: Vec<Domain>,
    /// The candidates that the first one strikes.
    pub gone: Vec<Literal>,
    /// The variables to look at.
    pub looked_at: Vec<Var>,
    /// The first one in words.
    pub words: String,
}

/// An idea in one genre.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IdeaOfGenre {
    /// Steps.
    pub steps: u64,
    /// The techniques by which the catalog names them, with their numbers.
    pub techniques: BTreeMap<String, u64>,
    /// Pictures, by text, with their steps.
    pub pictures: BTreeMap<String, PictureSteps>,
    /// The first example.
    pub example: Option<IdeaExample>,
}

/// Ideas by family and genre.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Atlas {
    pub(crate) by_family: BTreeMap<Family, BTreeMap<String, IdeaOfGenre>>,
}

/// A step that is explained.
struct Found {
    explained: Explained,
    technique: String,
    step: Deduction,
    says: String,
    tier: Tier,
    before: Vec<Domain>,
}

/// Pictures kept of an idea in a genre.
const PICTURES: usize = 400;
/// Members of a step that are explained.
const EXPLAINED: usize = 4;

impl Atlas {
    /// Adds the steps of a puzzle that are no single use of one rule; `true` when it was solved.
    ///
    /// # Errors
    /// [`Bad`] where the clues contradict each other.
    pub fn add(
        &mut self,
        genre: &dyn Genre,
        (puzzle, view): (&Puzzle, &ClueView),
        catalog: &Catalog,
        limits: &Limits,
    ) -> Result<bool, Bad> {
        let mut at = view.store(None)?;
        let mut with: Explainer<'_> = view.explainer();
        let grader = StandardGrader::new(catalog).with_limits(limits.clone());
        let mut found: Vec<Found> = Vec::new();
        // The board before each step.
        let mut before = at.clone();
        let ended = grader.run(&mut at, &mut |technique, step| {
            let now = before.clone();
            // A contradiction ends the run, too.
            let _ = tesuji_solver::grade::apply(&mut before, step);
            for step in technique.explain(&Board::new(&now), step, &mut with).into_iter().take(EXPLAINED) {
                let says = technique.says().to_string();
                for explained in Explained::of_deduction(&step).into_iter().take(1) {
                    // A single use of one rule is no idea.
                    if explained.steps.len() > 2 || explained.together > 1 {
                        let (tier, before) = (technique.tier(), now.domains().to_vec());
                        let technique = technique.name().to_string();
                        found.push(Found {
                            explained,
                            technique,
                            step: step.clone(),
                            says: says.clone(),
                            tier,
                            before,
                        });
                    }
                }
            }
        });
        let (solved, _) = ended.map_err(|_| Bad::new("the techniques come to a contradiction"))?;
        for Found { explained, technique, step, says, tier, before } in found {
            let family = explained.idea().family;
            let of = self.by_family.entry(family).or_default().entry(genre.name().to_string()).or_default();
            of.steps += 1;
            *of.techniques.entry(technique.clone()).or_default() += 1;
            let picture = Picture::new(genre.name(), &view.network, &*view.names, &explained);
            if let Some(picture) = &picture {
                let text = picture.to_string();
                if let Some(known) = of.pictures.get_mut(&text) {
                    known.steps += 1;
                    known.tier = known.tier.min(tier);
                } else if of.pictures.len() < PICTURES {
                    let first = PictureSteps {
                        steps: 1,
                        puzzle: puzzle.text.clone(),
                        technique: technique.clone(),
                        tier,
                        size: puzzle.size.clone(),
                        before,
                        gone: vec![explained.goal],
                        looked_at: step.looked_at(),
                        words: argument(&step, &says, &*view.names),
                    };
                    of.pictures.insert(text, first);
                }
            }
            let is_bare = of.example.as_ref().is_none_or(|e| e.svg.is_empty() && picture.is_some());
            if is_bare {
                let text = picture.as_ref().map_or(String::new(), ToString::to_string);
                let board = || genre.draw(puzzle, None, &Marks::default(), Medium::Svg).unwrap_or_default();
                let svg = picture.as_ref().map_or_else(board, |picture| picture.svg(None));
                of.example = Some(IdeaExample {
                    puzzle: puzzle.text.clone(),
                    technique,
                    words: argument(&step, &says, &*view.names),
                    picture: text,
                    svg,
                });
            }
        }
        Ok(solved)
    }

    /// The families that it knows.
    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.by_family.keys()
    }

    /// The genres in which a family was found.
    pub fn genres_of(&self, family: &Family) -> BTreeSet<&str> {
        self.by_family.get(family).into_iter().flat_map(|of| of.keys().map(String::as_str)).collect()
    }

    /// The genres that it knows.
    pub fn genres(&self) -> BTreeSet<&str> {
        self.by_family.values().flat_map(|of| of.keys().map(String::as_str)).collect()
    }

    /// Adds those of other genres or puzzles. Examples that are there stay.
    pub fn merge(&mut self, other: Atlas) {
        for (family, genres) in other.by_family {
            for (genre, more) in genres {
                let own = self.by_family.entry(family.clone()).or_default().entry(genre).or_default();
                own.steps += more.steps;
                more.techniques.into_iter().for_each(|(id, n)| *own.techniques.entry(id).or_default() += n);
                for (text, more) in more.pictures {
                    match own.pictures.get_mut(&text) {
                        Some(known) => {
                            known.steps += more.steps;
                            known.tier = known.tier.min(more.tier);
                        }
                        None => drop(own.pictures.insert(text, more)),
                    }
                }
                own.example = own.example.take().or(more.example);
            }
        }
    }

    /// By genre the share of its steps, in percent, that each family explains.
    fn shares(&self) -> BTreeMap<&str, BTreeMap<&Family, f64>> {
        let mut all: BTreeMap<&str, BTreeMap<&Family, f64>> = BTreeMap::new();
        for (family, genres) in &self.by_family {
            for (genre, of) in genres {
                *all.entry(genre).or_default().entry(family).or_default() += of.steps as f64;
            }
        }
        for of in all.values_mut() {
            let sum: f64 = of.values().sum();
            of.values_mut().for_each(|share| *share *= 100.0 / sum);
        }
        all
    }

    /// The families in order of their mean share over some genres, the most frequent first.
    fn ranked(&self, takes: &dyn Fn(&str) -> bool) -> Vec<&Family> {
        let mut mean: BTreeMap<&Family, f64> = BTreeMap::new();
        for (_, of) in self.shares().iter().filter(|(genre, _)| takes(genre)) {
            of.iter().for_each(|(family, share)| *mean.entry(family).or_default() += share);
        }
        let mut all: Vec<&Family> = mean.keys().copied().collect();
        all.sort_by(|a, b| mean[b].total_cmp(&mean[a]).then(a.cmp(b)));
        all
    }

    /// By genre, the share of its steps that the first families of all the other genres explain, for
    /// each number of families.
    pub fn leave_one_out(&self, numbers: &[usize]) -> Vec<(String, Vec<f64>)> {
        let shares = self.shares();
        let of_genre = |genre: &str| {
            let others = self.ranked(&|other| other != genre);
            let own = &shares[genre];
            let first =
                |n: &usize| others.iter().take(*n).filter_map(|family| own.get(*family)).fold(0.0, |a, b| a + b);
            (genre.to_string(), numbers.iter().map(first).collect())
        };
        shares.keys().map(|genre| of_genre(genre)).collect()
    }

    /// The page: self-contained HTML.
    pub fn html(&self) -> String {
        const HEAD: &str = "<!doctype html><html lang='en'><meta charset='utf-8'><title>Atlas of ideas</title><style>\
            body{font:15px/1.45 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#223}\
            table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #dde}\
            td.n{text-align:right}section{border-top:2px solid #aab;margin-top:2rem}\
            .cards{display:flex;flex-wrap:wrap;gap:1rem}.card{border:1px solid #dde;border-radius:6px;padding:.7rem;width:21rem}\
            .card svg{max-width:100%;height:auto}pre{font-size:11px;overflow:auto;max-height:9rem;background:#f6f6fa}\
            h3{margin:.2rem 0}.names{color:#557;overflow-wrap:anywhere}</style>";
        let mut out = String::from(HEAD);
        out += "<h1>Atlas of ideas</h1><p>An idea is how the reasons of a step hang together, whatever the rules and \
                places are. In the drawings rules are violet, what is known is blue, and a red ring is at what can't be. \
                Small grey dots are places that the rules speak of.</p>";
        let order = self.ranked(&|_| true);
        out += "<table><tr><th>idea</th><th>what it is</th><th>genres</th><th>steps</th></tr>";
        for family in &order {
            let of = &self.by_family[*family];
            let steps: u64 = of.values().map(|g| g.steps).sum();
            out += &format!(
                "<tr><td><a href='#{0}'>{0}</a></td><td>{1}</td><td class='n'>{2}</td><td class='n'>{steps}</td></tr>",
                escaped(&family.to_string()),
                meaning(family),
                of.len()
            );
        }
        out += "</table><h2>What transfers</h2><p>Of the steps of a genre, the share that the first families of all \
                other genres explain.</p><table><tr><th>genre</th><th>first 5</th><th>10</th><th>20</th></tr>";
        for (genre, shares) in self.leave_one_out(&[5, 10, 20]) {
            let cells: String = shares.iter().map(|s| format!("<td class='n'>{s:.0}%</td>")).collect();
            out += &format!("<tr><td>{}</td>{cells}</tr>", escaped(&genre));
        }
        out += "</table>";
        for family in order {
            out += &self.section(family);
        }
        out + "</html>\n"
    }

    fn section(&self, family: &Family) -> String {
        let of = &self.by_family[family];
        let name = escaped(&family.to_string());
        let mut out = format!("<section id='{name}'><h2>{name}</h2><p>{}</p>", meaning(family));
        let known = known_names(family);
        if !known.is_empty() {
            let list: Vec<String> = known.iter().map(|(genre, names)| format!("{genre}: {names}")).collect();
            out += &format!("<p class='names'>Known as: {}.</p>", escaped(&list.join("; ")));
        }
        out += "<div class='cards'>";
        let mut genres: Vec<(&String, &IdeaOfGenre)> = of.iter().collect();
        genres.sort_by_key(|(genre, g)| (std::cmp::Reverse(g.steps), genre.as_str()));
        for (genre, g) in genres {
            let mut named: Vec<(&String, &u64)> = g.techniques.iter().collect();
            named.sort_by_key(|(name, n)| (std::cmp::Reverse(**n), name.as_str()));
            let named: Vec<String> = named.iter().take(3).map(|(name, n)| format!("{name} {n}")).collect();
            out += &format!(
                "<div class='card'><h3>{}</h3><p>{} steps: {}</p>",
                escaped(genre),
                g.steps,
                escaped(&named.join(", "))
            );
            if let Some(example) = &g.example {
                out += &format!("{}<p>{}</p>", example.svg, escaped(&example.words));
                if !example.picture.is_empty() {
                    out += &format!(
                        "<details><summary>picture as text</summary><pre>{}</pre></details>",
                        escaped(&example.picture)
                    );
                }
                out += &format!("<p class='names'>{}</p>", escaped(&example.puzzle));
            }
            out += "</div>";
        }
        out + "</div></section>"
    }
}

/// A family in a sentence.
pub fn meaning(family: &Family) -> String {
    match family {
        Family::Truth(1) => "A rule forbids it by itself.".to_string(),
        Family::Truth(k) => format!("A rule needs one of {k} things, and it excludes each of them at once."),
        Family::Star(lengths) => {
            let list: Vec<String> = lengths.iter().map(ToString::to_string).collect();
            format!("A rule needs one of {} things; chains of {} steps exclude them.", lengths.len(), list.join(", "))
        }
        Family::Chain(n) => format!("One thing leads to the next, {n} in all, and the last one can't be."),
        Family::Tree(k) => format!("Chains part and meet in a rule that has none of {k} things left."),
        Family::Net(n) => format!("{n} steps, some of which need several others."),
        Family::Together(n) => format!("{n} rules are taken together: counted, or gone through."),
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;")
}
