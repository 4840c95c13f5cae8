//! Mined candidates: forms that a person names, or says that they are nothing.

use serde::Serialize;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_discovery::{Decision, Decisions, Parts, Ruling, SUPPORT, VERSION, page};
use tesuji_genre::{Bad, Genre};
use tesuji_solver::Tier;

/// Points of a promoted form: beyond all of the catalog.
const SCORE: u32 = 500;

/// Who decides, when, and where that is written.
#[derive(Clone, Debug)]
pub struct Deciding {
    /// The folder that `discover mine --out` wrote.
    pub dir: PathBuf,
    /// The file of decisions; `decisions.jsonl` in the folder by default.
    pub catalog: Option<PathBuf>,
    /// Who decides.
    pub who: String,
    /// The day.
    pub when: String,
}

/// The candidates of a folder.
pub struct Candidates {
    genre: &'static dyn Genre,
    parts: Parts,
    decisions: Decisions,
    path: PathBuf,
    who: String,
    when: String,
}

/// A candidate in a list.
#[derive(Serialize)]
pub struct Listed {
    rank: usize,
    form: String,
    puzzles: u64,
    seen: u64,
    unlocks: u64,
    decided: Option<Ruling>,
    name: String,
}

/// A candidate.
#[derive(Serialize)]
pub struct Shown {
    title: String,
    text: String,
    boards: Vec<String>,
}

impl Candidates {
    /// Reads `clusters.jsonl`, and the decisions if there are some.
    ///
    /// # Errors
    /// [`Error::Usage`] where the folder has other things.
    pub fn open(deciding: &Deciding) -> Result<Candidates, Error> {
        let clusters = deciding.dir.join("clusters.jsonl");
        let text = std::fs::read_to_string(&clusters).map_err(Error::io(&clusters))?;
        let usage = |path: &Path, e: String| Error::Usage(format!("{}: {e}", path.display()));
        let parts = Parts::read(&text).map_err(|e| usage(&clusters, e.to_string()))?;
        // With its own techniques alone: promoted forms come from the decisions.
        let genre = tesuji_genres::get(&parts.genre);
        let genre = genre.ok_or_else(|| usage(&clusters, format!("no genre {:?}", parts.genre)))?;
        let path = deciding.catalog.clone().unwrap_or_else(|| deciding.dir.join("decisions.jsonl"));
        let mut all = Candidates {
            genre,
            parts,
            decisions: Decisions::default(),
            path,
            who: deciding.who.clone(),
            when: deciding.when.clone(),
        };
        all.decisions = all.read()?;
        Ok(all)
    }

    fn read(&self) -> Result<Decisions, Error> {
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(Error::io(&self.path)(e)),
        };
        Decisions::read(&text, &[self.genre]).map_err(|e| Error::Usage(format!("{}: {e}", self.path.display())))
    }

    /// All of them, the first one first.
    pub fn list(&self) -> Vec<Listed> {
        let ranked = self.parts.clusters.ranked_from(SUPPORT);
        let of = |(rank, c): (usize, &tesuji_discovery::Cluster)| {
            let decided = self.decisions.get(self.genre.name(), &c.form.key);
            Listed {
                rank,
                form: c.form.key.clone(),
                puzzles: c.puzzles,
                seen: c.seen,
                unlocks: c.unlocks,
                decided: decided.map(|d| d.verdict),
                name: decided.map(|d| d.name.clone()).unwrap_or_default(),
            }
        };
        (1..).zip(ranked).map(of).collect()
    }

    /// The page of one.
    ///
    /// # Errors
    /// [`Bad`] where there is no such form, or its examples can't be proved again.
    pub fn show(&self, form: &str) -> Result<Shown, Bad> {
        let ranked = self.parts.clusters.ranked_from(SUPPORT);
        let at = ranked.iter().position(|c| c.form.key == form);
        let at = at.ok_or_else(|| Bad::new(format!("no candidate {form:?}")))?;
        let page = page(self.genre, ranked[at], at + 1)?;
        Ok(Shown { title: page.title, text: page.text, boards: page.boards })
    }

    /// Decides about a form, and writes that down.
    ///
    /// # Errors
    /// [`Error::Usage`] where the decision can't stand, [`Error::Io`] where it can't be written.
    pub fn decide(&mut self, form: &str, name: Option<(&str, Tier)>, reason: &str) -> Result<(), Error> {
        // Others may have decided since.
        let mut all = self.read()?;
        let known = self.parts.clusters.ranked_from(1).iter().any(|c| c.form.key == form);
        if !known {
            return Err(Error::Usage(format!("no candidate {form:?}")));
        }
        let genre = self.genre.name().to_string();
        all.add(Decision {
            version: VERSION,
            genre: genre.clone(),
            form: form.to_string(),
            verdict: if name.is_some() { Ruling::Promote } else { Ruling::Discard },
            id: name.map(|(name, _)| Decision::id_of(name)).unwrap_or_default(),
            name: name.map(|(name, _)| name.to_string()).unwrap_or_default(),
            tier: name.map(|(_, tier)| tier),
            score: name.map(|_| SCORE),
            words: String::new(),
            who: self.who.clone(),
            when: self.when.clone(),
            reason: reason.to_string(),
        })
        .and_then(|()| all.overlay(&genre, self.genre.catalog()).map(drop))
        .map_err(|e| Error::Usage(e.to_string()))?;
        let text = all.write();
        atomic::write_atomic(&self.path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(&self.path))?;
        self.decisions = all;
        Ok(())
    }
}
