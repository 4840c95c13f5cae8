//! The module's exports.

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The most bytes of a request.
const LARGEST: usize = 1 << 20;

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
        *output = crate::answer(&request);
        output.len()
    })
}

/// Returns the address of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
