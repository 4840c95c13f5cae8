//! The answer to a problem: in its own region, in regions of the whole board, and proved there.

use super::proved::{OnBoard, Readings, Standing, on_the_board};
use super::racing::race_words;
use super::region::{Unjudged, Who, confirm, is_one_sided, judge, wall_words};
use super::regional::{FirstMoves, Regional, first_moves, is_decided, is_regional};
use super::solution::{beginning, contrary, contrary_of, name, not_as_keys, told};
use crate::names::Closers;
use crate::question::Outcome;
use crate::read::search::SearchJudge;
use crate::read::{Area, DfPnReader, Exits, Ply, Reading, Supply, TooLarge, Widened};
use crate::study::{Aim, Judge, Line, Lines, Study, otherwise, outcome, study};
use crate::{Goal, Point, Problem, Question};
use serde_json::Value;
use tesuji_genre::{Bad, Solution, Solved};
use tesuji_solver::{Limits, Stats, Stop};

/// The answer to a problem, before it is written down.
pub(crate) struct Answer {
    /// The outcome, with SEKI and ALIVE set apart where that was possible.
    pub(crate) told: Outcome,
    pub(crate) judge: Box<dyn Judge>,
    pub(crate) study: Study,
    pub(crate) lines: Lines,
    /// Where it was read in regions of the whole board.
    pub(crate) regional: Option<InRegions>,
}

/// Further parts of an answer, where it was read in regions of the whole board.
pub(crate) struct InRegions {
    /// The problem in the region in which the moves were judged.
    pub(crate) problem: Problem,
    /// Right first moves that this region does not show to be right.
    pub(crate) also: Vec<Point>,
    /// Assumptions of the answer, in words.
    pub(super) assumes: Option<String>,
    /// The readings with either side first.
    pub(crate) found: Regional,
    /// Positions visited.
    nodes: u64,
}

impl Answer {
    /// The problem as it was read.
    pub(crate) fn problem(&self, asked: &Problem) -> Problem {
        self.regional.as_ref().map_or_else(|| asked.clone(), |regional| regional.problem.clone())
    }

    /// All right first moves.
    pub(crate) fn keys(&self) -> Vec<Point> {
        let also = self.regional.as_ref().map_or(&[][..], |regional| &regional.also);
        let mut keys = self.study.key_points(self.judge.area());
        keys.extend(also);
        keys.sort_unstable();
        keys
    }

    /// Plies of the main line, without passes.
    pub(crate) fn plies(&self) -> usize {
        let moves = |line: &Line| line.plies.iter().filter(|&&ply| ply != Ply::PASS).count();
        self.lines.main.as_ref().map_or(0, moves)
    }

    /// Does no move change anything?
    pub(crate) fn is_settled(&self) -> bool {
        self.study.is_settled() && self.regional.as_ref().is_none_or(|regional| regional.also.is_empty())
    }

    /// Assumptions of the answer, in words.
    pub(crate) fn assumes(&self, asked: &Problem) -> Option<String> {
        self.regional.as_ref().map_or_else(|| asked.question.assumed(), |regional| regional.assumes.clone())
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.regional.as_ref().map_or_else(|| self.judge.nodes(), |regional| regional.nodes)
    }
}

/// How far an answer came until a limit was reached.
pub(crate) struct Unfinished {
    pub(crate) stop: Stop,
    pub(crate) nodes: u64,
    /// The proved part in the shape of a solution, if the outcome is proved.
    pub(crate) found: Option<Value>,
}

impl Unfinished {
    /// Why no limit would have helped.
    pub(crate) fn why(&self) -> Option<&str> {
        self.found.as_ref()?.get("why")?.as_str()
    }
}

/// The answer to a problem that has to be read in regions of the whole board.
fn in_regions(problem: &Problem, limits: &Limits) -> Result<Result<Answer, Unfinished>, Bad> {
    let (q, first) = (&problem.question, problem.first);
    let too_large = |e: TooLarge| Bad::new(e.to_string());
    let (clock, reader) = (limits.start(), DfPnReader::new());
    // Half of the positions are for a move that is proposed, where there is one.
    let plain = problem.idea.as_ref().map_or(limits.nodes, |_| limits.nodes / 2);
    let plain = limits.clone().with_nodes(plain);
    let mut found = Regional::of(&reader, q, first, &plain).map_err(too_large)?;
    if let Some(idea) = problem.idea.as_ref().filter(|_| !is_decided(found.read.reading.outcome)) {
        let left = limits.clone().with_time(clock.remaining());
        let by_idea = Regional::by_idea(&reader, problem, idea, &left, found.nodes).map_err(too_large)?;
        found = by_idea.unwrap_or(found);
    }
    let outcome = found.read.reading.outcome;
    let assumes = found.assumed();
    if !is_decided(outcome) {
        let mut json = beginning(problem, outcome, assumes);
        let stop = match found.read.reading.stop {
            Stop::Exhausted => Stop::Open,
            stop => stop,
        };
        json["why"] = undecided_words(q).into();
        return Ok(Err(Unfinished { stop, nodes: found.nodes, found: Some(json) }));
    }
    let limits = limits.clone().with_nodes(limits.nodes.saturating_sub(found.nodes)).with_time(clock.remaining());
    let besides = |problem: Problem, also: Vec<Point>, nodes: u64, found: Regional| {
        Some(InRegions { problem, also, assumes, nodes: found.nodes + nodes, found })
    };
    if found.is_settled(first) {
        let shown = found.read.showing(!outcome.lives()).clone();
        let exits = if outcome.lives() { Exits::Blocked } else { Exits::Free };
        let judge = SearchJudge::new(Area::of(&shown, exits).map_err(too_large)?, &limits);
        let root = judge.area().state(&shown, first, Supply::NONE);
        let study = Study { outcome, aim: None, root, firsts: Vec::new(), undecided: Vec::new() };
        let regional = besides(Problem::new(shown, first), Vec::new(), 0, found);
        let (judge, lines) = (Box::new(judge), Lines::default());
        return Ok(Ok(Answer { told: outcome, judge, study, lines, regional }));
    }
    if found.shown.is_some() {
        return Ok(Ok(as_proposed(problem, found, &limits).map_err(too_large)?));
    }
    let moves = first_moves(&reader, q, first, &found, &limits).map_err(too_large)?;
    let FirstMoves { problem: shown, mut judge, study, also, nodes, .. } = moves;
    // Lines are words about what is known already: without them the answer is as good.
    let lines = Lines::of(&study, &mut judge, Closers::default()).unwrap_or_default();
    let regional = besides(shown, also, nodes, found);
    Ok(Ok(Answer { told: outcome, judge: Box::new(judge), study, lines, regional }))
}

/// The answer by a proposed move alone: nothing is known of the others.
fn as_proposed(problem: &Problem, found: Regional, limits: &Limits) -> Result<Answer, TooLarge> {
    let (within, outcome) = (Problem::new(found.read.question.clone(), problem.first), found.read.reading.outcome);
    let judge = SearchJudge::new(Area::of(&within.question, Exits::Free)?, limits);
    let root = judge.area().state(&within.question, problem.first, Supply::NONE);
    let key = found.shown.as_ref().map(|shown| shown.key);
    let (mut undecided, mut lines) = (Vec::new(), Lines::default());
    for ply in judge.area().moves(&root).into_iter().filter(|&ply| ply != Ply::PASS) {
        if judge.area().play(&root, ply).is_none() {
            continue;
        }
        let point = judge.area().point(ply);
        if point == key {
            lines.main = Some(Line { plies: vec![ply], horizon: None });
        } else {
            undecided.push(point);
        }
    }
    let study = Study { outcome, aim: None, root, firsts: Vec::new(), undecided };
    let (also, assumes, nodes) = (key.into_iter().collect(), found.assumed(), found.nodes);
    let regional = InRegions { problem: within, also, assumes, nodes, found };
    Ok(Answer { told: outcome, judge: Box::new(judge), study, lines, regional: Some(regional) })
}

/// Why a problem that was read in regions of the whole board is not decided.
fn undecided_words(q: &Question) -> String {
    let h = q.board.size().1;
    let stones = q.target & q.board.stones(q.defender);
    let names: Vec<String> = stones.iter().map(|p| p.name(h)).collect();
    let mut words = format!("not decided for {}: neither life nor a capture is shown in any region", names.join(", "));
    if !q.touched_wall().is_empty() {
        words += &format!("; {}, so that it has to be read whether it holds", wall_words(q));
    }
    words + "; other stones may be meant (MA or TR in an SGF)"
}

pub(crate) fn answer(problem: &Problem, limits: &Limits, who: Who) -> Result<Result<Answer, Unfinished>, Bad> {
    if who == Who::Search && is_regional(problem) {
        in_regions(problem, limits)
    } else {
        in_its_region(problem, limits, who)
    }
}

/// The answer to a problem in its own region.
fn in_its_region(problem: &Problem, limits: &Limits, who: Who) -> Result<Result<Answer, Unfinished>, Bad> {
    let mut judge = match judge(problem, limits, who) {
        Ok(judge) => judge,
        Err(Unjudged::Bad(bad)) => return Err(bad),
        Err(Unjudged::Open(open)) => {
            let mut found = beginning(problem, open.outcome, problem.question.assumed());
            found["why"] = open.why.into();
            return Ok(Err(Unfinished { stop: Stop::Open, nodes: open.nodes, found: Some(found) }));
        }
    };
    let mut studied = study(problem, &mut *judge);
    if let Ok(study) = &mut studied {
        confirm(problem, study, judge.area())?;
    }
    let found = studied.and_then(|study| {
        let lines = Lines::of(&study, &mut *judge, Closers::default())?;
        Ok((study, lines))
    });
    Ok(match found {
        Ok((study, lines)) => {
            let told = told(problem, problem.first, study.outcome, who);
            Ok(Answer { told, judge, study, lines, regional: None })
        }
        Err(stop) => {
            let found = in_part(problem, &mut *judge);
            Err(Unfinished { stop, nodes: judge.nodes(), found })
        }
    })
}

/// The answer of a judge whose limits are used up: the outcome, the right first moves, and the
/// undecided ones.
fn in_part(problem: &Problem, judge: &mut dyn Judge) -> Option<Value> {
    let (q, first) = (&problem.question, problem.first);
    let root = judge.area().state(q, first, Supply::NONE);
    let outcome = outcome(judge, &root).ok()?;
    let mut json = beginning(problem, outcome, problem.question.assumed());
    if let Some(aim) = Aim::of(outcome, first).filter(|_| !q.is_captured()) {
        let root = judge.area().state(q, first, aim.supply);
        let (mut keys, mut undecided) = (Vec::new(), Vec::new());
        for ply in judge.area().moves(&root).into_iter().filter(|&ply| ply != Ply::PASS) {
            let Some(after) = judge.area().play(&root, ply) else { continue };
            match aim.kept(judge, &after) {
                Ok(true) => keys.push(name(problem, judge.area(), ply)),
                Ok(false) => {}
                Err(_) => undecided.push(name(problem, judge.area(), ply)),
            }
        }
        json["keys"] = keys.into();
        json["undecided"] = undecided.into();
    }
    Some(json)
}

/// Why it is not known what comes of it if the other side moves first.
fn stop_of_other(answer: &Answer) -> Stop {
    let other = answer.regional.as_ref().and_then(|regional| regional.found.other.as_ref());
    match other.map(|other| other.reading.stop) {
        Some(Stop::Exhausted) => Stop::Open,
        Some(stop) => stop,
        None => Stop::Nodes,
    }
}

/// Proofs on the whole board for an answer that takes something for granted which was chosen for
/// the problem. In a problem of a whole enclosed board the wall is part of the question, so that
/// there are none.
pub(crate) fn board_of(
    problem: &Problem,
    answer: &Answer,
    other: Option<Outcome>,
    keys: &[Point],
    limits: &Limits,
    who: Who,
) -> OnBoard {
    let q = &problem.question;
    if let Some(InRegions { found, .. }) = &answer.regional {
        return on_the_board(problem, found.into(), keys, limits);
    }
    if who == Who::Graph || q.goal == Goal::Annihilation || q.assumed().is_none() {
        return OnBoard::default();
    }
    let reading = |outcome: Outcome| Reading { outcome, key: None, stop: Stop::Exhausted, nodes: 0 };
    let read = Widened::of(q.clone(), reading(answer.study.outcome));
    let other = other.map(|other| Widened::of(q.clone(), reading(other)));
    on_the_board(problem, Readings { read: &read, other: other.as_ref(), shown: None }, keys, limits)
}

pub(crate) fn solve(problem: &Problem, limits: &Limits, who: Who) -> Result<Solved, Bad> {
    let clock = limits.start();
    Ok(match answer(problem, limits, who)? {
        Ok(mut answer) => {
            let other = match &answer.regional {
                Some(regional) => regional.found.otherwise().map(Ok),
                // A proof of one side's success in a region for life says nothing about the other
                // side, so that it is read anew.
                None if is_one_sided(problem) => {
                    let turned = Problem { first: problem.first.other(), ..problem.clone() };
                    judge(&turned, limits, who).map(|mut judge| otherwise(problem, &mut *judge)).ok()
                }
                None => Some(otherwise(problem, &mut *answer.judge)),
            };
            let keys = answer.keys();
            let board = {
                let left = limits.clone().with_time(clock.remaining());
                let otherwise = match &other {
                    Some(Ok(other)) => Some(*other),
                    _ => None,
                };
                board_of(problem, &answer, otherwise, &keys, &left, who)
            };
            let stats = Stats { nodes: answer.nodes() + board.nodes, ..Stats::default() };
            if board.contrary.is_some() {
                let json = contrary(problem, &answer, &board);
                let stop = if json.get("moves").is_some() { Stop::Open } else { Stop::Exhausted };
                return Ok(Solved { solutions: vec![json.into()], stop, stats });
            }
            let mut json = answer.json(problem);
            let is_settled = answer.is_settled();
            // Where regions leave it open, it may be proved on the whole board.
            let is_needed = !matches!(other, Some(Ok(other)) if is_decided(other)) && board.needed.is_some();
            let (standing, stop) = match other {
                _ if is_needed => {
                    json["if_other_first"] = contrary_of(answer.study.outcome).to_string().into();
                    (Standing::Changed, Stop::Exhausted)
                }
                None => (Standing::NotShownNeeded, Stop::Exhausted),
                Some(Ok(other)) => {
                    if let Some(words) = race_words(&problem.question, problem.first, answer.told, other) {
                        json["race"] = words.into();
                    }
                    let other = told(problem, problem.first.other(), other, who);
                    json["if_other_first"] = other.to_string().into();
                    (Standing::Changed, Stop::Exhausted)
                }
                Some(Err(stop)) => (Standing::NotShownNeeded, stop),
            };
            let standing = if is_settled { Standing::Settled } else { standing };
            let is_short = standing == Standing::NotShownNeeded && stop == Stop::Exhausted;
            json["standing"] = standing.word().into();
            board.write(problem, &keys, &mut json);
            let is_proposed = answer.regional.as_ref().is_some_and(|regional| regional.found.shown.is_some());
            if let Some(idea) = problem.idea.as_ref().filter(|_| is_proposed) {
                json["idea_of"] = idea.of.as_str().into();
            }
            if is_short {
                not_as_keys(&mut json);
            }
            // The question of the problem is open then.
            let stop = if is_short { stop_of_other(&answer) } else { stop };
            Solved { solutions: vec![json.into()], stop, stats }
        }
        Err(Unfinished { stop, nodes, found }) => Solved {
            solutions: found.into_iter().map(Solution::from).collect(),
            stop,
            stats: Stats { nodes, ..Stats::default() },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Points;
    use crate::judge::region::is_dead;
    use crate::question::{Class, Role};
    use crate::read::{Reader, ReferenceReader};
    use serde_json::json;

    #[test]
    fn what_only_holds_with_the_exits_free_is_no_answer() {
        // With E9 and E8 free, the group is out whatever Black does; with them blocked, he captures
        // six points in the corner, which takes more positions to see.
        let line = "9x9 A9 X=black X !...O*####|...O*####|OOOOX####|XXXXX####";
        let problem = Problem::parse(line).unwrap();
        let read = |exits: Exits, nodes: u64| {
            let area = Area::of(&problem.question, exits).unwrap();
            let at = area.state(&problem.question, problem.first, Supply::NONE);
            outcome(&mut SearchJudge::new(area, &Limits::default().with_nodes(nodes)), &at)
        };
        assert!(!read(Exits::Blocked, u64::MAX).unwrap().lives());
        let mut between = 0;
        for nodes in (2..2_000).step_by(7) {
            between += u32::from(read(Exits::Free, nodes / 2).is_ok() && read(Exits::Blocked, nodes / 2).is_err());
            match in_its_region(&problem, &Limits::default().with_nodes(nodes), Who::Search).unwrap() {
                Ok(found) => panic!("{} within {nodes} positions", found.study.outcome),
                // Nor is it told in part.
                Err(cut) => {
                    let is_open = |found: &Value| found["outcome"] == "UNKNOWN" && found.get("keys").is_none();
                    assert!(cut.found.iter().all(is_open), "{:?} within {nodes} positions", cut.found);
                    assert_eq!(cut.found.is_none(), cut.stop != Stop::Open, "within {nodes} positions");
                }
            }
        }
        assert!(between > 0, "limits within which only the one way is read");
    }

    /// Under any limit: the outcome or nothing, and no right move that is none.
    #[test]
    fn what_is_found_before_a_limit_is_true() {
        let line = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX";
        let problem = Problem::parse(line).unwrap();
        let words = |found: &Solution, name: &str| -> Vec<String> {
            found[name].as_array().into_iter().flatten().map(|w| w.as_str().unwrap().to_string()).collect()
        };
        // By the whole graph, which shares nothing with the search.
        let whole = solve(&problem, &Limits::default(), Who::Graph).unwrap();
        assert_eq!((whole.stop, whole.solutions.len()), (Stop::Exhausted, 1));
        let whole = &whole.solutions[0];
        let (mut cut, mut open) = (0, 0);
        for who in [Who::Search, Who::Graph] {
            for nodes in (1..400).chain((400..20_000).step_by(400)) {
                let part = solve(&problem, &Limits::default().with_nodes(nodes), who).unwrap();
                let [found] = &part.solutions[..] else { continue };
                let (keys, undecided) = (words(found, "keys"), words(found, "undecided"));
                assert!(keys.iter().all(|k| words(whole, "keys").contains(k)), "{nodes}: {found}");
                assert!(
                    words(whole, "keys").iter().all(|k| keys.contains(k) || undecided.contains(k)),
                    "{nodes}: {found}"
                );
                if part.stop != Stop::Exhausted {
                    assert_eq!(found["role"], whole["role"]);
                    let told = found["outcome"].as_str();
                    assert!(told == Some("SEKI or ALIVE") || told == whole["outcome"].as_str(), "{nodes}: {found}");
                    (cut, open) = (cut + 1, open + u32::from(!undecided.is_empty()));
                }
            }
        }
        assert!(cut > 3 && open > 3, "{cut} {open}");
    }

    /// A viewer of the tree must find every right first move in it.
    #[test]
    fn the_tree_has_a_line_of_each_right_first_move() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
        let found = answer(&problem, &Limits::default(), Who::Search).unwrap().unwrap_or_else(|_| panic!("limits"));
        let tree = found.json(&problem)["tree"].as_str().unwrap().to_string();
        let keys = found.study.keys().filter(|f| f.ply != Ply::PASS).count();
        assert_eq!((keys, tree.matches("TE[1]").count()), (2, 2), "{tree}");
    }

    /// Two points of room and a wall with two liberties outside: if the wall holds, White is dead.
    /// By hand: he throws in at E2, and takes three stones after Black has taken one.
    #[test]
    fn a_wall_that_can_be_taken_changes_the_answer() {
        let (mut changed, mut proved) = (0, 0);
        for first in ["O", "X"] {
            for wide in 1..=2 {
                let outside = "#".repeat(wide);
                let width = 4 + wide;
                let text = format!("{width}x2 A2 X=black {first} !..OX{outside}|OOOX{outside}");
                let problem = Problem::parse(&text).unwrap();
                let limits = Limits::default().with_nodes(400_000);
                let solved = solve(&problem, &limits, Who::Search).unwrap();
                let found = &solved.solutions[0];
                // The whole graph of the board, where no wall is taken to hold.
                let q = &problem.question;
                let whole = Question { region: q.board.all(), wall: Points::EMPTY, ..q.clone() };
                let truth = ReferenceReader.read_first(&whole, problem.first, &Limits::default()).unwrap().outcome;
                if found["proved"].is_string() {
                    proved += 1;
                    let lives = found["outcome"] == "SEKI or ALIVE" || found["outcome"] == "ALIVE";
                    assert_eq!((lives, is_dead(truth)), (truth.lives(), !truth.lives()), "{text}: {truth}\n{found}");
                }
                if let Some(was) = found["instead_of"].as_str() {
                    changed += 1;
                    assert_eq!((was, solved.stop), ("DEAD if black's chains at D2 hold", Stop::Open), "{text}");
                    assert!(found["moves"] == json!(["E2"]) || found["moves"] == json!(["E1"]), "{text}: {found}");
                    let graph = solve(&problem, &Limits::default(), Who::Graph).unwrap().solutions.remove(0);
                    assert_eq!(graph["outcome"], "DEAD", "the graph of the region takes the wall for granted");
                    assert_eq!(crate::judge::contradicts(&problem, found, &graph), None);
                    let mut damaged = Value::from(found.clone());
                    damaged["instead_of"] = "KO if black's chains at D2 hold".into();
                    assert!(crate::judge::contradicts(&problem, &damaged.into(), &graph).is_some());
                }
            }
        }
        assert!(changed > 0 && proved > changed, "{changed} changed, {proved} proved");
    }

    #[test]
    fn an_open_problem_says_what_it_takes_for_granted() {
        // The exit at the top is no way out for the one chain: captured, if the wall holds.
        let open = Problem::parse("9x9 A9 X=black X !.+##|OX##|OX##|.X##|XX##").unwrap();
        let words = open.question.assumed().unwrap();
        assert!(words.contains("black's chains at") && words.contains("black stones played at B9 hold"), "{words}");
        let solved = solve(&open, &Limits::default(), Who::Search).unwrap();
        let told = solved.solutions[0].to_string();
        // By the whole board it takes nothing for granted.
        assert!(told.contains("DEAD") && told.contains("on the whole board") && !told.contains("assumes"), "{told}");
        // To be joined to a point in the open is life; to a mere exit it is not: then nothing is
        // proved in that region.
        let away = Problem::parse("9x9 A9 X=black O !.>##|OX##|OX##|.X##|XX##").unwrap();
        let told = solve(&away, &Limits::default(), Who::Search).unwrap().solutions[0].to_string();
        assert!(told.contains("SEKI or ALIVE") && told.contains("white lives when joined to"), "{told}");
        let exit = Problem { first: away.first, ..open.clone() };
        for who in [Who::Search, Who::Graph] {
            let Err(open) = in_its_region(&exit, &Limits::default(), who).unwrap() else { panic!("{who:?}") };
            assert_eq!(open.stop, Stop::Open);
            let found = open.found.unwrap();
            assert_eq!(found["outcome"], "UNKNOWN", "{found}");
            assert!(found["why"].as_str().unwrap().contains("if the defender can't get out at B9"), "{found}");
            assert!(found.get("keys").is_none(), "{found}");
        }
        let closed = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
        assert_eq!(closed.question.assumed(), None);
        // The wall is surrounded in its turn, by stones that live: it has three liberties, and is
        // captured first.
        let around = [
            "...OX....",
            "...OXOO..",
            "OOOOXO...",
            "XXXXXO...",
            "..OOOO...",
            "OO.......",
            ".........",
            ".........",
            ".........",
        ];
        let stones = around.iter().enumerate().flat_map(|(y, row)| {
            let color = |c: char| if c == 'X' { crate::Color::Black } else { crate::Color::White };
            let at = move |(x, c): (usize, char)| (crate::Point::new(x as u8, y as u8), color(c));
            row.chars().enumerate().filter(|(_, c)| *c != '.').map(at)
        });
        let board = crate::Board::set_up(9, 9, stones).unwrap();
        let target = [(3, 0), (0, 2)].into_iter().map(|(x, y)| crate::Point::new(x, y)).collect();
        let doubtful = crate::Question::of_target(&board, &target).unwrap();
        assert!(!doubtful.is_enclosed(), "{}", doubtful.picture());
        let read = |question: &crate::Question, first: Role| {
            let limits = Limits::default().with_nodes(100_000);
            crate::DfPnReader::new().read_widening(question, first, &limits).unwrap().reading.outcome.class()
        };
        let wall = crate::Question::around(&board, &crate::Points::single(crate::Point::new(4, 0))).unwrap();
        assert_eq!(read(&wall, Role::Defender), Some(Class::Dead), "the wall moves first, and falls");
        assert!(
            Role::ALL.into_iter().all(|first| read(&doubtful, first) != Some(Class::Dead)),
            "so it captures nothing"
        );
        // Nor in the region alone, by either reader.
        for who in [Who::Search, Who::Graph] {
            let asked = Problem::new(doubtful.clone(), Role::Attacker);
            assert!(matches!(judge(&asked, &Limits::default().with_nodes(100_000), who), Err(Unjudged::Open(_))));
        }
        // The wall of a whole enclosed board: the answer says that it holds.
        let around = Problem::parse("9x9 A9 X=black O !...OX|...OX|OOOOX|XXXXX").unwrap();
        assert_eq!(around.question.assumed().as_deref(), Some("black's chains at E9 hold"));
    }
}
