//! Does a constraint hold in a solution?

use crate::variant::constraint::Kind;
use crate::variant::design::Design;

/// Cells with their values in the solution, while a constraint grows.
pub struct Look<'a> {
    /// The design.
    pub design: &'a Design,
    /// The cells.
    pub cells: &'a [u32],
    /// Their values.
    pub values: &'a [i32],
    /// Are these all cells? Else more may follow.
    pub is_whole: bool,
}

/// The difference of a whisper: that of German whispers in a grid of nine values.
pub fn whisper(design: &Design) -> i32 {
    (i32::from(design.grid.high) + 1) / 2
}

fn pairs(values: &[i32], related: impl Fn(i32, i32) -> bool) -> bool {
    values.windows(2).all(|pair| related(pair[0], pair[1]))
}

fn differ(values: &[i32]) -> bool {
    (1..values.len()).all(|i| !values[..i].contains(&values[i]))
}

fn spread(values: &[i32]) -> i32 {
    values.iter().max().zip(values.iter().min()).map_or(0, |(high, low)| high - low)
}

impl Look<'_> {
    /// Does a constraint of the kind hold, or may it still?
    pub fn holds(&self, kind: &Kind) -> bool {
        let (v, grid) = (self.values, &self.design.grid);
        let n = v.len();
        let is_ratio = |a: i32, b: i32| a == 2 * b || b == 2 * a;
        let ends = || (v[0].min(v[n - 1]), v[0].max(v[n - 1]));
        match kind.name {
            "Cage" | "AllDifferent" => differ(v),
            "Thermo" => pairs(v, |a, b| a < b),
            "SlowThermo" => pairs(v, |a, b| a <= b),
            "Whisper" => pairs(v, |a, b| (a - b).abs() >= whisper(self.design)),
            "Arrow" => {
                let sum: i32 = v[1..].iter().sum();
                if self.is_whole { sum == v[0] && n > 2 } else { n < 2 || sum < v[0] }
            }
            "Renban" => differ(v) && if self.is_whole { spread(v) == n as i32 - 1 } else { spread(v) < 5 },
            "Nabner" => (0..n).all(|i| (0..i).all(|k| (v[i] - v[k]).abs() > 1)),
            "Palindrome" => !self.is_whole || v.iter().eq(v.iter().rev()),
            "Between" => !self.is_whole || v[1..n - 1].iter().all(|m| ends().0 < *m && *m < ends().1),
            "Zipper" => !self.is_whole || (n % 2 == 1 && (0..n / 2).all(|i| v[i] + v[n - 1 - i] == v[n / 2])),
            "RegionSumLine" => !self.is_whole || self.has_equal_parts(),
            "Entropic" | "Modular" => {
                // As the rule of entropic lines parts the values.
                let count = grid.values().len() as i32;
                let outer = count / 3 + i32::from(count % 3 == 2);
                let entropy = |v: i32| i32::from(v > outer) + i32::from(v > count - outer);
                let group = |v: i32| if kind.name == "Modular" { v % 3 } else { entropy(v) };
                let groups: Vec<i32> = v.iter().map(|&v| group(v)).collect();
                groups.windows(3).all(differ) && differ(&groups[..n.min(3)])
            }
            "BlackDot" => is_ratio(v[0], v[1]),
            "WhiteDot" => (v[0] - v[1]).abs() == 1,
            "X" => v[0] + v[1] == 10,
            "V" => v[0] + v[1] == 5,
            "GreaterThan" => v[0] > v[1],
            "Odd" => v[0] % 2 == 1,
            "Even" => v[0] % 2 == 0,
            "XSum" => (1..=n as i32).contains(&v[0]),
            "Quad" | "LittleKiller" | "Sandwich" | "Skyscraper" => true,
            _ => false,
        }
    }

    /// Has the line the same sum in each of several regions?
    fn has_equal_parts(&self) -> bool {
        let parts = self.design.cut(self.cells);
        let mut at = 0;
        let mut sums = parts.iter().map(|part| {
            at += part.len();
            self.values[at - part.len()..at].iter().sum::<i32>()
        });
        let first = sums.next();
        parts.len() > 1 && sums.all(|sum| Some(sum) == first)
    }
}
