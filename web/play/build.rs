//! Deep searches need more stack than a WebAssembly module has by default.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-cdylib-link-arg=-zstack-size=8388608");
    }
}
