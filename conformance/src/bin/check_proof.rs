//! `check_proof CNF DRAT [MODEL]`: says what a proof of `tesuji prove` shows. It shares no code with
//! the program that writes them; nothing but its command line stands on another crate.
//!
//! The refutation is checked forwards: each clause that it adds follows from those before it by unit
//! propagation (RUP), or is one that may be added by its first literal (RAT). The model must satisfy
//! all clauses but the last, which must exclude the candidates of the model and nothing else.

use clap::Parser;
use std::collections::HashMap;
use std::process::ExitCode;

/// The statement that a proof shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The clauses have no model.
    NoSolution,
    /// The clauses have a model, and all models agree with it on the candidates.
    OneSolution,
}

type Clause = Vec<i64>;

/// A formula in DIMACS form, with the candidates of its comments: place and what stands for it.
struct Formula {
    variables: usize,
    clauses: Vec<Clause>,
    candidates: Vec<(String, String)>,
}

fn formula(text: &str) -> Result<Formula, String> {
    let mut head = None;
    let mut clauses = Vec::new();
    let mut candidates = Vec::new();
    let mut open = Vec::new();
    for (n, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["c", "candidate", place, _, stands] => candidates.push((place.to_string(), stands.to_string())),
            ["c", ..] => {}
            ["p", "cnf", variables, count] => {
                let number = |word: &str| word.parse::<usize>().map_err(|_| format!("line {n}: {word:?}"));
                head = Some((number(variables)?, number(count)?));
            }
            _ => {
                let (variables, _) = head.ok_or_else(|| format!("line {n}: a clause before the head"))?;
                for word in words {
                    let lit: i64 = word.parse().map_err(|_| format!("line {n}: {word:?} is no literal"))?;
                    if lit == 0 {
                        clauses.push(std::mem::take(&mut open));
                    } else if lit.unsigned_abs() as usize > variables {
                        return Err(format!("line {n}: there is no variable {}", lit.unsigned_abs()));
                    } else {
                        open.push(lit);
                    }
                }
            }
        }
    }
    let (variables, count) = head.ok_or("there is no head")?;
    if !open.is_empty() {
        return Err("the last clause has no end".to_string());
    }
    if clauses.len() != count {
        return Err(format!("{} clauses where the head says {count}", clauses.len()));
    }
    Ok(Formula { variables, clauses, candidates })
}

/// Clauses with two watched literals each, and what is true for good.
struct Database {
    clauses: Vec<Option<Clause>>,
    watches: Vec<Vec<usize>>,
    values: Vec<i8>,
    trail: Vec<i64>,
    by_text: HashMap<Clause, Vec<usize>>,
    is_refuted: bool,
}

fn at(lit: i64) -> usize {
    2 * (lit.unsigned_abs() as usize) + usize::from(lit < 0)
}

fn sorted(clause: &[i64]) -> Clause {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

impl Database {
    fn new(variables: usize) -> Database {
        Database {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            values: vec![0; variables + 1],
            trail: Vec::new(),
            by_text: HashMap::new(),
            is_refuted: false,
        }
    }

    fn value(&self, lit: i64) -> i8 {
        let value = self.values[lit.unsigned_abs() as usize];
        if lit > 0 { value } else { -value }
    }

    fn set(&mut self, lit: i64) {
        self.values[lit.unsigned_abs() as usize] = if lit > 0 { 1 } else { -1 };
        self.trail.push(lit);
    }

    /// Follows all units from a place of the trail on; `false` where a clause is broken.
    fn propagate(&mut self, mut from: usize) -> bool {
        while let Some(&lit) = self.trail.get(from) {
            from += 1;
            let watching = std::mem::take(&mut self.watches[at(-lit)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut is_well = true;
            for id in watching {
                if !is_well {
                    kept.push(id);
                    continue;
                }
                let Some(mut clause) = self.clauses[id].take() else { continue };
                if clause[0] == -lit {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                let other = (2..clause.len()).find(|&k| self.value(clause[k]) >= 0).filter(|_| self.value(first) <= 0);
                match other {
                    Some(k) => {
                        clause.swap(1, k);
                        self.watches[at(clause[1])].push(id);
                    }
                    None => {
                        kept.push(id);
                        match self.value(first) {
                            0 => self.set(first),
                            1 => {}
                            _ => is_well = false,
                        }
                    }
                }
                self.clauses[id] = Some(clause);
            }
            // Clauses that came to watch it meanwhile stay.
            kept.append(&mut self.watches[at(-lit)]);
            self.watches[at(-lit)] = kept;
            if !is_well {
                return false;
            }
        }
        true
    }

    /// Adds a clause for good.
    fn add(&mut self, clause: &[i64]) {
        let mut clause = sorted(clause);
        if clause.iter().any(|lit| clause.binary_search(&-lit).is_ok()) {
            // It holds always; a deletion may name it.
            self.by_text.entry(clause).or_default();
            return;
        }
        let text = clause.clone();
        // True literals first, then open ones: they are watched.
        clause.sort_by_key(|&lit| -self.value(lit));
        let begin = self.trail.len();
        match clause.as_slice() {
            [] => self.is_refuted = true,
            [first, ..] if self.value(*first) < 0 => self.is_refuted = true,
            [only] if self.value(*only) == 0 => self.set(*only),
            [first, second, ..] if self.value(*first) == 0 && self.value(*second) < 0 => self.set(*first),
            _ => {}
        }
        let id = self.clauses.len();
        if clause.len() > 1 {
            self.watches[at(clause[0])].push(id);
            self.watches[at(clause[1])].push(id);
            self.clauses.push(Some(clause));
        } else {
            self.clauses.push(None);
        }
        self.by_text.entry(text).or_default().push(id);
        if !self.is_refuted && !self.propagate(begin) {
            self.is_refuted = true;
        }
    }

    /// Takes a clause away, but one with a literal that is true for good: what follows from those
    /// stays.
    fn delete(&mut self, clause: &[i64]) -> Result<(), String> {
        let ids = self.by_text.get_mut(&sorted(clause)).ok_or("a clause is deleted that is not there")?;
        let Some(id) = ids.pop() else { return Ok(()) };
        let stays = clause.iter().any(|&lit| self.value(lit) > 0);
        if !stays {
            self.clauses[id] = None;
        }
        Ok(())
    }

    fn undo(&mut self, to: usize) {
        for lit in self.trail.drain(to..) {
            self.values[lit.unsigned_abs() as usize] = 0;
        }
    }

    /// Does unit propagation refute these assumptions?
    fn refutes(&mut self, assumed: &[i64]) -> bool {
        let begin = self.trail.len();
        let mut is_refuted = false;
        for &lit in assumed {
            match self.value(lit) {
                0 => self.set(lit),
                1 => {}
                _ => is_refuted = true,
            }
        }
        is_refuted = is_refuted || !self.propagate(begin);
        self.undo(begin);
        is_refuted
    }

    /// Do the clauses have a model with this one too, if they have any?
    fn may_add(&mut self, clause: &[i64]) -> bool {
        let denied: Vec<i64> = clause.iter().map(|lit| -lit).collect();
        if self.refutes(&denied) {
            return true;
        }
        let Some(&pivot) = clause.first() else { return false };
        // A pivot that is false for good was so by a clause that is no longer among these.
        if self.value(pivot) < 0 {
            return false;
        }
        let others: Vec<Clause> = self.clauses.iter().flatten().filter(|c| c.contains(&-pivot)).cloned().collect();
        others.iter().all(|other| {
            let mut assumed = denied.clone();
            assumed.extend(other.iter().filter(|&&lit| lit != -pivot).map(|lit| -lit));
            self.refutes(&assumed)
        })
    }
}

fn refuted(formula: &Formula, proof: &str) -> Result<(), String> {
    let mut database = Database::new(formula.variables);
    formula.clauses.iter().for_each(|clause| database.add(clause));
    for (n, line) in (1..).zip(proof.lines()) {
        if database.is_refuted {
            return Ok(());
        }
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() || words[0] == "c" {
            continue;
        }
        let is_deletion = words[0] == "d";
        if is_deletion {
            words.remove(0);
        }
        if words.pop() != Some("0") {
            return Err(format!("proof, line {n}: no end"));
        }
        let lits: Result<Vec<i64>, _> = words.iter().map(|word| word.parse::<i64>()).collect();
        let clause = lits.map_err(|e| format!("proof, line {n}: {e}"))?;
        if clause.iter().any(|lit| *lit == 0 || lit.unsigned_abs() as usize > formula.variables) {
            return Err(format!("proof, line {n}: a literal that the clauses don't have"));
        }
        if is_deletion {
            database.delete(&clause).map_err(|why| format!("proof, line {n}: {why}"))?;
            continue;
        }
        if !database.may_add(&clause) {
            return Err(format!("proof, line {n}: the clause does not follow"));
        }
        database.add(&clause);
    }
    if database.is_refuted { Ok(()) } else { Err("the proof ends without a contradiction".to_string()) }
}

/// The model satisfies all clauses but the last, and that one excludes its candidates.
fn only_model(formula: &Formula, model: &str) -> Result<(), String> {
    let mut values = vec![None; formula.variables + 1];
    for line in model.lines() {
        for word in line.trim_start_matches('v').split_whitespace() {
            let lit: i64 = word.parse().map_err(|_| format!("model: {word:?} is no literal"))?;
            let variable = lit.unsigned_abs() as usize;
            if lit != 0 {
                *values.get_mut(variable).ok_or("model: a variable that the clauses don't have")? = Some(lit > 0);
            }
        }
    }
    let is_true = |lit: i64| values[lit.unsigned_abs() as usize] == Some(lit > 0);
    let (last, rest) = formula.clauses.split_last().ok_or("there are no clauses")?;
    if let Some(broken) = rest.iter().position(|clause| !clause.iter().any(|&lit| is_true(lit))) {
        return Err(format!("the model breaks clause {}", broken + 1));
    }
    // By place: its candidates that are true in the model, and those of them that are excluded.
    let mut places: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut excluded = 0;
    for (place, stands) in &formula.candidates {
        let (true_ones, denied) = places.entry(place).or_default();
        match stands.as_str() {
            "true" => {
                *true_ones += 1;
                *denied += 1;
            }
            "false" => {}
            lit => {
                let lit: i64 = lit.parse().map_err(|_| format!("candidate of {place}: {lit:?}"))?;
                if lit == 0 || lit.unsigned_abs() as usize > formula.variables {
                    return Err(format!("candidate of {place}: no such literal"));
                }
                if is_true(lit) {
                    *true_ones += 1;
                    if last.contains(&-lit) {
                        *denied += 1;
                        excluded += 1;
                    }
                }
            }
        }
    }
    if places.is_empty() {
        return Err("no candidates are named".to_string());
    }
    if let Some((place, _)) = places.iter().find(|(_, counts)| **counts != (1, 1)) {
        return Err(format!("{place} has not one value that the last clause excludes"));
    }
    if excluded != last.len() {
        return Err("the last clause excludes more than the model's candidates".to_string());
    }
    Ok(())
}

/// Checks a proof by the texts of its files.
///
/// # Errors
/// The first step or line of the proof that is wrong, in words.
pub fn check(cnf: &str, proof: &str, model: Option<&str>) -> Result<Shown, String> {
    let formula = formula(cnf)?;
    refuted(&formula, proof)?;
    match model {
        None => Ok(Shown::NoSolution),
        Some(model) => only_model(&formula, model).map(|()| Shown::OneSolution),
    }
}

/// Says what a proof of `tesuji prove` shows.
#[derive(Parser)]
#[command(name = "check_proof", version)]
struct Args {
    /// The clauses, in DIMACS form.
    cnf: String,
    /// Their refutation, in DRAT form.
    drat: String,
    /// The model that they exclude.
    model: Option<String>,
}

#[allow(dead_code)] // A test has this file as a module.
fn main() -> ExitCode {
    let args = Args::parse();
    let read = |path: &String| std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"));
    let checked = read(&args.cnf).and_then(|cnf| {
        let model = args.model.as_ref().map(read).transpose()?;
        check(&cnf, &read(&args.drat)?, model.as_deref())
    });
    match checked {
        Ok(Shown::NoSolution) => println!("s VERIFIED: no solution"),
        Ok(Shown::OneSolution) => println!("s VERIFIED: one solution"),
        Err(why) => {
            println!("s NOT VERIFIED: {why}");
            return ExitCode::from(1);
        }
    }
    ExitCode::SUCCESS
}
