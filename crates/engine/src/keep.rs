//! Writing files: see the crate `keep`.

pub use gosedai_keep::*;

use crate::ApiError;

impl From<NotWritten> for ApiError {
    fn from(refused: NotWritten) -> Self {
        ApiError::failed(refused)
    }
}

#[cfg(test)]
mod tests;
