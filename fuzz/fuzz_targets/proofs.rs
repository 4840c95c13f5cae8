#![no_main]
//! The checker of proofs: any three files, and a refutation that it takes is one (the formula is
//! small enough to try all models).

#[allow(dead_code)] // The program's `main` and its arguments are not used here.
#[path = "../../conformance/src/bin/check_proof.rs"]
mod check_proof;

use check_proof::{Shown, check};
use libfuzzer_sys::fuzz_target;

/// Variables of a formula that is tried out.
const FEW: usize = 10;

/// Has the formula of a text that was read a model?
fn has_model(cnf: &str) -> Option<bool> {
    let lines = cnf.lines().filter(|line| !line.trim_start().starts_with(['c', 'p']));
    let mut clauses = vec![Vec::new()];
    for word in lines.flat_map(str::split_whitespace) {
        match word.parse::<i64>().ok()? {
            0 => clauses.push(Vec::new()),
            lit if lit.unsigned_abs() as usize > FEW => return None,
            lit => clauses.last_mut()?.push(lit),
        }
    }
    clauses.pop();
    let holds = |model: u32, lit: i64| (model >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
    Some((0..1_u32 << FEW).any(|model| clauses.iter().all(|c| c.iter().any(|&lit| holds(model, lit)))))
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let parts: Vec<&str> = text.splitn(3, '\0').collect();
    let headed = format!("p cnf {FEW} {}\n{}", parts[0].split_whitespace().filter(|w| *w == "0").count(), parts[0]);
    let proof = parts.get(1).copied().unwrap_or_default();
    for cnf in [parts[0], headed.as_str()] {
        let _ = check(cnf, proof, parts.get(2).copied());
        if check(cnf, proof, None) == Ok(Shown::NoSolution) && has_model(cnf) == Some(true) {
            panic!("a formula with a model was refuted");
        }
    }
});
