//! Saving and resuming a proof: every decided position, and the undecided ones as far as they are wanted.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::goal::Goal;
use super::table::{ProofNumbers, Table};
use crate::error::SmallBoardError;

const MAGIC: &[u8; 8] = b"GSDPRF01";

/// What stands in a checkpoint's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub rows: usize,
    pub cols: usize,
    pub target: i32,
    /// Positions examined by all runs so far.
    pub nodes: u64,
}

fn bad(what: impl ToString) -> SmallBoardError {
    SmallBoardError::Checkpoint(what.to_string())
}

/// Writes the table; undecided entries with less than `least_effort` (thirds of a binary order of expansions) are left out. With 0 the
/// file gives back the very same table, so that a search that goes on from it goes on as if it had never stopped; and nothing in it
/// depends on the clock.
pub fn save(
    to: &mut dyn Write,
    goal: &Goal,
    table: &Table,
    nodes: u64,
    least_effort: u8,
) -> Result<u64, SmallBoardError> {
    let mut header = Vec::new();
    header.extend_from_slice(MAGIC);
    header.extend_from_slice(&[goal.geometry.rows as u8, goal.geometry.cols as u8]);
    header.extend_from_slice(&goal.target.to_le_bytes());
    header.extend_from_slice(&nodes.to_le_bytes());
    // earlier versions had the seconds here
    header.extend_from_slice(&0u64.to_le_bytes());
    to.write_all(&header).map_err(bad)?;
    let mut count = 0;
    for (key, known) in table.entries() {
        if known.pn == 0 || known.dn == 0 || known.effort >= least_effort {
            to.write_all(&key.to_le_bytes()).map_err(bad)?;
            to.write_all(&known.pack().to_le_bytes()).map_err(bad)?;
            count += 1;
        }
    }
    // an end mark tells a whole file from one cut short
    to.write_all(&0u64.to_le_bytes()).map_err(bad)?;
    to.write_all(&u64::to_le_bytes(count)).map_err(bad)?;
    Ok(count)
}

/// Reads the header alone.
pub fn read_header(from: &mut dyn Read) -> Result<Header, SmallBoardError> {
    let mut raw = [0u8; 30];
    from.read_exact(&mut raw).map_err(|e| bad(format!("no header: {e}")))?;
    if &raw[..8] != MAGIC {
        return Err(bad("this is not a checkpoint of the small-board solver"));
    }
    let word = |at: usize| u64::from_le_bytes(raw[at..at + 8].try_into().unwrap_or([0; 8]));
    Ok(Header {
        rows: raw[8] as usize,
        cols: raw[9] as usize,
        target: i32::from_le_bytes(raw[10..14].try_into().unwrap_or([0; 4])),
        nodes: word(14),
    })
}

/// Puts a checkpoint of the same goal into the table; large ones take seconds, so it can be stopped.
pub fn load(from: &mut dyn Read, goal: &Goal, table: &Table, stop: &AtomicBool) -> Result<Header, SmallBoardError> {
    let header = read_header(from)?;
    if (header.rows, header.cols, header.target) != (goal.geometry.rows, goal.geometry.cols, goal.target) {
        return Err(bad(format!(
            "it answers {}x{} for {} points, not {} for {}",
            header.rows,
            header.cols,
            header.target,
            goal.geometry.name(),
            goal.target
        )));
    }
    let mut pair = [0u8; 16];
    let mut count = 0u64;
    loop {
        from.read_exact(&mut pair).map_err(|_| bad("the file ends before its end mark"))?;
        let key = u64::from_le_bytes(pair[..8].try_into().unwrap_or([0; 8]));
        let data = u64::from_le_bytes(pair[8..].try_into().unwrap_or([0; 8]));
        if key == 0 {
            if data != count {
                return Err(bad("the number of entries does not fit the end mark"));
            }
            return Ok(header);
        }
        table.put(key, ProofNumbers::unpack(data));
        count += 1;
        if count.is_multiple_of(1 << 14) && stop.load(Relaxed) {
            return Err(SmallBoardError::Stopped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::proof::goal::State;
    use crate::proof::run::{Limits, Outcome, prove_quietly};
    use crate::proof::statics::StaticRule;

    #[test]
    fn a_stopped_proof_is_resumed_and_finished() {
        let goal = Goal { geometry: Geometry::parse("3x5").unwrap(), target: 15 };
        let rule = StaticRule::for_goal(&goal);
        let table = Table::with_bytes(32 << 20);
        let some = Limits { threads: 1, nodes: 200_000 };
        assert_eq!(prove_quietly(&goal, rule, State::empty(true), &table, some).outcome, Outcome::Unknown);
        let mut file = Vec::new();
        let saved = save(&mut file, &goal, &table, 200_000, 0).unwrap();
        assert!(saved > 1000);
        let fresh = Table::with_bytes(32 << 20);
        let header = load(&mut file.as_slice(), &goal, &fresh, &AtomicBool::new(false)).unwrap();
        assert_eq!(header.nodes, 200_000);
        let all = Limits { threads: 1, nodes: 0 };
        assert_eq!(prove_quietly(&goal, rule, State::empty(true), &fresh, all).outcome, Outcome::Proven);
    }

    /// What a run goes on with and what another one reads from the file are the same table.
    #[test]
    fn the_file_gives_back_the_same_table() {
        let goal = Goal { geometry: Geometry::parse("3x5").unwrap(), target: 15 };
        let rule = StaticRule::for_goal(&goal);
        let (table, again) = (Table::with_bytes(1 << 20), Table::with_bytes(1 << 20));
        let some = Limits { threads: 1, nodes: 150_000 };
        prove_quietly(&goal, rule, State::empty(true), &table, some);
        let mut file = Vec::new();
        save(&mut file, &goal, &table, 0, 0).unwrap();
        load(&mut file.as_slice(), &goal, &again, &AtomicBool::new(false)).unwrap();
        assert!(table.entries().eq(again.entries()));
        for table in [&table, &again] {
            prove_quietly(&goal, rule, State::empty(true), table, some);
        }
        assert!(table.entries().eq(again.entries()));
    }

    #[test]
    fn damaged_or_foreign_files_are_refused() {
        let goal = Goal { geometry: Geometry::parse("3x3").unwrap(), target: 9 };
        let table = Table::with_bytes(1 << 20);
        let mut file = Vec::new();
        save(&mut file, &goal, &table, 0, 0).unwrap();
        let never = AtomicBool::new(false);
        assert!(load(&mut &file[..file.len() - 1], &goal, &table, &never).is_err());
        assert!(load(&mut &b"something else entirely, not ours"[..], &goal, &table, &never).is_err());
        let other = Goal { geometry: Geometry::parse("3x4").unwrap(), target: 9 };
        assert!(load(&mut file.as_slice(), &other, &table, &never).is_err());
    }
}
