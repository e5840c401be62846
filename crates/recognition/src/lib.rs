//! The position as a player sees it.
