//! Limits of a search. Reaching one gives `unknown`, never a guess.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a search stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    #[error("the node limit was reached")]
    Nodes,
    #[error("the memory limit was reached")]
    Memory,
    #[error("the search was cancelled or its time ran out")]
    Cancelled,
}

type Deadline = Arc<dyn Fn() -> bool + Send + Sync>;

/// What a search may spend.
#[derive(Clone)]
pub struct Budget {
    /// Positions searched, at most.
    pub nodes: u64,
    /// Bytes of the table, at most.
    pub memory: usize,
    cancel: Option<Arc<AtomicBool>>,
    deadline: Option<Deadline>,
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("nodes", &self.nodes).field("memory", &self.memory).finish_non_exhaustive()
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::nodes(100_000)
    }
}

impl Budget {
    pub const DEFAULT_MEMORY: usize = 256 << 20;

    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes, memory: Self::DEFAULT_MEMORY, cancel: None, deadline: None }
    }

    pub fn with_memory(mut self, bytes: usize) -> Budget {
        self.memory = bytes;
        self
    }

    /// The same limits with another number of positions.
    pub fn with_nodes(&self, nodes: u64) -> Budget {
        Budget { nodes, ..self.clone() }
    }

    /// Stops when the flag is raised.
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.cancel = Some(flag);
        self
    }

    /// Stops when the closure answers true; it is asked every few hundred nodes. (The clock belongs to the caller.)
    pub fn with_deadline(mut self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> Budget {
        self.deadline = Some(Arc::new(is_over));
        self
    }

    /// Asks cancel flag and deadline.
    pub fn is_over(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.as_ref().is_some_and(|over| over())
    }
}
