//! Memory and disk of the machine.

use std::path::Path;
use tesuji_mill::tables::Room;

/// Free disk where a folder is or will be, and free memory; what the system does not say is left
/// open.
pub fn room(dir: &Path) -> Room {
    let disk = dir.ancestors().find_map(|at| {
        let at = if at.as_os_str().is_empty() { Path::new(".") } else { at };
        fs4::available_space(at).ok()
    });
    Room { disk, memory: std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text)) }
}

/// The free memory that Linux reports, what it can give back included.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_read() {
        let text = "MemTotal:       24000000 kB\nMemAvailable:   12345678 kB\n";
        assert_eq!(available(text), Some(12_345_678 * 1024));
        assert_eq!(available("MemTotal: 5 kB"), None);
        assert!(room(Path::new("no/such/folder")).disk.is_some_and(|bytes| bytes > 0));
    }
}
