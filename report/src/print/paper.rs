//! Paper, and the HTML document around the pages.

use super::BookOptions;
use crate::html::escape;
use crate::layout::Area;
use crate::sheet::CELL_STYLE;

/// A format of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Margins of a page, in millimetres; the page number stands in the lower one.
const MARGIN: f64 = 14.0;

impl Paper {
    /// All, by name.
    pub const ALL: [(&'static str, Paper); 2] = [("a4", Paper::A4), ("letter", Paper::Letter)];

    /// Width and height in millimetres.
    fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// The room between the margins.
    pub(super) fn room(self) -> Area {
        let (width, height) = self.size();
        Area { width: width - 2.0 * MARGIN, height: height - 2.0 * MARGIN - 2.0 }
    }
}

/// The document with these pages.
pub(super) fn document(options: &BookOptions, pages: &str) -> String {
    let (width, height) = options.paper.size();
    let author = options
        .author
        .as_deref()
        .map_or(String::new(), |name| format!("<meta name=\"author\" content=\"{}\">", escape(name)));
    // A page is a little lower than the paper: a browser that rounds up would add an empty one.
    let size = format!(
        "@page{{size:{width}mm {height}mm;margin:0}}.page{{width:{width}mm;height:{}mm;padding:{MARGIN}mm}}",
        height - 0.5
    );
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">{author}<title>{}</title>\
         <style>{size}{STYLE}{CELL_STYLE}</style></head><body>{pages}</body></html>\n",
        escape(&options.title)
    )
}

const STYLE: &str = "\
body{margin:0;color:#000;background:#fff;font:12px/1.4 Helvetica,Arial,'DejaVu Sans',sans-serif}\
.page{box-sizing:border-box;position:relative;overflow:hidden;break-after:page;margin:0 auto}\
.page:last-child{break-after:auto}\
footer{position:absolute;left:0;right:0;bottom:6mm;text-align:center;font-size:11px;color:#444}\
h2{font-size:19px;line-height:1.2;margin:0 0 1.5mm}h2 small{font-weight:400;font-size:12px;color:#444}\
h3{font-size:13px;line-height:1.2;margin:0 0 1.5mm}p{margin:0 0 2mm}\
.grid{display:grid;column-gap:12mm;align-items:center;justify-items:center}\
figure{margin:0;text-align:center}figure svg{display:block;width:var(--w);height:auto;margin:0 auto}\
figcaption{margin-top:1mm}i{color:#444}.missing{border:1px dashed #888;padding:6mm}\
.steps{display:flex;gap:6mm;align-items:flex-start}.steps p{font-size:11px;line-height:1.35;overflow-wrap:anywhere}\
.steps figure{margin:0 0 2mm}\
.cover{display:flex;flex-direction:column;align-items:center;text-align:center}\
.cover img{max-width:80mm;max-height:60mm;margin:20mm 0 0}.cover h1{font-size:40px;line-height:1.15;margin:24mm 0 4mm}\
.cover .author{font-size:18px}.cover table{margin-top:auto;border-collapse:collapse;font-size:13px;min-width:100mm}\
.cover td{padding:1mm 2mm;border-bottom:1px solid #ccc;text-align:left}.cover td:last-child{text-align:right}\
@media screen{body{background:#ddd}.page{background:#fff;margin:6mm auto;box-shadow:0 1px 4px #888}}";
