//! Orders of filling rows against an outside recount (distributions of totals).

use tesuji_azul::conform::{fill_orders, order_total};

#[test]
fn totals_of_one_to_three_rows() {
    let data = std::env::var("TESUJI_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").to_string());
    let path = format!("{data}/azul/wall_order_distributions_measured.txt");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no {path}");
        return;
    };
    let mut seen = 0;
    for line in text.lines() {
        let rows = line.strip_prefix("rows=").and_then(|l| l.split(' ').next()).and_then(|n| n.parse().ok()).unwrap();
        let got = fill_orders(rows).unwrap();
        let totals: Vec<String> = got.totals.iter().map(|(t, n)| format!("{t}: {n}")).collect();
        assert_eq!(format!("rows={rows} orders={} dist={{{}}}", got.orders, totals.join(", ")), line);
        seen += 1;
    }
    assert_eq!(seen, 3);
    // As published with the data: rows filled from left to right score 39 and 68.
    assert_eq!((fill_orders(2).unwrap().obvious, fill_orders(3).unwrap().obvious), (39, 68));
}

#[test]
fn every_listed_order_scores_the_most() {
    let data = std::env::var("TESUJI_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").to_string());
    let path = format!("{data}/azul/remi_2_lines_best.txt");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no {path}");
        return;
    };
    let rows: Vec<Vec<usize>> = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix('(')?.strip_suffix(')'))
        .map(|l| l.split(',').map(|n| n.trim().parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 2 * 186);
    for pair in rows.chunks(2) {
        assert_eq!(order_total(pair), Some(40), "{pair:?}");
    }
    // Twice the same round, no such round, too few columns.
    for bad in [vec![0, 0, 1, 2, 3], vec![0, 1, 2, 3, 5], vec![0, 1, 2, 3]] {
        assert_eq!(order_total(&[bad]), None);
    }
}
