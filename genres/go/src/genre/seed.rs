//! Problems in the schema of the source document's `puzzles.jsonl`.

use super::around::is_tree_of;
use crate::grade::tags;
use crate::names::MOTIFS;
use crate::problem::root_of;
use crate::{Color, Problem, difficulty};
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use tesuji_genre::{Bad, Record};
use tesuji_sgf::{Collection, Node};

/// A line of the file, its fields in the order of the document.
#[derive(Serialize)]
struct Seed {
    difficulty: String,
    initial_state_sgf: String,
    solution_sgf: String,
    tags: Vec<String>,
    metadata: Metadata,
}

/// Where a problem is from.
#[derive(Serialize)]
struct Metadata {
    source_sgf_hash: Option<String>,
    original_move_number: Option<u64>,
    katago_winrate_drop: Option<f64>,
}

/// Writes records, one a line.
///
/// # Errors
/// [`Bad`] where a record is not graded, or has no right move in its tree.
pub(super) fn write(records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
    for record in records {
        let text = serde_json::to_string(&seed_of(&record)?).map_err(|e| Bad::new(e.to_string()))?;
        writeln!(out, "{text}").map_err(|e| Bad::new(format!("writing failed: {e}")))?;
    }
    Ok(())
}

fn seed_of(record: &Record) -> Result<Seed, Bad> {
    let problem = Problem::parse(&record.puzzle).map_err(|e| Bad::new(e.what).column(e.column))?;
    let grade = record.grade.as_ref().ok_or_else(|| Bad::new("not graded: `tesuji grade` does that").at("grade"))?;
    let known = |name: &str| record.extra.get(name).or_else(|| grade.extra.get(name));
    let rank = known("rank").and_then(Value::as_str).map(str::to_string);
    let tree = record.solution.as_ref().map_or("", |s| s.tree());
    let (sgf, _) = Collection::parse(tree.as_bytes());
    let unsolved = || Bad::new("no right move in the solution's tree: `tesuji grade` finds one").at("solution");
    let root = sgf.roots().next().filter(|root| is_tree_of(&problem, *root)).ok_or_else(unsolved)?;
    let key = root.children().find(|child| child.has("TE")).ok_or_else(unsolved)?;
    let tags = match known("tags").and_then(Value::as_array) {
        Some(list) => list.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        None => {
            let motifs = MOTIFS.iter().map(|m| m.id).filter(|id| grade.techniques.contains_key(*id));
            tags(&problem, motifs, key.main_line().count()).into_iter().map(str::to_string).collect()
        }
    };
    let metadata = |name: &str| record.extra.get("metadata").and_then(|m| m.get(name));
    let of_source = || record.source.as_ref().and_then(|s| s.extra.get("hash")).and_then(Value::as_str);
    let hash = metadata("source_sgf_hash").and_then(Value::as_str).or_else(of_source);
    Ok(Seed {
        difficulty: rank.unwrap_or_else(|| difficulty::rank(grade.score.unwrap_or(0))),
        initial_state_sgf: initial(&problem),
        solution_sgf: moves(key),
        tags,
        metadata: Metadata {
            source_sgf_hash: hash.map(str::to_string),
            original_move_number: metadata("original_move_number").and_then(Value::as_u64),
            katago_winrate_drop: metadata("katago_winrate_drop").and_then(Value::as_f64),
        },
    })
}

/// The position alone, with who is to play in words.
fn initial(problem: &Problem) -> String {
    let mut sgf = Collection::new();
    let root = root_of(problem, &mut sgf);
    let words = if problem.color() == Color::Black { "Black to play." } else { "White to play." };
    sgf.add(root, "C", words);
    String::from_utf8_lossy(&sgf.write()).trim().to_string()
}

/// A node and all below as a game of moves alone.
fn moves(top: Node<'_>) -> String {
    enum Part<'a> {
        Node(Node<'a>),
        Text(&'static str),
    }
    let mut out = String::new();
    let mut left = vec![Part::Text(")"), Part::Node(top), Part::Text("(")];
    while let Some(part) = left.pop() {
        let node = match part {
            Part::Text(text) => {
                out.push_str(text);
                continue;
            }
            Part::Node(node) => node,
        };
        for (name, value) in ["B", "W"].into_iter().filter_map(|name| Some((name, node.text(name)?))) {
            // A point has two letters: nothing in it is to be escaped.
            if value.bytes().all(|b| b.is_ascii_lowercase()) {
                out.push_str(&format!(";{name}[{value}]"));
            }
        }
        let children: Vec<Node<'_>> = node.children().collect();
        let is_branch = children.len() > 1;
        for child in children.into_iter().rev() {
            if is_branch {
                left.extend([Part::Text(")"), Part::Node(child), Part::Text("(")]);
            } else {
                left.push(Part::Node(child));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Who, solve};
    use tesuji_genre::GradeInfo;
    use tesuji_solver::Limits;

    fn record() -> Record {
        let line = "9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##";
        let problem = Problem::parse(line).unwrap();
        let solution = solve(&problem, &Limits::default(), Who::Search).unwrap().solutions.remove(0);
        let grade = GradeInfo { tier: "easy".into(), score: Some(25), ..GradeInfo::default() };
        let metadata =
            serde_json::json!({"source_sgf_hash": "a1", "original_move_number": 145, "katago_winrate_drop": null});
        let extra = [("metadata".to_string(), metadata), ("rank".to_string(), "21k".into())].into();
        Record { puzzle: line.into(), solution: Some(solution), grade: Some(grade), extra, ..Record::default() }
    }

    #[test]
    fn fields_stand_in_the_order_of_the_document() {
        let mut out = Vec::new();
        write(&mut std::iter::once(record()), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let at: Vec<usize> = [
            "{\"difficulty\":\"21k\",\"initial_state_sgf\":\"(;GM[1]",
            "C[White to play.])\",\"solution_sgf\":\"(;W[ba]",
            "\"tags\":[\"life-and-death\",\"corner\",\"to-live\"",
            "\"metadata\":{\"source_sgf_hash\":\"a1\",\"original_move_number\":145,\"katago_winrate_drop\":null}}\n",
        ]
        .map(|part| text.find(part).unwrap_or_else(|| panic!("{part} in {text}")))
        .into();
        assert!(at.is_sorted() && at[0] == 0, "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value.as_object().unwrap().len(), 5);
        // Both games stand by themselves.
        for name in ["initial_state_sgf", "solution_sgf"] {
            let (sgf, faults) = Collection::parse(value[name].as_str().unwrap().as_bytes());
            assert!(sgf.roots().len() == 1 && faults.is_empty(), "{faults:?}");
        }
    }

    #[test]
    fn branches_stay_branches() {
        let (sgf, _) = Collection::parse(b"(;B[aa]TE[1]C[x](;W[bb];B[])(;W[cc]N[y](;B[dd])(;B[ee])))");
        assert_eq!(moves(sgf.roots().next().unwrap()), "(;B[aa](;W[bb];B[])(;W[cc](;B[dd])(;B[ee])))");
    }

    #[test]
    fn what_is_missing_is_named() {
        let why = |record: Record| write(&mut std::iter::once(record), &mut Vec::new()).unwrap_err().to_string();
        assert!(why(Record { grade: None, ..record() }).contains("not graded"));
        assert!(why(Record { solution: None, ..record() }).contains("no right move"));
    }
}
