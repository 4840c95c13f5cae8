//! The page around the module: one HTML file that needs no server and no network.

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use std::fmt;
use std::io::{Read, Write};

/// The name of the module's file, as a build leaves it.
pub const MODULE: &str = "tesuji_play.wasm";

const HTML: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/play.css");
const ENGINE: &str = include_str!("../assets/engine.js");
const SCRIPT: &str = include_str!("../assets/play.js");

/// The module packed by gzip, as the program holds it; empty where it was built without one.
const BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/module.gz"));

/// The module that the program was built with.
pub fn built_in() -> Option<Vec<u8>> {
    let mut module = Vec::new();
    GzDecoder::new(BUILT_IN).read_to_end(&mut module).ok()?;
    (!module.is_empty()).then_some(module)
}

/// Why there is no page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageError;

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a WebAssembly module; `cargo build --profile play -p tesuji-play --target wasm32-unknown-unknown` \
             makes one",
        )
    }
}

impl std::error::Error for PageError {}

/// The page that plays these puzzles, records as JSON, with the module's bytes in it.
///
/// # Errors
/// [`PageError`] where the bytes are no WebAssembly module.
pub fn page(module: &[u8], puzzles: &[String], title: &str) -> Result<String, PageError> {
    if !module.starts_with(b"\0asm") {
        return Err(PageError);
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(module).and_then(|()| packed.finish()).map_err(|_| PageError)?;
    let list = serde_json::Value::from(puzzles.to_vec()).to_string();
    let parts = [
        ("{{title}}", escaped(title)),
        ("{{style}}", STYLE.to_string()),
        // Nothing in a record ends the script that holds it.
        ("{{puzzles}}", list.replace('<', "\\u003c")),
        ("{{engine}}", ENGINE.to_string()),
        ("{{module}}", BASE64_STANDARD.encode(&packed)),
        ("{{script}}", SCRIPT.to_string()),
    ];
    // Each part is put in once, from left to right, so that nothing in one is taken for another.
    let (mut out, mut rest) = (String::new(), HTML);
    for (name, part) in parts {
        let (before, after) = rest.split_once(name).unwrap_or((rest, ""));
        out += before;
        out += &part;
        rest = after;
    }
    Ok(out + rest)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_all_its_parts_and_nothing_of_a_record_ends_a_script() {
        let made = page(b"\0asm\x01\0\0\0", &["</script>{{module}}".to_string()], "<b>").unwrap();
        assert!(!made.contains("{{style}}") && made.contains("&lt;b&gt;"));
        assert_eq!(made.matches("</script>").count(), HTML.matches("</script>").count());
        assert_eq!(page(b"MZ", &[], ""), Err(PageError));
    }
}
