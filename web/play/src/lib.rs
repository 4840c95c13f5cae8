//! A page that plays: solver, pencil genres, grades and hints as a WebAssembly module behind three
//! plain exports, and the page around it, one file without a server or a network.
//!
//! A page writes a request into the memory that `input(length)` gives, calls `call()`, and reads as
//! many bytes as that gives from `output()`. Requests and answers are JSON. The module keeps one
//! puzzle at a time, so that its compiled engine and its catalog serve all questions about it. It
//! reads no clock: nodes bound every search.
//!
//! ```
//! let open = br#"{"call":"open","text":"https://puzz.link/p?slither/4/4/dgdh2c71"}"#;
//! let board = tesuji_play::answer(open);
//! assert!(board.contains(r#""genre":"slitherlink""#));
//! let hint = tesuji_play::answer(br#"{"call":"hint"}"#);
//! assert!(hint.contains(r#""answer":"step""#));
//! ```
//!
//! Build: `cargo build --profile play -p tesuji-play --target wasm32-unknown-unknown`.

mod board;
mod call;
#[cfg(target_arch = "wasm32")]
mod export;
#[cfg(not(target_arch = "wasm32"))]
mod page;

pub use call::{answer, plays};
#[cfg(not(target_arch = "wasm32"))]
pub use page::{MODULE, PageError, built_in, page};
