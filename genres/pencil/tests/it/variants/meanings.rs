//! The meaning of constraints, against brute force over all fillings of small grids, with values from 1
//! and from 0.

use super::layout_of;
use tesuji_solver::{Limits, Value};

/// A constraint string, and whether a filling of a grid with this least value keeps it.
type Meaning<'a> = (&'a str, &'a dyn Fn(&[i32], i32) -> bool);

/// All ways to put different values of `low..=high` in `cells` cells.
fn arrangements(cells: usize, low: i32, high: i32) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..cells {
        let longer = |start: &Vec<i32>| {
            let start = start.clone();
            (low..=high).filter(|v| !start.contains(v)).map(|v| [&start[..], &[v]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All Latin squares of four rows.
fn squares(low: i32) -> Vec<Vec<i32>> {
    let rows = arrangements(4, low, low + 3);
    let mut all = vec![Vec::new()];
    for _ in 0..4 {
        let longer = |start: &Vec<i32>| {
            let start = start.clone();
            let fits = |row: &Vec<i32>| start.chunks(4).all(|above| above.iter().zip(row).all(|(a, b)| a != b));
            rows.iter().filter(|row| fits(row)).map(|row| [&start[..], row].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn assert_meanings(shape: &str, low: i32, fillings: &[Vec<i32>], meanings: &[Meaning<'_>]) {
    for (constraint, holds) in meanings {
        let text = format!(".Shape~{shape}.NoBoxes.{constraint}");
        let (layout, domains, cells) = match layout_of(&text) {
            Ok(read) => read,
            // A number that can't be is refused at sight.
            Err(bad) => {
                assert!(!fillings.iter().any(|filling| holds(filling, low)), "{text}: {bad}");
                continue;
            }
        };
        let answer = layout.solve(&domains, &Limits::solutions(fillings.len() + 1));
        assert!(answer.stop.is_complete(), "{text}: {:?}", answer.stop);
        let mut found: Vec<Vec<i32>> =
            answer.solutions.iter().map(|s| s[..cells].iter().map(|&v: &Value| v.into()).collect()).collect();
        let mut wanted: Vec<Vec<i32>> = fillings.iter().filter(|filling| holds(filling, low)).cloned().collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{text}");
    }
}

fn backward(a: &[i32]) -> Vec<i32> {
    a.iter().rev().copied().collect()
}

fn sum(a: &[i32]) -> i32 {
    a.iter().sum()
}

fn sandwich(a: &[i32]) -> i32 {
    let place = |v: Option<&i32>| a.iter().position(|x| Some(x) == v).expect("a cell");
    let (p, q) = (place(a.iter().min()), place(a.iter().max()));
    sum(&a[p.min(q) + 1..p.max(q)])
}

fn x_sum(a: &[i32]) -> Option<i32> {
    (1..=a.len() as i32).contains(&a[0]).then(|| sum(&a[..a[0] as usize]))
}

fn room(a: &[i32]) -> Option<i32> {
    usize::try_from(a[0] - 1).ok().and_then(|i| a.get(i)).copied()
}

/// A height of 0 is not seen.
fn seen(a: &[i32]) -> usize {
    (0..a.len()).filter(|&i| a[i] > a[..i].iter().copied().max().unwrap_or(0)).count()
}

fn hidden(a: &[i32]) -> Option<i32> {
    (1..a.len()).find(|&i| a[i] < a[i - 1]).map(|i| a[i])
}

fn has_sum(a: &[i32], total: i32) -> bool {
    (1..1 << a.len()).any(|set| (0..a.len()).filter(|i| set >> i & 1 == 1).map(|i| a[i]).sum::<i32>() == total)
}

/// Does the line part into pieces with this sum?
fn parts(a: &[i32], total: i32) -> bool {
    let mut so_far = 0;
    for v in a {
        so_far += v;
        if so_far > total {
            return false;
        }
        so_far %= total;
    }
    so_far == 0
}

const LINE: &[Meaning<'_>] = &[
    ("Sandwich~5~R1", &|a, _| sandwich(a) == 5),
    ("Sandwich~6~R1", &|a, _| sandwich(a) == 6),
    ("Sandwich~9~R1", &|a, _| sandwich(a) == 9),
    ("Sandwich~0~R1", &|a, _| sandwich(a) == 0),
    ("Lunchbox~3~R1C4~R1C2~R1C3~R1C1", &|a, _| sandwich(&[a[3], a[1], a[2], a[0]]) == 3),
    ("XSum~R1~6~", &|a, _| x_sum(a) == Some(6)),
    ("XSum~R1~1~", &|a, _| x_sum(a) == Some(1)),
    ("XSum~R1~~10", &|a, _| x_sum(&backward(a)) == Some(10)),
    ("NumberedRoom~R1~3~", &|a, _| room(a) == Some(3)),
    ("NumberedRoom~R1~~1", &|a, _| room(&backward(a)) == Some(1)),
    ("Skyscraper~R1~2~", &|a, _| seen(a) == 2),
    ("Skyscraper~R1~~3", &|a, _| seen(&backward(a)) == 3),
    ("HiddenSkyscraper~R1~1~", &|a, _| hidden(a) == Some(1)),
    ("HiddenSkyscraper~R1~~2", &|a, _| hidden(&backward(a)) == Some(2)),
    ("Indexing~C~R1C2", &|a, _| a[1] >= 1 && a.get(a[1] as usize - 1) == Some(&2)),
    ("Indexing~C~R1C1~R1C3", &|a, _| {
        a[0] >= 1 && a.get(a[0] as usize - 1) == Some(&1) && a[2] >= 1 && a.get(a[2] as usize - 1) == Some(&3)
    }),
    ("Cage~5~R1C1~R1C2", &|a, _| a[0] + a[1] == 5),
    ("Cage~6~R1C1~R1C2~R1C4", &|a, _| a[0] + a[1] + a[3] == 6),
    ("Cage~0~R1C1~R1C2", &|_, _| true),
    ("Sum~5_=_2_-1~R1C1~R1C2", &|a, _| 2 * a[0] - a[1] == 5),
    ("Sum~3~R1C4~R1C2", &|a, _| a[3] + a[1] == 3),
    ("RellikCage~5~R1C1~R1C2~R1C3", &|a, _| !has_sum(&a[..3], 5)),
    ("EqualityCage~R1C1~R1C2", &|a, low| {
        let high = low + a.len() as i32 - 1;
        let half = (high - low + 1) / 2;
        let count = |is: &dyn Fn(i32) -> bool| a[..2].iter().filter(|&&v| is(v)).count() == 1;
        count(&|v| v % 2 == 0) && count(&|v| v < low + half) && count(&|v| v > high - half)
    }),
    ("Arrow~R1C1~R1C2~R1C3", &|a, _| a[0] == a[1] + a[2]),
    ("DoubleArrow~R1C1~R1C2~R1C3~R1C4", &|a, _| a[0] + a[3] == a[1] + a[2]),
    ("PillArrow~2~R1C1~R1C2~R1C3~R1C4~R1C3", &|a, _| 10 * a[0] + a[1] == 2 * a[2] + a[3]),
    ("Zipper~R1C1~R1C2~R1C3~R1C4~R1C5", &|a, _| a[0] + a[4] == a[2] && a[1] + a[3] == a[2]),
    ("SumLine~5~R1C1~R1C2~R1C3~R1C4", &|a, _| parts(&a[..4], 5)),
    ("SumLine~3~R1C1~R1C2~R1C3", &|a, _| parts(&a[..3], 3)),
    ("SumLine~5~R1C1~R1C2~R1C3~LOOP", &|a, _| (0..3).any(|i| parts(&[a[i], a[(i + 1) % 3], a[(i + 2) % 3]], 5))),
    ("EqualSum~R1C1~R1C2~-~R1C3~R1C4", &|a, _| a[0] + a[1] == a[2] + a[3]),
    ("CountDistinct~R1C1~R1C2~R1C3", &|a, _| a[0] == 2),
    ("CountingCircles~R1C2", &|a, _| a[1] == 1),
    ("LookAndSay~1213~R1C1~R1C2~R1C4", &|a, _| a[2] != 2 && a[4] != 2 && a[2] != 3 && a[4] != 3),
    ("LookAndSay~01~R1C1~R1C2", &|a, _| a[0] != 1 && a[1] != 1),
    ("ContainAtLeast~1_3~R1C1~R1C2~R1C3", &|a, _| a[..3].contains(&1) && a[..3].contains(&3)),
    ("ContainExact~2~R1C1~R1C2", &|a, _| a[..2].contains(&2)),
    ("Renban~R1C1~R1C2~R1C3", &|a, _| a[..3].iter().max().expect("cells") - a[..3].iter().min().expect("cells") == 2),
    ("Whisper~2~R1C1~R1C2~R1C3", &|a, _| (a[0] - a[1]).abs() >= 2 && (a[1] - a[2]).abs() >= 2),
    ("Modular~2~R1C1~R1C2~R1C3", &|a, _| a[0] % 2 != a[1] % 2 && a[2] % 2 == a[0] % 2),
    ("Thermo~R1C1~R1C2~R1C3", &|a, _| a[0] < a[1] && a[1] < a[2]),
    ("Between~R1C1~R1C2~R1C3", &|a, _| a[0].min(a[2]) < a[1] && a[1] < a[0].max(a[2])),
    ("Lockout~2~R1C1~R1C2~R1C3", &|a, _| (a[0] - a[2]).abs() >= 2 && (a[1] < a[0].min(a[2]) || a[1] > a[0].max(a[2]))),
    ("WhiteDot~R1C1~R1C2", &|a, _| (a[0] - a[1]).abs() == 1),
    ("BlackDot~R1C1~R1C2", &|a, _| a[0] == 2 * a[1] || a[1] == 2 * a[0]),
    ("V~R1C1~R1C2", &|a, _| a[0] + a[1] == 5),
    ("GreaterThan~R1C1~R1C2", &|a, _| a[0] > a[1]),
    ("StrictXV", &|a, _| a.windows(2).all(|p| p[0] + p[1] != 5 && p[0] + p[1] != 10)),
    ("StrictKropki", &|a, _| a.windows(2).all(|p| (p[0] - p[1]).abs() != 1 && p[0] != 2 * p[1] && p[1] != 2 * p[0])),
    ("AntiConsecutive", &|a, _| a.windows(2).all(|p| (p[0] - p[1]).abs() != 1)),
    ("~R1C1_1_3", &|a, _| a[0] == 1 || a[0] == 3),
    ("Or.Cage~3~R1C1~R1C2.NumberedRoom~R1~3~.End", &|a, _| a[0] + a[1] == 3 || room(a) == Some(3)),
];

#[test]
fn constraints_of_a_line_mean_what_brute_force_says() {
    for low in [0, 1] {
        assert_meanings(&format!("1x5~{low}-{}", low + 4), low, &arrangements(5, low, low + 4), LINE);
    }
}

/// Rows with more values than cells: what is least and greatest is taken of the cells.
#[test]
fn lines_that_lack_values_mean_what_brute_force_says() {
    let meanings: &[Meaning<'_>] = &[
        ("Sandwich~5~R1", &|a, _| sandwich(a) == 5),
        ("XSum~R1~6~", &|a, _| x_sum(a) == Some(6)),
        ("NumberedRoom~R1~3~", &|a, _| room(a) == Some(3)),
        ("Skyscraper~R1~2~", &|a, _| seen(a) == 2),
        ("HiddenSkyscraper~R1~2~", &|a, _| hidden(a) == Some(2)),
        ("Indexing~C~R1C2", &|a, _| a[1] >= 1 && a.get(a[1] as usize - 1) == Some(&2)),
        ("RellikCage~5~R1C1~R1C2~R1C3", &|a, _| !has_sum(&a[..3], 5)),
    ];
    for low in [0, 1] {
        assert_meanings(&format!("1x4~{low}-{}", low + 5), low, &arrangements(4, low, low + 5), meanings);
    }
}

/// Five values lie between the ends of a sandwich of 17 only if 0 is an end: 1+2+3+4+7.
#[test]
fn a_sandwich_between_0_and_8_holds_up_to_five_values_with_the_sum_17() {
    let row = "607324185";
    let givens: String = row.chars().enumerate().map(|(i, v)| format!("~R1C{}_{v}", i + 1)).collect();
    for (number, solutions) in [(17, 1), (16, 0), (22, 0)] {
        let text = format!(".Shape~1x9~0-8.NoBoxes.Sandwich~{number}~R1.{givens}");
        let (layout, domains, _) = layout_of(&text).expect("read");
        assert_eq!(layout.solve(&domains, &Limits::solutions(2)).solutions.len(), solutions, "{text}");
    }
}

#[test]
fn constraints_of_a_square_mean_what_brute_force_says() {
    let column = |a: &[i32], c: usize| -> Vec<i32> { (0..4).map(|r| a[4 * r + c]).collect() };
    let lines = |a: &[i32]| -> Vec<Vec<i32>> {
        let straight = a.chunks(4).map(<[i32]>::to_vec).chain((0..4).map(|c| column(a, c)));
        straight.flat_map(|line| [backward(&line), line]).collect()
    };
    let rank = |a: &[i32], line: &[i32]| 1 + lines(a).iter().filter(|other| other[..] < *line).count();
    let is_alone = |a: &[i32], line: &[i32]| lines(a).iter().filter(|other| other[..] == *line).count() == 1;
    let meanings: &[Meaning<'_>] = &[
        ("Indexing~R~R2C3", &|a, _| a[6] >= 1 && column(a, 2).get(a[6] as usize - 1) == Some(&2)),
        ("Indexing~C~R2C3~R4C1", &|a, _| {
            let is = |r: usize, c: usize| {
                let v = a[4 * r + c];
                v >= 1 && a[4 * r..4 * r + 4].get(v as usize - 1) == Some(&(c as i32 + 1))
            };
            is(1, 2) && is(3, 0)
        }),
        ("ValueIndexing~R1C1~R2C1~R2C2~R2C3~R2C4", &|a, _| a[4] >= 1 && a[5..8].get(a[4] as usize - 1) == Some(&a[0])),
        ("NumberedRoom~C2~~3", &|a, _| room(&backward(&column(a, 1))) == Some(3)),
        ("XSum~C4~3~", &|a, _| x_sum(&column(a, 3)) == Some(3)),
        ("Sandwich~2~C1", &|a, _| sandwich(&column(a, 0)) == 2),
        ("LittleKiller~6~R1C3", &|a, _| a[2] + a[5] + a[8] == 6),
        ("LittleKiller~4~R2C1", &|a, _| a[4] + a[9] + a[14] == 4),
        ("CountingCircles~R1C1~R2C2~R3C3", &|a, _| {
            let circles = [a[0], a[5], a[10]];
            circles.iter().all(|v| circles.iter().filter(|w| *w == v).count() as i32 == *v)
        }),
        ("Quad~R1C1~1~2", &|a, _| [1, 2].iter().all(|v| [a[0], a[1], a[4], a[5]].contains(v))),
        ("LookAndSay~21~R1C1~R2C2~R3C4", &|a, _| [a[0], a[5], a[11]].iter().filter(|v| **v == 1).count() == 2),
        ("CountDistinct~R1C1~R1C2~R2C1~R2C2", &|a, _| {
            let mut others = vec![a[1], a[4], a[5]];
            others.sort_unstable();
            others.dedup();
            a[0] == others.len() as i32
        }),
        ("PillArrow~2~R2C1~R1C1~R2C2~R3C3~R4C4", &|a, _| 10 * a[0] + a[4] == a[5] + a[10] + a[15]),
        ("SameValues~2~R1C1~R1C2~R2C3~R2C4", &|a, _| {
            let set = |x: i32, y: i32| (x.min(y), x.max(y));
            set(a[0], a[1]) == set(a[6], a[7])
        }),
        ("Palindrome~R1C1~R2C2~R3C3", &|a, _| a[0] == a[10]),
        ("SumLine~4~R1C1~R2C2~R3C3~R4C4", &|a, _| parts(&[a[0], a[5], a[10], a[15]], 4)),
        ("Diagonal~1", &|a, _| (0..4).all(|i| (0..i).all(|j| a[3 * i + 3] != a[3 * j + 3]))),
        ("FullRank~R2~5~", &|a, _| rank(a, &a[4..8]) == 5 && is_alone(a, &a[4..8])),
        ("FullRank~C1~~3.FullRankTies~any", &|a, _| rank(a, &backward(&column(a, 0))) == 3),
    ];
    for low in [0, 1] {
        assert_meanings(&format!("4x4~{low}-{}", low + 3), low, &squares(low), meanings);
    }
}

/// Constraints that are defined by values from 1 alone are refused elsewhere.
#[test]
fn what_is_said_of_values_from_1_alone_is_refused_by_name() {
    for (name, shape) in [
        ("AntiTaxicab", "9x9~0-8"),
        ("DutchFlatmates", "9x9~0-8"),
        ("Entropic~R1C1~R1C2~R1C3", "9x9~0-8"),
        ("GlobalEntropy", "9x9~0-8"),
    ] {
        let kind = name.split('~').next().expect("a name");
        let bad = layout_of(&format!(".Shape~{shape}.{name}")).expect_err(name);
        assert!(bad.contains(kind), "{name}: {bad}");
        let shape = "9x9";
        layout_of(&format!(".Shape~{shape}.{name}")).expect("values from 1");
    }
}
