//! The pictures that the steps of a genre's puzzles are, without what their theorems do not need,
//! the most frequent first.

use crate::atlas::{Atlas, PictureSteps, escaped};
use crate::idea::Family;
use crate::picture::Picture;
use crate::promoted_picture::PromotedPicture;
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Genre, Marks, Medium, Puzzle, State, View};
use tesuji_solver::Tier;

/// A picture that recurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinedPicture {
    /// The picture.
    pub picture: Picture,
    /// The steps that it explains, and the first of them.
    pub first: PictureSteps,
}

/// Raw pictures for each one that is kept.
const RAW: usize = 12;

impl MinedPicture {
    /// The pictures of a genre that explain most steps, `most` of them. Those of a single rule stay
    /// out, those that techniques up to the tier `known` find, and those that are too large to be
    /// laid on the board that they come from.
    pub fn ranked(atlas: &Atlas, genre: &'static dyn Genre, known: Option<Tier>, most: usize) -> Vec<MinedPicture> {
        let of_genre = atlas.by_family.values().filter_map(|of| of.get(genre.name()));
        let is_new = |(_, of): &(&String, &PictureSteps)| known.is_none_or(|known| of.tier > known);
        MinedPicture::of(of_genre.flat_map(|of| &of.pictures).filter(is_new).collect(), genre, most)
    }

    /// Those of one family.
    pub fn of_family(atlas: &Atlas, genre: &'static dyn Genre, family: &Family, most: usize) -> Vec<MinedPicture> {
        let of_genre = atlas.by_family.get(family).and_then(|of| of.get(genre.name()));
        MinedPicture::of(of_genre.into_iter().flat_map(|of| &of.pictures).collect(), genre, most)
    }

    fn of(mut raw: Vec<(&String, &PictureSteps)>, genre: &'static dyn Genre, most: usize) -> Vec<MinedPicture> {
        raw.sort_by_key(|(text, of)| (std::cmp::Reverse(of.steps), text.len(), text.as_str()));
        raw.truncate(RAW * most);
        let mut all: BTreeMap<String, MinedPicture> = BTreeMap::new();
        for (text, of) in raw {
            let Ok(picture) = text.parse::<Picture>() else { continue };
            let picture = picture.reduced();
            if picture.rules.len() < 2 || picture.verify().is_err() {
                continue;
            }
            let first = || MinedPicture { picture: picture.clone(), first: PictureSteps { steps: 0, ..of.clone() } };
            all.entry(picture.to_string()).or_insert_with(first).first.steps += of.steps;
        }
        let mut all: Vec<MinedPicture> = all.into_values().collect();
        let size = |p: &MinedPicture| p.picture.points.len();
        all.sort_by_cached_key(|p| (std::cmp::Reverse(p.first.steps), size(p), p.picture.to_string()));
        all.into_iter().filter(|mined| mined.lies_on_its_board(genre)).take(most).collect()
    }

    /// Is it found on the board that it comes from?
    fn lies_on_its_board(&self, genre: &'static dyn Genre) -> bool {
        let puzzle = Puzzle::new(genre, self.first.size.clone(), self.first.puzzle.clone());
        let Ok(View::Clues(view)) = genre.view(&puzzle) else { return false };
        let made = PromotedPicture::new(&self.picture, "mined", "Mined", Tier::Medium, 0);
        let found = made.map(|technique| technique.matches(&view.network, &self.first.before));
        found.is_ok_and(|all| all.iter().any(|one| self.first.gone.contains(&one.goal)))
    }

    /// The board of its first step with what goes and what to look at (SVG).
    ///
    /// # Errors
    /// [`Bad`] where the genre does not read the puzzle.
    pub fn board(&self, genre: &'static dyn Genre) -> Result<String, Bad> {
        let puzzle = Puzzle::new(genre, self.first.size.clone(), self.first.puzzle.clone());
        let View::Clues(view) = genre.view(&puzzle)? else { return Err(Bad::new("no network")) };
        let mut state = State::default();
        let net = &view.network;
        for var in net.vars().filter(|var| !net.domains()[var.index()].is_single()) {
            let now = self.first.before[var.index()];
            match now.value() {
                Some(value) => drop(state.placed.insert(var.0, value)),
                None => drop(state.removed.insert(var.0, net.domains()[var.index()].minus(now).0)),
            }
        }
        let looked_at = self.first.looked_at.iter().copied();
        let marks = Marks {
            candidates: true,
            cells: looked_at.filter(|var| self.first.gone.iter().all(|l| l.var != *var)).collect(),
            gone: self.first.gone.clone(),
            ..Marks::default()
        };
        genre.draw(&puzzle, Some(&state), &marks, Medium::Svg)
    }

    /// A page of pictures: each drawn, on a board, in words, as text, with the command that promotes
    /// it.
    pub fn page(all: &[MinedPicture], genre: &'static dyn Genre) -> String {
        const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#223}\
            section{border-top:2px solid #aab;margin-top:1.6rem;display:grid;grid-template-columns:14rem 20rem 1fr;gap:1.4rem}\
            section>*{min-width:0}h2{margin:.6rem 0;grid-column:1/-1}svg{max-width:100%;height:auto}\
            pre{font-size:11px;overflow:auto;background:#f6f6fa;padding:.4rem}code{background:#f6f6fa}";
        let name = escaped(genre.name());
        let mut out = format!(
            "<!doctype html><html lang='en'><meta charset='utf-8'><title>Pictures of {name}</title><style>{STYLE}</style>\
             <h1>Pictures of {name}</h1><p>Each is a local theorem that is proved. Left: rules are violet, what is known \
             is blue, a red ring is at what can't be, small grey dots are places that the rules speak of. Beside it a \
             board in which it strikes. Edit a text and check it with <code>tesuji discover verify FILE</code>.</p>"
        );
        for (rank, mined) in (1..).zip(all) {
            let board = mined.board(genre).unwrap_or_default();
            let known =
                mined.picture.known_name().map_or(String::new(), |names| format!(" (in the literature: {names})"));
            out += &format!(
                "<section><h2>{rank}. {}: {} steps{}</h2><div>{}</div><div>{board}</div><div><p>{}: {}</p><pre>{}</pre>\
                 <p><code>tesuji discover promote {rank:02}.picture --genre {name} --name NAME --tier medium --score 30 \
                 --catalog decisions.jsonl</code></p></div></section>",
                escaped(&mined.picture.family),
                mined.first.steps,
                escaped(&known),
                mined.picture.svg(None),
                escaped(&mined.first.technique),
                escaped(&mined.first.words),
                escaped(&mined.picture.to_string()),
            );
        }
        out + "</html>\n"
    }
}
