//! Nothing but its manifest: it asks for the features of shared dependencies that the whole
//! workspace uses. `cargo test -p tesuji-go -p tesuji-features` then takes what
//! `cargo test --workspace` has built; without it, Cargo chooses other features and builds nearly
//! everything once more.
