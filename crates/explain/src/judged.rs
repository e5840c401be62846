//! A value that cannot be had without the reason for it.

use crate::evidence::Evidence;
use std::ops::Deref;
use std::sync::Arc;

/// A judged value and its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<T> {
    value: T,
    because: Arc<Evidence>,
}

impl<T> Judged<T> {
    pub fn new(value: T, because: impl Into<Arc<Evidence>>) -> Judged<T> {
        Judged { value, because: because.into() }
    }

    pub fn value(&self) -> &T {
        &self.value
    }

    pub fn because(&self) -> &Arc<Evidence> {
        &self.because
    }
}

impl<T> Deref for Judged<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
