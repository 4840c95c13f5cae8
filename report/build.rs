//! Lists the corpora of `data/puzzles`, which are built in. A package of this crate alone has none.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../data/puzzles");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut rows = Vec::new();
    let entries = if folder.is_dir() { fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()? } else { Vec::new() };
    for entry in entries {
        let path = entry.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".jsonl.gz"));
        if let Some(genre) = name {
            rows.push(format!("    ({genre:?}, include_bytes!({:?})),\n", path.canonicalize()?));
        }
    }
    rows.sort();
    let table = format!("const CORPORA: &[(&str, &[u8])] = &[\n{}];\n", rows.concat());
    fs::write(Path::new(&env::var("OUT_DIR")?).join("corpora.rs"), table)?;
    Ok(())
}
