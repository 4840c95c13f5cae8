//! A hand on the page: it clicks and types as a person does.

use crate::browse::cdp::Browser;
use serde_json::Value;

pub struct Hand {
    pub browser: Browser,
}

impl Hand {
    /// `None` where there is no Chromium.
    pub fn open(url: &str) -> Option<Hand> {
        Some(Hand { browser: Browser::open(url)? })
    }

    pub fn wait(&mut self, expression: &str) {
        self.browser.wait(expression);
    }

    /// Milliseconds until the first board, as the page measures them.
    pub fn ready(&mut self) -> String {
        self.wait("document.body?.dataset.ready");
        let error = self.browser.evaluate("document.body.dataset.error ?? ''");
        assert_eq!(error, "", "the page is without a fault");
        self.wait("document.getElementById('drawing').complete && document.getElementById('drawing').naturalWidth > 0");
        self.browser.evaluate("document.body.dataset.ready").as_str().unwrap_or_default().to_string()
    }

    pub fn genre(&mut self) -> String {
        self.browser.evaluate("puzzle.genre").as_str().unwrap_or_default().to_string()
    }

    pub fn says(&mut self, id: &str) -> String {
        let said = self.browser.evaluate(&format!("document.getElementById({id:?}).textContent"));
        said.as_str().unwrap_or_default().to_string()
    }

    pub fn count(&mut self, selector: &str) -> u64 {
        self.browser.evaluate(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap_or(0)
    }

    /// Clicks a button of the page.
    pub fn press(&mut self, id: &str) {
        self.browser.click(&format!("#{id}"));
    }

    /// The variables of the puzzle's places.
    fn places(&mut self) -> Vec<u64> {
        let all = self.browser.evaluate("puzzle.spots.map((spot) => spot.var)");
        all.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
    }

    /// The solution's value at the n-th place.
    pub fn solution_of(&mut self, n: usize) -> u64 {
        let value = format!("ask('solution').then(({{ placed }}) => placed[puzzle.spots[{n}].var])");
        self.browser.evaluate(&value).as_u64().expect("a solution")
    }

    /// Writes a value at the n-th place by clicks.
    pub fn write(&mut self, n: usize, value: u64) {
        let var = self.places()[n];
        self.fill(var, value);
    }

    /// Clicks on a place, and on the value among the buttons where clicks don't go round.
    fn fill(&mut self, var: u64, value: u64) {
        let place = format!("#spots [data-key='{var}']");
        let spot = format!("puzzle.spots.find((spot) => spot.var === {var})");
        let is_cycled = self.browser.evaluate(&format!("isCycled({spot})")) == true;
        let holds = format!("entries.placed[{var}] === {value}");
        if !is_cycled {
            self.browser.click(&place);
            let at = self.browser.evaluate(&format!("{spot}.values.findIndex(([v]) => v === {value}) + 1"));
            self.browser.click(&format!("#pad button:nth-child({at})"));
            self.wait(&holds);
            return;
        }
        for _ in 0..4 {
            if self.browser.evaluate(&holds) == true {
                return;
            }
            let before = self.browser.evaluate("past.length").as_u64().unwrap_or(0);
            self.browser.click(&place);
            self.wait(&format!("past.length > {before}"));
        }
        panic!("clicks don't bring {value} at {var}");
    }

    /// Goes to a place by arrows, or place by place where they don't lead there.
    fn walk_to(&mut self, var: u64) {
        for turn in 0..400 {
            if turn >= 80 {
                if self.browser.evaluate("chosen").as_u64() == Some(var) {
                    return;
                }
                self.browser.key("PageDown");
                continue;
            }
            let gap = self.browser.evaluate(&format!(
                "(() => {{ const m = ({{ at }}) => [at.x + at.w / 2, at.y + at.h / 2]; \
                 const [a, b] = [spotOf(chosen), spotOf({var})].map(m); return [b[0] - a[0], b[1] - a[1]]; }})()"
            ));
            let (dx, dy) = (gap[0].as_f64().unwrap_or(0.0), gap[1].as_f64().unwrap_or(0.0));
            if dx.abs() < 1.0 && dy.abs() < 1.0 {
                return;
            }
            // Now and then the other way round, where places stand in each other's light.
            let across = (dx.abs() > dy.abs()) != (turn % 7 == 6);
            self.browser.key(match (across, dx > 0.0, dy > 0.0) {
                (true, true, _) => "ArrowRight",
                (true, false, _) => "ArrowLeft",
                (false, _, true) => "ArrowDown",
                (false, _, false) => "ArrowUp",
            });
        }
        panic!("no key leads to {var}");
    }

    /// Types a value at a place.
    fn type_at(&mut self, var: u64, value: u64) {
        self.walk_to(var);
        let spot = format!("puzzle.spots.find((spot) => spot.var === {var})");
        let sign = self.browser.evaluate(&format!(
            "(() => {{ const word = wordOf({spot}, {value}); return word.length === 1 ? word : \
             String(order({spot}).indexOf({value}) + 1); }})()"
        ));
        self.browser.key(sign.as_str().expect("a sign"));
        self.wait(&format!("entries.placed[{var}] === {value}"));
    }

    /// Fills in the whole solution.
    pub fn play(&mut self, by_keyboard: bool) {
        let solution = self.browser.evaluate("ask('solution').then(({ placed }) => placed)");
        for var in self.places() {
            let value = solution[var.to_string()].as_u64().expect("a value");
            if self.browser.evaluate("document.body.dataset.solved === 'yes'") == true {
                break;
            }
            if by_keyboard { self.type_at(var, value) } else { self.fill(var, value) }
        }
    }
}
