//! Rows of making: every genre, and sizes and tiers for which Simon Tatham has a generator.

use super::{Done, Row, Trouble, Work};
use cpu_time::ThreadTime;
use std::path::Path;
use std::time::Duration;
use tesuji_genre::{CompiledForms, GenerateRequest, Genre};
use tesuji_solver::{Limits, Tier};

/// Genre, size, tier, options and the game and parameters of his generators.
const TABLE: &str = include_str!("making.tsv");
/// Time on the clock after which a turn ends with what there is.
const LONGEST: Duration = Duration::from_secs(5);
/// CPU seconds of a turn.
const SLICE: f64 = 0.12;

/// A kind of puzzle to make.
#[derive(Clone, PartialEq, Debug)]
pub struct Making {
    genre: String,
    size: String,
    /// `None`: any.
    tier: Option<Tier>,
    options: Vec<(String, String)>,
    /// Games and parameters of generators that make the like.
    pub rivals: Vec<String>,
}

impl Making {
    /// The rows of the table.
    ///
    /// # Panics
    /// Where a line of the table is no row, which a test excludes.
    pub fn all() -> Vec<Making> {
        let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| Making::parse(line).unwrap_or_else(|| panic!("no row: {line:?}"))).collect()
    }

    fn parse(line: &str) -> Option<Making> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [genre, size, tier, options, rivals] = fields[..] else { return None };
        let tier = if tier == "any" { None } else { Some(Tier::from_name(tier)?) };
        let options = options.split(',').filter(|option| *option != "-");
        let options = options.map(|option| option.split_once('=').map(|(key, value)| (key.into(), value.into())));
        let rivals = rivals.split(", ").filter(|rival| *rival != "-").map(str::to_string).collect();
        let options = options.collect::<Option<_>>()?;
        Some(Making { genre: genre.into(), size: size.into(), tier, options, rivals })
    }

    /// Its name as a row.
    pub fn name(&self) -> String {
        let tier = self.tier.map_or("any", Tier::name);
        let options: String = self.options.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        format!("make {} {} {tier}{options}", self.genre, self.size)
    }

    /// The genre: one of the program, or from a file of `data/genres`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn genre(&self) -> Result<&'static dyn Genre, String> {
        if !self.genre.ends_with(".toml") {
            return tesuji_genres::get(&self.genre).ok_or_else(|| format!("no genre {}", self.genre));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/genres").join(&self.genre);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let read = tesuji_described::read(&text).map_err(|bad| format!("{}: {bad}", path.display()))?;
        Ok(read)
    }

    /// Makes `amount` puzzles from a seed, in these forms.
    ///
    /// # Errors
    /// Where no puzzle can be made.
    pub fn run(&self, genre: &dyn Genre, amount: u64, seed: u64, forms: CompiledForms) -> Result<Done, String> {
        let want = GenerateRequest {
            size: Some(self.size.clone()),
            tier: self.tier,
            set: self.options.iter().cloned().collect(),
            count: amount,
            seed,
            limits: Limits::default().with_time(LONGEST),
            forms,
            ..GenerateRequest::default()
        };
        let mut given = 0;
        let start = ThreadTime::now();
        let report = genre.generate(&want, &mut |_| given += 1).map_err(|bad| bad.to_string())?;
        let seconds = start.elapsed().as_secs_f64();
        if report.made == 0 || given != report.made {
            return Err(format!("{given} puzzles of {} made: {:?}", report.made, report.rejected));
        }
        Ok(Done { units: report.made, seconds })
    }
}

/// The rows; `most` generators of others run beside ours.
pub(super) fn rows(most: usize, to: &mut Vec<Row>) {
    let mut rivals: Vec<String> = Vec::new();
    for making in Making::all() {
        rivals.extend(making.rivals.iter().filter(|rival| !rivals.contains(rival)).cloned().collect::<Vec<_>>());
        let (name, beside) = (making.name(), making.rivals.iter().map(|rival| format!("sgt {rival}")).collect());
        let prepare = move || -> Result<Work, Trouble> {
            let (making, genre) = (making.clone(), making.genre()?);
            Ok(Box::new(move |amount| making.run(genre, amount, 1, CompiledForms::default())))
        };
        to.push(Row { beside, ..Row::new(name, "puzzles", SLICE, prepare) });
    }
    for rival in rivals.into_iter().take(most) {
        let Some((game, parameters)) = rival.split_once(' ') else { continue };
        let (program, parameters) = (format!("sgt-{game}"), parameters.to_string());
        let prepare = move || -> Result<Work, Trouble> {
            let (program, parameters) = (super::outside::found(&program)?, parameters.clone());
            // Loading a program with windows takes as long as some puzzles.
            let loading = || Ok(super::outside::run(&program, &["--version".to_string()])?.0);
            let loaded = (0..3).map(|_| loading()).collect::<Result<Vec<f64>, String>>()?;
            let loaded = crate::median(loaded);
            Ok(Box::new(move |amount| {
                let words = ["--generate".to_string(), amount.to_string(), format!("{parameters}#1")];
                let (seconds, printed) = super::outside::run(&program, &words)?;
                let seconds = (seconds - loaded).max(1e-4);
                let units = printed.lines().filter(|line| line.contains(':')).count() as u64;
                if units == amount { Ok(Done { units, seconds }) } else { Err(format!("{units} of {amount} made")) }
            }))
        };
        to.push(Row { is_rival: true, ..Row::new(format!("sgt {rival}"), "puzzles", SLICE, prepare) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Files of genres of which no puzzle is made within seconds.
    const SLOW: [&str; 11] = [
        "araf.toml",
        "dominion.toml",
        "koburin.toml",
        "mochikoro.toml",
        "mochinyoro.toml",
        "nawabari.toml",
        "norinuri.toml",
        "regional-yajilin.toml",
        "squarejam.toml",
        "tatamibari.toml",
        "uso-tatami.toml",
    ];

    /// Every genre that makes puzzles from clues has a row, and so has every genre file.
    #[test]
    fn every_genre_is_made() {
        let all = Making::all();
        let rows: BTreeSet<&str> = all.iter().map(|making| making.genre.as_str()).collect();
        let names: BTreeSet<String> = all.iter().map(Making::name).collect();
        assert_eq!(names.len(), all.len(), "two rows have one name");
        for genre in tesuji_genres::all().into_iter().filter(|genre| genre.as_clues().is_some()) {
            assert!(rows.contains(genre.name()), "{}", genre.name());
        }
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/genres")).expect("genre files");
        for file in files {
            let name = file.expect("a file").file_name().into_string().expect("a name");
            assert!(rows.contains(name.as_str()) != SLOW.contains(&name.as_str()), "{name}");
        }
        all.iter().for_each(|making| assert!(making.genre().is_ok(), "{}", making.name()));
    }
}
