//! Many questions that share their nodes: those go where an answer looks nearest.
//!
//! With so many nodes for each question, most of them go to questions that they don't settle. Here
//! all are begun, and then the one that looks cheapest is gone on with for a while, and so on: by
//! what is left to prove (the numbers at the roots, where they are least) and the nodes that were
//! spent on it.

use super::widening::{Settles, Widening, price};
use super::{DfPnReader, Reading, TooLarge, Widened};
use crate::{Outcome, Question, Role};
use rayon::prelude::*;
use tesuji_solver::{Limits, Stop};

/// The pool advances one question in `OF` at a time, so that the answers do not depend on the
/// number of threads, and at most `AT_ONCE` together.
const OF: usize = 32;
const AT_ONCE: usize = 16;
/// The next slice of a question is one `SHARE`th of its nodes so far, and `LEAST` at least.
const SHARE: u64 = 8;
const LEAST: u64 = 2500;
/// Friends and kos get parts of this number of nodes, as where a question has it to itself.
const ALONE: u64 = 200_000;

/// One of many questions, and how far it is read.
pub trait Pooled: Sync {
    /// The question.
    fn question(&self) -> &Question;

    /// Who is to be first in the next reading, after these; `None` if no other is wanted. (A
    /// question may be asked for both sides, one after the other.)
    fn next(&self, told: &[Widened]) -> Option<Role>;

    /// Need no more be known than that the outcome lies in this interval, with that side first?
    fn settles(&self, first: Role, outcome: Outcome) -> bool;
}

/// The reading of a question that is under way, or the next one.
enum Under<'a> {
    Waiting(Role),
    Open(Box<Widening<'a>>),
    /// An enclosed question is read anew with twice the nodes: so many the last time, and what was
    /// told.
    Enclosed(Role, u64, Option<Box<Widened>>),
}

/// How far a question has come.
struct Task<'a, P> {
    asked: &'a P,
    under: Option<Under<'a>>,
    told: Vec<Widened>,
    /// Nodes of all its readings but for the one of an open question that is under way.
    spent: u64,
    too_large: Option<TooLarge>,
}

impl<'a, P: Pooled> Task<'a, P> {
    fn new(asked: &'a P) -> Task<'a, P> {
        let under = asked.next(&[]).map(Under::Waiting);
        Task { asked, under, told: Vec::new(), spent: 0, too_large: None }
    }

    fn spent(&self) -> u64 {
        match &self.under {
            Some(Under::Open(widening)) => self.spent + widening.spent(),
            _ => self.spent,
        }
    }

    fn price(&self) -> Option<u64> {
        self.under.as_ref().map(|under| match under {
            Under::Open(widening) => widening.price(),
            Under::Waiting(_) => price(None, 0),
            Under::Enclosed(_, nodes, _) => price(None, *nodes),
        })
    }

    /// Nodes that it is gone on with.
    fn share(&self) -> u64 {
        match &self.under {
            Some(Under::Open(widening)) => (widening.spent() / SHARE).max(LEAST),
            Some(Under::Enclosed(_, nodes, _)) => 2 * nodes,
            Some(Under::Waiting(_)) | None => LEAST,
        }
    }

    fn bytes(&self) -> usize {
        match &self.under {
            Some(Under::Open(widening)) => widening.bytes(),
            _ => 0,
        }
    }

    /// Goes on with so many nodes, or a few more, but no more than `most`.
    fn resume(&mut self, reader: &'a DfPnReader, nodes: u64, most: u64, limits: &Limits) {
        let (asked, question) = (self.asked, self.asked.question());
        let is_enclosed = question.is_enclosed() || question.is_captured();
        let found = match self.under.take() {
            Some(Under::Waiting(first)) if !is_enclosed => {
                let settles: Settles<'a> = Box::new(move |outcome| asked.settles(first, outcome));
                Widening::new(reader, question, first, settles, limits.clone().with_nodes(ALONE), ALONE.min(most))
                    .and_then(|widening| self.resume_with(Box::new(widening.sharing()), 0, nodes, most))
            }
            Some(Under::Open(widening)) => {
                let before = widening.spent();
                self.resume_with(widening, before, nodes, most)
            }
            Some(Under::Waiting(first)) => self.read_enclosed(reader, first, nodes, limits),
            // A shorter reading tells nothing new.
            Some(Under::Enclosed(_, before, last)) if nodes <= before => Ok(last.map(|last| *last)),
            Some(Under::Enclosed(first, ..)) => self.read_enclosed(reader, first, nodes, limits),
            None => return,
        };
        match found {
            Ok(None) => {}
            Ok(Some(found)) => {
                self.told.push(found);
                self.under = asked.next(&self.told).map(Under::Waiting);
            }
            Err(too_large) => self.too_large = Some(too_large),
        }
    }

    fn resume_with(
        &mut self,
        mut widening: Box<Widening<'a>>,
        before: u64,
        nodes: u64,
        most: u64,
    ) -> Result<Option<Widened>, TooLarge> {
        let found = widening.resume(before.saturating_add(nodes), before.saturating_add(most));
        if let Ok(None) = found {
            self.under = Some(Under::Open(widening));
        } else {
            self.spent += widening.spent();
            widening.end();
        }
        found
    }

    fn read_enclosed(
        &mut self,
        reader: &DfPnReader,
        first: Role,
        nodes: u64,
        limits: &Limits,
    ) -> Result<Option<Widened>, TooLarge> {
        let settles = |outcome| self.asked.settles(first, outcome);
        let read = reader.read_until(self.asked.question(), first, &settles, &limits.clone().with_nodes(nodes))?;
        self.spent += read.reading.nodes.max(1);
        if read.reading.stop != Stop::Nodes {
            return Ok(Some(read));
        }
        self.under = Some(Under::Enclosed(first, nodes, Some(Box::new(read))));
        Ok(None)
    }

    /// Ends it with what is known: there is no memory for more. (Its tables are not kept.)
    fn give_up(&mut self) {
        if let Some(Under::Open(mut widening)) = self.under.take() {
            self.spent += widening.spent();
            self.told.push(widening.give_up());
        }
    }

    /// What was told, and what is known of the reading that is under way.
    fn told(mut self) -> Result<Vec<Widened>, TooLarge> {
        let unknown = |stop| {
            let reading = Reading { outcome: Outcome::UNKNOWN, key: None, stop, nodes: 0 };
            Widened::of(self.asked.question().clone(), reading)
        };
        let known = match self.under.take() {
            Some(Under::Open(widening)) => {
                let told = widening.told();
                widening.end();
                Some(told)
            }
            Some(Under::Enclosed(_, _, Some(last))) => Some(*last),
            Some(Under::Enclosed(_, _, None) | Under::Waiting(_)) => Some(unknown(Stop::Nodes)),
            None => None,
        };
        self.told.extend(known);
        match self.too_large {
            Some(too_large) if self.told.is_empty() => Err(too_large),
            _ => Ok(self.told),
        }
    }
}

fn at_once(questions: usize) -> usize {
    (questions / OF).clamp(1, AT_ONCE)
}

impl DfPnReader {
    /// Reads many questions, each as [`DfPnReader::read_until`] does, within limits for all of them
    /// together; for each question what its readings told, the last one as much as is known when
    /// the nodes have come to an end. Where the tables come to more than the memory, the questions
    /// that look dearest are given up. The same with any number of threads, unless time runs out.
    ///
    /// # Errors
    /// For a question: [`TooLarge`] if all its regions are.
    pub fn read_pooled<P: Pooled>(&self, questions: &[P], limits: &Limits) -> Vec<Result<Vec<Widened>, TooLarge>> {
        let clock = limits.start();
        let own = || limits.clone().with_time(clock.remaining());
        let mut tasks: Vec<Task<'_, P>> = questions.iter().map(Task::new).collect();
        let spent = |tasks: &[Task<'_, P>]| tasks.iter().map(Task::spent).sum::<u64>();
        loop {
            let mut left = limits.nodes.saturating_sub(spent(&tasks));
            if left == 0 || clock.expired().is_some() {
                break;
            }
            let priced = tasks.iter().enumerate().filter_map(|(at, task)| Some((task.price()?, at)));
            let mut cheapest: Vec<(u64, usize)> = priced.collect();
            cheapest.sort_unstable();
            let mut bytes: usize = tasks.iter().map(Task::bytes).sum();
            cheapest.reverse();
            cheapest.retain(|&(_, at)| {
                let is_given_up = bytes > limits.memory && tasks[at].bytes() > 0;
                if is_given_up {
                    bytes -= tasks[at].bytes();
                    tasks[at].give_up();
                }
                !is_given_up
            });
            cheapest.reverse();
            cheapest.truncate(at_once(questions.len()));
            if cheapest.is_empty() {
                break;
            }
            let mut nodes = vec![0; tasks.len()];
            for &(_, at) in &cheapest {
                nodes[at] = tasks[at].share().min(left);
                left -= nodes[at];
            }
            let more = left / cheapest.len() as u64;
            let chosen = tasks.par_iter_mut().zip(nodes).filter(|(_, nodes)| *nodes > 0);
            chosen.for_each(|(task, nodes)| task.resume(self, nodes, nodes + more, &own()));
        }
        tasks.into_iter().map(Task::told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::search::tests::small_regions;
    use crate::{Class, Problem};

    /// A question for one side, or for both; what is asked is whether it is life or a capture.
    struct Asked(Question, Vec<Role>);

    fn is_told(outcome: Outcome) -> bool {
        outcome.lives() || outcome.class() == Some(Class::Dead)
    }

    impl Pooled for Asked {
        fn question(&self) -> &Question {
            &self.0
        }

        fn next(&self, told: &[Widened]) -> Option<Role> {
            self.1.get(told.len()).copied().filter(|_| told.iter().all(|w| is_told(w.reading.outcome)))
        }

        fn settles(&self, _: Role, outcome: Outcome) -> bool {
            is_told(outcome)
        }
    }

    /// Open problems on a board of 9x9: corners of different sizes behind walls with gaps, and an
    /// enclosed one.
    fn questions() -> Vec<Asked> {
        let open = [
            "9x9 A9 X=black O ....+##|..O.+##|.OO.+##|....+##|++++###|#######",
            "9x9 A9 X=black O .....+#|.OOO.X#|.O..OX#|XXXXX##",
            "9x9 A9 X=black X ..O.+##|.OO.+##|....+##|++++###|#######",
        ];
        let mut all: Vec<Asked> = open
            .iter()
            .map(|line| {
                let problem = Problem::parse(line).unwrap();
                Asked(problem.question, vec![problem.first, problem.first.other()])
            })
            .collect();
        all.push(Asked(Question::from_picture("!..OX#|OOOX#|XXXX#").unwrap(), Role::ALL.to_vec()));
        all
    }

    fn told(read: &[Result<Vec<Widened>, TooLarge>]) -> Vec<Vec<(Outcome, u64)>> {
        let of = |all: &Vec<Widened>| all.iter().map(|w| (w.reading.outcome, w.reading.nodes)).collect();
        read.iter().map(|all| all.as_ref().map(of).unwrap_or_default()).collect()
    }

    #[test]
    fn what_is_told_together_is_told_alone_and_nodes_are_kept() {
        let (reader, asked) = (DfPnReader::new(), questions());
        let alone = Limits::default().with_nodes(30_000);
        let alone = asked.iter().map(|Asked(question, _)| {
            Role::ALL.map(|first| reader.read_widening(question, first, &alone).unwrap().reading.outcome)
        });
        let alone: Vec<[Outcome; 2]> = alone.collect();
        let mut settled = Vec::new();
        for nodes in [0, 1, 5000, 20_000, 150_000] {
            let read = reader.read_pooled(&asked, &Limits::default().with_nodes(nodes));
            let all: u64 = told(&read).iter().flatten().map(|(_, nodes)| nodes).sum();
            assert!(all <= nodes + 1, "{all} of {nodes}: one more where a search ends");
            settled.push(told(&read).iter().flatten().filter(|(outcome, _)| is_told(*outcome)).count());
            for ((Asked(_, sides), told), alone) in asked.iter().zip(&read).zip(&alone) {
                for (widened, &first) in told.as_ref().unwrap().iter().zip(sides) {
                    let (here, alone) = (widened.reading.outcome, alone[first as usize]);
                    assert!(here.low <= alone.high && alone.low <= here.high, "{here} and {alone}");
                    if is_told(here) {
                        let proved = widened.prove(&reader, first, &Limits::default()).unwrap();
                        assert_eq!(widened.check(&proved, first).unwrap(), Ok(()));
                    }
                }
            }
        }
        assert!(settled.is_sorted() && settled[0] == 0 && settled[4] >= 2, "{settled:?}");
    }

    #[test]
    fn any_number_of_threads_tells_the_same() {
        let (reader, asked) = (DfPnReader::new(), questions());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| told(&reader.read_pooled(&asked, &Limits::default().with_nodes(30_000))))
        };
        let one = with(1);
        assert_eq!([with(2), with(5)], [one.clone(), one]);
    }

    /// A group in the open, which is not settled soon.
    fn far() -> Asked {
        let stones =
            ["D10 black", "D9 black", "E8 black", "C12 white", "E12 white", "G9 white", "C6 white", "F6 white"];
        let stones = stones.map(|stone| {
            let (at, color) = stone.split_once(' ').unwrap();
            let color = if color == "black" { crate::Color::Black } else { crate::Color::White };
            (crate::Point::parse(at, 19, 19).unwrap(), color)
        });
        let board = crate::Board::set_up(19, 19, stones).unwrap();
        let target = crate::Points::single(stones[0].0);
        Asked(Question::around(&board, &target).unwrap(), vec![Role::Attacker])
    }

    #[test]
    fn nodes_go_where_an_answer_is_near() {
        let reader = small_regions();
        // Some 12,000 positions.
        let near = Problem::parse("9x9 A9 X=black X ......*#|OOOOO.X#|.....OX#|XXXXXXX#").unwrap();
        let near = Asked(near.question, vec![near.first]);
        let all: Vec<Asked> = (0..7).map(|_| far()).chain([near]).collect();
        let nodes = 80_000;
        let read = told(&reader.read_pooled(&all, &Limits::default().with_nodes(nodes)));
        let (outcome, of_near) = read[7][0];
        assert!(is_told(outcome) && of_near > nodes / 8, "more than an equal part: {read:?}");
        assert!(!is_told(read[0][0].0));
    }

    #[test]
    fn questions_that_look_alike_get_equal_parts() {
        let all = [far(), far()];
        let read = told(&DfPnReader::new().read_pooled(&all, &Limits::default().with_nodes(20_000)));
        let nodes: Vec<u64> = read.into_iter().flatten().map(|(_, nodes)| nodes).collect();
        assert!(nodes.len() == 2 && nodes.iter().all(|&n| n > 9_000), "{nodes:?}");
    }

    /// An enclosed question is read anew with more nodes, never with fewer, so that nothing that
    /// was told is lost.
    #[test]
    fn an_enclosed_question_keeps_its_longest_reading() {
        let (reader, limits) = (DfPnReader::new(), Limits::default());
        let picture = "!.......OX|.......OX|OOOOOOOOX|XXXXXXXXX";
        let asked = Asked(Question::from_picture(picture).unwrap(), vec![Role::Attacker]);
        let mut task = Task::new(&asked);
        for nodes in [2000, 10] {
            task.resume(&reader, nodes, nodes, &limits);
        }
        let told = task.told().unwrap();
        assert!(told.len() == 1 && told[0].reading.nodes >= 2000, "{:?}", told[0].reading);
    }

    /// Where there is no room for all of them, the dearest are given up, and say so.
    #[test]
    fn memory_is_kept() {
        let reader = DfPnReader::new();
        let all: Vec<Asked> = (0..4).map(|_| far()).chain(questions()).collect();
        let stops = |memory| {
            let limits = Limits::default().with_nodes(100_000).with_memory(memory);
            let read = reader.read_pooled(&all, &limits);
            read.into_iter().map(|all| all.unwrap().pop().unwrap().reading.stop).collect::<Vec<_>>()
        };
        let [none, some, much] = [0, 2 << 20, 1 << 30].map(stops);
        assert!(none.iter().zip(&all).all(|(&stop, asked)| stop == Stop::Memory || !asked.0.is_open()), "{none:?}");
        assert!(some[..4].contains(&Stop::Memory) && some[4..].contains(&Stop::Exhausted), "{some:?}");
        assert!(!much.contains(&Stop::Memory), "{much:?}");
    }

    #[test]
    fn time_that_has_run_out_ends_it_and_nothing_is_lost() {
        let asked = questions();
        let limits = Limits::default().with_time(std::time::Duration::ZERO);
        let read = DfPnReader::new().read_pooled(&asked, &limits);
        assert!(told(&read).iter().all(|all| all.iter().all(|(outcome, _)| *outcome == Outcome::UNKNOWN)));
        assert_eq!(read.len(), asked.len());
        let none: [Asked; 0] = [];
        assert!(DfPnReader::new().read_pooled(&none, &Limits::default()).is_empty());
    }
}
