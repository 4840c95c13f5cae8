use super::*;
use tesuji_genre::{GradeInfo, record_id};

fn record(text: &str, tier: &str, score: u32) -> Record {
    let grade = GradeInfo {
        tier: tier.into(),
        score: Some(score),
        techniques: [("t'".to_string(), 2)].into(),
        ..Default::default()
    };
    Record {
        id: record_id("toy", text),
        genre: "o'toy".into(),
        puzzle: text.into(),
        grade: Some(grade),
        ..Default::default()
    }
}

fn written(seed: Seed) -> (Seeded, String) {
    let mut out = Vec::new();
    let told = seed.write(&mut out).expect("writes");
    (told, String::from_utf8(out).expect("text"))
}

#[test]
fn quotes_are_doubled_and_nul_is_replaced() {
    let mut seed = Seed::new(SeedOptions { tables: false, floors: 3 });
    let hostile = record("a'b\\\0;COMMIT;", "easy", 1);
    assert_eq!(with_nul(&hostile), ["puzzle"]);
    assert!(seed.add(&hostile, None).expect("fits"));
    assert!(!seed.add(&hostile, None).expect("fits"), "one row a puzzle");
    let (_, text) = written(seed);
    assert!(text.contains("'o''toy'") && text.contains("'a''b\\\u{fffd};COMMIT;'") && text.contains("'t'''"), "{text}");
    assert!(!text.contains('\0') && text.matches('\'').count() % 2 == 0, "{text}");
    assert!(text.starts_with("SET standard_conforming_strings = on;") && text.trim_end().ends_with("COMMIT;"));
}

#[test]
fn rows_are_sorted_by_difficulty_and_parted_into_statements() {
    let mut seed = Seed::new(SeedOptions::default());
    for i in 0..1_100_u32 {
        let tier = ["hard", "easy", "medium"][(i % 3) as usize];
        seed.add(&record(&format!("p{i}"), tier, 7 * i % 100), None).expect("fits");
    }
    seed.add(&Record { grade: None, ..record("bare", "easy", 0) }, None).expect("fits");
    let (told, text) = written(seed);
    assert_eq!((told.rows, told.ungraded, told.bosses), (1_101, 1, 110));
    assert_eq!(text.matches("INSERT INTO puzzle (").count(), 3);
    let tiers: Vec<usize> = text
        .lines()
        .filter(|l| l.contains("'o''toy'"))
        .filter_map(|l| ["'easy'", "'medium'", "'hard'"].iter().position(|t| l.contains(&format!(", {t}, "))))
        .collect();
    assert!(tiers.len() == 1_100 && tiers.is_sorted());
    assert_eq!(text.matches(", 100, TRUE)").count(), 11);
    assert_eq!(text.matches(", NULL, FALSE)").count(), 1);
}

#[test]
fn a_line_that_no_database_counts_is_refused() {
    let source = Some(tesuji_genre::Source { line: Some(u64::MAX), ..Default::default() });
    let bad = Seed::default().add(&Record { source, ..record("x", "easy", 1) }, None).expect_err("too large");
    assert!(bad.to_string().contains("too large"), "{bad}");
}
