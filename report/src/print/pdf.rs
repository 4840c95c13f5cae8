//! PDF by a browser without a window, where one is installed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Names under which browsers that can print are installed.
pub const BROWSERS: [&str; 7] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "brave"];

/// Time that a browser has for a book.
const TIME: Duration = Duration::from_secs(300);

/// The first browser in the folders of `PATH`.
pub fn browser() -> Option<PathBuf> {
    let path: OsString = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    BROWSERS.iter().find_map(|name| {
        let ending = std::env::consts::EXE_SUFFIX;
        folders.iter().map(|folder| folder.join(format!("{name}{ending}"))).find(|path| path.is_file())
    })
}

/// Has the browser print a page into a file.
///
/// # Errors
/// In words: the browser can't be started, takes too long, or makes no file.
pub fn print(browser: &Path, page: &Path, pdf: &Path) -> Result<(), String> {
    let named = |e: std::io::Error| format!("{}: {e}", browser.display());
    let page = page.canonicalize().map_err(named)?;
    let profile = page.with_extension("profile");
    let mut child = Command::new(browser)
        .args(["--headless", "--disable-gpu", "--no-sandbox", "--no-first-run", "--disable-extensions"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(["--no-pdf-header-footer", "--run-all-compositor-stages-before-draw"])
        .arg(format!("--print-to-pdf={}", pdf.display()))
        .arg(format!("file://{}", page.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(named)?;
    let begun = Instant::now();
    let ended = loop {
        match child.try_wait().map_err(named)? {
            Some(status) => break Ok(status),
            None if begun.elapsed() > TIME => {
                // It may have ended just now.
                let _ = child.kill().and_then(|()| child.wait().map(drop));
                break Err(format!("{} did not print within {} seconds", browser.display(), TIME.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(30)),
        }
    };
    // The browser's own files; where they can't be removed, nothing is lost.
    let _ = std::fs::remove_dir_all(&profile);
    let status = ended?;
    let is_pdf = std::fs::read(pdf).is_ok_and(|bytes| bytes.starts_with(b"%PDF"));
    if is_pdf { Ok(()) } else { Err(format!("{} printed no PDF ({status})", browser.display())) }
}
