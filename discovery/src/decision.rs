//! What people decided about forms: a file of JSON lines, one a decision.

use crate::form::Form;
use crate::matcher::Promoted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_solver::{Catalog, Technique, Tier};

/// The version of the lines that this program reads and writes.
pub const VERSION: u32 = 1;

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
    #[error("line {0}: version {1}; this program reads version {VERSION}")]
    Version(usize, u64),
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
    /// Those of a file's text.
    ///
    /// # Errors
    /// [`Refusal`] for the first line that can't stand.
    pub fn read(text: &str) -> Result<Decisions, Refusal> {
        let mut all = Decisions::default();
        for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let malformed = |e: serde_json::Error| Refusal::Malformed(i + 1, e.to_string());
            let fields: serde_json::Value = serde_json::from_str(line).map_err(malformed)?;
            match fields.get("version").and_then(serde_json::Value::as_u64) {
                Some(version) if version == u64::from(VERSION) => {}
                Some(version) => return Err(Refusal::Version(i + 1, version)),
                None => return Err(Refusal::Malformed(i + 1, "no version".to_string())),
            }
            all.add(serde_json::from_value(fields).map_err(malformed)?)?;
        }
        Ok(all)
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

    /// The catalog of a genre with its promoted forms behind its own techniques, by tier and score.
    ///
    /// # Errors
    /// [`Refusal`] where an id is taken, or a technique that is referred to isn't there.
    pub fn overlay(&self, genre: &str, catalog: &Catalog) -> Result<Catalog, Refusal> {
        let mut added: Vec<Arc<dyn Technique>> = Vec::new();
        let has = |id: &str| catalog.list().iter().any(|t| t.id().as_str() == id);
        for decision in self.by_form.values().filter(|d| d.genre == genre) {
            match decision.verdict {
                Ruling::Promote if has(&decision.id) => return Err(Refusal::Id(decision.id.clone())),
                Ruling::Promote => {
                    let (tier, score) = (decision.tier.unwrap_or(Tier::Master), decision.score.unwrap_or_default());
                    let made = Promoted::new(&decision.form, &decision.id, &decision.name, tier, score);
                    added.push(Arc::new(made.ok_or_else(|| Refusal::Unknown(decision.form.clone()))?));
                }
                Ruling::SameAs if !has(&decision.id) && !self.promoted(genre).any(|d| d.id == decision.id) => {
                    return Err(Refusal::SameAs { form: decision.form.clone(), id: decision.id.clone() });
                }
                Ruling::SameAs | Ruling::Discard => {}
            }
        }
        added.sort_by_key(|t| (t.tier(), t.score()));
        Ok(catalog.list().iter().cloned().chain(added).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!((text.lines().count(), Decisions::read(&text)), (2, Ok(all.clone())));
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
        let later = line.replace("\"version\":1", "\"version\":2");
        assert_eq!(Decisions::read(&format!("{line}\n\n{later}\n")), Err(Refusal::Version(3, 2)));
        for wrong in ["{}", "whip", "[1]", &line.replace("\"score\"", "\"points\"")] {
            assert!(matches!(Decisions::read(wrong), Err(Refusal::Malformed(1, _))), "{wrong}");
        }
    }

    #[test]
    fn an_overlay_adds_promoted_forms_of_the_genre_by_tier() {
        let mut all = Decisions::default();
        all.add(promoted("whip-5", "whip-of-5")).unwrap();
        all.add(Decision { tier: Some(Tier::Hard), ..promoted("chain-2:b1Rc1Rb1", "mine") }).unwrap();
        all.add(Decision { genre: "jigsaw".into(), ..promoted("whip-4", "whip-of-4") }).unwrap();
        let base = Catalog::standard();
        let with = all.overlay("sudoku", &base).unwrap();
        let ids: Vec<&str> = with.list()[base.list().len()..].iter().map(|t| t.id().as_str()).collect();
        assert_eq!(ids, ["mine", "whip-of-5"]);
        all.add(promoted("whip-6", "x-wing")).unwrap();
        assert_eq!(all.overlay("sudoku", &base).unwrap_err(), Refusal::Id("x-wing".into()));
        let mut other = Decisions::default();
        other.add(Decision { verdict: Ruling::SameAs, ..promoted("naked-2", "naked-pear") }).unwrap();
        assert!(matches!(other.overlay("sudoku", &base), Err(Refusal::SameAs { .. })));
    }
}
