//! A table with a heading: puzzle, stored solution, and grade.

use tesuji_genre::Record;

/// The columns.
pub(crate) const HEADING: &str = "puzzle,solution,tier,score";

/// Writes the row of a record.
pub(crate) fn row(record: &Record) -> String {
    let solution = record.solution.as_ref().and_then(|s| s.text()).unwrap_or_default();
    let (tier, score) = match &record.grade {
        Some(grade) => (grade.tier.clone(), grade.score.map(|score| score.to_string()).unwrap_or_default()),
        None => Default::default(),
    };
    [&record.puzzle, solution, &tier, &score].map(quoted).join(",")
}

/// A field, in quotation marks where it has a comma.
fn quoted(field: &str) -> String {
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_string() }
}
