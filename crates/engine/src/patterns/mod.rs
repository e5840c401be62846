//! `patterns`: prediction with move patterns, and where the models come from.

pub mod model_file;
pub mod predict;
