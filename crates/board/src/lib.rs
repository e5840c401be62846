//! What the rules say.
