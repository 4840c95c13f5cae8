//! `tesuji mill`: counts, tables, and what is refused.

use crate::run;

use run::{piped, tesuji};

const WON: &str = "@@*O***@/**O*****/****O*** w m p 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

#[test]
fn perft_counts_actions_and_turns() {
    let lines = tesuji(&["mill", "perft", "--depth", "3"]).code(0).json();
    let leaves: Vec<_> = lines.iter().map(|l| l["leaves"].as_u64()).collect();
    assert_eq!(leaves, [Some(24), Some(552), Some(12_144)]);
    let lasker = tesuji(&["mill", "perft", "--depth", "3", "--variant", "lasker_morris"]).code(0).json();
    assert_eq!(lasker[2]["leaves"], 13_552);
    let moving = tesuji(&["mill", "perft", WON, "--turns", "--depth", "1"]).code(0).json();
    assert_eq!((&moving[0]["leaves"], &moving[0]["unit"]), (&54.into(), &"turns".into()));
}

#[test]
fn tables_are_built_kept_probed_and_verified() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = dir.path().join("tables");
    let at = ["--tables", tables.to_str().expect("a plain path")];
    let call = |words: &[&str]| tesuji(&[&["mill", "tables"], words, &at].concat());
    let built = call(&["build", "--sector", "3-3", "--json"]).code(0).says("3-3: 210140 places").json();
    assert_eq!((&built[0]["built"], &built[0]["stop"]), (&210_140.into(), &"exhausted".into()));
    let kept = call(&["build", "--up-to", "3-3"]).code(0).says("3-3: there already").json();
    assert_eq!(kept[0]["built"], 0);
    let stats = call(&["stats", "--json"]).code(0).json();
    assert_eq!(stats[0]["counts"]["win"], 140_621);
    let probed = call(&["probe", WON]).code(0).json();
    assert_eq!((&probed[0]["value"], probed.len()), (&"win".into(), 55));
    let best = probed[1]["plies"].as_u64();
    assert_eq!(probed[0]["plies"].as_u64(), best, "the best turn comes first and has the position's value");
    let checked = call(&["verify", "--sector", "3-3"]).code(0).json();
    assert_eq!((&checked[0]["positions"], &checked[1]["bad"]), (&169_626.into(), &0.into()));

    let file = tables.join("plain-3-3.mill");
    let bytes = std::fs::read(&file).expect("there");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("writes");
    call(&["stats"]).code(1).says("truncated");
    let mut bad = bytes.clone();
    bad[5_000] ^= 1;
    std::fs::write(&file, &bad).expect("writes");
    call(&["verify"]).code(1).says("checksum");
    call(&["build", "--sector", "3-3"]).code(0).says("built anew");
    assert_eq!(std::fs::read(&file).expect("there"), bytes);
}

#[test]
fn wrong_words_are_refused() {
    tesuji(&["mill", "perft", "--variant", "morabaraba_12mm"]).code(2).says("morabaraba");
    tesuji(&["mill", "perft", "NNNNNNNNNNNNNNNNNNNNNNNN/xxoxxxxx/0/0/b w 9 9 0"]).code(1).says("17 fields are needed");
    tesuji(&["mill", "tables", "build", "--up-to", "2-3"]).code(2).says("2-3");
    tesuji(&["mill", "tables", "build", "--variant", "russian_mill"]).code(1).says("no tables for these rules");
    tesuji(&["mill", "tables", "verify", "--sector", "3-3", "--tables", "no/such/folder"]).code(1).says("not built");
    for command in ["verify", "stats"] {
        tesuji(&["mill", "tables", command, "--tables", "no/such/folder"])
            .code(1)
            .says("no tables of this variant here");
    }
    tesuji(&["mill"]).code(2);
}

#[test]
fn an_exported_pack_holds_all_records_and_validates() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let (made, pack) = (at("made.jsonl"), at("all.sanmill_puzzles"));
    let want = ["generate", "--genre", "mill", "--category", "formMill", "--count", "3", "--seed", "1"];
    tesuji(&[&want[..], &["--tables", &at("tables"), "--into", &made]].concat()).code(0);
    tesuji(&["corpus", "export", "--genre", "mill", "--format", "sanmill", &made, "--out", &pack]).code(0);
    tesuji(&["mill", "validate", &pack]).code(0);
    let read = tesuji(&["solve", "--genre", "mill", "--json", &pack]).code(0).json();
    assert_eq!(read.iter().filter(|r| r["genre"] == "mill").count(), 3);
    // A number of positions is a limit, not a word in the wind.
    tesuji(&["solve", "--genre", "mill", "--nodes", "1", &made]).code(1).says("3 unfinished (nodes)");
}

#[test]
fn openings_with_men_that_may_wait_are_refused() {
    let want = ["generate", "--genre", "mill", "--category", "opening", "--variant", "lasker_morris", "--count", "1"];
    tesuji(&want).code(2).says("no openings of lasker_morris");
}

/// A record's solution is compared with the found one, and stays where it says more.
#[test]
fn stored_turns_are_checked_and_kept() {
    let dir = tempfile::tempdir().expect("a folder");
    let made = tesuji(&["generate", "--genre", "mill", "--category", "formMill", "--count", "3", "--seed", "2"]);
    let records = made.code(0).json();
    let file = dir.path().join("made.jsonl");
    let write = |records: &[serde_json::Value]| {
        let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
        std::fs::write(&file, lines.join("\n")).expect("writes");
        file.to_str().expect("a plain path").to_string()
    };
    let path = write(&records);
    let ran = tesuji(&["check", "--genre", "mill", &path]).code(0).says("0 disagreements");
    assert!(!ran.words().contains("takes no part"), "what solves no games is not missed");
    for command in ["solve", "grade"] {
        let after = tesuji(&[command, "--genre", "mill", &path]).code(0).json();
        let kept: Vec<_> = after.iter().map(|r| &r["solution"]).collect();
        assert_eq!(kept, records.iter().map(|r| &r["solution"]).collect::<Vec<_>>(), "{command}");
    }
    let wrong: [fn(&mut serde_json::Value); 4] = [
        |s| s["turns"] = (s["turns"].as_u64().unwrap_or(0) + 1).into(),
        |s| s["key"] = serde_json::json!(["a1-a2"]),
        |s| s["line"] = serde_json::json!([]),
        |s| *s = "a1-a2".into(),
    ];
    for change in wrong {
        let mut records = records.clone();
        records.iter_mut().for_each(|r| change(&mut r["solution"]));
        tesuji(&["check", "--genre", "mill", &write(&records)]).code(1).says("3 disagreements").says("the stored");
    }
}

#[test]
fn stored_moves_of_azul_are_checked() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("made.jsonl");
    let make = ["generate", "--genre", "azul", "--stage", "any/end", "--tiles", "6", "--count", "3", "--seed", "1"];
    let records = tesuji(&make).code(0).json();
    let check = |records: &[serde_json::Value]| {
        let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
        std::fs::write(&file, lines.join("\n")).expect("writes");
        tesuji(&["check", "--genre", "azul", file.to_str().expect("a plain path")])
    };
    check(&records).code(0).says("3 puzzles; 0 disagreements");
    for (field, wrong) in [("moves", serde_json::json!(["1R1"])), ("value", 99.0.into())] {
        let mut records = records.clone();
        records.iter_mut().for_each(|r| r["solution"][field] = wrong.clone());
        check(&records).code(1).says("3 disagreements").says(&format!("the stored {}", field));
    }
}

#[test]
fn grades_of_azul_say_what_a_limit_left_out_and_only_what_is_allowed() {
    let make = ["generate", "--genre", "azul", "--type", "denial", "--count", "1", "--seed", "1"];
    let made = tesuji(&make).code(0).json()[0]["puzzle"].as_str().expect("a position").to_string();
    let grade = |more: &[&str]| piped(&[&["grade", "--genre", "azul", "--steps"], more].concat(), &made);
    let plain = grade(&[]).code(0).json();
    assert_eq!(plain[0]["grade"]["techniques"]["azul-denial"], 1);
    let less = grade(&["--without", "azul-denial"]).code(0).json();
    assert!(
        less[0]["grade"]["techniques"]["azul-denial"].is_null() && !less[0]["steps"].to_string().contains("Denial")
    );
    grade(&["--nodes", "1"]).code(1).says("1 unfinished (nodes)");
    grade(&["--trial", "1"]).code(2).says("no trial depth in azul");
}

/// The output states disk and memory before the work, a plan builds nothing, values alone take a
/// quarter of the room.
#[test]
fn builds_are_planned_and_values_suffice() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = dir.path().join("tables");
    let at = ["--tables", tables.to_str().expect("a plain path")];
    let call = |words: &[&str]| tesuji(&[&["mill", "tables"], words, &at].concat());
    let plan = call(&["build", "--all", "--plan", "--json", "--rate", "1000000"]).json();
    let summary = plan.last().expect("a summary");
    assert_eq!((plan.len(), &summary["places"]), (29, &9_193_626_407_u64.into()));
    assert_eq!((&summary["seconds"], plan[27]["sector"].as_str()), (&9193.626.into(), Some("9-9")));
    assert!(!tables.exists());
    let twelve = call(&["build", "--all", "--plan", "--variant", "twelve_mens_morris"]).stdout();
    assert!(twelve.contains("12-12") && twelve.contains("places to build"), "{twelve}");
    call(&["build", "--sector", "3-3", "--values-only"]).code(0).says("1 of 1 pairs to build").says("of disk");
    assert!(call(&["stats"]).code(0).stdout().contains("140621"));
    let sample = call(&["verify", "--sample", "2000", "--seed", "3"]).code(0).json();
    assert_eq!((&sample[0]["positions"], &sample[0]["bad"]), (&2000.into(), &0.into()));
    call(&["build", "--sector", "3-3", "--values-only"]).code(0).says("there already");
}

const PLACING: &str = "@@*O***@/**O*****/******** w p p 2 1 3 1 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

/// Positions with men in hand are solved down to the tables; what is missing is named.
#[test]
fn the_placing_phase_is_solved() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = dir.path().join("tables");
    let at = ["--tables", tables.to_str().expect("a plain path")];
    let call = |words: &[&str]| tesuji(&[&["mill"], words, &at].concat());
    let open = call(&["solve", PLACING]).code(1).says("3-4 (").json();
    assert_eq!((&open[0]["value"], open[0]["missing"].is_null()), (&"unknown".into(), false));
    call(&["tables", "build", "--sector", "4-3"]).code(0);
    let solved = call(&["solve", PLACING]).code(0).json();
    assert_eq!(solved[0]["stop"], "exhausted");
    // Each turn of the line keeps the value: what is left of it is solved as the rest.
    let line = solved[0]["line"].as_array().expect("a line");
    assert!(!line.is_empty() && solved[0]["value"] != "unknown");
    let start = call(&["solve", "start", "--nodes", "1000"]).code(1).says("a win for White: not known").json();
    assert_eq!((&start[0]["stop"], &start[0]["at_least"]), (&"nodes".into(), &"loss".into()));
    call(&["solve", "********/********/******** w p p 0 9 0 7 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"])
        .code(1)
        .says("White places first");
}

#[test]
fn studies_are_mined_with_their_proof() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = dir.path().join("tables");
    let at = ["--tables", tables.to_str().expect("a plain path")];
    let call = |words: &[&str]| tesuji(&[&["mill"], words, &at].concat());
    call(&["tables", "build", "--sector", "3-3"]).code(0);
    let found = call(&["mine", "--sector", "3-3", "--count", "2"]).code(0).json();
    let kinds: Vec<_> = found.iter().map(|r| r["study"]["kind"].as_str().unwrap_or_default()).collect();
    assert_eq!(kinds[..2], ["longest-win"; 2]);
    for record in &found {
        let plies = record["study"]["plies"].as_u64().unwrap_or(0);
        let line = record["solution"]["line"].as_array().expect("a line").len() as u64;
        assert_eq!(line, plies, "{record}");
    }
    assert_eq!(found[0]["study"]["plies"], 25, "the longest win of 3-3");
}

/// A pack for an app: tiers alike, ratings that fit them, many sectors, no position twice.
#[test]
fn a_pack_is_balanced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_string();
    let (out, tables) = (path("pack.json"), path("tables"));
    let pack = ["mill", "pack", "--category", "formMill,capturePieces", "--count", "60", "--seed", "3", "--tables"];
    let words = ["--id", "my_pack", "--name", "My pack", "--author", "A. Maker", "--date", "2026-11-28", "--json"];
    let ran = tesuji(&[&pack[..], &[&tables, "--out", &out], &words].concat());
    let ran = ran.says("tables: building");
    let summary = ran.json().pop().expect("a summary");
    let text = std::fs::read_to_string(&out).expect("a pack");
    let pack: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let metadata = &pack["metadata"];
    let said = ["id", "name", "author", "createdDate"].map(|key| metadata[key].as_str().unwrap_or_default());
    assert_eq!(said, ["my_pack", "My pack", "A. Maker", "2026-11-28"]);
    let puzzles = pack["puzzles"].as_array().expect("puzzles");
    assert!(puzzles.len() >= 50, "{summary}");
    let mut bands: std::collections::BTreeMap<usize, Vec<i64>> = Default::default();
    let tiers = ["beginner", "easy", "medium", "hard", "expert", "master"];
    for puzzle in puzzles {
        assert_eq!(puzzle["author"], "A. Maker");
        let tier = tiers.iter().position(|t| puzzle["difficulty"] == *t).expect("a tier");
        bands.entry(tier).or_default().push(puzzle["rating"].as_i64().expect("a rating"));
    }
    let bands: Vec<(i64, i64)> =
        bands.values().map(|all| (*all.iter().min().expect("one"), *all.iter().max().expect("one"))).collect();
    assert!(bands.len() >= 5 && bands.windows(2).all(|two| two[0].1 < two[1].0), "{bands:?}");
    for category in summary["categories"].as_array().expect("categories") {
        let most = category["sectors"].as_object().expect("sectors").values().filter_map(|n| n.as_u64()).max();
        assert!(most <= Some(category["wanted"].as_u64().expect("a number") / 10), "{category}");
    }
    tesuji(&["mill", "validate", &out, "--tables", &tables]).code(0);
    tesuji(&["mill", "pack", "--out", "x.zip"]).code(2).says("a pack is a .json file");
}
