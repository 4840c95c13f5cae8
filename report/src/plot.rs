//! Bar charts and histograms as inline SVG.

use crate::html::{escape, thousands};
use std::fmt::Write as _;

/// One bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Label under or beside the bar.
    pub label: String,
    /// Its length.
    pub count: u64,
}

/// Horizontal bars with the count at their end.
pub fn bars(title: &str, bars: &[Bar]) -> String {
    let (left, bar, row) = (120.0, 280.0, 24.0);
    let most = bars.iter().map(|b| b.count).max().unwrap_or(0).max(1) as f64;
    let height = 34.0 + row * bars.len() as f64;
    let width = left + bar + 70.0;
    let mut out = open(width, height, title);
    for (i, b) in bars.iter().enumerate() {
        let y = 30.0 + row * i as f64;
        let len = b.count as f64 / most * bar;
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{left}\" y=\"{y}\" width=\"{len:.1}\" \
             height=\"16\" rx=\"2\" fill=\"#2f6fb3\"/><text x=\"{:.1}\" y=\"{}\">{}</text>",
            left - 8.0,
            y + 13.0,
            escape(&b.label),
            left + len + 6.0,
            y + 13.0,
            thousands(b.count)
        );
    }
    out.push_str("</svg>");
    out
}

/// A histogram of positive figures over logarithmic bins (four a decade), with a unit for the axis.
pub fn log_histogram(title: &str, unit: &str, figures: &[f64]) -> String {
    let (width, height, base, left) = (460.0, 190.0, 150.0, 52.0);
    let bin = |x: f64| (x.max(1e-9).log10() * 4.0).floor() as i32;
    let mut out = open(width, height, title);
    let (Some(low), Some(high)) = (figures.iter().map(|&x| bin(x)).min(), figures.iter().map(|&x| bin(x)).max()) else {
        out.push_str("<text x=\"52\" y=\"80\">nothing measured</text></svg>");
        return out;
    };
    // Whole decades at both ends, so that the axis can be labelled.
    let (low, high) = (low.div_euclid(4) * 4, high.div_euclid(4) * 4 + 4);
    let mut counts = vec![0u64; (high - low) as usize];
    for &x in figures {
        counts[(bin(x) - low) as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let step = (width - left - 10.0) / counts.len() as f64;
    for (i, &c) in counts.iter().enumerate() {
        let h = c as f64 / most * 108.0;
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{h:.1}\" fill=\"#2f6fb3\"><title>{}</title></rect>",
            left + step * i as f64,
            base - h,
            (step - 1.0).max(0.5),
            thousands(c)
        );
    }
    let _ = write!(out, "<path d=\"M{left} {base}H{}\" stroke=\"#8a93a0\"/>", width - 10.0);
    let mut decade = low;
    while decade <= high {
        let x = left + step * f64::from(decade - low);
        // The last label would reach beyond the picture.
        let (anchor, at) = if decade == high { ("end", width) } else { ("middle", x) };
        let _ = write!(
            out,
            "<path d=\"M{x:.1} {base}v5\" stroke=\"#8a93a0\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            base + 19.0,
            power(decade / 4)
        );
        decade += 4;
    }
    let _ = write!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", width, 184, escape(unit));
    let _ = write!(out, "<text x=\"{}\" y=\"44\" text-anchor=\"end\">{}</text>", left - 4.0, thousands(most as u64));
    out.push_str("</svg>");
    out
}

/// `10^k` as a person writes it.
fn power(k: i32) -> String {
    match k {
        0..=6 => thousands(10u64.pow(k as u32)),
        -3..=-1 => format!("{}", 10f64.powi(k)),
        _ => format!("1e{k}"),
    }
}

fn open(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui,sans-serif\" font-size=\"12\" fill=\"#1d2129\" role=\"img\"><text x=\"0\" y=\"14\" \
         font-weight=\"600\">{}</text>",
        escape(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_falls_into_a_bin() {
        let svg = log_histogram("t", "µs", &[0.5, 1.0, 9.99, 10.0, 1e6]);
        let drawn: u64 = svg
            .split("<title>")
            .skip(1)
            .filter_map(|s| s.split("</title>").next())
            .filter_map(|s| s.replace(',', "").parse::<u64>().ok())
            .sum();
        assert_eq!(drawn, 5);
        assert!(log_histogram("t", "µs", &[]).contains("nothing measured"));
    }

    #[test]
    fn bars_scale_to_the_longest() {
        let svg = bars("t", &[Bar { label: "a".into(), count: 5 }, Bar { label: "b".into(), count: 10 }]);
        assert!(svg.contains("width=\"140.0\"") && svg.contains("width=\"280.0\""));
        assert!(bars("t", &[]).ends_with("</svg>"));
    }
}
