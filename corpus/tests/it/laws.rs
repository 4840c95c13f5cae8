//! Laws: merging does not depend on order or grouping, what is stored comes back, no bytes make a
//! reader panic.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use std::io::Read;
use tesuji_corpus::passes::check::{CheckSummary, SolverSummary};
use tesuji_corpus::passes::{DedupeSummary, GradeSummary, ImportSummary, SolveSummary, StatsSummary};
use tesuji_corpus::{Codec, Content, FrameWriter, Item, Reader, Source, Summary, union, unpack};
use tesuji_genre::{GradeInfo, Need, Record, State};

fn counts() -> impl Strategy<Value = std::collections::BTreeMap<String, u64>> {
    btree_map("[a-c]", 0..9u64, 0..3)
}

fn solver() -> impl Strategy<Value = SolverSummary> {
    (vec(0..9u64, 6), counts(), counts(), "[a-c]?").prop_map(|(n, unfinished, refused, limits)| SolverSummary {
        asked: n[0],
        done: n[1],
        agree: n[2],
        differ: n[3],
        not_asked: n[4],
        over_share: n[5],
        unfinished,
        refused,
        limits,
    })
}

fn check() -> impl Strategy<Value = CheckSummary> {
    let solvers = btree_map("[a-c]", solver(), 0..3);
    (vec(0..9u64, 10), solvers, counts(), counts()).prop_map(|(n, solvers, blamed, given)| CheckSummary {
        puzzles: n[0],
        none: n[1],
        unique: n[2],
        multiple: n[3],
        open: n[4],
        readings: n[5],
        disagreements: n[6],
        uncompared: n[7],
        reviewed: n[8],
        given_wrong: n[9],
        given,
        solvers,
        blamed,
    })
}

fn solve() -> impl Strategy<Value = SolveSummary> {
    (vec(0..9u64, 9), counts()).prop_map(|(n, unfinished)| SolveSummary {
        unique: n[0],
        positions: n[7],
        undecided: n[4],
        several_moves: n[5],
        settled: n[6],
        begun: n[8],
        none: n[1],
        multiple: n[2],
        nodes: n[3],
        unfinished,
    })
}

fn grade() -> impl Strategy<Value = GradeSummary> {
    (counts(), counts(), counts(), counts(), btree_map(0..4u8, 0..9u64, 0..3), 0..9u64, counts()).prop_map(
        |(tiers, techniques, needs, unfinished, trial_depth, stalled, restricted)| GradeSummary {
            tiers,
            techniques,
            needs,
            unfinished,
            trial_depth,
            stalled,
            restricted,
        },
    )
}

fn stats() -> impl Strategy<Value = StatsSummary> {
    (vec(0..9u64, 5), vec(counts(), 5), btree_map(0..4u8, 0..9u64, 0..3), btree_map(0..900u32, 0..9u64, 0..3)).prop_map(
        |(n, c, trial_depth, scores)| StatsSummary {
            sizes: c[0].clone(),
            tiers: c[1].clone(),
            techniques: c[2].clone(),
            needs: c[3].clone(),
            licences: c[4].clone(),
            solved: n[0],
            graded: n[1],
            with_canon: n[2],
            with_state: n[3],
            stalled: n[4],
            scores,
            trial_depth,
        },
    )
}

/// Commutative, associative, with the empty summary as its unit; a summary survives being stored.
fn lawful<S: Summary>(a: &S, b: &S, c: &S) {
    let join = |x: &S, y: &S| {
        let mut z = x.clone();
        z.merge(y);
        z
    };
    assert_eq!(join(a, b), join(b, a));
    assert_eq!(join(&join(a, b), c), join(a, &join(b, c)));
    assert_eq!(join(&S::default(), a), *a);
    let stored = serde_json::to_string(a).expect("stores");
    assert_eq!(serde_json::from_str::<S>(&stored).expect("comes back"), *a);
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Into::into),
            btree_map("[a-z]{1,4}", inner, 0..4).prop_map(|m| serde_json::Value::Object(m.into_iter().collect())),
        ]
    })
}

fn grade_info() -> impl Strategy<Value = GradeInfo> {
    (0..9u32, any::<bool>(), btree_map("[a-c]", 0..9u32, 0..3), proptest::option::of(0..4u8)).prop_map(
        |(score, solved, techniques, trial_depth)| GradeInfo {
            tier: "easy".into(),
            score: Some(score),
            points: Some(score),
            solved,
            needs: Some(techniques.keys().map(|t| Need::new(t, score, 3)).collect()),
            techniques,
            trial_depth,
            ..GradeInfo::default()
        },
    )
}

fn record() -> impl Strategy<Value = Record> {
    let fields = (any::<String>(), any::<String>(), proptest::option::of("[a-z]{0,3}"));
    // A record's own names stay out of the unknown fields.
    let extra = btree_map("x[a-z]{0,5}", json(), 0..4);
    let known = (
        proptest::option::of(json().prop_filter("null is absence", |v| !v.is_null())),
        proptest::option::of(grade_info()),
        proptest::option::of(btree_map(0..81u32, 0..10u8, 0..4)),
    );
    (fields, known, extra).prop_map(|((puzzle, size, canon), (solution, grade, placed), extra)| Record {
        id: tesuji_genre::record_id("toy", &puzzle),
        genre: "toy".into(),
        canon,
        size,
        puzzle,
        state: placed.map(|placed| State { placed, ..State::default() }),
        solution: solution.map(Into::into),
        grade,
        source: None,
        extra,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn summaries_merge_in_any_order(a in check(), b in check(), c in check()) {
        lawful(&a, &b, &c);
    }

    #[test]
    fn small_summaries_too(
        s in vec(solve(), 3), g in vec(grade(), 3), t in vec(stats(), 3), i in vec(counts(), 3), d in vec(0..9u64, 3)
    ) {
        lawful(&s[0], &s[1], &s[2]);
        lawful(&g[0], &g[1], &g[2]);
        lawful(&t[0], &t[1], &t[2]);
        let i: Vec<_> = i.into_iter().map(|sizes| ImportSummary { sizes }).collect();
        lawful(&i[0], &i[1], &i[2]);
        let d: Vec<_> = d.into_iter().map(|duplicates| DedupeSummary { duplicates }).collect();
        lawful(&d[0], &d[1], &d[2]);
    }

    #[test]
    fn union_of_records_is_lawful(a in record(), b in record(), c in record()) {
        let same = |r: Record| Record { id: a.id.clone(), puzzle: a.puzzle.clone(), ..r };
        let (b, c) = (same(b), same(c));
        prop_assert_eq!(union(a.clone(), b.clone()), union(b.clone(), a.clone()));
        prop_assert_eq!(union(union(a.clone(), b.clone()), c.clone()), union(a.clone(), union(b, c)));
        prop_assert_eq!(union(a.clone(), a.clone()), a);
    }

    #[test]
    fn what_is_stored_comes_back(records in vec(record(), 0..12), codec in 0..3usize) {
        let codec = [Codec::Plain, Codec::Gzip, Codec::Zstd][codec];
        let mut out = FrameWriter::new(Vec::new(), codec);
        for record in &records {
            out.record(record).expect("writes");
        }
        let packed = out.finish().expect("ends");
        let mut text = String::new();
        unpack(std::io::Cursor::new(packed)).expect("opens").read_to_string(&mut text).expect("reads");
        let back: Vec<Record> = text.lines().map(|l| serde_json::from_str(l).expect("a record")).collect();
        prop_assert_eq!(back, records);
    }

    #[test]
    fn frames_do_not_depend_on_when_writing_paused(records in vec(record(), 1..8), at in 0..8usize) {
        let whole = {
            let mut out = FrameWriter::new(Vec::new(), Codec::Gzip);
            records.iter().for_each(|r| out.record(r).expect("writes"));
            out.finish().expect("ends")
        };
        let at = at.min(records.len());
        let mut first = FrameWriter::new(Vec::new(), Codec::Gzip);
        records[..at].iter().for_each(|r| first.record(r).expect("writes"));
        let (bytes, packed, pending) = (first.inner().clone(), first.packed(), first.pending().to_vec());
        let mut second = FrameWriter::resume(bytes, Codec::Gzip, packed, pending);
        records[at..].iter().for_each(|r| second.record(r).expect("writes"));
        prop_assert_eq!(second.finish().expect("ends"), whole);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }

    #[test]
    fn no_text_like_a_puzzle_makes_a_reader_panic(
        text in "(\\{\"id\":\"\",\"genre\":\"sudoku\",\"size\":\"\",\"puzzle\":\"[0-9.]{0,20}\"\\}|[0-9.]{0,90}|:[0-9]{4}:[0-9x]*:[0-9.+]{0,90}:[0-9 ]{0,9}:|[0-9]{1,2}x[0-9]{1,2}(dk?x?)?:[0-9a-z_]{0,40}|https?://puzz.link/p\\?sudoku/[0-9]{1,3}/[0-9]{1,3}/[0-9a-z-]{0,40}|[1-9.]{16}[ |,;]?.{0,9})"
    ) {
        read(text.as_bytes());
    }
}

/// A document of which no puzzle can be read says what is wrong with its puzzles, not with its
/// lines.
#[test]
fn a_document_of_bad_puzzles_is_one_all_the_same() {
    let genres = tesuji_genres::all();
    let source = Source::Bytes("two.sgf".into(), b"(;SZ[9]PL[W]AB[aa][ab]AW[ab][ba]TR[aa])"[..].into());
    let go = genres.iter().copied().find(|g| g.name() == "tsumego");
    let reader = Reader::new(&genres, go, &source);
    let mut items = tesuji_corpus::Items::open(&source, &reader).unwrap();
    let why = reader.work(items.next_item().unwrap().unwrap()).unwrap_err().to_string();
    assert!(why.contains("two.sgf") && why.contains("both colours at A8"), "{why}");
    assert!(items.next_item().unwrap().is_none());
}

/// However long the head of blank lines and comments is, the puzzle after it keeps its line and its
/// number.
#[test]
fn a_head_without_puzzles_is_counted() {
    let genres = tesuji_genres::all();
    let sudoku = genres.iter().copied().find(|g| g.name() == "sudoku");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for head in [0, 1, 63, 64, 65, 200, 5000] {
        for empty in ["\n", "# a comment\n", " \r\n"] {
            for wanted in [sudoku, None] {
                let after = if wanted.is_some() { puzzle.to_string() } else { "slither/4/4/dgdh2c71".to_string() };
                let text = empty.repeat(head) + &after + "\nno puzzle\n";
                let source = Source::Bytes("head".into(), text.into_bytes().into());
                let reader = Reader::new(&genres, wanted, &source);
                let mut items = tesuji_corpus::Items::open(&source, &reader).unwrap();
                let mut works = Vec::new();
                while let Some(item) = items.next_item().unwrap() {
                    works.extend(reader.work(item).ok().flatten());
                }
                let found: Vec<_> = works.iter().map(|work| (work.index, work.line)).collect();
                assert_eq!(found, [(head as u64, Some(head as u64 + 1))], "{head} of {empty:?}");
                assert_eq!(items.index(), head as u64 + 2);
            }
        }
    }
}

/// Every reader that stands between bytes and puzzles.
fn read(bytes: &[u8]) {
    let genres = tesuji_genres::all();
    let source = Source::Bytes("any".into(), bytes.to_vec().into());
    for &genre in &genres {
        let reader = Reader::new(&genres, Some(genre), &source);
        let item =
            Item { index: 0, line: Some(1), heading: None, content: Content::Line(bytes.to_vec()), among_lines: true };
        let _ = reader.work(item);
        genre.read(bytes, &mut |_| {});
        if let Ok(mut items) = tesuji_corpus::Items::open(&source, &reader) {
            while let Ok(Some(item)) = items.next_item() {
                let _ = reader.work(item);
            }
        }
    }
}
