//! What a search leaves behind, to be continued later or to guide the search of the same question on another ground.

use std::any::Any;

use gosedai_board::PointSet;

use super::bits::Bits;
use super::patterns::Patterns;
use super::question::Aim;
use crate::dfpn::{Kos, Tree};

/// The tree of a search and the zones it used last.
pub(super) struct Trail<const N: usize> {
    pub tree: Tree<Bits<N>>,
    pub patterns: Patterns<N>,
    pub question: (Kos, Aim),
}

/// A trail of whatever width.
pub(super) trait AnyTrail: Any + Send {
    /// The attacker's and the defender's number of a position met before.
    fn numbers(&self, key: u64) -> Option<[u32; 2]>;
    fn bytes(&self) -> usize;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<const N: usize> AnyTrail for Trail<N> {
    fn numbers(&self, key: u64) -> Option<[u32; 2]> {
        self.tree.table.get(key).map(|entry| entry.known.numbers)
    }

    fn bytes(&self) -> usize {
        self.tree.table.bytes()
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// The memory of the searches in one ground.
#[derive(Default)]
pub struct Memory {
    /// Where they were searched.
    pub(super) inside: PointSet,
    pub(super) trail: Option<Box<dyn AnyTrail>>,
}

impl Memory {
    pub fn bytes(&self) -> usize {
        self.trail.as_ref().map_or(0, |trail| trail.bytes())
    }

    pub fn forget(&mut self) {
        self.trail = None;
    }

    /// The trail, if it is one of this width.
    pub(super) fn take<const N: usize>(&mut self) -> Option<Trail<N>> {
        self.trail.take().and_then(|trail| trail.into_any().downcast::<Trail<N>>().ok()).map(|trail| *trail)
    }
}
