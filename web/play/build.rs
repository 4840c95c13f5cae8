//! Deep searches need more stack than a WebAssembly module has by default. The program holds the
//! module that stands in `assets`, packed; without one it is built all the same.

use std::path::Path;

/// The module, as `.ci/module` leaves it.
const ASSET: &str = "assets/tesuji_play.wasm.gz";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={ASSET}");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-cdylib-link-arg=-zstack-size=8388608");
    }
    let module = std::fs::read(ASSET).unwrap_or_default();
    let folder = std::env::var("OUT_DIR").expect("cargo names a folder for what is built");
    std::fs::write(Path::new(&folder).join("module.gz"), module).expect("the folder takes files");
}
