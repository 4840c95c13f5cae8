//! The golden seeds in a WebAssembly runtime: the same bytes as here.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Requests: scenarios over stages, players, walls, policies and types, and a game's calls on the
/// first of them.
fn requests() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for stage in ["EARLY", "MID", "LATE"] {
        for round in ["START", "MID", "END"] {
            for (players, wall, policy) in [
                (2, "coloured", "AllGreedy"),
                (2, "grey", "AllRandom"),
                (3, "coloured", "mixed"),
                (4, "coloured", "AllGreedy"),
            ] {
                let seed = 1_737_323_155_000u64 + all.len() as u64;
                let params = format!(
                    r#"{{"target_game_stage":"{stage}","target_round_stage":"{round}","players":{players},"wall":"{wall}","policy_mix":"{policy}","seed":"{seed}","strict":false,"max_attempts":40}}"#
                );
                all.push(vec!["generate_scenario".to_string(), params]);
            }
        }
    }
    for kind in ["denial", "adjacency"] {
        let params = format!(r#"{{"target_round_stage":"END","types":["{kind}"],"seed":"7"}}"#);
        all.push(vec!["generate_scenario".into(), params]);
    }
    let state = tesuji_azul_wasm::answer(&[&all[8][0], "\0", &all[8][1]].concat().into_bytes());
    let actions = tesuji_azul_wasm::answer(format!("list_legal_actions\0{state}").as_bytes());
    all.push(vec!["list_legal_actions".into(), state.clone()]);
    let action = actions.trim_start_matches('[').split("},{").next().unwrap_or_default().trim_end_matches(']');
    let action =
        if action.ends_with("}}") || !actions.contains("},{") { action.to_string() } else { format!("{action}}}") };
    for call in ["apply_action", "assess"] {
        all.push(vec![call.into(), state.clone(), action.clone()]);
    }
    all.push(vec!["resolve_end_of_round".into(), state, "5".into()]);
    all.push(vec!["no_such_call".into()]);
    all
}

fn native(request: &[String]) -> String {
    tesuji_azul_wasm::answer(request.join("\0").as_bytes())
}

/// FNV-1a over all answers of the native build.
fn hash(answers: &[String]) -> u64 {
    answers
        .iter()
        .flat_map(|a| a.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[test]
fn answers_are_pinned() {
    let requests = requests();
    let answers: Vec<String> = requests.iter().map(|r| native(r)).collect();
    let failed = answers.iter().filter(|a| a.contains("GENERATION_FAILED")).count();
    assert!(failed <= 4, "{failed} of {} requests gave nothing", requests.len());
    assert!(answers.iter().any(|a| a.contains("\"regret\"")) && answers.iter().any(|a| a.contains("UNKNOWN_CALL")));
    assert_eq!(format!("{:016x}", hash(&answers)), GOLDEN);
}

/// Taken from the native build; the run below compares another platform with it.
const GOLDEN: &str = "04acdd132153ce15";

/// The module, built if the target is installed.
fn module() -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    // A folder of its own: the one in use is locked while tests run.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm");
    let ran = Command::new(cargo)
        .args(["build", "--release", "--target", "wasm32-unknown-unknown", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    let file = target.join("wasm32-unknown-unknown/release/tesuji_azul_wasm.wasm");
    if ran.status.success() && file.exists() {
        return Ok(file);
    }
    let words = String::from_utf8_lossy(&ran.stderr);
    match words.contains("can't find crate for `core`") || words.contains("may not be installed") {
        true => Err("the target wasm32-unknown-unknown is not installed".into()),
        false => panic!("the module does not build:\n{words}"),
    }
}

#[test]
fn a_runtime_gives_the_same_bytes() {
    if !Command::new("node").arg("--version").stdout(Stdio::null()).status().is_ok_and(|s| s.success()) {
        eprintln!("SKIPPED: no WebAssembly runtime (node) is installed");
        return;
    }
    // The module that another build made, or one made now (minutes the first time).
    let module = match std::env::var("TESUJI_AZUL_WASM").ok().filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => match module() {
            Ok(path) => path,
            Err(why) => {
                eprintln!("SKIPPED: {why}");
                return;
            }
        },
    };
    let requests = requests();
    let mut node = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run.mjs"))
        .arg(&module)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let quoted = |r: &Vec<String>| {
        let parts: Vec<String> = r.iter().map(|p| format!("{:?}", p)).collect();
        format!("[{}]\n", parts.join(","))
    };
    let lines: String = requests.iter().map(quoted).collect();
    node.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let out = node.wait_with_output().unwrap();
    assert!(out.status.success());
    let text = String::from_utf8(out.stdout).unwrap();
    let answers: Vec<&str> = text.lines().collect();
    assert_eq!(answers.len(), requests.len());
    for (request, answer) in requests.iter().zip(answers) {
        assert_eq!(answer, native(request), "{request:?}");
    }
}
