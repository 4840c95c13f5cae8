//! The tesuji command line.
fn main() {}
