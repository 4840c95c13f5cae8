//! Migrations against a real PostgreSQL, started here over a socket; skipped where there is none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tesuji_corpus::sql::{Seed, SeedOptions};
use tesuji_genre::{GradeInfo, Record, Source, record_id};

/// A server with its data in a folder of its own.
struct Server {
    dir: tempfile::TempDir,
    bin: PathBuf,
    is_root: bool,
}

impl Server {
    fn start() -> Option<Server> {
        let bin = programs()?;
        let dir = tempfile::tempdir().expect("a folder");
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.trim_ascii() == b"0");
        let server = Server { dir, bin, is_root };
        if is_root {
            // PostgreSQL does not run as root.
            let given = Command::new("chown").arg("postgres").arg(server.dir.path()).status();
            if !given.is_ok_and(|s| s.success()) {
                return None;
            }
        }
        let data = server.at("data");
        let socket = server.dir.path().display().to_string();
        let options = format!("-c listen_addresses= -c unix_socket_directories={socket} -c fsync=off");
        let init = ["-D", &data, "-A", "trust", "-U", "tesuji", "--no-locale", "-E", "UTF8", "--no-sync"];
        let log = server.at("log");
        let start = ["-D", &data, "-w", "-l", &log, "-o", &options, "start"];
        for (program, args) in [("initdb", &init[..]), ("pg_ctl", &start[..])] {
            let ran =
                server.own(program).args(args).stdout(Stdio::null()).stderr(Stdio::piped()).output().expect("runs");
            assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
        }
        Some(server)
    }

    fn at(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    /// A program as the user that PostgreSQL runs as.
    fn own(&self, program: &str) -> Command {
        let path = self.bin.join(program);
        if self.is_root {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(path);
            command
        } else {
            Command::new(path)
        }
    }

    fn client(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(self.bin.join(program));
        command.args(["-h", &self.dir.path().display().to_string(), "-U", "tesuji"]).args(args);
        command
    }

    /// The result of a query.
    fn asks(&self, query: &str) -> String {
        let ran = self.client("psql", &["-d", "postgres", "-XAtq", "-c", query]).output().expect("runs");
        assert!(ran.status.success(), "{query}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).expect("text").trim_end_matches('\n').to_string()
    }

    fn runs(&self, file: &Path) {
        let file = file.display().to_string();
        let ran = self.client("psql", &["-d", "postgres", "-Xq", "-v", "ON_ERROR_STOP=1", "-f", &file]).output();
        let ran = ran.expect("runs");
        let words = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && words.is_empty(), "{words}");
    }

    fn dump(&self) -> Vec<u8> {
        let ran = self.client("pg_dump", &["postgres"]).output().expect("runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        // Newer versions fence the dump with a random word.
        let text = String::from_utf8_lossy(&ran.stdout);
        let fenced = |l: &&str| l.starts_with("\\restrict") || l.starts_with("\\unrestrict");
        text.lines().filter(|l| !fenced(l)).collect::<Vec<_>>().join("\n").into_bytes()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.at("data");
        let _ = self.own("pg_ctl").args(["-D", &data, "-m", "immediate", "stop"]).stdout(Stdio::null()).status();
    }
}

/// The folder with the programs of PostgreSQL.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin"));
    let named = std::env::var_os("PATH").into_iter().flat_map(|p| std::env::split_paths(&p).collect::<Vec<_>>());
    versions.chain(named).find(|bin| ["initdb", "pg_ctl", "psql", "pg_dump"].iter().all(|p| bin.join(p).exists()))
}

/// Texts of people and attackers.
const HOSTILE: [&str; 10] = [
    "'; DROP TABLE puzzle; --",
    "back\\slash \\' \\\\",
    "one\n;COMMIT;\nDELETE FROM puzzle;",
    "$$ dollars $a$",
    ":'x' :x :\"x\"",
    "\\! touch /tmp/harm",
    "手筋 😀 \u{202e}reversed",
    "\"double\" \u{7}\t\r\u{1b}[31m",
    "E'\\x41' U&'\\0041'",
    "",
];

fn record(n: usize) -> Record {
    let puzzle = format!("puzzle {n}");
    let tier = ["beginner", "easy", "medium", "hard", "expert", "master"][n % 6];
    let techniques = [("atari".to_string(), 1 + n as u32 % 3), (format!("t'{}", n % 4), 1)].into();
    let grade =
        GradeInfo { tier: tier.into(), score: Some((n * 37 % 1000) as u32), techniques, ..GradeInfo::default() };
    let words = HOSTILE[n % HOSTILE.len()].to_string();
    let source =
        Source { file: Some(words.clone()), licence: Some(words.clone()), line: Some(n as u64), ..Source::default() };
    let extra = [("tags".to_string(), serde_json::json!(["corner", words]))].into();
    Record {
        id: record_id("toy", &puzzle),
        genre: "toy".into(),
        size: "1".into(),
        puzzle,
        grade: Some(grade),
        source: Some(source),
        extra,
        ..Record::default()
    }
}

fn migration(path: &Path, records: &[Record]) {
    let mut seed = Seed::new(SeedOptions::default());
    for record in records {
        seed.add(record, None).expect("fits");
    }
    let mut text = Vec::new();
    seed.write(&mut text).expect("writes");
    fs::write(path, text).expect("writes");
}

#[test]
fn migrations_run_twice_leave_the_same_rows_and_hostile_texts_unchanged() {
    let Some(server) = Server::start() else {
        eprintln!("SKIPPED: no PostgreSQL on this machine");
        return;
    };
    // The server's own setting would take backslashes for escapes.
    server.asks("ALTER ROLE tesuji SET standard_conforming_strings = off");
    let records: Vec<Record> = (0..1_250).map(record).collect();
    let (first, changed) = (server.dir.path().join("1.sql"), server.dir.path().join("2.sql"));
    migration(&first, &records);
    server.runs(&first);
    let (dump, touched) = (server.dump(), "SELECT md5(string_agg(id || xmin::text, ',' ORDER BY id)) FROM puzzle");
    let before = server.asks(touched);
    server.runs(&first);
    assert!(server.dump() == dump, "the second load changed something");
    assert_eq!(server.asks(touched), before, "rows were written again");
    assert_eq!(server.asks("SELECT count(*) FROM puzzle"), "1250");
    // Texts come back byte for byte, beside the record that has them too.
    for (i, words) in HOSTILE.iter().enumerate() {
        let id = &records[i].id;
        let of = |column: &str| {
            server.asks(&format!("SELECT encode(convert_to({column}, 'UTF8'), 'hex') FROM puzzle WHERE id = '{id}'"))
        };
        let hex: String = words.bytes().map(|b| format!("{b:02x}")).collect();
        assert_eq!((of("source_file"), of("licence"), of("tags[2]")), (hex.clone(), hex.clone(), hex), "{words:?}");
        let whole = server.asks(&format!("SELECT record FROM puzzle WHERE id = '{id}'"));
        assert_eq!(serde_json::from_str::<Record>(&whole).expect("a record"), records[i]);
    }
    // Floors: sizes within one, harder upwards, every tenth a boss's.
    let sizes = "SELECT min(n) || ' ' || max(n) || ' ' || count(*) FROM (SELECT count(*) AS n FROM puzzle GROUP BY floor_number) AS f";
    assert_eq!(server.asks(sizes), "12 13 100");
    let bosses = "SELECT count(DISTINCT floor_number) FROM puzzle WHERE is_boss AND floor_number % 10 = 0";
    assert_eq!(server.asks(bosses), "10");
    assert_eq!(server.asks("SELECT count(*) FROM puzzle WHERE is_boss <> (floor_number % 10 = 0)"), "0");
    // A record that changed changes its row and its techniques, and no other's.
    let mut records = records;
    let grade = records[7].grade.as_mut().expect("graded");
    grade.techniques = [("ladder".to_string(), 9)].into();
    migration(&changed, &records);
    server.runs(&changed);
    let id = &records[7].id;
    let now = server
        .asks(&format!("SELECT string_agg(technique || times, ',') FROM puzzle_technique WHERE puzzle_id = '{id}'"));
    assert_eq!(now, "ladder9");
    let rewritten =
        format!("SELECT count(*) FROM puzzle WHERE xmin <> (SELECT xmin FROM puzzle WHERE id = '{}')", records[8].id);
    assert_eq!(server.asks(&rewritten), "1");
}

/// Tables of an earlier version are filled in.
#[test]
fn tables_of_an_earlier_version_get_what_they_lack() {
    let Some(server) = Server::start() else {
        eprintln!("SKIPPED: no PostgreSQL on this machine");
        return;
    };
    server.asks(
        "CREATE TABLE puzzle (id VARCHAR(16) PRIMARY KEY, canon VARCHAR(16), genre VARCHAR(64) NOT NULL, \
         size VARCHAR(64) NOT NULL, puzzle TEXT NOT NULL, solution TEXT, tier VARCHAR(16), score INTEGER, \
         solved INTEGER, trial_depth INTEGER, source_file TEXT, source_line BIGINT, licence TEXT, record TEXT NOT NULL)",
    );
    let path = server.dir.path().join("1.sql");
    migration(&path, &[record(1), record(2)]);
    server.runs(&path);
    server.runs(&path);
    assert_eq!(
        server.asks("SELECT count(*) FROM puzzle WHERE floor_number IS NOT NULL AND difficulty IS NOT NULL"),
        "2"
    );
}
