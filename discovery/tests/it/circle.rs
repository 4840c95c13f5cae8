//! Promoted forms in genres of rules: they find what they were mined from, strike nothing that is
//! true, grade, and make puzzles that need them, for a user of the library.

use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_discovery::{Clusters, Decision, Decisions, Known, Options, Promoted, Ruling, VERSION, mine};
use tesuji_genre::{GenerateRequest, Genre, GradeRequest, HintRequest, Next, Puzzle, Record, View};
use tesuji_solver::grade::{StandardGrader, Sweep, SweepRequest};
use tesuji_solver::{Catalog, Limits, Phase, Technique, TechniqueId, Tier};

fn hard(genre: &'static dyn Genre, size: &str, count: u64) -> Vec<Record> {
    let limits = Limits::default().with_nodes(20_000);
    let size = Some(size.to_string());
    let want = GenerateRequest { size, tier: Some(Tier::Hard), count, limits, ..GenerateRequest::default() };
    let mut made = Vec::new();
    genre.generate(&want, &mut |record| made.push(record)).expect("puzzles");
    assert_eq!(made.len() as u64, count, "{}", genre.name());
    made
}

fn mined(genre: &'static dyn Genre, puzzles: &[Record]) -> Clusters {
    let known = genre.catalog().up_to(Tier::Medium).filter(|t| t.phase() == Phase::Pattern);
    let known = known.list().iter().map(|t| t.id().clone()).collect();
    mine(genre, puzzles, &Options { known: Known::These(known), ..Options::default() })
}

fn promote(genre: &dyn Genre, form: &str, n: usize) -> Decision {
    Decision {
        version: VERSION,
        genre: genre.name().into(),
        form: form.into(),
        verdict: Ruling::Promote,
        id: format!("form-{n}"),
        name: format!("Form {n}"),
        tier: Some(Tier::Medium),
        score: Some(30),
        words: "A corner of the loop.".into(),
        who: String::new(),
        when: String::new(),
        reason: String::new(),
    }
}

fn puzzle(genre: &'static dyn Genre, record: &Record) -> Puzzle {
    Puzzle::new(genre, record.size.clone(), record.puzzle.clone())
}

/// Mining, promotion, grading, hints and generation of one genre; what is made is graded anew with
/// and without the form.
fn circle(name: &str, size: &str, count: u64) {
    let genre = tesuji_genres::get(name).expect("a genre");
    let puzzles = hard(genre, size, count);
    let clusters = mined(genre, &puzzles);
    let ranked = clusters.ranked_from(2);
    let forms: Vec<&str> = ranked.iter().map(|c| c.form.key.as_str()).filter(|k| k.starts_with("rules-")).collect();
    assert!(forms.len() >= 3, "{name}: {forms:?}");
    let mut decisions = Decisions::default();
    for (n, form) in (1..).zip(&forms[..3]) {
        decisions.add(promote(genre, form, n)).expect("a form");
    }
    let catalogs = decisions.catalogs(&[genre]).expect("ids of their own");
    let with = catalogs.of(genre);
    finds_its_examples(genre, &clusters, &forms[..3], &puzzles);

    let grade = |record: &Record, catalog: &Catalog, needs: bool| {
        let want = GradeRequest { needs, ..GradeRequest::new(catalog.clone(), Limits::default()) };
        genre.grade(&puzzle(genre, record), None, &want).expect("a grade").info
    };
    let (mut fires, mut easier) = (0, 0);
    for record in &puzzles {
        let (before, after) = (grade(record, genre.catalog(), false), grade(record, with, false));
        assert_eq!(after.solved, before.solved);
        fires += after.techniques.iter().filter(|(id, _)| id.starts_with("form-")).map(|(_, n)| n).sum::<u32>();
        easier += u32::from(after.tier == "medium");
    }
    assert!(fires > 0 && easier > 0, "{name}: {fires} fired, {easier} easier");
    the_sweep_does_the_same(genre, &puzzles, with);

    // Some puzzle needs one of the three forms.
    let request = |id: &'static str| GenerateRequest {
        size: Some(size.into()),
        tier: Some(Tier::Medium),
        needs: vec![TechniqueId::new(id)],
        catalog: Some(with.clone()),
        limits: Limits::default().with_nodes(20_000).with_time(std::time::Duration::from_secs(300)),
        ..GenerateRequest::default()
    };
    let found = ["form-1", "form-2", "form-3"].into_iter().find_map(|id| {
        let (want, mut made) = (request(id), Vec::new());
        genre.generate(&want, &mut |record| made.push(record)).expect("a request that can be");
        (made.len() == 1).then_some((id, want, made))
    });
    let (needed, want, made) = found.unwrap_or_else(|| panic!("{name}: no puzzle needs one of {:?}", &forms[..3]));
    let after = grade(&made[0], with, true);
    assert!(after.solved && after.tier == "medium", "{after:?}");
    assert!(after.needs.iter().flatten().any(|n| n.technique == needed), "{after:?}");
    let before = grade(&made[0], genre.catalog(), false);
    assert!(!before.solved || before.tier != "medium", "{before:?}");
    // Another number of threads makes the same puzzles.
    let mut again = Vec::new();
    genre
        .generate(&GenerateRequest { threads: 2, ..want.clone() }, &mut |record| again.push(record))
        .expect("the same");
    assert_eq!(again, made);
    words_are_said(genre, &made[0], with);
    let unknown = GenerateRequest { catalog: None, ..want };
    assert!(genre.generate(&unknown, &mut |_| {}).is_err(), "the genre itself has no such technique");
}

/// Each form strikes the candidates that it was mined from, and never a value of the solution.
fn finds_its_examples(genre: &'static dyn Genre, clusters: &Clusters, forms: &[&str], puzzles: &[Record]) {
    for form in forms {
        let cluster = clusters.get(form).expect("a form that was mined");
        let technique = Promoted::new(form, "mine", "Mine", Tier::Medium, 30).expect("a form");
        for example in cluster.examples.iter().chain(&cluster.early).chain(&cluster.typical) {
            let record = puzzles.iter().find(|r| r.id == example.id).expect("a puzzle that was mined");
            let View::Clues(view) = genre.view(&puzzle(genre, record)).expect("a view") else { panic!("a network") };
            let solved = genre.solve(&puzzle(genre, record), &Limits::solutions(2)).expect("solved").solutions;
            let mut is_found = false;
            let _ = technique.matches(&view.network, &example.domains, &mut |m| {
                is_found |= m.goals.contains(&example.goal);
                let mut at = example.domains.clone();
                for goal in &m.goals {
                    // With a candidate that goes there is no solution.
                    at[goal.var.index()] = tesuji_solver::Domain::single(goal.value);
                    let left = tesuji_solver::LearningSolver::default();
                    let answer = tesuji_solver::Solver::solve(&left, &view.network, Some(&at), &Limits::solutions(1));
                    assert!(answer.solutions.is_empty() && answer.stop.is_complete(), "{form}");
                    at = example.domains.clone();
                }
                ControlFlow::Continue(())
            });
            assert!(is_found && solved.len() == 1, "{form}: {example:?}");
        }
    }
}

/// A run without words fires as often as one with words.
fn the_sweep_does_the_same(genre: &'static dyn Genre, puzzles: &[Record], catalog: &Catalog) {
    for record in puzzles.iter().take(6) {
        let View::Clues(view) = genre.view(&puzzle(genre, record)).expect("a view") else { panic!("a network") };
        let start = view.store(None).expect("a start");
        let graded = StandardGrader::new(catalog).grade(&mut start.clone()).expect("a grade");
        let mut sweep = Sweep::new(&view.network, catalog);
        let want = SweepRequest { off: &[], ceiling: Tier::Master, in_rounds: false, steps: 100_000, goal: &[] };
        let swept = sweep.run(start, &want).expect("a run");
        assert_eq!((swept.solved, swept.score, swept.counts), (graded.solved, graded.score, graded.counts));
    }
}

/// The words of a decision begin those of its steps.
fn words_are_said(genre: &'static dyn Genre, record: &Record, catalog: &Catalog) {
    let own: Catalog = catalog.filter(|t| t.id().as_str().starts_with("form-"));
    let own: Catalog = own.list().iter().map(|t| Arc::clone(t) as Arc<dyn Technique>).collect();
    let want = GradeRequest::new(catalog.clone(), Limits::default());
    let graded = genre.grade(&puzzle(genre, record), None, &want).expect("a grade");
    let is_promoted = |id: &TechniqueId| own.get(id).is_some();
    let told = graded.steps.iter().zip(&graded.words).filter(|(step, _)| is_promoted(&step.technique));
    let mut said = 0;
    for (_, words) in told {
        assert!(words.contains(": A corner of the loop: "), "{words}");
        said += 1;
    }
    assert!(said > 0);
    let hint = genre.hint(&puzzle(genre, record), None, &HintRequest::new(catalog)).expect("a hint");
    assert!(matches!(hint.next, Next::Step(_)));
}

#[test]
fn slitherlink() {
    circle("slitherlink", "6x6", 10);
}

#[test]
fn hitori() {
    circle("hitori", "7x7", 10);
}
