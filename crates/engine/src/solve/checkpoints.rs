//! Checkpoint files of long proofs: written beside the old one and moved into its place, so a cut never loses both.

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use gosedai_smallboard::proof::{Goal, Snapshot, Table, checkpoint};
use gosedai_smallboard::solve::Hooks;

use crate::{ApiError, Context};

/// Undecided positions with less work than this are not worth saving (thirds of a binary order).
const LEAST_EFFORT: u8 = 9;

/// One line about a proof under way.
pub fn progress_line(s: &Snapshot, goal: &Goal) -> String {
    format!(
        "{} >= {}: {} positions, proof number {}, disproof number {}, table {:.1} % full",
        goal.geometry.name(),
        goal.target,
        s.nodes,
        s.proof_number,
        s.disproof_number,
        100.0 * s.table_load
    )
}

/// Hooks that resume from `file` if it is there and save to it every few minutes and when the run is stopped.
pub fn hooks<'a>(file: &'a Path, minutes: u64, cx: &'a Context) -> Result<Hooks<'a>, ApiError> {
    if file.is_dir() {
        return Err(ApiError::bad("resume", format!("{} is a folder", file.display())));
    }
    // positions and seconds of earlier runs
    let before = std::rc::Rc::new(RefCell::new((0u64, 0u64)));
    let earlier = before.clone();
    let resume = move |goal: &Goal, table: &Table| {
        let Ok(opened) = File::open(file) else { return 0 };
        match checkpoint::load(&mut BufReader::with_capacity(1 << 20, opened), goal, table) {
            Ok(header) => {
                *earlier.borrow_mut() = (header.nodes, header.seconds);
                cx.report(0, 0, format!("resumed after {} positions and {} s", header.nodes, header.seconds));
                header.nodes
            }
            Err(error) => {
                cx.report(0, 0, format!("starting afresh: {error}"));
                0
            }
        }
    };
    let clock = Instant::now();
    let mut saved = 0.0;
    let tick = move |s: &Snapshot, goal: &Goal, table: &Table| {
        cx.report(s.nodes, 0, progress_line(s, goal));
        if clock.elapsed().as_secs_f64() - saved >= 60.0 * minutes as f64 || s.ended_open {
            saved = clock.elapsed().as_secs_f64();
            let (nodes, seconds) = *before.borrow();
            let done = (nodes + s.nodes, seconds + saved as u64);
            match save(file, goal, table, done) {
                Ok(count) => cx.report(s.nodes, 0, format!("saved {count} positions to {}", file.display())),
                Err(error) => cx.report(s.nodes, 0, format!("could not save {}: {error}", file.display())),
            }
        }
    };
    Ok(Hooks { resume: Some(Box::new(resume)), tick: Box::new(tick) })
}

fn save(file: &Path, goal: &Goal, table: &Table, done: (u64, u64)) -> Result<u64, String> {
    let mut part = PathBuf::from(file);
    part.set_extension("part");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&part).map_err(|e| e.to_string())?);
    let count = checkpoint::save(&mut out, goal, table, done, LEAST_EFFORT).map_err(|e| e.to_string())?;
    out.flush().map_err(|e| e.to_string())?;
    std::fs::rename(&part, file).map_err(|e| e.to_string())?;
    Ok(count)
}
