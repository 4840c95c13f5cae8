//! Variants: texts are read back as they were written, and external cases have the one solution that
//! is stored with them.

use std::path::Path;
use std::time::{Duration, Instant};
use tesuji_genre::clue::ClueGenre;
use tesuji_pencil::VARIANT;
use tesuji_pencil::variant::{decompress, fpuzzles};
use tesuji_solver::{Domain, Limits, Value};

/// Lines of an external file; none, said out loud, where it is not there.
fn external(name: &str) -> Vec<serde_json::Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pencil/variants").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect()
}

struct Solved {
    solutions: Vec<Vec<Value>>,
    is_sure: bool,
    cells: usize,
}

fn solve(text: &str, time: Duration) -> Result<Solved, String> {
    let puzzle = VARIANT.parse(text).map_err(|bad| bad.to_string())?.puzzle;
    let layout = VARIANT.layout(&puzzle.structure, &puzzle.clues).map_err(|e| e.to_string())?;
    let mut domains: Vec<Domain> = layout.network.domains().to_vec();
    for (_, var, keep) in VARIANT.clue_patterns(&puzzle.structure, &puzzle.clues) {
        domains[var.index()] &= keep;
    }
    let answer = layout.solve(&domains, &Limits::solutions(2).with_time(time));
    for solution in &answer.solutions {
        assert!(layout.is_solution(&domains, solution));
    }
    let cells = puzzle.structure.grid.cells();
    Ok(Solved { is_sure: answer.stop.is_complete(), solutions: answer.solutions, cells })
}

/// Are these the stored values: numbers one after the other, or letters from A on?
fn is_stored(values: &[Value], solution: &str) -> bool {
    let letter = |&v: &Value| char::from(b'A' + v.max(1) - 1);
    values.iter().map(Value::to_string).collect::<String>() == solution
        || values.iter().map(letter).collect::<String>() == solution
}

/// Cases that may take long in an unoptimised build are left to the suite of the same name.
const TIME: Duration = Duration::from_secs(20);

fn compare(name: &str, text: &str, solution: &str) -> &'static str {
    let start = Instant::now();
    let said = match solve(text, TIME) {
        Err(why) => {
            eprintln!("{name}: {why}");
            return "refused";
        }
        Ok(solved) => {
            let fits = |one: &[Value]| is_stored(&one[..solved.cells], solution);
            match &solved.solutions[..] {
                [one] if solved.is_sure && fits(one) => "right",
                [one] if fits(one) => "not proved",
                [] if !solved.is_sure => "open",
                all => {
                    eprintln!("{name}: {all:?}");
                    "wrong"
                }
            }
        }
    };
    eprintln!("{name}: {said}, {} ms", start.elapsed().as_millis());
    said
}

#[test]
fn constraint_strings_have_the_stored_solutions() {
    let wanted = std::env::var("VARIANT_CASE").ok();
    let mut refused = 0;
    let mut wrong = Vec::new();
    for case in external("iss.jsonl") {
        let text = |key: &str| case[key].as_str().expect("a text").to_string();
        if wanted.as_ref().is_some_and(|w| !text("name").contains(w)) {
            continue;
        }
        match compare(&text("name"), &text("input"), &text("solution")) {
            "refused" => refused += 1,
            "wrong" => wrong.push(text("name")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    // Eight of the cases build regions.
    assert!(refused <= 8, "{refused} refused");
}

#[test]
fn documents_have_the_stored_solutions() {
    for case in external("fpuzzles.jsonl") {
        let text = |key: &str| case[key].as_str().expect("a text").to_string();
        let said = compare(&case["title"].to_string(), &text("fpuzzles"), &text("solution"));
        assert!(said != "wrong" && said != "refused", "{}", case["title"]);
    }
}

#[test]
fn documents_are_read_back_as_they_were() {
    for case in external("fpuzzles.jsonl") {
        let code = case["fpuzzles"].as_str().expect("a text");
        let document = decompress(code).expect("a document");
        assert_eq!(tesuji_pencil::variant::compress(&document), code);
        let (design, values, _) = fpuzzles::read(&document).expect("read");
        let again = fpuzzles::write(&design, &|_| true, &values).expect("written");
        let (design_again, values_again, _) = fpuzzles::read(&again).expect("read again");
        assert_eq!((&design_again.grid, &values_again), (&design.grid, &values));
        assert_eq!(design_again.extras, design.extras);
        assert_eq!(design_again.constraints.len(), design.constraints.len());
        assert!(design.constraints.iter().all(|c| design_again.constraints.contains(c)));
    }
}

fn assert_read_back(name: &str, text: &str) {
    let Ok(parsed) = VARIANT.parse(text) else { return };
    let line = VARIANT.print(&parsed.puzzle);
    let again = VARIANT.parse(&line).unwrap_or_else(|bad| panic!("{name}: {bad}\n{line}")).puzzle;
    assert_eq!(VARIANT.print(&again), line, "{name}");
    assert_eq!(again.structure, parsed.puzzle.structure, "{name}");
    assert_eq!(again.clues, parsed.puzzle.clues, "{name}");
}

#[test]
fn lines_are_read_back_as_they_were_written() {
    for case in external("iss.jsonl") {
        assert_read_back(&case["name"].to_string(), case["input"].as_str().expect("a text"));
    }
    for case in external("fpuzzles.jsonl") {
        assert_read_back(&case["title"].to_string(), case["fpuzzles"].as_str().expect("a text"));
    }
    for case in external("fpuzzles_laws.jsonl") {
        assert_read_back(&case["name"].to_string(), &case["wide"].to_string());
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, place) in [
        (".Thermo~R1C1~R1Cz", "Thermo R1Cz"),
        (".Nonsense~R1C1", "Nonsense"),
        (".ChaosConstruction", "ChaosConstruction"),
        (".Cage~x~R1C1", "Cage"),
        (".Shape~99x2", "Shape"),
        (".Or.Cage~3~R1C1~R1C2", "Or"),
        (".End", "End"),
        (".~R1C1_12", "Given R1C1_12"),
        (".WhiteDot~R1C1~R3C3", "WhiteDot r1c1"),
        (".~R1C1_1_2~R1C1_3", "r1c1"),
        ("{\"size\":9,\"grid\":[]}", "grid"),
        ("{\"size\":1,\"grid\":[[{}]],\"nonsense\":[{}]}", "nonsense[0]"),
        ("{\"size\":1,\"grid\":[[{}]],\"thermometer\":[{\"lines\":[[\"R1C2\"]]}]}", "thermometer[0].lines[0][0]"),
    ] {
        let bad = VARIANT.parse(text).expect_err(text);
        assert_eq!(bad.at.as_deref(), Some(place), "{text}: {bad}");
    }
}
