//! Azul in the browser: the practice tool's calls behind three plain exports, without glue.
//!
//! A page writes a request into the memory that `input(length)` gives, calls `call()`, and reads as
//! many bytes as that gives from `output()`. A request is the name of a call and its arguments,
//! separated by zero bytes; the answer is JSON.
//!
//! ```
//! let answer = tesuji_azul_wasm::answer(b"generate_scenario\0{\"target_game_stage\":\"MID\",\"seed\":\"12345\"}");
//! assert!(answer.contains("\"scenario_game_stage\":\"MID\""));
//! ```
//!
//! Build: `cargo build --release -p tesuji-azul-wasm --target wasm32-unknown-unknown`.

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The most bytes of a request.
const LARGEST: usize = 1 << 20;

/// The answer to a request.
pub fn answer(request: &[u8]) -> String {
    let text = String::from_utf8_lossy(request);
    let mut parts = text.split('\0');
    let function = parts.next().unwrap_or_default();
    tesuji_azul::practice::call::call(function, &parts.collect::<Vec<_>>())
}

/// Makes room for a request of `length` bytes (a mebibyte at most) and returns its address, where
/// the page writes it.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length.min(LARGEST), 0);
        input.as_mut_ptr()
    })
}

/// Answers the request; gives the length of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let request = INPUT.with_borrow_mut(std::mem::take);
    OUTPUT.with_borrow_mut(|output| {
        *output = answer(&request);
        output.len()
    })
}

/// Where the answer lies.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
