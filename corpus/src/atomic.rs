//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A hidden file beside `path`: `.name.suffix`.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{suffix}"))
}

/// Writes a file under a temporary name, syncs it, and renames it to `path`.
///
/// # Errors
/// When writing or renaming fails; `path` is then as it was.
pub fn write_atomic(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let temporary = beside(path, &format!("{}.tmp", std::process::id()));
    let outcome = (|| {
        let mut out = io::BufWriter::new(File::create(&temporary)?);
        fill(&mut out)?;
        out.into_inner().map_err(|e| e.into_error())?.sync_data()?;
        fs::rename(&temporary, path)
    })();
    if outcome.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.json");
        write_atomic(&path, &mut |out| out.write_all(b"old")).expect("writes");
        let failed = write_atomic(&path, &mut |out| {
            out.write_all(b"ne")?;
            Err(io::Error::other("disk on fire"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("reads"), b"old");
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 1);
    }
}
