//! Move prediction from patterns: seven nested templates, the relative-frequency method, and a trained model.

pub mod codec;
pub mod eval;
pub mod features;
pub mod frequency;
pub mod game;
pub mod grid;
pub mod harvest;
pub mod ladder;
pub mod learn;
pub mod model;
pub mod move_names;
pub mod position_facts;
pub mod rank;
pub mod table;
pub mod template;
