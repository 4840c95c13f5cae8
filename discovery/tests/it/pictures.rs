//! Pictures: mined from a genre's own puzzles, promoted, found again on boards, and refused where
//! they are false.

use std::collections::BTreeMap;
use tesuji_discovery::{Atlas, Decision, Decisions, MinedPicture, Picture, PromotedPicture, Refusal, Ruling, VERSION};
use tesuji_genre::{ClueView, GenerateRequest, Genre, GradeRequest, Puzzle, Record, View};
use tesuji_solver::{Catalog, Domain, LearningSolver, Limits, Solver, TechniqueId, Tier};

fn puzzles(genre: &'static dyn Genre, size: &str, tier: Tier, count: u64) -> Vec<Record> {
    let size = Some(size.to_string());
    let limits = Limits::default().with_nodes(20_000);
    let want = GenerateRequest { size, tier: Some(tier), count, limits, ..GenerateRequest::default() };
    let mut made = Vec::new();
    genre.generate(&want, &mut |record| made.push(record)).expect("puzzles");
    assert_eq!(made.len() as u64, count, "{}", genre.name());
    made
}

fn puzzle(genre: &'static dyn Genre, record: &Record) -> Puzzle {
    Puzzle::new(genre, record.size.clone(), record.puzzle.clone())
}

fn view(genre: &'static dyn Genre, record: &Record) -> ClueView {
    match genre.view(&puzzle(genre, record)).expect("a view") {
        View::Clues(view) => view,
        View::Reading => panic!("{} has no network", genre.name()),
    }
}

fn decision(genre: &str, form: &str, n: usize) -> Decision {
    Decision {
        version: VERSION,
        genre: genre.into(),
        form: form.into(),
        verdict: Ruling::Promote,
        id: format!("picture-{n}"),
        name: format!("Picture {n}"),
        tier: Some(Tier::Medium),
        score: Some(30),
        words: "As drawn.".into(),
        who: String::new(),
        when: String::new(),
        reason: String::new(),
    }
}

fn mined(genre: &'static dyn Genre, records: &[Record], known: Tier, most: usize) -> Vec<MinedPicture> {
    let mut atlas = Atlas::default();
    for record in records {
        let (puzzle, view) = (puzzle(genre, record), view(genre, record));
        atlas.add(genre, (&puzzle, &view), genre.catalog(), &Limits::default()).expect("a puzzle");
    }
    MinedPicture::ranked(&atlas, genre, Some(known), most)
}

/// All that a picture strikes on a board is refuted by the engine that learns.
fn strikes_what_is_false(picture: &Picture, view: &ClueView, domains: &[Domain]) -> usize {
    let technique = PromotedPicture::new(picture, "mine", "Mine", Tier::Medium, 30).expect("a proved picture");
    let found = technique.matches(&view.network, domains);
    for one in &found {
        let mut at = domains.to_vec();
        at[one.goal.var.index()] = Domain::single(one.goal.value);
        let answer = LearningSolver::default().solve(&view.network, Some(&at), &Limits::solutions(1));
        assert!(answer.solutions.is_empty() && answer.stop.is_complete(), "{picture}{one:?}");
    }
    found.len()
}

/// A picture is mined, promoted, fires and changes a tier. Where `makes` says so, a puzzle that
/// needs it is made; without the decision that puzzle is not of the tier.
fn circle(name: &str, size: &str, (count, most): (u64, usize), [to, from]: [Tier; 2], makes: bool) {
    let genre = tesuji_genres::get(name).expect("a genre");
    let records = puzzles(genre, size, from, count);
    let all = mined(genre, &records, to, most);
    assert!(all.len() >= 2, "{name}: {} pictures", all.len());
    for mined in &all {
        let record = records.iter().find(|r| r.puzzle == mined.first.puzzle).expect("a puzzle that was mined");
        let struck = strikes_what_is_false(&mined.picture, &view(genre, record), &mined.first.before);
        assert!(struck > 0, "{name}: it lies on the board that it comes from: {}", mined.picture);
        // The key reads as the same picture.
        assert_eq!(mined.picture.key().parse::<Picture>().expect("a key"), mined.picture);
    }

    let mut decisions = Decisions::default();
    for (n, mined) in (1..).zip(&all) {
        let decision = Decision { tier: Some(to), ..decision(name, &mined.picture.key(), n) };
        decisions.add(decision).expect("a picture");
    }
    let text = decisions.write();
    let decisions = Decisions::read(&text, &[genre]).expect("what was written");
    let catalogs = decisions.catalogs(&[genre]).expect("ids of their own");
    let with = catalogs.of(genre);
    let grade = |record: &Record, catalog: &Catalog, needs: bool| {
        let want = GradeRequest { needs, words: true, ..GradeRequest::new(catalog.clone(), Limits::default()) };
        genre.grade(&puzzle(genre, record), None, &want).expect("a grade")
    };
    let mut fired: BTreeMap<String, u32> = BTreeMap::new();
    let mut easier = 0;
    for record in &records {
        let (before, after) = (grade(record, genre.catalog(), false).info, grade(record, with, false));
        assert!(after.info.solved, "{name}");
        easier += u32::from(after.info.tier == to.name() && before.tier == from.name());
        let own = after.info.techniques.iter().filter(|(id, _)| id.starts_with("picture-"));
        own.for_each(|(id, n)| *fired.entry(id.clone()).or_default() += n);
        let told = after.words.iter().filter(|words| words.starts_with("Picture "));
        assert!(told.clone().all(|words| words.contains(": As drawn: ")), "{:?}", after.words);
    }
    assert!(!fired.is_empty() && easier > 0, "{name}: {fired:?}, {easier} easier");

    if !makes {
        return;
    }
    let mut by_use: Vec<(&String, &u32)> = fired.iter().collect();
    by_use.sort_by_key(|(id, n)| (std::cmp::Reverse(**n), id.as_str()));
    let made = by_use.iter().take(3).find_map(|(id, _)| {
        let want = GenerateRequest {
            size: Some(size.into()),
            tier: Some(to),
            needs: vec![TechniqueId(id.to_string().into())],
            catalog: Some(with.clone()),
            limits: Limits::default().with_nodes(20_000).with_time(std::time::Duration::from_secs(120)),
            ..GenerateRequest::default()
        };
        let mut made = Vec::new();
        genre.generate(&want, &mut |record| made.push(record)).expect("a request that can be");
        made.pop().map(|record| (id.to_string(), record))
    });
    let (id, record) = made.unwrap_or_else(|| panic!("{name}: no puzzle needs one of {by_use:?}"));
    let after = grade(&record, with, true).info;
    assert!(after.solved && after.needs.iter().flatten().any(|n| n.technique == id), "{after:?}");
    let before = grade(&record, genre.catalog(), false).info;
    assert!(!before.solved || before.tier != to.name(), "{before:?}");
}

#[test]
fn slitherlink() {
    circle("slitherlink", "6x6", (10, 10), [Tier::Medium, Tier::Hard], true);
}

/// No easy hitori that needs a picture is found within two minutes, so none is made here.
#[test]
fn hitori() {
    circle("hitori", "7x7", (12, 12), [Tier::Easy, Tier::Medium], false);
}

/// No medium heyawake that needs a picture is found within six minutes, so none is made here.
#[test]
fn heyawake() {
    circle("heyawake", "6x6", (60, 40), [Tier::Medium, Tier::Hard], false);
}

#[test]
fn starbattle() {
    circle("starbattle", "6x6", (8, 10), [Tier::Medium, Tier::Hard], true);
}

/// A 3 whose side is missing needs the others.
const THREE: &str = "\
picture of slitherlink: truth[2]
values 0=no-line 1=line
goal not no-line at 1:0,1
fact no-line at 1:1,0
rule clue: 3 of line at 1:0,1 1:1,0 1:1,2 1:2,1
";

fn read(genre: &str, form: &str) -> Result<Decisions, Refusal> {
    let genres = tesuji_genres::all();
    let line = serde_json::to_string(&decision(genre, form, 1)).expect("a line");
    Decisions::read(&line, &genres)
}

fn key(text: &str) -> String {
    text.trim_end().replace('\n', "; ")
}

/// A picture that a person edited is a technique as it stands: a fact dropped, a clue widened.
#[test]
fn an_edited_picture_is_a_technique() {
    let corner = "\
picture of slitherlink: net[2]
values 0=no-line 1=line
goal not no-line at 1:0,1
rule clue: 3 of line at 1:0,1 1:1,0 1:1,2 1:2,1
rule lines: ways 00|11 at 1:0,1 1:1,0
";
    let wide = corner.replace("clue: 3 ", "clue: >=3 ");
    let genre = tesuji_genres::get("slitherlink").expect("a genre");
    for text in [corner, &wide] {
        let decisions = read("slitherlink", &key(text)).expect("a picture");
        let catalogs = decisions.catalogs(&[genre]).expect("a catalog");
        let technique = catalogs.of(genre).get(&TechniqueId::new("picture-1")).expect("a technique");
        assert_eq!((technique.tier(), technique.score()), (Tier::Medium, 30));
        // A 3 in the upper left corner of a board, and one where the corners have more lines.
        let puzzle = genre.parse("https://puzz.link/p?slither/3/3/3i3i").expect("a puzzle");
        let View::Clues(view) = genre.view(&puzzle.puzzle).expect("a view") else { panic!("a network") };
        let picture: Picture = text.parse().expect("a picture");
        let laid = PromotedPicture::new(&picture, "mine", "Mine", Tier::Medium, 30).expect("proved");
        let found = laid.matches(&view.network, view.network.domains());
        assert_eq!(found.len(), 2, "{found:?}");
    }
    // Mirrored it is the same picture.
    let mirrored = corner.replace("1:0,1", "1:X").replace("1:1,0", "1:0,1").replace("1:X", "1:1,0");
    let [one, other] = [corner, &mirrored].map(|text| text.parse::<Picture>().expect("a picture").canonical());
    assert_eq!(one, other);
}

/// False pictures and nonsense are refused by name.
#[test]
fn false_pictures_and_nonsense_are_refused() {
    assert!(read("slitherlink", &key(THREE)).is_ok());
    let why = |genre: &str, form: &str| match read(genre, form) {
        Err(Refusal::Line(1, why)) => why.to_string(),
        other => panic!("{other:?}"),
    };
    let says = |from: &str, to: &str| why("slitherlink", &key(&THREE.replace(from, to)));
    assert!(says("fact no-line at 1:1,0\n", "").starts_with("the picture is false: its rules allow 1:0,1 no-line"));
    let both = "fact no-line at 2:0,1\nfact not no-line at 2:0,1\nfact no-line at 1:1,0\n";
    assert!(says("fact no-line at 1:1,0\n", both).contains("the facts leave 2:0,1 no value"));
    assert!(says("truth[2]", "truth[3..2]").contains("holds nothing"));
    assert!(says("clue: 3 ", "clue: 3..2 ").contains("3..2 of 4 places holds nothing"));
    assert!(says("clue:", "clew:").contains("clew, which is no class of rules of slitherlink; there are clue"));
    assert!(says("1:1,2", "1:1,0").contains("the place 1:1,0 stands twice"));
    assert!(
        says("picture of slitherlink", "picture of hitori")
            .contains("one of hitori, and the decision is for slitherlink")
    );
    assert!(why("slitherlnk", &key(THREE)).contains("nearest: slitherlink"));
    assert!(matches!(read("*", &key(THREE)), Err(Refusal::Line(1, _))));
}

/// Two decisions about one picture conflict, also where one of them is mirrored.
#[test]
fn decisions_that_conflict_are_named() {
    let genres = tesuji_genres::all();
    let turned = THREE.replace("1:0,1", "1:X").replace("1:1,0", "1:0,1").replace("1:X", "1:1,0");
    let lines = |one: &Decision, two: &Decision| {
        let text = [one, two].map(|d| serde_json::to_string(d).expect("a line")).join("\n");
        Decisions::read(&text, &genres)
    };
    let one = decision("slitherlink", &key(THREE), 1);
    let other = Decision { id: "other".into(), ..decision("slitherlink", &key(&turned), 1) };
    assert!(matches!(lines(&one, &other), Err(Refusal::Line(2, why)) if matches!(*why, Refusal::Conflict(_))));
    let discarded = Decision { verdict: Ruling::Discard, ..other };
    assert!(matches!(lines(&one, &discarded), Err(Refusal::Line(2, why)) if matches!(*why, Refusal::Conflict(_))));
    assert!(lines(&one, &one).is_ok());
    // One for every genre, and one against it.
    let every = Decision { genre: "*".into(), ..decision("*", "idea-truth[2]", 1) };
    let against = Decision { verdict: Ruling::Discard, ..decision("hitori", "idea-truth[2]", 2) };
    assert!(matches!(lines(&every, &against), Err(Refusal::Line(2, why)) if matches!(*why, Refusal::Conflict(_))));
}
