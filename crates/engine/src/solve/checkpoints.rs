//! Checkpoint files of long proofs.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use gosedai_smallboard::proof::{Goal, Moment, Snapshot, Table, checkpoint};
use gosedai_smallboard::solve::Hooks;
use gosedai_smallboard::{Geometry, SmallBoardError};

use crate::keep::{self, Kind};
use crate::{ApiError, Context};

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

/// Why the last attempt to save failed, if it did.
pub type Unsaved = Rc<RefCell<Option<String>>>;

/// Hooks that resume from `file` if it is there and save to it every few minutes, when the run is stopped and when it is decided. A file that is
/// no checkpoint, or one of another board, is refused before any work is done for it.
pub fn hooks<'a>(
    file: &'a Path,
    geometry: &Geometry,
    minutes: u64,
    cx: &'a Context,
) -> Result<(Hooks<'a>, Unsaved), ApiError> {
    keep::may_write(file, Kind::CHECKPOINT, cx.force)?;
    if let Some(header) = File::open(file).ok().and_then(|mut opened| checkpoint::read_header(&mut opened).ok())
        && (header.rows, header.cols) != (geometry.rows, geometry.cols)
        && !cx.force
    {
        let (file, rows, cols) = (file.display(), header.rows, header.cols);
        let message = format!(
            "{file} holds a proof for {rows}x{cols}, not {}: it is replaced only with --force",
            geometry.name()
        );
        return Err(ApiError::bad("resume", message));
    }
    // positions of earlier runs
    let before = Rc::new(Cell::new(0u64));
    let earlier = before.clone();
    // a proof that was not read to its end must not be replaced by the part that was
    let cut_short = Rc::new(Cell::new(false));
    let reading = cut_short.clone();
    let stop = cx.cancel.flag();
    let resume = move |goal: &Goal, table: &Table| {
        earlier.set(0);
        let Ok(opened) = File::open(file) else { return 0 };
        match checkpoint::load(&mut BufReader::with_capacity(1 << 20, opened), goal, table, &stop) {
            Ok(header) => {
                earlier.set(header.nodes);
                cx.report(0, 0, format!("resumed after {} positions", header.nodes));
                header.nodes
            }
            Err(SmallBoardError::Stopped) => {
                reading.set(true);
                0
            }
            Err(error) => {
                // what was read of it before the fault is no longer needed
                table.forget_all();
                cx.report(0, 0, format!("starting afresh: {error}"));
                0
            }
        }
    };
    let clock = Instant::now();
    let mut saved = 0.0;
    let unsaved = Unsaved::default();
    let failure = unsaved.clone();
    let tick = move |s: &Snapshot, goal: &Goal, table: &Table| {
        cx.report(s.nodes, 0, progress_line(s, goal));
        let is_due = match s.moment {
            Moment::UnderWay => false,
            Moment::Rest => clock.elapsed().as_secs_f64() - saved >= 60.0 * minutes as f64,
            Moment::EndedOpen | Moment::Decided => true,
        };
        if is_due && !cut_short.get() {
            saved = clock.elapsed().as_secs_f64();
            *failure.borrow_mut() = match save(file, goal, table, before.get() + s.nodes, cx.force) {
                Ok(count) => {
                    cx.report(s.nodes, 0, format!("saved {count} positions to {}", file.display()));
                    None
                }
                Err(error) => Some(error.to_string()),
            };
        }
    };
    Ok((Hooks { resume: Some(Box::new(resume)), tick: Box::new(tick) }, unsaved))
}

fn save(file: &Path, goal: &Goal, table: &Table, nodes: u64, force: bool) -> Result<u64, ApiError> {
    keep::write_with(file, Kind::CHECKPOINT, force, |mut out| {
        checkpoint::save(&mut out, goal, table, nodes, 0).map_err(io::Error::other)
    })
    .map_err(ApiError::from)
}

#[cfg(test)]
mod tests;
