//! SGF collections in and out.

use super::chooser::{Wish, about, choose};
use crate::book::{Claim, GIVEN, OPEN_TARGET, StoredTree, game_of, given, subject_of, with_found};
use crate::problem::{Given, Mover, Start, Unsaid, asked, read_start, root_of, starts};
use crate::{Point, Problem, Role};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use tesuji_genre::position::{Found, ParsedPosition};
use tesuji_genre::{Bad, CHOSEN, Choosing, GAME, Later, NAME, NOTED, Record};
use tesuji_sgf::{Collection, Fault};

/// The note of a problem whose target was not marked in its game: which stones were taken for it.
pub(super) fn chosen(problem: &Problem) -> String {
    let q = &problem.question;
    let stones: Vec<String> = q.target.iter().map(|p| p.name(q.board.size().1)).collect();
    format!("no stones are marked: this was taken to be about {}", stones.join(", "))
}

/// The note of a problem of which nothing says who moves first.
const ASSUMED: &str = "nothing says who moves first: Black is assumed";

/// The part of its game that the record of a problem keeps besides the position.
fn kept(given: &Given, tree: Option<&StoredTree>, start: Start<'_>, game: usize) -> BTreeMap<String, Value> {
    let h = given.problem.question.board.size().1;
    let mut notes: BTreeMap<String, Value> = BTreeMap::new();
    notes.insert(GAME.into(), game.into());
    for (name, text) in [(NAME, &given.name), ("comment", &given.comment)] {
        if let Some(text) = text {
            notes.insert(name.into(), text.as_str().into());
        }
    }
    let mut noted = given.passed_over.clone();
    match (given.mover, given.said.mover) {
        (Mover::Assumed, _) => noted.push(ASSUMED.to_string()),
        (_, Some(color)) if color != given.problem.color() => {
            noted.push(format!("its words say that {color} moves first, its moves or PL that {} does", color.other()));
        }
        _ => {}
    }
    if !noted.is_empty() {
        notes.insert(NOTED.into(), noted.into());
    }
    if let Some(tree) = tree {
        let names = |points: Vec<Point>| points.into_iter().map(|p| p.name(h)).collect::<Vec<_>>();
        let solution = serde_json::json!({
            "at": start.node.path(),
            "convention": tree.convention.name(),
            "right": names(tree.right_first_moves()),
            "wrong": names(tree.wrong_first_moves()),
            "tree": game_of(start),
        });
        notes.insert(GIVEN.into(), solution);
    }
    notes
}

/// The open choices of a problem.
struct LeftOpen {
    /// The position, with the side to move.
    problem: Problem,
    /// Is no group marked?
    is_unmarked: bool,
    tree: Option<StoredTree>,
    wish: Wish,
    notes: BTreeMap<String, Value>,
    /// Names it in messages.
    place: Option<String>,
}

impl LeftOpen {
    fn settled(&self, choosing: &Choosing) -> Result<ParsedPosition<Problem>, Bad> {
        let is_chosen = choosing.target.is_none() && self.is_unmarked;
        let placed = |bad: Bad| match &self.place {
            Some(place) => bad.at(place.clone()),
            None => bad,
        };
        let problem = match &choosing.target {
            Some(name) => about(&self.problem, name),
            None if is_chosen => match subject_of(&self.notes) {
                Some(subject) => Err(Bad::new(format!("no stones are marked, and its words are about {subject}"))),
                None => choose(&self.problem, self.tree.as_ref(), self.wish, choosing),
            },
            None => Ok(self.problem.clone()),
        };
        let mut notes = self.notes.clone();
        let problem = match problem {
            Ok(problem) => problem,
            Err(why) if choosing.is_reviewed && self.tree.is_some() => {
                note(&mut notes, why.what);
                let position = unchosen(&self.problem);
                return Ok(ParsedPosition { notes, ..ParsedPosition::from(position) });
            }
            Err(why) => return Err(placed(why)),
        };
        notes.remove(OPEN_TARGET);
        if is_chosen {
            notes.insert(CHOSEN.into(), chosen(&problem).into());
        }
        Ok(ParsedPosition { notes, ..ParsedPosition::from(problem) })
    }

    fn later(self) -> Later<ParsedPosition<Problem>> {
        Later(Arc::new(move |choosing: &Choosing| self.settled(choosing)))
    }
}

/// Adds a sentence to those on how a document was read.
fn note(notes: &mut BTreeMap<String, Value>, words: String) {
    match notes.entry(NOTED.into()).or_insert_with(|| serde_json::json!([])) {
        Value::Array(list) => list.push(words.into()),
        other => *other = serde_json::json!([words]),
    }
}

/// A problem of which no group is marked, until one is chosen.
fn unchosen(problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    let q = &mut problem.question;
    q.target |= q.board.stones(q.defender) & q.region;
    problem
}

/// The open choices of a record.
pub(super) fn left_open(problem: &Problem, notes: &BTreeMap<String, Value>) -> Option<Later<ParsedPosition<Problem>>> {
    let open = notes.get(OPEN_TARGET)?;
    let task = match open.get("task").and_then(Value::as_str) {
        Some("kill") => Some(Role::Attacker),
        Some("live") => Some(Role::Defender),
        _ => None,
    };
    let stones = open.get("stones").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    // A record whose solution can't be read says so where that is asked for.
    let tree = given(problem, notes).ok().flatten();
    let (problem, notes) = (problem.clone(), notes.clone());
    let wish = Wish { task, stones };
    Some(LeftOpen { problem, is_unmarked: true, tree, wish, notes, place: None }.later())
}

/// What the words of a problem ask for; where they give no number of stones, those of the first
/// moves that are right may.
fn wish(given: &Given, tree: Option<&StoredTree>, start: Start<'_>) -> Wish {
    let Some(tree) = tree.filter(|_| given.said.stones.is_none()) else {
        return Wish { task: given.said.task, stones: given.said.stones };
    };
    let is_right = |path: &str| tree.nodes.iter().any(|node| node.path == path && node.claim == Claim::Right);
    let firsts = start.firsts().into_iter().filter(|first| is_right(&first.path()));
    let said = firsts.filter_map(|first| first.text("C").map(|text| asked(&text, given.problem.color())));
    let said = said.filter(|said| given.said.task.is_none_or(|task| said.task == Some(task)));
    Wish { task: given.said.task, stones: said.filter_map(|said| said.stones).next() }
}

/// A problem with what was not said left for later. `place` names it in messages.
fn parsed(given: Given, start: Start<'_>, game: usize, place: &str) -> ParsedPosition<Problem> {
    let tree = StoredTree::read(start, given.problem.color(), &start.node.path());
    let mut notes = kept(&given, tree.as_ref(), start, game);
    let is_unmarked = given.unsaid == Unsaid::Target;
    let wish = wish(&given, tree.as_ref(), start);
    let mut parsed = ParsedPosition::from(given.problem.clone());
    if is_unmarked {
        let word = |task| if task == Role::Attacker { "kill" } else { "live" };
        let task = wish.task.map(|task| ("task".to_string(), Value::from(word(task))));
        let stones = wish.stones.map(|n| ("stones".to_string(), Value::from(n)));
        notes.insert(OPEN_TARGET.into(), Value::Object(task.into_iter().chain(stones).collect()));
        parsed.position = unchosen(&given.problem);
    }
    parsed.notes.clone_from(&notes);
    let (problem, place) = (given.problem, Some(place.to_string()));
    parsed.later = Some(LeftOpen { problem, is_unmarked, tree, wish, notes, place }.later());
    parsed
}

/// Reads a document that is an SGF collection; `false` for any other.
pub(crate) fn read(doc: &[u8], found: &mut dyn FnMut(Found<Problem>)) -> bool {
    let body = doc.strip_prefix(b"\xef\xbb\xbf").unwrap_or(doc).trim_ascii_start();
    // UTF-16 begins with a byte order mark of its own.
    let is_wide = [b"\xff\xfe(\0", b"\xfe\xff\0("].into_iter().any(|begin| doc.starts_with(begin));
    // No line of the notation begins like that.
    if let [b'<', b'!' | b'?' | b'a'..=b'z' | b'A'..=b'Z', ..] = body {
        found(Err(Bad::new("a web page (HTML or XML), no SGF: the file of the game itself is needed").line(1)));
        return true;
    }
    if !body.starts_with(b"(") && !is_wide {
        return false;
    }
    let (sgf, diagnostics) = Collection::parse(doc);
    let ends: Vec<usize> = (0..doc.len()).filter(|&at| doc[at] == b'\n').collect();
    let line_of = |at: usize| ends.partition_point(|&end| end < at) as u64 + 1;
    // A value or a game that was cut: what stands on the board, and what belongs to the next game,
    // can't be known.
    let mut cuts =
        diagnostics.into_iter().filter(|d| matches!(d.fault, Fault::NoBracket | Fault::NoClosing)).peekable();
    let mut roots = sgf.roots().enumerate().peekable();
    while let Some((i, root)) = roots.next() {
        let end = roots.peek().and_then(|(_, next)| next.offset()).unwrap_or(usize::MAX);
        let cut = cuts.next_if(|cut| cut.offset < end);
        while cuts.next_if(|cut| cut.offset < end).is_some() {}
        let line = root.offset().map(line_of);
        let game = i + 1;
        if let Some(cut) = cut {
            let what = if cut.fault == Fault::NoBracket { "a value without its `]`" } else { "a game without its `)`" };
            // The end is missing where the text ends, not on an empty line after that.
            let at = cut.offset.min(doc.trim_ascii_end().len());
            found(Err(Bad::new(format!("byte {at}: {what}")).at(format!("game {game}")).line(line_of(at))));
            continue;
        }
        let starts = starts(root);
        let is_alone = starts.len() == 1;
        for start in starts {
            let line = start.node.offset().map(line_of).filter(|_| !is_alone).or(line);
            let place = if is_alone { format!("game {game}") } else { start.node.path() };
            match read_start(start) {
                Ok(all) => all.into_iter().for_each(|given| found(Ok((parsed(given, start, game, &place), line)))),
                Err(unread) => {
                    let bad = Bad::new(unread.what).at(unread.at);
                    found(Err(match line {
                        Some(n) => bad.line(n),
                        None => bad,
                    }));
                }
            }
        }
    }
    if sgf.roots().len() == 0 {
        found(Err(Bad::new("an SGF collection without a game")));
    }
    true
}

/// Does a text hold one game of SGF, with nothing to mend in its structure?
fn is_one_game(text: &str) -> Result<(), String> {
    let (sgf, diagnostics) = Collection::parse(text.as_bytes());
    // The charset does not concern moves.
    let is_harmless = |fault: Fault| {
        matches!(fault, Fault::UnknownCharset | Fault::WrongCharset | Fault::GuessedCharset | Fault::HalfCharacters)
    };
    match (diagnostics.into_iter().find(|d| !is_harmless(d.fault)), sgf.roots().len()) {
        (Some(d), _) => Err(format!("byte {}: {}", d.offset, d.fault.describe())),
        (None, 1) => Ok(()),
        (None, games) => Err(format!("{games} games")),
    }
}

/// The game of a record: the one that the file gave with what was found beside it, else either of
/// them, else none.
///
/// # Errors
/// Where a tree is no game.
fn tree_of(record: &Record) -> Result<Option<String>, Bad> {
    let tree = |of: Option<&Value>, field: &str| -> Result<Option<String>, Bad> {
        let tree = of.and_then(Value::as_str).filter(|tree| !tree.is_empty());
        let Some(tree) = tree else { return Ok(None) };
        let refused =
            |why| Bad::new(format!("the stored tree is no SGF of one game: {why}")).at(format!("field {field}"));
        is_one_game(tree).map_err(refused)?;
        Ok(Some(tree.to_string()))
    };
    let found = tree(record.solution.as_ref().and_then(|s| s.get("tree")), "solution.tree")?;
    let given = tree(record.extra.get(GIVEN).and_then(|given| given.get("tree")), "given.tree")?;
    Ok(match (given, found) {
        (Some(given), Some(found)) => with_found(&given, &found).or(Some(given)),
        (given, found) => given.or(found),
    })
}

/// A game with the name that its record has, if it has none itself.
fn named(tree: &str, record: &Record) -> String {
    let name = record.extra.get(NAME).and_then(Value::as_str);
    let (mut sgf, _) = Collection::parse(tree.as_bytes());
    let root = sgf.roots().next().filter(|root| root.subtree().all(|node| !node.has("GN"))).map(|root| root.id());
    let (Some(name), Some(root)) = (name, root) else { return tree.to_string() };
    sgf.add(root, "GN", name);
    String::from_utf8_lossy(&sgf.write()).trim().to_string()
}

/// Writes records as an SGF collection: the stored tree, where there is one, else the position.
///
/// # Errors
/// [`Bad`] where a record is no problem, or its tree no game; what came before it is written.
pub(crate) fn write(format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
    if format == "seed" {
        return super::seed::write(records, out);
    }
    if format != "sgf" {
        return Err(Bad::new(format!("tsumego has no format {format}")));
    }
    for record in records {
        let text = match tree_of(&record)? {
            Some(tree) => format!("{}\n", named(&tree, &record)),
            None => {
                let problem = Problem::parse(&record.puzzle).map_err(|e| Bad::new(e.what).column(e.column))?;
                let mut sgf = Collection::new();
                let root = root_of(&problem, &mut sgf);
                for (property, field) in [("GN", NAME), ("C", "comment")] {
                    if let Some(text) = record.extra.get(field).and_then(Value::as_str) {
                        sgf.add(root, property, text);
                    }
                }
                String::from_utf8_lossy(&sgf.write()).into_owned()
            }
        };
        out.write_all(text.as_bytes()).map_err(|e| Bad::new(format!("writing failed: {e}")))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Question;
    use crate::judge::{Who, judge};
    use crate::problem::read_sgf;
    use crate::read::Supply;
    use tesuji_solver::Limits;

    const GAME: &str = "(;SZ[9]PL[W]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc])\n";

    fn settled(parsed: ParsedPosition<Problem>) -> Problem {
        parsed
            .later
            .map_or(Ok(parsed.position), |later| (later.0)(&Choosing::default()).map(|parsed| parsed.position))
            .unwrap()
    }

    /// The findings: each problem by its line, each fault by its words.
    fn found(doc: &str) -> Vec<Result<u64, String>> {
        let mut all = Vec::new();
        assert!(read(doc.as_bytes(), &mut |one| {
            all.push(one.map(|(_, line)| line.unwrap_or(0)).map_err(|bad| bad.to_string()));
        }));
        all
    }

    #[test]
    fn games_that_were_cut_are_refused_with_the_place() {
        assert_eq!(found(&GAME.repeat(3)), [Ok(1), Ok(2), Ok(3)]);
        // A value without its end takes in what follows: how many stones there were can't be known.
        let cut = &GAME[..GAME.len() - 5];
        let all = found(&format!("{GAME}{cut}"));
        assert_eq!(all[0], Ok(1));
        let Err(why) = &all[1] else { panic!("{all:?}") };
        assert!(all.len() == 2 && why.contains("game 2") && why.contains("a value without its `]`"), "{why}");
        // The place is in the file, however that ends.
        for end in ["", "\n", "\r\n\n"] {
            let Some(Err(why)) = found(&format!("(;SZ[9]\nAB[aa{end}")).pop() else { panic!("{end:?}") };
            assert!(why.starts_with("line 2: game 1: byte 13: a value"), "{end:?}: {why}");
        }
        // So does a game without its end: the next one could be a variation of it.
        let open = GAME.replace(')', "");
        let all = found(&format!("{GAME}{open}{GAME}"));
        assert!(all[0] == Ok(1) && matches!(&all[1], Err(why) if why.contains("a game without its `)`")), "{all:?}");
    }

    /// Nothing that a reader would have to mend is written.
    #[test]
    fn a_stored_tree_that_is_no_game_is_refused() {
        let written = |tree: &str| {
            let puzzle = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX".to_string();
            let solution = Some(serde_json::json!({ "tree": tree }).into());
            let mut out = Vec::new();
            let record = Record { puzzle, solution, ..Record::default() };
            let done = write("sgf", &mut std::iter::once(record), &mut out);
            done.map(|()| String::from_utf8(out).unwrap()).map_err(|bad| bad.to_string())
        };
        assert_eq!(written("(;SZ[9];B[aa])").unwrap(), "(;SZ[9];B[aa])\n");
        assert!(written("").unwrap().starts_with("(;"), "the position");
        for (tree, why) in [
            ("no game", "text before the first tree"),
            ("(;SZ[9];B[aa]", "missing closing bracket"),
            ("(;SZ[9];B[aa)", "missing end of a value"),
            ("(;SZ[9])(;SZ[9])", "2 games"),
            ("(;SZ[9]) x", "text after a tree"),
        ] {
            let told = written(tree).unwrap_err();
            assert!(told.contains(why) && told.contains("solution.tree"), "{tree}: {told}");
        }
    }

    #[test]
    fn a_game_that_is_no_problem_says_why() {
        let all = found("(;SZ[9]PL[W]AB[aa][ab]AW[ab][ba]TR[aa])");
        assert!(matches!(&all[..], [Err(why)] if why.contains("both colours at A8")), "{all:?}");
        for (twice, why) in [
            ("SZ[9]SZ[19]PL[W]", "SZ[9] and SZ[19]"),
            ("SZ[9]PL[W]PL[B]", "PL[W] and PL[B]"),
            ("SZ[9][13]PL[W]", "SZ[9]"),
        ] {
            let all = found(&GAME.replacen("SZ[9]PL[W]", twice, 1));
            assert!(matches!(&all[..], [Err(told)] if told.contains(why)), "{all:?}");
        }
        assert_eq!(found(&GAME.replacen("PL[W]", "PL[W]PL[White]SZ[9:9]", 1)), [Ok(1)], "the same said again");
        // A board of 2 by 2 with a stone on every point of a large one.
        let points: String =
            (b'a'..=b's').flat_map(|x| (b'a'..=b's').map(move |y| format!("[{}{}]", x as char, y as char))).collect();
        let all = found(&format!("(;SZ[2]AB{points})"));
        assert!(matches!(&all[..], [Err(why)] if why.contains("and 337 more") && why.len() < 300), "{all:?}");
    }

    /// Black lives below whoever moves; above, the first to play gains.
    const BARE: &str = "(;SZ[9]AB[ad][bd][cd][dc][ea][eb][ec][ei][eh][fg][gf][hg][ig]\
                        AW[ac][bc][cc][cb][db][da][ee][fi][fh][gh][gg][hh][hi][ih]";

    #[test]
    fn where_nothing_is_marked_what_the_mover_can_change_was_meant() {
        let read = |text: &str| {
            let mut all = Vec::new();
            read(text.as_bytes(), &mut |found| all.push(found.unwrap().0));
            let Some(parsed) = all.pop() else { panic!("{text}") };
            (parsed.position.clone(), parsed.later.map(|later| (later.0)(&Choosing::default())))
        };
        for (mover, first) in [("W", Role::Defender), ("B", Role::Attacker)] {
            let (unchosen, chosen) = read(&format!("{BARE}PL[{mover}])"));
            let chosen = chosen.unwrap().unwrap();
            // The largest group is the likeliest, and nothing is to be gained of it.
            let candidates = Question::candidates(&unchosen.question.board, unchosen.color());
            assert!(candidates[0].target.contains(crate::Point::new(6, 7)), "{}", candidates[0].picture());
            let words = "no stones are marked: this was taken to be about D9, C8, D8, A7, B7, C7";
            assert_eq!((chosen.notes.get(CHOSEN), chosen.position.first), (Some(&words.into()), first));
            let found = crate::judge::solve(&chosen.position, &Limits::default(), Who::Search).unwrap();
            assert_eq!(found.solutions[0]["keys"], serde_json::json!(["B9"]), "{}", found.solutions[0]);
        }
        // Marks are taken at their word, and nothing is chosen or noted.
        let (marked, later) = read(&format!("{BARE}PL[W]TR[gh])"));
        let marked = later.map_or(marked, |later| later.unwrap().position);
        assert!(marked.question.target.contains(crate::Point::new(6, 7)));
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(24))]
        /// Whatever stones stand there, something is chosen that is read again as it is printed, or
        /// it is said what is missing and in which game.
        #[test]
        fn nothing_panics_where_nothing_is_marked(side in 2..8_u8, stones in proptest::collection::vec(0..4_u8, 49), black in proptest::bool::ANY) {
            let points = |color: u8| -> String {
                let all = (0..49).zip(&stones).filter(|&(i, &c)| c == color && i % 7 < side && i / 7 < side);
                all.map(|(i, _)| format!("[{}{}]", char::from(b'a' + i % 7), char::from(b'a' + i / 7))).collect()
            };
            let [black_at, white_at] = [1, 2].map(points);
            let name = |name: &str, at: &str| if at.is_empty() { String::new() } else { format!("{name}{at}") };
            let mover = if black { "B" } else { "W" };
            let text = format!("(;SZ[{side}]{}{}PL[{mover}])", name("AB", &black_at), name("AW", &white_at));
            read(text.as_bytes(), &mut |found| {
                let Ok((parsed, _)) = found else { return };
                match parsed.later.map(|later| (later.0)(&Choosing::default())) {
                    Some(Err(bad)) => assert!(bad.at.as_deref() == Some("game 1") && bad.what.contains("mark"), "{bad}"),
                    Some(Ok(parsed)) => {
                        let printed = parsed.position.print();
                        assert_eq!(Problem::parse(&printed).map(|p| p.print()), Ok(printed.clone()), "{text}");
                        assert_eq!(parsed.position.color() == crate::Color::Black, black, "{text}");
                    }
                    None => {}
                }
            });
        }
    }

    /// A proof that one side succeeds does not show that other moves fail, nor the outcome if the
    /// other side moves first.
    #[test]
    fn nothing_is_told_to_fail_that_was_only_read_one_way() {
        const KILL: &str = "AB[af][bf][bh][ch][eh][ei]AW[ad][ah][be][ce][cf][df][dg][eg][fg][fi]";
        const LIVE: &str = "AB[ah][bg][bh][cf][df][di][eg]AW[ad][ag][bd][be][bf][ce][de][ee][ff][fg][gg][gh]";
        // Its walls are single stones: good for showing life, not for a capture.
        const WEAK: &str = "AB[ab][bc][cd]AW[aa][ba][ca][cb][cc][da][dc][ec][ed]TR[aa][ba][ca][cb][cc][da][dc][ec][ed]";
        let problem = |text: &str| {
            let mut chosen = None;
            read(text.as_bytes(), &mut |found| chosen = Some(settled(found.unwrap().0)));
            chosen.unwrap()
        };
        let solved = |text: &str| {
            let limits = Limits::default().with_nodes(400_000);
            let found = crate::judge::solve(&problem(text), &limits, Who::Search).unwrap();
            (found.solutions[0].clone(), found.stop)
        };
        let first = |found: &tesuji_genre::Solution, what: &str| -> Vec<String> {
            let (sgf, _) = Collection::parse(found.tree().as_bytes());
            let size = sgf.roots().next().map(|r| r.board_size());
            let firsts = sgf.roots().next().into_iter().flat_map(|root| root.children());
            let moves =
                firsts.filter(|n| n.has(what)).filter_map(|n| n.stone_played(size?).map(|(_, mv)| format!("{mv:?}")));
            moves.collect()
        };
        // D2 captures. That C1 does as well was told while stones on the rim were taken to hold;
        // what comes of it is not told now, and it is not told to fail.
        let (told, _) = solved(&format!("(;SZ[9]{KILL}TR[bh][ch]PL[W])"));
        let keys = told["keys"].as_array().or(told["moves"].as_array()).unwrap();
        assert!(told["outcome"] == "DEAD" && keys.contains(&"D2".into()), "{told}");
        let tree = told["tree"].as_str().unwrap();
        assert!(!tree.contains(";W[ci]BM[1]") && !first(&told, "BM").is_empty(), "{told}");
        // Black lives if he passes: no move is the only one.
        let (told, _) = solved(&format!("(;SZ[9]{LIVE}TR[ah][bg][bh]PL[B])"));
        let (other, _) = solved(&format!("(;SZ[9]{LIVE}TR[ah][bg][bh]PL[W])"));
        assert_eq!(other["outcome"], "SEKI or ALIVE");
        assert!(told["keys"].is_null() || told["undecided"].as_array().unwrap().contains(&"pass".into()), "{told}");
        // The other side: by the whole board White lives whoever moves.
        let q = problem(&format!("(;SZ[5:4]{WEAK}PL[W])")).question;
        let (told, _) = solved(&format!("(;SZ[5:4]{WEAK}PL[W])"));
        assert_ne!(told["if_other_first"], "DEAD", "{told}");
        let narrow = q.narrowed().into_iter().next().unwrap_or(Question { for_life: true, ..q.clone() });
        assert!(narrow.for_life);
        for role in Role::ALL {
            let problem = Problem::new(narrow.clone(), role);
            assert!(Problem::parse(&problem.print()).unwrap().question.for_life);
            for who in [Who::Search, Who::Graph] {
                let found = crate::judge::solve(&problem, &Limits::default(), who);
                let Ok(found) = found else { continue };
                let told = &found.solutions[0];
                assert!(told["outcome"] != "DEAD" && told["if_other_first"] != "DEAD", "{told}");
                assert!(first(told, "BM").is_empty());
            }
        }
    }

    /// Black kills, which needs far more positions in the region of equal steps than in one that
    /// ends where play would end: the budget goes to the regions that decide it.
    #[test]
    fn an_open_problem_is_read_in_a_region_that_decides_it() {
        const OPEN: &str = "(;SZ[9]PL[B]AB[ib][cc][dc][ec][fc][fd][gd][ge][he][gf][gg]AW[gb][gc][hd][id]TR[gb])";
        let (mut sgf, _) = Collection::parse(OPEN.as_bytes());
        let root = sgf.roots().next().unwrap();
        let equal = read_sgf(root).unwrap().0;
        let equal = Problem { question: equal.question.widened().unwrap(), ..equal };
        let mut chosen = None;
        read(OPEN.as_bytes(), &mut |found| chosen = Some(settled(found.unwrap().0)));
        let chosen = chosen.unwrap();
        let limits = Limits::default().with_nodes(200_000);
        let found = crate::judge::solve(&chosen, &limits, Who::Search).unwrap();
        assert_eq!(found.solutions[0]["outcome"], "DEAD", "{}", found.solutions[0]);
        let outcome = |problem: &Problem| {
            let limits = Limits::default().with_nodes(8_000);
            let mut judge = judge(problem, &limits, Who::Search).unwrap();
            let at = judge.area().state(&problem.question, problem.first, Supply::NONE);
            crate::study::outcome(&mut *judge, &at).ok().and_then(|o| o.class())
        };
        assert_eq!(outcome(&equal), None);
        // Its line says the region, and so does a game that was written: it is not chosen again.
        let again = Problem::parse(&chosen.print()).unwrap();
        let region =
            |p: &Problem| [p.question.region, p.question.wall, p.question.exits, p.question.held, p.question.away];
        assert_eq!(region(&again), region(&chosen));
        sgf = Collection::new();
        root_of(&equal, &mut sgf);
        read(&sgf.write(), &mut |found| assert_eq!(settled(found.unwrap().0).question.region, equal.question.region));
    }
}
