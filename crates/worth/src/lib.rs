//! What places on the board are worth.
//!
//! [`endgame`] cuts a position at its safe stones into independent regions, searches each region's game with all
//! transpositions and lets the kernel of `gosedai-cgt` value, chill and sum them.

mod bounds;
mod cells;
pub mod compose;
mod difference;
mod endgame;
mod evaluate;
mod eye_book;
mod eye_space;
mod graph;
mod ground;
mod ko_sum;
mod map;
mod play;
mod race;
mod race_class;
mod race_eye;
mod room;
mod safety;
mod spot;
mod tempo;
mod with_kos;

pub use difference::{Difference, DifferenceMove, difference_race};
pub use endgame::{Bounds, Endgame, LocalMove, Options, RegionReport, analyse, analyse_with, is_over};
pub use evaluate::{KoValue, Value, evaluate_region};
pub use eye_book::{EyeBook, EyeValue};
pub use eye_space::{EyeError, EyeRegion, EyeReport, analyse_eyes, analyse_eyes_in};
pub use gosedai_cgt::race::{RaceEnd, RaceVerdict};
pub use graph::{Moves, RegionGraph, Step, TooLarge};
pub use ground::{Expected, analyse_expected};
pub use map::region_map_svg;
pub use play::{Strategy, choose, final_score, play_out};
pub use race::{Beyond, LibertyRegion, RaceError, RaceReport, analyse_race, analyse_race_in};
pub use race_eye::{EyeState, RaceEye};
pub use room::{BadPicture, Room, picture};
pub use safety::{SafeStones, Safety, safe_stones};
pub use spot::{Counting, Spot};
pub use tempo::Tempo;
pub use with_kos::KoSearch;
