//! Numbers of the quick reader of life; `knowledge/params/reading.toml` explains each.

use gosedai_knowledge::Params;

#[derive(Clone, Debug, PartialEq)]
pub struct OwlParams {
    /// Positions of the search, and of one room.
    pub nodes: u64,
    pub room_nodes: u32,
    pub breadth: usize,
    /// The same for races, positions of a race, urgency of filling a liberty.
    pub race_breadth: usize,
    pub race_nodes: u64,
    pub race_fill: i32,
    /// Moves of lead that decide a race without reading.
    pub race_slack: i32,
    /// Candidates looked at as soon as they are found.
    pub eager: usize,
    pub doubt: u32,
    /// Ground at which a group is free whatever its eyes, and below which it has no way out.
    pub free_ground: usize,
    pub lost_far: usize,
    /// Friends of so many stones within reach are a way out.
    pub friend_stones: usize,
    /// First guesses: steps for an eye; ground worth one step.
    pub eye_step: u32,
    pub ground_step: u32,
    /// Urgencies: a point that decides a room for the mover, for the opponent, an opening, any other point.
    pub vital: i32,
    pub vital_other: i32,
    pub opening: i32,
    pub inside: i32,
    pub wide: i32,
    /// Strings in atari, of two and of three liberties; saving what can be taken.
    pub take: i32,
    pub threaten: i32,
    pub press: i32,
    pub save: i32,
    /// Towards a friend, towards the open.
    pub join: i32,
    pub run: i32,
}

impl OwlParams {
    pub fn new(params: &Params) -> OwlParams {
        let n = |name: &str| params.number(&format!("reading.owl.{name}"));
        let i = |name: &str| n(name) as i32;
        OwlParams {
            nodes: n("nodes") as u64,
            room_nodes: n("room_nodes") as u32,
            breadth: n("breadth") as usize,
            race_breadth: n("race_breadth") as usize,
            race_nodes: n("race_nodes") as u64,
            race_fill: i("race_fill"),
            race_slack: i("race_slack"),
            eager: n("eager") as usize,
            doubt: n("doubt") as u32,
            free_ground: n("free_ground") as usize,
            lost_far: n("lost_far") as usize,
            friend_stones: n("friend_stones") as usize,
            eye_step: n("eye_step") as u32,
            ground_step: n("ground_step") as u32,
            vital: i("vital"),
            vital_other: i("vital_other"),
            opening: i("opening"),
            inside: i("inside"),
            wide: i("wide"),
            take: i("take"),
            threaten: i("threaten"),
            press: i("press"),
            save: i("save"),
            join: i("join"),
            run: i("run"),
        }
    }
}
