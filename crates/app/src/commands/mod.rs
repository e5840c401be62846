//! One file per subcommand: its arguments, the request made of them, and how the answer reads on a terminal.

pub mod analysis;
pub mod bench;
pub mod cgt;
pub mod endgame;
pub mod explain;
pub mod eyes;
pub mod fuseki;
pub mod game_list;
pub mod grade;
pub mod gtp;
pub mod ko;
pub mod match_games;
pub mod net;
pub mod patterns;
pub mod problem;
pub mod race;
pub mod read;
pub mod review;
pub mod serve;
pub mod show;
pub mod solve;
