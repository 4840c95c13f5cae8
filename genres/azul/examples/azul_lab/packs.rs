//! Writes the themed packs: `cargo run --release -p tesuji-azul --example azul_lab -- packs data/azul`.

use std::io::Write;
use std::path::Path;
use tesuji_azul::AZUL;
use tesuji_azul::packs::PACKS;
use tesuji_genre::{GenerateRequest, Genre};
use tesuji_solver::Limits;

/// Writes the themed packs.
#[derive(clap::Args)]
pub struct Args {
    /// The folder for them
    #[arg(default_value = "data/azul")]
    folder: String,
}

/// Runs it.
pub fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { folder } = args;
    std::fs::create_dir_all(&folder)?;
    for pack in PACKS {
        let mut lines = Vec::new();
        for (i, section) in pack.sections.iter().enumerate() {
            let set = [("type", section.kind.name()), ("stage", section.stage)];
            let want = GenerateRequest {
                size: Some("2p".into()),
                set: set.map(|(k, v)| (k.to_string(), v.to_string())).into(),
                count: section.count,
                seed: 100 + i as u64,
                limits: Limits::default().with_nodes(3_000_000),
                ..GenerateRequest::default()
            };
            let mut failed = None;
            let report = AZUL.generate(&want, &mut |record| match serde_json::to_string(&record) {
                Ok(line) => lines.push(line),
                Err(e) => failed = Some(e),
            })?;
            eprintln!(
                "{} {} {}: {} made of {} tried, {:?}",
                pack.name,
                section.kind.name(),
                section.stage,
                report.made,
                report.tried,
                report.stop
            );
            if let Some(e) = failed {
                return Err(e.into());
            }
        }
        let path = Path::new(&folder).join(format!("pack-{}.jsonl", pack.name));
        let mut file = std::fs::File::create(path)?;
        for line in lines {
            writeln!(file, "{line}")?;
        }
    }
    Ok(())
}
