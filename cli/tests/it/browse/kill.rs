//! Verdicts that were acknowledged are there, whenever the server is killed.

use super::server::{Server, answer, write_records};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tesuji_corpus::verdicts::{Verdict, Verdicts, verdicts_path};

const DECISIONS: u64 = 1_000;
const KILLS: usize = 20;

#[test]
fn no_acknowledged_verdict_is_lost() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    let ids = write_records(&file, 300);
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    let mut kills = BTreeSet::new();
    while kills.len() < KILLS {
        kills.insert(rng.next_u64() % DECISIONS);
    }
    let mut expected: BTreeMap<&str, Verdict> = BTreeMap::new();
    let mut acknowledged = 0;
    let mut server = Server::start(&file, &["--again", "0"]);
    for i in 0..DECISIONS {
        let n = (rng.next_u64() % ids.len() as u64) as usize;
        let (verdict, name) = [(Verdict::Approve, "approve"), (Verdict::Delete, "delete"), (Verdict::Skip, "skip")]
            [(rng.next_u64() % 3) as usize];
        let request = server.request("POST", "/api/verdict", &format!(r#"{{"n":{n},"verdict":"{name}"}}"#));
        let is_killed = kills.contains(&i);
        let stream = server.send(&request);
        if is_killed {
            // Before it is read, while it is written, or after.
            std::thread::sleep(Duration::from_micros(rng.next_u64() % 4_000));
            server.child.kill().expect("kills");
            server.child.wait().expect("ends");
        }
        let (status, text) = answer(stream);
        let is_acknowledged = status == 200 && text.ends_with('}');
        assert!(is_acknowledged || is_killed, "{text}");
        acknowledged += u64::from(is_acknowledged);
        if is_acknowledged {
            expected.insert(&ids[n], verdict);
        }
        if is_killed {
            server = Server::start(&file, &["--again", "0"]);
            let kept = Verdicts::read(&verdicts_path(&file)).expect("reads");
            let now = kept.of(&ids[n]).map(|s| s.verdict);
            if !is_acknowledged && now == Some(verdict) {
                // It was written, and the answer was lost: that is no loss.
                expected.insert(&ids[n], verdict);
            }
            for (id, verdict) in &expected {
                assert_eq!(kept.of(id).map(|s| s.verdict), Some(*verdict), "{id} after {i} decisions");
            }
        }
    }
    let kept = Verdicts::read(&verdicts_path(&file)).expect("reads");
    assert_eq!(kept.ids().count(), expected.len());
    assert!(expected.iter().all(|(id, verdict)| kept.of(id).map(|s| s.verdict) == Some(*verdict)));
    eprintln!("{acknowledged} of {DECISIONS} acknowledged, {KILLS} kills, none lost");
}
