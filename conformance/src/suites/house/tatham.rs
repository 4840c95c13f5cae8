//! Game IDs of Simon Tatham's collection: one solution each, and our scores beside his levels.

use super::super::pencil::Says;
use super::{Left, Posed, unread};
use crate::{Case, Options, Report, Verdict};
use serde_json::json;
use tesuji_genre::{Genre, GradeRequest};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::Limits;

/// His levels by game, the easiest first, as their letters stand behind `d` in an ID's parameters.
const LEVELS: &[(&str, &str)] = &[
    ("dominosa", "tbhea"),
    ("galaxies", "nu"),
    ("keen", "enhxu"),
    ("lightup", "012"),
    ("loopy", "enth"),
    ("magnets", "et"),
    ("pearl", "et"),
    ("singles", "ek"),
    ("slant", "eh"),
    ("tents", "et"),
    ("towers", "ehxu"),
    ("tracks", "eth"),
    ("undead", "ent"),
    ("unequal", "tekxr"),
    ("unruly", "ten"),
];

struct Id {
    genre: &'static dyn HouseGenre,
    game: String,
    case: String,
    text: String,
    level: Option<usize>,
}

/// The cases of a game's IDs. A game whose genre is not there is left.
pub(in super::super) fn cases(game: &str, ids: &[(usize, &str)]) -> Vec<Box<dyn Case>> {
    let all = tesuji_pencil::genres::all().into_iter();
    let genres: Vec<_> = all.filter(|g| g.tatham() == game && !game.is_empty()).collect();
    let Some(&first) = genres.first() else {
        return ids.iter().map(|_| Box::new(Left::not_there(game, None)) as Box<dyn Case>).collect();
    };
    let levels: Vec<Option<usize>> = ids.iter().map(|(_, id)| level(game, id)).collect();
    // A file of one level tells nothing of an order.
    let is_mixed = levels.iter().flatten().any(|l| levels.iter().flatten().next() != Some(l));
    let case = |(&(line, id), level): (&(usize, &str), Option<usize>)| Id {
        // A variation may be a genre of its own.
        genre: genres.iter().copied().find(|g| Genre::parse(*g, id).is_ok()).unwrap_or(first),
        game: game.to_string(),
        case: format!("{game} line {line}"),
        text: id.to_string(),
        level: level.filter(|_| is_mixed),
    };
    ids.iter().zip(levels).map(|id| Box::new(case(id)) as Box<dyn Case>).collect()
}

/// A game's IDs, each with its genre; none where the genre is not there.
pub(in super::super) fn texts(game: &str, ids: &[(usize, &str)]) -> Vec<(&'static dyn HouseGenre, String)> {
    let genres: Vec<_> = tesuji_pencil::genres::all().into_iter().filter(|g| g.tatham() == game).collect();
    let genre = |id: &str| genres.iter().copied().find(|g| Genre::parse(*g, id).is_ok());
    ids.iter().filter_map(|(_, id)| Some((genre(id)?, id.to_string()))).collect()
}

/// The level that an ID's parameters name, from 0.
fn level(game: &str, id: &str) -> Option<usize> {
    let (_, order) = LEVELS.iter().find(|(name, _)| *name == game)?;
    let params = id.split(':').next()?;
    order.find(params.rsplit_once('d')?.1.chars().next()?)
}

impl Id {
    fn check(&self, options: &Options) -> Result<Report, String> {
        let posed = Posed::new(self.genre, &self.text).map_err(|bad| bad.to_string())?;
        let got = posed.solve(options.time)?;
        if !matches!(got, Says::One(_)) {
            let line = json!({ "case": self.case, "id": self.text, "expected": "one solution" });
            return Ok(posed.judge(&got, options.time, line));
        }
        let Some(level) = self.level else { return Ok(Report::of(Verdict::Agree)) };
        let limits = Limits::default().with_time(options.time);
        let catalog = self.genre.catalog().clone();
        let want = GradeRequest { words: false, ..GradeRequest::new(catalog, limits) };
        let graded = self.genre.grade(&posed.puzzle, None, &want).map_err(|bad| bad.to_string())?;
        if graded.limit.is_some() {
            return Ok(Report::of(Verdict::Agree).count_in("not_graded", self.game.clone()));
        }
        // Puzzles that the techniques don't solve are harder than those that they do.
        let beyond = if graded.info.solved { 0.0 } else { f64::from(u32::MAX) };
        let score = f64::from(graded.info.score.unwrap_or(0)) + beyond;
        Ok(Report::of(Verdict::Agree).pair(self.game.clone(), score, level as f64))
    }
}

impl Case for Id {
    fn run(&self, options: &Options) -> Report {
        self.check(options).unwrap_or_else(|reason| unread(&self.case, &reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_the_letters_behind_the_size() {
        assert_eq!(level("loopy", "10x10t0dh:a"), Some(3));
        assert_eq!(level("loopy", "7x7t0de:dd"), Some(0));
        assert_eq!(level("lightup", "10x10b20s2d1:a"), Some(1));
        assert_eq!(level("magnets", "10x9dtS:a"), Some(1));
        assert_eq!(level("unequal", "5adk:a"), Some(2));
        assert_eq!((level("loopy", "7x7t0:d"), level("range", "9x6:d")), (None, None));
    }
}
