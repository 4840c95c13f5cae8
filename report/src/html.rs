//! Just enough HTML: escaping, tables, and the page around them. Everything is inline: one file, no
//! network.

use std::fmt::Write as _;

/// Text safe inside HTML and attribute values.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A table cell: HTML to show, and a key to sort by where the text would sort wrongly.
#[derive(Clone, Debug)]
pub struct Cell {
    html: String,
    key: Option<String>,
    number: bool,
}

impl Cell {
    /// Plain text.
    pub fn text(text: impl AsRef<str>) -> Self {
        Cell { html: escape(text.as_ref()), key: None, number: false }
    }

    /// A number with thousands separators; sorts as a number.
    pub fn count(n: u64) -> Self {
        Cell { html: thousands(n), key: Some(n.to_string()), number: true }
    }

    /// A measured figure with the given number of decimals.
    pub fn figure(x: f64, decimals: usize) -> Self {
        Cell { html: format!("{x:.decimals$}"), key: Some(format!("{x}")), number: true }
    }

    /// Ready-made HTML.
    pub fn html(html: impl Into<String>) -> Self {
        Cell { html: html.into(), key: None, number: false }
    }

    /// Adds a key to sort by.
    #[must_use]
    pub fn sort_by(mut self, key: impl ToString) -> Self {
        self.key = Some(key.to_string());
        self
    }
}

/// `1234567` as `1,234,567`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A sortable table.
pub fn table(head: &[&str], rows: &[Vec<Cell>]) -> String {
    let mut out = String::from("<div class=\"scroll\"><table class=\"sortable\"><thead><tr>");
    for h in head {
        let _ = write!(out, "<th>{}</th>", escape(h));
    }
    out.push_str("</tr></thead><tbody>");
    for row in rows {
        out.push_str("<tr>");
        for c in row {
            let class = if c.number { " class=\"n\"" } else { "" };
            match &c.key {
                Some(k) => {
                    let _ = write!(out, "<td{class} data-key=\"{}\">{}</td>", escape(k), c.html);
                }
                None => {
                    let _ = write!(out, "<td{class}>{}</td>", c.html);
                }
            }
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}

/// A section with a heading; `id` is its anchor.
pub fn section(id: &str, title: &str, body: &str) -> String {
    format!("<section id=\"{}\"><h2>{}</h2>{body}</section>", escape(id), escape(title))
}

/// The whole page.
pub fn page(title: &str, lead: &str, sections: &[String]) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{0}</title><style>{STYLE}</style></head><body><main>\
         <h1>{0}</h1>{lead}{1}</main><script>{SORT}</script></body></html>\n",
        escape(title),
        sections.concat()
    )
}

const STYLE: &str = "\
:root{--ink:#1d2129;--soft:#5b6472;--line:#d8dde5;--paper:#fff;--panel:#f5f7fa;--bar:#2f6fb3;--good:#1e7d4f;--bad:#b3261e}\
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}\
main{max-width:1080px;margin:0 auto;padding:24px 20px 80px}\
h1{font-size:26px;margin:8px 0 4px}h2{font-size:19px;margin:40px 0 10px;border-bottom:1px solid var(--line);padding-bottom:4px}\
h3{font-size:15px;margin:18px 0 6px}p{margin:6px 0}a{color:var(--bar)}\
.soft{color:var(--soft)}.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}\
.tiles{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}\
.tile{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:10px 14px;flex:1 1 100px;max-width:160px}\
.tile b{display:block;font-size:22px}.tile span{color:var(--soft);font-size:13px}\
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:10px 0;font-size:14px}\
th,td{padding:4px 12px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}\
th{cursor:pointer;color:var(--soft);font-weight:600;white-space:nowrap}td.n{text-align:right;font-variant-numeric:tabular-nums}\
.boards{display:flex;flex-wrap:wrap;gap:20px}.board{width:300px}.wide .board{width:440px}.board svg{max-width:100%;height:auto}\
figure{margin:0 0 8px}figcaption{font-size:13px;color:var(--soft);overflow-wrap:anywhere}\
code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}code span{white-space:nowrap}td pre{margin:2px 0;font:12px/1.1 ui-monospace,monospace}\
.plots{display:flex;flex-wrap:wrap;align-items:flex-start;gap:28px}.plots svg{max-width:100%;height:auto}";

const SORT: &str = "\
document.querySelectorAll('table.sortable').forEach(t=>t.querySelectorAll('th').forEach((h,i)=>h.onclick=()=>{\
const b=t.tBodies[0],k=r=>{const c=r.cells[i];return c.dataset.key??c.textContent};\
const up=h.dataset.up!=='1';h.dataset.up=up?'1':'0';\
[...b.rows].sort((x,y)=>{const p=k(x),q=k(y),n=p-q;const d=isNaN(n)?p.localeCompare(q):n;return up?d:-d}).forEach(r=>b.append(r))}));";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(12_345_678), "12,345,678");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("<b a=\"1\">&'"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
        assert!(table(&["<"], &[vec![Cell::text("<script>")]]).contains("&lt;script&gt;"));
    }
}
