//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A hidden file beside `path`: `.name.suffix`.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{suffix}"))
}

/// Where a file of that name stands, or would: where a link leads. What is there and is no plain
/// file (a device, a pipe, a folder) is not to be renamed over.
///
/// # Errors
/// Where that is so, or a link leads nowhere.
pub fn place(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path).is_err_and(|e| e.kind() == io::ErrorKind::NotFound) {
        return Ok(path.to_path_buf());
    }
    let kind = fs::metadata(path)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "is a folder" } else { "is no plain file: nothing is written to it" };
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    if fs::symlink_metadata(path)?.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_path_buf()) }
}

/// Writes a file under a temporary name, syncs it, and renames it to `path`, or to where that leads
/// as a link.
///
/// # Errors
/// When writing or renaming fails, and for what is no plain file; `path` is then as it was.
pub fn write_atomic(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = &place(path)?;
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

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_what_is_no_plain_file_is_left_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let [file, link, loose, socket] = ["a.json", "link", "loose", "socket"].map(|name| dir.path().join(name));
        fs::write(&file, b"old").expect("writes");
        std::os::unix::fs::symlink(&file, &link).expect("links");
        std::os::unix::fs::symlink(dir.path().join("nowhere"), &loose).expect("links");
        let _kept = std::os::unix::net::UnixListener::bind(&socket).expect("binds");
        write_atomic(&link, &mut |out| out.write_all(b"new")).expect("writes");
        assert!(fs::symlink_metadata(&link).expect("is there").is_symlink());
        assert_eq!(fs::read(&file).expect("reads"), b"new");
        for left in [&socket, &loose, &dir.path().to_path_buf()] {
            let before = fs::symlink_metadata(left).expect("is there").file_type();
            assert!(write_atomic(left, &mut |out| out.write_all(b"x")).is_err(), "{left:?}");
            assert_eq!(fs::symlink_metadata(left).expect("is there").file_type(), before);
        }
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 4, "nothing is left beside");
    }

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
