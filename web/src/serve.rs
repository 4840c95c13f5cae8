//! Listening on this machine's own address.

use crate::api;
use crate::candidates::{Candidates, Deciding};
use crate::guard::{Guard, guarded};
use crate::index::Index;
use crate::play::TimesFile;
use crate::shelf::Shelf;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tesuji_corpus::Error;
use tesuji_corpus::verdicts::{Agreement, VerdictFile, verdicts_path};
use tesuji_genre::{Catalogs, Genre};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// Connections at once.
const CONNECTIONS: usize = 64;
/// Time for the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// The records of a review, and its options.
#[derive(Clone, Debug)]
pub struct BrowseOptions {
    /// The records.
    pub file: PathBuf,
    /// Where verdicts are kept; beside the records by default.
    pub verdicts: Option<PathBuf>,
    /// The techniques of the page's steps, by genre.
    pub catalogs: Catalogs,
    /// Mined candidates to name.
    pub candidates: Option<Deciding>,
    /// The file of times, where the person wants them kept.
    pub times: Option<PathBuf>,
    /// The port; 0: any that is free.
    pub port: u16,
    /// One of this number of puzzles comes up again, to measure the reviewer; 0: none.
    pub again: u64,
}

/// A server.
pub struct Running {
    url: String,
    shelf: Arc<Shelf>,
    end: watch::Sender<bool>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Running {
    /// The address to open, with the token.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Records on the page.
    pub fn records(&self) -> usize {
        self.shelf.index.entries.len()
    }

    /// Lines that are no records, and what is wrong with the first.
    pub fn bad(&self) -> (u64, Option<&tesuji_genre::Bad>) {
        (self.shelf.index.bad, self.shelf.index.first_bad.as_ref())
    }

    /// Records that are left out because their id stands before them, and the first of these.
    pub fn repeated(&self) -> (u64, Option<&tesuji_genre::Bad>) {
        (self.shelf.index.repeated, self.shelf.index.first_repeated.as_ref())
    }

    /// The place of the verdicts, and how often repeated puzzles got the same verdict.
    pub fn said(&self) -> (PathBuf, Agreement) {
        let file = self.shelf.verdicts();
        (file.path().to_path_buf(), file.all().agreement())
    }

    /// Ends the server; requests that are being answered are answered.
    pub fn end(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        self.shelf.is_ending.store(true, Ordering::Relaxed);
        // Whoever listened has gone already otherwise.
        let _ = self.end.send(true);
        for thread in self.threads.drain(..) {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a server.
///
/// # Errors
/// [`Error::Usage`] where there is no puzzle, [`Error::Held`] where somebody reviews the file,
/// [`Error::Io`] where a file or the port can't be had.
pub fn start(
    options: &BrowseOptions,
    genres: &[&'static dyn Genre],
    genre: Option<&'static dyn Genre>,
) -> Result<Running, Error> {
    let path = options.verdicts.clone().unwrap_or_else(|| verdicts_path(&options.file));
    // No lock is left behind for a file that is not there.
    std::fs::metadata(&options.file).map_err(Error::io(&options.file))?;
    let verdicts = VerdictFile::open(&path)?;
    let index = Index::open(&options.file, genres, genre)?;
    let candidates = options.candidates.as_ref().map(Candidates::open).transpose()?;
    let times = options.times.as_deref().map(TimesFile::open).transpose()?;
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
    let at_port = || PathBuf::from(format!("port {}", options.port));
    let listener = std::net::TcpListener::bind(wanted).map_err(|e| Error::io(at_port())(e))?;
    let port = listener.local_addr().map_err(|e| Error::io(at_port())(e))?.port();
    listener.set_nonblocking(true).map_err(|e| Error::io(at_port())(e))?;
    let guard = Guard::new(port).map_err(|e| Error::io(at_port())(e))?;
    let url = format!("http://127.0.0.1:{port}/#{}", guard.token());
    let shelf = Shelf::new(index, verdicts, candidates, genres, options.catalogs.clone(), options.again);
    let shelf = Arc::new(shelf.with_times(times));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| Error::io(at_port())(e))?;
    let (end, ended) = watch::channel(false);
    let app = api::routes(Arc::clone(&shelf)).layer(axum::middleware::from_fn_with_state(guard, guarded));
    let serving = std::thread::spawn(move || {
        runtime.block_on(serve(listener, app, ended));
        runtime.shutdown_timeout(Duration::from_secs(2));
    });
    let compared = Arc::clone(&shelf);
    let comparing = std::thread::spawn(move || compared.compare());
    Ok(Running { url, shelf, end, threads: vec![serving, comparing] })
}

async fn serve(listener: std::net::TcpListener, app: axum::Router, mut ended: watch::Receiver<bool>) {
    let Ok(listener) = TcpListener::from_std(listener) else { return };
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ended.changed() => return,
        };
        let Ok((stream, _)) = accepted else {
            // Out of files, most likely: others may end.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // One too many is hung up on.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let app = app.clone();
        tokio::spawn(async move {
            let _place = place;
            let _ = stream.set_nodelay(true);
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
            // A connection that breaks concerns only who has it.
            let _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app)).await;
        });
    }
}
