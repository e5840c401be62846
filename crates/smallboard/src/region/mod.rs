//! Static safety: Benson's unconditional life, dead regions, the dame bound, and the score bounds built from them.

pub mod benson;
pub mod bound;
pub mod dead;

pub use benson::{Life, firm_life, life};
pub use bound::{Bound, DeadRule, lower_bound};
