//! Mining: forms of proofs that recur, and catalogs with those that somebody promoted.

use crate::{Error, Genre, Puzzle, genres};
use tesuji_discovery::{Clusters, Decision, Decisions, Options, Ruling, VERSION, check};
use tesuji_genre::Record;
use tesuji_solver::{Catalog, Tier};

impl Genre {
    /// The forms of the smallest proofs at the places where what is known stalls, by how many of
    /// the puzzles they occur in. Puzzles of other genres are passed over.
    pub fn mine(self, puzzles: &[Puzzle], options: &Options) -> Clusters {
        let own = puzzles.iter().filter(|puzzle| puzzle.genre() == self);
        let records: Vec<Record> = own.map(|puzzle| puzzle.record.clone()).collect();
        tesuji_discovery::mine(self.0, &records, options)
    }

    /// The text of a file of decisions with one more: the form is a technique of this name, tier
    /// and score.
    ///
    /// # Errors
    /// [`Error::Refused`] where the genre can't have the form, or the decision can't stand beside
    /// the others.
    pub fn promote(
        self,
        decisions: &str,
        form: &str,
        name: &str,
        (tier, score): (Tier, u32),
        words: &str,
    ) -> Result<String, Error> {
        check(form, self.0)?;
        let all: Vec<&dyn tesuji_genre::Genre> =
            genres().into_iter().map(|g| g.0 as &dyn tesuji_genre::Genre).collect();
        let mut decisions = Decisions::read(decisions, &all)?;
        let decision = Decision {
            version: VERSION,
            genre: self.name().to_string(),
            form: form.to_string(),
            verdict: Ruling::Promote,
            id: Decision::id_of(name),
            name: name.to_string(),
            tier: Some(tier),
            score: Some(score),
            words: words.to_string(),
            who: String::new(),
            when: String::new(),
            reason: String::new(),
        };
        decisions.add(decision)?;
        decisions.overlay(self.name(), self.0.catalog())?;
        Ok(decisions.write())
    }

    /// The techniques of the genre with the promoted forms of a file of decisions among them, by
    /// tier and points.
    ///
    /// # Errors
    /// [`Error::Refused`] with the line that can't stand.
    pub fn catalog_with(self, decisions: &str) -> Result<Catalog, Error> {
        let all: Vec<&dyn tesuji_genre::Genre> =
            genres().into_iter().map(|g| g.0 as &dyn tesuji_genre::Genre).collect();
        let decisions = Decisions::read(decisions, &all)?;
        Ok(decisions.overlay(self.name(), self.0.catalog())?)
    }
}
