//! What people decided about forms: a file of JSON lines, one a decision.

use crate::form::Form;
use crate::idea::FamilyError;
use crate::matcher::Promoted;
use crate::minimal;
use crate::picture::{self, Picture, PictureError};
use crate::promoted_idea::{IdeaKey, PromotedIdea};
use crate::promoted_picture::PromotedPicture;
use crate::rules_key::{RulesKey, Word, Wrong};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::position::MinimalMotif;
use tesuji_genre::{Catalogs, Genre, near};
use tesuji_solver::{Catalog, RuleKind, Technique, Tier};

/// The version of the lines that this program writes. It reads lines of version 1, too, whose forms
/// have numbers of classes in place of their names.
pub const VERSION: u32 = 2;
/// The name that stands for every genre with rules of its own.
const EVERY: &str = "*";
/// The first version.
const NUMBERED: u32 = 1;

/// What became of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// It is a technique of its own.
    Promote,
    /// It is none.
    Discard,
    /// It is a technique that has a name already.
    SameAs,
}

/// A decision about one form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// [`VERSION`].
    pub version: u32,
    /// The genre.
    pub genre: String,
    /// The form's key.
    pub form: String,
    /// What became of it.
    pub verdict: Ruling,
    /// Of a promoted form its id as a technique, of one that has a name already that technique's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The technique's name for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The technique's tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// The technique's points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// What it is, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Who decided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// When.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub when: String,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Decision {
    /// A decision of version 1 as one of today's version.
    fn renewed(self, genre: &dyn Genre) -> Result<Decision, Refusal> {
        let all = classes(genre);
        let form = RulesKey::renewed(&self.form, &|class| all.get(class).cloned()).map_err(|class| Refusal::Class {
            form: self.form.clone(),
            class: format!("the number {class}"),
            genre: genre.name().to_string(),
            all: if all.is_empty() { "none".to_string() } else { all.join(", ") },
        })?;
        Ok(Decision { version: VERSION, form, ..self })
    }

    /// A name as it stands on a command line: `Whip of 5` is `whip-of-5`.
    pub fn id_of(name: &str) -> String {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
        words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
    }
}

/// Why a file of decisions is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// A line is no decision.
    #[error("line {0}: no decision: {1}")]
    Malformed(usize, String),
    /// A line of another version.
    #[error("line {0}: version {1}; this program reads versions {NUMBERED} and {VERSION}")]
    Version(usize, u64),
    /// A line that can't stand, and why.
    #[error("line {0}: {1}")]
    Line(usize, Box<Refusal>),
    /// A genre that there is not.
    #[error("no genre {0:?}; nearest: {1}")]
    Genre(String, String),
    /// A kind of rules that there is not.
    #[error("the form {form:?} names {kind:?}, which is no kind of rules; {near}")]
    Kind {
        /// The form.
        form: String,
        /// What it names.
        kind: String,
        /// The nearest names.
        near: String,
    },
    /// A class of rules that the genre does not have.
    #[error("the form {form:?} names {class}, which is no class of rules of {genre}; there are {all}")]
    Class {
        /// The form.
        form: String,
        /// What it names.
        class: String,
        /// The genre.
        genre: String,
        /// The names of the genre's classes.
        all: String,
    },
    /// A form that can't be.
    #[error("no form {0:?}: forms are those that `discover mine` tells of")]
    Unknown(String),
    /// Two decisions about one form.
    #[error("two decisions about the form {0:?} say different things")]
    Conflict(String),
    /// Two forms of one id, or a form with the id of another technique.
    #[error("two techniques have the id {0:?}")]
    Id(String),
    /// A form that is said to be the same as a technique that isn't there.
    #[error("the form {form:?} is said to be the same as {id:?}, which is no technique of the genre")]
    SameAs {
        /// The form.
        form: String,
        /// The id.
        id: String,
    },
    /// A decision for every genre about rules that not every genre has.
    #[error("the form {0:?} names classes of rules, which are those of one genre")]
    Every(String),
    /// An idea that can't be read.
    #[error("the form {form:?}: {why}")]
    Idea {
        /// The form.
        form: String,
        /// What is wrong.
        why: FamilyError,
    },
    /// A picture that can't be read, or is not proved.
    #[error("{why}, in {form:?}")]
    Picture {
        /// The picture in one line.
        form: String,
        /// Why it is refused.
        why: PictureError,
    },
    /// A form of minimal positions in a genre without positions that are read.
    #[error("the form {0:?} is one of positions that are read, and those of {1} are not")]
    NotRead(String, String),
    /// A picture of another genre than the decision is for.
    #[error("the picture is one of {0}, and the decision is for {1}")]
    OtherGenre(String, String),
    /// A promoted form without a name, id, tier or score.
    #[error("the promoted form {0:?} has no {1}")]
    Bare(String, &'static str),
}

/// Decisions by genre and form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decisions {
    by_form: BTreeMap<(String, String), Decision>,
}

impl Decisions {
    /// Those of a file's text, about forms of these genres.
    ///
    /// # Errors
    /// [`Refusal`] for the first line that can't stand.
    pub fn read(text: &str, genres: &[&dyn Genre]) -> Result<Decisions, Refusal> {
        let mut all = Decisions::default();
        for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let malformed = |e: serde_json::Error| Refusal::Malformed(i + 1, e.to_string());
            let fields: serde_json::Value = serde_json::from_str(line).map_err(malformed)?;
            match fields.get("version").and_then(serde_json::Value::as_u64) {
                Some(version) if [NUMBERED, VERSION].map(u64::from).contains(&version) => {}
                Some(version) => return Err(Refusal::Version(i + 1, version)),
                None => return Err(Refusal::Malformed(i + 1, "no version".to_string())),
            }
            let decision: Decision = serde_json::from_value(fields).map_err(malformed)?;
            all.add_checked(decision, genres).map_err(|why| Refusal::Line(i + 1, Box::new(why)))?;
        }
        Ok(all)
    }

    fn add_checked(&mut self, decision: Decision, genres: &[&dyn Genre]) -> Result<(), Refusal> {
        if decision.genre == EVERY {
            if [picture::HEAD, minimal::HEAD].iter().any(|head| decision.form.starts_with(head)) {
                return Err(Refusal::Every(decision.form));
            }
            // An idea without classes of rules is one of every genre.
            let key: IdeaKey =
                decision.form.parse().map_err(|why| Refusal::Idea { form: decision.form.clone(), why })?;
            return if key.classes.is_empty() { self.add(decision) } else { Err(Refusal::Every(decision.form)) };
        }
        let genre = genres.iter().find(|g| g.name() == decision.genre).ok_or_else(|| {
            let near = near(&decision.genre, genres.iter().map(|g| g.name()));
            Refusal::Genre(decision.genre.clone(), near)
        })?;
        let decision = if decision.version == NUMBERED { decision.renewed(*genre)? } else { decision };
        let form = checked(&decision.form, *genre)?;
        self.add(Decision { form, ..decision })
    }

    /// The text of a file with them.
    pub fn write(&self) -> String {
        // A decision is plain data: it always serialises.
        self.by_form.values().map(|d| serde_json::to_string(d).unwrap_or_default() + "\n").collect()
    }

    /// Adds a decision; the same one again changes nothing.
    ///
    /// # Errors
    /// [`Refusal`] when it can't stand beside the others.
    pub fn add(&mut self, decision: Decision) -> Result<(), Refusal> {
        if Form::size_of(&decision.form).is_none() {
            return Err(Refusal::Unknown(decision.form));
        }
        let key = (decision.genre.clone(), decision.form.clone());
        if let Some(other) = self.by_form.get(&key) {
            let says = |d: &Decision| (d.verdict, d.id.clone(), d.name.clone(), d.tier, d.score);
            return if says(other) == says(&decision) { Ok(()) } else { Err(Refusal::Conflict(decision.form)) };
        }
        // A decision for every genre and one for a single genre can't say different things.
        let meets = |d: &&Decision| d.form == decision.form && (d.genre == EVERY || decision.genre == EVERY);
        if self.by_form.values().filter(meets).any(|d| d.verdict != decision.verdict) {
            return Err(Refusal::Conflict(decision.form));
        }
        match decision.verdict {
            Ruling::Promote => {
                let bare = [
                    (decision.id.is_empty(), "id"),
                    (decision.name.is_empty(), "name"),
                    (decision.tier.is_none(), "tier"),
                    (decision.score.is_none(), "score"),
                ];
                if let Some((_, what)) = bare.into_iter().find(|(is_bare, _)| *is_bare) {
                    return Err(Refusal::Bare(decision.form, what));
                }
                if self.promoted(&decision.genre).any(|d| d.id == decision.id) {
                    return Err(Refusal::Id(decision.id));
                }
            }
            Ruling::SameAs if decision.id.is_empty() => return Err(Refusal::Bare(decision.form, "id")),
            Ruling::SameAs | Ruling::Discard => {}
        }
        self.by_form.insert(key, decision);
        Ok(())
    }

    /// The decision about a form.
    pub fn get(&self, genre: &str, form: &str) -> Option<&Decision> {
        self.by_form.get(&(genre.to_string(), form.to_string()))
    }

    /// All decisions.
    pub fn iter(&self) -> impl Iterator<Item = &Decision> {
        self.by_form.values()
    }

    fn promoted(&self, genre: &str) -> impl Iterator<Item = &Decision> {
        self.by_form.values().filter(move |d| d.genre == genre && d.verdict == Ruling::Promote)
    }

    /// The catalogs of the genres in which forms are promoted.
    ///
    /// # Errors
    /// [`Refusal`] where a decision can't stand beside the catalog.
    pub fn catalogs(&self, genres: &[&dyn Genre]) -> Result<Catalogs, Refusal> {
        let mut all = Catalogs::default();
        let is_of =
            |d: &Decision, genre: &dyn Genre| d.genre == genre.name() || d.genre == EVERY && !classes(genre).is_empty();
        for genre in genres.iter().filter(|g| self.iter().any(|d| is_of(d, **g))) {
            all.set(genre.name(), self.overlay(genre.name(), genre.catalog())?);
        }
        Ok(all)
    }

    /// The catalog of a genre with its promoted forms among its own techniques, by tier and points.
    ///
    /// # Errors
    /// [`Refusal`] where an id is taken, or a technique that is referred to isn't there.
    pub fn overlay(&self, genre: &str, catalog: &Catalog) -> Result<Catalog, Refusal> {
        let mut added: Vec<Arc<dyn Technique>> = Vec::new();
        let has = |id: &str| catalog.list().iter().any(|t| t.id().as_str() == id);
        for decision in self.by_form.values().filter(|d| d.genre == genre || d.genre == EVERY) {
            match decision.verdict {
                Ruling::Promote if has(&decision.id) || added.iter().any(|t| t.id().as_str() == decision.id) => {
                    return Err(Refusal::Id(decision.id.clone()));
                }
                Ruling::Promote => {
                    let (tier, score) = (decision.tier.unwrap_or(Tier::Master), decision.score.unwrap_or_default());
                    if let Ok(key) = decision.form.parse::<IdeaKey>() {
                        added.push(Arc::new(PromotedIdea::new(key, &decision.id, &decision.name, tier, score)));
                        continue;
                    }
                    if let Some(form) = decision.form.strip_prefix(minimal::HEAD) {
                        added.push(Arc::new(MinimalMotif::new(form, &decision.id, &decision.name, tier, score)));
                        continue;
                    }
                    if decision.form.starts_with(picture::HEAD) {
                        let refused = |why| Refusal::Picture { form: decision.form.clone(), why };
                        let picture: Picture = decision.form.parse().map_err(refused)?;
                        let made = PromotedPicture::new(&picture, &decision.id, &decision.name, tier, score);
                        added.push(Arc::new(made.map_err(refused)?.with_words(&decision.words)));
                        continue;
                    }
                    let made = Promoted::new(&decision.form, &decision.id, &decision.name, tier, score);
                    let made = made.ok_or_else(|| Refusal::Unknown(decision.form.clone()))?;
                    added.push(Arc::new(made.with_words(&decision.words)));
                }
                Ruling::SameAs if !has(&decision.id) && !self.promoted(genre).any(|d| d.id == decision.id) => {
                    return Err(Refusal::SameAs { form: decision.form.clone(), id: decision.id.clone() });
                }
                Ruling::SameAs | Ruling::Discard => {}
            }
        }
        added.sort_by_key(|t| (t.tier(), t.score()));
        Ok(catalog.with(added))
    }
}

/// Can a genre have the form, as far as its key says? A picture must be proved.
///
/// # Errors
/// [`Refusal`] naming what the genre does not have.
pub fn check(form: &str, genre: &dyn Genre) -> Result<(), Refusal> {
    checked(form, genre).map(drop)
}

/// The key of a form that a genre can have; of a picture the key by which equal ones are known.
///
/// # Errors
/// [`Refusal`] naming what the genre does not have.
pub fn checked(form: &str, genre: &dyn Genre) -> Result<String, Refusal> {
    if form.starts_with(minimal::HEAD) && genre.info().has_trial {
        return Err(Refusal::NotRead(form.to_string(), genre.name().to_string()));
    }
    if !form.starts_with(picture::HEAD) {
        return check_key(form, genre).map(|()| form.to_string());
    }
    let refused = |why| Refusal::Picture { form: form.to_string(), why };
    let picture: Picture = form.parse().map_err(refused)?;
    if picture.genre != genre.name() {
        return Err(Refusal::OtherGenre(picture.genre, genre.name().to_string()));
    }
    let all = classes(genre);
    let kinds = || RuleKind::ALL.iter().map(|kind| kind.name());
    let is_there = |class: &String| match all.is_empty() {
        true => kinds().any(|kind| kind == class),
        false => all.contains(class),
    };
    if let Some(rule) = picture.rules.iter().find(|rule| !is_there(&rule.class)) {
        return Err(Refusal::Class {
            form: form.to_string(),
            class: rule.class.clone(),
            genre: genre.name().to_string(),
            all: if all.is_empty() { kinds().collect::<Vec<_>>().join(", ") } else { all.join(", ") },
        });
    }
    picture.verify().map_err(refused)?;
    Ok(picture.canonical().key())
}

/// The names of a genre's classes of rules; none where its rules have no classes.
fn classes(genre: &dyn Genre) -> &[String] {
    genre.as_clues().map_or(&[], |actions| actions.rule_classes())
}

fn check_key(form: &str, genre: &dyn Genre) -> Result<(), Refusal> {
    let unknown = || Refusal::Unknown(form.to_string());
    if form.starts_with(crate::promoted_idea::HEAD) {
        let key: IdeaKey = form.parse().map_err(|why| Refusal::Idea { form: form.to_string(), why })?;
        let all = classes(genre);
        return match key.classes.iter().find(|class| !all.contains(class)) {
            None => Ok(()),
            Some(class) => Err(Refusal::Class {
                form: form.to_string(),
                class: class.clone(),
                genre: genre.name().to_string(),
                all: if all.is_empty() { "none".to_string() } else { all.join(", ") },
            }),
        };
    }
    if !form.starts_with(crate::rules_key::HEAD) {
        return Form::size_of(form).map(drop).ok_or_else(unknown);
    }
    let key: RulesKey = form.parse().map_err(|wrong| match wrong {
        Wrong::Malformed => unknown(),
        Wrong::Kind(kind) => {
            let near = near(&kind, RuleKind::ALL.iter().map(|k| k.name()));
            Refusal::Kind { form: form.to_string(), kind, near }
        }
    })?;
    let all = classes(genre);
    let is_there = |class: &Option<String>| match class {
        Some(class) => all.contains(class),
        None => all.is_empty(),
    };
    match key.classes().find(|rule| !is_there(&rule.class)) {
        None => Ok(()),
        Some(rule) => Err(Refusal::Class {
            form: form.to_string(),
            class: Word::Rule(rule.clone()).to_string(),
            genre: genre.name().to_string(),
            all: if all.is_empty() { "none".to_string() } else { all.join(", ") },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_solver::Phase;

    fn read(text: &str) -> Result<Decisions, Refusal> {
        let genres: Vec<&dyn Genre> = tesuji_genres::all().into_iter().map(|g| g as &dyn Genre).collect();
        Decisions::read(text, &genres)
    }

    fn promoted(form: &str, id: &str) -> Decision {
        Decision {
            version: VERSION,
            genre: "sudoku".into(),
            form: form.into(),
            verdict: Ruling::Promote,
            id: id.into(),
            name: id.to_uppercase(),
            tier: Some(Tier::Master),
            score: Some(500),
            words: String::new(),
            who: "someone".into(),
            when: "2026-01-01".into(),
            reason: String::new(),
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_nothing_stands_twice() {
        let mut all = Decisions::default();
        all.add(promoted("whip-5", "whip")).unwrap();
        let same = Decision { verdict: Ruling::SameAs, ..promoted("naked-2", "naked-pair") };
        all.add(same).unwrap();
        all.add(Decision { reason: "again".into(), ..promoted("whip-5", "whip") }).unwrap();
        let text = all.write();
        assert_eq!((text.lines().count(), read(&text)), (2, Ok(all.clone())));
        assert_eq!(all.add(promoted("whip-5", "other")), Err(Refusal::Conflict("whip-5".into())));
        assert_eq!(all.add(promoted("whip-4", "whip")), Err(Refusal::Id("whip".into())));
        for unknown in ["", "whip", "whip-x", "wasp-5", "trial-2-5:nn"] {
            assert_eq!(all.add(promoted(unknown, "new")), Err(Refusal::Unknown(unknown.into())));
        }
        assert_eq!(all.add(promoted("whip-6", "")), Err(Refusal::Bare("whip-6".into(), "id")));
    }

    #[test]
    fn other_versions_and_other_lines_are_refused_by_number() {
        let line = serde_json::to_string(&promoted("whip-5", "whip")).unwrap();
        let later = line.replace("\"version\":2", "\"version\":3");
        assert_eq!(read(&format!("{line}\n\n{later}\n")), Err(Refusal::Version(3, 3)));
        for wrong in ["{}", "whip", "[1]", &line.replace("\"score\"", "\"points\"")] {
            assert!(matches!(read(wrong), Err(Refusal::Malformed(1, _))), "{wrong}");
        }
    }

    #[test]
    fn every_genre_refuses_classes_that_it_does_not_have() {
        for genre in tesuji_genres::all() {
            match check("rules-2:count:nowhere+single-loop:nowhere goal=0 in1 by2", genre) {
                Err(Refusal::Class { genre: named, .. }) => assert_eq!(named, genre.name()),
                other => panic!("{}: {other:?}", genre.name()),
            }
        }
    }

    /// Names that a genre does not have are refused with the line.
    #[test]
    fn unknown_names_are_refused_by_line() {
        let line = |genre: &str, form: &str| {
            let decision = Decision { genre: genre.into(), ..promoted(form, "mine") };
            format!("\n{}", serde_json::to_string(&decision).unwrap())
        };
        let why = |genre: &str, form: &str| match read(&line(genre, form)) {
            Err(Refusal::Line(2, why)) => why.to_string(),
            other => panic!("{form}: {other:?}"),
        };
        let form = "rules-2:count:clue+single-loop:loop goal=0 in1 by2";
        assert!(read(&line("slitherlink", form)).is_ok());
        assert!(why("slitherlnk", form).contains("nearest: slitherlink"));
        assert!(why("hitori", form).contains("count:clue, which is no class of rules of hitori"));
        assert!(why("slitherlink", &form.replace("clue", "clew")).contains("there are clue, lines, loop"));
        assert!(why("slitherlink", &form.replace("count:", "cuont:")).contains("nearest: count"));
        assert!(why("slitherlink", &form.replace(":clue", "")).contains("count, which is no class"));
        for malformed in ["goal=0 in1 by22", "goal=0 in3 by2", "goal=0 in1 by4", "goal=x in1 by2", "goal=0 in1", "by2"]
        {
            assert!(
                why("slitherlink", &form.replace("goal=0 in1 by2", malformed)).starts_with("no form"),
                "{malformed}"
            );
        }
        assert!(why("slitherlink", "rules-3:count:clue+single-loop:loop goal=0 in1 by2").starts_with("no form"));
        assert!(why("slitherlink", "rules-2:single-loop:loop+count:clue goal=0 in1 by2").starts_with("no form"));
    }

    /// Version 1 has numbers of classes: they become names where the genre has such a class.
    #[test]
    fn numbers_of_classes_become_names() {
        let old = |genre: &str, form: &str| {
            let decision = Decision { genre: genre.into(), ..promoted(form, "mine") };
            serde_json::to_string(&decision).unwrap().replace("\"version\":2", "\"version\":1")
        };
        let all = read(&old("slitherlink", "rules-2:count#0+single-loop#2 goal=0 in1 by2")).unwrap();
        let one = all.iter().next().unwrap();
        assert_eq!((one.version, &*one.form), (VERSION, "rules-2:count:clue+single-loop:loop goal=0 in1 by2"));
        assert!(read(&old("sudoku", "whip-5")).is_ok());
        let unknown = read(&old("slitherlink", "rules-2:count#9+single-loop#2 goal=0 in1 by2")).unwrap_err();
        assert!(unknown.to_string().contains("line 1") && unknown.to_string().contains("the number 9"), "{unknown}");
    }

    /// The names of classes tell them apart, in every genre.
    #[test]
    fn classes_have_names_of_their_own() {
        let mut named = 0;
        for genre in tesuji_genres::all() {
            let all = classes(genre);
            let unlike: std::collections::BTreeSet<&String> = all.iter().collect();
            assert_eq!(unlike.len(), all.len(), "{}: {all:?}", genre.name());
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(all.iter().all(|n| !n.is_empty() && n.chars().all(is_plain)), "{}: {all:?}", genre.name());
            named += usize::from(!all.is_empty());
        }
        assert!(named >= 40, "{named} genres name their classes");
    }

    /// Promoted forms stand where their tier and points put them.
    #[test]
    fn an_overlay_adds_promoted_forms_of_the_genre_by_tier() {
        let mut all = Decisions::default();
        all.add(promoted("whip-5", "whip-of-5")).unwrap();
        all.add(Decision { tier: Some(Tier::Hard), ..promoted("chain-2:b1Rc1Rb1", "mine") }).unwrap();
        all.add(Decision { genre: "jigsaw".into(), ..promoted("whip-4", "whip-of-4") }).unwrap();
        let base = Catalog::standard();
        let with = all.overlay("sudoku", &base).unwrap();
        let own: Vec<&str> = base.list().iter().map(|t| t.id().as_str()).collect();
        let ids: Vec<&str> = with.list().iter().map(|t| t.id().as_str()).collect();
        let kept: Vec<&str> = ids.iter().copied().filter(|id| !["mine", "whip-of-5"].contains(id)).collect();
        assert_eq!(kept, own);
        for (id, rank) in [("mine", (Tier::Hard, 500)), ("whip-of-5", (Tier::Master, 500))] {
            let at = ids.iter().position(|own| *own == id).unwrap();
            let is_harder = |t: &Arc<dyn Technique>| t.phase() == Phase::Pattern && (t.tier(), t.score()) > rank;
            assert!(
                !with.list()[..at].iter().any(is_harder) && with.list()[at + 1..].iter().take(1).all(is_harder),
                "{id}: {ids:?}"
            );
        }
        all.add(promoted("whip-6", "x-wing")).unwrap();
        assert_eq!(all.overlay("sudoku", &base).unwrap_err(), Refusal::Id("x-wing".into()));
        let mut other = Decisions::default();
        other.add(Decision { verdict: Ruling::SameAs, ..promoted("naked-2", "naked-pear") }).unwrap();
        assert!(matches!(other.overlay("sudoku", &base), Err(Refusal::SameAs { .. })));
    }
}
