//! Finding and calling the shared library of OR-Tools, as its Python package ships it.

use super::wire::Message;
use std::ffi::{c_int, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Environment variable that names the library, or a folder that holds it.
pub const VARIABLE: &str = "TESUJI_ORTOOLS";

/// Why CP-SAT is not at hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missing {
    /// No library found.
    #[error(
        "CP-SAT is not installed: no libortools found. `pip install ortools` brings it, or set {VARIABLE} to the \
         library or its folder{0}"
    )]
    NotFound(String),
    /// The library is there but not as expected.
    #[error("CP-SAT: {path}: {why}")]
    Unusable {
        /// The library.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

/// `SolveCpModelWithParameters(model, its length, parameters, their length, response, its length)`.
type SolveModel = unsafe extern "C" fn(*const c_void, c_int, *const c_void, c_int, *mut *mut c_void, *mut c_int);

/// The loaded library; it stays loaded until the process ends.
#[derive(Debug)]
pub(super) struct Library {
    solve: libloading::Symbol<'static, SolveModel>,
}

// The response is allocated by the library and released by the C library's `free`.
unsafe extern "C" {
    fn free(p: *mut c_void);
}

/// The library, loaded at the first call.
pub(super) fn library() -> Result<&'static Library, Missing> {
    static LOADED: OnceLock<Result<Library, Missing>> = OnceLock::new();
    LOADED.get_or_init(|| load(&find()?)).as_ref().map_err(Clone::clone)
}

fn load(path: &Path) -> Result<Library, Missing> {
    let unusable =
        |e: &dyn std::fmt::Display| Missing::Unusable { path: path.display().to_string(), why: e.to_string() };
    // SAFETY: loading runs the library's initialisers; the file is the one the user named or that
    // the user's own Python has installed as `ortools`.
    let library = unsafe { libloading::Library::new(path) }.map_err(|e| unusable(&e))?;
    // Never unloaded: its threads and static objects may outlive any point at which that could be
    // done.
    let library: &'static libloading::Library = Box::leak(Box::new(library));
    // SAFETY: the type is that of the C function of this name in OR-Tools' `cp_solver_c_api.h`.
    let solve = unsafe { library.get(b"SolveCpModelWithParameters\0") }.map_err(|e| unusable(&e))?;
    Ok(Library { solve })
}

/// `libortools.so*`, `libortools*.dylib` or `ortools.dll` in a folder; the shortest such name.
fn in_folder(folder: &Path) -> Option<PathBuf> {
    let is_library = |name: &str| {
        name.starts_with("libortools.so")
            || (name.starts_with("libortools.") && name.ends_with(".dylib"))
            || name == "ortools.dll"
    };
    let names = std::fs::read_dir(folder).ok()?.filter_map(|e| e.ok()?.file_name().into_string().ok());
    let best = names.filter(|n| is_library(n)).min_by_key(|n| (n.len(), n.clone()))?;
    Some(folder.join(best))
}

fn find() -> Result<PathBuf, Missing> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(named);
        }
        let inside = [named.clone(), named.join(".libs"), named.join("ortools/.libs"), named.join(".dylibs")];
        return inside
            .iter()
            .find_map(|d| in_folder(d))
            .ok_or_else(|| Missing::NotFound(format!(" (it is {}, where there is none)", named.display())));
    }
    // Where Python has it, without importing it.
    let ask = "import importlib.util as u; s = u.find_spec('ortools'); \
               print('\\n'.join(s.submodule_search_locations) if s else '')";
    for python in ["python3", "python"] {
        let Ok(said) = Command::new(python).args(["-c", ask]).output() else { continue };
        for folder in String::from_utf8_lossy(&said.stdout).lines().map(str::trim).filter(|l| !l.is_empty()) {
            let folder = Path::new(folder);
            let inside = [folder.join(".libs"), folder.join(".dylibs"), folder.to_path_buf()];
            if let Some(found) = inside.iter().find_map(|d| in_folder(d)) {
                return Ok(found);
            }
        }
    }
    Err(Missing::NotFound(String::new()))
}

impl Library {
    /// Runs the solver; the bytes of its response, or nothing if it gave none.
    pub(super) fn solve(&self, model: &Message, parameters: &Message) -> Option<Vec<u8>> {
        let (model, parameters) = (model.bytes(), parameters.bytes());
        let (model_len, parameters_len) = (c_int::try_from(model.len()).ok()?, c_int::try_from(parameters.len()).ok()?);
        let mut response: *mut c_void = std::ptr::null_mut();
        let mut len: c_int = 0;
        // SAFETY: the two buffers are alive and as long as stated; the function only reads them,
        // and writes the address and length of a buffer of its own to the last two arguments.
        unsafe {
            (self.solve)(
                model.as_ptr().cast(),
                model_len,
                parameters.as_ptr().cast(),
                parameters_len,
                &mut response,
                &mut len,
            );
        }
        if response.is_null() {
            return None;
        }
        // SAFETY: the library has written `len` bytes at `response`.
        let bytes = unsafe { std::slice::from_raw_parts(response.cast::<u8>(), usize::try_from(len).unwrap_or(0)) };
        let bytes = bytes.to_vec();
        // SAFETY: the buffer came from `malloc`, is ours, and is not used any more.
        unsafe { free(response) };
        Some(bytes)
    }
}
